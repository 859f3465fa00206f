package svg

import "github.com/pagelift/pagelift/internal/limits"

// useWeight bounds what a drawing comes to when each part that it refers to is drawn in
// its place: ten of tens of tens would keep a browser for days. Charts of 5,000 marks
// come to 15,000.
const useWeight = 10 * limits.SVGNodes

// useGraph is which parts of a drawing refer to which.
type useGraph struct {
	nodes []useNode
	open  []int
	ids   map[string]int
}

type useNode struct {
	parts  []int    // nodes in it
	refers []string // ids
	weight int      // 0: not known; weighing: being found
}

const weighing = -1

// begin begins a node in the open one.
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

// name gives the open node an id. The first one that has it keeps it.
func (g *useGraph) name(id string) {
	if g.ids == nil {
		g.ids = map[string]int{}
	}
	if _, taken := g.ids[id]; !taken {
		g.ids[id] = g.open[len(g.open)-1]
	}
}

// refer says that the open node refers to an id.
func (g *useGraph) refer(id string) {
	n := &g.nodes[g.open[len(g.open)-1]]
	n.refers = append(n.refers, id)
}

// bounded reports whether all of it comes to no more than useWeight, and nothing is part
// of itself.
func (g *useGraph) bounded() bool {
	return len(g.nodes) > 0 && g.weigh(0) <= useWeight
}

// weigh returns what node i comes to; more than useWeight when that is too much.
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
