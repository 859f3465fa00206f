package pdf

import (
	"slices"
	"sync"

	"github.com/pagelift/pagelift/internal/limits"
)

// ParseDirect parses the direct object at the start of src, after optional white space. n is the
// number of bytes it takes. ok is false when there is no object.
func ParseDirect(src []byte) (obj Object, n int, ok bool) {
	p := newParser(src, 0)
	defer p.free()
	obj, ok = p.value(0)
	return obj, p.pos, ok
}

// parser parses the objects in src (clause 7.3). It tolerates the mistakes of writers: it never
// fails, and reads as much as it can.
type parser struct {
	src   []byte
	pos   int
	names *nameCache    // nil: names are not shared
	crypt *stringCipher // nil: strings are not encrypted

	// The elements of the containers being parsed form a stack. A container that ends gets a slice
	// of exactly the right size.
	objects []Object
	entries []entry
	scratch []byte // the string that is being decoded
}

var parsers = sync.Pool{New: func() any { return new(parser) }}

func newParser(src []byte, pos int) *parser {
	p := parsers.Get().(*parser)
	p.src, p.pos, p.names, p.crypt = src, pos, nil, nil
	return p
}

// maxScratch is the largest scratch storage that the pool keeps, so that the storage of one huge
// array is released.
const maxScratch = 1 << 12

func (p *parser) free() {
	p.src = nil
	if cap(p.objects) > maxScratch || cap(p.entries) > maxScratch || cap(p.scratch) > maxScratch {
		*p = parser{}
	}
	parsers.Put(p)
}

// value parses the object at pos. If there is none, it returns false, and pos is at the token that
// is there instead.
func (p *parser) value(depth int) (Object, bool) {
	p.pos = skipSpace(p.src, p.pos)
	if p.pos >= len(p.src) || depth > limits.Depth {
		return nil, false
	}
	switch c := p.src[p.pos]; c {
	case '/':
		return p.name().object, true
	case '(':
		return p.literal(), true
	case '[':
		return p.array(depth), true
	case '<':
		if hasPrefix(p.src, p.pos, "<<") {
			return p.dict(depth), true
		}
		return p.hex(), true
	case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return p.numberOrRef(), true
	case '+', '-', '.':
		return p.number(), true
	}
	return p.keyword()
}

func (p *parser) keyword() (Object, bool) {
	end := skipRegular(p.src, p.pos)
	var o Object
	switch string(p.src[p.pos:end]) {
	case "true":
		o = Boolean(true)
	case "false":
		o = Boolean(false)
	case "null":
	default:
		return nil, false
	}
	p.pos = end
	return o, true
}

func (p *parser) array(depth int) Array {
	p.pos++
	base := len(p.objects)
	for {
		o, ok := p.value(depth + 1)
		if ok {
			p.objects = append(p.objects, o)
			continue
		}
		if p.pos < len(p.src) && p.src[p.pos] == ']' {
			p.pos++
			break
		}
		if !p.skipJunk() {
			break
		}
	}
	a := make(Array, len(p.objects)-base)
	copy(a, p.objects[base:])
	clear(p.objects[base:]) // the pool must not keep objects alive
	p.objects = p.objects[:base]
	return a
}

func (p *parser) dict(depth int) Dict {
	p.pos += len("<<")
	base := len(p.entries)
	for {
		p.pos = skipSpace(p.src, p.pos)
		if p.pos < len(p.src) && p.src[p.pos] == '/' {
			key := p.name().name
			// An entry with a null value is no entry (clause 7.3.7).
			if o, ok := p.value(depth + 1); ok && o != nil {
				p.entries = append(p.entries, entry{key, o})
			}
			continue
		}
		if hasPrefix(p.src, p.pos, ">>") {
			p.pos += len(">>")
			break
		}
		if _, ok := p.value(depth + 1); !ok && !p.skipJunk() {
			break
		}
	}
	d := makeDict(p.entries[base:])
	clear(p.entries[base:])
	p.entries = p.entries[:base]
	return d
}

// makeDict returns a dictionary with a copy of entries.
func makeDict(entries []entry) Dict {
	if len(entries) < indexFrom && !repeated(entries) {
		return Dict{entries: slices.Clone(entries)}
	}
	var d Dict
	for _, e := range entries {
		d.set(e.key, e.value)
	}
	return d
}

func repeated(entries []entry) bool {
	for i := range entries {
		for j := range i {
			if entries[i].key == entries[j].key {
				return true
			}
		}
	}
	return false
}

// skipJunk skips what cannot be in an array or dictionary. It returns false when the container must
// have ended without a closing delimiter: at the end of the input or of an enclosing construct.
func (p *parser) skipJunk() bool {
	if p.pos >= len(p.src) {
		return false
	}
	if !isRegular(p.src[p.pos]) {
		if hasPrefix(p.src, p.pos, ">>") {
			return false // it ends the dictionary around an array
		}
		// Values that are too deep are dropped bracket by bracket. That takes linear time, which
		// another try at each level would not.
		p.pos++
		return true
	}
	end := skipRegular(p.src, p.pos)
	switch string(p.src[p.pos:end]) {
	case "endobj", "obj", "stream", "endstream", "xref", "trailer", "startxref":
		return false
	}
	p.pos = end
	return true
}
