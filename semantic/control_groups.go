package semantic

import (
	"strings"
)

// groupControls puts the paragraphs of one group of buttons to tick, with the text
// that names it, into a FormGroup.
func groupControls(list []*Node) []*Node {
	var out []*Node // nil: nothing has changed so far
	for i := 0; i < len(list); {
		end, name := groupAt(list[i:])
		if end == 0 {
			if out != nil {
				out = append(out, list[i])
			}
			i++
			continue
		}
		if out == nil {
			out = append(make([]*Node, 0, len(list)), list[:i]...)
		}
		var group *Node
		if end == 1 {
			group = inlineGroup(list[i], name)
		}
		if group == nil {
			group = &Node{Role: FormGroup, Page: list[i].Page, Block: -1, Attr: &Attr{Alt: name}}
			if n := len(out); n > 0 && isLegend(out[n-1]) {
				out[n-1].Role = Caption
				group.Children, group.Attr = append(group.Children, out[n-1]), nil
				out = out[:n-1]
			}
			group.Children = append(group.Children, list[i:i+end]...)
		}
		if group.Attr == nil || group.Attr.Alt != "" {
			out = append(out, group)
		} else {
			out = append(out, list[i:i+end]...) // nothing names it
		}
		i += end
	}
	if out == nil {
		return list
	}
	return out
}

// groupAt is how many of the paragraphs list begins with hold the controls of one
// group, at least two and no others, and the name that their author gave it.
func groupAt(list []*Node) (end int, name string) {
	key, count := "", 0
	for ; end < len(list) && list[end].Role == P; end++ {
		here := 0
		for c := range list[end].All() {
			if c.Role != Form {
				continue
			}
			f := c.Attr.Field
			if f == nil || !f.Ticks() || f.Name == "" || key != "" && f.Name != key {
				here = -1
				break
			}
			here++
			key, name = f.Name, strings.Join(strings.Fields(f.Title), " ")
		}
		if here <= 0 {
			break
		}
		count += here
	}
	if count < 2 {
		return 0, ""
	}
	return end, name
}

// isLegend reports whether n is text that names what follows it.
func isLegend(n *Node) bool {
	if n.Role != P || !allSpans(n.Children) {
		return false
	}
	text := strings.TrimSpace(textUnder(n))
	return len(text) <= nameBytes && strings.HasSuffix(text, ":") || strings.HasSuffix(text, "?")
}

func allSpans(list []*Node) bool {
	for _, c := range list {
		if c.Role != Span || len(c.Children) > 0 {
			return false
		}
	}
	return len(list) > 0
}

// inlineGroup makes a group of a paragraph that names its controls in its beginning;
// nil: it does not.
func inlineGroup(p *Node, name string) *Node {
	first := 0
	for first < len(p.Children) && p.Children[first].Role == Span && len(p.Children[first].Children) == 0 {
		first++
	}
	legend := &Node{Role: Caption, Block: -1, Children: p.Children[:first:first]}
	text := strings.TrimSpace(textUnder(legend))
	if text == "" || len(text) > nameBytes {
		return nil
	}
	rest := *p
	rest.Children = p.Children[first:]
	return &Node{Role: FormGroup, Page: p.Page, Block: p.Block, Evidence: p.Evidence, Children: []*Node{legend, &rest}}
}

// hasControls reports whether any page has controls.
func (d *draft) hasControls() bool {
	for i := range d.sheets {
		if p := d.sheets[i].Page; p != nil && len(p.Fields) > 0 {
			return true
		}
	}
	return false
}
