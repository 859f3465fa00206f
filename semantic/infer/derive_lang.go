package infer

import (
	"context"
	"strings"

	"github.com/pagelift/pagelift/internal/language"
	"github.com/pagelift/pagelift/layout"
)

// undetermined is the language of text whose language the document calls unknown
// (BCP 47; ISO 32000-2 clause 14.9.2.2).
const undetermined = "und"

// tagLang returns the language that a tag of the document names, or "" when it names none,
// or when the text with that tag is plainly in another language.
func (d *draft) tagLang(tag string) string {
	switch lang := language.WellFormed(tag); {
	case lang != "" && !d.doubted[lang]:
		return lang
	case tag == undetermined && d.lang != "":
		return undetermined
	}
	return ""
}

// langOf returns the language for the node of element i: the element's own, or that of a
// group around it, since groups have no node. A group in the language
// of the whole document adds nothing.
func (d *draft) langOf(i int32) string {
	t := d.tree
	for e := i; e >= 0; e = t.parent(e) {
		if e != i && !(t.tags[e].kind == groupTag || t.tags[e].kind == clearTag) {
			return ""
		}
		if p := t.Elements[e].Properties; p != nil && p.Lang != "" {
			if lang := d.tagLang(p.Lang); e == i || lang != d.lang {
				return lang
			}
			return ""
		}
	}
	return ""
}

// langAround returns the language of element i: its own, that of an element around it, or that
// of the document.
func (d *draft) langAround(i int32) string {
	for t := d.tree; i >= 0; i = t.parent(i) {
		if p := t.Elements[i].Properties; p != nil && p.Lang != "" {
			if lang := d.tagLang(p.Lang); lang != "" {
				return lang
			}
		}
	}
	return d.lang
}

// primary returns a language without its country and script.
func primary(lang string) string {
	base, _, _ := strings.Cut(lang, "-")
	return strings.ToLower(base)
}

// documentLang returns the language that the element at the top names for the whole document.
func (t *tagTree) documentLang() string {
	if p := t.Elements[0].Properties; p != nil && t.tags[0].kind == groupTag {
		return language.WellFormed(p.Lang)
	}
	return ""
}

// doubtBytes is how much text of a foreign language is read to check the language.
const doubtBytes = 4 * sampleBytes

// doubtTags finds languages that the document names for text which is plainly in the
// document's own language: writers tag text by the keyboard with which it was typed. All text
// with one language is judged together, since names and single words prove nothing.
func (d *draft) doubtTags(ctx context.Context) error {
	texts := d.foreignTags()
	if len(texts) == 0 {
		return nil
	}
	err := d.eachSheet(ctx, func(s *sheet) { d.readTagged(s, texts) })
	d.doubted = map[string]bool{}
	for lang, text := range texts {
		found, _ := language.Glance(text.String())
		d.doubted[lang] = found.Certain && language.Related(d.lang, found.Lang) && !language.Related(lang, found.Lang)
	}
	return err
}

// foreignTags returns the languages that the document names beside its own, each with an empty text.
func (d *draft) foreignTags() map[string]*strings.Builder {
	texts, known := map[string]*strings.Builder{}, map[string]bool{}
	note := func(tag string) {
		if tag == "" || known[tag] {
			return
		}
		known[tag] = true
		if lang := language.WellFormed(tag); lang != "" && !language.Related(d.lang, lang) {
			texts[lang] = &strings.Builder{}
		}
	}
	for i := range d.tree.Elements {
		if p := d.tree.Elements[i].Properties; p != nil {
			note(p.Lang)
		}
	}
	for i := range d.sheets {
		for k := range d.sheets[i].Marks {
			note(d.sheets[i].Marks[k].Lang)
		}
	}
	return texts
}

// readTagged adds the text of s that is tagged with a language of texts.
func (d *draft) readTagged(s *sheet, texts map[string]*strings.Builder) {
	end := int32(-1)
	for i := range s.Spans {
		span := &s.Spans[i]
		text := texts[d.langTagged(s, span)]
		if text == nil || text.Len() > doubtBytes {
			continue
		}
		if span.Start != end {
			text.WriteByte(' ')
		}
		text.WriteString(s.Text[span.Start:span.End])
		end = span.End
	}
}

// langTagged returns the language with which a span is tagged, or "".
func (d *draft) langTagged(s *sheet, span *layout.Span) string {
	if span.Mark < 0 || int(span.Mark) >= len(s.content) || s.content[span.Mark] < 0 {
		return ""
	}
	elem := d.tree.content[s.content[span.Mark]].elem
	if m := d.markFrame(s, span.Mark, elem); m != nil && m.Lang != "" {
		return language.WellFormed(m.Lang)
	}
	return d.langAround(elem)
}
