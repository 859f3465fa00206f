package score

// node is a node of an ordered tree, for distances between trees.
type node struct {
	kind     string // renaming a node to another kind costs 1
	text     []rune
	children []*node
}

func (n *node) size() int {
	s := 1
	for _, c := range n.children {
		s += c.size()
	}
	return s
}

// treeAlike returns 1 − distance/nodes of the larger tree.
func treeAlike(a, b *node, cost func(a, b *node) float64) float64 {
	return 1 - treeDistance(a, b, cost)/float64(max(a.size(), b.size()))
}

// postorder is a tree in the form of the algorithm of Zhang and Shasha (1989).
type postorder struct {
	nodes []*node
	left  []int // number of the leftmost leaf of each node
	roots []int // nodes that have a left sibling, and the root: distances are computed for their subtrees
}

func newPostorder(root *node) *postorder {
	p := &postorder{}
	p.walk(root)
	last := map[int]int{}
	for i, l := range p.left {
		last[l] = i
	}
	for i, l := range p.left {
		if last[l] == i {
			p.roots = append(p.roots, i)
		}
	}
	return p
}

func (p *postorder) walk(n *node) int {
	left := -1
	for _, c := range n.children {
		if l := p.walk(c); left < 0 {
			left = l
		}
	}
	if left < 0 {
		left = len(p.nodes)
	}
	p.nodes, p.left = append(p.nodes, n), append(p.left, left)
	return left
}

// treeDistance returns the least cost of edits that turn a into b. Removing or adding a node costs 1. cost returns
// the cost of renaming a node.
func treeDistance(a, b *node, cost func(a, b *node) float64) float64 {
	x, y := newPostorder(a), newPostorder(b)
	tree := matrix(len(x.nodes), len(y.nodes))
	forest := matrix(len(x.nodes)+1, len(y.nodes)+1)
	for _, i := range x.roots {
		for _, j := range y.roots {
			forests(x, y, i, j, tree, forest, cost)
		}
	}
	return tree[len(x.nodes)-1][len(y.nodes)-1]
}

// forests fills tree for the subtrees on the left paths of i and j.
func forests(x, y *postorder, i, j int, tree, forest [][]float64, cost func(a, b *node) float64) {
	li, lj := x.left[i], y.left[j]
	forest[0][0] = 0
	for a := li; a <= i; a++ {
		forest[a-li+1][0] = forest[a-li][0] + 1
	}
	for b := lj; b <= j; b++ {
		forest[0][b-lj+1] = forest[0][b-lj] + 1
	}
	for a := li; a <= i; a++ {
		for b := lj; b <= j; b++ {
			f, g := a-li+1, b-lj+1
			d := min(forest[f-1][g], forest[f][g-1]) + 1
			if x.left[a] == li && y.left[b] == lj {
				d = min(d, forest[f-1][g-1]+cost(x.nodes[a], y.nodes[b]))
				tree[a][b] = d
			} else {
				d = min(d, forest[x.left[a]-li][y.left[b]-lj]+tree[a][b])
			}
			forest[f][g] = d
		}
	}
}

func matrix(n, m int) [][]float64 {
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, m)
	}
	return rows
}

// byText returns the cost of renaming a node: the share of the text that changes.
func byText(a, b *node) float64 {
	if a.kind != b.kind {
		return 1
	}
	return 1 - alike(a.text, b.text)
}

// byShape returns the cost of renaming a node if text does not count.
func byShape(a, b *node) float64 {
	if a.kind != b.kind {
		return 1
	}
	return 0
}
