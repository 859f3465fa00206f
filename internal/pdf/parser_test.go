package pdf_test

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
)

func TestParseDirect(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		src  string
		want pdf.Object
		rest string
	}{
		"an integer":                             {"42 ", pdf.Integer(42), " "},
		"a negative integer":                     {"-17", pdf.Integer(-17), ""},
		"a real":                                 {"3.14]", pdf.Real(3.14), "]"},
		"a real without whole part":              {"-.002", pdf.Real(-.002), ""},
		"a real without fraction":                {"4.", pdf.Real(4), ""},
		"a doubled sign":                         {"--5", pdf.Integer(-5), ""},
		"two signs that differ":                  {"+-5", pdf.Integer(-5), ""},
		"a point alone":                          {". ", pdf.Real(0), " "},
		"a sign alone":                           {"- ", pdf.Integer(0), " "},
		"many zeros":                             {strings.Repeat("0", 400) + "7", pdf.Integer(7), ""},
		"a fraction of many digits":              {"0." + strings.Repeat("3", 400), pdf.Real(0.333333333333333333), ""},
		"two points":                             {"1.2.3 x", pdf.Real(1.2), " x"},
		"a sign inside":                          {"12-34", pdf.Integer(12), ""},
		"an exponent":                            {"6.02e3", pdf.Real(6020), ""},
		"an integer beyond 64 bits":              {"123456789012345678901", pdf.Real(123456789012345678901), ""},
		"a reference":                            {"12 0 R/", pdf.Ref{Num: 12}, "/"},
		"a reference with comments":              {"12%x\n0 %y\rR", pdf.Ref{Num: 12}, ""},
		"a reference with a huge number":         {"99999999999999999999 0 R", pdf.Real(99999999999999999999), " 0 R"},
		"two numbers are no reference":           {"12 0 RG", pdf.Integer(12), " 0 RG"},
		"a name":                                 {"/Name1/", pdf.Name("Name1"), "/"},
		"a name with an escape":                  {"/A#20B", pdf.Name("A B"), ""},
		"a name with a NUL":                      {"/A#00B", pdf.Name("A\x00B"), ""},
		"a name that ends in an escape":          {"/A#4", pdf.Name("A#4"), ""},
		"a name with a number sign":              {"/A#zz", pdf.Name("A#zz"), ""},
		"the empty name":                         {"/ x", pdf.Name(""), " x"},
		"true":                                   {"true", pdf.Boolean(true), ""},
		"null":                                   {"null", nil, ""},
		"a string":                               {"(abc)d", pdf.String("abc"), "d"},
		"a string with brackets":                 {"(a(b)c)", pdf.String("a(b)c"), ""},
		"a string with escapes":                  {`(\n\r\t\b\f\(\)\\\q\101\7a)`, pdf.String("\n\r\t\b\f()\\qA\aa"), ""},
		"octal escapes of one to three digits":   {`(\0053\053\53\5)`, pdf.String("\x053++\x05"), ""},
		"an octal escape before an eight":        {`(\18\078)`, pdf.String("\x018\a8"), ""},
		"an octal escape at the end":             {`(\1`, pdf.String("\x01"), ""},
		"a reverse solidus at the end":           {`(a\`, pdf.String("a"), ""},
		"a string with a closing bracket more":   {"(a))", pdf.String("a"), ")"},
		"a string with an opening bracket more":  {"(a(b)", pdf.String("a(b)"), ""},
		"an octal escape of more than 255":       {`(\501)`, pdf.String("A"), ""},
		"a line end in a string is a line feed":  {"(a\r\nb\rc)", pdf.String("a\nb\nc"), ""},
		"an escaped line end is none":            {"(a\\\r\nb\\\nc)", pdf.String("abc"), ""},
		"a string without end":                   {"(abc", pdf.String("abc"), ""},
		"a hexadecimal string":                   {"<48 65 6C6c6F>", pdf.String("Hello"), ""},
		"a hexadecimal string of odd length":     {"<417>", pdf.String("Ap"), ""},
		"a hexadecimal string with letters":      {"<4x1 zz>", pdf.String("A"), ""},
		"an empty hexadecimal string":            {"<>", pdf.String(""), ""},
		"a hexadecimal string without end":       {"<41", pdf.String("A"), ""},
		"an array":                               {"[1 2.5/N(s)[true]5 0 R null]", pdf.Array{pdf.Integer(1), pdf.Real(2.5), pdf.Name("N"), pdf.String("s"), pdf.Array{pdf.Boolean(true)}, pdf.Ref{Num: 5}, nil}, ""},
		"an array without end":                   {"[1 2", pdf.Array{pdf.Integer(1), pdf.Integer(2)}, ""},
		"an array with junk":                     {"[1 foo ) 2]", pdf.Array{pdf.Integer(1), pdf.Integer(2)}, ""},
		"an array cut by the end of the object":  {"[1 2 endobj", pdf.Array{pdf.Integer(1), pdf.Integer(2)}, "endobj"},
		"a comment between tokens":               {"[1%x]\n2]", pdf.Array{pdf.Integer(1), pdf.Integer(2)}, ""},
		"a dictionary":                           {"<</A 1/B/C/D<</E 2>>>>", pdf.NewDict(pdf.Name("A"), pdf.Integer(1), pdf.Name("B"), pdf.Name("C"), pdf.Name("D"), pdf.NewDict(pdf.Name("E"), pdf.Integer(2))), ""},
		"a key that stands twice":                {"<</A 1/A 2>>", pdf.NewDict(pdf.Name("A"), pdf.Integer(2)), ""},
		"a null value is no entry":               {"<</A null/B 1>>", pdf.NewDict(pdf.Name("B"), pdf.Integer(1)), ""},
		"a key without value":                    {"<</B 1/A>>", pdf.NewDict(pdf.Name("B"), pdf.Integer(1)), ""},
		"a dictionary with junk":                 {"<</A 1 7 foo >/B 2>>", pdf.NewDict(pdf.Name("A"), pdf.Integer(1), pdf.Name("B"), pdf.Integer(2)), ""},
		"a dictionary cut short":                 {"<</A 1/B [2 endobj", pdf.NewDict(pdf.Name("A"), pdf.Integer(1), pdf.Name("B"), pdf.Array{pdf.Integer(2)}), "endobj"},
		"an array that ends with its dictionary": {"<</A [1 2>>x", pdf.NewDict(pdf.Name("A"), pdf.Array{pdf.Integer(1), pdf.Integer(2)}), "x"},
		"an inline property list of a mark":      {"<</ActualText(x)>> BDC", pdf.NewDict(pdf.Name("ActualText"), pdf.String("x")), " BDC"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, n, ok := pdf.ParseDirect([]byte(test.src))
			require.True(t, ok)
			require.Equal(t, test.want, got)
			require.Equal(t, test.rest, test.src[n:])
		})
	}
}

func TestParseDirectRefusesWhatIsNoObject(t *testing.T) {
	t.Parallel()
	for _, src := range []string{"", "  ", "BT", "]", ">>", ")", "%only a comment", "endobj"} {
		_, _, ok := pdf.ParseDirect([]byte(src))
		require.False(t, ok, "%q", src)
	}
}

func TestParseDirectBoundsDepth(t *testing.T) {
	t.Parallel()
	for _, open := range []string{"[", "<</A", "[<</A"} {
		o, _, ok := pdf.ParseDirect([]byte(strings.Repeat(open, 100_000)))
		require.True(t, ok)
		depth := 0
		for o != nil {
			depth++
			switch v := o.(type) {
			case pdf.Array:
				o = nil
				if len(v) > 0 {
					o = v[0]
				}
			case pdf.Dict:
				o = v.Raw("A")
			default:
				o = nil
			}
		}
		require.LessOrEqual(t, depth, limits.Depth+1)
	}
}

func TestDictWithManyKeysKeepsOrderAndLastValue(t *testing.T) {
	t.Parallel()
	var src strings.Builder
	src.WriteString("<<")
	for i := range 100 {
		fmt.Fprintf(&src, "/K%d %d", i, i)
	}
	src.WriteString("/K7 777>>")
	o, _, _ := pdf.ParseDirect([]byte(src.String()))
	dict := o.(pdf.Dict)
	require.Equal(t, 100, dict.Len())
	require.Equal(t, pdf.Integer(777), dict.Raw("K7"))
	i := 0
	for key := range dict.All() {
		require.Equal(t, pdf.Name("K"+strconv.Itoa(i)), key)
		i++
	}
}

// FuzzParseObject parses an object, writes it and parses it again, which must give the same.
func FuzzParseObject(f *testing.F) {
	for _, src := range []string{
		"<</Type/Page/Parent 3 0 R/MediaBox[0 0 612 792.5]/Resources<</Font<</F1 5 0 R>>>>/Rotate -90>>",
		"[(a(b)\\)c\\101) <48656C6C6F> /A#20B true null -.5 1e3 12 0 R]",
		"<</A 1/A 2/B>>", "[[[[", "<<<<<<", "((((", "[1 endobj", "<</A[1>>", "--5", "1.2.3", "<4", "/", "99999999999999999999",
	} {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		o, n, ok := pdf.ParseDirect(src)
		if n > len(src) {
			t.Fatalf("took %d of %d bytes", n, len(src))
		}
		if !ok {
			return
		}
		written := appendObject(nil, o)
		again, n, ok := pdf.ParseDirect(written)
		if !ok || n != len(written) {
			t.Fatalf("%q: took %d of %d bytes", written, n, len(written))
		}
		require.Equal(t, string(written), string(appendObject(nil, again)))
	})
}

// appendObject writes o as PDF, so that it reads back as the same object.
func appendObject(dst []byte, o pdf.Object) []byte {
	switch o := o.(type) {
	case nil:
		return append(dst, "null"...)
	case pdf.Boolean:
		return strconv.AppendBool(dst, bool(o))
	case pdf.Integer:
		return strconv.AppendInt(dst, int64(o), 10)
	case pdf.Real:
		return appendReal(dst, float64(o))
	case pdf.String:
		return fmt.Appendf(dst, "<%x>", string(o))
	case pdf.Name:
		dst = append(dst, '/')
		for i := range len(o) {
			dst = fmt.Appendf(dst, "#%02x", o[i])
		}
		return dst
	case pdf.Ref:
		return fmt.Appendf(dst, "%d %d R", o.Num, o.Gen)
	case pdf.Array:
		dst = append(dst, '[')
		for _, e := range o {
			dst = append(appendObject(dst, e), ' ')
		}
		return append(bytes.TrimRight(dst, " "), ']')
	case pdf.Dict:
		dst = append(dst, "<<"...)
		for key, value := range o.All() {
			dst = append(appendObject(append(appendObject(dst, key), ' '), value), ' ')
		}
		return append(bytes.TrimRight(dst, " "), ">>"...)
	}
	panic(fmt.Sprintf("%T", o))
}

// appendReal writes f with an exponent, so that it stays a real, and with few digits, because only 18
// are read.
func appendReal(dst []byte, f float64) []byte {
	if math.Abs(f) > 1e300 {
		f = math.Copysign(math.MaxFloat64, f)
	}
	return strconv.AppendFloat(dst, f, 'e', 5, 64)
}
