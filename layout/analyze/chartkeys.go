package analyze

import (
	"cmp"
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// Thresholds, in points.
const (
	// The squares of a key stand at one height and have one size, give or take keySlack. The key stands at most
	// keyReach above or below its chart: the names of an axis have room between. The last name begins at most keyName
	// behind the last square.
	keySlack = 0.3
	keyReach = 36
	keyName  = 12
)

// dropKeys drops the squares of the key of a chart from the shapes that may be bullets or boxes to tick. They
// stand side by side, are alike and have several colours:
//
//	■ Raw woods   ■ Electricity   ■ Labour
//	blue          orange          grey
//
// Office programs fill each, and draw its edge in white.
func (s *shapeStage) dropKeys() {
	s.keys = s.keys[:0]
	if len(s.dots) < 2 {
		return
	}
	filled := make([]int32, 0, len(s.dots)) // indexes into dots
	for i := range s.dots {
		if p := &s.c.Paths[s.dots[i].path]; p.Op&layout.Fill != 0 && p.Rectangle && !isWhite(hex(s.paint(p.Paint).Fill)) {
			filled = append(filled, int32(i))
		}
	}
	slices.SortFunc(filled, func(a, b int32) int {
		p, q := &s.dots[a].box, &s.dots[b].box
		return cmp.Or(compare(p.Y0, q.Y0), compare(p.X0, q.X0))
	})
	for i := 1; i < len(filled); i++ {
		a, b := &s.dots[filled[i-1]], &s.dots[filled[i]]
		if inOneRow(&a.box, &b.box) && s.fillOf(a) != s.fillOf(b) {
			s.keys = append(s.keys, a.box, b.box)
		}
	}
	if s.keys = slices.Compact(s.keys); len(s.keys) == 0 {
		return
	}
	s.dots = slices.DeleteFunc(s.dots, func(d dot) bool {
		return slices.ContainsFunc(s.keys, func(k layout.Rect) bool { return !apart(&d.box, &k, 0) })
	})
}

// inOneRow reports whether b stands beside a, at the right, and is as high.
func inOneRow(a, b *layout.Rect) bool {
	return abs(a.Y0-b.Y0) <= keySlack && abs(a.Y1-b.Y1) <= keySlack && a.X1 < b.X0
}

// fillOf returns the colour that fills a shape.
func (s *shapeStage) fillOf(d *dot) uint32 { return hex(s.paint(s.c.Paths[d.path].Paint).Fill) }

// joinKeys adds each key, with its names, to the figure next to it. A picture becomes a drawing by that, so that the
// key is seen.
func (s *figureStage) joinKeys(figures []layout.Figure) []layout.Figure {
	if len(s.keys) == 0 || len(figures) == 0 || len(figures) > panelsJoined {
		return figures
	}
	s.listTexts()
	for at := 0; at < len(s.keys); {
		key := s.keys[at]
		end := at + 1
		for ; end < len(s.keys) && inOneRow(&s.keys[end-1], &s.keys[end]); end++ {
			key = key.Union(s.keys[end])
		}
		key = s.withNames(key)
		at = end
		var chart *layout.Figure
		best := float32(keyReach)
		for i := range figures {
			f := &figures[i]
			if gap := max(key.Y0-f.Box.Y1, f.Box.Y0-key.Y1); f.Inset == nil && gap <= best && key.X0 >= f.Box.X0-legendGap && key.X1 <= f.Box.X1+legendGap {
				chart, best = f, gap
			}
		}
		if chart == nil || holdsBox(chart.Box, key, 0) {
			continue
		}
		if all := chart.Box.Union(key); s.onlyLabels(all, nil) {
			chart.Box, chart.Vector, chart.Weak = all, true, false
		}
	}
	return figures
}

// withNames returns the box of the squares of a key and of the names behind them.
func (s *figureStage) withNames(key layout.Rect) layout.Rect {
	middle := key.Center().Y
	for i := range s.p.Lines {
		if l := &s.p.Lines[i]; l.Box.Y0 < middle && l.Box.Y1 > middle && l.Box.X0 > key.X0 && l.Box.X0 <= key.X1+keyName {
			key = key.Union(l.Box)
		}
	}
	return key
}
