package imaging_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
)

// reals returns an array of numbers.
func reals(v ...float64) pdf.Array {
	a := make(pdf.Array, len(v))
	for i, x := range v {
		a[i] = pdf.Real(x)
	}
	return a
}

// stream returns a stream in memory, without filters.
func stream(data string, pairs ...any) *pdf.Stream {
	return &pdf.Stream{Dict: pdf.NewDict(pairs...), Raw: []byte(data)}
}

func name(s string) pdf.Name { return pdf.Name(s) }

// calculator returns a type 4 function of the given inputs and outputs, each from -1000 to 1000.
func calculator(src string, in, out int) *pdf.Stream {
	wide := func(n int) pdf.Array {
		var v []float64
		for range n {
			v = append(v, -1000, 1000)
		}
		return reals(v...)
	}
	return stream(src, name("FunctionType"), pdf.Integer(4), name("Domain"), wide(in), name("Range"), wide(out))
}

// exponential returns a type 2 function from 0 to 1.
func exponential(n float64, c0, c1 pdf.Array) pdf.Dict {
	return pdf.NewDict(name("FunctionType"), pdf.Integer(2), name("Domain"), reals(0, 1),
		name("N"), pdf.Real(n), name("C0"), c0, name("C1"), c1)
}

// sampled8 returns a type 0 function with samples of 8 bits.
func sampled8(data string, size pdf.Array, domain, bounds pdf.Array, more ...any) *pdf.Stream {
	return stream(data, append([]any{name("FunctionType"), pdf.Integer(0), name("BitsPerSample"), pdf.Integer(8),
		name("Size"), size, name("Domain"), domain, name("Range"), bounds}, more...)...)
}

func TestEval(t *testing.T) {
	t.Parallel()
	unit := reals(0, 1)
	square := reals(0, 1, 0, 1)
	tests := map[string]struct {
		function pdf.Object
		in, want []float64
	}{
		"exponential of degree one is a line":    {exponential(1, reals(0, 10), reals(1, 20)), []float64{0.25}, []float64{0.25, 12.5}},
		"exponential of degree two bends":        {exponential(2, reals(0), reals(8)), []float64{0.5}, []float64{2}},
		"exponential clips to its domain":        {exponential(1, reals(0), reals(1)), []float64{7}, []float64{1}},
		"zero to a negative power is finite":     {exponential(-1, reals(3), reals(8)), []float64{0}, []float64{3}},
		"exponential defaults to the identity":   {pdf.NewDict(name("FunctionType"), pdf.Integer(2)), []float64{0.3}, []float64{0.3}},
		"samples are interpolated":               {sampled8("\x00\xff", reals(2), unit, unit), []float64{0.25}, []float64{0.25}},
		"the middle sample is hit":               {sampled8("\x00\xff\x00", reals(3), unit, unit), []float64{0.5}, []float64{1}},
		"decode maps samples to other values":    {sampled8("\x00\xff", reals(2), unit, reals(-5, 5), name("Decode"), reals(4, -4)), []float64{0.25}, []float64{2}},
		"encode turns the table round":           {sampled8("\x00\xff", reals(2), unit, unit, name("Encode"), reals(1, 0)), []float64{0.25}, []float64{0.75}},
		"two outputs lie beside each other":      {sampled8("\x00\xff\xff\x00", reals(2), unit, square), []float64{0.25}, []float64{0.25, 0.75}},
		"the first input varies fastest":         {sampled8("\x00\xff\x00\x00", reals(2, 2), square, unit), []float64{1, 0}, []float64{1}},
		"four corners are blended":               {sampled8("\x00\xff\xff\x00", reals(2, 2), square, unit), []float64{0.5, 0.25}, []float64{0.5}},
		"missing samples are zero":               {sampled8("\xff", reals(2), unit, unit), []float64{0.75}, []float64{0.25}},
		"a size that is no array is taken":       {sampledSize("\x00\xff", pdf.Integer(2)), []float64{0.25}, []float64{0.25}},
		"stitching picks the part and encodes":   {stitched(), []float64{0.75}, []float64{5}},
		"the edge belongs to the upper part":     {stitched(), []float64{0.5}, []float64{10}},
		"the last part includes its upper edge":  {stitched(), []float64{1}, []float64{0}},
		"an array joins its functions":           {pdf.Array{exponential(1, reals(0), reals(1)), exponential(1, reals(1), reals(0))}, []float64{0.25}, []float64{0.25, 0.75}},
		"calculator takes inputs from the stack": {calculator("{ exch sub }", 2, 1), []float64{3, 10}, []float64{7}},
		"calculator clips to its range":          {calculator("{ 1000 mul }", 1, 1), []float64{5}, []float64{1000}},
	}
	for what, test := range tests {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			f, err := imaging.ParseFunction(&pdf.Document{}, test.function)
			require.NoError(t, err)
			require.Equal(t, len(test.want), f.Out)
			got := make([]float64, f.Out)
			f.Eval(test.in, got)
			require.InDeltaSlice(t, test.want, got, 1e-9)
		})
	}
}

func sampledSize(data string, size pdf.Object) *pdf.Stream {
	return stream(data, name("FunctionType"), pdf.Integer(0), name("BitsPerSample"), pdf.Integer(8),
		name("Size"), size, name("Domain"), reals(0, 1), name("Range"), reals(0, 1))
}

// stitched rises from 0 to 1 below one half and falls from 10 to 0 above it.
func stitched() pdf.Dict {
	return pdf.NewDict(name("FunctionType"), pdf.Integer(3), name("Domain"), reals(0, 1),
		name("Functions"), pdf.Array{exponential(1, reals(0), reals(1)), exponential(1, reals(0), reals(10))},
		name("Bounds"), reals(0.5), name("Encode"), reals(0, 1, 1, 0))
}

func TestSampleDepths(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		bits int
		data string
		want [3]float64 // samples 0, 1 and 2, as shares of the highest
	}{
		"one bit":       {1, "\xa0", [3]float64{1, 0, 1}},
		"two bits":      {2, "\x6c", [3]float64{1. / 3, 2. / 3, 1}},
		"four bits":     {4, "\x0f\x50", [3]float64{0, 1, 1. / 3}},
		"twelve bits":   {12, "\x00\x0f\xff\x80\x00", [3]float64{0, 1, 2048. / 4095}},
		"sixteen bits":  {16, "\x00\x00\xff\xff\x80\x00", [3]float64{0, 1, 32768. / 65535}},
		"twenty-four":   {24, "\x00\x00\x00\xff\xff\xff\x80\x00\x00", [3]float64{0, 1, 8388608. / 16777215}},
		"thirty-two":    {32, "\x00\x00\x00\x00\xff\xff\xff\xff\x80\x00\x00\x00", [3]float64{0, 1, 2147483648. / 4294967295}},
		"an odd number": {5, "\x07\xe8\x00", [3]float64{0, 1, 20. / 31}},
	}
	for what, test := range tests {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			f, err := imaging.ParseFunction(&pdf.Document{}, stream(test.data,
				name("FunctionType"), pdf.Integer(0), name("BitsPerSample"), pdf.Integer(test.bits),
				name("Size"), reals(3), name("Domain"), reals(0, 2), name("Range"), reals(0, 1)))
			require.NoError(t, err)
			for i, want := range test.want {
				var got [1]float64
				f.Eval([]float64{float64(i)}, got[:])
				require.InDelta(t, want, got[0], 1e-9, "sample %d", i)
			}
		})
	}
}

func TestCalculatorOperators(t *testing.T) {
	t.Parallel()
	// Each program leaves one number; the values are those of the PostScript
	// Language Reference Manual, chapter 8, or worked out by hand.
	tests := map[string]float64{
		"4.5 -3 add":                     1.5,
		"3 4 sub":                        -1,
		"3 4 mul":                        12,
		"3 2 div":                        1.5,
		"1 0 div":                        0,
		"-5 2 idiv":                      -2,
		"5 0 idiv":                       0,
		"-5 3 mod":                       -2,
		"5.9 3 mod":                      2,
		"-4.5 abs":                       4.5,
		"4.5 neg":                        -4.5,
		"3.2 ceiling":                    4,
		"-4.8 floor":                     -5,
		"6.5 round":                      7,
		"-6.5 round":                     -6,
		"-4.8 truncate":                  -4,
		"-4.8 cvi":                       -4,
		"4.8 cvr":                        4.8,
		"9 sqrt":                         3,
		"-9 sqrt":                        0,
		"30 sin":                         0.5,
		"60 cos":                         0.5,
		"0 1 atan":                       0,
		"1 0 atan":                       90,
		"-100 0 atan":                    270,
		"4 4 atan":                       45,
		"9 0.5 exp":                      3,
		"100 log":                        2,
		"2.718281828459045 ln":           1,
		"7 3 bitshift":                   56,
		"142 -3 bitshift":                17,
		"99 1 and":                       1,
		"17 5 or":                        21,
		"7 3 xor":                        4,
		"52 not":                         -53,
		"true not {1} {2} ifelse":        2,
		"true false and {1} {2} ifelse":  2,
		"true false or {1} {2} ifelse":   1,
		"true true xor not {1} if":       1,
		"4.0 4 eq {1} {2} ifelse":        1,
		"4 4 ne {1} {2} ifelse":          2,
		"4.2 4 ge {1} {2} ifelse":        1,
		"4 4 gt {1} {2} ifelse":          2,
		"4 4 le {1} {2} ifelse":          1,
		"3 4 lt {1} {2} ifelse":          1,
		"1 2 3 pop exch sub":             1,
		"5 dup mul":                      25,
		"7 8 9 2 index":                  7,
		"1 2 3 2 copy add add add add":   11,
		"1 2 3 3 1 roll pop exch sub":    -2, // 3 1 2, then 1 3
		"1 2 3 3 -1 roll sub sub":        0,  // 2 3 1
		"1 2 0 5 roll sub":               -1,
		"8 % a comment } here\n 1 add":   9,
		"true {false {1} {2} ifelse} if": 2,
	}
	for src, want := range tests {
		t.Run(src, func(t *testing.T) {
			t.Parallel()
			f, err := imaging.ParseFunction(&pdf.Document{}, calculator("{ pop "+src+" }", 1, 1))
			require.NoError(t, err)
			var got [1]float64
			f.Eval([]float64{0}, got[:])
			require.InDelta(t, want, got[0], 1e-9)
		})
	}
}

func TestCalculatorMisusesItsStack(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"too few operands":       "{ pop add }",
		"index below the bottom": "{ 7 index }",
		"negative copy":          "{ -1 copy }",
		"roll of too many":       "{ 9 1 roll }",
		"overflow":               "{ " + strings.Repeat("dup ", 200) + "}",
		"copy past the top":      "{ " + strings.Repeat("dup ", 60) + "60 copy }",
		"test of nothing":        "{ pop {1} if }",
	}
	for what, src := range tests {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			f, err := imaging.ParseFunction(&pdf.Document{}, calculator(src, 1, 1))
			require.NoError(t, err)
			got := [1]float64{math.NaN()}
			f.Eval([]float64{3}, got[:])
			require.False(t, math.IsNaN(got[0]))
		})
	}
}

func TestFunctionsThatCannotBeRead(t *testing.T) {
	t.Parallel()
	self := pdf.NewDict(name("FunctionType"), pdf.Integer(3), name("Domain"), reals(0, 1), name("Bounds"), pdf.Array{})
	for range limits.FunctionDepth + 2 {
		self = pdf.NewDict(name("FunctionType"), pdf.Integer(3), name("Domain"), reals(0, 1), name("Functions"), pdf.Array{self})
	}
	tests := map[string]pdf.Object{
		"nothing":                   nil,
		"no type":                   pdf.NewDict(name("Domain"), reals(0, 1)),
		"an empty array":            pdf.Array{},
		"nested too deeply":         self,
		"samples without a range":   stream("\x00", name("FunctionType"), pdf.Integer(0), name("Domain"), reals(0, 1)),
		"samples beyond the limit":  sampled8("\x00", reals(1<<12, 1<<12), reals(0, 1, 0, 1), reals(0, 1)),
		"samples of no bits":        stream("\x00", name("FunctionType"), pdf.Integer(0), name("Domain"), reals(0, 1), name("Range"), reals(0, 1), name("Size"), reals(1)),
		"a size of zero":            sampled8("\x00", reals(0), reals(0, 1), reals(0, 1)),
		"an unknown operator":       calculator("{ quit }", 1, 1),
		"no braces":                 calculator("1 add", 1, 1),
		"a block without operator":  calculator("{ {1} {2} }", 1, 1),
		"blocks too deep":           calculator(strings.Repeat("{ ", limits.FunctionDepth+5), 1, 1),
		"a program beyond measure":  calculator("{ "+strings.Repeat("1 pop ", limits.CalculatorSteps)+"}", 1, 1),
		"a stitching of no parts":   pdf.NewDict(name("FunctionType"), pdf.Integer(3), name("Functions"), pdf.Array{}),
		"an exponent beyond reason": exponential(1e300, reals(0), reals(1)),
	}
	for what, o := range tests {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			_, err := imaging.ParseFunction(&pdf.Document{}, o)
			require.Error(t, err)
		})
	}
}

func TestEvalDoesNotAllocate(t *testing.T) {
	for what, o := range map[string]pdf.Object{
		"sampled":    sampled8("\x00\xff\xff\x00", reals(2, 2), reals(0, 1, 0, 1), reals(0, 1)),
		"stitching":  stitched(),
		"calculator": calculator("{ add 2 div dup 0 lt { neg } if }", 2, 1),
		"joined":     pdf.Array{exponential(2, reals(0), reals(1))},
	} {
		f, err := imaging.ParseFunction(&pdf.Document{}, o)
		require.NoError(t, err)
		in, out := []float64{0.3, 0.6}, make([]float64, f.Out)
		require.Zero(t, testing.AllocsPerRun(100, func() { f.Eval(in, out) }), what)
	}
}

func FuzzFunction(f *testing.F) {
	f.Add(uint8(4), "{ dup 0.5 gt { exch pop } { add } ifelse }", 0.25, 0.75, 1.0)
	f.Add(uint8(4), "{ 2 copy 1e30 mul exch ln 3 1 roll atan }", -0.25, 0.75, 1.0)
	f.Add(uint8(0), "\x08\x02\x03\x00\x40\x80\xc0\xff\x00", 0.25, 0.75, 1.0)
	f.Add(uint8(0), "\x0c\x03\x03\x00\x40\x80\xc0\xff\x00", 0.9, 0.1, -4.0)
	f.Add(uint8(2), "ab", 0.25, 1.75, 3.0)
	f.Add(uint8(3), "\x03\x80\x10\x40", 0.25, 0.75, -2.0)
	f.Fuzz(func(t *testing.T, kind uint8, src string, x, y, n float64) {
		fn, err := imaging.ParseFunction(&pdf.Document{}, fuzzFunction(kind, src, n))
		if err != nil {
			return
		}
		out := make([]float64, fn.Out)
		fn.Eval([]float64{x, y}, out)
		for i, v := range out {
			if !(v >= -1 && v <= 2) {
				t.Errorf("output %d is %v, outside its range", i, v)
			}
		}
	})
}

// fuzzFunction makes a function of the given kind out of arbitrary bytes, with
// outputs from -1 to 2.
func fuzzFunction(kind uint8, src string, n float64) pdf.Object {
	at := func(i int) pdf.Integer {
		if i < len(src) {
			return pdf.Integer(src[i])
		}
		return 0
	}
	bounds := reals(-1, 2, -1, 2)
	switch kind % 5 {
	case 0:
		return stream(src, name("FunctionType"), pdf.Integer(0), name("BitsPerSample"), at(0),
			name("Size"), pdf.Array{at(1), at(2)}, name("Domain"), reals(0, 1, n, n+1), name("Range"), bounds,
			name("Encode"), reals(n, float64(at(3)), 0, 1), name("Decode"), reals(0, n, n, 1))
	case 2:
		return pdf.NewDict(name("FunctionType"), pdf.Integer(2), name("Domain"), reals(-n, n), name("N"), pdf.Real(n),
			name("C0"), pdf.Array{at(0), pdf.Real(n)}, name("C1"), pdf.Array{at(1), at(2)}, name("Range"), bounds)
	case 3:
		var parts, edges pdf.Array
		for i := range at(0) % 8 {
			parts = append(parts, exponential(float64(at(int(i)+2)), reals(n, 0), reals(0, n)))
			edges = append(edges, pdf.Real(float64(at(int(i)+1))/255))
		}
		return pdf.NewDict(name("FunctionType"), pdf.Integer(3), name("Domain"), reals(0, 1), name("Functions"), parts,
			name("Bounds"), edges, name("Encode"), reals(n, 1, 0, n), name("Range"), bounds)
	}
	return stream(src, name("FunctionType"), pdf.Integer(4), name("Domain"), reals(-1, 1, n, n+1), name("Range"), bounds)
}

func BenchmarkEval(b *testing.B) {
	for what, o := range map[string]pdf.Object{
		"sampled4":   sampled8(strings.Repeat("\x00\x40\x80\xff", 64), reals(2, 2, 2, 2), reals(0, 1, 0, 1, 0, 1, 0, 1), reals(0, 1, 0, 1, 0, 1, 0, 1)),
		"stitching":  stitched(),
		"calculator": calculator("{ 2 copy mul 3 1 roll add exch sub dup 0 lt { neg } if }", 2, 1),
	} {
		f, err := imaging.ParseFunction(&pdf.Document{}, o)
		require.NoError(b, err)
		in, out := []float64{0.3, 0.6, 0.2, 0.9}, make([]float64, f.Out)
		b.Run(what, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f.Eval(in, out)
			}
		})
	}
}
