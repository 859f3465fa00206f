package pdf

import "iter"

// Object is a PDF object (ISO 32000-2 clause 7.3): nil (null), Boolean, Integer, Real, String, Name,
// Array, Dict, *Stream or Ref. Objects never change after they were read, so goroutines may share them.
type Object any

type (
	// Boolean is true or false.
	Boolean bool
	// Integer is a whole number.
	Integer int64
	// Real is a number with a fraction.
	Real float64
	// String is a string object, decoded and decrypted, as bytes. Its method Text returns them as text.
	String string
	// Name is a name without its solidus and with #xx resolved.
	Name string
	// Array is a sequence of objects; elements may be Refs.
	Array []Object
)

// Ref refers to an indirect object.
type Ref struct {
	Num int
	Gen int
}

// Stream is a stream object. Raw is its data in the file, decrypted. It may alias the file and must
// not be changed.
type Stream struct {
	Dict Dict
	Raw  []byte
	Ref  Ref // of the stream itself; zero for streams made in memory
}

// Dict is a dictionary. The zero Dict is empty and valid. Values may be Refs, which Document.Get
// and similar methods resolve. If a key occurs twice, the last one counts.
type Dict struct {
	entries []entry
	index   map[Name]int32 // only for large dictionaries
}

type entry struct {
	key   Name
	value Object
}

// indexFrom is the number of entries from which a map is faster than a linear search.
const indexFrom = 24

// NewDict makes a dictionary of key, value pairs in order.
func NewDict(pairs ...any) Dict {
	var d Dict
	for i := 0; i+1 < len(pairs); i += 2 {
		d.set(pairs[i].(Name), pairs[i+1])
	}
	return d
}

// set adds or replaces an entry. It may be used only for dictionaries that are not shared yet.
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

// Raw returns the value of key as written, unresolved, or nil when absent.
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

// Len returns the number of entries.
func (d Dict) Len() int { return len(d.entries) }

// Identity returns a comparable value that differs from that of every other dictionary that was
// read, whatever the two hold. It serves as a key for results that belong to direct dictionaries.
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
