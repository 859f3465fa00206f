package pdf

import (
	"bytes"
	"errors"
	"fmt"
)

var errXref = errors.New("broken cross-references")

// startxrefTail is how many bytes at the end of the file are searched for startxref. Predecessors
// of the standard required the last 1,024 bytes.
const startxrefTail = 4096

// xrefSections is the longest chain of updates. Some files were saved thousands of times.
const xrefSections = 1 << 16

// readXref follows the chain of cross-reference sections from the newest one.
func (d *Document) readXref() (*xref, error) {
	at, err := d.startxref()
	if err != nil {
		return nil, err
	}
	x := newXref(len(d.data))
	if x.shift = d.sectionShift(at); x.shift < 0 {
		return nil, fmt.Errorf("%w: nothing at offset %d", errXref, at)
	}
	seen := make(map[int]bool)
	for !seen[at] && len(seen) < xrefSections {
		seen[at] = true
		trailer, err := d.readSection(x, at)
		if err != nil {
			return nil, err
		}
		x.addTrailer(trailer)
		prev, ok := trailer.Raw("Prev").(Integer)
		if !ok || prev == 0 { // no section is before the header; some writers give 0 for the first section
			break
		}
		if prev < 0 || prev >= Integer(len(d.data)) {
			return nil, fmt.Errorf("%w: Prev %d is outside the file", errXref, prev)
		}
		at = int(prev)
	}
	if !x.trailer.Has("Root") {
		return nil, fmt.Errorf("%w: no Root", errXref)
	}
	return x, nil
}

func (d *Document) startxref() (int, error) {
	tail := max(0, len(d.data)-startxrefTail)
	i := bytes.LastIndex(d.data[tail:], []byte("startxref"))
	if i < 0 {
		return 0, fmt.Errorf("%w: no startxref", errXref)
	}
	pos := skipSpace(d.data, tail+i+len("startxref"))
	at, _, ok := uintAt(d.data, pos)
	if !ok || at >= len(d.data) {
		return 0, fmt.Errorf("%w: startxref is no offset in the file", errXref)
	}
	return at, nil
}

// sectionShift returns what must be added to offsets so that a section is at offset at: 0, or the
// number of bytes before the header. It returns -1 when there is no section.
func (d *Document) sectionShift(at int) int {
	for _, shift := range []int{0, d.header} {
		if hasPrefix(d.data, skipSpace(d.data, at+shift), "xref") {
			return shift
		}
		if _, _, ok := objectHeader(d.data, at+shift); ok {
			return shift
		}
	}
	for _, shift := range []int{0, d.header} {
		if _, ok := d.tableAt(at + shift); ok {
			return shift
		}
	}
	return -1
}

// xrefSlack is how far from its offset a table is searched. Some writers do not count line ends.
const xrefSlack = 64

// tableAt finds the keyword xref at or near pos, and returns the position behind it.
func (d *Document) tableAt(pos int) (int, bool) {
	at := skipSpace(d.data, pos)
	if hasPrefix(d.data, at, "xref") {
		return at + len("xref"), true
	}
	if _, _, ok := objectHeader(d.data, pos); ok || pos >= len(d.data) {
		return 0, false
	}
	from := max(0, pos-xrefSlack)
	near := d.data[from:min(len(d.data), pos+xrefSlack)]
	for i := 0; ; {
		n := bytes.Index(near[i:], []byte("xref"))
		if n < 0 {
			return 0, false
		}
		if i += n; from+i == 0 || isSpace(d.data[from+i-1]) {
			return from + i + len("xref"), true
		}
		i += len("xref")
	}
}

// readSection reads the section at offset at, and that of its XRefStm, into x.
func (d *Document) readSection(x *xref, at int) (Dict, error) {
	pos := at + x.shift
	if at < 0 || pos >= len(d.data) {
		return Dict{}, fmt.Errorf("%w: offset %d is outside the file", errXref, at)
	}
	if table, ok := d.tableAt(pos); ok {
		return d.readTable(x, table)
	}
	return d.readXrefStream(x, pos)
}
