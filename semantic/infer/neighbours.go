package infer

import (
	"cmp"
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// neighbours finds text beside a part, at the same height and in the same
// column: the other cells of a row.
type neighbours struct {
	sheet *sheet
	order []int32 // lines by baseline
	block []int32 // the block of each line; -1: none
}

// read sorts the lines of the page. It runs only for the few pages that need it.
func (n *neighbours) read() {
	s := n.sheet
	n.order, n.block = make([]int32, len(s.Lines)), make([]int32, len(s.Lines))
	for i := range s.Lines {
		n.order[i], n.block[i] = int32(i), -1
	}
	for i := range s.parts {
		for line := s.parts[i].first; line < s.parts[i].first+s.parts[i].count; line++ {
			n.block[line] = s.parts[i].block
		}
	}
	slices.SortFunc(n.order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(s.Lines[a].Baseline, s.Lines[b].Baseline), cmp.Compare(a, b))
	})
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// besideLines is the most lines at one height that are compared.
	besideLines = limits.BesideLines
)

// any reports whether another line of the column stands beside the first line of p
// and is no date.
func (n *neighbours) any(p *part) bool {
	if n.order == nil {
		n.read()
	}
	s := n.sheet
	own := s.line(p.first)
	reach := sameBaseline * own.Size
	from, _ := slices.BinarySearchFunc(n.order, own.Baseline-reach, func(i int32, y float32) int {
		return cmp.Compare(s.Lines[i].Baseline, y)
	})
	// A row never needs more cells than besideLines. Without this bound, a page with all lines at one
	// height would cost quadratic time.
	for _, i := range n.order[from:min(from+besideLines, len(n.order))] {
		l := s.line(i)
		if l.Baseline > own.Baseline+reach {
			return false
		}
		if i >= p.first && i <= p.last() || l.Rotation != own.Rotation {
			continue
		}
		if b := n.block[i]; b >= 0 && s.Blocks[b].Column == s.Blocks[p.block].Column && !words.IsDates(s.text(i)) {
			return true
		}
	}
	return false
}
