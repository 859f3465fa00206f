package pdf

import "fmt"

// object is the indirect object r, or nil. A number has one object at a time,
// and writers confuse generations: one of the reference that is too high is
// passed over. A lower one means an object that was deleted and whose number is
// in use again (clause 7.3.10).
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

// loaded is an object as it was read.
type loaded struct {
	object Object
	gen    int // in its header; 0: it has none
	size   int // bytes of source, the data of a stream left out
}

// survive makes an object that panics the reader null: no fault of ours may
// take the process down with a document. It is the last line of defence.
func (d *Document) survive(num int, o *Object) {
	if v := recover(); v != nil {
		*o = nil
		d.report(Damage{Code: DamageInternal, Object: num, Detail: fmt.Sprint(v)})
	}
}

// load reads object num from where the cross-references say it is, and failing
// that from where the scan of the file found it.
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

// loadFrom reads object num by x. It is not ok when something else stands there.
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

// plainAt checks that object num stands where e says, and is where its body begins.
func (d *Document) plainAt(x *xref, num int, e xrefEntry) (Ref, int, bool) {
	pos := e.at + int64(x.shift)
	if pos < 0 || pos >= int64(len(d.data)) {
		return Ref{}, 0, false
	}
	ref, body, ok := objectHeader(d.data, int(pos))
	return ref, body, ok && ref.Num == num
}

// secrecy says whether an object of the file is encrypted when the file is.
type secrecy bool

const (
	encrypted secrecy = true
	clearText secrecy = false // cross-reference streams, and the encryption dictionary
)

// parser is a parser of the file at pos.
func (d *Document) parser(pos int) *parser {
	p := newParser(d.window(pos), pos)
	p.names = &d.names
	return p
}

// An object that does not end is read to the end of the file. A file of nothing
// but such objects would take quadratic time, and so would one of long objects
// that overlap, or that are asked for again and again in turns. After so much of
// either only the beginnings of objects are read. Honest files come nowhere near:
// the objects of a page have some kilobytes, and a few long ones stay in the cache.
const (
	wasteFactor  = 16 // times the file: read to its end in vain
	rereadFactor = 32 // times the file, and rereadBytes: read of long objects
	rereadBytes  = 64 << 20
	longObject   = 64 << 10
	shortWindow  = 8 << 10 // what is read of an object then
)

// reachable is src up to where an object that begins at pos may reach.
func (d *Document) reachable(src []byte, pos int) []byte {
	size := int64(len(d.data))
	if len(src)-pos <= shortWindow || d.wasted.Load() <= wasteFactor*size && d.reread.Load() <= rereadFactor*size+rereadBytes {
		return src
	}
	return src[:pos+shortWindow]
}

// window is the file up to where an object that begins at pos may reach.
func (d *Document) window(pos int) []byte { return d.reachable(d.data, pos) }

// spent counts what was read from start to end.
func (d *Document) spent(start, end int) {
	if end >= len(d.data) {
		d.wasted.Add(int64(end - start))
	}
	d.parsed(end - start)
}

// parsed counts n bytes of one object that were read, of the file or of an
// object stream.
func (d *Document) parsed(n int) {
	if n > longObject {
		d.reread.Add(int64(n))
	}
}

// valueAt parses the direct object at pos of the file, and is where it ends.
func (d *Document) valueAt(pos int, crypt *stringCipher) (o Object, end int) {
	p := d.parser(pos)
	defer p.free()
	p.crypt = crypt
	o, _ = p.value(0)
	d.spent(pos, p.pos)
	return o, p.pos
}

// cipherOf decrypts the strings of object ref; nil: they are clear.
func (d *Document) cipherOf(ref Ref) *stringCipher {
	if d.security == nil {
		return nil
	}
	return d.security.stringCipher(ref)
}

// streamOr is the stream whose dictionary value is and ends at end, or value
// itself when it is none.
func (d *Document) streamOr(value Object, end int, ref Ref, secret secrecy) Object {
	dict, ok := value.(Dict)
	if !ok {
		return value
	}
	start, ok := streamStart(within(d.data, end), end)
	if !ok {
		return value
	}
	raw := d.streamBytes(start, dict.Raw("Length"))
	if secret && d.security != nil {
		raw = d.security.decryptStream(ref, dict, raw)
	}
	return &Stream{Dict: dict, Raw: raw, Ref: ref}
}

// streamAt is the stream whose dictionary stands at body; nil when none does.
func (d *Document) streamAt(body int, ref Ref, secret secrecy) *Stream {
	value, end := d.valueAt(body, nil)
	s, _ := d.streamOr(value, end, ref, secret).(*Stream)
	return s
}
