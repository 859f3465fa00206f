package formula_test

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic/formula"
)

// signs are the characters for which the grammar has rules.
var signs = []rune("xfabAB019αΓ+−=<→∈∉,;.⋅()[]{}|‖∑∫⋃√^¯~˙⃗⏞⏟′″\u0338/…⋮limsupt∣⟨⟩⌈⌋\uFFFD\U0001D465\u0000 ∼⇒↦∪\u2126\u29F5\U0001D74E\U0001D455rep")

// glyphOf makes a glyph or a bar from eight bytes: sign, piece and alphabet, place, size, extent.
func fuzzed(data []byte) *layout.Formula {
	f := &layout.Formula{Display: true}
	for len(data) >= 8 && len(f.Glyphs)+len(f.Bars) < 300 {
		b := data[:8]
		data = data[8:]
		x, y := float32(b[2])*.7, float32(b[3])*.4
		size := [4]float32{10, 7, 5, 10}[b[4]&3]
		w, h := float32(b[5]&63)*.3, float32(b[6])*.2
		if b[1] == 255 {
			f.Bars = append(f.Bars, layout.Rect{X0: x, X1: x + w*8, Y0: y, Y1: y + .4})
			continue
		}
		g := layout.FormulaGlyph{X: x, Y: y, Advance: w, Size: size}
		g.Char = signs[int(b[0])%len(signs)]
		g.Piece = layout.Piece(b[1] & 15 % (uint8(layout.LevelExtender) + 1))
		if b[7]&1 == 0 {
			g.Piece = layout.Whole
		}
		g.Alphabet = layout.Alphabet(b[7] >> 2 & 15)
		g.Ink = layout.Rect{X0: x, X1: x + w, Y0: y - h*float32(b[7]>>6)/4, Y1: y + h*(1-float32(b[7]>>6)/4)}
		f.Glyphs = append(f.Glyphs, g)
	}
	return f
}

// raw returns bytes from which the fuzz test makes a formula like f.
func raw(f *layout.Formula) []byte {
	var out []byte
	at := func(v, scale float32) byte { return byte(max(0, min(255, v/scale))) }
	for _, g := range f.Glyphs {
		char := byte(0)
		for i, c := range signs {
			if c == g.Char {
				char = byte(i)
			}
		}
		size := byte(0)
		if g.Size < 8 {
			size = 1
		}
		if g.Size < 6 {
			size = 2
		}
		piece := byte(0)
		if g.Piece != layout.Whole {
			piece = 1
		}
		out = append(out, char, byte(g.Piece), at(g.X+10, .7), at(g.Y+50, .4), size, at(g.Ink.Width(), .3)&63, at(g.Ink.Height(), .2), 0xC0|byte(g.Alphabet)<<2&0x3C|piece)
	}
	for _, b := range f.Bars {
		out = append(out, 0, 255, at(b.X0+10, .7), at(b.Y0+50, .4), 0, at(b.Width(), 2.4)&63, 0, 0)
	}
	return out
}

// FuzzRead reads arbitrary glyphs and bars. The tree has each glyph's character once and keeps what Node
// promises. TeX and Text are valid and bounded, and the MathML is sound.
func FuzzRead(f *testing.F) {
	two := at("2", 7)
	for _, s := range []set{
		sup(at("x", em), two), frac(at("a", em), sup(at("b", em), two), em), root(at("x+1", em)),
		row(limit(large('∑', 14, em), at("i=1", 7), at("a", 7)), at("x", em)),
		row(pieces('[', 26), table([][]set{{at("a", em), at("b", em)}, {at("1", em), at("0", em)}}), pieces(']', 26)),
		lines(at("a+b=x", em), at("=f(x)", em).moved(20, 0), 16), accent(at("x", em), '^'), bar(at("ab", em), true),
	} {
		f.Add(raw(s.formula()))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		in := fuzzed(data)
		tree, want := formula.ReadCounted(in)
		require.Equal(t, want, characters(tree.Root), "characters")
		assertShape(t, tree)
		tex, text := tree.TeX(), tree.Text()
		require.True(t, utf8.ValidString(tex) && utf8.ValidString(text))
		require.Less(t, len(tex)+len(text), 1000+400*len(in.Glyphs)+400*len(in.Bars))
		assert.True(t, tree.Confidence >= 0 && tree.Confidence <= 1)
		requireMath(t, tree)
		again, _ := formula.ReadCounted(in)
		require.Equal(t, tex, again.TeX())
	})
}

func BenchmarkRead(b *testing.B) {
	s := row(at("f(x)=", em), limit(large('∑', 14, em), at("i=1", 7), at("n", 7)),
		frac(sup(at("a", em), at("2", 7)), row(at("1+", em), root(at("x+1", em))), em), at("+g(y)", em))
	f := s.formula()
	b.ReportAllocs()
	for b.Loop() {
		f.Reading = nil
		formula.Read(f)
	}
}

// BenchmarkReadWorst reads as many glyphs as a formula may have, all raised over each other.
func BenchmarkReadWorst(b *testing.B) {
	f := &layout.Formula{}
	for i := range 2048 {
		x, y := float32(i), -float32(i%60)*3
		f.Glyphs = append(f.Glyphs, layout.FormulaGlyph{
			X: x, Y: y, Advance: 1, Size: 10, Ink: layout.Rect{X0: x, X1: x + 1, Y0: y - 2, Y1: y}, MathChar: layout.MathChar{Char: 'x', Alphabet: layout.MathItalic},
		})
		f.Bars = append(f.Bars, layout.Rect{X0: x, X1: x + float32(i%37), Y0: y + 1, Y1: y + 1.4})
	}
	b.ReportAllocs()
	for b.Loop() {
		f.Reading = nil
		formula.Read(f)
	}
}
