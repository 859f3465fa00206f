package font

import (
	"bytes"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/pdf"
)

// be returns numbers as big-endian 16-bit words.
func be(words ...int) []byte {
	b := make([]byte, 0, 2*len(words))
	for _, w := range words {
		b = append(b, byte(w>>8), byte(w))
	}
	return b
}

// be32 returns numbers as big-endian 32-bit words.
func be32(words ...int) []byte {
	b := make([]byte, 0, 4*len(words))
	for _, w := range words {
		b = append(b, be(w>>16, w)...)
	}
	return b
}

func join(parts ...[]byte) []byte {
	var b []byte
	for _, p := range parts {
		b = append(b, p...)
	}
	return b
}

func mustParse(t *testing.T, data []byte, hint pdf.Name) *program {
	t.Helper()
	p, err := parseProgram(data, hint)
	require.NoError(t, err)
	checkProgram(t, p, len(data))
	return p
}

// namesOf returns the names of all glyphs.
func namesOf(p *program) []string {
	names := make([]string, p.glyphCount)
	for gid := range names {
		names[gid] = p.glyphName(gid)
	}
	return names
}

// widthsOf returns the widths of all glyphs in thousandths of an em, or -1 for none.
func widthsOf(p *program) []int {
	widths := make([]int, p.glyphCount)
	for gid := range widths {
		widths[gid] = -1
		if w, ok := p.width(gid); ok {
			widths[gid] = int(w*1000 + 0.5)
		}
	}
	return widths
}

// mapping returns all that a cmap maps.
func mapping(c *cmapTable) map[uint32]int {
	m := map[uint32]int{}
	for code, gid := range c.each {
		m[code] = gid
	}
	return m
}

// checkProgram fails t when p breaks a promise of its type.
func checkProgram(t *testing.T, p *program, size int) {
	t.Helper()
	checkOutlines(t, p)
	if p.glyphCount < 0 || p.glyphCount > size {
		t.Fatalf("%d glyphs from %d bytes", p.glyphCount, size)
	}
	if p.cids != nil && len(p.cids) != p.glyphCount {
		t.Fatalf("%d CIDs for %d glyphs", len(p.cids), p.glyphCount)
	}
	checkNames(t, p)
	for gid := range p.glyphCount {
		if w, ok := p.width(gid); ok && !(w >= -maxEms && w <= maxEms) {
			t.Fatalf("glyph %d is %v ems wide", gid, w)
		}
	}
	for _, v := range []float32{p.ascent, p.descent, p.xHeight} {
		if !(v >= -maxEms && v <= maxEms) {
			t.Fatalf("measure of %v ems", v)
		}
	}
	for i := range p.cmaps {
		checkCmap(t, &p.cmaps[i], p.glyphCount)
	}
}

func checkNames(t *testing.T, p *program) {
	t.Helper()
	names := append(namesOf(p), p.family, p.psName)
	if p.encoding != nil {
		names = append(names, p.encoding[:]...)
	}
	for _, n := range names {
		if !utf8.ValidString(n) || len(n) > maxFontName {
			t.Fatalf("name %q", n)
		}
	}
	for gid, n := range names[:p.glyphCount] {
		if n == "" {
			continue
		}
		if first, ok := p.gidByName(n); !ok || first > gid || p.glyphName(first) != n {
			t.Fatalf("glyph %d called %q is found as %d", gid, n, first)
		}
	}
}

// checkCmap walks a map: glyphs are in range, and lookup agrees with each.
func checkCmap(t *testing.T, c *cmapTable, glyphCount int) {
	t.Helper()
	last, seen := uint32(0), 0
	for code, gid := range c.each {
		if gid <= 0 || gid >= glyphCount {
			t.Fatalf("code %#x maps to glyph %d of %d", code, gid, glyphCount)
		}
		if c.ordered && seen > 0 && code <= last {
			t.Fatalf("code %#x comes after %#x", code, last)
		}
		if seen%97 == 0 { // a sample: maps may have a million codes
			if got, ok := c.lookup(code); !ok || c.ordered && got != gid {
				t.Fatalf("code %#x is %d by lookup, %d by each", code, got, gid)
			}
		}
		last = code
		seen++
	}
}

func TestProgramFormatComesFromTheBytes(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		data []byte
		hint pdf.Name
		want programKind
	}{
		"TrueType where CFF is announced":   {threeGlyphs(), "FontFile3", trueType},
		"CFF where TrueType is announced":   {smallCFF(), "FontFile2", bareCFF},
		"Type 1 where TrueType is said":     {smallType1(), "FontFile2", type1Program},
		"line ends before the program":      {join([]byte("\r\n"), threeGlyphs()), "FontFile2", trueType},
		"Type 1 without its first line":     {smallType1()[len(type1Mark):], "FontFile", type1Program},
		"CFF behind rubbish, by its hint":   {join([]byte{0, 9, 9}, smallCFF()), "FontFile3", bareCFF},
		"OpenType with a table of outlines": {openType(), "FontFile3", openTypeCFF},
	}
	for what, test := range tests {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, test.want, mustParse(t, test.data, test.hint).kind)
		})
	}
}

func TestNoProgram(t *testing.T) {
	t.Parallel()
	for what, data := range map[string]string{
		"nothing":             "",
		"three bytes":         "\x01\x00\x04",
		"a PDF":               "%PDF-1.4 with no font in it",
		"a Type 1 header":     "%!PS-AdobeFont-1.0: Test\n/FontName /Test def currentfile eexec\n",
		"an empty directory":  "\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00",
		"a CFF header":        "\x01\x00\x04\x01",
		"a collection of air": "ttcf\x00\x01\x00\x00\x00\x00\x00\x01\xff\xff\xff\xff",
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			_, err := parseProgram([]byte(data), "")
			require.Error(t, err)
		})
	}
}

// TestTruncatedPrograms cuts each kind of program at every byte.
func TestTruncatedPrograms(t *testing.T) {
	t.Parallel()
	for what, data := range map[string][]byte{
		"TrueType": threeGlyphs(), "OpenType": openType(), "CFF": smallCFF(), "CID-keyed": cidCFF(),
		"Type 1": smallType1(), "PFB": pfb(smallType1()),
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			for n := range data {
				if p, err := parseProgram(data[:n], ""); err == nil {
					checkProgram(t, p, n)
				}
			}
		})
	}
}

// TestProgramsMadeToBeSlow has programs on which a reader works for hours if any part of its work
// grows faster than the file.
func TestProgramsMadeToBeSlow(t *testing.T) {
	t.Parallel()
	many := func(s string) []byte { return bytes.Repeat([]byte(s), (1<<20)/len(s)) }
	groups := func(row []byte) []byte {
		sub := join(be(12, 0), be32(0, 0, 1<<16), bytes.Repeat(row, 1<<16))
		return sfntOf(trueTypeTag, table{"cmap", cmapOf(3, 10, sub)})
	}
	for what, data := range map[string][]byte{
		"openings of strings":    join([]byte(type1Mark), many("(")),
		"openings of procedures": join([]byte(type1Mark), many("/CharStrings {")),
		"openings of arrays":     join([]byte(type1Mark), many("/FontBBox [ ")),
		"encodings":              join([]byte(type1Mark), many("/Encoding ")),
		"charstrings":            join([]byte(type1Mark), []byte("/CharStrings "), many("/a 1 RD x ")),
		"groups of all codes":    groups(be32(0, maxUnicode, 1)),
		"groups of no codes":     groups(be32(1, 0, 1)),
		"operators of a DICT":    cffParts{top: many("\x8b\x00")[:60000], glyphs: []string{endchar}}.build(),
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			if p, err := parseProgram(data, ""); err == nil {
				checkProgram(t, p, len(data))
			}
		})
	}
}

func BenchmarkParseProgram(b *testing.B) {
	for what, data := range map[string][]byte{"TrueType": threeGlyphs(), "CFF": smallCFF(), "Type1": smallType1()} {
		b.Run(what, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if _, err := parseProgram(data, ""); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
