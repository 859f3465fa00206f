package pdf

import "fmt"

// object returns the indirect object r, or nil. A number has one object at a time. Writers confuse
// generations, so a reference with too high a generation is accepted. A lower one means a deleted
// object whose number is in use again (clause 7.3.10).
func (d *Document) object(r Ref) (o Object) {
	c := d.objects.get(r.Num)
	if c == nil {
		defer d.survive(r.Num, &o)
		c = &cachedObject{r.Num, d.load(r.Num)}
		d.objects.put(c)
	}
	if r.Gen < c.gen {
		return nil
	}
	return c.object
}

// loaded is an object that was read.
type loaded struct {
	object Object
	gen    int // the generation in its header; 0: it has no header
	size   int // bytes of source without the data of a stream
}

// survive replaces an object that makes the reader panic by null. It is the last line of defence:
// no fault of this package may end the process.
func (d *Document) survive(num int, o *Object) {
	if v := recover(); v != nil {
		*o = nil
		d.report(Damage{Code: DamageInternal, Object: num, Detail: fmt.Sprint(v)})
	}
}

// load reads object num at the place in the cross-references. If it is not there, load reads it
// where the scan of the file found it.
func (d *Document) load(num int) loaded {
	l, ok := d.loadFrom(d.xref, num)
	if ok {
		return l
	}
	d.misplaced.Store(true)
	if x := d.repaired(); x != d.xref {
		l, _ = d.loadFrom(x, num)
	}
	return l
}

// loadFrom reads object num by the cross-references x. ok is false when something else is at that place.
func (d *Document) loadFrom(x *xref, num int) (l loaded, ok bool) {
	switch e := x.get(num); e.kind {
	case plain:
		ref, body, ok := d.plainAt(x, num, e)
		if !ok {
			return loaded{}, false
		}
		value, end := d.valueAt(body, d.cipherOf(ref))
		return loaded{d.streamOr(value, end, ref, encrypted), ref.Gen, end - body}, true
	case packed:
		src, ok := d.packedSource(x, num, e)
		if !ok {
			return loaded{}, false
		}
		p := newParser(d.reachable(src, 0), 0)
		defer p.free()
		p.names = &d.names
		o, _ := p.value(0)
		d.parsed(p.pos)
		return loaded{object: o, size: p.pos}, true
	case made:
		return loaded{object: x.made[num]}, true
	}
	return loaded{}, true
}

// plainAt checks that object num is where e says, and returns the place of its body.
func (d *Document) plainAt(x *xref, num int, e xrefEntry) (Ref, int, bool) {
	pos := e.at + int64(x.shift)
	if pos < 0 || pos >= int64(len(d.data)) {
		return Ref{}, 0, false
	}
	ref, body, ok := objectHeader(d.data, int(pos))
	return ref, body, ok && ref.Num == num
}

// secrecy says whether an object is encrypted in an encrypted file.
type secrecy bool

const (
	encrypted secrecy = true
	clearText secrecy = false // cross-reference streams, and the encryption dictionary
)

// parser returns a parser of the file at pos.
func (d *Document) parser(pos int) *parser {
	p := newParser(d.window(pos), pos)
	p.names = &d.names
	return p
}

// An object without an end is read to the end of the file. A file of many such objects would take
// quadratic time. So would a file of long objects that overlap, or that are read again and again in
// turns. Beyond these bounds only the beginnings of objects are read. Honest files stay far below:
// the objects of a page have some kilobytes, and a few long ones stay in the cache.
const (
	wasteFactor  = 16 // times the length of the file: bytes read to its end in vain
	rereadFactor = 32 // times the length of the file, plus rereadBytes: bytes read of long objects
	rereadBytes  = 64 << 20
	longObject   = 64 << 10
	shortWindow  = 8 << 10 // how much of an object is read beyond these bounds
)

// reachable returns src up to the farthest end of an object that begins at pos.
func (d *Document) reachable(src []byte, pos int) []byte {
	size := int64(len(d.data))
	if len(src)-pos <= shortWindow || d.wasted.Load() <= wasteFactor*size && d.reread.Load() <= rereadFactor*size+rereadBytes {
		return src
	}
	return src[:pos+shortWindow]
}

// window returns the file up to the farthest end of an object that begins at pos.
func (d *Document) window(pos int) []byte { return d.reachable(d.data, pos) }

// countRead counts the bytes that were read from start to end.
func (d *Document) countRead(start, end int) {
	if end >= len(d.data) {
		d.wasted.Add(int64(end - start))
	}
	d.parsed(end - start)
}

// parsed counts n bytes of one object that were read, from the file or from an object stream.
func (d *Document) parsed(n int) {
	if n > longObject {
		d.reread.Add(int64(n))
	}
}

// valueAt parses the direct object at pos of the file. end is the position behind it.
func (d *Document) valueAt(pos int, crypt *stringCipher) (o Object, end int) {
	p := d.parser(pos)
	defer p.free()
	p.crypt = crypt
	o, _ = p.value(0)
	d.countRead(pos, p.pos)
	return o, p.pos
}

// cipherOf returns the cipher of the strings of object ref, or nil when they are not encrypted.
func (d *Document) cipherOf(ref Ref) *stringCipher {
	if d.security == nil {
		return nil
	}
	return d.security.stringCipher(ref)
}

// streamOr returns the stream whose dictionary value is and ends at end, or value
// itself when it is none.
func (d *Document) streamOr(value Object, end int, ref Ref, secret secrecy) Object {
	dict, ok := value.(Dict)
	if !ok {
		return value
	}
	start, ok := streamStart(upToGap(d.data, end), end)
	if !ok {
		return value
	}
	raw := d.streamBytes(start, dict.Raw("Length"))
	if secret && d.security != nil {
		raw = d.security.decryptStream(ref, dict, raw)
	}
	return &Stream{Dict: dict, Raw: raw, Ref: ref}
}

// streamAt returns the stream whose dictionary stands at body, or nil when none does.
func (d *Document) streamAt(body int, ref Ref, secret secrecy) *Stream {
	value, end := d.valueAt(body, nil)
	s, _ := d.streamOr(value, end, ref, secret).(*Stream)
	return s
}
