package infer

import (
	"strings"

	"github.com/pagelift/pagelift/semantic"
)

// groupControls puts the paragraphs of one group of check boxes or radio buttons, with the text
// that names it, into a FormGroup:
//
//	Marital status:        the name of the group
//	( ) single             paragraphs with controls of one field
//	( ) married
func groupControls(list []*semantic.Node) []*semantic.Node {
	var out []*semantic.Node // nil: nothing has changed so far
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
			out = append(make([]*semantic.Node, 0, len(list)), list[:i]...)
		}
		var group *semantic.Node
		if end == 1 {
			group = inlineGroup(list[i], name)
		}
		if group == nil {
			group = &semantic.Node{Role: semantic.FormGroup, Page: list[i].Page, Block: -1, Attr: &semantic.Attr{Alt: name}}
			if n := len(out); n > 0 && isLegend(out[n-1]) {
				out[n-1].Role = semantic.Caption
				group.Children, group.Attr = append(group.Children, out[n-1]), nil
				out = out[:n-1]
			} else if n > 0 && name == "" && out[n-1].Role == semantic.H {
				group.Attr.Alt = headName(out[n-1])
			}
			group.Children = append(group.Children, list[i:i+end]...)
		}
		if group.Attr == nil || group.Attr.Alt != "" {
			out = append(out, group)
		} else {
			out = append(out, list[i:i+end]...) // nothing names the group
		}
		i += end
	}
	if out == nil {
		return list
	}
	return out
}

// groupGap is the most paragraphs between two controls of one group: a field to
// fill in beside one of them, a remark. Tax forms have two.
const groupGap = 3

// groupAt returns how many paragraphs at the start of list hold one group of at least two
// controls, with what stands between them, and the name that their author gave the group.
func groupAt(list []*semantic.Node) (end int, name string) {
	key, count := "", 0
	for i := 0; i < len(list) && i-end <= groupGap && list[i].Role == semantic.P; i++ {
		here, of, title := groupIn(list[i])
		if of == "" || key != "" && of != key {
			if i == 0 {
				return 0, ""
			}
			continue
		}
		key, end = of, i+1
		name, count = title, count+here
	}
	if count < 2 {
		return 0, ""
	}
	return end, name
}

// groupIn returns how many controls p has, if all belong to one group. key is the name of their
// field, and name the name that its author gave it. Without such a group key is "".
func groupIn(p *semantic.Node) (count int, key, name string) {
	for c := range p.All() {
		if c.Role != semantic.Form {
			continue
		}
		f := c.Attr.Field
		if f == nil || !f.Ticks() || f.Name == "" || key != "" && f.Name != key {
			return 0, "", ""
		}
		count++
		key, name = f.Name, strings.Join(strings.Fields(f.Title), " ")
	}
	return count, key, name
}

// headName returns the text of a heading as a name for what stands under it, or "" when it is
// too long.
func headName(h *semantic.Node) string {
	if text := plainText(h); len(text) <= nameBytes {
		return text
	}
	return ""
}

// isLegend reports whether n is text that names what follows it: it ends with a colon or a question mark.
func isLegend(n *semantic.Node) bool {
	if n.Role != semantic.P || !allSpans(n.Children) {
		return false
	}
	text := strings.TrimSpace(textUnder(n))
	return len(text) <= nameBytes && strings.HasSuffix(text, ":") || strings.HasSuffix(text, "?")
}

func allSpans(list []*semantic.Node) bool {
	for _, c := range list {
		if c.Role != semantic.Span || len(c.Children) > 0 {
			return false
		}
	}
	return len(list) > 0
}

// inlineGroup makes a group of a paragraph that begins with the name of its controls, or returns
// nil.
func inlineGroup(p *semantic.Node, name string) *semantic.Node {
	first := 0
	for first < len(p.Children) && p.Children[first].Role == semantic.Span && len(p.Children[first].Children) == 0 {
		first++
	}
	legend := &semantic.Node{Role: semantic.Caption, Block: -1, Children: p.Children[:first:first]}
	text := strings.TrimSpace(textUnder(legend))
	if text == "" || len(text) > nameBytes {
		return nil
	}
	rest := *p
	rest.Children = p.Children[first:]
	return &semantic.Node{Role: semantic.FormGroup, Page: p.Page, Block: p.Block, Evidence: p.Evidence, Children: []*semantic.Node{legend, &rest}}
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
