package font

import (
	"errors"
	"math"
)

// type1 is a Type 1 font (Adobe Type 1 Font Format, version 1.1). It is read without a PostScript
// interpreter, by the forms that font writers use.
type type1 struct {
	private bin // the encrypted portion, decrypted; glyphs and subrs are parts of it
	glyphs  []type1Glyph
	subrs   map[int]span
	lenIV   int
	em      float64 // units in one em
	space   affine  // from units to ems
}

type type1Glyph struct{ name, code span }

// span is a part of type1.private.
type span struct{ from, to uint32 }

var errNoGlyphs = errors.New("type 1: no charstrings")

// parseType1 reads a Type 1 font, as PFA or PFB. It does not need the lengths of the portions in
// the stream dictionary: it finds the encrypted portion by its mark.
func parseType1(data []byte) (*program, error) {
	data = unwrapPFB(data)
	clear, private := splitType1(data)
	f := &type1{private: private, lenIV: type1LenIV}
	f.readPrivate()
	if len(f.glyphs) == 0 {
		f = &type1{private: data, lenIV: type1LenIV} // the font was never encrypted
		f.readPrivate()
	}
	if len(f.glyphs) == 0 {
		return nil, errNoGlyphs
	}
	h := readType1Header(clear)
	f.em, f.space = h.em, h.space
	p := &program{
		kind: type1Program, glyphCount: len(f.glyphs), glyphs: f, unitsPerEm: float32(h.em),
		encoding: h.encoding, psName: h.fontName, family: h.family,
		bold: heavyFace(h.weight), italic: h.italic, mono: h.mono,
	}
	p.ascent, p.descent = heights(h.box[3]/h.em, h.box[1]/h.em)
	return p, nil
}

// Marks of PFB segments.
const (
	pfbMark   = 0x80
	pfbText   = 1
	pfbBinary = 2
	pfbEOF    = 3
)

// unwrapPFB joins the segments of a PFB file. It returns other data as it is. A segment that claims more
// bytes than there are ends with the data. Data behind a segment that claimed too few bytes is kept.
func unwrapPFB(data bin) bin {
	const header = 6
	if data.u8(0) != pfbMark {
		return data
	}
	out := make(bin, 0, len(data))
	for data.u8(0) == pfbMark && (data.u8(1) == pfbText || data.u8(1) == pfbBinary) && len(data) >= header {
		n := int(data[2]) | int(data[3])<<8 | int(data[4])<<16 | int(data[5])<<24
		body := data.cut(header, n)
		out = append(out, body...)
		data = data[header+len(body):]
	}
	if data.u8(0) == pfbMark {
		return out
	}
	return append(out, data...)
}

// name returns the glyph's name.
func (f *type1) name(gid int) string { return cleanName(f.bytes(f.glyphs[gid].name)) }

func (f *type1) bytes(s span) bin { return f.private[s.from:s.to] }

// advance returns the width of a glyph, from the operator with which its charstring begins.
func (f *type1) advance(gid int) (float32, bool) {
	r := type1Width{font: f, left: maxWidthOps}
	if !r.run(f.glyphs[gid].code, 0) || !r.found {
		return 0, false
	}
	w := r.width / f.em
	if math.IsNaN(w) || math.IsInf(w, 0) {
		return 0, false
	}
	return float32(w), true
}
