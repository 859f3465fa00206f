package pdf

import "fmt"

// entryWidth is the length of an entry of a cross-reference table.
const entryWidth = 20

// readTable reads a cross-reference table (clause 7.5.4) behind its keyword, and its trailer.
func (d *Document) readTable(x *xref, pos int) (Dict, error) {
	trailer, err := d.tableTrailer(pos)
	if err != nil {
		return Dict{}, err
	}
	at, hybrid := trailer.Raw("XRefStm").(Integer)
	if !hybrid {
		return trailer, d.readEntries(x, pos, x.add)
	}
	// In a hybrid file (clause 7.5.8.4) the table takes precedence over the stream, and the stream over older
	// sections. An object that is free in the table but is in the stream is only hidden from old readers.
	err = d.readEntries(x, pos, func(num int, e xrefEntry) {
		if e.kind != free {
			x.add(num, e)
		}
	})
	if err != nil {
		return Dict{}, err
	}
	if at < 0 || at >= Integer(len(d.data)-x.shift) {
		return Dict{}, fmt.Errorf("%w: XRefStm %d is outside the file", errXref, at)
	}
	if _, err := d.readXrefStream(x, int(at)+x.shift); err != nil {
		return Dict{}, err
	}
	return trailer, d.readEntries(x, pos, x.add)
}

// readEntries calls add with each entry of the table at pos.
func (d *Document) readEntries(x *xref, pos int, add func(int, xrefEntry)) error {
	for {
		first, count, body, ok := d.subsection(pos)
		if !ok {
			return nil
		}
		x.grow(min(first+count, first+(len(d.data)-body)/entryWidth))
		if pos, ok = d.readSubsection(first, count, body, add); !ok {
			return fmt.Errorf("%w: table at offset %d", errXref, pos)
		}
	}
}

// tableTrailer finds the trailer behind the table at pos.
func (d *Document) tableTrailer(pos int) (Dict, error) {
	for {
		_, count, body, ok := d.subsection(pos)
		if !ok {
			break
		}
		pos = d.skipSubsection(count, body)
	}
	pos = skipSpace(d.data, pos)
	if !hasPrefix(d.data, pos, "trailer") {
		return Dict{}, fmt.Errorf("%w: no trailer at offset %d", errXref, pos)
	}
	o, end := d.valueAt(pos+len("trailer"), nil)
	trailer, ok := o.(Dict)
	if !ok || end >= len(d.data) { // startxref or a newer section follows
		return Dict{}, fmt.Errorf("%w: no trailer dictionary", errXref)
	}
	return trailer, nil
}

// subsection reads the two numbers before a run of entries.
func (d *Document) subsection(pos int) (first, count, body int, ok bool) {
	if first, pos, ok = uintAt(d.data, skipSpace(d.data, pos)); !ok {
		return 0, 0, 0, false
	}
	if count, pos, ok = uintAt(d.data, skipSpace(d.data, pos)); !ok {
		return 0, 0, 0, false
	}
	return first, count, skipSpace(d.data, pos), true
}

// skipSubsection returns the position behind count entries at pos. It calculates the position if
// the entries have the proper width, and otherwise goes through them.
func (d *Document) skipSubsection(count, pos int) int {
	if room := (len(d.data) - pos) / entryWidth; count <= room {
		last := pos + (count-1)*entryWidth
		if _, ok := fixedEntry(d.data, last); count == 0 || ok {
			return pos + count*entryWidth
		}
	}
	for range count {
		_, end, ok := looseEntry(d.data, pos)
		if !ok {
			break
		}
		pos = end
	}
	return pos
}

func (d *Document) readSubsection(first, count, pos int, add func(int, xrefEntry)) (end int, ok bool) {
	for i := range count {
		e, ok := fixedEntry(d.data, pos)
		if end = pos + entryWidth; !ok {
			if e, end, ok = looseEntry(d.data, pos); !ok {
				// There are fewer entries than announced, but the trailer follows: nothing is lost
				return pos, hasPrefix(d.data, skipSpace(d.data, pos), "trailer")
			}
		}
		// Object 0 heads the list of free objects. If a table that starts at 1 begins with this
		// entry, its numbers are wrong.
		if i == 0 && first == 1 && e.kind == free && e.index == maxGeneration {
			first = 0
		}
		add(first+i, e)
		pos = end
	}
	return pos, true
}

// maxGeneration is the generation of objects that are never used again.
const maxGeneration = 65535

// fixedEntry reads an entry of the proper form: nnnnnnnnnn ggggg n and two bytes of line end.
// Nearly all files have this form, and it is quick to read.
func fixedEntry(src []byte, pos int) (xrefEntry, bool) {
	if pos < 0 || pos+entryWidth > len(src) {
		return xrefEntry{}, false
	}
	e := src[pos : pos+entryWidth]
	if e[10] != ' ' || e[16] != ' ' || !isSpace(e[18]) || !isSpace(e[19]) {
		return xrefEntry{}, false
	}
	var at int64
	for _, c := range e[:10] {
		if !isDigit(c) {
			return xrefEntry{}, false
		}
		at = at*10 + int64(c-'0')
	}
	gen := 0
	for _, c := range e[11:16] {
		if !isDigit(c) {
			return xrefEntry{}, false
		}
		gen = gen*10 + int(c-'0')
	}
	return tableEntry(at, gen, e[17])
}

// looseEntry reads an entry with any amount of white space.
func looseEntry(src []byte, pos int) (xrefEntry, int, bool) {
	at, pos, ok := uintAt(src, skipSpace(src, pos))
	if !ok {
		return xrefEntry{}, pos, false
	}
	gen, pos, ok := uintAt(src, skipSpace(src, pos))
	if !ok {
		return xrefEntry{}, pos, false
	}
	pos = skipSpace(src, pos)
	if pos >= len(src) {
		return xrefEntry{}, pos, false
	}
	e, ok := tableEntry(int64(at), gen, src[pos])
	return e, pos + 1, ok
}

func tableEntry(at int64, gen int, kind byte) (xrefEntry, bool) {
	switch kind {
	case 'n':
		if at == 0 { // no object can be before the header, so this is a free entry
			return xrefEntry{kind: free}, true
		}
		return xrefEntry{at: at, kind: plain}, true
	case 'f':
		return xrefEntry{index: uint32(min(gen, maxGeneration)), kind: free}, true
	}
	return xrefEntry{}, false
}
