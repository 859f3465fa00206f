package infer

import (
	"context"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// drawing gives figures the text that stands inside of them. Labels of axes and boxes are
// not paragraphs of the text around.
//
//	       +-----+      +-----+
//	       | fox | eats | hen |      three labels of the figure
//	       +-----+      +-----+
//	Fig. 2: Who eats whom            its caption
//
// A drawing that is plainly one gets all text inside of it, since its picture shows that text.
// A doubtful drawing, or an image, must have a caption, and nothing but short text may stand on
// it: else it is the background of a text.
func drawing(ctx context.Context, d *draft) error {
	return d.eachSheet(ctx, func(s *sheet) {
		figures := 0
		for i := range s.parts {
			p := &s.parts[i]
			if p.role != semantic.Figure || figures == captionTargets || !d.mayHaveLabels(s, p) {
				continue
			}
			figures++
			d.claimLabels(s, p)
		}
	})
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// labelShare is the least share of a text's box that lies in the figure of the text.
	labelShare = 0.9
	// labelSize is the largest size of a label against the body text. The title of a
	// slide, which is larger, may stand beside a logo.
	labelSize = 1.25
	// largeLabel is the longest label, in bytes, of a larger size. It must stand in what is plainly a
	// drawing: it names a part of a circuit.
	largeLabel = 12
	// drawingPage is the share of the page from which a drawing is the background of the page.
	drawingPage = 0.6
)

// mayHaveLabels reports whether text inside the figure p can belong to it: the figure has a
// caption, or it is plainly a drawing.
func (d *draft) mayHaveLabels(s *sheet, p *part) bool {
	f := &s.Figures[s.Blocks[p.block].Figure]
	return (f.Vector && !f.Weak || d.captions[keyOf(p)] != nil) && p.box.Width()*p.box.Height() <= drawingPage*s.Width*s.Height
}

// claimLabels gives the text inside the figure p to the figure. An image gets all of it or none.
func (d *draft) claimLabels(s *sheet, p *part) {
	var labels []*part
	f := &s.Figures[s.Blocks[p.block].Figure]
	plain := f.Vector && !f.Weak
	for i := range s.parts {
		q := &s.parts[i]
		if q.count == 0 || q.role == semantic.Artifact || q.role == semantic.Caption || !inside(&q.box, &p.box) {
			continue
		}
		size := q.look.size() <= labelSize*d.body.size() || plain && q.bytes <= largeLabel
		switch free := q.role == semantic.P && !q.continued && size; {
		case plain && !free:
			continue
		case !free, !plain && (q.bytes > labelBytes || q.count > labelLines):
			return
		}
		labels = append(labels, q)
	}
	if len(labels) == 0 {
		return
	}
	for _, q := range labels {
		d.claim(q, semantic.Caption, because("drawing", pictureWeight, "text inside of a figure"))
	}
	if d.labels == nil {
		d.labels = map[partKey][]*part{}
	}
	d.labels[keyOf(p)] = labels
}

// inside reports whether nearly all of a lies in b.
func inside(a, b *layout.Rect) bool {
	in := a.Intersect(*b)
	return in.Width() > 0 && in.Height() > 0 && in.Width()*in.Height() >= labelShare*a.Width()*a.Height()
}
