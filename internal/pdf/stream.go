package pdf

import (
	"bytes"
	"sync"
)

// streamStart returns the beginning of the data of a stream whose keyword is at pos (clause 7.3.8.1).
func streamStart(src []byte, pos int) (int, bool) {
	pos = skipSpace(src, pos)
	if !hasPrefix(src, pos, "stream") {
		return 0, false
	}
	pos += len("stream")
	eol := pos
	for eol < len(src) && (src[eol] == ' ' || src[eol] == '\t') {
		eol++
	}
	switch {
	case hasPrefix(src, eol, "\r\n"):
		return eol + 2, true
	case hasPrefix(src, eol, "\n"), hasPrefix(src, eol, "\r"):
		return eol + 1, true
	}
	return pos, true
}

// streamBytes returns the data of the stream that begins at start. Length is used if endstream
// follows the data. Otherwise streamBytes searches for that keyword.
func (d *Document) streamBytes(start int, length Object) []byte {
	if n, ok := d.lengthOf(length); ok && n <= len(d.data)-start && endsStream(d.data, start+n) {
		return d.data[start : start+n : start+n]
	}
	end := d.ends.find(d.data, start)
	switch {
	case end == len(d.data):
	case end-2 >= start && d.data[end-2] == '\r' && d.data[end-1] == '\n':
		end -= 2
	case end-1 >= start && (d.data[end-1] == '\n' || d.data[end-1] == '\r'):
		end--
	}
	return d.data[start:end:end]
}

func endsStream(src []byte, pos int) bool {
	src = upToGap(src, pos)
	return hasPrefix(src, skipBlanks(src, pos), "endstream")
}

// lengthOf returns the number that Length is or refers to. It accepts only an integer that is in the
// file itself: an object stream that holds the integer could be the very stream whose length is wanted.
func (d *Document) lengthOf(o Object) (int, bool) {
	switch o := o.(type) {
	case Integer:
		return int(o), o >= 0 && o <= maxInt
	case Ref:
		n, ok := d.plainInteger(o.Num)
		return n, ok && n >= 0
	}
	return 0, false
}

func (d *Document) plainInteger(num int) (int, bool) {
	if d.xref == nil { // the cross-references are still being read
		return 0, false
	}
	e := d.xref.get(num)
	if e.kind != plain {
		return 0, false
	}
	_, body, ok := d.plainAt(d.xref, num, e)
	if !ok {
		return 0, false
	}
	src := upToGap(d.data, body)
	n, _, ok := uintAt(src, skipSpace(src, body))
	return n, ok
}

// streamEnds finds the ends of streams whose Length is wrong. It remembers the first end in each block
// of the file. So many such streams cost one pass over the file, and one block each, in any order.
type streamEnds struct {
	mu     sync.Mutex
	blocks []int // position of the first end that begins in the block; 0: not searched yet
}

// endsBlock is the length of a block. Searching a block takes as long as skipping the blocks of a
// file of 64 MB.
const endsBlock = 16 << 10

// noEnd marks a block in which no end begins.
const noEnd = -1

// find returns the position of the first endstream or endobj from start on, or the end of the file.
func (s *streamEnds) find(data []byte, start int) int {
	block := start / endsBlock
	if end := endIn(data, start, (block+1)*endsBlock); end >= 0 {
		return end
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.blocks == nil {
		s.blocks = make([]int, len(data)/endsBlock+1)
	}
	for b := block + 1; b < len(s.blocks); b++ {
		if s.blocks[b] == 0 {
			s.blocks[b] = endIn(data, b*endsBlock, (b+1)*endsBlock)
		}
		if s.blocks[b] != noEnd {
			return s.blocks[b]
		}
	}
	return len(data)
}

// endIn returns the place of the first end that begins in data[from:to], or noEnd.
func endIn(data []byte, from, to int) int {
	from = min(from, len(data))
	if end := findEnd(data[from:min(len(data), to+len("endstream")-1)]); end >= 0 && from+end < to {
		return from + end
	}
	return noEnd
}

// findEnd returns the position of the first endstream in data, or of endobj if that comes first, or
// -1 when there is neither.
func findEnd(data []byte) int {
	stream := bytes.Index(data, []byte("endstream"))
	if stream >= 0 {
		data = data[:stream]
	}
	if object := bytes.Index(data, []byte("endobj")); object >= 0 {
		return object
	}
	return stream
}
