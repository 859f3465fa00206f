package pdf

import (
	"bytes"
	"sync"
)

// streamStart is where the data of a stream begins whose keyword stands at pos
// (clause 7.3.8.1).
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

// streamBytes is the data of the stream that begins at start. Length is believed
// when endstream follows; otherwise the keyword is searched for.
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
	src = within(src, pos)
	return hasPrefix(src, skipBlanks(src, pos), "endstream")
}

// lengthOf is the number that Length is or refers to. Only an integer that
// stands in the file by itself will do: looking into object streams for it
// could need the very stream whose length is asked for.
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
	if d.xref == nil { // still being read
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
	src := within(d.data, body)
	n, _, ok := uintAt(src, skipSpace(src, body))
	return n, ok
}

// streamEnds finds the ends of streams whose Length is wrong. It remembers the
// first end in each block of the file, so that many such streams cost one pass
// over it and a block each, whatever their order.
type streamEnds struct {
	mu     sync.Mutex
	blocks []int // position of the first end that begins there; 0: not looked for
}

// endsBlock is the length of a block: searching one takes as long as passing by
// the blocks of a file of 64 MB.
const endsBlock = 16 << 10

// noEnd marks blocks in which no end begins.
const noEnd = -1

// find is the position of the first endstream from start on, or endobj, or the
// end of the file.
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

// endIn is the place of the first end that begins in data[from:to], or noEnd.
func endIn(data []byte, from, to int) int {
	from = min(from, len(data))
	if end := findEnd(data[from:min(len(data), to+len("endstream")-1)]); end >= 0 && from+end < to {
		return from + end
	}
	return noEnd
}

// findEnd is the place of the first endstream in data, and of endobj where that
// comes before; -1 when there is neither.
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
