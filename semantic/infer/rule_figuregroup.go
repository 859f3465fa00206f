package infer

import (
	"cmp"
	"context"
	"slices"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// besideGap is the distance in points below which pictures belong together under one caption;
	// a label with its white space may stand between.
	besideGap = 30
)

// figuregroup gives a figure with a caption the pictures near it that have none.
//
//	+-------+   +-------+
//	|       |   |       |      less than besideGap apart, and nothing but pictures and
//	|       |   |       |      short labels between: one figure of two pictures
//	+-------+   +-------+
//	   (a)         (b)
//	Fig. 3: A fox by day and by night
func figuregroup(ctx context.Context, d *draft) error {
	return d.eachSheet(ctx, func(s *sheet) {
		var owners, free []*part
		for i := range s.parts {
			switch p := &s.parts[i]; {
			case p.role != semantic.Figure || !s.mayHaveCaption(p):
			case d.captions[keyOf(p)] != nil:
				owners = append(owners, p)
			case d.alt(p) == "":
				free = append(free, p)
			}
		}
		if len(free) == 0 || len(owners)+len(free) > captionTargets {
			return
		}
		for _, p := range owners {
			free = d.gatherBeside(s, p, free)
			if c := d.captions[keyOf(p)]; d.beside[keyOf(p)] != nil && c.box.Y0 > p.box.Y1 && c.box.Y0 < p.box.Y1+besideGap {
				p.box.Y1 = c.box.Y0 // the box includes the labels between
			}
		}
	})
}

// gatherBeside adds to p the pictures among free that belong to it, the nearest first,
// and returns the rest of free.
func (d *draft) gatherBeside(s *sheet, p *part, free []*part) []*part {
	var left []*part
	for len(free) > 0 {
		at, near := 0, boxGap(&p.box, &free[0].box)
		for i, q := range free[1:] {
			if gap := boxGap(&p.box, &q.box); gap < near {
				at, near = i+1, gap
			}
		}
		if near >= besideGap {
			break
		}
		q := free[at]
		free = slices.Delete(free, at, at+1)
		if s.isClear(p.box.Union(q.box), d.captions[keyOf(p)]) &&
			d.claim(q, semantic.Caption, because("figuregroup", groupWeight, "a picture beside another one with a caption")) {
			p.box = p.box.Union(q.box)
			if d.beside == nil {
				d.beside = map[partKey][]*part{}
			}
			d.beside[keyOf(p)] = append(d.beside[keyOf(p)], q)
		} else {
			left = append(left, q)
		}
	}
	return append(left, free...)
}

// group returns one figure of f and the pictures beside it, in reading order: the first
// picture has the others in Beside.
func (s *sheet) group(f *layout.Figure, beside []*part) *layout.Figure {
	all := []*layout.Figure{f}
	for _, q := range beside {
		all = append(all, &s.Figures[s.Blocks[q.block].Figure])
	}
	slices.SortStableFunc(all, func(a, b *layout.Figure) int { return cmp.Compare(a.Box.Y0, b.Box.Y0) })
	for row := 0; row < len(all); { // pictures side by side are one row
		end := row + 1
		for end < len(all) && all[end].Box.Center().Y < all[row].Box.Y1 {
			end++
		}
		slices.SortStableFunc(all[row:end], func(a, b *layout.Figure) int { return cmp.Compare(a.Box.X0, b.Box.X0) })
		row = end
	}
	first := *all[0]
	first.Beside = all[1:]
	return &first
}

// boxGap returns the distance between a and b: the larger one of across and down, or 0.
func boxGap(a, b *layout.Rect) float32 {
	return max(a.X0-b.X1, b.X0-a.X1, a.Y0-b.Y1, b.Y0-a.Y1, 0)
}

// isClear reports whether nothing stands in box but pictures, short labels, and the
// caption of its figure.
func (s *sheet) isClear(box layout.Rect, caption *part) bool {
	for i := range s.parts {
		q := &s.parts[i]
		if q.count == 0 || q == caption || q.role == semantic.Artifact {
			continue
		}
		in := q.box.Intersect(box)
		if in.Width() <= 0 || in.Height() <= 0 {
			continue
		}
		if q.role != semantic.P || q.continued || q.bytes > labelBytes || q.count > labelLines {
			return false
		}
	}
	return true
}
