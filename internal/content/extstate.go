package content

import (
	"github.com/pagelift/pagelift/internal/pdf"
)

// extState is a graphics state parameter dictionary (ISO 32000-2 clause 8.4.5). It is read once per scope. set has
// the entries that the dictionary sets.
type extState struct {
	set stateEntry

	lineWidth, miter float64
	cap, join        uint8
	dash             []float64
	dashPhase        float64
	fillAlpha        float32
	strokeAlpha      float32
	blend            string
	font             *fontUse
	size             float64
	mask             pdf.Dict // SMask; empty with setMask: no mask
}

// stateEntry says which entries an extState has.
type stateEntry uint16

const (
	setLineWidth stateEntry = 1 << iota
	setMiter
	setCap
	setJoin
	setDash
	setFillAlpha
	setStrokeAlpha
	setBlend
	setFont
	setMask
)

// extState is the operator gs. It applies a named extState.
func (in *interp) extState(name []byte) {
	s := in.frame.scope
	e, ok := s.states.get(name)
	if !ok {
		if o := in.resource(s, "ExtGState", name); o != nil {
			e = in.readState(in.r.doc.Dict(o))
		}
		s.states.put(name, e)
	}
	if e != nil {
		in.applyState(e)
	}
}

func (in *interp) readState(d pdf.Dict) *extState {
	e, doc := &extState{}, in.r.doc
	number := func(key pdf.Name, entry stateEntry) float64 {
		v, ok := doc.Number(d.Raw(key))
		if ok {
			e.set |= entry
		}
		return v
	}
	e.lineWidth = number("LW", setLineWidth)
	e.miter = number("ML", setMiter)
	e.cap = style(number("LC", setCap))
	e.join = style(number("LJ", setJoin))
	e.fillAlpha = alpha(number("ca", setFillAlpha))
	e.strokeAlpha = alpha(number("CA", setStrokeAlpha))
	if a := doc.Array(d.Raw("D")); len(a) == 2 {
		e.set |= setDash
		e.dash = usableDash(doc.Numbers(a[0]))
		e.dashPhase, _ = doc.Number(a[1])
	}
	if o := doc.Get(d, "BM"); o != nil {
		e.set |= setBlend
		e.blend = in.blendMode(o)
	}
	if a := doc.Array(d.Raw("Font")); len(a) == 2 {
		e.set |= setFont
		e.font = in.useFont(a[0])
		e.size, _ = doc.Number(a[1])
	}
	switch m := doc.Get(d, "SMask").(type) {
	case pdf.Name:
		e.set |= setMask
	case pdf.Dict:
		e.set |= setMask
		e.mask = m
	}
	return e
}

func (in *interp) applyState(e *extState) {
	g := &in.gs
	g.restyle()
	for entry := setLineWidth; entry <= setMask; entry <<= 1 {
		if e.set&entry == 0 {
			continue
		}
		switch entry {
		case setLineWidth:
			g.lineWidth = e.lineWidth
		case setMiter:
			g.miter = e.miter
		case setCap:
			g.cap = e.cap
		case setJoin:
			g.join = e.join
		case setDash:
			g.dash, g.dashPhase = e.dash, e.dashPhase
		case setFillAlpha:
			g.fillAlpha = e.fillAlpha
		case setStrokeAlpha:
			g.strokeAlpha = e.strokeAlpha
		case setBlend:
			g.blend = e.blend
		case setFont:
			g.text.font, g.text.size = e.font, e.size
		case setMask:
			g.softMask = in.softMask(e.mask)
		}
	}
}

// blendMode returns the first known mode of a name or of an array of names (clause 11.6.3). Normal is "".
func (in *interp) blendMode(o pdf.Object) string {
	if a, ok := o.(pdf.Array); ok {
		for _, e := range a {
			if m, ok := knownBlend(in.r.doc.Name(e)); ok {
				return m
			}
		}
		return ""
	}
	name, _ := o.(pdf.Name)
	m, _ := knownBlend(name)
	return m
}

func knownBlend(name pdf.Name) (string, bool) {
	switch name {
	case "Normal", "Compatible":
		return "", true
	case "Multiply", "Screen", "Overlay", "Darken", "Lighten", "ColorDodge", "ColorBurn", "HardLight",
		"SoftLight", "Difference", "Exclusion", "Hue", "Saturation", "Color", "Luminosity":
		return string(name), true
	}
	return "", false
}

// style converts v to a line cap or join style, 0 to 2.
func style(v float64) uint8 {
	if v >= 0 && v < 3 {
		return uint8(v)
	}
	return 0
}

// alpha converts v to an opacity, 0 to 1.
func alpha(v float64) float32 { return float32(min(max(v, 0), 1)) }

// usableDash returns d, or nil if it makes no dashes: it has a negative length, or only zeros (clause 8.4.3.6).
func usableDash(d []float64) []float64 {
	sum := 0.0
	for _, v := range d {
		if v < 0 {
			return nil
		}
		sum += v
	}
	if sum == 0 || len(d) > maxDash {
		return nil
	}
	return d
}

// maxDash bounds the elements of a dash array. Honest ones have at most ten.
const maxDash = 64

// setDash is the operator d. It sets the dash pattern.
func (in *interp) setDash() {
	lx := in.frame.lex
	if lx.n < 2 || lx.ops[lx.n-2].kind != kindArray || lx.ops[lx.n-1].kind != kindNumber {
		lx.damage++
		return
	}
	a := lx.ops[lx.n-2]
	g := &in.gs
	g.restyle()
	g.dash, g.dashPhase = nil, lx.ops[lx.n-1].num
	if a.start == a.end {
		return
	}
	d := make([]float64, 0, min(int(a.end-a.start), maxDash+1))
	for _, e := range lx.elems[a.start:a.end] {
		if len(d) == cap(d) {
			break
		}
		d = append(d, e.num)
	}
	g.dash = usableDash(d)
}
