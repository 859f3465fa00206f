package font

import "errors"

// sfnt is a TrueType or OpenType font: a directory of tables.
type sfnt struct {
	tables     []sfntTable
	glyphCount int
	unitsPerEm float32
	hmtx       bin
	hmetrics   int // glyphs with an advance of their own; the rest share the last
	post       postNames
	cff        *cff // of openTypeCFF; else nil
}

type sfntTable struct {
	tag  string
	data bin
}

const (
	sfntHeader = 12
	sfntEntry  = 16

	// maxSfntTables bounds the directory. OpenType registers about 60 tags; fonts
	// with private tables of tools have reached 40.
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

// parseSfnt reads the tables that say what glyphs mean; none of them is
// required, since text can be had from any.
func parseSfnt(data []byte) (*program, error) {
	f := &sfnt{tables: sfntDirectory(data)}
	if len(f.tables) == 0 {
		return nil, errNoTables
	}
	if t := f.table("CFF "); len(t) > 0 {
		f.cff, _ = readCFF(t) // a damaged one loses names, not the cmap
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

// sfntDirectory reads the table directory, of the first font of a collection.
// Lengths that reach past the end are cut; tables that begin there are dropped.
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

// table is the first table called tag; empty when there is none.
func (f *sfnt) table(tag string) bin {
	for i := range f.tables {
		if f.tables[i].tag == tag {
			return f.tables[i].data
		}
	}
	return nil
}

// countGlyphs takes the count of maxp as far as there is data behind it.
func (f *sfnt) countGlyphs() int {
	if f.cff != nil {
		return f.cff.glyphCount()
	}
	// A loca table of n glyphs has n+1 offsets of two or four bytes. The format
	// field of head is wrong now and then, so two are taken as the bound.
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

// maxGID is the largest count a 16-bit glyph index allows.
const maxGID = 65535

// evidence is the most glyphs that the tables other than loca and maxp could
// tell apart, so that a count without data cannot make work.
func (f *sfnt) evidence() int {
	return max(len(f.table("hmtx")), len(f.table("cmap")), len(f.table("post")), len(f.table("glyf")))
}

// name takes the post table before the CFF charset: that is what viewers match
// the names of an Encoding against.
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
