package scanimage

import (
	"cmp"
	"image"
	"iter"
	"math"
	"slices"
)

// The measures of rules, in points of the paper (72 to the inch).
const (
	// runPoints is the shortest run of ink that may be a piece of a rule: longer than
	// any stroke of letters of text size, and than most of headings.
	runPoints = 7

	// gapPoints is the widest gap in a rule that is mended: where the print is weak, or a
	// letter that touches it was cut off.
	gapPoints = 5

	// shortestPoints is the shortest rule: two ems of text. The dashes of text are one.
	shortestPoints = 24

	// jointPoints is how far a shorter rule may be from the longer ones that show that it is
	// one: those across at its ends, and one that it lines up with. So stand the rules of
	// columns in a single row of a table, and not the sides of the boxes of a chart.
	jointPoints = 1.5

	// shadowJoints is how many times as far from a rule the dark edges may be that JPEG
	// makes beside it on a shaded ground.
	shadowJoints = 2

	// assumedDPI is the resolution of images that have none.
	assumedDPI = 200

	// thickestPoints is the thickest rule; what is thicker is a bar or a picture.
	thickestPoints = 6

	pointsPerInch = 72
)

const (
	// slender is how many times longer than thick a rule is. The strokes of large
	// headings have 5 to 8.
	slender = 12

	// drift is by how much a rule may rise or fall with its length: a quarter of a degree
	// is left at most after the page was straightened, half where there was nothing to see it by.
	drift = 0.01

	// filled is the least share of ink between the edges of a rule. Lines of type
	// that touch have half of it.
	filled = 0.6

	// broken is the largest share of the length of a rule that is mended gaps. The serifs
	// of a heading make rows with .3 and more.
	broken = 0.15

	// touching is the largest share of the length of a rule that something stands or hangs
	// on, just beyond its ragged edge. Serifs that meet have stems on .3 to .5.
	touching = 0.25

	// maxRulings bounds the rules of a page. A page of squared paper has some 200,
	// a dense table 100.
	maxRulings = 10_000
)

// Ruling is a straight horizontal or vertical line in an image: a rule of a table, a
// frame, an underline. Its box is in pixels and upright.
type Ruling struct {
	X0, Y0, X1, Y1 float64
	Vertical       bool
}

// Rulings finds the lines in a straightened image: horizontal ones from top to bottom,
// then vertical ones from left to right. Ink is what is darker than
// faint; where there are lines, those darker than black are looked for as well, for
// the shaded rows of tables hide the lines in them. The work is one pass over the
// pixels for each, and more only where there is long ink.
func Rulings(img *image.Gray, dpi float64, faint, black uint8) []Ruling {
	if dpi <= 0 {
		dpi = assumedDPI
	}
	joint := jointPoints * dpi / pointsPerInch
	b := darker(img, faint)
	across, down := findLines(b, dpi), findLines(b.transposed(), dpi)
	if hasLong(across) || hasLong(down) {
		b = darker(img, black)
		across, down = merge(findLines(b, dpi), across, joint), merge(findLines(b.transposed(), dpi), down, joint)
	}
	var out []Ruling
	for i := range across {
		if l := &across[i]; !l.short || joins(l, down, joint) && linesUp(l, across, joint) {
			out = append(out, Ruling{l.from, l.top, l.to, l.foot, false})
		}
	}
	for i := range down {
		if l := &down[i]; !l.short || joins(l, across, joint) && linesUp(l, down, joint) {
			out = append(out, Ruling{l.top, l.from, l.foot, l.to, true})
		}
	}
	return out
}

// ruled is a line in a bitmap, or in one that was transposed: from and to along it, top
// and foot across.
type ruled struct {
	from, to, top, foot float64
	short               bool // a rule only where others meet its ends
}

func hasLong(list []ruled) bool {
	return slices.ContainsFunc(list, func(l ruled) bool { return !l.short })
}

func sortLines(list []ruled) {
	slices.SortStableFunc(list, func(a, b ruled) int { return cmp.Or(cmp.Compare(a.top, b.top), cmp.Compare(a.from, b.from)) })
}

// near yields the lines of list, which is sorted, that begin at most joint above or
// below a place.
func near(list []ruled, top, joint float64) iter.Seq[*ruled] {
	return func(yield func(*ruled) bool) {
		first, _ := slices.BinarySearchFunc(list, top-joint, func(o ruled, at float64) int { return cmp.Compare(o.top, at) })
		for i := first; i < len(list) && list[i].top <= top+joint; i++ {
			if !yield(&list[i]) {
				return
			}
		}
	}
}

// merge is list with the fainter lines of more: one has the place of those that are
// parts of it, and one right beside another is the edge of its shadow.
func merge(list, more []ruled, joint float64) []ruled {
	var added []ruled
	for _, l := range more {
		known, shadow := false, false
		for o := range near(list, l.top, shadowJoints*joint) {
			switch {
			case math.Abs(o.top-l.top) <= joint && l.from <= o.to+joint && o.from <= l.to+joint:
				l.from, l.to, l.short = min(o.from, l.from), max(o.to, l.to), o.short && l.short
				o.from, o.to = 0, 0 // goes
				known = true
			case l.from >= o.from-joint && l.to <= o.to+joint:
				shadow = true
			}
		}
		if known || !shadow {
			added = append(added, l)
		}
	}
	list = append(slices.DeleteFunc(list, func(l ruled) bool { return l.to <= l.from }), added...)
	sortLines(list)
	return list
}

// joins reports whether long ones of the lines across l meet both of its ends.
func joins(l *ruled, across []ruled, joint float64) bool {
	meets := func(end float64) bool {
		for o := range near(across, end, joint) {
			if !o.short && o.from-joint <= l.top && o.to+joint >= l.foot {
				return true
			}
		}
		return false
	}
	return meets(l.from) && meets(l.to)
}

// linesUp reports whether a long one of list goes the same way as l.
func linesUp(l *ruled, list []ruled, joint float64) bool {
	for o := range near(list, l.top, joint) {
		if !o.short {
			return true
		}
	}
	return false
}

// strip is a group of runs in adjacent rows that touch.
type strip struct {
	x0, x1, y0, y1 int // half open
	left, right    int // the rows of the runs that reach furthest to the left and right
	area           int
	weight         int // sum of y times the ink there
	gaps           int // pixels of the length without ink
}

// findLines are the horizontal lines of b, from top to bottom.
func findLines(b *bitmap, dpi float64) (out []ruled) {
	points := func(n float64) int { return max(int(math.Round(n*dpi/pointsPerInch)), 2) }
	strips := mend(b.strips(points(runPoints), slack), points(gapPoints))
	for _, s := range strips {
		length := float64(s.x1 - s.x0)
		thick := float64(s.area) / length
		switch {
		case thick > float64(points(thickestPoints)), length < slender*thick:
		case float64(s.gaps) > broken*length:
		case float64(s.y1-s.y0) > thick/filled+drift*length+1:
		case b.standOn(&s):
		case len(out) == maxRulings:
			sortLines(out)
			return out
		default:
			middle := float64(s.weight)/float64(s.area) + 0.5
			out = append(out, ruled{float64(s.x0), float64(s.x1), middle - thick/2, middle + thick/2, length < float64(points(shortestPoints))})
		}
	}
	sortLines(out)
	return out
}

// standOn reports whether s is the feet or the heads of a row of letters.
func (b *bitmap) standOn(s *strip) bool {
	const beyond = 2 // pixels; the edge itself may be ragged by one
	most := int(touching * float64(s.x1-s.x0))
	return s.y0 >= beyond && b.count(s.y0-beyond, s.x0, s.x1) > most ||
		s.y1+beyond <= b.height && b.count(s.y1+beyond-1, s.x0, s.x1) > most
}

// slack is by how many pixels pieces of one rule may miss each other: a rule one pixel
// thick that falls goes on at the corner of the last piece.
const slack = 2

// maxStrips bounds what is kept of the long runs of a page: photographs with coarse
// screens have 20,000. A page with more has no rules.
const maxStrips = 1 << 18

// strips joins the runs of at least least pixels that touch those of the row above, or
// miss them by at most slack.
func (b *bitmap) strips(least, slack int) []strip {
	g := gathering{slack: slack}
	for y := 0; y < b.height && len(g.strips) < maxStrips; y++ {
		g.at, g.here = 0, g.here[:0]
		b.runs(y, least, func(from, to int) { g.add(from, to, y) })
		g.above, g.here = g.here, g.above
	}
	if len(g.strips) >= maxStrips {
		return nil
	}
	whole := g.strips[:0]
	for i := range g.strips {
		if g.joined[i] == i {
			whole = append(whole, g.strips[i])
		}
	}
	return whole
}

// gathering is the state of joining runs row by row.
type gathering struct {
	strips      []strip
	joined      []int  // by strip: the one it was joined to, or itself
	above, here []span // the runs of two rows
	at          int    // the first of above that may touch
	slack       int
}

// span is one run and its strip.
type span struct{ from, to, strip int }

// add takes the next run of row y.
func (g *gathering) add(from, to, y int) {
	for g.at < len(g.above) && g.above[g.at].to+g.slack < from {
		g.at++
	}
	own := strip{from, to, y, y + 1, y, y, to - from, y * (to - from), 0}
	id := -1
	for k := g.at; k < len(g.above) && g.above[k].from-g.slack <= to; k++ {
		other := g.root(g.above[k].strip)
		switch {
		case id < 0:
			id = other
			g.strips[id].add(own)
		case other != id:
			g.strips[id].add(g.strips[other])
			g.joined[other] = id
		}
	}
	if id < 0 {
		id = len(g.strips)
		g.strips, g.joined = append(g.strips, own), append(g.joined, id)
	}
	g.here = append(g.here, span{from, to, id})
}

// root is the strip that strip i is part of by now.
func (g *gathering) root(i int) int {
	for g.joined[i] != i {
		g.joined[i] = g.joined[g.joined[i]]
		i = g.joined[i]
	}
	return i
}

// add makes s hold what t holds.
func (s *strip) add(t strip) {
	if t.x0 < s.x0 {
		s.x0, s.left = t.x0, t.left
	}
	if t.x1 > s.x1 {
		s.x1, s.right = t.x1, t.right
	}
	s.y0, s.y1 = min(s.y0, t.y0), max(s.y1, t.y1)
	s.area += t.area
	s.gaps += t.gaps
	s.weight += t.weight
}

// band is how many rows of pixels are looked up together for the end of a rule.
const band = 16

// mend joins strips that go on where another ended, at most gap before.
func mend(strips []strip, gap int) []strip {
	slices.SortFunc(strips, func(a, b strip) int { return cmp.Or(cmp.Compare(a.x0, b.x0), cmp.Compare(a.y0, b.y0)) })
	ends := map[int][]int{} // by band: the strips that end there
	out := strips[:0]
	for _, s := range strips {
		id := -1
		for row := (s.left - slack) / band; row <= (s.left+slack)/band && id < 0; row++ {
			// Strips come from left to right: what ended too far to the left stays so.
			ends[row] = slices.DeleteFunc(ends[row], func(i int) bool { return out[i].x1+gap < s.x0 })
			for k, i := range ends[row] {
				if s.x0 >= out[i].x1-slack && abs(s.left-out[i].right) <= slack {
					id = i
					ends[row] = slices.Delete(ends[row], k, k+1)
					break
				}
			}
		}
		if id < 0 {
			id = len(out)
			out = append(out, s)
		} else {
			out[id].gaps += max(s.x0-out[id].x1, 0)
			out[id].add(s)
		}
		row := out[id].right / band
		ends[row] = append(ends[row], id)
	}
	return out
}

func abs(n int) int { return max(n, -n) }
