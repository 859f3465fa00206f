package htmlout

import "github.com/pagelift/pagelift/semantic"

// outlineEntries and outlinePages are the fewest entries and pages that make an
// outline worth a landmark. Through a few pages their headings lead as fast, and a
// list of them before them is the same text twice: of 23 tagged documents the five
// with an outline and no list of contents had one to four pages, and lost 0.20 of
// their likeness to their own text with such a list.
const (
	outlineEntries = 2
	outlinePages   = 8
)

// outline writes the outline of the document as a list of links before its content,
// folded so that those who read on are not kept. A document with a list of contents
// has that already.
func (w *writer) outline(doc *semantic.Document) {
	if !w.semantic || w.pages != nil || len(doc.Pages) < outlinePages || doc.Root == nil {
		return
	}
	if entries(doc.Outline) < outlineEntries || hasContents(doc.Root) {
		return
	}
	name := contentsName(w.lang)
	w.str(`<nav class="outline"`)
	w.attr("aria-label", w.landmarkName(name))
	w.strLine(">")
	w.str("<details><summary>")
	w.text(name)
	w.strLine("</summary>")
	w.outlineList(doc.Outline)
	w.strLine("</details>")
	w.strLine("</nav>")
}

// outlineList writes the entries of one level.
func (w *writer) outlineList(items []semantic.OutlineItem) {
	if len(items) == 0 {
		return
	}
	w.strLine("<ul>")
	for i := range items {
		item := &items[i]
		w.str("<li>")
		title := item.Title
		if !readable(title) {
			title = item.Href
		}
		if item.Href != "" {
			w.str("<a")
			w.lead(item.Href, "", "", "")
			w.str(">")
			w.text(title)
			w.str("</a>")
		} else {
			w.text(title)
		}
		w.outlineList(item.Children)
		w.strLine("</li>")
	}
	w.strLine("</ul>")
}

// entries counts the entries of an outline that lead somewhere.
func entries(items []semantic.OutlineItem) int {
	count := 0
	for i := range items {
		if items[i].Href != "" {
			count++
		}
		count += entries(items[i].Children)
	}
	return count
}

// hasContents reports whether the document has a list of contents of its own.
func hasContents(n *semantic.Node) bool {
	if n.Role == semantic.TOC {
		return true
	}
	for _, c := range n.Children {
		if c != nil && !c.Role.Inline() && hasContents(c) {
			return true
		}
	}
	return false
}
