package pdf

import (
	"fmt"

	"github.com/pagelift/pagelift/internal/limits"
)

// readXrefStream reads the cross-reference stream at pos (clause 7.5.8). It returns the dictionary
// of the stream, which serves as trailer.
func (d *Document) readXrefStream(x *xref, pos int) (Dict, error) {
	ref, body, ok := objectHeader(d.data, pos)
	if !ok {
		return Dict{}, fmt.Errorf("%w: no section at offset %d", errXref, pos)
	}
	s := d.streamAt(body, ref, clearText)
	if s == nil || !s.Dict.Has("W") {
		return Dict{}, fmt.Errorf("%w: no stream at offset %d", errXref, pos)
	}
	widths, err := xrefWidths(s.Dict)
	if err != nil {
		return Dict{}, err
	}
	// Data decoded before damage is not used here, since the scan of the whole file finds more.
	data, err := d.decodeContainer(s)
	if err != nil {
		return Dict{}, fmt.Errorf("%w: %w", errXref, err)
	}
	// Sections are read one by one, but the total of a chain of bombs must stay bounded.
	if x.decoded += len(s.Raw) + len(data); x.decoded > limits.StreamBytes {
		return Dict{}, fmt.Errorf("cross-reference streams: %w", ErrLimit)
	}
	for first, count := range xrefIndex(s.Dict) {
		n := min(count, len(data)/widths.total, limits.Objects)
		x.grow(min(first+n, limits.Objects))
		for i := range n {
			x.add(first+i, widths.entry(data[i*widths.total:]))
		}
		data = data[n*widths.total:]
	}
	return s.Dict, nil
}

// fieldWidths has the widths of the fields of an entry, in bytes.
type fieldWidths struct{ kind, at, index, total int }

// maxFieldWidth is the greatest width of a field: no value needs more than an int64.
const maxFieldWidth = 8

func xrefWidths(dict Dict) (w fieldWidths, err error) {
	a, _ := dict.Raw("W").(Array)
	for i, field := range []*int{&w.kind, &w.at, &w.index} {
		var n Integer
		if i < len(a) {
			n, _ = a[i].(Integer)
		}
		if n < 0 || n > maxFieldWidth {
			return w, fmt.Errorf("%w: field of %d bytes", errXref, n)
		}
		*field = int(n)
		w.total += int(n)
	}
	if w.at == 0 {
		return w, fmt.Errorf("%w: no offsets", errXref)
	}
	return w, nil
}

func (w fieldWidths) entry(row []byte) xrefEntry {
	kind := 1 // if the field has no width
	if w.kind > 0 {
		kind = int(bigEndian(row[:w.kind]))
	}
	at := bigEndian(row[w.kind : w.kind+w.at])
	index := bigEndian(row[w.kind+w.at : w.total])
	switch kind {
	case 0:
		return xrefEntry{kind: free}
	case 1:
		if at == 0 {
			return xrefEntry{kind: free}
		}
		return xrefEntry{at: int64(at), kind: plain}
	case 2:
		return xrefEntry{at: int64(at), index: uint32(index), kind: packed}
	}
	return xrefEntry{kind: absent} // an unknown kind is null (clause 7.5.8.3)
}

func bigEndian(b []byte) (n uint64) {
	for _, c := range b {
		n = n<<8 | uint64(c)
	}
	return n & (1<<63 - 1)
}

// xrefIndex yields the first number and the count of each run of entries.
func xrefIndex(dict Dict) func(func(int, int) bool) {
	return func(yield func(int, int) bool) {
		index, _ := dict.Raw("Index").(Array)
		if len(index) < 2 {
			size, ok := dict.Raw("Size").(Integer)
			if !ok || size < 0 || size > limits.Objects {
				size = limits.Objects
			}
			yield(0, int(size))
			return
		}
		for i := 0; i+1 < len(index); i += 2 {
			first, _ := index[i].(Integer)
			count, _ := index[i+1].(Integer)
			if first < 0 || first > maxObjectNumber || count < 0 || count > limits.Objects {
				return
			}
			if !yield(int(first), int(count)) {
				return
			}
		}
	}
}
