package formula

import (
	"strings"
	"unicode/utf8"
)

// Text returns the formula as one line of plain text: "x^2 + y_1", "(a + b)/c", "√(x + 1)".
func (t *Tree) Text() string {
	var w textWriter
	w.node(t.Root)
	return strings.Join(strings.Fields(w.b.String()), " ")
}

type textWriter struct{ b strings.Builder }

func (w *textWriter) node(n *Node) {
	if n == nil {
		return
	}
	switch n.Kind {
	case Row:
		w.row(n.Children)
	case Identifier, Number, Text:
		w.b.WriteString(n.Text)
	case Operator:
		w.b.WriteString(n.Text)
	case Space:
		w.b.WriteByte(' ')
	case Fraction:
		w.part(n.Children[0], true)
		if n.NoBar {
			w.b.WriteString(" over ")
		} else {
			w.b.WriteByte('/')
		}
		w.part(n.Children[1], true)
	case Root:
		sign := "√"
		if len(n.Children) > 1 {
			switch x := n.Children[1]; {
			case x.Kind == Number && x.Text == "3":
				sign = "∛"
			case x.Kind == Number && x.Text == "4":
				sign = "∜"
			default:
				w.part(x, true)
			}
		}
		w.b.WriteString(sign)
		w.part(n.Children[0], true)
	case Scripts:
		w.hang(n.Children[3], n.Children[4])
		w.part(n.Children[0], false)
		w.hang(n.Children[1], n.Children[2])
	case Limits:
		w.part(n.Children[0], false)
		if n.Accent {
			for _, c := range n.Children[1:] {
				if c != nil {
					w.b.WriteString(combining(c.Text))
				}
			}
			return
		}
		w.hang(n.Children[1], n.Children[2])
	case Fence:
		w.b.WriteString(n.Text)
		for _, c := range n.Children {
			w.node(c)
		}
		w.b.WriteString(n.Close)
	case Table:
		for i, row := range n.Children {
			if i > 0 {
				w.b.WriteString("; ")
			}
			for k, cell := range row.Children {
				if k > 0 {
					w.b.WriteByte(' ')
				}
				w.node(cell)
			}
		}
	}
}

// combining returns the combining mark for an accent. The mark follows its letter.
func combining(accent string) string {
	for mark, c := range map[string]string{
		"^": "\u0302", "~": "\u0303", "¯": "\u0304", "˙": "\u0307", "¨": "\u0308", "ˇ": "\u030c", "→": "\u20d7", "_": "\u0332",
	} {
		if accent == mark {
			return c
		}
	}
	return accent
}

// row writes nodes, with spaces around relations and around operators between two operands.
func (w *textWriter) row(nodes []*Node) {
	for i, n := range nodes {
		if n == nil {
			continue
		}
		switch signRole(n) {
		case relation, arrow:
			w.b.WriteByte(' ')
			w.node(n)
			w.b.WriteByte(' ')
		case binary:
			if i > 0 && i+1 < len(nodes) && operand(nodes[i-1]) {
				w.b.WriteByte(' ')
				w.node(n)
				w.b.WriteByte(' ')
				continue
			}
			w.node(n)
		case punctuation:
			w.node(n)
			w.b.WriteByte(' ')
		default:
			if i > 0 && nodes[i-1] != nil && (isName(n) || isName(nodes[i-1]) && n.Kind != Fence) {
				w.b.WriteByte(' ')
			}
			w.node(n)
		}
	}
}

// signRole returns the role of an operator. Limits and scripts of the operator do not matter.
func signRole(n *Node) role {
	for n.Kind == Limits || n.Kind == Scripts {
		n = n.Children[0]
	}
	if n.Kind != Operator {
		return ordinary
	}
	c, _ := utf8.DecodeRuneInString(n.Text)
	return roleOf(c)
}

// operand reports whether n may be the left operand of an operator behind it.
func operand(n *Node) bool {
	if n == nil {
		return false
	}
	switch signRole(n) {
	case relation, arrow, binary, punctuation, opening, big:
		return false
	}
	return true
}

// isName reports whether n has several letters, so that a space must separate it from the next node.
func isName(n *Node) bool {
	for n.Kind == Limits || n.Kind == Scripts {
		n = n.Children[0]
	}
	if n.Kind == Operator {
		return roleOf(signOf(n)) == big
	}
	return (n.Kind == Identifier || n.Kind == Text) && utf8.RuneCountInString(n.Text) > 1
}

// part writes n in brackets, unless its extent is clear without them.
func (w *textWriter) part(n *Node, whole bool) {
	if n == nil {
		return
	}
	simple := leaf(n) && (n.Kind != Operator || !whole)
	switch n.Kind {
	case Fence, Root, Limits:
		simple = true
	case Scripts:
		simple = whole
	case Row:
		simple = len(n.Children) == 1 && leaf(n.Children[0])
	}
	if simple {
		w.node(n)
		return
	}
	w.b.WriteByte('(')
	w.node(n)
	w.b.WriteByte(')')
}

func (w *textWriter) hang(sub, sup *Node) {
	if sub != nil {
		w.b.WriteByte('_')
		w.part(sub, false)
	}
	if sup == nil {
		return
	}
	if sup.Kind == Operator && strings.IndexFunc(sup.Text, func(c rune) bool { return roleOf(c) != prime }) < 0 {
		w.b.WriteString(sup.Text)
		return
	}
	w.b.WriteByte('^')
	w.part(sup, false)
}
