package analyze

import (
	"cmp"
	"math"
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// Tables with rules are found before regions are cut, for rules tell their extent. Rules that touch are a
// set (table_rules.go). The places of its rules are the edges of a grid, and missing pieces make cells of
// several rows or columns (table_walls.go). Text adds rules that were left out (table_implied.go,
// table_steps.go) and decides whether the whole is a table (table_accept.go). The edges of painted cells
// are rules in a second round (areas.go, table_stripes.go).
//
//	+------+------+
//	|      |      |
//	+      +------+      the missing piece makes one cell of two rows
//	|      |      |
//	+------+------+

// ruleFinder finds the sets of rules that touch each other. Its slices are reused.
type ruleFinder struct {
	level, upright []rule
	joints         [2][]layout.Point // by level and upright rules: where pieces of a rule meet, see joinRules
	sets           []int32           // union-find over level and upright rules
	number         []int32           // by rule: its set in boxes
	boxes          []ruleSet
	frames         []layout.Rect // boxes of four rules that no other touches
	own            [2][]rule     // level and upright rules of the set at hand, in its frame
	walls          wallMap
	text           []slotText
	wallText       []wallText
	rows           []listRow
	steps          []int32 // rows of all texts, ascending
	tiles          []layout.Rect
	outer          []outerRow
	tiled          bool // the edges of areas are among the rules
	looked         int  // pairs of an area and a place so far
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// leastRules is the fewest rules that make a table: two rules make two by two cells in an open frame.
	leastRules = 2
	// farDown is how far below its middle the baseline of a text may lie, in points.
	farDown = 72
)

// ruledTables finds the tables whose cells are parted by rules.
func (s *tableStage) ruledTables() {
	rf := &s.ruled
	rf.looked, rf.frames = 0, rf.frames[:0]
	if len(s.rulings) >= leastRules {
		rf.tiled = false
		s.collectRules()
		s.tableOfSets()
		rf.listFrames()
	}
	if len(s.areas) >= leastTiles {
		rf.tiled = true
		s.collectRules()
		s.collectTiles()
		s.tableOfSets()
	}
}

// listFrames lists the sets that are a box of four rules.
func (rf *ruleFinder) listFrames() {
	for i := range rf.boxes {
		if set := &rf.boxes[i]; set.level == 2 && set.upright == 2 {
			rf.frames = append(rf.frames, set.box)
		}
	}
}

// tableOfSets looks for a table in each set of rules that touch.
func (s *tableStage) tableOfSets() {
	rf := &s.ruled
	rf.level, rf.joints[0] = joinRules(rf.level, rf.joints[0][:0])
	rf.upright, rf.joints[1] = joinRules(rf.upright, rf.joints[1][:0])
	rf.connect()
	for i := range rf.boxes {
		set := &rf.boxes[i]
		if len(s.grids) >= gridsKept || set.level < 2 && set.upright < 2 || set.level == 0 || set.upright == 0 {
			continue
		}
		if !s.insideGrid(set.box) {
			s.ruledTable(set)
		}
	}
}

// insideGrid reports whether a table was found around box. What is drawn in its cells is no table of its
// own.
func (s *tableStage) insideGrid(box layout.Rect) bool {
	for i := range s.grids {
		around := s.grids[i].box(&s.frames[s.grids[i].frame])
		if around.Contains(box.Center()) {
			return true
		}
	}
	return false
}

// collectRules lists the visible rules of the page, thick borders among them.
func (s *tableStage) collectRules() {
	rf := &s.ruled
	rf.level, rf.upright = rf.level[:0], rf.upright[:0]
	for i := range s.rulings {
		r := &s.rulings[i]
		if !isWhite(r.Color) || s.onArea(r.Box) {
			rf.add(&r.Box, r.Vertical)
		}
	}
	for i := range s.areas {
		b := &s.areas[i].box
		if w, h := b.Width(), b.Height(); min(w, h) <= borderThick && max(w, h) >= borderRatio*min(w, h) {
			rf.add(b, h > w)
		}
	}
}

// collectTiles adds the edges of areas that may be cells, for cells painted side by
// side need no rules to be told apart.
func (s *tableStage) collectTiles() {
	rf := &s.ruled
	rf.tiles = rf.tiles[:0]
	for i := range s.areas {
		if a := &s.areas[i]; s.isTile(a) && !s.insideGrid(a.box) {
			b := a.box
			rf.tiles = append(rf.tiles, b)
			rf.add(&layout.Rect{X0: b.X0, Y0: b.Y0, X1: b.X1, Y1: b.Y0}, false)
			rf.add(&layout.Rect{X0: b.X0, Y0: b.Y1, X1: b.X1, Y1: b.Y1}, false)
			rf.add(&layout.Rect{X0: b.X0, Y0: b.Y0, X1: b.X0, Y1: b.Y1}, true)
			rf.add(&layout.Rect{X0: b.X1, Y0: b.Y0, X1: b.X1, Y1: b.Y1}, true)
		}
	}
	rf.bridgeStripes()
}

// bridgeStripes adds rules along the sides from each tile to the next one below it that is as wide and at
// most a row away. Between the stripes of a table lie rows that are not painted.
func (rf *ruleFinder) bridgeStripes() {
	slices.SortFunc(rf.tiles, func(a, b layout.Rect) int {
		return cmp.Or(compare(a.X0, b.X0), compare(a.X1, b.X1), compare(a.Y0, b.Y0))
	})
	for i := 1; i < len(rf.tiles); i++ {
		a, b := &rf.tiles[i-1], &rf.tiles[i]
		gap := b.Y0 - a.Y1
		if a.X0 == b.X0 && a.X1 == b.X1 && gap > ruleGap && gap <= stripeGap*max(a.Height(), b.Height()) {
			rf.add(&layout.Rect{X0: a.X0, Y0: a.Y1, X1: a.X0, Y1: b.Y0}, true)
			rf.add(&layout.Rect{X0: a.X1, Y0: a.Y1, X1: a.X1, Y1: b.Y0}, true)
		}
	}
}

func (rf *ruleFinder) add(b *layout.Rect, upright bool) {
	if upright {
		rf.upright = append(rf.upright, rule{at: (b.X0 + b.X1) / 2, from: b.Y0, to: b.Y1})
	} else {
		rf.level = append(rf.level, rule{at: (b.Y0 + b.Y1) / 2, from: b.X0, to: b.X1})
	}
}

// frameAt returns the upright frame that most of the text in box belongs to; -1: none.
func (s *segmentStage) frameAt(box layout.Rect) int32 {
	best, most := int32(-1), int32(0)
	for _, f := range s.byWeight {
		fr := &s.frames[f]
		if fr.cos != 0 && fr.sin != 0 {
			continue
		}
		glyphs := int32(0)
		for _, g := range s.segmentsIn(fr, box) {
			if box.Contains(fr.pagePoint((g.u0+g.u1)/2, g.v-textMiddle*g.size)) {
				glyphs += g.count
			}
		}
		if glyphs > most {
			best, most = f, glyphs
		}
	}
	return best
}

// segmentsIn returns the segments of f at the height of box, and some above and below.
func (s *segmentStage) segmentsIn(f *frame, box layout.Rect) []segment {
	own := s.segments[f.segments.first : f.segments.first+f.segments.count]
	v0, v1 := float32(math.MaxFloat32), float32(-math.MaxFloat32)
	for _, p := range [...]layout.Point{{X: box.X0, Y: box.Y0}, {X: box.X1, Y: box.Y1}} {
		v := p.Y*f.cos - p.X*f.sin
		v0, v1 = min(v0, v), max(v1, v)
	}
	byV := func(g segment, v float32) int { return compare(g.v, v) }
	at, _ := slices.BinarySearchFunc(own, v0, byV)
	end, _ := slices.BinarySearchFunc(own, v1+farDown, byV)
	return own[at:max(at, end)]
}
