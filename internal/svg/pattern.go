package svg

import (
	"math"

	"github.com/pagelift/pagelift/layout"
)

// paintKey identifies a gradient or a tiling pattern of a canvas.
type paintKey struct {
	pattern bool // an index of Patterns, otherwise of Shadings
	index   int32
	color   uint32 // the colour of an uncoloured pattern
}

// patternID returns the name of the pattern that c is. It returns "" when c is none, or one that
// cannot be written: then its plain colour replaces it.
func (v *canvas) patternID(c layout.Color) string {
	i := c.Pattern - 1
	if i < 0 || int(i) >= len(v.c.Patterns) {
		return ""
	}
	p := &v.c.Patterns[i]
	key := paintKey{pattern: true, index: i}
	switch {
	case !p.Tiling:
		return v.gradientID(p.Shading)
	case !p.Colored:
		key.color = uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B)
	}
	return v.define(key, func(id string) bool { return v.writeTiling(id, p, c) })
}

// define returns the name of the definition of key. The first time it calls write to make the definition.
func (v *canvas) define(key paintKey, write func(id string) bool) string {
	if id, ok := v.paints[key]; ok {
		return id
	}
	if v.paints == nil {
		v.paints = map[paintKey]string{}
	}
	v.paints[key] = "" // for a pattern that is painted with itself
	if id := v.id(); write(id) {
		v.paints[key] = id
	}
	return v.paints[key]
}

// smallestStep is the least width and height of a tile in its own space.
const smallestStep = 1e-3

// writeTiling defines a tiling pattern (ISO 32000-2 clause 8.7.3).
func (v *canvas) writeTiling(id string, p *layout.Pattern, c layout.Color) bool {
	stepX, stepY := abs(p.XStep), abs(p.YStep)
	if p.Cell == nil || v.depth >= canvasDepth || !(stepX >= smallestStep && stepY >= smallestStep) {
		return false
	}
	inner := newCanvas(v.writer, p.Cell, p.Box)
	inner.depth = v.depth + 1
	if !p.Colored {
		inner.tint = &layout.Color{R: c.R, G: c.G, B: c.B}
	}
	inner.items()
	v.defs = append(v.defs, `<pattern id="`+id+`" patternUnits="userSpaceOnUse"`...)
	v.defs = attribute(v.defs, "width", stepX)
	v.defs = attribute(v.defs, "height", stepY)
	m := p.M // the tile begins at its origin, since browsers cut other tiles differently
	at := m.Apply(layout.Point{X: p.Box.X0, Y: p.Box.Y0})
	m.E, m.F = at.X, at.Y
	v.defs = v.matrix(v.defs, "patternTransform", m)
	v.defs = append(v.defs, '>')
	ink := inner.ink()
	v.writeCell(inner.out, tilesOf(ink.X0-p.Box.X0, ink.X1-p.Box.X0, stepX), tilesOf(ink.Y0-p.Box.Y0, ink.Y1-p.Box.Y0, stepY))
	v.defs = append(v.defs, "</pattern>"...)
	v.node(len(v.out))
	return true
}

// ink returns the box around the visible content of v.
func (v *canvas) ink() layout.Rect {
	all := layout.Rect{X0: farAway, Y0: farAway, X1: -farAway, Y1: -farAway}
	p := newPlanner(v, nil)
	for _, it := range v.c.Items {
		var boxes []layout.Rect
		if i := int(it.Index); it.Kind != layout.KindRun {
			boxes, _, _ = p.extent(it)
		} else if i >= 0 && i < len(v.c.Runs) && len(v.glyphsOf(&v.c.Runs[i])) > 0 {
			boxes = v.seenParts([]layout.Rect{v.glyphBox(&v.c.Runs[i])}, v.c.Runs[i].Clip)
		}
		for _, b := range boxes {
			all.X0, all.Y0, all.X1, all.Y1 = min(all.X0, b.X0), min(all.Y0, b.Y0), max(all.X1, b.X1), max(all.Y1, b.Y1)
		}
	}
	return all
}

// mostTiles is the most tiles in each direction into which a cell is written. Cells reach into the
// next tile, so that a pattern has no gaps, and those of test files reach into six tiles.
const mostTiles = 8

// tiles are the tiles in one direction into which the content of a cell reaches, from the tile
// where the cell begins. SVG cuts the content at the edge of its own tile.
type tiles struct {
	first, last int
	step        float32
}

func tilesOf(from, to, step float32) tiles {
	const same = 0.01 // of a step: the content ends at the end of the tile
	t := tiles{int(min(max(from/step+same, 0), mostCells)), 0, step}
	t.last = int(min(max(to/step-same, 0), mostCells))
	t.last = min(t.last, t.first+mostTiles-1)
	return t
}

// mostCells is more tiles than any cell is away from its tile.
const mostCells = 1 << 20

// writeCell appends the content of a tile: its own cell, and the parts of earlier cells that reach into it.
func (v *canvas) writeCell(cell []byte, x, y tiles) {
	if x.last == 0 && y.last == 0 {
		v.defs = append(v.defs, cell...)
		return
	}
	id := v.id()
	v.defs = append(v.defs, `<g id="`+id+`">`...)
	v.defs = append(v.defs, cell...)
	v.defs = append(v.defs, "</g>"...)
	for row := y.first; row <= y.last; row++ {
		for column := x.first; column <= x.last; column++ {
			if column == 0 && row == 0 {
				continue
			}
			v.defs = append(v.defs, `<use href="#`+id+`"`...)
			if column > 0 {
				v.defs = attribute(v.defs, "x", -x.step*float32(column))
			}
			if row > 0 {
				v.defs = attribute(v.defs, "y", -y.step*float32(row))
			}
			v.defs = append(v.defs, "/>"...)
		}
	}
}

// matrix appends a transformation to the space of the canvas.
func (v *canvas) matrix(out []byte, name string, m layout.Matrix) []byte {
	out = append(out, ` `+name+`="matrix(`...)
	for _, f := range [4]float32{m.A, m.B, m.C, m.D} {
		out = append(fine(out, f), ' ')
	}
	out = append(number(out, m.E-v.at.X), ' ')
	return append(number(out, m.F-v.at.Y), `)"`...)
}

// singular reports whether m maps everything to a line.
func singular(m layout.Matrix) bool {
	det := float64(m.A)*float64(m.D) - float64(m.B)*float64(m.C)
	return !(math.Abs(det) > 1e-12)
}
