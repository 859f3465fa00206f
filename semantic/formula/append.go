package formula

import "slices"

// Append adds next, with which the following line of the text begins, to t, with which its line
// ends, where both are one formula, and reports whether it did. Lines are broken behind
// relations and operators, by office programs before relations, and between brackets:
//
//	… so that a + b =        … for all f(x,
//	c + d holds …            y) we have …
func (t *Tree) Append(next *Tree) bool {
	if t.Display || next.Display || !t.Trusted() || !next.Trusted() {
		return false
	}
	first, second := parts(t.Root), parts(next.Root)
	if len(first) == 0 || len(second) == 0 || !goesOn(first, second) {
		return false
	}
	r := &reader{}
	nodes := make([]*Node, 0, len(first)+len(second))
	nodes = r.brackets(append(append(nodes, first...), second...))
	t.Root = r.rowOf(nodes)
	t.Confidence = min(t.Confidence, next.Confidence)
	return true
}

// parts are the nodes of a line.
func parts(root *Node) []*Node {
	if root.Kind == Row {
		return root.Children
	}
	return []*Node{root}
}

// goesOn reports whether the line second goes on with first.
func goesOn(first, second []*Node) bool {
	switch signRole(first[len(first)-1]) {
	case relation, arrow, binary:
		return len(first) > 1 // alone it is spoken of
	}
	switch signRole(second[0]) {
	case relation, arrow:
		return len(second) > 1
	}
	return hasBracket(first, opening) && hasBracket(second, closing)
}

// hasBracket reports whether a bracket without its partner is among the nodes.
func hasBracket(nodes []*Node, r role) bool {
	return slices.ContainsFunc(nodes, func(n *Node) bool { return signRole(n) == r })
}
