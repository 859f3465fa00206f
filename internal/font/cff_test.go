package font

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// cffParts has the parts of a CFF font. build leaves out those that are empty.
type cffParts struct {
	top         []byte // operators before those of the offsets
	strings     []string
	globalSubrs []string
	charset     []byte
	encoding    []byte
	glyphs      []string
	private     []byte
	subrs       []string
	fdSelect    []byte
	fonts       int // Font DICTs, all with the same Private DICT
}

// indexOf returns an INDEX with offsets of two bytes.
func indexOf(items ...string) []byte {
	if len(items) == 0 {
		return be(0)
	}
	out := append(be(len(items)), 2)
	at := 1
	offsets := []int{1}
	var body []byte
	for _, s := range items {
		at += len(s)
		offsets = append(offsets, at)
		body = append(body, s...)
	}
	return join(out, be(offsets...), body)
}

// dictInt returns a number in five bytes, so that its size does not depend on it.
func dictInt(v int) []byte { return append([]byte{29}, be32(v)...) }

// dictOp returns an operator of a DICT behind its operands.
func dictOp(op int, operands ...int) []byte {
	var b []byte
	for _, v := range operands {
		b = append(b, dictInt(v)...)
	}
	if op >= cffEscape {
		b = append(b, 12)
	}
	return append(b, byte(op))
}

// build lays the parts out twice, because the first pass finds the offsets. It has 0 in their place.
func (c cffParts) build() []byte {
	var charset, encoding, charStrings, private, fdArray, fdSelect int
	var out []byte
	for range 2 {
		top := c.top
		if c.charset != nil {
			top = join(top, dictOp(opCharset, charset))
		}
		if c.encoding != nil {
			top = join(top, dictOp(opEncoding, encoding))
		}
		top = join(top, dictOp(opCharStrings, charStrings))
		privateOp := dictOp(opPrivate, len(c.private), private)
		if c.fonts > 0 {
			top = join(top, dictOp(opFDArray, fdArray), dictOp(opFDSelect, fdSelect))
		} else {
			top = join(top, privateOp)
		}
		out = join([]byte{1, 0, 4, 2}, indexOf("ABCDEF+Test"), indexOf(string(top)), indexOf(c.strings...), indexOf(c.globalSubrs...))
		charset = len(out)
		out = append(out, c.charset...)
		encoding = len(out)
		out = append(out, c.encoding...)
		charStrings = len(out)
		out = append(out, indexOf(c.glyphs...)...)
		private = len(out)
		out = append(out, c.private...)
		if c.subrs != nil {
			out = append(out, indexOf(c.subrs...)...)
		}
		fdArray = len(out)
		fonts := make([]string, c.fonts)
		for i := range fonts {
			fonts[i] = string(privateOp)
		}
		out = append(out, indexOf(fonts...)...)
		fdSelect = len(out)
		out = append(out, c.fdSelect...)
	}
	return out
}

// n returns a charstring operand from -107 to 107.
func n(v int) string { return string([]byte{byte(v + 139)}) }

const (
	hmoveto = "\x16"
	rmoveto = "\x15"
	hstem   = "\x01"
	callg   = "\x1d"
	calls   = "\x0a"
	ret     = "\x0b"
	endchar = "\x0e"
)

// widths gives glyphs a default width of 500. Other widths are written as differences from 600.
func widths() []byte { return join(dictOp(opDefaultW, 500), dictOp(opNominalW, 600)) }

func namedParts() cffParts {
	return cffParts{
		top:      join(dictOp(opFontBBox, 0, -200, 1000, 800), dictOp(opWeight, 384), dictOp(opFamilyName, 392)),
		strings:  []string{"beth", "Test Family"},
		charset:  join([]byte{0}, be(34, 391)), // A and the first string of the font
		encoding: []byte{0, 2, 'x', 'y'},
		glyphs:   []string{endchar, n(50) + n(1) + hmoveto + endchar, n(1) + hmoveto + endchar},
		private:  widths(),
	}
}

func smallCFF() []byte { return namedParts().build() }

func cidCFF() []byte {
	return cffParts{
		top:      dictOp(opROS, 391, 392, 0),
		strings:  []string{"Adobe", "Identity"},
		charset:  join([]byte{2}, be(7, 1)),
		glyphs:   []string{endchar, n(50) + endchar, n(-50) + endchar},
		private:  widths(),
		fdSelect: join([]byte{3}, be(1, 0), []byte{0}, be(3)),
		fonts:    1,
	}.build()
}

func TestCFF(t *testing.T) {
	t.Parallel()
	p := mustParse(t, smallCFF(), "FontFile3")
	require.Equal(t, bareCFF, p.kind)
	require.Equal(t, []string{".notdef", "A", "beth"}, namesOf(p))
	require.Equal(t, []int{500, 650, 500}, widthsOf(p))
	require.Equal(t, "A", p.encoding['x'])
	require.Equal(t, "beth", p.encoding['y'])
	require.Empty(t, p.encoding['A'])
	require.Equal(t, "ABCDEF+Test", p.psName)
	require.Equal(t, "Test Family", p.family)
	require.True(t, p.bold)
	require.InDelta(t, 0.8, p.ascent, 1e-6)
	require.InDelta(t, -0.2, p.descent, 1e-6)
	require.Nil(t, p.cids)
}

func TestCIDKeyed(t *testing.T) {
	t.Parallel()
	p := mustParse(t, cidCFF(), "FontFile3")
	require.Equal(t, []uint16{0, 7, 8}, p.cids)
	require.Equal(t, []string{"", "", ""}, namesOf(p))
	require.Equal(t, []int{500, 650, 550}, widthsOf(p))
	require.Nil(t, p.encoding)
}

func TestCFFCharsets(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		charset []byte
		top     []byte
		want    []string
	}{
		"format 0":                {join([]byte{0}, be(34, 35)), nil, []string{".notdef", "A", "B"}},
		"format 1":                {join([]byte{1}, be(34), []byte{1}), nil, []string{".notdef", "A", "B"}},
		"format 2":                {join([]byte{2}, be(34, 1)), nil, []string{".notdef", "A", "B"}},
		"a run beyond the glyphs": {join([]byte{2}, be(34, 0xFFFF)), nil, []string{".notdef", "A", "B"}},
		"ISOAdobe by default":     {nil, nil, []string{".notdef", "space", "exclam"}},
		"Expert":                  {nil, dictOp(opCharset, 1), []string{".notdef", "space", "exclamsmall"}},
		"ExpertSubset":            {nil, dictOp(opCharset, 2), []string{".notdef", "space", "dollaroldstyle"}},
		"strings that are not":    {join([]byte{0}, be(9999, 34)), nil, []string{".notdef", "", "A"}},
	}
	for what, test := range tests {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			c := cffParts{top: test.top, charset: test.charset, glyphs: []string{endchar, endchar, endchar}, private: widths()}
			require.Equal(t, test.want, namesOf(mustParse(t, c.build(), "")))
		})
	}
}

func TestPredefinedCharsetsAreWhole(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		ranges []sidRange
		count  int
		last   string
	}{
		{isoAdobeCharset, 229, "zcaron"},
		{expertCharset, 166, "Ydieresissmall"},
		{expertSubsetCharset, 87, "commainferior"},
	} {
		f := cff{sids: make([]uint16, test.count)}
		f.fillCharset(test.ranges)
		require.Equal(t, test.last, f.name(test.count-1))
		f.sids = make([]uint16, test.count+1)
		f.fillCharset(test.ranges)
		require.Equal(t, ".notdef", f.name(test.count), "one more than there are")
	}
	require.Len(t, cffStrings(), 391)
	require.Equal(t, "Semibold", cffStrings()[390])
	require.Len(t, macGlyphs(), 258)
}

func TestCFFEncodings(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		encoding []byte
		top      []byte
		want     map[byte]string
	}{
		"format 0":           {[]byte{0, 2, 'x', 'y'}, nil, map[byte]string{'x': "A", 'y': "B", 'A': ""}},
		"format 1":           {[]byte{1, 1, 'x', 1}, nil, map[byte]string{'x': "A", 'y': "B"}},
		"a supplement":       {join([]byte{0x80, 1, 'x', 1, 'z'}, be(35)), nil, map[byte]string{'x': "A", 'z': "B"}},
		"more than glyphs":   {[]byte{0, 4, 'x', 'y', 'z', 'w'}, nil, map[byte]string{'y': "B", 'z': "", 'w': ""}},
		"a run past code 0":  {[]byte{1, 1, 0xFF, 9}, nil, map[byte]string{0xFF: "A", 0: ""}},
		"Standard":           {nil, nil, map[byte]string{'A': "A", 0x27: "quoteright", 0xFB: "germandbls", 0x80: ""}},
		"Expert":             {nil, dictOp(opEncoding, 1), map[byte]string{' ': "space", 'a': "Asmall", 0xFF: "Ydieresissmall", '@': ""}},
		"an offset too far":  {nil, dictOp(opEncoding, 1<<20), map[byte]string{'A': "A"}},
		"a negative offset":  {nil, dictOp(opEncoding, -9), map[byte]string{'A': "A"}},
		"a count without it": {[]byte{0, 255, 'x'}, nil, map[byte]string{'x': "A"}},
	}
	for what, test := range tests {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			c := cffParts{top: test.top, charset: join([]byte{0}, be(34, 35)), encoding: test.encoding,
				glyphs: []string{endchar, endchar, endchar}, private: widths()}
			p := mustParse(t, c.build(), "")
			for code, name := range test.want {
				require.Equal(t, name, p.encoding[code], "code %d", code)
			}
		})
	}
}

func TestCFFWidths(t *testing.T) {
	t.Parallel()
	const (
		bias  = 107
		found = 650
		plain = 500
	)
	tests := map[string]struct {
		glyph string
		want  int
	}{
		"move with a width":              {n(50) + n(1) + hmoveto, found},
		"move without":                   {n(1) + hmoveto, plain},
		"move in two directions with":    {n(50) + n(1) + n(2) + rmoveto, found},
		"move in two directions without": {n(1) + n(2) + rmoveto, plain},
		"stems with":                     {n(50) + n(1) + n(2) + hstem, found},
		"stems without":                  {n(1) + n(2) + hstem, plain},
		"a mask with":                    {n(50) + n(1) + n(2) + "\x13", found},
		"nothing drawn, with":            {n(50) + endchar, found},
		"nothing drawn, without":         {endchar, plain},
		"an accented letter with":        {n(50) + n(1) + n(2) + n(3) + n(4) + endchar, found},
		"an accented letter without":     {n(1) + n(2) + n(3) + n(4) + endchar, plain},
		"a width of two bytes":           {"\xf7\x00" + n(1) + hmoveto, 600 + 108},
		"a negative width":               {"\xfb\x00" + n(1) + hmoveto, 600 - 108},
		"a short integer":                {"\x1c\x00\x64" + n(1) + hmoveto, 700},
		"a fraction":                     {"\xff\x00\x64\x80\x00" + n(1) + hmoveto, 701}, // 700.5
		"width in a local subroutine":    {n(-bias) + calls + n(1) + hmoveto, found},
		"width in a global subroutine":   {n(-bias) + callg + n(1) + hmoveto, found},
		"a subroutine that calls itself": {n(1-bias) + calls, plain},
		"a subroutine that is not there": {n(99) + calls + endchar, plain},
		"a tree of subroutines":          {n(2-bias) + calls, plain},
		"nothing at all":                 {"", -1},
	}
	for what, test := range tests {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			private := widths()
			private = join(private, dictOp(opSubrs, len(private)+6))
			tree := []string{n(50) + ret, n(1-bias) + calls}
			for i := 2; i <= maxSubrDepth; i++ {
				tree = append(tree, strings.Repeat(n(i+1-bias)+calls, 30)+ret)
			}
			tree = append(tree, ret)
			c := cffParts{glyphs: []string{endchar, test.glyph}, private: private,
				subrs:       tree,
				globalSubrs: []string{n(50) + ret}}
			got := widthsOf(mustParse(t, c.build(), ""))[1]
			if test.want < 0 {
				test.want = plain // an empty charstring has the default width
			}
			require.Equal(t, test.want, got)
		})
	}
}

func TestDictNumbers(t *testing.T) {
	t.Parallel()
	// The examples of Technical Note 5176, clause 4, and what damage looks like.
	tests := map[string]struct {
		bytes string
		want  float64
	}{
		"one byte":             {"\x8b", 0},
		"one byte, negative":   {"\x27", -100},
		"two bytes":            {"\xfa\x7c", 1000},
		"two bytes, negative":  {"\xfe\x7c", -1000},
		"short":                {"\x1c\x27\x10", 10000},
		"short, negative":      {"\x1c\xd8\xf0", -10000},
		"long":                 {"\x1d\x00\x01\x86\xa0", 100000},
		"long, negative":       {"\x1d\xff\xfe\x79\x60", -100000},
		"real":                 {"\x1e\xe2\xa2\x5f", -2.25},
		"real with exponent":   {"\x1e\x0a\x14\x05\x41\xc3\xff", 0.140541e-3},
		"real with power":      {"\x1e\x1b\x3f", 1000},
		"real without end":     {"\x1e\x12", 12},
		"real of no number":    {"\x1e\xaa\xff", 0},
		"reserved":             {"\x16", 0},
		"cut in its last byte": {"\x1d\x00\x01", 0},
	}
	for what, test := range tests {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			v, n := dictNumber(bin(test.bytes))
			require.InDelta(t, test.want, v, 1e-12)
			require.GreaterOrEqual(t, n, 1)
		})
	}
}

func TestFDSelect(t *testing.T) {
	t.Parallel()
	for what, test := range map[string]struct {
		table []byte
		want  [4]int
	}{
		"format 0":            {[]byte{0, 0, 1, 2, 1}, [4]int{0, 1, 2, 1}},
		"format 0 cut short":  {[]byte{0, 0, 1}, [4]int{0, 1, 0, 0}},
		"format 3":            {join([]byte{3}, be(3, 0), []byte{0}, be(1), []byte{2}, be(3), []byte{1}, be(4)), [4]int{0, 2, 2, 1}},
		"format 3 late start": {join([]byte{3}, be(1, 2), []byte{1}, be(4)), [4]int{0, 0, 1, 1}},
		"unknown format":      {[]byte{9, 1, 1, 1, 1}, [4]int{}},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			s := readFDSelect(test.table, 4)
			for gid, want := range test.want {
				require.Equal(t, want, s.at(gid), "glyph %d", gid)
			}
		})
	}
}

func TestGlyphOfAFontDictThatIsNotThere(t *testing.T) {
	t.Parallel()
	f := cff{privates: make([]cffPrivate, 1), fdSelect: fdSelect{dense: bin{0, 7}}}
	require.Same(t, &f.privates[0], f.private(1))
}

func TestCIDKeyedWithoutCharset(t *testing.T) {
	t.Parallel()
	c := cffParts{top: dictOp(opROS, 0, 0, 0), glyphs: []string{endchar, endchar}, private: widths()}
	require.Equal(t, []uint16{0, 1}, mustParse(t, c.build(), "").cids)
}

func TestSubrBias(t *testing.T) {
	t.Parallel()
	require.Equal(t, 107, subrBias(1239))
	require.Equal(t, 1131, subrBias(1240))
	require.Equal(t, 1131, subrBias(33899))
	require.Equal(t, 32768, subrBias(33900))
}

func TestCFFFontMatrix(t *testing.T) {
	t.Parallel()
	half := []byte{30, 0xA0, 0x00, 0x5F} // .0005
	c := namedParts()
	c.top = join(half, dictInt(0), dictInt(0), half, dictInt(0), dictInt(0), []byte{12, 7})
	p := mustParse(t, c.build(), "")
	require.InDelta(t, 2000, p.unitsPerEm, 1e-6)
	require.Equal(t, []int{250, 325, 250}, widthsOf(p))
}

func TestCFFDamagedOffsets(t *testing.T) {
	t.Parallel()
	data := smallCFF()
	glyphs := bytes.Index(data, []byte(namedParts().glyphs[1]))
	offset := glyphs - 1 - 2*3 // of the second glyph, in the INDEX before it
	copy(data[offset:], be(0xFFF0))
	p := mustParse(t, data, "")
	require.Equal(t, 3, p.glyphCount)
	require.Equal(t, []int{500, -1, 500}, widthsOf(p)) // the first runs on to the end of the data
}

func FuzzCFF(f *testing.F) {
	f.Add(smallCFF())
	f.Add(cidCFF())
	c := namedParts()
	c.encoding, c.charset, c.subrs = join([]byte{0x81, 1, 'x', 1, 1, 'z'}, be(35)), nil, []string{n(50) + ret}
	f.Add(c.build())
	f.Fuzz(func(t *testing.T, data []byte) {
		if p, err := parseCFF(data); err == nil {
			checkProgram(t, p, len(data))
		}
	})
}
