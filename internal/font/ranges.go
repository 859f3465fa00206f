package font

import (
	"cmp"
	"container/heap"
	"slices"
)

// codeRange gives the codes lo to hi values.
type codeRange struct {
	lo, hi uint32
	value  uint32 // value of lo; it rises by one from code to code
	text   int32  // of ToUnicode: 1 + index of the characters before the last; 0: none; or constant
}

const (
	codeRangeSize = 16 // bytes of a codeRange
	stringSize    = 16 // bytes of a string header
)

// constant as the text of a range means that all its codes have the same value.
const constant = -1

// at returns the value of code, which lies in r.
func (r *codeRange) at(code uint32) uint32 {
	if r.text == constant {
		return r.value
	}
	return r.value + code - r.lo
}

// codeRanges are ranges. After normalize they are in rising order and do not overlap.
type codeRanges []codeRange

// find returns the range that holds code, or nil.
func (rs codeRanges) find(code uint32) *codeRange {
	lo, hi := 0, len(rs)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if rs[mid].hi < code {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(rs) && rs[lo].lo <= code {
		return &rs[lo]
	}
	return nil
}

// normalize sorts ranges of any order. Where they overlap, the later one wins, as in a CMap that is
// executed.
func (rs codeRanges) normalize() codeRanges {
	if rs.disjoint() {
		return rs
	}
	sorted := slices.Clone(rs)
	slices.SortStableFunc(sorted, func(a, b codeRange) int { return cmp.Compare(a.lo, b.lo) })
	if sorted.disjoint() {
		return sorted
	}
	return rs.flatten()
}

func (rs codeRanges) disjoint() bool {
	for i := 1; i < len(rs); i++ {
		if rs[i].lo <= rs[i-1].hi {
			return false
		}
	}
	return true
}

// flatten cuts overlapping ranges in one sweep over their ends. Of the ranges at a code the one
// that was given last rules. The ranges at the code wait in a heap.
func (rs codeRanges) flatten() codeRanges {
	byStart := make([]int32, len(rs))
	cuts := make([]uint64, 0, 2*len(rs)) // where the ruling range may change
	for i, r := range rs {
		byStart[i] = int32(i)
		cuts = append(cuts, uint64(r.lo), uint64(r.hi)+1)
	}
	slices.SortFunc(byStart, func(a, b int32) int { return cmp.Compare(rs[a].lo, rs[b].lo) })
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)

	var out codeRanges
	var live latest
	for i, from := range cuts {
		for len(byStart) > 0 && uint64(rs[byStart[0]].lo) <= from {
			heap.Push(&live, byStart[0])
			byStart = byStart[1:]
		}
		for len(live) > 0 && uint64(rs[live[0]].hi) < from {
			heap.Pop(&live)
		}
		if len(live) == 0 || i+1 == len(cuts) {
			continue
		}
		r := &rs[live[0]]
		out = append(out, codeRange{uint32(from), uint32(cuts[i+1] - 1), r.at(uint32(from)), r.text})
	}
	return out
}

// latest is a heap with the greatest index on top.
type latest []int32

func (h latest) Len() int           { return len(h) }
func (h latest) Less(i, j int) bool { return h[i] > h[j] }
func (h latest) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *latest) Push(x any)        { *h = append(*h, x.(int32)) }
func (h *latest) Pop() any {
	old := *h
	last := old[len(old)-1]
	*h = old[:len(old)-1]
	return last
}
