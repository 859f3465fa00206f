package pdf

import "math"

// Resolve follows references until it finds a direct object. It returns null for a reference to
// nothing and for a chain that never ends (clause 7.3.10).
func (d *Document) Resolve(o Object) Object {
	for range maxRefChain {
		r, ok := o.(Ref)
		if !ok {
			return o
		}
		o = d.object(r)
	}
	return nil
}

// maxRefChain is the longest chain of references to references. Honest files have at most two.
const maxRefChain = 16

// Get returns the value of key, resolved, or nil when absent.
func (d *Document) Get(dict Dict, key Name) Object { return d.Resolve(dict.Raw(key)) }

// Dict returns the dictionary that o is or refers to, a stream's own included.
func (d *Document) Dict(o Object) Dict {
	switch o := d.Resolve(o).(type) {
	case Dict:
		return o
	case *Stream:
		return o.Dict
	}
	return Dict{}
}

// Array returns the array that o is or refers to, or nil.
func (d *Document) Array(o Object) Array {
	a, _ := d.Resolve(o).(Array)
	return a
}

// Stream returns the stream that o is or refers to, or nil.
func (d *Document) Stream(o Object) *Stream {
	s, _ := d.Resolve(o).(*Stream)
	return s
}

// Name returns the name that o is or refers to, or "".
func (d *Document) Name(o Object) Name {
	n, _ := d.Resolve(o).(Name)
	return n
}

// Bytes returns the string that o is or refers to, as bytes, and whether it is one.
func (d *Document) Bytes(o Object) (String, bool) {
	s, ok := d.Resolve(o).(String)
	return s, ok
}

// Text returns the text string (clause 7.9.2.2) that o is or refers to, as UTF-8.
func (d *Document) Text(o Object) string {
	s, _ := d.Resolve(o).(String)
	return s.Text()
}

// Number returns the number that o is or refers to, and whether it is one.
func (d *Document) Number(o Object) (float64, bool) {
	switch o := d.Resolve(o).(type) {
	case Integer:
		return float64(o), true
	case Real:
		return float64(o), true
	}
	return 0, false
}

// Int returns the whole number that o is or refers to. It truncates other numbers, and returns def
// for other objects.
func (d *Document) Int(o Object, def int) int {
	if f, ok := d.Number(o); ok && f >= minInt && f <= maxInt {
		return int(f)
	}
	return def
}

// The range of whole numbers that Int accepts: a float64 holds them exactly, and an int does on every machine.
const (
	minInt = max(-1<<53, math.MinInt)
	maxInt = min(1<<53, math.MaxInt)
)

// Bool returns the boolean that o is or refers to, or def.
func (d *Document) Bool(o Object, def bool) bool {
	if b, ok := d.Resolve(o).(Boolean); ok {
		return bool(b)
	}
	return def
}

// Numbers returns the numbers of the array that o is or refers to; other elements are 0.
func (d *Document) Numbers(o Object) []float64 {
	a := d.Array(o)
	if a == nil {
		return nil
	}
	out := make([]float64, len(a))
	for i, e := range a {
		out[i], _ = d.Number(e)
	}
	return out
}
