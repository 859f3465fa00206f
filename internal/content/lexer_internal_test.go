package content

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/pdf"
)

func TestNumber(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		want float64
		rest string
	}{
		"0":                            {0, ""},
		"42 ":                          {42, " "},
		"-17.25]":                      {-17.25, "]"},
		"+.5":                          {0.5, ""},
		".5.":                          {0.5, ""},
		"4.":                           {4, ""},
		"--5":                          {-5, ""},
		"+-5":                          {-5, ""},
		"5-3":                          {5, ""},
		"0.00-70":                      {0, ""},
		"1.2.3":                        {1.2, ""},
		"-":                            {0, ""},
		".":                            {0, ""},
		"1e3":                          {1000, ""},
		"1.5E-2":                       {0.015, ""},
		"5ET":                          {5, "ET"},
		"5e":                           {5, "e"},
		"50cm":                         {50, "cm"},
		"123456789012345678901":        {123456789012345678901, ""},
		"0.00000000000000000001":       {0, ""},
		"9" + strings.Repeat("9", 400): {maxNumber, ""},
		"1e99999999999":                {maxNumber, ""},
	}
	for src, c := range cases {
		got, at := number([]byte(src), 0)
		require.InEpsilon(t, c.want+1, got+1, 1e-12, src)
		require.Equal(t, c.rest, src[at:], src)
		require.False(t, math.IsInf(got, 0), src)
	}
}

// tokens returns what next returns for src, in a form that reads like PDF.
func tokens(src string) []string {
	var out []string
	lx := new(lexer)
	lx.reset([]byte(src))
	for op := lx.next(); op != 0; op = lx.next() {
		var b strings.Builder
		for _, o := range lx.ops[:lx.n] {
			writeOperand(&b, lx, o)
		}
		word := src[lx.opAt:lx.pos]
		if op == opUnknown {
			word += "?"
		}
		out = append(out, b.String()+word)
	}
	return out
}

func writeOperand(b *strings.Builder, lx *lexer, o operand) {
	switch {
	case o.kind == kindNumber:
		b.WriteString(strings.TrimRight(strings.TrimRight(formatFloat(o.num), "0"), ".") + " ")
	case o.isName():
		b.WriteString("/" + string(lx.bytes(o)) + " ")
	case o.isString():
		b.WriteString("(" + string(lx.bytes(o)) + ") ")
	case o.kind == kindArray:
		b.WriteString("[ ")
		for _, e := range lx.elems[o.start:o.end] {
			writeOperand(b, lx, e)
		}
		b.WriteString("] ")
	case o.kind == kindMCID:
		b.WriteString("<<MCID " + strings.TrimRight(strings.TrimRight(formatFloat(o.num), "0"), ".") + ">> ")
	case o.kind == kindDict:
		b.WriteString("<<>> ")
	default:
		b.WriteString("? ")
	}
}

func formatFloat(v float64) string {
	s := ""
	if v < 0 {
		s, v = "-", -v
	}
	whole := int64(v)
	digits := int64(math.Round((v - float64(whole)) * 1000))
	return s + itoa(whole) + "." + itoa(1000 + digits)[1:]
}

func itoa(v int64) string {
	if v < 10 {
		return string(rune('0' + v))
	}
	return itoa(v/10) + string(rune('0'+v%10))
}

func TestNext(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		src  string
		want []string
	}{
		"operators and operands":           {"q 1 0 0 -1 2.5 3 cm Q", []string{"q", "1 0 0 -1 2.5 3 cm", "Q"}},
		"operators glued to numbers":       {"1 0 0 RG0 0 m100 200l", []string{"1 0 0 RG", "0 0 m", "100 200 l"}},
		"a string with nested parentheses": {"(a(b)c)Tj", []string{"(a(b)c) Tj"}},
		"a string with escapes":            {`(\(\101\n\7x\` + "\n" + `y)'`, []string{"((A\n\x07xy) '"}},
		"line ends in a string":            {"(a\r\nb\rc)Tj", []string{"(a\nb\nc) Tj"}},
		"a string that never ends":         {"(abc Tj", nil},
		"hexadecimal strings":              {"<414 2 43>Tj <4>Tj", []string{"(ABC) Tj", "(@) Tj"}},
		"a kerned array":                   {"[(A)-120(B).5<43>]TJ", []string{"[ (A) -120 (B) 0.5 (C) ] TJ"}},
		"arrays in arrays":                 {"[[1 2]3]0 d", []string{"[ 1 2 3 ] 0 d"}},
		"an array without its bracket":     {"[(A) 3 TJ q", []string{"[ (A) 3 ] TJ", "q"}},
		"an operator in an array":          {"[(A) 0 Tc -5 (B)] TJ", []string{"[ (A) 0 -5 (B) ] TJ"}},
		"names with escapes":               {"/A#20B /C#zz gs", []string{"/A B /C#zz gs"}},
		"an empty name":                    {"/ gs", []string{"/ gs"}},
		"a marked-content identifier":      {"/P <</MCID 12>>BDC", []string{"/P <<MCID 12>> BDC"}},
		"another property list":            {"/P <</MCID 1/Lang(en)>>BDC", []string{"/P <<>> BDC"}},
		"literals":                         {"true false null x", []string{"? ? ? x"}},
		"glyph widths":                     {"1 0 d0 1 0 0 0 1 1 d1 [] 0 d", []string{"1 0 d0", "1 0 0 0 1 1 d1", "[ ] 0 d"}},
		"a dash glued to its neighbour":    {"[]0 d0.5 w", []string{"[ ] 0 d", "0.5 w"}},
		"comments":                         {"1 % 2 (\n w", []string{"1 w"}},
		"bytes that begin nothing":         {"1 } \x80 ) 0 m", []string{"1 0 m"}},
		"starred operators":                {"f* W* n T*", []string{"f*", "W*", "n", "T*"}},
		"quotes":                           {"1 2(a)\"", []string{"1 2 (a) \""}},
		"more operands than any op takes":  {strings.Repeat("1 ", 50) + "2 w", []string{strings.Repeat("1 ", 39) + "2 w"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, tokens(c.src))
		})
	}
}

func TestUnglue(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]int{
		"ETQ": 2, "EMCQ": 3, "QBT": 1, "qq": 1, "W*n": 2, "BTx": 0, "endstream": 0, "foo": 0, "fS": 1,
	} {
		require.Equal(t, want, unglue([]byte(word)), word)
	}
}

func TestOperandsWithoutEndReturn(t *testing.T) {
	t.Parallel()
	lx := new(lexer)
	lx.reset([]byte(strings.Repeat("0 ", 100_000)))
	require.Equal(t, uint32(opUnknown), lx.next())
	require.Less(t, lx.pos, 10_000)
}

func TestInlineImageEnds(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		src    string
		length int
		filter string
		data   string
		rest   string
	}{
		"at the length announced":           {" \x01 EI \x02 EI Q", 6, "", "\x01 EI \x02", " Q"},
		"behind a line end of two bytes":    {"\r\nab EI Q", 2, "", "ab", " Q"},
		"at the first EI among operators":   {" \x01 EI \x02\x03 EI Q", -1, "FlateDecode", "\x01 EI \x02\x03", " Q"},
		"at the end of the stream":          {" abc\nEI", -1, "DCTDecode", "abc", ""},
		"behind the mark of ASCII85":        {" ab EI cd~>\nEI Q", -1, "ASCII85Decode", "ab EI cd~>", " Q"},
		"behind the mark of hexadecimal":    {" 00 EI>EI Q", -1, "ASCIIHexDecode", "00 EI>", " Q"},
		"glued to the next operator":        {" a\nEIQ", -1, "LZWDecode", "a", "Q"},
		"nowhere":                           {" abc", -1, "LZWDecode", "abc", ""},
		"where no operators follow at last": {" ab EI \x01\x02", -1, "LZWDecode", "ab", " \x01\x02"},
		"not where the length is wrong":     {" abcd EI Q", 2, "", "abcd", " Q"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lx := new(lexer)
			lx.reset([]byte(c.src))
			require.Equal(t, c.data, string(lx.imageData(c.length, pdf.Name(c.filter))))
			require.Equal(t, c.rest, string(lx.src[lx.pos:]))
		})
	}
}

func TestManyInlineImagesWithoutEndTakeLinearTime(t *testing.T) {
	t.Parallel()
	lx := new(lexer)
	lx.reset([]byte(strings.Repeat("ID \x01 EI \x01", 50_000)))
	for lx.pos < len(lx.src) { // quadratic work would be 10^10 steps
		lx.imageData(-1, "FlateDecode")
	}
}

func FuzzLexer(f *testing.F) {
	f.Add([]byte("BT /F1 12 Tf [(A)-120(B)]TJ ET"))
	f.Add([]byte("<</MCID 1>> << /A [ (\\"))
	f.Add([]byte("BI /W 1 ID \x00 EI 1e5-3.5.--"))
	f.Fuzz(func(t *testing.T, src []byte) {
		lx := new(lexer)
		lx.reset(src)
		for before := -1; ; before = lx.pos {
			op := lx.next()
			if op == 0 {
				require.GreaterOrEqual(t, lx.pos, len(src))
				return
			}
			require.Greater(t, lx.pos, before)
			require.LessOrEqual(t, lx.pos, len(src))
			require.LessOrEqual(t, lx.opAt, lx.pos)
			checkOperands(t, lx, lx.ops[:lx.n])
			if op == opImageData {
				data := lx.imageData(-1, "")
				require.LessOrEqual(t, len(data), len(src))
			}
		}
	})
}

func checkOperands(t *testing.T, lx *lexer, ops []operand) {
	for _, o := range ops {
		require.False(t, math.IsNaN(o.num) || math.Abs(o.num) > maxNumber)
		switch o.kind {
		case kindArray:
			checkOperands(t, lx, lx.elems[o.start:o.end])
		case kindDict:
			require.Less(t, int(o.start), len(lx.dicts))
		default:
			_ = lx.bytes(o)
		}
	}
}

// FuzzNumber checks that the short way to read a number gives the same as the long one.
func FuzzNumber(f *testing.F) {
	for _, src := range []string{"1 ", "-12.5]", ".5.5 ", "--5 ", "1e3 ", "0.00-70 ", "12345678901234567890 ", "1234567890.1234567890 ", "-", "+1 ", "7Td"} {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) == 0 || class[src[0]] != clDigit {
			return
		}
		want, wantEnd := anyNumber(src, 0)
		got, end := number(src, 0)
		require.Equal(t, wantEnd, end)
		require.Equal(t, want, got)
	})
}
