package infer

import (
	"context"
	"fmt"
	"maps"
	"unicode"

	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// likeHeadings is how many sure headings of one look and depth of numbering make
	// a line like them a heading although it ends as a sentence.
	likeHeadings = 2
)

// heading looks for short parts that stand out from the running text.
//
//	3 Where foxes live               size 1.20 of the body's +.60, numbered +.20, set apart
//	                                 +.20: 1.00, and headingWeight is .50
//	Foxes live in the wood. They     more than headingLines: no heading whatever it looks like
//	...
//	Do not touch this.               bold +.35, set apart +.20, ends as a sentence -.35: .20,
//	                                 none
//
// The signs for and against a heading are summed up (heading_signs.go), so that no single sign
// decides. A line that falls short only because it ends as a sentence is a heading all the
// same if it has the look and the depth of numbering of two sure headings.
func heading(ctx context.Context, d *draft) error {
	var searches []*headingSearch
	run := d.findRunning()
	err := d.shareSheets(ctx, func() func([]sheet) {
		search := &headingSearch{d: d, running: &run, sure: map[headingKind]int{}, numbered: map[*part]numberedPart{}}
		searches = append(searches, search)
		return search.sheets
	})
	if err != nil {
		return err
	}
	sure := map[headingKind]int{}
	numbered := map[*part]numberedPart{}
	for _, search := range searches {
		for kind, n := range search.sure {
			sure[kind] += n
		}
		maps.Copy(numbered, search.numbered)
	}
	d.claimSequence(numbered)
	for _, search := range searches {
		for _, p := range search.doubtful {
			if n := sure[d.kindOf(p)]; n >= likeHeadings {
				d.claim(p, semantic.H, because("heading", headingWeight, fmt.Sprintf("looks and is numbered as %d headings", n)))
			}
		}
	}
	err = d.eachSheetApart(ctx, d.joinHeadings)
	d.collectHeads()
	return err
}

var headingBar = threshold{"headingWeight", headingWeight}

// headingSearch is what one worker finds.
type headingSearch struct {
	d        *draft
	running  *running
	sure     map[headingKind]int
	doubtful []*part
	numbered map[*part]numberedPart
}

func (h *headingSearch) sheets(sheets []sheet) {
	for i := range sheets {
		h.sheet(&sheets[i])
	}
}

func (h *headingSearch) sheet(s *sheet) {
	g := signs{sheet: s, running: h.running, beside: neighbours{sheet: s}}
	for i := range s.parts {
		p := &s.parts[i]
		if bar := h.d.barOf(p, h.running); bar != mayHead {
			if h.d.explain && bar != otherRole {
				h.d.deny(p, semantic.H, semantic.Barred, because("heading", 0, bar.String()))
			}
			continue
		}
		var c verdict
		h.d.weigh(&c, &g, i)
		h.number(p, &c, &g)
		switch {
		case c.weight >= headingWeight:
			h.d.claim(p, semantic.H, c.because(h.d, "heading", headingBar))
			h.sure[h.d.kindOf(p)]++
		case c.weight+sentenceCost >= headingWeight && p.depth > 0:
			h.doubtful = append(h.doubtful, p)
			fallthrough
		default:
			if h.d.explain {
				h.d.deny(p, semantic.H, semantic.Short, c.tooLittle("heading", headingBar))
			}
		}
	}
}

// number records p if its number may continue a sequence of sections.
func (h *headingSearch) number(p *part, c *verdict, g *signs) {
	sure := c.weight >= headingWeight
	if p.depth == 0 || c.weight+sequenceWeight < headingWeight {
		return
	}
	text := h.d.text(p)
	number := numberOfSection(text, words.NumberOf(text))
	if number == nil || !sure && (g.sheet.gaps(p) || g.beside.any(p)) {
		return
	}
	h.numbered[p] = numberedPart{p: p, number: number, sure: sure}
}

// headingKind is equal for numbered headings of one level.
type headingKind struct {
	look     look
	depth    int8
	lettered bool // the number begins with a letter, as those of appendices and of standards do
}

func (d *draft) kindOf(p *part) headingKind {
	return headingKind{p.look, p.depth, unicode.IsLetter(firstLetter(d.sheetOf(p).text(p.first)))}
}

// collectHeads lists the headings of the document, each once.
func (d *draft) collectHeads() {
	d.heads = d.heads[:0]
	for p := range d.all() {
		if (p.role == semantic.H || p.role == semantic.Title) && !p.continued {
			d.heads = append(d.heads, p)
		}
	}
}

// text returns the text of p with spaces for line ends.
func (d *draft) text(p *part) string { return d.sheetOf(p).joined(p) }
