package font

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPredefinedCMapsLeadToCIDs(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		cmap  string
		bytes string
		cid   uint32
	}{
		"identity":                              {"Identity-H", "\x12\x34", 0x1234},
		"Shift-JIS, one byte":                   {"90ms-RKSJ-H", "A", 264},
		"Shift-JIS, two bytes":                  {"90ms-RKSJ-H", "\x88\x9f", 1125},
		"vertical forms over the horizontal":    {"90ms-RKSJ-V", "\x81\x41", 7887},
		"vertical CMap asks the horizontal one": {"90ms-RKSJ-V", "\x88\x9f", 1125},
		"GBK":                                   {"GBK-EUC-H", "\xb0\xa1", 940},
		"Big5":                                  {"ETen-B5-H", "\xa4\x40", 595},
		"Korean":                                {"KSCms-UHC-H", "\xb0\xa1", 1086},
		"UTF-16 derived from UTF-32":            {"UniJIS-UTF16-H", "\x4e\x9c", 1125},
		"UTF-16 surrogates":                     {"UniJIS-UTF16-H", "\xd8\x40\xdc\x0b", 13839},
		"UTF-8 derived from UTF-32":             {"UniJIS-UTF8-H", "\xe4\xba\x9c", 1125},
		"UTF-32":                                {"UniGB-UTF32-H", "\x00\x00\x55\x4a", 940},
		"UCS-2":                                 {"UniCNS-UCS2-H", "\x4e\x00", 595},
		"EUC with four bytes":                   {"CNS-EUC-H", "\x8e\xa2\xa1\xa1", 5996},
		"a collection onto itself":              {"Adobe-Japan1-6", "\x04\x65", 1125},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := predefinedCMap(c.cmap)
			require.NotNil(t, m)
			code, n, ok := m.next([]byte(c.bytes))
			require.True(t, ok)
			require.Equal(t, len(c.bytes), n)
			require.Equal(t, c.cid, m.cid(code, n))
		})
	}
}

func TestCIDsMeanPlainCharacters(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		collection collection
		cid        uint32
		want       text
	}{
		"kanji":                 {japan1, 1125, text{r: '亜'}},
		"half-width letter":     {japan1, 264, text{r: 'A'}},
		"vertical comma":        {japan1, 7887, text{r: '、'}},
		"simplified":            {gb1, 940, text{r: '啊'}},
		"traditional":           {cns1, 595, text{r: '一'}},
		"hangul":                {korea1, 1086, text{r: '가'}},
		"CID 0":                 {japan1, 0, text{}},
		"beyond the collection": {japan1, 65535, text{}},
		"no collection":         {noCollection, 1, text{}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, unicodeOf(c.collection).text(c.cid))
		})
	}
}

// TestEveryChunkUnpacks reads the whole blob, as no document ever will.
func TestEveryChunkUnpacks(t *testing.T) {
	t.Parallel()
	for _, name := range slices.Sorted(maps.Keys(cmapIndex())) {
		if m := predefinedCMap(name); m != nil {
			require.NotEmpty(t, m.spaces, name)
			require.True(t, m.cids.disjoint(), name)
			require.NotEqual(t, noCollection, m.collection, name)
		}
	}
	for c := japan1; c < collections; c++ {
		require.Greater(t, len(unicodeOf(c).runes), 6000, orderings[c])
	}
}

func BenchmarkUnpackCMap(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		openChunk("UniJIS-UTF32-H").ranges(0)
	}
}
