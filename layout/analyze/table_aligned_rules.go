package analyze

import "github.com/pagelift/pagelift/layout"

// levelRules returns the rules along the text of a frame from top to bottom, their pieces joined. The
// edges of what is painted behind rows are among them. The result is good until the next call for another
// frame.
func (s *tableStage) levelRules(frame int32) []rule {
	if s.levelsOf == frame+1 {
		return s.levels
	}
	s.levelsOf, s.levels, s.uprights = frame+1, s.levels[:0], s.uprights[:0]
	f := &s.frames[frame]
	s.collectRules()
	s.collectTiles()
	s.collectSlivers()
	for _, r := range s.ruled.level {
		s.addRule(f, layout.Point{X: r.from, Y: r.at}, layout.Point{X: r.to, Y: r.at})
	}
	for _, r := range s.ruled.upright {
		s.addRule(f, layout.Point{X: r.at, Y: r.from}, layout.Point{X: r.at, Y: r.to})
	}
	joined, _ := joinRules(s.levels, nil)
	s.levels = s.dropUnderlines(joined, f)
	s.uprights, _ = joinRules(s.uprights, nil)
	return s.levels
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// sliverTall is how tall a sliver between painted cells is at most, in tileWidth.
	sliverTall = 3
	// Rules that mark text are looked for within underlineReach points of its baseline and reach at most
	// underlineOver over its ends; rulesWork bounds the pairs that are compared.
	underlineReach = 24
	underlineOver  = 0.15
	rulesWork      = 1 << 20
	// A stroke points at a line from pointHigh to pointLow above its baseline. In drawings it does so at
	// pointShare of the lines or more, in tables at a line or two.
	pointHigh  = 0.5
	pointLow   = 0.15
	pointShare = 0.5
)

// collectSlivers adds the upper and lower edges of areas too narrow for cells. They join the edges of the
// cells beside them.
func (s *tableStage) collectSlivers() {
	for i := range s.areas {
		if b := s.areas[i].box; b.Width() < tileWidth && b.Height() >= tileHeight && b.Height() <= sliverTall*tileWidth {
			s.ruled.add(&layout.Rect{X0: b.X0, Y0: b.Y0, X1: b.X1, Y1: b.Y0}, false)
			s.ruled.add(&layout.Rect{X0: b.X0, Y0: b.Y1, X1: b.X1, Y1: b.Y1}, false)
		}
	}
}

// dropUnderlines leaves out the rules that mark text: they lie right below a baseline and reach no further
// than the text.
func (s *segmentStage) dropUnderlines(rules []rule, f *frame) []rule {
	segs := s.segments[f.segments.first : f.segments.first+f.segments.count]
	kept, compared := rules[:0], 0
	at := 0
	for _, r := range rules {
		for at < len(segs) && segs[at].v < r.at-underlineReach {
			at++
		}
		marks := false
		for i := at; i < len(segs) && segs[i].v <= r.at+underlineReach && compared < rulesWork; i++ {
			g := &segs[i]
			compared++
			if d := (r.at - g.v) / g.size; d >= underlineFrom && d <= underlineTo &&
				r.from >= g.u0-underlineOver*g.size && r.to <= g.u1+underlineOver*g.size {
				marks = true
				break
			}
		}
		if !marks {
			kept = append(kept, r)
		}
	}
	return kept
}

// addRule adds the rule from a to b to the levels if it lies along the text of f, to the uprights if it
// lies across it.
func (s *tableStage) addRule(f *frame, a, b layout.Point) {
	u0, v0 := a.X*f.cos+a.Y*f.sin, a.Y*f.cos-a.X*f.sin
	u1, v1 := b.X*f.cos+b.Y*f.sin, b.Y*f.cos-b.X*f.sin
	if abs(u1-u0) > abs(v1-v0) {
		s.levels = append(s.levels, rule{at: (v0 + v1) / 2, from: min(u0, u1), to: max(u0, u1)})
	} else if v0 != v1 {
		s.uprights = append(s.uprights, rule{at: (u0 + u1) / 2, from: min(v0, v1), to: max(v0, v1)})
	}
}

// betweenUprights returns the columns between the upright rules beside part j of line l, if the part is
// alone there and in their middle. Where no rule stands on one side, the columns reach to the end of the
// table.
//
//	    Thermal       |     Jet
//	v      m      T   |   b     n
func (a *columnStage) betweenUprights(l *alignedLine, j int32) (col, end int32, ok bool) {
	p := &a.parts[j]
	left, right := float32(-farAway), float32(farAway)
	if a.s.ruled.looked += len(a.s.uprights); a.s.ruled.looked > areaWork {
		return 0, 0, false
	}
	for _, r := range a.s.uprights {
		if v := l.v - textMiddle*l.size; r.from > v || r.to < v {
			continue
		}
		if r.at > p.u0 {
			right = r.at
			break
		}
		left = r.at
	}
	n := int32(len(a.cols))
	if right < p.u1 || left < a.cols[0].u0 && right > a.cols[n-1].u1 || j > l.first && a.parts[j-1].u1 > left || j+1 < l.end && a.parts[j+1].u0 < right {
		return 0, 0, false
	}
	for col < n && a.cols[col].u0+a.cols[col].u1 < 2*left {
		col++
	}
	for end = col; end < n && a.cols[end].u0+a.cols[end].u1 < 2*right; {
		end++
	}
	return col, end, end-col > 1 && a.offCentre(p, col, end) <= headMiddle*a.em
}

// isPointedAt reports whether level strokes end beside most lines with gaps, at the middle of their
// height: pins of a circuit, ticks and lines of a scale. The rules of a table lie between its lines.
//
//	A ---+    +--- B
//	C ---+    +--- D
func (a *rowStage) isPointedAt() bool {
	if a.slabs {
		return false // rules between all rows, whose cells stand in the middle
	}
	gapped, pointed := 0, 0
	for i := range a.band {
		l := &a.band[i]
		if !l.gaps {
			continue
		}
		gapped++
		for _, r := range a.rules[a.ruleFrom(l.v-pointHigh*l.size):] {
			if r.at > l.v-pointLow*l.size {
				break
			}
			if r.from < l.u1+a.em && r.to > l.u0-a.em {
				pointed++
				break
			}
		}
	}
	return float32(pointed) >= pointShare*float32(gapped)
}
