package analyze

import "math"

// sorter sorts chunks by key; chunks of one key stay in paint order. Pages are painted from top to bottom,
// column by column, so chunks come in a few ascending stretches. sorter finds these and merges them, in
// one pass for most pages.
type sorter struct {
	ends   []int // ends of the stretches
	merged []chunk
}

// sortKey returns a key that sorts by major, then by minor.
func sortKey(major int32, minor float32) uint64 {
	b := math.Float32bits(minor + 0) // -0 is 0
	if b>>31 != 0 {
		b = ^b
	} else {
		b |= 1 << 31
	}
	return uint64(uint32(major))<<32 | uint64(b)
}

// before reports whether a belongs before b.
func (a *chunk) before(b *chunk) bool {
	return a.key < b.key || a.key == b.key && a.first < b.first
}

func (o *sorter) sort(chunks []chunk) {
	o.ends = o.ends[:0]
	for i := 1; i < len(chunks); i++ {
		if chunks[i].before(&chunks[i-1]) {
			o.ends = append(o.ends, i)
		}
	}
	o.ends = append(o.ends, len(chunks))
	for len(o.ends) > 1 {
		kept, start := o.ends[:0], 0
		for i := 0; i < len(o.ends); i += 2 {
			end := o.ends[i]
			if i+1 < len(o.ends) {
				end = o.ends[i+1]
				o.merge(chunks[start:end], o.ends[i]-start)
			}
			kept = append(kept, end)
			start = end
		}
		o.ends = kept
	}
}

// merge merges two sorted halves of chunks: those before position middle and those from there on.
func (o *sorter) merge(chunks []chunk, middle int) {
	right := chunks[middle:]
	at := 0
	for at < middle && chunks[at].before(&right[0]) {
		at++
	}
	o.merged = append(o.merged[:0], chunks[at:middle]...)
	left := o.merged
	for ; len(left) > 0; at++ {
		if len(right) > 0 && right[0].before(&left[0]) {
			chunks[at], right = right[0], right[1:]
		} else {
			chunks[at], left = left[0], left[1:]
		}
	}
}
