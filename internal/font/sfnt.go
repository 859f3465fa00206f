package font

import "errors"

// sfnt is a TrueType or OpenType font, which is a directory of tables.
type sfnt struct {
	tables     []sfntTable
	glyphCount int
	unitsPerEm float32
	hmtx       bin
	hmetrics   int // number of glyphs with an advance of their own; the rest share the last advance
	post       postNames
	cff        *cff // set if the kind is openTypeCFF, else nil
}

type sfntTable struct {
	tag  string
	data bin
}

const (
	sfntHeader = 12
	sfntEntry  = 16

	// maxSfntTables is the most tables of a font. OpenType registers about 60 tags; fonts with
	// private tables of tools have reached 40.
	maxSfntTables = 128
)

var errNoTables = errors.New("font program without readable tables")

// isSfnt reports whether data begins with one of the sfnt version tags.
func isSfnt(data []byte) bool {
	if len(data) < 4 {
		return false
	}
	switch string(data[:4]) {
	case "\x00\x01\x00\x00", "\x00\x02\x00\x00", "OTTO", "ttcf", "true", "typ1":
		return true
	}
	return false
}

// parseSfnt reads the tables that say what glyphs mean. None of them is required, since each of
// them can give the text.
func parseSfnt(data []byte) (*program, error) {
	f := &sfnt{tables: sfntDirectory(data)}
	if len(f.tables) == 0 {
		return nil, errNoTables
	}
	if t := f.table("CFF "); len(t) > 0 {
		f.cff, _ = readCFF(t) // if it is damaged, names are lost but not the cmap
	}
	f.unitsPerEm = f.readUnitsPerEm()
	f.glyphCount = f.countGlyphs()
	f.readMetricsTables()

	p := &program{kind: trueType, glyphCount: f.glyphCount, unitsPerEm: f.unitsPerEm, glyphs: f}
	if f.cff != nil {
		p.kind = openTypeCFF
		p.encoding, p.cids = f.cff.encoding, f.cff.cids
		p.psName = f.cff.psName
	}
	p.cmaps = parseCmaps(f.table("cmap"), f.glyphCount)
	f.describe(p)
	f.nameProgram(p)
	return p, nil
}

// sfntDirectory reads the table directory. In a collection it reads that of the first font. It cuts
// tables that reach past the end, and drops those that begin there.
func sfntDirectory(data bin) []sfntTable {
	start := 0
	if len(data) >= 4 && string(data[:4]) == "ttcf" {
		start = int(data.u32(sfntHeader))
	}
	count := min(data.u16(start+4), maxSfntTables)
	var tables []sfntTable
	for i := range count {
		at := start + sfntHeader + i*sfntEntry
		if !data.has(at, sfntEntry) {
			break
		}
		body := data.cut(int(data.u32(at+8)), int(data.u32(at+12)))
		if len(body) > 0 {
			tables = append(tables, sfntTable{string(data[at : at+4]), body})
		}
	}
	return tables
}

// table returns the first table called tag, or an empty one when there is none.
func (f *sfnt) table(tag string) bin {
	for i := range f.tables {
		if f.tables[i].tag == tag {
			return f.tables[i].data
		}
	}
	return nil
}

// countGlyphs returns the count in maxp, or less if there is no data for so many glyphs.
func (f *sfnt) countGlyphs() int {
	if f.cff != nil {
		return f.cff.glyphCount()
	}
	// A loca table of n glyphs has n+1 offsets of two or four bytes. The format field of head is
	// wrong now and then, so the bound assumes two bytes.
	const offsetSize = 2
	located := len(f.table("loca"))/offsetSize - 1
	maxp := f.table("maxp")
	switch {
	case len(maxp) >= 6 && located >= 0:
		return min(maxp.u16(4), located)
	case len(maxp) >= 6:
		return min(maxp.u16(4), f.evidence())
	case located >= 0 && f.table("head").u16(50) == 1:
		return min(located/2, maxGID)
	case located >= 0:
		return min(located, maxGID)
	}
	return min(f.evidence(), maxGID)
}

// maxGID is the largest number of glyphs that a 16-bit glyph index allows.
const maxGID = 65535

// evidence returns the most glyphs that the tables other than loca and maxp can distinguish. A
// count without data then causes no work.
func (f *sfnt) evidence() int {
	return max(len(f.table("hmtx")), len(f.table("cmap")), len(f.table("post")), len(f.table("glyf")))
}

// name takes the name in the post table before that in the CFF charset. Viewers compare the names
// of an Encoding with the post table.
func (f *sfnt) name(gid int) string {
	if n := f.post.name(gid); n != "" || f.cff == nil {
		return n
	}
	return f.cff.name(gid)
}

func (f *sfnt) advance(gid int) (float32, bool) {
	if f.hmetrics > 0 {
		return float32(f.hmtx.u16(4*min(gid, f.hmetrics-1))) / f.unitsPerEm, true
	}
	if f.cff != nil {
		return f.cff.advance(gid)
	}
	return 0, false
}
