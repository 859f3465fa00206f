package pdf

import (
	"strings"

	"github.com/pagelift/pagelift/internal/limits"
)

// OutlineItem is an entry of the outline (clause 12.3.3).
type OutlineItem struct {
	Title    string // runs of white space, including line ends, are one space
	Dest     Destination
	URI      string // of any scheme, like URI of an Annotation
	Children []OutlineItem
}

// Outline returns the document outline, or nil when there is none. A broken link between items ends
// its own level only.
func (d *Document) Outline() []OutlineItem {
	root := d.Dict(d.Catalog().Raw("Outlines"))
	w := outlineWalk{d: d, seen: make(map[Ref]bool), text: limits.TreeText}
	return w.level(root.Raw("First"), 0)
}

type outlineWalk struct {
	d    *Document
	seen map[Ref]bool
	text allowance
}

// level reads the items from first to the last sibling. An item counts once in the whole outline,
// so cycles and shared branches are not followed.
func (w *outlineWalk) level(first Object, depth int) []OutlineItem {
	if depth == limits.Depth {
		return nil
	}
	var items []OutlineItem
	for next := first; ; {
		// References link the items. A direct item could not be told from a copy of itself.
		r, ok := next.(Ref)
		if !ok || w.seen[r] || len(w.seen) == limits.OutlineItems {
			return items
		}
		w.seen[r] = true
		dict := w.d.Dict(r)
		if dict.Len() == 0 {
			return items
		}
		items = append(items, w.item(dict, depth))
		next = dict.Raw("Next")
	}
}

func (w *outlineWalk) item(dict Dict, depth int) OutlineItem {
	item := OutlineItem{Title: collapseSpace(w.text.text(w.d, dict.Raw("Title")))}
	item.Dest, item.URI = w.d.target(dict, 0)
	if item.Dest.Page == 0 && item.URI == "" && dict.Has("SE") { // structure element, clause 12.3.3
		if r, ok := dict.Raw("SE").(Ref); ok {
			w.d.targetElement(r, &item.Dest)
		}
	}
	item.Children = w.level(dict.Raw("First"), depth+1)
	return item
}

// collapseSpace replaces each run of white space by one space and removes it at both ends.
func collapseSpace(s string) string {
	clean := true
	for i := range len(s) {
		c := s[i]
		edge := i == 0 || i == len(s)-1 || s[i-1] == ' '
		if c < ' ' || c >= 0x80 || c == ' ' && edge {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	return strings.Join(strings.Fields(s), " ")
}
