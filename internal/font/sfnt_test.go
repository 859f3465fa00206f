package font

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

// table is one table of a font built in a test.
type table struct {
	tag  string
	data []byte
}

// sfntOf returns a font of the given tables. Checksums are left out; nobody checks them.
func sfntOf(version string, tables ...table) []byte {
	head := join([]byte(version), be(len(tables), 0, 0, 0))
	at := len(head) + sfntEntry*len(tables)
	var body []byte
	for _, tb := range tables {
		head = join(head, []byte(tb.tag), be32(0, at+len(body), len(tb.data)))
		body = append(body, tb.data...)
	}
	return join(head, body)
}

const trueTypeTag = "\x00\x01\x00\x00"

// with returns b with 16-bit words written at byte offsets.
func with(b []byte, words map[int]int) []byte {
	for at, w := range words {
		copy(b[at:], be(w))
	}
	return b
}

func headTable() table {
	return table{"head", with(make([]byte, 54), map[int]int{18: 2000, 38: -400, 42: 1800, 44: macItalic})}
}

// threeTables returns a font of three glyphs: .notdef, A, and one called beth that
// only the post table knows.
func threeTables() []table {
	return []table{
		headTable(),
		{"hhea", with(make([]byte, 36), map[int]int{4: 1600, 6: -500, 34: 2})},
		{"hmtx", be(1000, 0, 1400, 0, 0)}, // the third glyph shares the advance of the second
		{"maxp", join(be32(0x00010000), be(3))},
		{"loca", be(0, 0, 0, 0)},
		{"OS/2", with(make([]byte, 96), map[int]int{0: 2, 4: 700, 86: 1000})},
		{"post", join(be32(postFormat2, 0, 0, 1, 0, 0, 0, 0), be(3, 0, 36, 258), []byte("\x04beth"))},
		{"name", nameTable()},
		{"cmap", cmapOf(3, 1, cmap4(0x41, 0x41, 1))},
	}
}

func threeGlyphs() []byte { return sfntOf(trueTypeTag, threeTables()...) }

func openType() []byte {
	return sfntOf("OTTO", headTable(), table{"CFF ", smallCFF()}, table{"cmap", cmapOf(3, 1, cmap4(0x41, 0x41, 1))})
}

// nameTable has a family in two languages and one name in Macintosh bytes.
func nameTable() []byte {
	texts := []byte("\x00T\x00e\x00s\x00t\x00P\x00r\x00\xfc\x00fTest-Bold")
	return join(be(0, 3, 6+3*12),
		be(3, 1, 0x0407, nameFamily, 8, 8),
		be(3, 1, 0x0409, nameFamily, 8, 0),
		be(1, 0, 0, namePostScript, 9, 16), texts)
}

// cmapOf returns a cmap table of one subtable.
func cmapOf(platform, encoding int, sub []byte) []byte {
	return join(be(0, 1, platform, encoding), be32(12), sub)
}

// cmap4 returns a subtable of format 4 that maps first to last to the glyphs from gid on.
func cmap4(first, last, gid int) []byte {
	return join(be(4, 32, 0, 4, 0, 0, 0), be(last, 0xFFFF), be(0), be(first, 0xFFFF), be(gid-first, 1), be(0, 0))
}

func TestSfnt(t *testing.T) {
	t.Parallel()
	p := mustParse(t, threeGlyphs(), "FontFile2")
	require.Equal(t, trueType, p.kind)
	require.Equal(t, []string{".notdef", "A", "beth"}, namesOf(p))
	require.Equal(t, []int{500, 700, 700}, widthsOf(p))
	require.InDelta(t, 0.8, p.ascent, 1e-6)
	require.InDelta(t, -0.25, p.descent, 1e-6)
	require.InDelta(t, 0.5, p.xHeight, 1e-6)
	require.True(t, p.bold)
	require.True(t, p.italic)
	require.True(t, p.mono)
	require.Equal(t, "Test", p.family)
	require.Equal(t, "Test-Bold", p.psName)
	require.Nil(t, p.encoding)
	require.Nil(t, p.cids)
	gid, ok := p.gidByName("beth")
	require.True(t, ok)
	require.Equal(t, 2, gid)
	require.Equal(t, map[uint32]int{0x41: 1}, mapping(p.cmap(3, 1)))
	require.Nil(t, p.cmap(1, 0))
	require.Empty(t, p.glyphName(3))
	require.Empty(t, p.glyphName(-1))
}

func TestSfntWithoutTables(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		drop   string
		names  []string
		widths []int
	}{
		"no head: a thousand units":          {"head", []string{".notdef", "A", "beth"}, []int{1000, 1400, 1400}},
		"no maxp: as many as are located":    {"maxp", []string{".notdef", "A", "beth"}, []int{500, 700, 700}},
		"no post: no names":                  {"post", []string{"", "", ""}, []int{500, 700, 700}},
		"no hmtx: no widths":                 {"hmtx", []string{".notdef", "A", "beth"}, []int{-1, -1, -1}},
		"no hhea: as many widths as fit":     {"hhea", []string{".notdef", "A", "beth"}, []int{500, 700, 700}},
		"no loca: as many as maxp says":      {"loca", []string{".notdef", "A", "beth"}, []int{500, 700, 700}},
		"no OS/2, which subsets often leave": {"OS/2", []string{".notdef", "A", "beth"}, []int{500, 700, 700}},
	}
	for what, test := range tests {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			var tables []table
			for _, tb := range threeTables() {
				if tb.tag != test.drop {
					tables = append(tables, tb)
				}
			}
			p := mustParse(t, sfntOf(trueTypeTag, tables...), "")
			require.Equal(t, test.names, namesOf(p))
			require.Equal(t, test.widths, widthsOf(p))
		})
	}
}

func TestSfntDirectoryLies(t *testing.T) {
	t.Parallel()
	font := threeGlyphs()
	entry := func(tag string) int { return bytes.Index(font, []byte(tag)) }
	tests := map[string]struct {
		at    int
		value []byte
		names []string
	}{
		"a length beyond the end is cut":     {entry("post") + 12, be32(1 << 30), []string{".notdef", "A", "beth"}},
		"a table behind the end is not read": {entry("post") + 8, be32(1 << 30), []string{"", "", ""}},
		"more tables than there are":         {4, be(0xFFFF), []string{".notdef", "A", "beth"}},
		"more glyphs than are located":       {bytes.LastIndex(font, be(0, 1, 0, 3)) + 4, be(9999), []string{".notdef", "A", "beth"}},
	}
	for what, test := range tests {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			data := bytes.Clone(font)
			copy(data[test.at:], test.value)
			require.Equal(t, test.names, namesOf(mustParse(t, data, "")))
		})
	}
}

func TestCollection(t *testing.T) {
	t.Parallel()
	font := threeGlyphs()
	const shift = 16
	head := join([]byte("ttcf"), be32(0x00010000, 1, shift))
	for i := range len(threeTables()) { // offsets count from the beginning of the file
		at := sfntHeader + i*sfntEntry + 8
		copy(font[at:], be32(int(bin(font).u32(at))+shift))
	}
	require.Equal(t, []string{".notdef", "A", "beth"}, namesOf(mustParse(t, join(head, font), "")))
}

func TestPostFormats(t *testing.T) {
	t.Parallel()
	header := func(version int) []byte { return be32(version, 0, 0, 0, 0, 0, 0, 0) }
	tests := map[string]struct {
		post []byte
		want []string
	}{
		"format 1 is the Macintosh order":    {header(postFormat1), []string{".notdef", ".null", "nonmarkingreturn"}},
		"format 2 names in another order":    {join(header(postFormat2), be(3, 259, 258, 3), []byte("\x01b\x01a")), []string{"a", "b", "space"}},
		"format 2 without its strings":       {join(header(postFormat2), be(3, 258, 258, 3)), []string{"", "", "space"}},
		"format 2 for fewer glyphs":          {join(header(postFormat2), be(1, 3)), []string{"space", "", ""}},
		"format 2 with control characters":   {join(header(postFormat2), be(3, 258, 3, 3), []byte("\x02a\n")), []string{"", "space", "space"}},
		"format 2.5 shifts the order":        {join(header(postFormat25), be(3), []byte{3, 2, 0xFF}), []string{"space", "space", ".null"}},
		"format 2.5 before the first glyph":  {join(header(postFormat25), be(3), []byte{0xFF, 0, 0}), []string{"", ".null", "nonmarkingreturn"}},
		"format 3 has no names":              {header(0x00030000), []string{"", "", ""}},
		"a table that ends in its first row": {[]byte{0, 2}, []string{"", "", ""}},
	}
	for what, test := range tests {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			p := mustParse(t, sfntOf(trueTypeTag, table{"maxp", join(be32(0x00010000), be(3))},
				table{"loca", be(0, 0, 0, 0)}, table{"post", test.post}), "")
			require.Equal(t, test.want, namesOf(p))
		})
	}
}

func TestMeasuresFallBack(t *testing.T) {
	t.Parallel()
	head := headTable() // a box from -400 to 1800, 2000 units to the em
	tests := map[string]struct {
		tables          []table
		ascent, descent float32
	}{
		"hhea comes first":          {[]table{{"hhea", with(make([]byte, 36), map[int]int{4: 1000, 6: -200})}}, 0.5, -0.1},
		"a descent without sign":    {[]table{{"hhea", with(make([]byte, 36), map[int]int{4: 1000, 6: 200})}}, 0.5, -0.1},
		"OS/2 when hhea is empty":   {[]table{{"OS/2", with(make([]byte, 96), map[int]int{68: 1200, 70: -300})}}, 0.6, -0.15},
		"clipping heights of OS/2":  {[]table{{"OS/2", with(make([]byte, 96), map[int]int{74: 1400, 76: 300})}}, 0.7, -0.15},
		"the box when nothing else": {nil, 0.9, -0.2},
	}
	for what, test := range tests {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			p := mustParse(t, sfntOf("true", append(test.tables, head)...), "")
			require.InDelta(t, test.ascent, p.ascent, 1e-6)
			require.InDelta(t, test.descent, p.descent, 1e-6)
		})
	}
}

func FuzzSfnt(f *testing.F) {
	f.Add(threeGlyphs())
	f.Add(openType())
	for _, sub := range cmapSamples() {
		f.Add(sfntOf(trueTypeTag, table{"maxp", join(be32(0x00010000), be(9))}, table{"cmap", cmapOf(3, 10, sub)}))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if p, err := parseSfnt(data); err == nil {
			checkProgram(t, p, len(data))
		}
	})
}
