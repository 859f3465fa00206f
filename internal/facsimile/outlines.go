package facsimile

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// outlined is an element of outlines.
type outlined struct {
	ink
	path string
}

// release draws what is to be drawn, and lets go of all that is for spans to be made.
func (s *sheet) release() {
	s.outlined = s.outlines()
	s.drawing = drawing{full: s.drawing.full}
	s.leave()
}

// outlines draws the glyphs that no span shows: those that no font can have, and those that
// say nothing of their own. The glyphs of one look are one element.
func (s *sheet) outlines() []outlined {
	var order []ink
	paths := map[ink]*outlinePen{}
	for _, a := range s.drawing.atoms {
		k := inkOf(&s.runOf(a.glyph).look)
		if paths[k] == nil {
			paths[k] = &outlinePen{}
			order = append(order, k)
		}
		for i := range a.count {
			s.outline(paths[k], a.glyph+i)
		}
	}
	list := make([]outlined, len(order))
	for i, k := range order {
		list[i] = outlined{k, paths[k].b.String()}
	}
	return list
}

// writeOutlines writes the elements of the outlines of a page.
func (s *sheet) writeOutlines(b *strings.Builder, p *places) {
	for i := range s.outlined {
		o := &s.outlined[i]
		fmt.Fprintf(b, `<svg class="g %s" aria-hidden="true" viewBox="0 0 %s %s"><path fill="#%06x"`,
			p.class(levelPlace, int(o.level)), number(s.width*penUnits, 0), number(s.height*penUnits, 0), o.color)
		if o.alpha < math.MaxUint8 {
			fmt.Fprintf(b, ` fill-opacity="%s"`, number(float32(o.alpha)/math.MaxUint8, 2))
		}
		b.WriteString(` d="` + o.path + `"/></svg>`)
	}
}

// drawing gathers glyphs to be drawn, as many as fit into limits.LayerBytes.
type drawing struct {
	atoms []atom
	bytes int // about what they take
	full  bool
	sizes map[glyphKey]int
}

type glyphKey struct {
	font *layout.Font
	code uint32
}

// stepBytes is about what a step of an outline takes as it is written.
const stepBytes = 12

// add adds atoms of s, unless they are too much.
func (d *drawing) add(s *sheet, atoms []atom) {
	for i := range atoms {
		for k := range atoms[i].count {
			d.bytes += d.size(s, atoms[i].glyph+k)
		}
		if d.full = d.full || d.bytes > limits.LayerBytes; d.full {
			return
		}
		d.atoms = append(d.atoms, atoms[i])
	}
}

// size is about what a glyph takes.
func (d *drawing) size(s *sheet, glyph int32) int {
	r := s.runOf(glyph)
	f, ok := r.look.font.Handle.(*font.Font)
	if !ok {
		return 0
	}
	key := glyphKey{r.look.font, s.glyphs[glyph].code}
	size, known := d.sizes[key]
	if !known {
		if d.sizes == nil {
			d.sizes = map[glyphKey]int{}
		}
		size = stepBytes * len(f.Outline(key.code))
		d.sizes[key] = size
	}
	return size
}

// ink is what the outlines of one element have in common.
type ink struct {
	color        uint32
	alpha, level uint8
}

func inkOf(l *look) ink { return ink{l.color, l.alpha, l.level} }

// penUnits are those of an outline in a point.
const penUnits = 50

// outlinePen writes the data of a path, relative and in whole units.
type outlinePen struct {
	b    strings.Builder
	x, y int
}

// to writes points.
func (p *outlinePen) to(verb byte, points ...[2]float32) {
	p.b.WriteByte(verb)
	x, y := p.x, p.y
	for i, at := range points {
		x, y = int(math.Round(float64(at[0])*penUnits)), int(math.Round(float64(at[1])*penUnits))
		for k, v := range [2]int{x - p.x, y - p.y} {
			if i+k > 0 && v >= 0 {
				p.b.WriteByte(' ')
			}
			p.b.WriteString(strconv.Itoa(v))
		}
	}
	p.x, p.y = x, y
}

// outline draws one glyph.
func (s *sheet) outline(p *outlinePen, glyph int32) {
	r, g := s.runOf(glyph), &s.glyphs[glyph]
	f, ok := r.look.font.Handle.(*font.Font)
	if !ok {
		return
	}
	e := &r.look.em
	at := func(q font.Point) [2]float32 {
		return [2]float32{q.X*e[0] + q.Y*e[2] + g.x, q.X*e[1] + q.Y*e[3] + g.y}
	}
	drawn := false
	for _, step := range f.Outline(g.code) {
		switch step.Verb {
		case font.MoveTo:
			if drawn {
				p.b.WriteByte('z')
			}
			p.x, p.y = 0, 0
			p.to('M', at(step.P[0]))
		case font.LineTo:
			p.to('l', at(step.P[0]))
		case font.CurveTo:
			p.to('c', at(step.P[0]), at(step.P[1]), at(step.P[2]))
		}
		drawn = true
	}
	if drawn {
		p.b.WriteByte('z')
	}
}
