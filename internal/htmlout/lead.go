package htmlout

import (
	"slices"
	"strings"
)

// aheadLink is the target of a link in the document, and the bytes of the output that make it a link.
type aheadLink struct {
	target   string // without the #
	from, to int
}

// writeTarget writes the attributes of a link: its target, its role, its title, and its name if it has no text.
func (w *writer) writeTarget(href, role, title, name string) {
	from := w.out.Len()
	w.attr("href", href)
	w.attr("role", role)
	w.attr("title", title)
	w.attr("aria-label", name)
	if target, inside := strings.CutPrefix(href, "#"); inside && target != "" && !w.ids[target] {
		w.ahead = append(w.ahead, aheadLink{target, from, w.out.Len()})
	}
}

// withoutDeadLinks returns the output in which links to missing targets are not links. A target is missing if it
// stands too deep, or where no element can have an id.
func (w *writer) withoutDeadLinks() string {
	source := w.out.String()
	dead := slices.DeleteFunc(w.ahead, func(l aheadLink) bool { return w.ids[l.target] })
	if len(dead) == 0 {
		return source
	}
	var b strings.Builder
	b.Grow(len(source))
	at := 0
	for _, l := range dead {
		b.WriteString(source[at:l.from])
		at = l.to
	}
	b.WriteString(source[at:])
	return b.String()
}
