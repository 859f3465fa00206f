package font_test

import (
	"fmt"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/pdf"
)

// FuzzLoad loads a font whose dictionary, ToUnicode, encoding and program are
// foreign bytes, and reads foreign codes with it.
func FuzzLoad(f *testing.F) {
	f.Add("/Subtype /Type1 /BaseFont /Helvetica /ToUnicode {0}", "1 beginbfchar <41> <0062> endbfchar", "Hello")
	f.Add("/Subtype /TrueType /FirstChar 32 /Widths [1 2 3] /Encoding << /Differences [65 /g1 /uni0041 /f_i] >>", "", "ABC")
	f.Add("/Subtype /Type0 /Encoding {0} /DescendantFonts [ << /W [1 [2] 3 4 5] /W2 [1 [1 2 3]] /DW2 [1 2] >> ]", "/UniJIS-UTF8-V usecmap", "\xe4\xba\x9c\xff")
	f.Add("/Subtype /Type0 /Encoding /CNS-EUC-V /DescendantFonts [ << /CIDToGIDMap {0} >> ]", "\x00\x01\x00\x02", "\x8e\xa2\xa1\xa1\x8e")
	f.Add("/Subtype /Type3 /FontMatrix [0 0 0 0 0 0] /Encoding << /Differences [300 /a -1 /b] >> /CharProcs << /a {0} >>", "", "\x00")
	f.Add("/Subtype /Type1 /FontDescriptor << /FontFile3 {0} /Flags 4 >>", "\x01\x00\x04\x01", "abc")
	f.Fuzz(func(t *testing.T, body, stream, codes string) {
		doc, dict, ok := tryFontDict(t, body, stream)
		if !ok {
			return
		}
		fnt := font.Load(doc, dict)
		if fnt.Ascent <= 0 || fnt.Descent >= 0 || fnt.XHeight < 0 || len(fnt.Damage) > 8 {
			t.Errorf("ascent %v, descent %v, x-height %v, damage %q", fnt.Ascent, fnt.Descent, fnt.XHeight, fnt.Damage)
		}
		for s := []byte(codes); len(s) > 0; {
			c, n := fnt.Next(s)
			if n < 1 || n > 4 || n > len(s) {
				t.Fatalf("a code of %d bytes out of %d", n, len(s))
			}
			if again, m := fnt.Next(s); again != c || m != n {
				t.Fatalf("%v, then %v", c, again)
			}
			if c.Width != c.Width || c.VX != c.VX || c.VY != c.VY {
				t.Fatalf("%v is not a number", c)
			}
			if g := fnt.Shown(c.Code); g.Measured && (!g.Known || g.Missing || g.Stated != g.Stated || g.Drawn != g.Drawn) {
				t.Fatalf("code %#x: %+v", c.Code, g)
			}
			text, known := fnt.String(c.Rune)
			if !known && text != "" {
				t.Fatalf("unknown, and yet %q", text)
			}
			for _, r := range text {
				if !utf8.ValidString(text) || unicode.IsControl(r) || r == utf8.RuneError {
					t.Fatalf("code %#x means %q", c.Code, text)
				}
			}
			s = s[n:]
		}
		fnt.GlyphNames()
		fnt.CharacterMaps()
		fnt.CIDs(func(cid int) bool {
			if cid < 1 || cid > 0xFFFF {
				t.Errorf("CID %d", cid)
			}
			return true
		})
		for r := rune(-20); r < 0; r++ {
			fnt.String(r)
		}
	})
}

// tryFontDict is fontDict for a body that may spoil the document.
func tryFontDict(tb testing.TB, body, stream string) (*pdf.Document, pdf.Dict, bool) {
	doc, err := pdf.Open(tb.Context(), fontFile(body, stream), pdf.Options{})
	if err != nil || doc.Page(1) == nil {
		return nil, pdf.Dict{}, false
	}
	return doc, doc.Dict(doc.Dict(doc.Page(1).Resources.Raw("Font")).Raw("F1")), true
}

func BenchmarkLoad(b *testing.B) {
	cmap := "begincmap 95 beginbfchar\n"
	for c := ' '; c < 0x7F; c++ {
		cmap += fmt.Sprintf("<%02X> <%04X>\n", c, c)
	}
	doc, dict := fontDict(b, "/Subtype /TrueType /BaseFont /ABCDEF+Foo-Bold /FirstChar 32 /Widths [500 500 500] /Encoding /WinAnsiEncoding /ToUnicode {0}", cmap)
	b.ReportAllocs()
	for b.Loop() {
		font.Load(doc, dict)
	}
}

func BenchmarkNext(b *testing.B) {
	for name, f := range map[string]*font.Font{
		"simple":    load(b, "/Subtype /Type1 /BaseFont /Helvetica"),
		"two bytes": load(b, "/Subtype /Type0 /Encoding /UniJIS-UCS2-H /DescendantFonts [ << /Subtype /CIDFontType0 >> ]"),
		"mixed":     load(b, "/Subtype /Type0 /Encoding /90ms-RKSJ-H /DescendantFonts [ << /Subtype /CIDFontType0 >> ]"),
	} {
		b.Run(name, func(b *testing.B) {
			line := []byte("the quick brown fox jumps over the lazy dog.")
			b.SetBytes(int64(len(line)))
			b.ReportAllocs()
			for b.Loop() {
				for s := line; len(s) > 0; {
					_, n := f.Next(s)
					s = s[n:]
				}
			}
		})
	}
}
