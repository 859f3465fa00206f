package pdf

import (
	"slices"
	"sync"

	"github.com/pagelift/pagelift/internal/limits"
)

// ParseDirect parses the direct object at the start of src, white space before
// it allowed, and says how many bytes it took. It is not ok when no object
// stands there.
func ParseDirect(src []byte) (obj Object, n int, ok bool) {
	p := newParser(src, 0)
	defer p.free()
	obj, ok = p.value(0)
	return obj, p.pos, ok
}

// parser parses objects (clause 7.3) out of src, tolerating what writers get
// wrong: it never fails, it makes the most of what is there.
type parser struct {
	src   []byte
	pos   int
	names *nameCache    // nil: names are not shared
	crypt *stringCipher // nil: strings are clear

	// Elements of the containers being parsed, a stack: containers get slices of
	// the exact size in the end.
	objects []Object
	entries []entry
	scratch []byte // string being decoded
}

var parsers = sync.Pool{New: func() any { return new(parser) }}

func newParser(src []byte, pos int) *parser {
	p := parsers.Get().(*parser)
	p.src, p.pos, p.names, p.crypt = src, pos, nil, nil
	return p
}

// maxScratch is the largest scratch storage kept in the pool, so that one huge
// array does not stay in memory for ever.
const maxScratch = 1 << 12

func (p *parser) free() {
	p.src = nil
	if cap(p.objects) > maxScratch || cap(p.entries) > maxScratch || cap(p.scratch) > maxScratch {
		*p = parser{}
	}
	parsers.Put(p)
}

// value parses the object at pos. When none stands there it is not ok, and pos
// is at what stands there instead.
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
	clear(p.objects[base:]) // the pool must keep nothing alive
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
			// A null value is the same as no entry (clause 7.3.7).
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

// makeDict is a dictionary of a copy of entries.
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

// skipJunk steps over what cannot be in an array or dictionary. It reports
// false when the container must have ended without saying so: at the end of
// the input or of an enclosing construct.
func (p *parser) skipJunk() bool {
	if p.pos >= len(p.src) {
		return false
	}
	if !isRegular(p.src[p.pos]) {
		if hasPrefix(p.src, p.pos, ">>") {
			return false // of the dictionary around an array
		}
		// What value refuses for its depth is dropped bracket by bracket, which is
		// linear where another try at each level would not be.
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
