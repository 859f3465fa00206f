package font

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/binary"
	"io"
	"sync"
)

// cmapBlob holds the predefined CMaps (clause 9.7.5.2) and the characters of the CIDs of Adobe's
// collections, packed by gen. It has the size of the index, the index by name, then a deflated chunk for
// each, so that a reader unpacks only the chunk that it needs.
//
//go:embed cmaps.bin
var cmapBlob []byte

// chunk is the place of a part of the blob.
type chunk struct{ offset, size int }

// cmapIndex is the index of the blob.
var cmapIndex = sync.OnceValue(func() map[string]chunk {
	r := &blobReader{cmapBlob}
	size := r.uint()
	base := len(cmapBlob) - len(r.b) + size
	index := make(map[string]chunk)
	for range r.uint() {
		name := r.string()
		index[name] = chunk{base + r.uint(), r.uint()}
	}
	return index
})

// openChunk inflates a chunk of the blob. It returns nil when there is none of that name.
func openChunk(name string) *blobReader {
	c, ok := cmapIndex()[name]
	if !ok {
		return nil
	}
	b, err := io.ReadAll(flate.NewReader(bytes.NewReader(cmapBlob[c.offset : c.offset+c.size])))
	if err != nil {
		panic("font: cmaps.bin is damaged") // the blob is part of the program
	}
	return &blobReader{b}
}

// blobReader reads what gen packed. The blob is our own, so nothing is checked.
type blobReader struct{ b []byte }

func (r *blobReader) byte() byte {
	c := r.b[0]
	r.b = r.b[1:]
	return c
}

func (r *blobReader) uint() int {
	v, n := binary.Uvarint(r.b)
	r.b = r.b[n:]
	return int(v)
}

func (r *blobReader) int() int64 {
	v, n := binary.Varint(r.b)
	r.b = r.b[n:]
	return v
}

func (r *blobReader) string() string {
	n := r.uint()
	s := string(r.b[:n])
	r.b = r.b[n:]
	return s
}

// ranges reads ranges, one column after the other: see packRanges of gen.
func (r *blobReader) ranges(kind int32) codeRanges {
	rs := make(codeRanges, r.uint())
	for i := range rs {
		rs[i].lo, rs[i].text = uint32(r.uint()), kind
	}
	next := uint32(0)
	for i := range rs {
		rs[i].lo += next
		rs[i].hi = rs[i].lo + uint32(r.uint())
		next = rs[i].hi + 1
	}
	expect := int64(0)
	for i := range rs {
		cid := expect + r.int()
		rs[i].value = uint32(cid)
		expect = cid + int64(rs[i].hi-rs[i].lo) + 1
	}
	return rs
}
