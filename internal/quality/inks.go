package quality

import (
	"math"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// Inks says what Look saw on one page.
type Inks struct {
	Page    int
	Letters int     // how many letters and digits the visible text has
	Faint   []Faint // text whose contrast is too little or unknown
}

// Faint is a stretch of text in one colour on one background. Its contrast is too little for its size, or Look
// cannot tell the contrast from what the page paints.
type Faint struct {
	Text        string
	Box         layout.Rect
	Ratio, Need float64 // the contrast that it has, and the least that it must have; Ratio is the worst of all that are possible
	Letters     int     // how many letters and digits it has
	Known       bool    // the contrast is too little with each background that is possible
}

// Look measures the contrast of the text of a page against its background. It keeps nothing of c.
//
//	white  +-----------------+
//	       | grey  Comment   |   The topmost opaque area under all of the text sets the background: here the
//	       +-----------------+   grey panel, not the white paper. Each area above it changes that colour.
func Look(c *layout.Content) Inks {
	l := looker{c: c, out: Inks{Page: c.Page}}
	for _, item := range c.Items {
		switch item.Kind {
		case layout.KindGroup:
			l.groups = append(l.groups, l.groupOf(c.Groups[item.Index].Paint))
		case layout.KindGroupEnd:
			l.groups = l.groups[:max(len(l.groups)-1, 0)]
		case layout.KindPath:
			l.path(&c.Paths[item.Index])
		case layout.KindImage:
			if im := &c.Images[item.Index]; im.Flags&layout.Unseen == 0 {
				l.add(area{box: im.Box, clip: im.Clip})
			}
		case layout.KindShading:
			s := &c.Shadings[item.Index]
			l.add(area{box: s.Box, clip: s.Clip})
		case layout.KindRun:
			l.run(&c.Runs[item.Index])
		}
	}
	return l.out
}

// looker walks through what a page paints, in paint order.
type looker struct {
	c      *layout.Content
	out    Inks
	areas  []area
	groups []group // the groups around the current item, the outermost first
	work   int     // steps so far, which limits.GroundTests bounds
	last   stretch // how the last text in out.Faint looks
}

// group says what all transparency groups around an item do to it together.
type group struct {
	alpha float64 // the product of their opacities
	known bool    // the opacity is all that they change
	first int     // areas with a lower index lie under the outermost group that is not opaque
}

// stretch says how a faint text looks: the colours that it and its background may have.
type stretch struct {
	inks, grounds []rgb
	known         bool
}

// groupAround returns what the groups around the current item do.
func (l *looker) groupAround() group {
	if len(l.groups) == 0 {
		return group{alpha: 1, known: true}
	}
	return l.groups[len(l.groups)-1]
}

// groupOf returns what a group with this paint does together with the groups around it.
func (l *looker) groupOf(paint int32) group {
	g := l.groupAround()
	p := &l.c.Paints[paint]
	if g.opaque() {
		g.first = len(l.areas)
	}
	g.alpha *= float64(p.FillAlpha)
	g.known = g.known && p.SoftMask == 0 && normal(p.Blend)
	return g
}

func (g group) opaque() bool { return g.known && g.alpha >= 1 }

// normal reports whether paint with this blend mode covers what is under it.
func normal(blend string) bool { return blend == "" || blend == "Normal" }

// area is a part of the page that a path, an image or a shading paints.
type area struct {
	box      layout.Rect // without the parts that the clip cuts off
	outline  layout.Path // the filled shape; without segments it is all of box
	clip     int32
	color    rgb
	alpha    float64
	known    bool // color and alpha say what is there; false for a picture, a pattern, and unknown mixtures
	multiply bool // it darkens what is under it instead of covering it
}

// path adds the area that a path fills, and the area of a straight horizontal or vertical stroke.
func (l *looker) path(p *layout.Path) {
	if p.Flags&layout.Unseen != 0 {
		return
	}
	paint := &l.c.Paints[p.Paint]
	if p.Op&layout.Fill != 0 {
		a := l.painted(p.Box, p.Clip, paint.Fill, paint.FillAlpha, paint)
		if !p.Rectangle {
			a.outline = *p
		}
		l.add(a)
	}
	if p.Op&layout.Stroke != 0 && min(p.Box.Width(), p.Box.Height()) == 0 && len(paint.Dash) == 0 {
		box, half := p.Box, paint.LineWidth/2
		if box.Height() == 0 {
			box.Y0, box.Y1 = box.Y0-half, box.Y1+half
		} else {
			box.X0, box.X1 = box.X0-half, box.X1+half
		}
		l.add(l.painted(box, p.Clip, paint.Stroke, paint.StrokeAlpha, paint))
	}
}

// painted returns an area of one colour.
func (l *looker) painted(box layout.Rect, clip int32, color layout.Color, alpha float32, paint *layout.Paint) area {
	return area{
		box: box, clip: clip, color: colorOf(color), alpha: float64(alpha),
		known:    color.Pattern == 0 && paint.SoftMask == 0 && (normal(paint.Blend) || paint.Blend == multiply),
		multiply: paint.Blend == multiply,
	}
}

// multiply is the blend mode of ink that is printed over other ink.
const multiply = "Multiply"

// add keeps an area. In a group that is not opaque, its colour is unknown: the group mixes areas that lie on each
// other.
func (l *looker) add(a area) {
	if a.clip >= 0 && int(a.clip) < len(l.c.Clips) {
		a.box = a.box.Intersect(l.c.Clips[a.clip].Box)
	}
	a.known = a.known && l.groupAround().opaque()
	if !a.box.Empty() {
		l.areas = append(l.areas, a)
	}
}

// run measures a run of glyphs. It keeps the run if the contrast is too little or unknown.
func (l *looker) run(run *layout.Run) {
	c := l.c
	if run.Flags&layout.Unseen != 0 || run.Origin != layout.FromPDF || run.Flags&layout.PaintedGlyph != 0 {
		return
	}
	text, box := runText(c, run)
	n := letters(text)
	if n == 0 {
		return
	}
	grounds, known := l.ground(box)
	var inks []rgb
	least, most := math.Inf(1), 0.0
	paint, around := &c.Paints[run.Paint], l.groupAround()
	known = known && around.known && paint.SoftMask == 0 && (normal(paint.Blend) || paint.Blend == multiply)
	for _, part := range inkOf(run, paint) {
		known = known && part.color.Pattern == 0
		for _, ground := range grounds {
			ink := colorOf(part.color)
			if paint.Blend == multiply {
				ink = times(ink, ground)
			}
			ink = paintOver(ink, ground, part.alpha*around.alpha)
			ratio := contrastRatio(ink, ground)
			least, most = min(least, ratio), max(most, ratio)
			inks = append(inks, ink)
		}
	}
	need := needOf(c, run)
	if known && most < leastInk {
		return // text in the colour of its background, which nobody is meant to see
	}
	if l.out.Letters += n; known && least >= need {
		return
	}
	l.faint(Faint{Text: text, Box: box, Ratio: least, Need: need, Letters: n, Known: known && most < need}, stretch{inks, grounds, known})
}

// opacity is a colour with the opacity that it is painted with.
type opacity struct {
	color layout.Color
	alpha float64
}

// inkOf returns the colours with which glyphs are filled and outlined.
func inkOf(run *layout.Run, paint *layout.Paint) []opacity {
	var list []opacity
	if mode := run.RenderMode % 4; mode == 0 || mode == 2 {
		list = append(list, opacity{paint.Fill, float64(paint.FillAlpha)})
	}
	if mode := run.RenderMode % 4; mode == 1 || mode == 2 {
		list = append(list, opacity{paint.Stroke, float64(paint.StrokeAlpha)})
	}
	return list
}

// faint keeps a stretch of text. It joins the stretch to the one before if both look alike.
func (l *looker) faint(f Faint, looks stretch) {
	s := &l.out
	if last := len(s.Faint) - 1; last >= 0 && s.Faint[last].Need == f.Need && s.Faint[last].Known == f.Known &&
		looks.known == l.last.known && slices.Equal(looks.inks, l.last.inks) && slices.Equal(looks.grounds, l.last.grounds) {
		before := &s.Faint[last]
		before.Letters += f.Letters
		if len(before.Text) < limits.FindingText {
			before.Text += " " + f.Text
		}
		before.Box = before.Box.Union(f.Box)
		return
	}
	if len(s.Faint) < limits.FaintTexts {
		s.Faint = append(s.Faint, f)
		l.last = looks
	}
}

// ground returns the colours that may be under a text in box, at least one. known is false if there may be
// others.
func (l *looker) ground(box layout.Rect) (grounds []rgb, known bool) {
	type layer struct {
		*area
		under cover
	}
	var layers []layer // the areas under the text, the uppermost first
	base := rgb{1, 1, 1}
	around := l.groupAround()
	for i := len(l.areas) - 1; i >= 0; i-- {
		a := &l.areas[i]
		if l.work++; l.work > limits.GroundTests {
			return []rgb{base}, false
		}
		under := l.coverOf(a, box)
		if under == none {
			continue
		}
		if !a.known || !around.opaque() && i >= around.first {
			return []rgb{base}, false
		}
		if under == whole && a.alpha >= 1 && !a.multiply {
			base = a.color
			break
		}
		if layers = append(layers, layer{a, under}); len(layers) > limits.GroundLayers {
			return []rgb{base}, false
		}
	}
	grounds = []rgb{base}
	for _, layer := range slices.Backward(layers) {
		var mixed []rgb
		for _, ground := range grounds {
			color := layer.color
			if layer.multiply {
				color = times(color, ground)
			}
			mixed = append(mixed, paintOver(color, ground, layer.alpha))
		}
		if layer.under == part {
			mixed = append(mixed, grounds...)
		}
		slices.SortFunc(mixed, func(a, b rgb) int { return slices.Compare(a[:], b[:]) })
		if grounds = slices.Compact(mixed); len(grounds) > limits.GroundColors {
			return grounds[:1], false
		}
	}
	return grounds, true
}

// cover says how much of a text stands on an area.
type cover uint8

const (
	none cover = iota
	part
	whole
)

// coverOf returns how much of the text in box stands on an area.
func (l *looker) coverOf(a *area, box layout.Rect) cover {
	both := a.box.Intersect(box)
	if both.Empty() {
		return none
	}
	share := both.Width() * both.Height() / (box.Width() * box.Height())
	if share < leastUnder {
		return none
	}
	c := l.outlined(a.outline.First, a.outline.Count, a.outline.Op&layout.EvenOdd != 0, box)
	clips := l.c.Clips
	for clip := a.clip; clip >= 0 && int(clip) < len(clips) && !clips[clip].Rectangle && c != none; clip = clips[clip].Parent {
		switch {
		case clips[clip].Text:
			c = part
		default:
			c = min(c, l.outlined(clips[clip].First, clips[clip].Count, clips[clip].EvenOdd, box))
		}
	}
	if share < mostUnder {
		c = min(c, part)
	}
	return c
}

// outlined returns how much of box lies inside an outline. All of it does if the outline has no segments.
//
//	+----------+
//	|  Text    |   If no segment comes near the text, all of the text is inside or all of it is outside. So
//	+----------+   only the middle is tested, with a ray to the right that counts the segments it crosses.
func (l *looker) outlined(first, count int32, evenOdd bool, box layout.Rect) cover {
	if count == 0 {
		return whole
	}
	l.work += int(count)
	at := box.Center()
	winding, crossings := 0, 0
	var start, from layout.Point
	// step goes on to a point, by a curve if there are control points. It reports whether the way stays clear of
	// the box.
	step := func(to layout.Point, points ...layout.Point) bool {
		r := layout.Rect{X0: min(from.X, to.X), Y0: min(from.Y, to.Y), X1: max(from.X, to.X), Y1: max(from.Y, to.Y)}
		for _, p := range points {
			r = layout.Rect{X0: min(r.X0, p.X), Y0: min(r.Y0, p.Y), X1: max(r.X1, p.X), Y1: max(r.Y1, p.Y)}
		}
		near := r.X0 < box.X1 && r.X1 > box.X0 && r.Y0 < box.Y1 && r.Y1 > box.Y0
		if near && (len(points) > 0 || !oneSide(from, to, box)) {
			return false
		}
		if (from.Y <= at.Y) != (to.Y <= at.Y) {
			if x := from.X + (at.Y-from.Y)/(to.Y-from.Y)*(to.X-from.X); x > at.X {
				crossings++
				if to.Y > from.Y {
					winding++
				} else {
					winding--
				}
			}
		}
		from = to
		return true
	}
	for i := range l.c.Segments[first : first+count] {
		away := true
		switch s := &l.c.Segments[int(first)+i]; s.Verb {
		case layout.MoveTo:
			away = step(start) // filling closes the shape before
			start, from = s.P[0], s.P[0]
		case layout.LineTo:
			away = step(s.P[0])
		case layout.CurveTo:
			away = step(s.P[2], s.P[0], s.P[1])
		default:
			away = step(start)
		}
		if !away {
			return part
		}
	}
	switch {
	case !step(start):
		return part
	case evenOdd && crossings%2 == 1, !evenOdd && winding != 0:
		return whole
	}
	return none
}

// oneSide reports whether all of a box is on one side of the line through two points.
func oneSide(a, b layout.Point, box layout.Rect) bool {
	left, right := false, false
	for _, p := range [...]layout.Point{{X: box.X0, Y: box.Y0}, {X: box.X1, Y: box.Y0}, {X: box.X0, Y: box.Y1}, {X: box.X1, Y: box.Y1}} {
		side := (b.X-a.X)*(p.Y-a.Y) - (b.Y-a.Y)*(p.X-a.X)
		left, right = left || side <= 0, right || side >= 0
	}
	return !left || !right
}

// needOf returns the least contrast that the text of a run must have for its size.
func needOf(c *layout.Content, run *layout.Run) float64 {
	bold := run.Font >= 0 && int(run.Font) < len(c.Fonts) && c.Fonts[run.Font].Bold
	if run.Size >= largePoints || bold && run.Size >= largeBoldPoints {
		return needLarge
	}
	return needNormal
}

// runText returns the text of a run and roughly the box around it.
func runText(c *layout.Content, run *layout.Run) (string, layout.Rect) {
	var b strings.Builder
	box := layout.Rect{X0: math.MaxFloat32, Y0: math.MaxFloat32, X1: -math.MaxFloat32, Y1: -math.MaxFloat32}
	for _, g := range c.Glyphs[run.First : run.First+run.Count] {
		if g.Char >= 0 {
			b.WriteRune(g.Char)
		} else {
			b.WriteString(c.Strings[^g.Char])
		}
		box.X0, box.X1 = min(box.X0, g.X), max(box.X1, g.X+run.Em[0]*g.Advance/max(run.Size, 1))
		box.Y0, box.Y1 = min(box.Y0, g.Y+run.Em[3]*capHeight), max(box.Y1, g.Y)
	}
	return b.String(), box
}

// capHeight is how far letters reach above the baseline, in ems, roughly.
const capHeight = 0.6

func colorOf(c layout.Color) rgb {
	return rgb{float64(c.R) / 255, float64(c.G) / 255, float64(c.B) / 255}
}

// times returns the colour of ink a printed over ink b: each takes away light.
func times(a, b rgb) rgb { return rgb{a[0] * b[0], a[1] * b[1], a[2] * b[2]} }
