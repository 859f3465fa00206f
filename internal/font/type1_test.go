package font

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// encrypt is the inverse of decrypt, with zeros for the random bytes.
func encrypt(plain []byte, key uint16, random int) []byte {
	plain = append(make([]byte, max(random, 0)), plain...)
	for i, c := range plain {
		plain[i] = c ^ byte(key>>8)
		key = (uint16(plain[i])+key)*cipherFactor + cipherTerm
	}
	return plain
}

// type1Parts has the parts of a Type 1 font.
type type1Parts struct {
	encoding string
	lenIV    int // 4 is not written, being the default; -1 does not encrypt
	read     string
	glyphs   []string // name, charstring, name, charstring, ...
	subrs    []string
	hex      bool
	clear    bool // no encrypted portion
}

const (
	type1Mark = "%!PS-AdobeFont-1.0: Test\n"
	hsbw      = "\x0d"
	div       = "\x0c\x0c"
)

func (f type1Parts) build() []byte {
	header := type1Mark + `11 dict begin /FontInfo 9 dict dup begin
/FamilyName (Test \(Family\)) readonly def /Weight (Bold) readonly def /ItalicAngle -12.5 def
/isFixedPitch true def end readonly def
/FontName /ABCDEF+Test def /PaintType 0 def /FontMatrix [0.0005 0 0 0.0005 0 0] readonly def
/FontBBox {-100 -400 2000 1600} readonly def
/Encoding ` + f.encoding + "\ncurrentdict end\n"
	var b strings.Builder
	fmt.Fprintf(&b, "dup /Private 9 dict dup begin /%s {string currentfile exch readstring pop} executeonly def\n", f.read)
	if f.lenIV != type1LenIV {
		fmt.Fprintf(&b, "/lenIV %d def\n", f.lenIV)
	}
	code := func(s string) string {
		if f.lenIV < 0 {
			return s
		}
		return string(encrypt([]byte(s), charKey, f.lenIV))
	}
	fmt.Fprintf(&b, "/Subrs %d array\n", len(f.subrs))
	for i, s := range f.subrs {
		fmt.Fprintf(&b, "dup %d %d %s %s NP\n", i, len(code(s)), f.read, code(s))
	}
	fmt.Fprintf(&b, "ND 2 index /CharStrings %d dict dup begin\n", len(f.glyphs)/2)
	for i := 0; i < len(f.glyphs); i += 2 {
		c := code(f.glyphs[i+1])
		fmt.Fprintf(&b, "/%s %d %s %s ND\n", f.glyphs[i], len(c), f.read, c)
	}
	b.WriteString("end end readonly put mark currentfile closefile\n")
	if f.clear {
		return []byte(header + b.String())
	}
	secret := encrypt([]byte(b.String()), eexecKey, eexecRandom)
	if f.hex {
		secret = []byte(strings.ReplaceAll(hex.EncodeToString(secret), "00", "00\n"))
	}
	return join([]byte(header+"currentfile eexec\n"), secret, []byte("\n"+strings.Repeat("0", 64)+"\ncleartomark\n"))
}

func smallParts() type1Parts {
	return type1Parts{
		encoding: "256 array 0 1 255 {1 index exch /.notdef put} for\ndup 120 /A put dup 8#171 /beth put readonly def",
		lenIV:    type1LenIV,
		read:     "RD",
		glyphs:   []string{".notdef", n(0) + n(100) + hsbw, "A", n(1) + "\xf8\x5c" + hsbw, "beth", n(0) + "\xff\x00\x00\x0f\xa0" + n(4) + div + hsbw},
	}
}

func smallType1() []byte { return smallParts().build() }

// pfb returns a PFA as a PFB of two segments.
func pfb(pfa []byte) []byte {
	at := strings.Index(string(pfa), "eexec\n") + len("eexec\n")
	segment := func(kind byte, b []byte) []byte {
		return join([]byte{pfbMark, kind}, binary.LittleEndian.AppendUint32(nil, uint32(len(b))), b)
	}
	return join(segment(pfbText, pfa[:at]), segment(pfbBinary, pfa[at:]), []byte{pfbMark, pfbEOF})
}

func TestType1(t *testing.T) {
	t.Parallel()
	p := mustParse(t, smallType1(), "FontFile")
	require.Equal(t, type1Program, p.kind)
	require.Equal(t, []string{".notdef", "A", "beth"}, namesOf(p))
	require.Equal(t, []int{50, 228, 500}, widthsOf(p)) // of 100, 456 and 4000/4 units, 2000 to the em
	require.Equal(t, "A", p.encoding['x'])
	require.Equal(t, "beth", p.encoding['y'])
	require.Empty(t, p.encoding['z'])
	require.Equal(t, "ABCDEF+Test", p.psName)
	require.Equal(t, "Test (Family)", p.family)
	require.True(t, p.bold)
	require.True(t, p.italic)
	require.True(t, p.mono)
	require.InDelta(t, 0.8, p.ascent, 1e-6)
	require.InDelta(t, -0.2, p.descent, 1e-6)
}

func TestType1Forms(t *testing.T) {
	t.Parallel()
	change := func(f func(*type1Parts)) []byte {
		p := smallParts()
		f(&p)
		return p.build()
	}
	lie := func(kind byte, length uint32) []byte {
		b := pfb(smallType1())
		at := strings.Index(string(b), string([]byte{pfbMark, kind}))
		binary.LittleEndian.PutUint32(b[at+2:], length)
		return b
	}
	for what, data := range map[string][]byte{
		"PFB":                         pfb(smallType1()),
		"PFB with a segment too long": lie(pfbBinary, 1<<31),
		"hexadecimal":                 change(func(p *type1Parts) { p.hex = true }),
		"never encrypted":             change(func(p *type1Parts) { p.clear = true }),
		"no random bytes":             change(func(p *type1Parts) { p.lenIV = 0 }),
		"one random byte":             change(func(p *type1Parts) { p.lenIV = 1 }),
		"plain charstrings":           change(func(p *type1Parts) { p.lenIV = -1 }),
		"another reading word":        change(func(p *type1Parts) { p.read = "-|" }),
		"a reading word of its own":   change(func(p *type1Parts) { p.read = "ReadIt" }),
		"subroutines that look like charstrings": change(func(p *type1Parts) {
			p.subrs = []string{"/CharStrings 1 dict", "end /A 3 RD abc"}
			p.lenIV = -1
		}),
		"widths in two directions": change(func(p *type1Parts) {
			p.glyphs[1] = n(7) + n(8) + n(100) + n(9) + "\x0c\x07"
		}),
		"width in a subroutine": change(func(p *type1Parts) {
			p.subrs = []string{ret, n(0) + n(100) + hsbw + ret}
			p.glyphs[1] = n(1) + "\x0a"
		}),
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			p := mustParse(t, data, "FontFile")
			require.Equal(t, []string{".notdef", "A", "beth"}, namesOf(p))
			require.Equal(t, []int{50, 228, 500}, widthsOf(p))
		})
	}
}

func TestType1Encodings(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		encoding string
		want     map[byte]string
	}{
		"standard":           {"StandardEncoding def", map[byte]string{'A': "A", 0x27: "quoteright"}},
		"an array of names":  {"[/.notdef /A /B] def", map[byte]string{0: "", 1: "A", 2: "B", 3: ""}},
		"hexadecimal codes":  {"256 array dup 16#41 /beth put def", map[byte]string{'A': "beth"}},
		"no end":             {"256 array dup 65 /A put", map[byte]string{'A': "A"}},
		"codes out of range": {"256 array dup 300 /beth put dup 65 /A put def", map[byte]string{'A': "A"}},
	}
	for what, test := range tests {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			parts := smallParts()
			parts.encoding = test.encoding
			p := mustParse(t, parts.build(), "")
			for code, name := range test.want {
				require.Equal(t, name, p.encoding[code], "code %d", code)
			}
		})
	}
}

func TestType1WidthsThatAreNotThere(t *testing.T) {
	t.Parallel()
	for what, glyph := range map[string]string{
		"nothing":                "",
		"too few operands":       n(1) + hsbw,
		"another operator first": n(1) + n(2) + hmoveto,
		"division by zero":       n(1) + n(0) + div + n(1) + hsbw,
		"endless subroutines":    n(0) + "\x0a",
		"a tree of subroutines":  n(1) + "\x0a",
		"too many operands":      strings.Repeat(n(1), 30) + hsbw,
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			parts := smallParts()
			parts.subrs = []string{n(0) + "\x0a"}
			for i := 1; i <= maxSubrDepth; i++ {
				parts.subrs = append(parts.subrs, strings.Repeat(n(i+1)+"\x0a", 15)+ret)
			}
			parts.subrs = append(parts.subrs, ret)
			parts.glyphs[1] = glyph
			require.Equal(t, -1, widthsOf(mustParse(t, parts.build(), ""))[0])
		})
	}
}

func FuzzType1(f *testing.F) {
	f.Add(smallType1())
	f.Add(pfb(smallType1()))
	parts := smallParts()
	parts.clear, parts.subrs = true, []string{n(1) + n(2) + hsbw}
	f.Add(parts.build())
	parts.encoding, parts.lenIV = "[/A /beth] def", -1
	f.Add(parts.build())
	f.Fuzz(func(t *testing.T, data []byte) {
		if p, err := parseType1(data); err == nil {
			checkProgram(t, p, len(data))
		}
	})
}
