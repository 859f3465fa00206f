package font

import (
	"cmp"
	"math"

	"github.com/pagelift/pagelift/internal/pdf"
)

// descriptor holds values of a font descriptor (clause 9.8), in ems.
type descriptor struct {
	flags           int
	ascent, descent float64
	box             [4]float64 // FontBBox
	missingWidth    float64
	program         *lazyProgram // nil: not embedded
}

// Flags of a font descriptor (clause 9.8.2, table 121).
const (
	flagFixedPitch  = 1 << 0
	flagSerif       = 1 << 1
	flagSymbolic    = 1 << 2
	flagNonsymbolic = 1 << 5
	flagItalic      = 1 << 6
	flagForceBold   = 1 << 18
)

// describe reads the descriptor of the font called name.
func (f *Font) describe(doc *pdf.Document, name pdf.Name, desc pdf.Dict) descriptor {
	f.Name = withoutTag(string(cmp.Or(name, doc.Name(desc.Raw("FontName")))))
	d := descriptor{
		flags:        doc.Int(desc.Raw("Flags"), 0),
		ascent:       em(doc, desc, "Ascent"),
		descent:      em(doc, desc, "Descent"),
		missingWidth: em(doc, desc, "MissingWidth"),
		program:      f.loader.program(desc),
	}
	copy(d.box[:], numbers(doc, desc.Raw("FontBBox"), 4))
	for i := range d.box {
		d.box[i] /= unitsPerEm
	}
	f.Embedded = d.program != nil
	f.XHeight = float32(max(0, em(doc, desc, "XHeight")))
	if f.XHeight > maxXHeight {
		f.XHeight = 0
	}
	f.Symbolic = d.flags&flagSymbolic != 0 && d.flags&flagNonsymbolic == 0
	f.style(doc, desc, d)
	f.Family = doc.Text(desc.Raw("FontFamily"))
	if f.Family == "" {
		f.Family = familyOf(f.Name)
	}
	return d
}

// unitsPerEm is the number of units of glyph space in an em, in all fonts but Type 3 (clause 9.2.4).
const unitsPerEm = 1000

// maxXHeight is more than any face has. In files that give more, the number means something else.
const maxXHeight = 0.9

// em returns a number of the descriptor in ems, or 0 when it is missing or beyond reason.
func em(doc *pdf.Document, desc pdf.Dict, key pdf.Name) float64 {
	v, _ := doc.Number(desc.Raw(key))
	if v /= unitsPerEm; math.Abs(v) > maxEms {
		return 0
	}
	return v
}

// style fills in the look of the font, from the flags, the numbers and the name. Each of them is missing in
// many files, so any of them is enough. StemV is not used. 25 fonts in 600 files had a stem above 150 and a
// name that does not say bold; all but two of them were regular faces from writers that guess the value.
func (f *Font) style(doc *pdf.Document, desc pdf.Dict, d descriptor) {
	look := styleOf(f.Name)
	if look.certain {
		f.Bold, f.Italic, f.Mono, f.Serif = look.bold, look.italic, look.mono, look.serif
		return
	}
	weight := doc.Int(desc.Raw("FontWeight"), 0)
	angle, _ := doc.Number(desc.Raw("ItalicAngle"))
	f.Bold = look.bold || d.flags&flagForceBold != 0 || weight >= semiboldWeight
	f.Italic = look.italic || d.flags&flagItalic != 0 || math.Abs(angle) >= italicAngle && math.Abs(angle) < 90
	f.Mono = look.mono || d.flags&flagFixedPitch != 0
	f.Serif = look.serif || d.flags&flagSerif != 0 && !look.sans
}

const (
	semiboldWeight = 600 // semibold, table 120
	// italicAngle is in degrees. Upright faces are sometimes given one or two degrees.
	italicAngle = 4
)

// finish chooses ascent and descent. It takes each from the first of these that has a plausible value: the
// descriptor, the font box, the standard font. If none has, it takes that of a usual face.
func (f *Font) finish(d descriptor) {
	candidates := [3][2]float64{{d.ascent, d.descent}, {d.box[3], d.box[1]}}
	if s := f.simple; s != nil && s.face != nil {
		candidates[2] = [2]float64{float64(s.face.ascent) / unitsPerEm, float64(s.face.descent) / unitsPerEm}
		if f.XHeight == 0 && s.program == nil {
			f.XHeight = float32(s.face.xHeight) / unitsPerEm
		}
	}
	for _, c := range candidates {
		ascent, descent := c[0], c[1]
		if descent > 0 { // writers often forget the sign
			descent = -descent
		}
		if f.Ascent == 0 && ascent >= minAscent && ascent <= maxAscent {
			f.Ascent = float32(ascent)
		}
		if f.Descent == 0 && descent <= -minDescent && descent >= -maxDescent {
			f.Descent = float32(descent)
		}
	}
	if f.Ascent == 0 {
		f.Ascent = usualAscent
	}
	if f.Descent == 0 {
		f.Descent = -usualDescent
	}
}

// Bounds of ascent and descent of a real face, and those of a usual one, in ems. Faces of stacked scripts
// reach 2 ems. Numbers outside of the bounds are mistakes.
const (
	minAscent, maxAscent      = 0.3, 2
	minDescent, maxDescent    = 0.05, 1
	usualAscent, usualDescent = 0.75, 0.25
)
