package pdf

import "iter"

// Object is a PDF object (ISO 32000-2 clause 7.3): one of nil (null), Boolean,
// Integer, Real, String, Name, Array, Dict, *Stream or Ref. Objects are never
// changed after they are read, so they may be shared between goroutines.
type Object any

type (
	// Boolean is true or false.
	Boolean bool
	// Integer is a whole number.
	Integer int64
	// Real is a number with a fraction.
	Real float64
	// String is a string object, decoded and decrypted, in the bytes it holds.
	// Text tells what they say.
	String string
	// Name is a name without its solidus, #xx resolved.
	Name string
	// Array is a sequence of objects; elements may be Refs.
	Array []Object
)

// Ref refers to an indirect object.
type Ref struct {
	Num int
	Gen int
}

// Stream is a stream object. Raw is what stands in the file, decrypted; it
// aliases the file and must not be changed.
type Stream struct {
	Dict Dict
	Raw  []byte
	Ref  Ref // of the stream itself; zero for streams made in memory
}

// Dict is a dictionary. The zero Dict is empty and valid. Values may be Refs:
// Document.Get and its kin resolve them. When a key stands twice the last wins.
type Dict struct {
	entries []entry
	index   map[Name]int32 // only for large dictionaries
}

type entry struct {
	key   Name
	value Object
}

// indexFrom is the number of entries from which a map beats a linear search.
const indexFrom = 24

// NewDict makes a dictionary of key, value pairs in order.
func NewDict(pairs ...any) Dict {
	var d Dict
	for i := 0; i+1 < len(pairs); i += 2 {
		d.set(pairs[i].(Name), pairs[i+1])
	}
	return d
}

// set adds or replaces an entry; only for dictionaries not yet shared.
func (d *Dict) set(key Name, value Object) {
	if i, ok := d.find(key); ok {
		d.entries[i].value = value
		return
	}
	d.entries = append(d.entries, entry{key, value})
	if d.index != nil {
		d.index[key] = int32(len(d.entries) - 1)
	} else if len(d.entries) == indexFrom {
		d.index = make(map[Name]int32, 2*indexFrom)
		for i, e := range d.entries {
			d.index[e.key] = int32(i)
		}
	}
}

func (d *Dict) find(key Name) (int32, bool) {
	if d.index != nil {
		i, ok := d.index[key]
		return i, ok
	}
	for i := range d.entries {
		if d.entries[i].key == key {
			return int32(i), true
		}
	}
	return 0, false
}

// Raw is the value of key as written, unresolved; nil when absent.
func (d Dict) Raw(key Name) Object {
	if i, ok := d.find(key); ok {
		return d.entries[i].value
	}
	return nil
}

// Has reports whether key is present.
func (d Dict) Has(key Name) bool {
	_, ok := d.find(key)
	return ok
}

// Len is the number of entries.
func (d Dict) Len() int { return len(d.entries) }

// Identity is a comparable value that tells this dictionary from every other one
// read, whatever they hold: a key for what is computed from direct dictionaries.
// It is nil for empty ones.
func (d Dict) Identity() any {
	if len(d.entries) == 0 {
		return nil
	}
	return &d.entries[0]
}

// All yields the entries in file order, values unresolved.
func (d Dict) All() iter.Seq2[Name, Object] {
	return func(yield func(Name, Object) bool) {
		for _, e := range d.entries {
			if !yield(e.key, e.value) {
				return
			}
		}
	}
}
