package infer

import (
	"context"
	"strings"

	"github.com/pagelift/pagelift/internal/language"
	"github.com/pagelift/pagelift/layout"
)

// undetermined is the language of text of which the document says that it is in
// none that anybody knows (BCP 47; ISO 32000-2 clause 14.9.2.2).
const undetermined = "und"

// tagLang is the language that a tag of the document names; "" when it names none,
// or the text that is tagged so says otherwise.
func (d *draft) tagLang(tag string) string {
	switch lang := language.WellFormed(tag); {
	case lang != "" && !d.doubted[lang]:
		return lang
	case tag == undetermined && d.lang != "":
		return undetermined
	}
	return ""
}

// langOf is the language that the node of element i says: its own, or that of a
// group around it, which has no node. A group that says the
// same as the whole document adds nothing.
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

// langAround is the language of element i: its own, that of one around it, or that
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

// primary is a language without its country and script.
func primary(lang string) string {
	base, _, _ := strings.Cut(lang, "-")
	return strings.ToLower(base)
}

// documentLang is what the element at the top says of the language of all of it.
func (t *tagTree) documentLang() string {
	if p := t.Elements[0].Properties; p != nil && t.tags[0].kind == groupTag {
		return language.WellFormed(p.Lang)
	}
	return ""
}

// doubtBytes is how much of the text that a document says is in another language
// is read to tell whether it is.
const doubtBytes = 4 * sampleBytes

// doubtTags finds the languages that the document names for text which is plainly in
// its own: writers tag what was typed with the keyboard of another country. All text
// of one language is judged together, since names and single words prove nothing.
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

// foreignTags are the languages that the document names beside its own, with no text yet.
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

// readTagged adds the text of s that is tagged to be in one of these languages.
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

// langTagged is the language that a span is tagged with, "" for none.
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
