package jpx

// tagTrees are the two tag trees of the code-blocks of a cell (B.10.2): the first layer that
// includes each block, and the number of bit-planes that each lacks.
type tagTrees struct {
	levels    []tagLevel // from the leaves to the root
	inclusion []tagNode
	zeros     []tagNode
}

// tagLevel is the place of the nodes of a level, and the number of nodes in a row.
type tagLevel struct{ first, width int }

// tagNode knows its value, which is then least, or only that its value is at least least.
type tagNode struct {
	least uint16
	known bool
}

func newTagTrees(width, height int) tagTrees {
	var t tagTrees
	if width == 0 || height == 0 {
		return t
	}
	n := 0
	for {
		t.levels = append(t.levels, tagLevel{n, width})
		n += width * height
		if width == 1 && height == 1 {
			break
		}
		width, height = (width+1)/2, (height+1)/2
	}
	nodes := make([]tagNode, 2*n)
	t.inclusion, t.zeros = nodes[:n:n], nodes[n:]
	return t
}

// below reads as many bits as are needed to decide whether the value of the leaf at x, y is below threshold.
func (t *tagTrees) below(nodes []tagNode, x, y int, threshold uint16, r *headerBits) bool {
	least := uint16(0)
	known := false
	for i := len(t.levels) - 1; i >= 0; i-- {
		l := t.levels[i]
		n := &nodes[l.first+(y>>i)*l.width+x>>i]
		n.least = max(n.least, least) // a node is the least of the nodes below it
		for !n.known && n.least < threshold && !r.short {
			if r.bit() != 0 {
				n.known = true
			} else {
				n.least++
			}
		}
		least, known = n.least, n.known
	}
	return known && least < threshold
}
