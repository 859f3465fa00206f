package a11y

import (
	"slices"
	"strings"

	"golang.org/x/text/language"
)

// The language of the document and of its parts.
var languageRules = []rule{
	{
		Rule: Rule{
			ID: "html-has-lang", Impact: Serious, Level: A, ACT: []string{"b5c3f8"}, WCAG: []string{"3.1.1"},
			Help: "The document says its language",
		},
		weight: 7, on: trigger{tags: []tag{tagHTML}}, each: htmlHasLang,
	},
	{
		Rule: Rule{
			ID: "html-lang-valid", Impact: Serious, Level: A, ACT: []string{"bf051a"}, WCAG: []string{"3.1.1"},
			Help: "The language of the document is a registered one",
		},
		weight: 7, on: trigger{tags: []tag{tagHTML}}, each: htmlLangValid,
	},
	{
		Rule: Rule{
			ID: "html-xml-lang-mismatch", Impact: Moderate, Level: A, ACT: []string{"5b7ae0"}, WCAG: []string{"3.1.1"},
			Help: "lang and xml:lang of the document name the same language",
		},
		weight: 3, on: trigger{tags: []tag{tagHTML}}, each: htmlXMLLang,
	},
	{
		Rule: Rule{
			ID: "valid-lang", Impact: Serious, Level: AA, ACT: []string{"de46e4"}, WCAG: []string{"3.1.2"},
			Help: "The language of a part of the document is a registered one",
		},
		weight: 7, on: trigger{flags: hasLang}, each: validLang,
	},
}

func htmlHasLang(p *page, n node) verdict {
	if !p.isPage() {
		return verdict{}
	}
	return passIf(!isBlank(p.value(n, "lang")), "the document has no lang attribute with a value")
}

func htmlLangValid(p *page, n node) verdict {
	lang := p.value(n, "lang")
	if isBlank(lang) || !p.isPage() {
		return verdict{}
	}
	if knownLanguage(lang) {
		return pass
	}
	return fail("no registered language has this tag").with("lang", lang)
}

func htmlXMLLang(p *page, n node) verdict {
	lang, xml := p.value(n, "lang"), p.value(n, "xml:lang")
	if !knownLanguage(lang) || isBlank(xml) {
		return verdict{}
	}
	if primarySubtag(lang) == primarySubtag(xml) {
		return pass
	}
	return fail("lang and xml:lang differ").with("lang", lang).with("xml:lang", xml)
}

// validLang decides an element with text of its language. Elements without any cannot
// mislead anybody.
func validLang(p *page, n node) verdict {
	lang, ok := p.attr(n, "lang")
	if !ok || lang == "" || p.tag(n) == tagHTML || !p.speaks(n) {
		return verdict{}
	}
	if knownLanguage(lang) {
		return pass
	}
	v := fail("no registered language has this tag")
	if p.tag(n) == tagBody {
		v = unsure("no registered language has this tag, which html might say") // the rule of W3C is about what is inside
	}
	return v.with("lang", lang)
}

// primarySubtag is the part of a language tag that names the language, lower case.
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

// bibliographic are the second codes of ISO 639-2 for languages that the registry has
// under another one.
var bibliographic = strings.Fields("alb arm baq bur chi cze dut fre geo ger gre ice mac mao may per rum slo tib wel")

// speaks reports whether some text, seen or announced, has the language of n: its own
// texts and those of elements inside that name no other.
func (p *page) speaks(n node) bool {
	for c := n; c < p.at(n).next; {
		e := p.at(c)
		if c != n && e.flags&hasLang != 0 && p.hasAttr(c, "lang") {
			c = e.next
			continue
		}
		if (p.visible(c) || p.exposed(c)) && p.hasOwnText(c) || p.exposed(c) && p.hasTextAttribute(c) {
			return true
		}
		c++
	}
	return false
}

// hasTextAttribute reports whether an attribute of n is read as text.
func (p *page) hasTextAttribute(n node) bool {
	if !p.has(n, hasAttributes) {
		return false
	}
	if !isBlank(p.value(n, "aria-label")) {
		return true
	}
	switch p.tag(n) {
	case tagImg, tagArea:
		return !isBlank(p.value(n, "alt")) || !isBlank(p.value(n, "title"))
	case tagInput:
		return !isBlank(p.value(n, "alt")) || !isBlank(p.value(n, "value")) || !isBlank(p.value(n, "placeholder")) || !isBlank(p.value(n, "title"))
	}
	return p.has(n, hasTitle) && !isBlank(p.value(n, "title"))
}
