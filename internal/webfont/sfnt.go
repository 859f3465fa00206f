package webfont

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// table is a table of a font.
type table struct {
	tag  string
	data []byte
}

// sfnt is a font: its tables in the order of their tags.
type sfnt struct {
	version uint32
	tables  []table
	// glyphs are the glyphs of the tables glyf and loca. It is nil for CFF.
	glyphs []*quadratic
	gid    func(shapeID) int // returns the glyph of a part
}

const (
	versionTrueType = 0x00010000
	versionCFF      = 0x4F54544F // OTTO

	directoryHeader = 12
	directoryEntry  = 16
	headAdjustment  = 8          // offset of checkSumAdjustment in head
	checksumTotal   = 0xB1B0AFBA // checksum of a whole font including the adjustment
)

// add adds a table.
func (f *sfnt) add(tag string, data []byte) { f.tables = append(f.tables, table{tag, data}) }

// finish sorts the tables and writes the checksum of the font into head.
func (f *sfnt) finish() {
	slices.SortFunc(f.tables, func(a, b table) int { return cmp.Compare(a.tag, b.tag) })
	data := f.bytes()
	for _, t := range f.tables {
		if t.tag == "head" {
			binary.BigEndian.PutUint32(t.data[headAdjustment:], checksumTotal-checksum(data))
		}
	}
}

// size returns the length of the file.
func (f *sfnt) size() int {
	size := directoryHeader + len(f.tables)*directoryEntry
	for _, t := range f.tables {
		size += padded(len(t.data))
	}
	return size
}

// bytes returns the font as a file.
func (f *sfnt) bytes() []byte {
	n := len(f.tables)
	power := 1
	for 2*power <= n {
		power *= 2
	}
	log := 0
	for 1<<(log+1) <= n {
		log++
	}
	out := be32(nil, f.version)
	out = be16(out, n, 16*power, log, 16*(n-power))
	at := directoryHeader + n*directoryEntry
	for _, t := range f.tables {
		out = append(out, t.tag...)
		out = be32(out, checksum(t.data), uint32(at), uint32(len(t.data)))
		at += padded(len(t.data))
	}
	for _, t := range f.tables {
		out = append(out, t.data...)
		out = append(out, make([]byte, padded(len(t.data))-len(t.data))...)
	}
	return out
}

// padded returns n, rounded up to whole words.
func padded(n int) int { return (n + 3) &^ 3 }

// checksum returns the sum of the words of a table. For head it is computed while the adjustment is 0.
func checksum(data []byte) uint32 {
	var sum uint32
	for len(data) >= 4 {
		sum += binary.BigEndian.Uint32(data)
		data = data[4:]
	}
	var rest [4]byte
	copy(rest[:], data)
	return sum + binary.BigEndian.Uint32(rest[:])
}

// be16 appends numbers as 16-bit words.
func be16(to []byte, words ...int) []byte {
	for _, w := range words {
		to = append(to, byte(w>>8), byte(w))
	}
	return to
}

// be32 appends numbers as 32-bit words.
func be32(to []byte, words ...uint32) []byte {
	for _, w := range words {
		to = binary.BigEndian.AppendUint32(to, w)
	}
	return to
}
