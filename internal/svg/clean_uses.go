package svg

import "github.com/pagelift/pagelift/internal/limits"

// useWeight bounds the size of a drawing after each reference is replaced by the part to which it
// leads. Ten references to parts with ten references each, and so on, would keep a browser busy for
// days. Charts of 5,000 marks come to 15,000.
const useWeight = 10 * limits.SVGNodes

// useGraph records which parts of a drawing refer to which.
type useGraph struct {
	nodes []useNode
	open  []int
	ids   map[string]int
}

type useNode struct {
	parts  []int    // nodes within it
	refers []string // ids to which it refers
	weight int      // 0: unknown; weighing: being computed
}

const weighing = -1

// begin begins a node within the open one.
func (g *useGraph) begin() {
	at := len(g.nodes)
	g.nodes = append(g.nodes, useNode{})
	if n := len(g.open); n > 0 {
		around := &g.nodes[g.open[n-1]]
		around.parts = append(around.parts, at)
	}
	g.open = append(g.open, at)
}

func (g *useGraph) end() { g.open = g.open[:len(g.open)-1] }

// name gives the open node an id. If several nodes have one id, the first keeps it.
func (g *useGraph) name(id string) {
	if g.ids == nil {
		g.ids = map[string]int{}
	}
	if _, taken := g.ids[id]; !taken {
		g.ids[id] = g.open[len(g.open)-1]
	}
}

// refer records that the open node refers to an id.
func (g *useGraph) refer(id string) {
	n := &g.nodes[g.open[len(g.open)-1]]
	n.refers = append(n.refers, id)
}

// bounded reports whether the whole drawing has at most useWeight, and no part contains itself.
func (g *useGraph) bounded() bool {
	return len(g.nodes) > 0 && g.weigh(0) <= useWeight
}

// weigh returns the weight of node i, or more than useWeight if it is too large.
func (g *useGraph) weigh(i int) int {
	n := &g.nodes[i]
	switch {
	case n.weight == weighing:
		return useWeight + 1
	case n.weight > 0:
		return n.weight
	}
	n.weight = weighing
	total := 1
	for _, p := range n.parts {
		total = min(total+g.weigh(p), useWeight+1)
	}
	for _, id := range n.refers {
		if target, known := g.ids[id]; known {
			total = min(total+g.weigh(target), useWeight+1)
		}
	}
	n.weight = total
	return total
}
