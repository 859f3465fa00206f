package infer

import (
	"context"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// definitionRole is what a part is in a list of terms and their descriptions.
type definitionRole uint8

const (
	noDefinition definitionRole = iota
	definedTerm                 // a line that is a term
	description                 // what the term means, indented under it
	runInTerm                   // a paragraph that hangs under the term it begins with
)

// definition looks for lists of terms and their descriptions. Terms stand on lines of their
// own, or begin the paragraph that hangs under them:
//
//	Fox                               Fox  An animal that lives in the wood and comes
//	    An animal that lives             to town at night.
//	    in the wood.                  Dog  An animal that lives in the house and
//	Dog                                  barks at foxes.
//	    One that barks.
//
// Bold lines over indented text can be headings, too. So the first kind needs
// definedTerms terms. Bold terms need boldTerms, unless other text stands as far out as they
// do. A line that comes again and again ("Details") is no term.
func definition(ctx context.Context, d *draft) error {
	if err := d.countTerms(ctx); err != nil {
		return err
	}
	defer func() { d.boldLines = nil }() // it would keep the text of pages in memory
	return d.eachSheetApart(ctx, func(s *sheet) {
		for i := 0; i < len(s.parts); i++ {
			if run := d.definitions(s, i); run.end > i {
				if run.terms > 0 {
					run.claim(d, s, i)
				}
				i = run.end - 1
			}
		}
	})
}

// countTerms counts the bold lines of the document that may be terms. Lines that come again and
// again, such as "Details" and "See also", head the parts of each chapter.
func (d *draft) countTerms(ctx context.Context) error {
	d.boldLines = map[string]int{}
	return d.eachSheet(ctx, func(s *sheet) {
		for i := range s.parts {
			if p := &s.parts[i]; p.look.bold && d.mayDefine(s, p) && d.isTerm(s, p) {
				d.boldLines[s.text(p.first)]++
			}
		}
	})
}

// definitionRun is a run of parts that were read as a list of terms.
type definitionRun struct {
	end   int // the part behind it
	terms int // how many terms it has; 0: it is no list
	runIn bool
}

// definitions returns the list of terms that begins with part i of s.
func (d *draft) definitions(s *sheet, i int) definitionRun {
	first := &s.parts[i]
	if !d.mayDefine(s, first) {
		return definitionRun{}
	}
	if d.isTerm(s, first) {
		return d.termsAndBodies(s, i)
	}
	return d.runInTerms(s, i)
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// definitionWeight is above the weight of the outline's and most headings' claims, which
	// rest on the look of a single line.
	definitionWeight = 0.65
	// definedTerms is the fewest terms with indented text under them that make a list.
	// runInTerms is the fewest paragraphs that hang under bold words.
	definedTerms = 3
	runInTerms   = 2
	// boldTerms is the fewest bold terms that make a list where no text stands as far out
	// as they do: fewer may be headings over a page that is indented all over.
	boldTerms = 5
	// termCopies is how often a bold term may stand in a document.
	// "Details" stands on 900 pages of the manual of R.
	termCopies = 2
	// termNear is how many parts before and behind a term are searched for text as far out.
	termNear = limits.TermParts
	// descriptionParts bounds the paragraphs of one description: where there are more,
	// the bold lines are headings over indented text.
	descriptionParts = 2
	// termBytesMost is the longest term.
	termBytesMost = 80
)

// runInTerms returns the list of paragraphs that hang under bold words and begins with
// part i.
func (d *draft) runInTerms(s *sheet, i int) definitionRun {
	first := &s.parts[i]
	run := definitionRun{runIn: true, end: i}
	hanging := 0
	for ; run.end < len(s.parts); run.end++ {
		p := &s.parts[run.end]
		if !d.mayDefine(s, p) || !d.under(s, first, p) || d.termBytes(s, p) == 0 || p.count > 1 && !s.hangs(p) {
			break
		}
		hanging += btoi(p.count > 1)
		run.terms++
	}
	if run.terms < runInTerms || 2*hanging < run.terms {
		run.terms = 0
	}
	return run
}

// termsAndBodies returns the list of terms on lines of their own that begins with part i.
func (d *draft) termsAndBodies(s *sheet, i int) definitionRun {
	first := &s.parts[i]
	run := definitionRun{end: i}
	var body *part // the first description
	k := i
	for k < len(s.parts) && d.mayDefine(s, &s.parts[k]) && d.isTerm(s, &s.parts[k]) && d.under(s, first, &s.parts[k]) && s.parts[k].look == first.look {
		term := &s.parts[k]
		from := k + 1
		for k = from; k < len(s.parts) && k-from < descriptionParts; k++ {
			p := &s.parts[k]
			if !d.mayDefine(s, p) || !s.describes(p, term) || body != nil && !d.under(s, body, p) {
				break
			}
			if body == nil {
				body = p
			}
		}
		if k == from || d.boldLines[s.text(term.first)] > termCopies {
			break
		}
		run.terms++
		run.end = k
	}
	if run.terms < definedTerms || first.look.bold && !first.look.mono && run.terms < boldTerms && !d.textUnder(s, i) {
		run.terms = 0
	}
	return run
}

// claim claims the parts from i to the end of the run as a list of terms.
func (r *definitionRun) claim(d *draft, s *sheet, i int) {
	reason := "a term set off by its looks, with indented text under it"
	if r.runIn {
		reason = "hangs under the term it begins with"
	}
	for k := i; k < r.end; k++ {
		p := &s.parts[k]
		if !d.claim(p, semantic.LI, because("definition", definitionWeight, reason)) {
			continue
		}
		switch {
		case r.runIn:
			p.defines = runInTerm
		case d.isTerm(s, p) && p.box.X0 <= s.parts[i].box.X0+sameIndent*p.look.size():
			p.defines = definedTerm
		default:
			p.defines = description
		}
	}
}

// mayDefine reports whether p can be in a list of terms at all.
func (d *draft) mayDefine(s *sheet, p *part) bool {
	return p.role == semantic.P && p.count > 0 && s.Blocks[p.block].Kind == layout.Paragraph && s.line(p.first).Rotation == 0
}

// isTerm reports whether p is a short line set off by its look in the size of the text.
func (d *draft) isTerm(s *sheet, p *part) bool {
	if p.count != 1 || p.bytes > termBytesMost || p.look.size() > d.body.size()*largerRatio {
		return false
	}
	if p.look.bold == d.body.bold && p.look.italic == d.body.italic && p.look.mono == d.body.mono {
		return false
	}
	text := s.text(p.first)
	return words.NumberOf(text).Depth == 0 && words.Bullet(text) == 0 && s.line(p.first).Bullet == 0 && !endsSentence(text) && words.SeveralLetters(text)
}

// under reports whether p begins under the beginning of first, in its column.
func (d *draft) under(s *sheet, first, p *part) bool {
	return s.Blocks[p.block].Column == s.Blocks[first.block].Column && p.box.Y0 >= first.box.Y0 &&
		abs(s.line(p.first).Box.X0-s.line(first.first).Box.X0) <= sameIndent*d.body.size()
}

// textUnder reports whether paragraphs near part i stand as far out as it does.
// Then text that is indented under lines like part i stands out from the rest.
func (d *draft) textUnder(s *sheet, i int) bool {
	first := &s.parts[i]
	for k := max(i-termNear, 0); k < min(i+termNear, len(s.parts)); k++ {
		if p := &s.parts[k]; p.role == semantic.P && p.count > 1 && s.Blocks[p.block].Column == s.Blocks[first.block].Column &&
			abs(p.box.X0-first.box.X0) <= sameIndent*d.body.size() {
			return true
		}
	}
	return false
}

// describes reports whether p stands indented and close under a term.
func (s *sheet) describes(p, term *part) bool {
	size := p.look.size()
	indent := p.box.X0 - term.box.X0
	return s.Blocks[p.block].Column == s.Blocks[term.block].Column && p.box.Y0 > term.box.Y0 &&
		indent >= descriptionIndent*size && indent <= descriptionDeep*size && !p.look.bold && s.line(p.first).Bullet == 0 && words.Bullet(s.text(p.first)) == 0
}

// hangs reports whether all lines of p but the first are indented alike.
func (s *sheet) hangs(p *part) bool {
	if p.count < 2 {
		return false
	}
	first, second := s.line(p.first), s.line(p.first+1)
	for i := p.first + 1; i <= p.last(); i++ {
		if abs(s.line(i).Box.X0-second.Box.X0) > sameIndent*second.Size {
			return false
		}
	}
	indent := second.Box.X0 - first.Box.X0
	return indent >= descriptionIndent*first.Size && indent <= descriptionDeep*first.Size
}

// termBytes returns the length of the bold or fixed width words that p begins with, if
// plain text follows them on their line, else 0.
func (d *draft) termBytes(s *sheet, p *part) int32 {
	l := s.line(p.first)
	end := l.Start
	for _, span := range s.LineSpans(int(p.first)) {
		style := &s.Styles[span.Style]
		if style.Bold == d.body.bold && style.Mono == d.body.mono {
			break
		}
		end = span.End
	}
	if size := end - l.Start; size > 0 && size < termBytesMost && end < l.End && words.SeveralLetters(s.Text[l.Start:end]) && words.Bullet(s.text(p.first)) == 0 && l.Bullet == 0 {
		return size
	}
	return 0
}
