package infer

import (
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// footSlack is how far, in ems, boxes of lines under each other may overlap.
	footSlack = 0.3
	// floorStrips is how finely a page is cut upright to see what stands under
	// what: 5 points on paper, less than any gutter.
	floorStrips = 128
)

// floor tells what stands at the foot of a page or column: how far down, strip
// by strip, there is text that is no small print.
type floor struct {
	strips [floorStrips]float32
	width  float32 // of a strip
}

// read takes the parts of the page but those that skip names.
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

// span is the first and the last strip of p.
func (f *floor) span(p *part) (from, to int) {
	if !(f.width > 0) {
		return 0, 0
	}
	from = int(min(max(p.box.X0/f.width, 0), floorStrips-1))
	to = int(min(max(p.box.X1/f.width, 0), floorStrips-1))
	return from, max(from, to)
}

// under reports whether nothing but small print stands under p.
func (f *floor) under(p *part) bool {
	from, to := f.span(p)
	for k := from; k <= to; k++ {
		if f.strips[k] >= p.box.Y1-footSlack*p.look.size() {
			return false
		}
	}
	return true
}
