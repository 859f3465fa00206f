package font

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// cmapSamples returns subtables of all formats by name, for a font of nine glyphs.
func cmapSamples() map[string][]byte {
	zeros := func(n int) []byte { return make([]byte, n) }
	dense := zeros(256)
	dense['A'], dense['B'] = 1, 2

	// Lead byte 0x81 has a sub-header of its own; all others are single bytes.
	keys := make([]int, 256)
	keys[0x81] = 8
	mixed := join(be(2, 0, 0), be(keys...),
		be(0x41, 2, 0, 2+8), // single bytes: the glyphs begin behind the second sub-header
		be(0x40, 2, 1, 2+4), // two bytes: behind the glyphs of the first, with 1 added
		be(5, 6, 7, 0))

	return map[string][]byte{
		"format 0":                   join(be(0, 262, 0), dense),
		"format 2":                   mixed,
		"format 4":                   cmap4(0x41, 0x43, 3),
		"format 4 with glyphs":       join(be(4, 0, 0, 4, 0, 0, 0), be(0x42, 0xFFFF), be(0), be(0x41, 0xFFFF), be(1, 1), be(4, 0), be(6, 0)),
		"format 4 out of order":      join(be(4, 0, 0, 6, 0, 0, 0), be(0x61, 0x41, 0xFFFF), be(0), be(0x61, 0x41, 0xFFFF), be(7-0x61, 3-0x41, 1), be(0, 0, 0)),
		"format 4 cut in its glyphs": join(be(4, 0, 0, 4, 0, 0, 0), be(0x45, 0xFFFF), be(0), be(0x41, 0xFFFF), be(0, 1), be(4, 0), be(6)),
		"format 6":                   be(6, 0, 0, 0x41, 3, 5, 0, 6),
		"format 6 cut short":         be(6, 0, 0, 0x41, 300, 5),
		"format 8":                   join(be(8, 0), be32(0, 0), zeros(8192), be32(1, 0x41, 0x42, 4)),
		"format 10":                  join(be(10, 0), be32(0, 0, 0x1F600, 2), be(4, 5)),
		"format 12":                  join(be(12, 0), be32(0, 0, 2, 0x41, 0x42, 4, 0x1F600, 0x1F601, 6)),
		"format 12 beyond Unicode":   join(be(12, 0), be32(0, 0, 2, 0x41, 0x42, 4, 0x43, -1, 6)),
		"format 12 claims too much":  join(be(12, 0), be32(0, 0, 1<<28, 0x41, 0x42, 4)),
		"format 13":                  join(be(13, 0), be32(0, 0, 1, 0x41, 0x43, 8)),
	}
}

func TestCmapFormats(t *testing.T) {
	t.Parallel()
	want := map[string]map[uint32]int{
		"format 0":                   {'A': 1, 'B': 2},
		"format 2":                   {0x41: 5, 0x42: 6, 0x8140: 8},
		"format 4":                   {0x41: 3, 0x42: 4, 0x43: 5},
		"format 4 with glyphs":       {0x41: 7},
		"format 4 out of order":      {0x61: 7, 0x41: 3},
		"format 4 cut in its glyphs": {0x41: 6},
		"format 6":                   {0x41: 5, 0x43: 6},
		"format 6 cut short":         {0x41: 5},
		"format 8":                   {0x41: 4, 0x42: 5},
		"format 10":                  {0x1F600: 4, 0x1F601: 5},
		"format 12":                  {0x41: 4, 0x42: 5, 0x1F600: 6, 0x1F601: 7},
		"format 12 beyond Unicode":   {0x41: 4, 0x42: 5, 0x43: 6, 0x44: 7, 0x45: 8},
		"format 12 claims too much":  {0x41: 4, 0x42: 5},
		"format 13":                  {0x41: 8, 0x42: 8, 0x43: 8},
	}
	for what, sub := range cmapSamples() {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			maps := parseCmaps(cmapOf(3, 10, sub), 9)
			require.Len(t, maps, 1)
			require.Equal(t, want[what], mapping(&maps[0]))
			for code, gid := range want[what] {
				got, ok := maps[0].lookup(code)
				require.True(t, ok)
				require.Equal(t, gid, got)
			}
			for _, code := range []uint32{0, 0x40, 0x46, 0x10FFFF, 0xFFFFFFFF} {
				_, ok := maps[0].lookup(code)
				require.False(t, ok, "code %#x", code)
			}
		})
	}
}

func TestCmapDropsGlyphsThatAreNotThere(t *testing.T) {
	t.Parallel()
	maps := parseCmaps(cmapOf(3, 1, cmap4(0x41, 0x49, 3)), 5)
	require.Equal(t, map[uint32]int{0x41: 3, 0x42: 4}, mapping(&maps[0]))
}

func TestCmapTableOfSeveral(t *testing.T) {
	t.Parallel()
	const records = 4 + 4*8
	sub := cmap4(0x41, 0x41, 1)
	t1 := join(be(0, 4),
		be(1, 0), be32(records), be(0, 5), be32(records+len(sub)), // the second is of format 14
		be(3, 0), be32(1<<30), be(3, 1), be32(records), sub, be(14))
	maps := parseCmaps(t1, 9)
	require.Len(t, maps, 2)
	require.Equal(t, uint16(1), maps[0].platform)
	require.Equal(t, uint16(3), maps[1].platform)
	require.Equal(t, mapping(&maps[0]), mapping(&maps[1]))
}

func TestEachStopsWhenAsked(t *testing.T) {
	t.Parallel()
	maps := parseCmaps(cmapOf(3, 1, cmap4(0x41, 0x49, 1)), 20)
	n := 0
	for range maps[0].each {
		if n++; n == 3 {
			break
		}
	}
	require.Equal(t, 3, n)
}
