package pdf

import (
	"cmp"
	"container/list"
	"slices"
	"sync"

	"github.com/pagelift/pagelift/internal/limits"
)

// packedSource returns the text of object num in the object stream (clause 7.5.7) that e names. The
// text aliases the decoded stream and must not be changed.
func (d *Document) packedSource(x *xref, num int, e xrefEntry) ([]byte, bool) {
	s := d.streams.open(d, x, int(e.at))
	return s.find(num, int(e.index))
}

// objectStream is a decoded object stream. The first user sets its content, and others wait for it.
type objectStream struct {
	key     streamKey
	once    sync.Once
	data    []byte
	objects []packedObject // in the order of the stream's header
	size    int            // set by objectStreams and guarded by its mutex

	sorted   sync.Once
	byNumber []int32 // indexes into objects; made only when an index is wrong
}

type packedObject struct{ num, start, end int32 }

// find returns the text of object num. index is where it should be.
func (s *objectStream) find(num, index int) ([]byte, bool) {
	if index < 0 || index >= len(s.objects) || int(s.objects[index].num) != num {
		var ok bool
		if index, ok = s.indexOf(num); !ok {
			return nil, false
		}
	}
	o := s.objects[index]
	return s.data[o.start:o.end], true
}

// indexOf returns the index of object num. If there are several, it returns the first.
func (s *objectStream) indexOf(num int) (int, bool) {
	s.sorted.Do(func() {
		s.byNumber = make([]int32, len(s.objects))
		for i := range s.byNumber {
			s.byNumber[i] = int32(i)
		}
		slices.SortStableFunc(s.byNumber, func(a, b int32) int { return cmp.Compare(s.objects[a].num, s.objects[b].num) })
	})
	at, ok := slices.BinarySearchFunc(s.byNumber, num, func(i int32, num int) int { return cmp.Compare(int(s.objects[i].num), num) })
	if !ok {
		return 0, false
	}
	return int(s.byNumber[at]), true
}

// objectStreams keeps recently used object streams.
type objectStreams struct {
	mu    sync.Mutex
	byKey map[streamKey]*list.Element // of recent
	// recent has *objectStream values, the most recently used first.
	recent list.List
	size   int
	// keepFirst drops the second most recently used stream to make room. The page walk goes through all
	// streams once, and the streams that it read first are those that the first pages need afterwards.
	keepFirst bool
}

// streamKey identifies a stream and its cross-reference table. After damage the table of the file
// and the rebuilt one are both in use.
type streamKey struct {
	xref *xref
	num  int
}

// objectStreamBytes is the most decoded bytes that are kept. The objects of a page and of the pages
// around it are in one or two streams of some 30 KB.
const objectStreamBytes = 4 << 20

// objectStreamCount is the most streams that are kept. It matters for streams that are almost empty.
const objectStreamCount = 1024

// open returns object stream num of x. It is empty when it cannot be read.
func (c *objectStreams) open(d *Document, x *xref, num int) *objectStream {
	s := c.entry(streamKey{x, num})
	s.once.Do(func() {
		d.readObjectStream(s, x, num)
		c.settle(s)
	})
	return s
}

func (c *objectStreams) entry(key streamKey) *objectStream {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.byKey[key]; ok {
		c.recent.MoveToFront(e)
		return e.Value.(*objectStream)
	}
	if c.byKey == nil {
		c.byKey = make(map[streamKey]*list.Element)
	}
	s := &objectStream{key: key}
	c.byKey[key] = c.recent.PushFront(s)
	return s
}

// settle counts s, and drops other streams until there is room for it.
func (c *objectStreams) settle(s *objectStream) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byKey[s.key]
	if !ok || e.Value != s { // it was dropped while it was read
		return
	}
	s.size = len(s.data) + len(s.objects)*12
	c.size += s.size
	for (c.size > objectStreamBytes || len(c.byKey) > objectStreamCount) && len(c.byKey) > 1 {
		victim := c.recent.Back()
		if c.keepFirst || victim == e {
			victim = c.recent.Front()
			if victim == e {
				victim = victim.Next()
			}
		}
		v := c.recent.Remove(victim).(*objectStream)
		delete(c.byKey, v.key)
		c.size -= v.size
	}
}

// reset drops all streams. Only Open calls it.
func (c *objectStreams) reset() {
	c.byKey, c.size = nil, 0
	c.recent.Init()
}

// unpackedFactor bounds, together with limits.StreamBytes, the decoded bytes of all object streams, as a
// multiple of the file. Honest compression makes them five times as large, and they are decoded several
// times if they do not fit into the cache. Overlapping streams could make a file of 3 MB decode to 100 GB.
const unpackedFactor = 64

func (d *Document) readObjectStream(s *objectStream, x *xref, num int) {
	e := x.get(num)
	if e.kind != plain { // object streams do not nest
		return
	}
	ref, body, ok := d.plainAt(x, num, e)
	if !ok {
		return
	}
	if d.unpacked.Load() > limits.StreamBytes+unpackedFactor*int64(len(d.data)) {
		d.report(Damage{Code: DamageStream, Detail: "object streams hold more than they should"})
		return
	}
	stream := d.streamAt(body, ref, encrypted)
	if stream == nil {
		return
	}
	data, err := d.decodeContainer(stream)
	if err != nil && d.ctx.Err() == nil {
		d.report(Damage{Code: DamageStream, Object: num, Detail: err.Error()})
	}
	d.unpacked.Add(int64(len(stream.Raw) + len(data)))
	s.data = data
	s.objects = packedObjects(stream.Dict, data, func(o Object) (int, bool) { return d.lengthOf(o) })
}

// packedObjects reads the header of an object stream: pairs of an object number and an offset from
// First. The objects may be in any order.
func packedObjects(dict Dict, data []byte, number func(Object) (int, bool)) []packedObject {
	first, ok := number(dict.Raw("First"))
	if !ok || first > len(data) {
		return nil
	}
	n, ok := number(dict.Raw("N"))
	if !ok {
		return nil
	}
	objects := make([]packedObject, 0, min(n, first/len("1 0 ")+1))
	for pos := 0; len(objects) < n; {
		num, end, ok := uintAt(data[:first], skipSpace(data[:first], pos))
		if !ok {
			break
		}
		off, end, ok := uintAt(data[:first], skipSpace(data[:first], end))
		if !ok {
			break
		}
		pos = end
		if num <= maxPackedNumber && off <= len(data)-first {
			objects = append(objects, packedObject{num: int32(num), start: int32(first + off), end: int32(len(data))})
		} else {
			objects = append(objects, packedObject{num: -1}) // it keeps the indexes of the others
		}
	}
	boundPacked(objects)
	return objects
}

// maxPackedNumber is the largest number that packedObject can hold.
const maxPackedNumber = 1<<31 - 1

// boundPacked ends each object where the next one begins, so that the parser cannot read into the next object.
func boundPacked(objects []packedObject) {
	inOrder := slices.IsSortedFunc(objects, func(a, b packedObject) int { return int(a.start) - int(b.start) })
	if !inOrder {
		return // damaged or unusual: each object ends by its own syntax
	}
	for i := range len(objects) - 1 {
		if next := objects[i+1].start; next > objects[i].start {
			objects[i].end = next
		}
	}
}
