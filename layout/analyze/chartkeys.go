package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// Thresholds, in points.
const (
	// The squares of a key stand at one height and are as high, give or take keySlack. The key stands at most
	// keyReach above or below its chart: the names of an axis have room between. The last name begins at most keyName
	// behind the last square.
	keySlack = 0.3
	keyReach = 36
	keyName  = 12
	keysMost = limits.ChartKeys
)

// dropKeys drops the squares of the key of a chart from the shapes that may be bullets or boxes to tick. They
// stand side by side, are alike and have several colours, and none stands below another of its colour as bullets do:
//
//	■ Raw woods   ■ Electricity   ■ Labour
//	blue          orange          grey
//
// Office programs fill each, and draw its edge in white. A page of more than keysMost squares is a mosaic and has no key.
func (s *shapeStage) dropKeys() {
	s.keys = s.keys[:0]
	if len(s.dots) < 2 {
		return
	}
	var filled []*dot
	for i := range s.dots {
		d := &s.dots[i]
		if p := &s.c.Paths[d.path]; p.Op&layout.Fill == 0 || !p.Rectangle || isWhite(hex(s.paint(p.Paint).Fill)) {
			continue
		}
		if filled = append(filled, d); len(filled) > keysMost {
			return
		}
	}
	slices.SortFunc(filled, func(a, b *dot) int { return compare(a.box.Y0, b.box.Y0) })
	for at := 0; at < len(filled); {
		end := at + 1
		for end < len(filled) && filled[end].box.Y0-filled[at].box.Y0 <= keySlack {
			end++
		}
		s.addKeys(filled, filled[at:end])
		at = end
	}
	if len(s.keys) == 0 {
		return
	}
	s.dots = slices.DeleteFunc(s.dots, func(d dot) bool {
		return slices.ContainsFunc(s.keys, func(k layout.Rect) bool { return !apart(&d.box, &k, 0) })
	})
}

// addKeys adds the squares of a row to the keys if they are one.
func (s *shapeStage) addKeys(all, row []*dot) {
	slices.SortFunc(row, func(a, b *dot) int { return compare(a.box.X0, b.box.X0) })
	from := len(s.keys)
	for i := 1; i < len(row); i++ {
		if a, b := row[i-1], row[i]; inOneRow(&a.box, &b.box) && s.fillOf(a) != s.fillOf(b) {
			s.keys = append(s.keys, a.box, b.box)
		}
	}
	s.keys = append(s.keys[:from], slices.Compact(s.keys[from:])...)
	for _, d := range row {
		for _, o := range all {
			if abs(o.box.X0-d.box.X0) <= keySlack && abs(o.box.Y0-d.box.Y0) > d.box.Height() && s.fillOf(o) == s.fillOf(d) {
				s.keys = s.keys[:from]
				return
			}
		}
	}
}

// inOneRow reports whether b stands beside a, at the right, and is about as large.
func inOneRow(a, b *layout.Rect) bool {
	return abs(a.Y0-b.Y0) <= keySlack && abs(a.Y1-b.Y1) <= keySlack && max(a.Width(), b.Width()) <= dotRatio*min(a.Width(), b.Width()) && a.X1 < b.X0
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
