package jbig2

import (
	"bytes"
	"fmt"
)

// Kinds of segments (7.3). A region has three: kept for a later segment, painted at once, and
// painted at once without loss.
const (
	kindSymbols    = 0
	kindText       = 4
	kindPatterns   = 16
	kindHalftone   = 20
	kindGeneric    = 36
	kindRefinement = 40
	kindPage       = 48
	kindEndOfFile  = 51
	kindTable      = 53

	immediate = 2
	lossless  = 3
)

// segment is a segment and its data, which may be truncated.
type segment struct {
	number uint32
	kind   int
	refers []uint32 // numbers of the segments that it needs
	length uint32   // as declared; may be unknownLength
	data   []byte
}

// unknownLength is the length of an immediate generic region whose end must be searched (7.2.7).
const unknownLength = 0xFFFFFFFF

// magic begins a file. It should not occur in PDF.
const magic = "\x97JB2\r\n\x1a\n"

// split returns the segments of a stream, up to those of a second page. On damage it returns the
// segments before.
func split(data []byte) ([]segment, error) {
	all, err := splitAll(data)
	pages := 0
	for i, s := range all {
		if s.kind == kindPage {
			pages++
		}
		if pages == 2 {
			return all[:i], nil
		}
	}
	return all, err
}

func splitAll(data []byte) ([]segment, error) {
	sequential := true
	if rest, ok := bytes.CutPrefix(data, []byte(magic)); ok && len(rest) > 0 {
		sequential = rest[0]&1 != 0
		pagesKnown := rest[0]&2 == 0
		if data = rest[1:]; pagesKnown {
			data = data[min(4, len(data)):]
		}
	}
	if !sequential {
		return splitRandom(data)
	}
	var all []segment
	for len(data) > 0 {
		s, rest, err := header(data)
		if err != nil {
			return all, err
		}
		rest, err = s.takeData(rest)
		all = append(all, s)
		if err != nil || s.kind == kindEndOfFile {
			return all, err
		}
		data = rest
	}
	return all, nil
}

// splitRandom splits a file that has all headers before all data (Annex D.2).
func splitRandom(data []byte) ([]segment, error) {
	var all []segment
	for len(data) > 0 {
		s, rest, err := header(data)
		if err != nil {
			return all, err
		}
		all = append(all, s)
		data = rest
		if s.kind == kindEndOfFile {
			break
		}
	}
	for i := range all {
		var err error
		if data, err = all[i].takeData(data); err != nil {
			return all[:i+1], err
		}
	}
	return all, nil
}

// header reads the header of a segment (7.2).
func header(data []byte) (s segment, rest []byte, err error) {
	r := reader{data: data}
	s.number = r.u32()
	flags := r.u8()
	s.kind = flags & 0x3F
	count := r.u8() >> 5
	if count == 7 { // long form: 29 bits, then a bit for each of the segments and for this one
		r.data = data[min(5, len(data)):]
		count = int(r.u32() & 0x1FFFFFFF)
		skip := (count + 8) / 8
		r.data = r.data[min(skip, len(r.data)):]
	}
	size := referSize(s.number)
	if count*size > len(r.data) {
		return s, nil, errShort
	}
	for range count {
		s.refers = append(s.refers, r.reference(size))
	}
	page := 1 // length of the page number; PDF has only one page
	if flags&0x40 != 0 {
		page = 4
	}
	r.take(page)
	s.length = r.u32()
	return s, r.data, r.err
}

// referSize returns the length of a segment number in the header of segment n (7.2.5).
func referSize(n uint32) int {
	switch {
	case n <= 256:
		return 1
	case n <= 65536:
		return 2
	}
	return 4
}

func (r *reader) reference(size int) uint32 {
	switch size {
	case 1:
		return uint32(r.u8())
	case 2:
		return uint32(r.u16())
	}
	return r.u32()
}

// takeData moves the data of s from the front of data to s, and returns the rest.
func (s *segment) takeData(data []byte) ([]byte, error) {
	n := int(s.length)
	if s.length == unknownLength {
		n = findEnd(data)
	}
	if n > len(data) {
		s.data = data
		return nil, fmt.Errorf("segment %d has %d of %d bytes: %w", s.number, len(data), n, ErrDamaged)
	}
	s.data = data[:n:n]
	return data[n:], nil
}

// findEnd returns the length of a generic region of unknown length. The codes end with two bytes
// that cannot occur in them, and the number of rows follows (7.2.7).
func findEnd(data []byte) int {
	const rowCount = 4
	r := reader{data: data[min(regionInfoBytes, len(data)):]}
	p := r.genericFlags()
	end := []byte{0xFF, 0xAC}
	if p.mmr {
		end = []byte{0, 0}
	}
	at := bytes.Index(r.data, end)
	if at < 0 {
		return len(data) + 1
	}
	return len(data) - len(r.data) + at + len(end) + rowCount
}

// rowsOf returns the number of rows behind the codes of a region of unknown length.
func (s *segment) rowsOf() (int, bool) {
	if s.length != unknownLength || len(s.data) < regionInfoBytes+4 {
		return 0, false
	}
	r := reader{data: s.data[len(s.data)-4:]}
	return r.count(), true
}
