package markdown

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/pagelift/pagelift/internal/tree"
	"github.com/pagelift/pagelift/semantic"
)

// survey finds what links lead to, and which notes are footnotes: those in the flow to which
// text refers that is Markdown and not a table of HTML.
func (w *writer) survey(root *semantic.Node) {
	w.notes, w.targets = map[string]string{}, map[string]string{}
	if root == nil {
		return
	}
	inFlow := map[string]bool{}
	gatherNotes(root, inFlow, 0)
	taken := map[string]bool{}
	linked := map[string]bool{}
	w.gatherLinks(root, linked, inFlow, taken, false, 0)
	w.nameTargets(root, linked)
}

// nameTargets gives each linked node the anchor that readers find: of a heading its words as GitHub
// writes them, in lower case with hyphens, and a number where several have the same.
func (w *writer) nameTargets(root *semantic.Node, linked map[string]bool) {
	if len(linked) == 0 {
		return
	}
	slugs := map[string]int{}
	for n := range root.All() {
		isHeading := n.Role == semantic.H || n.Role == semantic.Title
		id := ""
		if n.Attr != nil {
			id = n.Attr.ID
		}
		switch {
		case isHeading:
			slug := slugOf(tree.OneLine(n))
			name := slug
			if k := slugs[slug]; k > 0 {
				name += "-" + strconv.Itoa(k)
			}
			if slugs[slug]++; linked[id] && slug != "" {
				w.targets[id] = name
			}
		case linked[id] && w.Anchors:
			w.targets[id] = tree.Clean(id)
		}
	}
}

// slugOf is the anchor that GitHub gives a heading.
func slugOf(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.Is(unicode.M, r):
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// gatherNotes notes the IDs of notes that stand in no list, quote or table.
func gatherNotes(n *semantic.Node, ids map[string]bool, depth int) {
	for _, c := range n.Children {
		if c == nil || depth > tree.MaxDepth {
			continue
		}
		switch c.Role {
		case semantic.FENote:
			if c.Attr != nil && c.Attr.ID != "" {
				ids[c.Attr.ID] = true
			}
		case semantic.Part, semantic.Sect, semantic.Div, semantic.Art, semantic.Aside:
			gatherNotes(c, ids, depth+1)
		}
	}
}

func (w *writer) gatherLinks(n *semantic.Node, linked, inFlow, taken map[string]bool, html bool, depth int) {
	if n == nil || depth > 2*tree.MaxDepth || n.Role == semantic.Artifact {
		return
	}
	if n.Role == semantic.Table && !html {
		html = !fits(tree.GridOf(n))
	}
	if a := n.Attr; a != nil {
		if id, inside := strings.CutPrefix(a.Href, "#"); inside && id != "" && n.Role != semantic.Label {
			if n.Role == semantic.Reference && a.Subtype == "Note" && inFlow[id] && !html {
				if w.notes[id] == "" {
					w.notes[id] = noteLabel(n, id, taken)
				}
			} else if a.Subtype != "Back" {
				linked[id] = true
			}
		}
	}
	for _, c := range n.Children {
		w.gatherLinks(c, linked, inFlow, taken, html, depth+1)
	}
}

// noteLabel is the label of a footnote: what is printed, if that is a number or letter that
// no other has.
func noteLabel(reference *semantic.Node, id string, taken map[string]bool) string {
	label := strings.Trim(tree.OneLine(reference), "()[] ")
	for i := range len(label) {
		if c := label[i]; (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			label = ""
			break
		}
	}
	if label == "" || taken[label] {
		label = strings.Map(func(r rune) rune {
			if r <= ' ' || strings.ContainsRune("[]^\\`<>|", r) {
				return '-'
			}
			return r
		}, tree.Clean(id))
	}
	taken[label] = true
	return label
}
