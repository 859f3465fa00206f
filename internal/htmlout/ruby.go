package htmlout

import "github.com/pagelift/pagelift/semantic"

// ruby writes annotated text. HTML has no element for the base any more. If n is not text followed by its
// annotations, only its text is written.
func (w *writer) ruby(n *semantic.Node) {
	if !isRuby(n) {
		w.inlines(n)
		return
	}
	w.open("ruby", n)
	w.nodeText(n)
	for _, c := range n.Children {
		switch {
		case c == nil:
		case c.Role == semantic.RT:
			w.element("rt", c)
		case c.Role == semantic.RP:
			w.element("rp", c)
		default:
			w.inline(c)
		}
	}
	w.close("ruby")
}

// How the children that isRuby has seen end.
const (
	rubyNothing = iota
	rubyBase
	rubyDone    // an annotation, with both brackets or none
	rubyBracket // the bracket before an annotation
	rubyInside  // an annotation behind a bracket
)

// isRuby reports whether HTML allows n as ruby: each base is followed by its annotations, and each annotation
// stands between two brackets, or has none.
func isRuby(n *semantic.Node) bool {
	state := rubyNothing
	if n.Text != "" {
		state = rubyBase
	}
	for _, c := range n.Children {
		switch {
		case c == nil || c.Role == semantic.Artifact || c.Role == semantic.PageBreak:
		case c.Role != semantic.RT && c.Role != semantic.RP && state <= rubyDone:
			state = rubyBase
		case c.Role == semantic.RT && (state == rubyBase || state == rubyDone):
			state = rubyDone
		case c.Role == semantic.RT && state == rubyBracket:
			state = rubyInside
		case c.Role == semantic.RP && (state == rubyBase || state == rubyDone):
			state = rubyBracket
		case c.Role == semantic.RP && state == rubyInside:
			state = rubyDone
		default:
			return false
		}
	}
	return state == rubyDone
}
