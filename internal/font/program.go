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

// programKind is the format a font program turned out to have.
type programKind uint8

const (
	trueType     programKind = iota + 1 // sfnt with glyf outlines, or with none
	openTypeCFF                         // sfnt with a CFF table
	bareCFF                             // CFF without the sfnt wrapper
	type1Program                        // Type 1, PFA or PFB
)

// program is an embedded font program (ISO 32000-2 clause 9.9). Glyphs are
// numbered by GID from 0, whatever the format. It is not changed after
// parseProgram, keeps the bytes it was made of, and may be used by several
// goroutines.
type program struct {
	kind       programKind
	glyphCount int
	unitsPerEm float32

	// encoding is the built-in encoding, code to glyph name; "" where it has
	// none, nil when the format has no such thing (all but CFF and Type 1).
	// The table may be shared: read only.
	encoding *[256]string
	// cids says which CID each GID draws; nil unless the program is CID-keyed.
	cids []uint16
	// cmaps are the character maps of an sfnt, in file order.
	cmaps []cmapTable

	ascent, descent, xHeight float32 // ems, descent negative; 0 when not given
	bold, italic, mono       bool
	family, psName           string // psName with its subset prefix, if any

	glyphs glyphSource

	nameOnce sync.Once
	nameGID  map[string]int
}

// glyphSource is what a format knows of single glyphs, read when asked for.
type glyphSource interface {
	// name is the glyph's name, "" when it has none; gid is in range.
	name(gid int) string
	// advance is the glyph's width in ems, and whether the program says it; gid is in range.
	advance(gid int) (ems float32, ok bool)
	// outline draws the glyph, and reports whether it could; gid is in range.
	outline(gid int, o *outliner) bool
}

var errNoProgram = errors.New("no font program")

// parseProgram reads a font program. hint is the key it was found under
// (FontFile, FontFile2, FontFile3) or the Subtype of its stream; since hints lie
// the format is taken from the bytes, and hint only settles what they leave open.
// What is damaged beyond one table is an error; missing tables are not.
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

// sniffProgram tells the format of data by its first bytes, and by hint where
// those are damaged.
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

// skipSpace drops white space before the program, which some writers leave
// behind the stream keyword. Zero bytes stay: an sfnt begins with one.
func skipSpace(data []byte) []byte {
	return bytes.TrimLeft(data, "\r\n\t ")
}

// glyphName is the name of glyph gid, "" when it has none.
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

// width is the advance of glyph gid in ems, and whether the program says it.
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

// maxEms bounds every measure taken from a program: the widest honest glyphs
// (horizontal bars, ligatures of whole phrases) stay below 40 ems.
const maxEms = 64

// defaultUnitsPerEm stands in for an em that is not given or says nonsense.
const defaultUnitsPerEm = 1000

// emOf is how many units one em has by the scale of a FontMatrix.
func emOf(scale float64) float64 {
	const lo, hi = 16, 1 << 16 // beyond what any font editor makes
	if em := 1 / scale; em >= lo && em <= hi {
		return em
	}
	return defaultUnitsPerEm
}

// glyphSpace is the transformation from units to ems by the first four numbers of a
// FontMatrix: faces are slanted and made narrow by it. What makes no sense is left out.
func glyphSpace(m [4]float64) affine {
	const most = 8 // times as tall, or slanted, as wide
	s := 1 / emOf(m[0])
	b, c, d := m[1]/m[0], m[2]/m[0], m[3]/m[0]
	if area := math.Abs(d - b*c); !(max(math.Abs(b), math.Abs(c), math.Abs(d)) <= most && area >= 1.0/most) {
		return affine{s, 0, 0, s, 0, 0}
	}
	return affine{s, s * b, s * c, s * d, 0, 0}
}

// heavyFace reports whether weight, as the Weight strings of CFF and Type 1 say
// it, is that of a bold face.
func heavyFace(weight string) bool {
	switch strings.ToLower(weight) {
	case "bold", "black", "heavy", "extrabold", "ultrabold", "ultra", "semibold", "demi", "demibold":
		return true
	}
	return false
}

// heights are ascent and descent from the top and bottom of a font's box, 0
// when they cannot be meant.
func heights(top, bottom float64) (ascent, descent float32) {
	if !(top > 0 && top <= maxEms && bottom >= -maxEms && bottom < top) {
		return 0, 0
	}
	return float32(top), float32(min(bottom, 0))
}

// cmap is the character map of a platform and encoding; nil when absent.
func (p *program) cmap(platform, encoding uint16) *cmapTable {
	for i := range p.cmaps {
		if c := &p.cmaps[i]; c.platform == platform && c.encoding == encoding {
			return c
		}
	}
	return nil
}
