package formula

import (
	"cmp"
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
)

// Append returns t, with which a line of the text ends, and next, with which the following line
// begins, as one formula; nil where they are two. Both stay as they are. Lines are broken behind
// relations and operators, by office programs before relations, and between brackets:
//
//	… so that a + b =        … for all f(x,
//	c + d holds …            y) we have …
//
// Together they have at most limits.FormulaGlyphs glyphs, as what is read at once.
func (t *Tree) Append(next *Tree) *Tree {
	if t.Display || next.Display || !t.Trusted() || !next.Trusted() || t.glyphs+next.glyphs > limits.FormulaGlyphs {
		return nil
	}
	first, second := parts(t.Root), parts(next.Root)
	if len(first) == 0 || len(second) == 0 || !goesOn(first, second) {
		return nil
	}
	r := &reader{}
	nodes := make([]*Node, 0, len(first)+len(second))
	for _, n := range append(append(nodes, first...), second...) {
		nodes = append(nodes, copyBase(n))
	}
	nodes = r.brackets(nodes)
	return &Tree{
		Root: r.rowOf(nodes), Confidence: min(t.Confidence, next.Confidence), Why: cmp.Or(t.Why, next.Why), Lines: t.Lines,
		glyphs: t.glyphs + next.glyphs, bars: t.bars + next.bars,
	}
}

// copyBase is n with copies of the scripts and limits around its base, which brackets changes.
func copyBase(n *Node) *Node {
	top := n
	for p := &top; ((*p).Kind == Scripts || (*p).Kind == Limits) && (*p).Children[0] != nil; p = &(*p).Children[0] {
		c := **p
		c.Children = slices.Clone(c.Children)
		*p = &c
	}
	return top
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
