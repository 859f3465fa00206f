package infer

import (
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// footSlack is the most, in ems, that the boxes of lines under each other may overlap.
	footSlack = 0.3
	// floorStrips is the number of upright strips into which a page is cut to find what stands under
	// what: 5 points wide on paper, less than any gutter.
	floorStrips = 128
)

// floor tells what stands at the foot of a page or column. For each strip of the page it has how
// far down there is text that is no small print.
//
//	Foxes live in the   | 3 Wolf 1998.        not at the foot: text stands under it
//	wood(2), and come   | What they eat is
//	2 Berg 2004.        | known(3) since ...  2 is at the foot of its column
type floor struct {
	strips [floorStrips]float32
	width  float32 // the width of a strip
}

// read reads the parts of the page, except those for which skip is true.
func (f *floor) read(d *draft, s *sheet, skip func(part int) bool) {
	f.strips, f.width = [floorStrips]float32{}, s.Width/floorStrips
	for i := range s.parts {
		p := &s.parts[i]
		if p.role == semantic.Artifact || skip(i) || p.count > 0 && (d.small(s.line(p.first)) || p.count == 1 && !words.SeveralLetters(s.text(p.first))) {
			continue
		}
		from, to := f.span(p)
		for k := from; k <= to; k++ {
			f.strips[k] = max(f.strips[k], p.box.Y0)
		}
	}
}

// span returns the first and the last strip of p.
func (f *floor) span(p *part) (from, to int) {
	if !(f.width > 0) {
		return 0, 0
	}
	from = int(min(max(p.box.X0/f.width, 0), floorStrips-1))
	to = int(min(max(p.box.X1/f.width, 0), floorStrips-1))
	return from, max(from, to)
}

// isAtFoot reports whether only small print stands under p.
func (f *floor) isAtFoot(p *part) bool {
	from, to := f.span(p)
	for k := from; k <= to; k++ {
		if f.strips[k] >= p.box.Y1-footSlack*p.look.size() {
			return false
		}
	}
	return true
}
