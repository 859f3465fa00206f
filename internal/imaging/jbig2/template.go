package jbig2

// offset is the place of a pixel relative to the one that is decoded.
type offset struct{ x, y int }

// template says which neighbours of a pixel make up its context: pixels of the two rows above and
// of its own row, in reading order, the last one in the lowest bit (6.2.5.3, figures 3 to 6, with
// all adaptive pixels in their nominal places). The fields are contiguous, so that a shift turns a
// context into the next one.
type template struct {
	bits         int
	low1, low2   int // lowest bits of the fields of the row above, and of the row above that
	reach1       int // how many columns to the right the row above reaches
	reach2       int
	rowAbove2    bool
	typical      int // context of the bit that says whether a row is typical (figures 8 to 11)
	nominal      []offset
	nominalBits  []int
	extended     []offset // nominal places of the twelve pixels of the extended template
	extendedBits []int
}

var templates = [4]template{
	{
		bits: 16, low1: 4, low2: 11, reach1: 3, reach2: 2, rowAbove2: true, typical: 0x9B25,
		nominal:     []offset{{3, -1}, {-3, -1}, {2, -2}, {-2, -2}},
		nominalBits: []int{4, 10, 11, 15},
		extended: []offset{
			{-2, 0}, {0, -2}, {-2, -1}, {-1, -2}, {1, -2}, {2, -1},
			{-3, 0}, {-4, 0}, {2, -2}, {3, -1}, {-2, -2}, {-3, -1},
		},
		extendedBits: []int{1, 13, 9, 14, 12, 5, 2, 3, 11, 4, 15, 10},
	},
	{
		bits: 13, low1: 3, low2: 9, reach1: 3, reach2: 2, rowAbove2: true, typical: 0x0795,
		nominal: []offset{{3, -1}}, nominalBits: []int{3},
	},
	{
		bits: 10, low1: 2, low2: 7, reach1: 2, reach2: 1, rowAbove2: true, typical: 0x00E5,
		nominal: []offset{{2, -1}}, nominalBits: []int{2},
	},
	{
		bits: 10, low1: 4, low2: 10, reach1: 2, typical: 0x0195,
		nominal: []offset{{2, -1}}, nominalBits: []int{4},
	},
}

// moved is an adaptive pixel that is not in its nominal place.
type moved struct {
	offset
	bit int // of the context
}

// movedPixels returns the adaptive pixels that are not in their nominal places.
func (t *template) movedPixels(at []offset) (all []moved) {
	nominal, bits := t.nominal, t.nominalBits
	if len(at) > len(nominal) {
		nominal, bits = t.extended, t.extendedBits
	}
	for i, o := range at {
		if o != nominal[i] {
			all = append(all, moved{o, bits[i]})
		}
	}
	return all
}

// keptBits returns a mask of the bits that stay in a shifted context. It drops bits that left their
// field and would be where the next pixel of another field enters.
func (t *template) keptBits() int {
	return (1<<t.bits - 1) &^ (1<<t.low1 | 1<<t.low2)
}
