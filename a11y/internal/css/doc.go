// Package css computes the styles of the elements of a document, as far as rules on
// accessibility ask for them: what is shown, in which colours, how large, how far turned.
//
// It works as a browser does: style sheets become tokens (token.go), tokens become rules and selectors (sheet.go,
// selector_parse.go), the rules that match an element are put in the order of the cascade (match.go, cascade.go)
// and set its values (properties.go). A walk through the tree computes each distinct combination once (walk.go): a
// document of 260,000 elements has some 50.
//
//	sheets ── tokens ── rules, selectors ─┐
//	                                      ├─ match ── cascade ── values ── Style
//	tree of dom ── walk ──────────────────┘
//
// Styles are those of a screen of 1280 by 800 pixels, with a light scheme and a page at
// rest. What cannot be known without a browser is unknown (Style.Knows, Style.Doubt), never
// guessed. Sheets, selectors, custom properties and steps are bounded; beyond the bounds
// styles are unknown.
package css
