package tree

import "github.com/pagelift/pagelift/semantic"

// Item returns the labels of a list item and what else it holds. Text of the item itself, or
// of its LBody, is a span of the body.
//
//	LI "a" (Lbl "1.", LBody "b" (P "c"))  ->  labels 1.   body a, b, c
func Item(n *semantic.Node) (labels, body []*semantic.Node) {
	body = appendSpan(body, n.Text)
	for _, c := range n.Children {
		switch {
		case c == nil:
		case c.Role == semantic.Lbl:
			labels = append(labels, c)
		case c.Role == semantic.LBody:
			body = append(appendSpan(body, c.Text), c.Children...)
		default:
			body = append(body, c)
		}
	}
	return labels, body
}

func appendSpan(list []*semantic.Node, text string) []*semantic.Node {
	if text == "" {
		return list
	}
	return append(list, &semantic.Node{Role: semantic.Span, Text: text})
}
