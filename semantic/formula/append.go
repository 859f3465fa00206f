package formula

import (
	"cmp"
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
)

// Append returns t and next as one formula, or nil when they are two. t ends a line of the text and
// next begins the following line. Append changes neither. Lines break behind relations and operators,
// in office programs before relations, and between brackets:
//
//	… so that a + b =        … for all f(x,
//	c + d holds …            y) we have …
//
// Together they have at most limits.FormulaGlyphs glyphs, the bound of a formula that is read at once.
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

// copyBase returns n with copies of the scripts and limits around its base, since brackets changes those.
func copyBase(n *Node) *Node {
	top := n
	for p := &top; ((*p).Kind == Scripts || (*p).Kind == Limits) && (*p).Children[0] != nil; p = &(*p).Children[0] {
		c := **p
		c.Children = slices.Clone(c.Children)
		*p = &c
	}
	return top
}

// parts returns the nodes of a line: the children of a Row, or the single node.
func parts(root *Node) []*Node {
	if root.Kind == Row {
		return root.Children
	}
	return []*Node{root}
}

// goesOn reports whether the line second is the continuation of first.
func goesOn(first, second []*Node) bool {
	switch signRole(first[len(first)-1]) {
	case relation, arrow, binary:
		return len(first) > 1 // the text names the sign: "the relation ="
	}
	switch signRole(second[0]) {
	case relation, arrow:
		return len(second) > 1
	}
	return hasBracket(first, opening) && hasBracket(second, closing)
}

// hasBracket reports whether nodes has a bracket of role r that is not part of a Fence.
func hasBracket(nodes []*Node, r role) bool {
	return slices.ContainsFunc(nodes, func(n *Node) bool { return signRole(n) == r })
}
