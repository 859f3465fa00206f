package infer

import (
	"reflect"
	"strings"

	"github.com/pagelift/pagelift/semantic"
)

// joinLanguage adds kids, the nodes of a frame, to nodes. Writers name the language of each word
// or digit. Neighbours that only name the same language become one node:
//
//	<span lang="fa-IR">12</span> <span lang="fa-IR">34</span>    as tagged
//	<span lang="fa-IR">12 34</span>                              as joined
//
// Nodes before index floor stand outside of the element around the frame, and are no neighbours.
func joinLanguage(nodes []*semantic.Node, floor int, kids []*semantic.Node) []*semantic.Node {
	last := len(nodes) - 1
	if last > floor && isSpace(nodes[last]) {
		last--
	}
	if len(kids) != 1 || last < floor || !saysOnlyLanguage(kids[0]) || !saysOnlyLanguage(nodes[last]) || kids[0].Attr.Lang != nodes[last].Attr.Lang {
		return append(nodes, kids...)
	}
	n := nodes[last]
	n.Children = append(append(n.Children, nodes[last+1:]...), kids[0].Children...)
	return nodes[:last+1]
}

// saysOnlyLanguage reports whether n only names the language of its children.
func saysOnlyLanguage(n *semantic.Node) bool {
	return n.Role == semantic.Span && n.Style == 0 && n.Text == "" && n.Attr != nil && n.Attr.Lang != "" &&
		reflect.DeepEqual(*n.Attr, semantic.Attr{Lang: n.Attr.Lang})
}

// isSpace reports whether n is nothing but the space between two words.
func isSpace(n *semantic.Node) bool {
	return n.Role == semantic.Span && n.Attr == nil && len(n.Children) == 0 && n.Text != "" && strings.Trim(n.Text, " ") == ""
}
