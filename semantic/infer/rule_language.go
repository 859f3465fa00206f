package infer

import (
	"cmp"
	"context"
	"strings"

	"github.com/pagelift/pagelift/internal/language"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// samplesTaken is how many samples of the text decide about the language of a document.
	// Two of three can outvote one that is a list of names.
	samplesTaken = 3
	// samplesInDoubt is how many samples decide when the first ones disagree. Statements and
	// indexes are mostly names; they come out right by the weight of seven.
	samplesInDoubt = 7
	// namesWeight is the weight of a guess by trigrams alone from which on it overrules the language that a document
	// names, and from which on an uncertain guess at a rare language is believed. Below it are names, addresses and sums:
	// of 678 documents three were overruled with up to 263, invoices in German called Portuguese, and two were called Akan
	// and Turkmen with up to 141, a table of formulas and a specimen. The least weight that was right to overrule is 438.
	namesWeight = 300
)

// languages finds the direction that most of the text has, the language of the document
// and the passages in another one (WCAG 3.1.1 and 3.1.2).
//
//	Foxes are animals that live in the wood ...       English: the language of the document
//	"Der Fuchs ist ein Tier, das im Wald lebt ..."    a passage in German
//
// Samples from the beginning to the end of the text vote. The language that the document
// names stands unless all samples are certain of another one: many programs write the
// language of their menus. Names and sums, of which invoices and lists have little else,
// are certain of nothing.
func languages(ctx context.Context, d *draft) error {
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
	samples := d.samples(samplesTaken)
	found, _ := language.Glance(strings.Join(samples, ""))
	unanimous, told := found.Certain, found.Lang
	if !unanimous {
		found, unanimous = d.vote(ctx, samples)
	}
	if !unanimous {
		samples = d.samples(samplesInDoubt)
		found, _ = d.vote(ctx, append(samples, strings.Join(samples, "")))
	}
	if found.Lang != told && found.IsLatin() && found.Weight < namesWeight {
		// trigrams alone say so, of few words
		unanimous = false
		if !found.Certain && !found.IsUsual() {
			found.Lang = ""
		}
	}
	if d.lang = d.choose(found, unanimous); d.lang == "" {
		return nil
	}
	if d.tree != nil {
		if err := d.doubtTags(ctx); err != nil {
			return err
		}
	}
	return d.findPassages(ctx, samples, found.Script)
}

// choose returns the language that the document names, unless its text is clearly in another
// one: many programs write the language of their menus. If the document names none, choose
// returns the caller's, else the one found.
func (d *draft) choose(found language.Guess, unanimous bool) string {
	named := language.WellFormed(d.src.Lang)
	switch {
	case named == "" && found.Vague():
		return language.WellFormed(d.src.LangHint)
	case named == "":
		return cmp.Or(language.WellFormed(d.src.LangHint), found.Lang)
	case unanimous && !language.Related(named, found.Lang):
		d.warnings = append(d.warnings, layout.Warning{
			Code: "language_overruled", Detail: "the document says " + named + ", its text is " + found.Lang,
		})
		return found.Lang
	}
	return named
}

// vote returns the heaviest guess, with the weights of guesses of one language added up, and
// whether all guesses agree on it and are certain.
func (d *draft) vote(ctx context.Context, samples []string) (heaviest language.Guess, unanimous bool) {
	guesses := make([]language.Guess, len(samples))
	if d.share(ctx, len(samples), func() func(int) { return func(i int) { guesses[i] = language.GuessOf(samples[i]) } }) != nil {
		return language.Guess{}, false // ctx has ended: no further rule runs
	}
	weights := map[string]float32{}
	unanimous = true
	for _, g := range guesses {
		weights[g.Lang] += g.Weight
		if g.Weight = weights[g.Lang]; g.Weight > heaviest.Weight {
			heaviest = g
		}
		unanimous = unanimous && g.Certain && g.Lang == heaviest.Lang
	}
	return heaviest, unanimous && len(samples) > 0
}

// samples returns up to count stretches of the running text, spread from its beginning to
// its end. Of a short document it returns all text.
func (d *draft) samples(count int) []string {
	total := 0
	for p := range d.all() {
		if d.speaks(p) {
			total += int(p.bytes)
		}
	}
	count = min((total+sampleBytes-1)/sampleBytes, count)
	samples := make([]string, 0, count)
	var text strings.Builder
	passed := 0
	for p := range d.all() {
		if !d.speaks(p) {
			continue
		}
		if passed += int(p.bytes); len(samples) < count && passed > len(samples)*(total/count) {
			if d.appendText(&text, p, sampleBytes); text.Len() >= sampleBytes {
				samples = append(samples, text.String())
				text = strings.Builder{}
			}
		}
	}
	if text.Len() > 0 && len(samples) < count {
		samples = append(samples, text.String())
	}
	return samples
}

// speaks reports whether p is text in a language. Text of fixed width is not: it has
// names of things, unless the whole document is of fixed width.
func (d *draft) speaks(p *part) bool {
	return p.flows() && p.role != semantic.Code && (!p.look.mono || d.body.mono)
}

// appendText adds the first lines of p until text has size bytes or a little
// more. It leaves out words of fixed width, unless the whole document is.
func (d *draft) appendText(text *strings.Builder, p *part, size int) {
	s := d.sheetOf(p)
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
	s := d.sheetOf(p)
	var rtl int32
	for i := p.first; i <= p.last(); i++ {
		if l := s.line(i); l.Direction == layout.RightToLeft {
			rtl += l.End - l.Start
		}
	}
	return 2*rtl > p.bytes
}

// direction returns the direction of p, "rtl" or "ltr", where it differs from that of the
// document, else "".
func (d *draft) direction(p *part) string {
	switch rtl := d.rightToLeft(p); {
	case rtl && !d.rtl:
		return "rtl"
	case !rtl && d.rtl && p.bytes > 0:
		return "ltr"
	}
	return ""
}
