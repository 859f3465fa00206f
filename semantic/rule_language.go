package semantic

import (
	"cmp"
	"context"
	"strings"

	"github.com/pagelift/pagelift/layout"
)

// language finds the direction that most of the text has, the language of the
// document and the passages in another one (WCAG 3.1.1 and 3.1.2).
func language(ctx context.Context, d *draft) error {
	var rtl, all int64
	err := d.eachSheet(ctx, func(s *sheet) {
		for i := range s.Lines {
			l := &s.Lines[i]
			all += int64(l.End - l.Start)
			if l.Direction == layout.RightToLeft {
				rtl += int64(l.End - l.Start)
			}
		}
	})
	d.rtl = 2*rtl > all
	if err != nil {
		return err
	}
	samples := d.samples()
	var found guess
	if d.lang, found = d.documentLanguage(samples); d.lang == "" {
		return nil
	}
	return d.findPassages(ctx, samples, found.script)
}

// documentLanguage is the language the document names, unless its text says
// clearly otherwise: many programs write that of their menus. Without any, it is
// the caller's, else the one found.
func (d *draft) documentLanguage(samples []string) (lang string, found guess) {
	found, unanimous := vote(samples)
	named := wellFormed(d.src.Lang)
	switch {
	case named == "":
		return cmp.Or(wellFormed(d.src.LangHint), found.lang), found
	case unanimous && !related(named, found.lang):
		d.warnings = append(d.warnings, layout.Warning{
			Code: "language_overruled", Detail: "the document says " + named + ", its text is " + found.lang,
		})
		return found.lang, found
	}
	return named, found
}

// vote is the guess of most samples, and whether all agree on it and are sure.
func vote(samples []string) (most guess, unanimous bool) {
	guesses := make([]guess, len(samples))
	best := 0
	for i, text := range samples {
		guesses[i] = identify(text)
		votes, sure := 0, 0
		for _, v := range guesses[:i+1] {
			if v.lang == guesses[i].lang && v.lang != "" {
				votes++
				if v.certain {
					sure++
				}
			}
		}
		if votes > best {
			most, best = guesses[i], votes
		}
		unanimous = sure == len(samples)
	}
	return most, unanimous
}

// samples are stretches of the running text from the beginning, the middle and
// the end of the document; of a short document, all of it.
func (d *draft) samples() []string {
	total := int32(0)
	for p := range d.all() {
		if d.speaks(p) {
			total += p.bytes
		}
	}
	count := int32(min(max(int(total)/sampleBytes, 1), samplesTaken))
	samples := make([]string, 0, count)
	var text strings.Builder
	passed := int32(0)
	for p := range d.all() {
		if !d.speaks(p) {
			continue
		}
		begin := int32(len(samples)) * (total / count)
		if int32(len(samples)) < count && passed+p.bytes > begin {
			d.appendText(&text, p, sampleBytes)
			if text.Len() >= sampleBytes {
				samples = append(samples, text.String())
				text = strings.Builder{}
			}
		}
		passed += p.bytes
	}
	if text.Len() > 0 && int32(len(samples)) < count {
		samples = append(samples, text.String())
	}
	return samples
}

// speaks reports whether p is text in a language. What is in fixed width is not,
// but names of things, unless the whole document is.
func (d *draft) speaks(p *part) bool {
	return p.flows() && p.role != Code && (!p.look.mono || d.body.mono)
}

// appendText adds the first lines of p until text has size bytes or a little
// more, without what is in fixed width.
func (d *draft) appendText(text *strings.Builder, p *part, size int) {
	s := d.of(p)
	for i := p.first; i <= p.last() && text.Len() < size; i++ {
		for _, span := range s.LineSpans(int(i)) {
			if !s.Styles[span.Style].Mono || d.body.mono {
				text.WriteString(s.Text[span.Start:span.End])
			}
		}
		text.WriteByte(' ')
	}
}

// rightToLeft reports whether most of p is written from right to left.
func (d *draft) rightToLeft(p *part) bool {
	s := d.of(p)
	var rtl int32
	for i := p.first; i <= p.last(); i++ {
		if l := s.line(i); l.Direction == layout.RightToLeft {
			rtl += l.End - l.Start
		}
	}
	return 2*rtl > p.bytes
}

// direction is the value of dir where p differs from the document, else "".
func (d *draft) direction(p *part) string {
	switch rtl := d.rightToLeft(p); {
	case rtl && !d.rtl:
		return "rtl"
	case !rtl && d.rtl && p.bytes > 0:
		return "ltr"
	}
	return ""
}
