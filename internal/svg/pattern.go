package svg

import (
	"math"

	"github.com/pagelift/pagelift/layout"
)

// paintKey names a gradient or a tiling pattern of a canvas.
type paintKey struct {
	pattern bool // of Patterns; else of Shadings
	index   int32
	color   uint32 // of what an uncoloured pattern is painted in
}

// patternID is the name of the pattern that c is; "" when it is none, or one that
// cannot be had: then its plain colour stands in.
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

// define is the name of what key names; write defines it the first time.
func (v *canvas) define(key paintKey, write func(id string) bool) string {
	if id, ok := v.paints[key]; ok {
		return id
	}
	if v.paints == nil {
		v.paints = map[paintKey]string{}
	}
	v.paints[key] = "" // of a pattern painted in itself
	if id := v.id(); write(id) {
		v.paints[key] = id
	}
	return v.paints[key]
}

// smallestStep is the smallest width and height of a tile in its own space.
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
	m := p.M // the tile begins at its origin: browsers differ in how they cut others
	at := m.Apply(layout.Point{X: p.Box.X0, Y: p.Box.Y0})
	m.E, m.F = at.X, at.Y
	v.defs = v.matrix(v.defs, "patternTransform", m)
	v.defs = append(v.defs, '>')
	v.writeCell(inner.out, tileOverlap(p.Box.Width(), stepX), tileOverlap(p.Box.Height(), stepY), stepX, stepY)
	v.defs = append(v.defs, "</pattern>"...)
	v.node(len(v.out))
	return true
}

// tilesOver is the most tiles, each way, that a cell is written to reach into.
const tilesOver = 2

// tileOverlap is how many of the tiles behind it a cell reaches into. SVG cuts it at
// the edge of its own.
func tileOverlap(size, step float32) int {
	const same = 0.01 // of a step: the cell is as large
	for n := range tilesOver {
		if !(size > step*(float32(n+1)+same)) {
			return n
		}
	}
	return tilesOver
}

// writeCell appends what a tile shows: its cell, and what reaches into it of the nx
// and ny cells before it.
func (v *canvas) writeCell(cell []byte, nx, ny int, stepX, stepY float32) {
	if nx == 0 && ny == 0 {
		v.defs = append(v.defs, cell...)
		return
	}
	id := v.id()
	v.defs = append(v.defs, `<g id="`+id+`">`...)
	v.defs = append(v.defs, cell...)
	v.defs = append(v.defs, "</g>"...)
	for y := 0; y <= ny; y++ {
		for x := 0; x <= nx; x++ {
			if x > 0 || y > 0 {
				v.defs = append(v.defs, `<use href="#`+id+`"`...)
				if x > 0 {
					v.defs = attribute(v.defs, "x", -stepX*float32(x))
				}
				if y > 0 {
					v.defs = attribute(v.defs, "y", -stepY*float32(y))
				}
				v.defs = append(v.defs, "/>"...)
			}
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

// singular reports whether m takes all places to a line.
func singular(m layout.Matrix) bool {
	det := float64(m.A)*float64(m.D) - float64(m.B)*float64(m.C)
	return !(math.Abs(det) > 1e-12)
}
