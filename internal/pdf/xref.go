package pdf

import (
	"math"

	"github.com/pagelift/pagelift/internal/limits"
)

// xref has the place of each object (clause 7.5.4). It does not change after it was built.
type xref struct {
	entries []xrefEntry // by object number
	dense   int         // the most entries; objects with higher numbers go to sparse
	sparse  map[int]xrefEntry
	made    map[int]Object // objects that are not in the file
	trailer Dict
	shift   int // number of bytes before the header, which is added to every offset
	decoded int // bytes of cross-reference streams, encoded and decoded
}

// xrefEntry has 16 bytes, because there may be millions of entries.
type xrefEntry struct {
	at    int64  // offset in the file, or number of the object stream
	index uint32 // in the object stream
	kind  xrefKind
}

type xrefKind uint8

const (
	absent xrefKind = iota
	free
	plain  // at an offset
	packed // in an object stream
	made   // in xref.made
)

const (
	// bytesPerObject is about the size of the smallest useful object in a file, compressed or not.
	// Objects with numbers that are too high by this measure go to a map, so that one entry for
	// object 8,000,000 does not cost 128 MB.
	bytesPerObject = 4
	// denseAtLeast is the number of entries up to which small files need no map.
	denseAtLeast = 4096
	// sparseEntries is the most entries of the map. Honest files have a handful of wild numbers.
	sparseEntries = 1 << 16
)

func newXref(fileSize int) *xref {
	return &xref{dense: min(max(fileSize/bytesPerObject, denseAtLeast), limits.Objects)}
}

func (x *xref) get(num int) xrefEntry {
	if num >= 0 && num < len(x.entries) {
		return x.entries[num]
	}
	return x.sparse[num]
}

// put sets the entry of num. It refuses numbers that are impossible.
func (x *xref) put(num int, e xrefEntry) {
	switch {
	case num < 0 || num > maxObjectNumber:
	case num < x.dense:
		x.grow(num + 1)
		x.entries[num] = e
	case len(x.sparse) < sparseEntries || x.sparse[num].kind != absent:
		if x.sparse == nil {
			x.sparse = make(map[int]xrefEntry)
		}
		x.sparse[num] = e
	}
}

// maxObjectNumber is the largest object number: a cross-reference table has ten digits for it. A
// larger number is a misplaced offset.
const maxObjectNumber = min(9_999_999_999, math.MaxInt)

// add is put for an entry of an older section: an entry that is there already is newer and stays.
func (x *xref) add(num int, e xrefEntry) {
	if x.get(num).kind == absent {
		x.put(num, e)
	}
}

// grow makes room for n entries.
func (x *xref) grow(n int) {
	n = min(n, x.dense)
	if n <= len(x.entries) {
		return
	}
	if n > cap(x.entries) {
		grown := make([]xrefEntry, len(x.entries), min(max(n, 2*cap(x.entries)), x.dense))
		copy(grown, x.entries)
		x.entries = grown
	}
	x.entries = x.entries[:n]
}

// addTrailer takes the values of t that newer trailers do not have.
func (x *xref) addTrailer(t Dict) {
	for _, key := range []Name{"Root", "Info", "Encrypt", "ID"} {
		if v := t.Raw(key); v != nil && !x.trailer.Has(key) {
			x.trailer.set(key, v)
		}
	}
}

// numbers yields the numbers of all objects in use.
func (x *xref) numbers(yield func(int, xrefEntry) bool) {
	for num, e := range x.entries {
		if e.kind > free && !yield(num, e) {
			return
		}
	}
	for num, e := range x.sparse {
		if e.kind > free && !yield(num, e) {
			return
		}
	}
}
