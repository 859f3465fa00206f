package infer

import (
	"context"

	"github.com/pagelift/pagelift/semantic"
)

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// A document is slides if it has slidesLeast pages, and slidesShare of its pages are wider than high
	// and have a heading that begins in the upper slideTop of the page.
	slidesLeast = 3
	slidesShare = 0.7
	slideTop    = 0.45
	// slideTitleLines is the most lines of the title of a slide.
	slideTitleLines = 3
	// slideLines is the fewest headings under its title that may be the text of a slide.
	slideLines = 2
)

// slideheads makes headings of the titles of slides, which may be no larger than the text. If the first
// page has no heading, its largest text becomes one:
//
//	+----------------------+   +----------------------+
//	|                      |   | Hierarchical channels|   stands where other titles do,
//	|  Modelling of        |   | - may contain other  |   see findTitles
//	|  bus-based systems   |   |   channels           |
//	|  Anna Berg           |   |                      |
//	+----------------------+   +----------------------+
func slideheads(ctx context.Context, d *draft) error {
	for i := range d.sheets {
		s := &d.sheets[i]
		if s.slideTitle == 0 {
			continue
		}
		if p := s.partWith(s.slideTitle - 1); p != nil && p.role == semantic.P && p.count <= slideTitleLines && p.bytes <= boldBytes {
			d.claim(p, semantic.H, because("slideheads", headingWeight, "stands where other slides have titles, and nothing on its page is larger"))
		}
	}
	d.collectHeads()
	if len(d.heads) > 0 && d.heads[0].sheet > 0 && d.isSlides(d.topHeads()) {
		d.cover(&d.sheets[0])
		d.collectHeads()
	}
	return ctx.Err()
}

// partWith returns the part with a line, or nil.
func (s *sheet) partWith(line int32) *part {
	for i := range s.parts {
		if p := &s.parts[i]; p.count > 0 && p.first <= line && line <= p.last() {
			return p
		}
	}
	return nil
}

// cover makes a heading of the largest text of the first page of slides.
func (d *draft) cover(s *sheet) {
	var best *part
	smaller := false
	for i := range s.parts {
		p := &s.parts[i]
		if !p.flows() || p.role != semantic.P {
			continue
		}
		switch {
		case best == nil:
			best = p
		case p.look.quarters > best.look.quarters:
			best, smaller = p, true
		default:
			smaller = smaller || p.look.quarters < best.look.quarters
		}
	}
	if best != nil && smaller && best.bytes <= boldBytes {
		d.claim(best, semantic.H, because("slideheads", headingWeight, "the largest text of the first page of a set of slides"))
	}
}

// slideTitles marks the heading at the top of each page of slides, so that all get one level. Their
// sizes differ where programs fit them to the page.
func (d *draft) slideTitles() {
	tops := d.topHeads()
	if !d.isSlides(tops) {
		return
	}
	for _, h := range tops {
		if h != nil && h.role == semantic.H {
			h.slide = true
			d.slideText(h)
		}
	}
	d.collectHeads()
}

// topHeads returns for each page its largest heading, or nil. The page must be wider than high, and
// the heading must stand at its top.
func (d *draft) topHeads() []*part {
	tops := make([]*part, len(d.sheets))
	for _, h := range d.heads {
		if top := tops[h.sheet]; top == nil || h.look.quarters > top.look.quarters {
			tops[h.sheet] = h
		}
	}
	for i, h := range tops {
		if s := &d.sheets[i]; h != nil && (s.Width <= s.Height || h.box.Y0 >= slideTop*s.Height) {
			tops[i] = nil
		}
	}
	return tops
}

// isSlides reports whether most pages that are not empty have one of the headings tops.
func (d *draft) isSlides(tops []*part) bool {
	pages, slides := 0, 0
	for i, h := range tops {
		if len(d.sheets[i].parts) == 0 {
			continue
		}
		pages++
		if h != nil {
			slides++
		}
	}
	return pages >= slidesLeast && float32(slides) >= slidesShare*float32(pages)
}

// slideText makes the headings under the title of a slide paragraphs, if they have more text
// than the rest of the slide. Slides of a few large lines are such.
func (d *draft) slideText(title *part) {
	s := d.sheetOf(title)
	var heads []*part
	text, headed := int32(0), int32(0)
	for i := range s.parts {
		switch p := &s.parts[i]; {
		case p == title || !p.flows():
		case p.role != semantic.H:
			text += p.bytes
		case p.outlined == 0 && !p.continued:
			heads = append(heads, p)
			headed += p.bytes
		}
	}
	for _, h := range heads {
		if headed > text && len(heads) >= slideLines {
			d.unhead(h, "level", "one of the large lines that a slide is made of")
		}
	}
}
