package semantic

import (
	"context"
	"fmt"
)

// heading claims short parts that look like headings against the body text.
// What speaks for and against is summed up, so that no single sign decides.
func heading(ctx context.Context, d *draft) error {
	var searches []*headingSearch
	err := d.shareSheets(ctx, func() func([]sheet) {
		search := &headingSearch{d: d, sure: map[headingKind]int{}}
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
	sure     map[headingKind]int
	doubtful []*part
}

func (h *headingSearch) sheets(sheets []sheet) {
	for i := range sheets {
		h.sheet(&sheets[i])
	}
}

func (h *headingSearch) sheet(s *sheet) {
	beside := neighbours{sheet: s}
	for i := range s.parts {
		p := &s.parts[i]
		if !h.d.mayHead(p) {
			continue
		}
		var c verdict
		h.d.weigh(&c, s, i, &beside)
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
		if label || a.look == b.look && b.depth == 0 && a.outlined == b.outlined &&
			b.box.Y0-a.box.Y1 <= headingJoin*min(a.look.size(), b.look.size()) {
			a.next, b.continued = b, true
			lines += b.count
			if label {
				a.look, a.outlined = b.look, max(a.outlined, b.outlined)
			}
		}
	}
}

// onlyNumber reports whether p is "Chapter 3" or "3" and nothing else.
func (d *draft) onlyNumber(p *part) bool {
	text := d.text(p)
	n := numberOf(text)
	return n.word && n.bytes == len(text)
}

// collectHeads lists the headings of the document, each once.
func (d *draft) collectHeads() {
	for p := range d.all() {
		if p.role == H && !p.continued {
			d.heads = append(d.heads, p)
		}
	}
}

// text is the text of p, line ends as spaces.
func (d *draft) text(p *part) string { return d.of(p).joined(p) }
