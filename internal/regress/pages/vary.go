package pages

import (
	"math/rand/v2"
	"reflect"
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// Vary moves a case about, so that its measures come near thresholds that it was far from: it
// opens or closes gaps, makes a font larger or smaller, bold or italic, takes parts of a page
// away, or has the pages several times. The same seed does the same.
func Vary(c *Case, seed uint64) {
	rnd := rand.New(rand.NewPCG(seed, 19))
	for range 1 + rnd.IntN(3) {
		variations[rnd.IntN(len(variations))](c, rnd)
	}
	round(reflect.ValueOf(c).Elem(), fine)
}

var variations = []func(*Case, *rand.Rand){
	openRows, openRows, openColumns, openColumns, stretchRows, resize, resize, restyle, takeAway, takeAway, repeat, thicken, moveFields, moveFields,
}

// pick returns one of the pages that have glyphs; nil: none has.
func pick(c *Case, rnd *rand.Rand) *layout.Content {
	p := c.Pages[rnd.IntN(len(c.Pages))]
	if len(p.Glyphs) == 0 {
		return nil
	}
	return p
}

// openRows moves all that is lower than some glyph by up to two lines, down or up.
func openRows(c *Case, rnd *rand.Rand) {
	if p := pick(c, rnd); p != nil {
		from := p.Glyphs[rnd.IntN(len(p.Glyphs))].Y - 8
		by := 24 * (rnd.Float32() - 0.4)
		move(p, func(at layout.Point) layout.Point {
			if at.Y > from {
				at.Y += by
			}
			return at
		})
	}
}

// openColumns moves all that is right of some word by up to four letters, to the right or left.
func openColumns(c *Case, rnd *rand.Rand) {
	if p := pick(c, rnd); p != nil {
		from := p.Glyphs[p.Runs[rnd.IntN(len(p.Runs))].First%int32(len(p.Glyphs))].X - 1
		by := 24 * (rnd.Float32() - 0.4)
		move(p, func(at layout.Point) layout.Point {
			if at.X > from {
				at.X += by
			}
			return at
		})
	}
}

// stretchRows sets the lines of a page closer or wider.
func stretchRows(c *Case, rnd *rand.Rand) {
	if p := pick(c, rnd); p != nil {
		by := 0.75 + 0.6*rnd.Float32()
		move(p, func(at layout.Point) layout.Point { return layout.Point{X: at.X, Y: at.Y * by} })
	}
}

// move puts every point of a page somewhere else. Outlines of clips and images stay.
func move(p *layout.Content, to func(layout.Point) layout.Point) {
	for i := range p.Glyphs {
		g := &p.Glyphs[i]
		at := to(layout.Point{X: g.X, Y: g.Y})
		g.X, g.Y = at.X, at.Y
	}
	rect := func(r *layout.Rect) {
		a, b := to(layout.Point{X: r.X0, Y: r.Y0}), to(layout.Point{X: r.X1, Y: r.Y1})
		*r = layout.Rect{X0: min(a.X, b.X), Y0: min(a.Y, b.Y), X1: max(a.X, b.X), Y1: max(a.Y, b.Y)}
	}
	for i := range p.Paths {
		path := &p.Paths[i]
		rect(&path.Box)
		for j := path.First; j < path.First+path.Count; j++ {
			for k := range p.Segments[j].P {
				p.Segments[j].P[k] = to(p.Segments[j].P[k])
			}
		}
	}
	for i := range p.Links {
		for j := range p.Links[i].Areas {
			rect(&p.Links[i].Areas[j])
		}
	}
	for i := range p.Fields {
		rect(&p.Fields[i].Box)
	}
}

// resize makes the glyphs of one font larger or smaller where they stand.
func resize(c *Case, rnd *rand.Rand) {
	if p := pick(c, rnd); p != nil {
		font, by := p.Runs[rnd.IntN(len(p.Runs))].Font, 0.75+0.6*rnd.Float32()
		for i := range p.Runs {
			run := &p.Runs[i]
			if run.Font == font {
				run.Size *= by
				for j := range run.Em {
					run.Em[j] *= by
				}
			}
		}
	}
}

// restyle makes a font what it is not.
func restyle(c *Case, rnd *rand.Rand) {
	if p := pick(c, rnd); p != nil && len(p.Fonts) > 0 {
		f := *p.Fonts[rnd.IntN(len(p.Fonts))]
		switch rnd.IntN(3) {
		case 0:
			f.Bold = !f.Bold
		case 1:
			f.Italic = !f.Italic
		default:
			f.Mono = !f.Mono
		}
		for i := range p.Fonts {
			if p.Fonts[i].ID == f.ID {
				p.Fonts[i] = &f
			}
		}
	}
}

// takeAway drops what is painted above or below some glyph, or beside it.
func takeAway(c *Case, rnd *rand.Rand) {
	p := pick(c, rnd)
	if p == nil {
		return
	}
	at, side := p.Glyphs[rnd.IntN(len(p.Glyphs))], rnd.IntN(4)
	gone := func(x, y float32) bool {
		return [...]bool{y < at.Y-1, y > at.Y+1, x < at.X-1, x > at.X+1}[side]
	}
	p.Items = slices.DeleteFunc(p.Items, func(it layout.Item) bool {
		switch it.Kind {
		case layout.KindRun:
			run := &p.Runs[it.Index]
			return run.Count > 0 && gone(p.Glyphs[run.First].X, p.Glyphs[run.First].Y)
		case layout.KindPath:
			middle := p.Paths[it.Index].Box.Center()
			return gone(middle.X, middle.Y)
		}
		return false
	})
	compact(p)
}

// compact drops the glyphs and the steps of what is painted no more.
func compact(p *layout.Content) {
	runs, paths := make([]bool, len(p.Runs)), make([]bool, len(p.Paths))
	for _, it := range p.Items {
		switch it.Kind {
		case layout.KindRun:
			runs[it.Index] = true
		case layout.KindPath:
			paths[it.Index] = true
		}
	}
	var glyphs []layout.Glyph
	for i := range p.Runs {
		run := &p.Runs[i]
		stretch := p.Glyphs[run.First : run.First+run.Count]
		if run.First = int32(len(glyphs)); !runs[i] {
			run.Count = 0
			continue
		}
		glyphs = append(glyphs, stretch...)
	}
	p.Glyphs = glyphs
	if len(p.Clips) > 0 {
		return // their outlines are among the steps
	}
	var steps []layout.Segment
	for i := range p.Paths {
		path := &p.Paths[i]
		stretch := p.Segments[path.First : path.First+path.Count]
		if path.First = int32(len(steps)); !paths[i] {
			path.Count, path.Box, path.Flags = 0, layout.Rect{}, path.Flags|layout.Clipped
			continue
		}
		steps = append(steps, stretch...)
	}
	p.Segments = steps
}

// repeat has all pages again, behind the ones that there are.
func repeat(c *Case, rnd *rand.Rand) {
	const most = 12
	first := c.Pages
	for range 1 + rnd.IntN(5) {
		for _, p := range first {
			if len(c.Pages) >= most {
				return
			}
			again := *p
			again.Page = c.Pages[len(c.Pages)-1].Page + 1
			c.Pages = append(c.Pages, &again)
		}
	}
}

// thicken makes rules and frames thicker or thinner.
func thicken(c *Case, rnd *rand.Rand) {
	if p := pick(c, rnd); p != nil {
		by := 0.4 + 2.5*rnd.Float32()
		for i := range p.Paints {
			p.Paints[i].LineWidth *= by
		}
	}
}

// moveFields moves the controls of a page by up to a line, all of them or one in three, and makes them
// wider or narrower.
func moveFields(c *Case, rnd *rand.Rand) {
	if p := pick(c, rnd); p != nil {
		x, y, wider, some := 24*(rnd.Float32()-0.5), 24*(rnd.Float32()-0.5), 0.7+0.6*rnd.Float32(), rnd.IntN(2) == 0
		for i := range p.Fields {
			if b := &p.Fields[i].Box; !some || rnd.IntN(3) == 0 {
				*b = layout.Rect{X0: b.X0 + x, Y0: b.Y0 + y, X1: b.X0 + x + wider*b.Width(), Y1: b.Y1 + y}
			}
		}
	}
}
