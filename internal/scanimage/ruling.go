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
	// runPoints is the shortest run of ink that may be a piece of a rule: longer than any stroke of letters of
	// text size, and than most strokes of headings.
	runPoints = 7

	// gapPoints is the widest gap in a rule that is mended. Gaps arise where the print is weak, or where a letter
	// that touches the rule was cut off.
	gapPoints = 5

	// shortestPoints is the shortest rule that counts by itself: two ems of text. A dash is one em.
	shortestPoints = 24

	// jointPoints is the greatest distance between rules that meet or line up. A rule shorter than shortestPoints
	// counts only if long rules across meet both of its ends and a long rule lines up with it. The rules between
	// the columns of a single table row do so, the sides of the boxes of a chart do not.
	jointPoints = 1.5

	// shadowJoints is how far from a rule the dark edges lie that JPEG makes beside it on a shaded ground, in
	// joints.
	shadowJoints = 2

	// assumedDPI is the resolution of images without one.
	assumedDPI = 200

	// thickestPoints is the greatest thickness of a rule. What is thicker is a bar or a picture.
	thickestPoints = 6

	pointsPerInch = 72
)

const (
	// slender is how many times as long as thick a rule is at least. The strokes of large headings have 5 to 8.
	slender = 12

	// drift is how much a rule may rise or fall, as a share of its length. After straightening, a quarter of a
	// degree is left at most, or half a degree if the page had nothing to measure the skew by.
	drift = 0.01

	// filled is the least share of ink between the edges of a rule. Lines of type that touch have half of it.
	filled = 0.6

	// broken is the largest share of the length of a rule that is mended gaps. The serifs of a heading make rows
	// with .3 and more.
	broken = 0.15

	// touching is the largest share of the length of a rule on which something stands or hangs, just beyond the
	// ragged edge. Rows of serifs that meet have stems on .3 to .5.
	touching = 0.25

	// maxRulings bounds the rules of a page. A page of squared paper has some 200, a dense table 100.
	maxRulings = 10_000
)

// Ruling is a straight horizontal or vertical line in an image, such as a rule of a table, a frame or an
// underline. Its box is upright and in pixels.
type Ruling struct {
	X0, Y0, X1, Y1 float64
	Vertical       bool
}

// Rulings finds the lines in a straightened image: horizontal ones from top to bottom, then vertical ones
// from left to right. Pixels darker than faint are ink. If there are lines, Rulings also looks for lines of
// pixels darker than black, since the shaded rows of tables hide the lines in them. Each search is one pass
// over the pixels; only long runs of ink take more work.
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

// ruled is a line in a bitmap, or in a transposed one. from and to are its ends, top and foot its edges.
type ruled struct {
	from, to, top, foot float64
	short               bool // it counts only if others meet its ends
}

func hasLong(list []ruled) bool {
	return slices.ContainsFunc(list, func(l ruled) bool { return !l.short })
}

func sortLines(list []ruled) {
	slices.SortStableFunc(list, func(a, b ruled) int { return cmp.Or(cmp.Compare(a.top, b.top), cmp.Compare(a.from, b.from)) })
}

// near yields the lines of list that begin at most joint above or below top. list is sorted.
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

// merge adds the fainter lines of more to list. A faint line replaces the lines of list that are parts of it.
// A faint line right beside one of list is the edge of its shadow and is left out.
func merge(list, more []ruled, joint float64) []ruled {
	var added []ruled
	for _, l := range more {
		known, shadow := false, false
		for o := range near(list, l.top, shadowJoints*joint) {
			switch {
			case math.Abs(o.top-l.top) <= joint && l.from <= o.to+joint && o.from <= l.to+joint:
				l.from, l.to, l.short = min(o.from, l.from), max(o.to, l.to), o.short && l.short
				o.from, o.to = 0, 0 // it is removed below
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

// joins reports whether long lines across meet both ends of l.
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

// linesUp reports whether a long line of list lies in the same direction and height as l.
func linesUp(l *ruled, list []ruled, joint float64) bool {
	for o := range near(list, l.top, joint) {
		if !o.short {
			return true
		}
	}
	return false
}

// strip is a group of runs in adjacent rows that touch each other.
type strip struct {
	x0, x1, y0, y1 int // half open
	left, right    int // the rows of the runs that reach furthest left and right
	area           int
	weight         int // sum of y over its ink
	gaps           int // how many pixels of its length have no ink
}

// findLines returns the horizontal lines of b, from top to bottom. It joins the long runs of ink in
// adjacent rows to strips, and joins strips that continue each other:
//
//	=========== =======     one rule with a gap
//	         ==========     and the next row of its ink
//	  ==   =     ==  =      runs that are too short: letters
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

// standOn reports whether s is the feet or the tops of a row of letters.
func (b *bitmap) standOn(s *strip) bool {
	const beyond = 2 // pixels; the edge itself may be ragged by one
	most := int(touching * float64(s.x1-s.x0))
	return s.y0 >= beyond && b.count(s.y0-beyond, s.x0, s.x1) > most ||
		s.y1+beyond <= b.height && b.count(s.y1+beyond-1, s.x0, s.x1) > most
}

// slack is by how many pixels the pieces of one rule may miss each other. A rule one pixel thick that falls
// goes on at the corner of its last piece.
const slack = 2

// maxStrips bounds the strips of a page. Photographs with coarse screens have 20,000. A page with more than
// maxStrips has no rules.
const maxStrips = 1 << 18

// strips joins the runs of at least least pixels to strips. A run joins those of the row above that it
// touches, or misses by at most slack.
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

// gathering is the state of strips while it goes from row to row.
type gathering struct {
	strips      []strip
	joined      []int  // by strip: the strip that it was joined to, or itself
	above, here []span // the runs of the row above and of this row
	at          int    // the first run of above that may touch
	slack       int
}

// span is one run and its strip.
type span struct{ from, to, strip int }

// add adds the next run of row y.
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

// root returns the strip that strip i has become part of.
func (g *gathering) root(i int) int {
	for g.joined[i] != i {
		g.joined[i] = g.joined[g.joined[i]]
		i = g.joined[i]
	}
	return i
}

// add adds the runs of t to s.
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

// band is the number of pixel rows that share an entry in the table of ends.
const band = 16

// mend joins strips that begin where another one ended, at most gap further left.
func mend(strips []strip, gap int) []strip {
	slices.SortFunc(strips, func(a, b strip) int { return cmp.Or(cmp.Compare(a.x0, b.x0), cmp.Compare(a.y0, b.y0)) })
	ends := map[int][]int{} // by band: the strips that end there
	out := strips[:0]
	for _, s := range strips {
		id := -1
		for row := (s.left - slack) / band; row <= (s.left+slack)/band && id < 0; row++ {
			// Strips come from left to right, so a strip that ended too far to the left cannot be continued any more.
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
