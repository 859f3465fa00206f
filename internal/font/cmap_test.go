package font

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func TestBrokenToUnicodeCMaps(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		cmap string
		code uint32
		want text
	}{
		"counts that lie":                      {"99 beginbfchar <01> <0041> <02> <0042> endbfchar", 2, text{r: 'B'}},
		"a count glued to its keyword":         {"1beginbfchar <01> <0041> endbfchar", 1, text{r: 'A'}},
		"endbfchar is missing":                 {"1 beginbfchar <01> <0041> 1 beginbfrange <02> <03> <0042> endbfrange", 3, text{r: 'C'}},
		"the end of the stream is missing":     {"1 beginbfchar <01> <0041> <02> <00", 1, text{r: 'A'}},
		"a closing bracket is missing":         {"1 beginbfrange <01> <02> [<0041> <0042> endbfrange 1 beginbfchar <05> <0045> endbfchar", 5, text{r: 'E'}},
		"a closing > is missing":               {"1 beginbfchar <01 <0041> endbfchar", 1, text{r: 'A'}},
		"spaces inside hex":                    {"1 beginbfchar <0 1> <00 41> endbfchar", 1, text{r: 'A'}},
		"no spaces at all":                     {"1 beginbfrange<01><02><0041>endbfrange", 2, text{r: 'B'}},
		"the last byte overflows":              {"1 beginbfrange <00> <05> <00FD> endbfrange", 4, text{r: 'ā'}},
		"surrogates count on":                  {"1 beginbfrange <00> <05> <D83DDE00> endbfrange", 1, text{r: '😁'}},
		"several characters, the last counts":  {"1 beginbfrange <00> <05> <00660069> endbfrange", 1, text{s: "fj"}},
		"a one-byte destination":               {"1 beginbfchar <01> <41> endbfchar", 1, text{r: 'A'}},
		"a destination with a zero in front":   {"1 beginbfchar <01> <00000041> endbfchar", 1, text{r: 'A'}},
		"a byte order mark":                    {"1 beginbfchar <01> <FEFF0041> endbfchar", 1, text{r: 'A'}},
		"a glyph name for a destination":       {"1 beginbfchar <01> /eacute endbfchar", 1, text{r: 'é'}},
		"a later entry wins":                   {"2 beginbfchar <01> <0041> <01> <0042> endbfchar", 1, text{r: 'B'}},
		"a character inside a range wins":      {"1 beginbfrange <01> <09> <0041> endbfrange 1 beginbfchar <03> <0058> endbfchar", 3, text{r: 'X'}},
		"and the range goes on after it":       {"1 beginbfrange <01> <09> <0041> endbfrange 1 beginbfchar <03> <0058> endbfchar", 4, text{r: 'D'}},
		"an array shorter than its range":      {"1 beginbfrange <01> <09> [<0041>] endbfrange", 2, text{}},
		"a range the wrong way round":          {"1 beginbfrange <05> <01> <0041> endbfrange", 5, text{r: 'A'}},
		"comments and strings":                 {"% 1 beginbfchar\n(1 beginbfchar) 1 beginbfchar <01> <0041> endbfchar", 1, text{r: 'A'}},
		"usecmap of an identity":               {"/Identity-H usecmap 1 beginbfchar <01> <0041> endbfchar", 0x42, text{r: 'B'}},
		"usecmap of a collection":              {"/Adobe-Japan1-UCS2 usecmap", 1125, text{r: '亜'}},
		"a lone surrogate":                     {"1 beginbfchar <01> <D800> endbfchar", 1, text{}},
		"a non-character":                      {"1 beginbfchar <01> <FFFF> endbfchar", 1, text{}},
		"five bytes are no code":               {"1 beginbfchar <0000000001> <0041> endbfchar", 1, text{}},
		"a range over all codes is one entry":  {"1 beginbfrange <0000> <FFFF> <0000> endbfrange", 0x6F22, text{r: '漢'}},
		"a ligature with its low bytes first":  {"1 beginbfrange <01> <01> <66006900> endbfrange", 1, text{s: "fi"}},
		"ideographs that are no letters":       {"1 beginbfchar <01> <66006901> endbfchar", 1, text{s: "昀椁"}},
		"one ideograph":                        {"1 beginbfchar <01> <6600> endbfchar", 1, text{r: '昀'}},
		"a letter before a combining ligature": {"1 beginbfchar <01> <0041FB01> endbfchar", 1, text{s: "Afi"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, _ := parseToUnicode([]byte(c.cmap)).text(c.code)
			require.Equal(t, c.want, got)
		})
	}
}

func TestCodesOfNoCodespace(t *testing.T) {
	t.Parallel()
	spaces := []codespace{{1, 0x00, 0x80}, {2, 0x8140, 0x9FFC}, {4, 0x8EA1A1A1, 0x8EA2FEFE}}
	cases := map[string]struct {
		bytes string
		code  uint32
		n     int
		ok    bool
	}{
		"one byte":                               {"A", 0x41, 1, true},
		"two bytes":                              {"\x81\x40", 0x8140, 2, true},
		"each byte has its own bounds":           {"\x81\xfd", 0x81fd, 2, false},
		"nothing agrees: the shortest":           {"\xff\xff", 0xff, 1, false},
		"four bytes agree longest":               {"\x8e\xa1\xa1\xff", 0x8ea1, 2, true},
		"cut in the middle":                      {"\x81", 0x81, 1, false},
		"cut where a longer code agrees longest": {"\x8e", 0x8e, 1, false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			code, n, ok := (&cmap{spaces: spaces}).next([]byte(c.bytes))
			require.Equal(t, c.code, code)
			require.Equal(t, c.n, n)
			require.Equal(t, c.ok, ok)
		})
	}
}

func TestNotdefRanges(t *testing.T) {
	t.Parallel()
	p := parseCMap([]byte("1 begincidchar <41> 7 endcidchar 1 beginnotdefrange <00> <FF> 1 endnotdefrange"))
	m := &cmap{cids: p.cids, notdef: p.notdef}
	require.EqualValues(t, 7, m.cid(0x41, 1))
	require.EqualValues(t, 1, m.cid(0x42, 1))
	require.EqualValues(t, 0, m.cid(0x100, 2))
}

// TestRangesSayWhatTheLastOneSaid compares the sweep with a plain array.
func TestRangesSayWhatTheLastOneSaid(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		var given codeRanges
		var want [64]uint32
		for range random.IntN(12) {
			lo := random.Uint32N(60)
			r := codeRange{lo: lo, hi: min(63, lo+random.Uint32N(20)), value: 1 + random.Uint32N(1000)}
			if random.IntN(3) == 0 {
				r.text = constant
			}
			given = append(given, r)
			for c := r.lo; c <= r.hi; c++ {
				want[c] = r.at(c)
			}
		}
		got := given.normalize()
		require.True(t, got.disjoint())
		for c := range uint32(len(want)) {
			value := uint32(0)
			if r := got.find(c); r != nil {
				value = r.at(c)
			}
			require.Equal(t, want[c], value, "code %d of %v", c, given)
		}
	}
}

func TestRangesReachTheLastCode(t *testing.T) {
	t.Parallel()
	rs := codeRanges{{lo: 5, hi: 0xFFFFFFFF, value: 1}, {lo: 7, hi: 8, value: 100}}.normalize()
	require.EqualValues(t, uint32(0xFFFFFFFF-5+1), rs.find(0xFFFFFFFF).at(0xFFFFFFFF))
	require.EqualValues(t, 101, rs.find(8).at(8))
}

// requireReadable fails when s is not what may come out of a font: valid UTF-8
// without control characters and non-characters.
func requireReadable(tb testing.TB, s string) {
	tb.Helper()
	if !utf8.ValidString(s) {
		tb.Fatalf("%q is not UTF-8", s)
	}
	for _, r := range s {
		if unicode.IsControl(r) || r == utf8.RuneError || r&0xFFFE == 0xFFFE {
			tb.Fatalf("%q holds %U", s, r)
		}
	}
}

func FuzzCMap(f *testing.F) {
	f.Add([]byte("1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <41> <0041> endbfchar"), []byte("A"))
	f.Add([]byte("/WMode 1 def 2 beginbfrange <00> <7F> <D83DDE00> <80> <90> [<0041> <00660069>] endbfrange"), []byte("\x85"))
	f.Add([]byte("1 begincodespacerange <8140> <9FFC> endcodespacerange 1 begincidrange <8140> <817E> 633 endcidrange"), []byte("\x81\x41"))
	f.Add([]byte("/90ms-RKSJ-H usecmap 1 beginnotdefrange <00> <1F> 231 endnotdefrange"), []byte("\x88\x9f"))
	f.Add([]byte("1 beginbfrange <00000000> <FFFFFFFF> <00000000FFFF> <05> <06> <0041> endbfrange"), []byte("\xff"))
	f.Fuzz(func(t *testing.T, src, codes []byte) {
		p := parseCMap(src)
		for _, rs := range []codeRanges{p.cids, p.notdef, p.unicode} {
			if len(rs) > 2*len(src) {
				t.Errorf("%d ranges from %d bytes", len(rs), len(src))
			}
			if !rs.disjoint() {
				t.Errorf("ranges overlap: %v", rs)
			}
		}
		u := &toUnicode{ranges: p.unicode, prefixes: p.prefixes}
		m := &cmap{spaces: p.spaces, cids: p.cids, notdef: p.notdef}
		for len(codes) > 0 {
			code, n, ok := m.next(codes)
			if n < 1 || n > maxCodeBytes || n > len(codes) {
				t.Fatalf("a code of %d bytes from %d", n, len(codes))
			}
			if ok && len(p.spaces) == 0 {
				t.Error("a code in no codespace")
			}
			if cid := m.cid(code, n); cid > maxCID {
				t.Errorf("CID %d", cid)
			}
			if s, said := u.text(code); said {
				requireReadable(t, s.string())
			}
			codes = codes[n:]
		}
	})
}

func BenchmarkParseToUnicode(b *testing.B) {
	src := []byte("begincmap 1 begincodespacerange <00> <FF> endcodespacerange 95 beginbfchar\n")
	for c := ' '; c < 0x7F; c++ {
		src = fmt.Appendf(src, "<%02X> <%04X>\n", c, c+1)
	}
	src = append(src, "endbfchar endcmap"...)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		parseCMap(src)
	}
}
