package jbig2

import "github.com/pagelift/pagelift/internal/imaging/mq"

// intContexts are the contexts of one arithmetic integer decoding procedure.
type intContexts [512]mq.State

// integer decodes an integer. oob reports that there is none (OOB) (Annex A.2).
func (d *arith) integer(cx *intContexts) (v int, oob bool) {
	prev := 1
	bit := func() int {
		b := d.bit(&cx[prev])
		if prev < 256 {
			prev = prev<<1 | b
		} else {
			prev = (prev<<1|b)&511 | 256
		}
		return b
	}
	negative := bit() == 1
	// Each further one bit in front selects a longer code for larger values.
	ranges := [...]struct{ bits, low int }{{2, 0}, {4, 4}, {6, 20}, {8, 84}, {12, 340}, {32, 4436}}
	r := 0
	for r < len(ranges)-1 && bit() == 1 {
		r++
	}
	for range ranges[r].bits {
		v = v<<1 | bit()
	}
	v += ranges[r].low
	if negative {
		return -v, v == 0
	}
	return v, false
}

// symbolID decodes a symbol ID of the given length (Annex A.3). There are 2^length
// contexts.
func (d *arith) symbolID(cx []mq.State, length int) int {
	prev := 1
	for range length {
		prev = prev<<1 | d.bit(&cx[prev])
	}
	return prev - 1<<length
}
