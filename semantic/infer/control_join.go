package infer

import (
	"strings"
	"unicode"

	"github.com/pagelift/pagelift/semantic"
)

// codeBytes is the longest number of a line of a form: "(15b)" fits.
// codesJoined is the most such numbers before a label: "8" and "a".
const (
	codeBytes   = 5
	codesJoined = 2
)

// controlJoiner joins the paragraphs of a control and of the text that names it. In structure
// trees of forms each stands in a paragraph of its own, and the number of the line in another:
//
//	P "8"   P "Your wages"   P [ control ]        P "8 Your wages [ control ]"
type controlJoiner struct {
	out   []*semantic.Node // nil: nothing has changed so far
	grown bool             // the last node of out has a slice of children that was made here
}

// joinControls returns list with controls joined to their labels.
func joinControls(list []*semantic.Node) []*semantic.Node {
	var j controlJoiner
	for i := 0; i < len(list); i++ {
		n := list[i]
		if !isLoneControl(n) {
			j.keep(list, i)
			continue
		}
		if i > 0 && j.labels(j.before(list, i), n) {
			j.join(list, i, n)
			continue
		}
		if i+1 < len(list) && beginsWithLabel(list[i+1], n) {
			j.keep(list, i)
			j.join(list, i+1, list[i+1])
			i++
			continue
		}
		j.keep(list, i)
	}
	if j.out == nil {
		return list
	}
	return j.out
}

// before returns what has become of the nodes before list[i].
func (j *controlJoiner) before(list []*semantic.Node, i int) []*semantic.Node {
	if j.out != nil {
		return j.out
	}
	return list[:i]
}

// keep adds list[i] unchanged.
func (j *controlJoiner) keep(list []*semantic.Node, i int) {
	if j.out != nil {
		j.out = append(j.out, list[i])
	}
	j.grown = false
}

// labels reports whether the end of before names the control of n.
func (j *controlJoiner) labels(before []*semantic.Node, n *semantic.Node) bool {
	last := before[len(before)-1]
	f := n.Children[0]
	if last.Role != semantic.P || last.Page != n.Page || len(last.Children) == 0 {
		return false
	}
	if o := last.Children[len(last.Children)-1]; o.Role == semantic.Form {
		return isControl(o) && f.Attr.Field.Part > 1 && f.Attr.Field.LabelText == o.Attr.Field.LabelText
	}
	if isCode(last) && len(before) > 1 && !f.Attr.Field.Ticks() {
		last = before[len(before)-2] // the number of the line stands between
	}
	return last.Role == semantic.P && last.Page == n.Page && labelsIn(last, "#"+f.Attr.ID)
}

// labelsIn reports whether n holds a Label that leads to href, and no control.
func labelsIn(n *semantic.Node, href string) bool {
	found := false
	for c := range n.All() {
		if c.Role == semantic.Form {
			return false
		}
		found = found || c.Role == semantic.Label && c.Attr.Href == href
	}
	return found
}

// beginsWithLabel reports whether n is a paragraph that begins with the Label of the check box or
// radio button in tick.
func beginsWithLabel(n, tick *semantic.Node) bool {
	f := tick.Children[len(tick.Children)-1]
	if n.Role != semantic.P || n.Page != tick.Page || len(n.Children) == 0 || !f.Attr.Field.Ticks() {
		return false
	}
	first := n.Children[0]
	return first.Role == semantic.Label && first.Attr.Href == "#"+f.Attr.ID
}

// join adds n, which is list[i], to the last node, together with the numbers of lines before that
// node.
func (j *controlJoiner) join(list []*semantic.Node, i int, n *semantic.Node) {
	before := j.before(list, i)
	from := len(before) - 1
	if isCode(before[from]) {
		from--
	}
	for k := 0; k < codesJoined && from > 0 && isCode(before[from-1]) && before[from-1].Page == n.Page; k++ {
		from--
	}
	if j.out == nil {
		j.out = append(make([]*semantic.Node, 0, len(list)), before...)
		before = j.out
	}
	if from < len(before)-1 || !j.grown {
		p := *before[from]
		p.Children = nil
		for _, b := range before[from:] {
			appendInline(&p, b.Children)
		}
		p.Evidence = append(p.Evidence[:len(p.Evidence):len(p.Evidence)], becauseIs(p.Role, nameRule, nameByLabel, "a control stands with the text that names it"))
		j.out = append(j.out[:from], &p)
	}
	appendInline(j.out[from], n.Children)
	j.grown = true
}

// appendInline appends inline nodes to n, with a space before them.
func appendInline(n *semantic.Node, list []*semantic.Node) {
	if k := len(n.Children); k > 0 && !strings.HasSuffix(n.Children[k-1].Text, " ") {
		n.Children = append(n.Children, &semantic.Node{Role: semantic.Span, Page: n.Page, Block: -1, Text: " "})
	}
	n.Children = append(n.Children, list...)
}

// isLoneControl reports whether n is a paragraph that holds one control and nothing else.
func isLoneControl(n *semantic.Node) bool {
	return n.Role == semantic.P && len(n.Children) == 1 && isControl(n.Children[0])
}

func isControl(n *semantic.Node) bool {
	return n.Role == semantic.Form && n.Attr != nil && n.Attr.Field != nil
}

// isCode reports whether n is a paragraph with only the number of a line: "8a", "b".
func isCode(n *semantic.Node) bool {
	if n.Role != semantic.P || len(n.Children) != 1 || n.Children[0].Role != semantic.Span || len(n.Children[0].Children) > 0 {
		return false
	}
	return isLineNumber(n.Children[0].Text)
}

// isLineNumber reports whether text is the number of a line of a form.
func isLineNumber(text string) bool {
	text = strings.Trim(text, " ().")
	return text != "" && len(text) <= codeBytes && (len(text) == 1 || strings.IndexFunc(text, unicode.IsDigit) >= 0)
}
