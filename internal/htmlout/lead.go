package htmlout

import (
	"slices"
	"strings"
)

// aheadLink is where a link leads in the document, and which bytes of the output make a
// link of it.
type aheadLink struct {
	target   string // without the #
	from, to int
}

// writeTarget writes where a link leads, what it is for, and the name of one without text.
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

// withoutDeadLinks is the output, in which links to what was not written in the end
// are none: it stands too deep, or where nothing can have an id.
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
