package semantic

import (
	"context"
	"fmt"
	"strings"
	"unicode"
)

// heading claims short parts that look like headings against the body text.
// What speaks for and against is summed up, so that no single sign decides.
func heading(ctx context.Context, d *draft) error {
	var searches []*headingSearch
	run := d.findRunning()
	err := d.shareSheets(ctx, func() func([]sheet) {
		search := &headingSearch{d: d, running: &run, sure: map[headingKind]int{}}
		searches = append(searches, search)
		return search.sheets
	})
	if err != nil {
		return err
	}
	sure := map[headingKind]int{}
	for _, search := range searches {
		for kind, n := range search.sure {
			sure[kind] += n
		}
	}
	for _, search := range searches {
		for _, p := range search.doubtful {
			if n := sure[kindOf(p)]; n >= likeHeadings {
				d.claim(p, H, Evidence{"heading", headingWeight, fmt.Sprintf("looks and is numbered as %d headings", n)})
			}
		}
	}
	err = d.eachSheetApart(ctx, d.joinHeadings)
	d.collectHeads()
	return err
}

// headingSearch is what one worker finds.
type headingSearch struct {
	d        *draft
	running  *running
	sure     map[headingKind]int
	doubtful []*part
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
		if !h.d.mayHead(p, h.running) {
			continue
		}
		var c verdict
		h.d.weigh(&c, &g, i)
		switch {
		case c.weight >= headingWeight:
			h.d.claim(p, H, Evidence{"heading", min(c.weight, 1), c.reason()})
			h.sure[kindOf(p)]++
		case c.weight+sentenceCost >= headingWeight && p.depth > 0:
			h.doubtful = append(h.doubtful, p)
		}
	}
}

// headingKind is what numbered headings of one level have in common.
type headingKind struct {
	look  look
	depth int8
}

func kindOf(p *part) headingKind { return headingKind{p.look, p.depth} }

// joinHeadings makes one heading of neighbouring ones that are its lines:
// "Chapter 1" above its name, and titles whose lines came as blocks.
func (d *draft) joinHeadings(s *sheet) {
	g := signs{sheet: s}
	lines := int32(0) // of the heading so far
	for i := 1; i < len(s.parts); i++ {
		a, b := &s.parts[i-1], &s.parts[i]
		if !a.continued {
			lines = a.count
		}
		if a.role != H || b.role != H || b.box.Y0 < a.box.Y0 || lines+b.count > headingLines {
			continue
		}
		label := d.onlyNumber(a)
		if label || d.runsOn(&g, a, b) {
			a.next, b.continued = b, true
			lines += b.count
			if label {
				a.look, a.outlined = b.look, max(a.outlined, b.outlined)
			}
		}
	}
}

// runsOn reports whether heading b, right under heading a, is its next line: in
// the same look, where a was broken because it was full, or an open end of a.
func (d *draft) runsOn(g *signs, a, b *part) bool {
	s := g.sheet
	size := min(a.look.size(), b.look.size())
	if b.depth > 0 || a.outlined != b.outlined || b.box.Y0-a.box.Y1 > headingJoin*size {
		return false
	}
	text, next := s.text(a.last()), s.text(b.first)
	if strings.ContainsRune(openEnds, lastRune(text)) || a.look.bold == b.look.bold && unicode.IsLower(firstLetter(next)) {
		return true
	}
	if a.look != b.look {
		return false
	}
	word, _, _ := strings.Cut(next, " ")
	room := g.column(a).right - s.line(a.last()).Box.X1
	ragged := abs(a.box.X0-b.box.X0) > sameIndent*size // centred lines are broken by hand
	return ragged || a.look.size() >= handBroken*d.body.size() || room < float32(len(word)+1)*size*narrowLetter
}

// openEnds are the signs at the end of a line that has not come to an end.
const openEnds = ",:–—&/"

// onlyNumber reports whether p is "Chapter 3" or "3" and nothing else.
func (d *draft) onlyNumber(p *part) bool {
	text := d.text(p)
	n := numberOf(text)
	return n.word && n.bytes == len(text)
}

// collectHeads lists the headings of the document, each once.
func (d *draft) collectHeads() {
	d.heads = d.heads[:0]
	for p := range d.all() {
		if p.role == H && !p.continued {
			d.heads = append(d.heads, p)
		}
	}
}

// text is the text of p, line ends as spaces.
func (d *draft) text(p *part) string { return d.of(p).joined(p) }
