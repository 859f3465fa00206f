package font

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
)

// programKind is the format of a font program.
type programKind uint8

const (
	trueType     programKind = iota + 1 // sfnt with glyf outlines, or without outlines
	openTypeCFF                         // sfnt with a CFF table
	bareCFF                             // CFF without the sfnt wrapper
	type1Program                        // Type 1, PFA or PFB
)

// program is an embedded font program (ISO 32000-2 clause 9.9). GIDs number its glyphs from 0 in
// every format. It does not change after parseProgram, keeps the bytes it was made of, and may be
// used by several goroutines.
type program struct {
	kind       programKind
	glyphCount int
	unitsPerEm float32

	// encoding is the built-in encoding: glyph names by code, "" for codes without one. It is nil
	// for formats that have no built-in encoding, which are all but CFF and Type 1. The table may
	// be shared: it is read only.
	encoding *[256]string
	// cids has the CID that each GID draws. It is nil unless the program is CID-keyed.
	cids []uint16
	// cmaps has the character maps of an sfnt, in file order.
	cmaps []cmapTable

	ascent, descent, xHeight float32 // ems, descent negative; 0 when not given
	bold, italic, mono       bool
	family, psName           string // psName with its subset prefix, if any

	glyphs glyphSource

	nameOnce sync.Once
	nameGID  map[string]int
}

// glyphSource reads what a format says about single glyphs, on demand.
type glyphSource interface {
	// name returns the glyph's name, or "" when it has none. gid is in range.
	name(gid int) string
	// advance returns the glyph's width in ems, and whether the program gives it. gid is in range.
	advance(gid int) (ems float32, ok bool)
	// outline draws the glyph, and reports whether it could. gid is in range.
	outline(gid int, o *outliner) bool
}

var errNoProgram = errors.New("no font program")

// parseProgram reads a font program. hint is the key under which it was found (FontFile, FontFile2,
// FontFile3) or the Subtype of its stream. Hints may be wrong, so the bytes decide on the format,
// and hint settles what they leave open. Damage of more than one table is an error. Missing tables
// are not.
func parseProgram(data []byte, hint pdf.Name) (*program, error) {
	if len(data) > limits.FontBytes {
		return nil, fmt.Errorf("font program of %d bytes is too large", len(data))
	}
	data = skipSpace(data)
	switch sniffProgram(data, hint) {
	case trueType:
		return parseSfnt(data)
	case bareCFF:
		return parseCFF(data)
	case type1Program:
		return parseType1(data)
	}
	return nil, errNoProgram
}

// sniffProgram determines the format of data by its first bytes, or by hint if those are damaged.
func sniffProgram(data []byte, hint pdf.Name) programKind {
	switch {
	case len(data) < 4:
		return 0
	case isSfnt(data):
		return trueType
	case data[0] == pfbMark && data[1] <= pfbEOF, bytes.HasPrefix(data, []byte("%!")):
		return type1Program
	case data[0] == 1 && data[2] >= 4 && data[3] >= 1 && data[3] <= 4:
		return bareCFF
	}
	switch hint {
	case "FontFile2", "TrueType", "OpenType":
		return trueType
	case "FontFile3", "Type1C", "CIDFontType0C":
		return bareCFF
	case "FontFile", "Type1":
		return type1Program
	}
	return 0
}

// skipSpace drops white space before the program, which some writers leave behind the stream
// keyword. Zero bytes stay, since an sfnt begins with one.
func skipSpace(data []byte) []byte {
	return bytes.TrimLeft(data, "\r\n\t ")
}

// glyphName returns the name of glyph gid, or "" when it has none.
func (p *program) glyphName(gid int) string {
	if gid < 0 || gid >= p.glyphCount {
		return ""
	}
	return p.glyphs.name(gid)
}

// gidByName finds the glyph called name, which must not be empty.
func (p *program) gidByName(name string) (gid int, ok bool) {
	p.nameOnce.Do(func() {
		p.nameGID = make(map[string]int, p.glyphCount)
		for gid := range p.glyphCount {
			n := p.glyphs.name(gid)
			if _, dup := p.nameGID[n]; n != "" && !dup {
				p.nameGID[n] = gid
			}
		}
	})
	gid, ok = p.nameGID[name]
	return gid, ok
}

// width returns the advance of glyph gid in ems, and whether the program gives it.
func (p *program) width(gid int) (ems float32, ok bool) {
	if gid < 0 || gid >= p.glyphCount {
		return 0, false
	}
	w, ok := p.glyphs.advance(gid)
	if f := float64(w); math.IsNaN(f) || math.Abs(f) > maxEms {
		return 0, false
	}
	return w, ok
}

// maxEms bounds every measure from a program. The widest honest glyphs (horizontal bars, ligatures
// of whole phrases) are below 40 ems.
const maxEms = 64

// defaultUnitsPerEm replaces an em that is missing or makes no sense.
const defaultUnitsPerEm = 1000

// emOf returns the number of units in an em, from the scale of a FontMatrix.
func emOf(scale float64) float64 {
	const lo, hi = 16, 1 << 16 // beyond what any font editor makes
	if em := 1 / scale; em >= lo && em <= hi {
		return em
	}
	return defaultUnitsPerEm
}

// glyphSpace returns the transformation from units to ems that the first four numbers of a
// FontMatrix give. A FontMatrix may slant a face or make it narrow. Numbers that make no sense are
// left out.
func glyphSpace(m [4]float64) affine {
	const most = 8 // how many times as tall as wide, or as slanted, a face may be
	s := 1 / emOf(m[0])
	b, c, d := m[1]/m[0], m[2]/m[0], m[3]/m[0]
	if area := math.Abs(d - b*c); !(max(math.Abs(b), math.Abs(c), math.Abs(d)) <= most && area >= 1.0/most) {
		return affine{s, 0, 0, s, 0, 0}
	}
	return affine{s, s * b, s * c, s * d, 0, 0}
}

// heavyFace reports whether weight, a Weight string of CFF or Type 1, is that of a bold face.
func heavyFace(weight string) bool {
	switch strings.ToLower(weight) {
	case "bold", "black", "heavy", "extrabold", "ultrabold", "ultra", "semibold", "demi", "demibold":
		return true
	}
	return false
}

// heights returns ascent and descent from the top and bottom of a font's box, or 0 when those are
// implausible.
func heights(top, bottom float64) (ascent, descent float32) {
	if !(top > 0 && top <= maxEms && bottom >= -maxEms && bottom < top) {
		return 0, 0
	}
	return float32(top), float32(min(bottom, 0))
}

// cmap returns the character map of a platform and encoding, or nil when absent.
func (p *program) cmap(platform, encoding uint16) *cmapTable {
	for i := range p.cmaps {
		if c := &p.cmaps[i]; c.platform == platform && c.encoding == encoding {
			return c
		}
	}
	return nil
}
