package font

import "github.com/pagelift/pagelift/internal/pdf"

// loadType3 reads what only Type 3 fonts have, without the glyph procedures (clause 9.6.4).
func (f *Font) loadType3(doc *pdf.Document, dict pdf.Dict) {
	t := &Type3{Matrix: [6]float64{1.0 / unitsPerEm, 0, 0, 1.0 / unitsPerEm, 0, 0}}
	if m := numbers(doc, dict.Raw("FontMatrix"), 6); m != nil && m[0]*m[3]-m[1]*m[2] != 0 {
		copy(t.Matrix[:], m)
	} else {
		f.damage("FontMatrix missing or singular")
	}
	if dict.Has("Resources") {
		t.Resources, t.HasRes = doc.Dict(dict.Raw("Resources")), true
	}
	if f.Name == "" {
		f.Name = string(doc.Name(dict.Raw("Name")))
	}
	f.Embedded = true
	f.Type3 = t
	box := numbers(doc, dict.Raw("FontBBox"), 4)
	if box == nil {
		return
	}
	unit := t.Matrix[3]
	if unit < -2.0/unitsPerEm && box[1]+box[3] > 0 { // units of a thousandth are browser outlines, drawn downwards
		t.Over, unit = true, -unit
	}
	if top := box[3] * unit; top >= minAscent && top <= maxAscent {
		f.Ascent = float32(top)
	}
	if bottom := box[1] * unit; bottom <= -minDescent && bottom >= -maxDescent {
		f.Descent = float32(bottom)
	}
}

// loadProcs finds the procedure of each code, by way of the encoding.
func (f *Font) loadProcs(doc *pdf.Document, dict pdf.Dict) {
	procs := doc.Dict(dict.Raw("CharProcs"))
	for c := range 256 {
		if name := f.simple.name(byte(c)); name != "" {
			f.Type3.Procs[c] = doc.Stream(procs.Raw(pdf.Name(name)))
		}
	}
}
