package pdf

import (
	"bytes"
	"cmp"
	"context"
	"slices"
)

// repaired returns cross-references from a scan of the file. The scan is made once.
func (d *Document) repaired() *xref {
	d.repair.once.Do(func() {
		x := d.scan(d.ctx) // one pass, when a page meets damage
		d.unpack(x)
		d.repair.xref = x
		d.report(Damage{Code: DamageXref, Detail: scannedDetail})
	})
	return d.repair.xref
}

// scannedDetail is the same for every cause of a scan, so that the scan is reported once.
const scannedDetail = "the file was scanned for its objects"

// scan reads the whole file once and lists the objects in it. If several have one number, the last
// one counts, as after an update. It ends early with ctx.
func (d *Document) scan(ctx context.Context) *xref {
	x := newXref(len(d.data))
	s := scanner{d: d, x: x}
	for pos := 0; pos < len(d.data) && ctx.Err() == nil; {
		pos = s.stretch(pos, min(len(d.data), pos+scanStretch))
	}
	s.trailers()
	return x
}

// scanStretch is the number of bytes that are scanned between two checks of the context.
const scanStretch = 1 << 20

// scanner collects the findings of a scan.
type scanner struct {
	d        *Document
	x        *xref
	catalogs []int // numbers of objects that look like a catalog, in file order
}

// stretch lists the objects whose headers end between pos and end. It returns the position where
// the scan continues.
func (s *scanner) stretch(pos, end int) int {
	keyword := []byte("obj")
	for pos < end {
		i := bytes.Index(s.d.data[pos:end], keyword)
		if i < 0 {
			break
		}
		pos += i + len(keyword)
		if num, at, ok := headerBefore(s.d.data, pos-len(keyword)); ok {
			pos = s.object(num, at, pos)
		}
	}
	if end == len(s.d.data) {
		return max(pos, end)
	}
	return max(pos, end-len(keyword)+1) // the keyword may extend beyond the end
}

// headerBefore reads backwards the "N G " that ends at pos.
func headerBefore(src []byte, pos int) (num, at int, ok bool) {
	gen := digitsBefore(src, blanksBefore(src, pos))
	end := blanksBefore(src, gen)
	if gen == end || gen == pos || !isDigit(src[gen]) {
		return 0, 0, false
	}
	at = digitsBefore(src, end)
	num, _, ok = uintAt(src, at)
	return num, at, ok && at < end
}

// headerDigits is the most digits of a number in a header. It bounds the way back from pos.
const headerDigits = 32

func digitsBefore(src []byte, pos int) int {
	for stop := max(0, pos-headerDigits); pos > stop && isDigit(src[pos-1]); {
		pos--
	}
	return pos
}

func blanksBefore(src []byte, pos int) int {
	for stop := max(0, pos-headerDigits); pos > stop && isSpace(src[pos-1]); {
		pos--
	}
	return pos
}

// object lists the object whose header begins at `at` and ends at body. It returns the position
// where the scan continues.
func (s *scanner) object(num, at, body int) int {
	s.x.put(num, xrefEntry{at: int64(at), kind: plain})
	dict, ok := skimDict(s.d.window(body), body)
	if !ok {
		return body
	}
	length, isXref := -1, false
	for {
		key, value, ok := dict.next()
		if !ok {
			break
		}
		switch string(key) {
		case "Length":
			if n, end, ok := uintAt(value, 0); ok && skipBlanks(value, end) == len(value) {
				length = n
			}
		case "Type":
			switch {
			case hasKeyword(value, 0, "/Catalog"):
				s.catalogs = append(s.catalogs, num)
			case hasKeyword(value, 0, "/XRef"):
				isXref = true
			}
		}
	}
	s.d.countRead(body, dict.pos)
	if isXref {
		s.x.addNewerTrailer(s.dict(body))
	}
	start, ok := streamStart(upToGap(s.d.data, dict.pos), dict.pos)
	if !ok {
		return dict.pos
	}
	// A stream is skipped if its length is plausible, since it may hold a whole PDF file.
	if length >= 0 && length <= len(s.d.data)-start && endsStream(s.d.data, start+length) {
		return start + length
	}
	return start
}

// dict parses the dictionary at pos.
func (s *scanner) dict(pos int) Dict {
	o, _ := s.d.valueAt(pos, nil)
	dict, _ := o.(Dict)
	return dict
}

// addNewerTrailer takes the values of t and keeps those that t does not have. Updates need not
// repeat values, and neither need the two trailers of linearized files.
func (x *xref) addNewerTrailer(t Dict) {
	for _, key := range []Name{"Root", "Info", "Encrypt", "ID"} {
		if v := t.Raw(key); v != nil {
			x.trailer.set(key, v)
		}
	}
}

// maxTrailers is the most trailers that are read, from the end of the file.
const maxTrailers = 256

// trailers reads the trailer dictionaries. If they do not name a catalog, it finds one.
func (s *scanner) trailers() {
	var found []int
	for end := len(s.d.data); len(found) < maxTrailers; {
		i := bytes.LastIndex(s.d.data[:end], []byte("trailer"))
		if i < 0 {
			break
		}
		found = append(found, i+len("trailer"))
		end = i
	}
	slices.Reverse(found)
	for _, pos := range found {
		s.x.addNewerTrailer(s.dict(pos))
	}
	if root, ok := s.x.trailer.Raw("Root").(Ref); ok && s.x.get(root.Num).kind != absent || len(s.catalogs) == 0 {
		return
	}
	s.x.trailer.set("Root", Ref{Num: s.catalogs[len(s.catalogs)-1]})
}

// unpack lists the objects in the object streams that x lists. They count as being at the place of
// their stream.
func (d *Document) unpack(x *xref) {
	type container struct {
		num int
		at  int64
	}
	var containers []container
	for num, e := range x.numbers {
		if e.kind == plain && d.isObjectStream(int(e.at)) {
			containers = append(containers, container{num, e.at})
		}
	}
	slices.SortFunc(containers, func(a, b container) int { return cmp.Compare(a.at, b.at) })
	where := make(map[int]int64) // the places of the streams of the objects listed below
	for _, c := range containers {
		s := d.streams.open(d, x, c.num)
		for i, o := range s.objects {
			num := int(o.num)
			e := x.get(num)
			if num < 0 || e.kind == plain && e.at > c.at || e.kind == packed && where[num] > c.at {
				continue
			}
			x.put(num, xrefEntry{at: int64(c.num), index: uint32(i), kind: packed})
			where[num] = c.at
		}
	}
}

func (d *Document) isObjectStream(pos int) bool {
	_, body, ok := objectHeader(d.data, pos)
	if !ok {
		return false
	}
	s, ok := skimDict(d.window(body), body)
	for ok {
		var key, value []byte
		if key, value, ok = s.next(); ok && string(key) == "Type" {
			return hasKeyword(value, 0, "/ObjStm")
		}
	}
	d.countRead(body, s.pos)
	return false
}
