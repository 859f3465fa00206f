package a11y

import (
	"slices"
	"strings"

	"github.com/pagelift/pagelift/a11y/internal/dom"
	"golang.org/x/text/language"
)

// The language of the document and of its parts: whether it is stated and is a registered one.
//
//	<html lang="english">     fails: no registered language has this tag
var languageRules = []rule{
	{
		Rule: Rule{
			ID: "html-has-lang", Impact: Serious, Level: A, ACT: []string{"b5c3f8"}, WCAG: []string{"3.1.1"},
			Help: "The document says its language",
		},
		weight: 7, on: trigger{tags: []dom.Tag{dom.TagHTML}}, each: htmlHasLang,
	},
	{
		Rule: Rule{
			ID: "html-lang-valid", Impact: Serious, Level: A, ACT: []string{"bf051a"}, WCAG: []string{"3.1.1"},
			Help: "The language of the document is a registered one",
		},
		weight: 7, on: trigger{tags: []dom.Tag{dom.TagHTML}}, each: htmlLangValid,
	},
	{
		Rule: Rule{
			ID: "html-xml-lang-mismatch", Impact: Moderate, Level: A, ACT: []string{"5b7ae0"}, WCAG: []string{"3.1.1"},
			Help: "lang and xml:lang of the document name the same language",
		},
		weight: 3, on: trigger{tags: []dom.Tag{dom.TagHTML}}, each: htmlXMLLang,
	},
	{
		Rule: Rule{
			ID: "valid-lang", Impact: Serious, Level: AA, ACT: []string{"de46e4"}, WCAG: []string{"3.1.2"},
			Help: "The language of a part of the document is a registered one",
		},
		weight: 7, on: trigger{flags: dom.HasLang}, each: validLang,
	},
}

// htmlHasLang fails a page whose root states no language.
func htmlHasLang(p *page, n dom.Node) verdict {
	if !p.IsPage() {
		return verdict{}
	}
	return passIf(!dom.IsBlank(p.Value(n, "lang")), "the document has no lang attribute with a value")
}

// htmlLangValid fails a page whose language is not registered.
func htmlLangValid(p *page, n dom.Node) verdict {
	lang := p.Value(n, "lang")
	if dom.IsBlank(lang) || !p.IsPage() {
		return verdict{}
	}
	if knownLanguage(lang) {
		return pass
	}
	return fail("no registered language has this tag").with("lang", lang)
}

// htmlXMLLang fails a root whose two attributes name different languages; regions may differ.
func htmlXMLLang(p *page, n dom.Node) verdict {
	lang, xml := p.Value(n, "lang"), p.Value(n, "xml:lang")
	if !knownLanguage(lang) || dom.IsBlank(xml) {
		return verdict{}
	}
	if primarySubtag(lang) == primarySubtag(xml) {
		return pass
	}
	return fail("lang and xml:lang differ").with("lang", lang).with("xml:lang", xml)
}

// validLang decides an element that has text in its language. A wrong language on an element without text misleads
// nobody.
func validLang(p *page, n dom.Node) verdict {
	lang, ok := p.Attr(n, "lang")
	if !ok || lang == "" || p.Tag(n) == dom.TagHTML || !p.hasTextInLanguage(n) {
		return verdict{}
	}
	if knownLanguage(lang) {
		return pass
	}
	v := fail("no registered language has this tag")
	if p.Tag(n) == dom.TagBody {
		v = unsure("no registered language has this tag, which html might say") // the rule of W3C is about the content of html
	}
	return v.with("lang", lang)
}

// primarySubtag returns the part of a language tag that names the language, in lower case.
func primarySubtag(tag string) string {
	tag, _, _ = strings.Cut(strings.ToLower(strings.TrimSpace(tag)), "-")
	return tag
}

// knownLanguage reports whether the primary subtag of a tag of BCP 47 is in the IANA
// registry. Codes that the registry replaces by a shorter one, such as "eng", are not.
func knownLanguage(tag string) bool {
	sub := primarySubtag(tag)
	if len(sub) < 2 || len(sub) > 3 || strings.TrimSpace(tag) != tag {
		return false
	}
	if sub >= "qaa" && sub <= "qtz" && len(sub) == 3 {
		return true // private use, registered as a range
	}
	base, err := language.ParseBase(sub)
	if err != nil {
		return false
	}
	return base.String() == sub && !slices.Contains(bibliographic, sub)
}

// bibliographic lists the second codes of ISO 639-2 for languages that the registry has under another code.
var bibliographic = strings.Fields("alb arm baq bur chi cze dut fre geo ger gre ice mac mao may per rum slo tib wel")

// hasTextInLanguage reports whether some text, visible or announced, has the language of n: own texts of n, and
// those of elements inside that have no other language.
func (p *page) hasTextInLanguage(n dom.Node) bool {
	for c := n; c < p.At(n).Next; {
		e := p.At(c)
		if c != n && e.Flags&dom.HasLang != 0 && p.HasAttr(c, "lang") {
			c = e.Next
			continue
		}
		if (p.Visible(c) || p.Exposed(c)) && p.HasOwnText(c) || p.Exposed(c) && p.hasTextAttribute(c) {
			return true
		}
		c++
	}
	return false
}

// hasTextAttribute reports whether an attribute of n is read as text.
func (p *page) hasTextAttribute(n dom.Node) bool {
	if !p.Has(n, dom.HasAttributes) {
		return false
	}
	if !dom.IsBlank(p.Value(n, "aria-label")) {
		return true
	}
	switch p.Tag(n) {
	case dom.TagImg, dom.TagArea:
		return !dom.IsBlank(p.Value(n, "alt")) || !dom.IsBlank(p.Value(n, "title"))
	case dom.TagInput:
		return !dom.IsBlank(p.Value(n, "alt")) || !dom.IsBlank(p.Value(n, "value")) || !dom.IsBlank(p.Value(n, "placeholder")) || !dom.IsBlank(p.Value(n, "title"))
	}
	return p.Has(n, dom.HasTitle) && !dom.IsBlank(p.Value(n, "title"))
}
