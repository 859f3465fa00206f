package infer

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/semantic"
)

// nameByTextBefore is the weight of a name from the text before a control: the number of
// a line, or a question far to the left.
const nameByTextBefore = 0.3

// controlReader reads a document in order, as somebody does who moves from control to control. A
// control that nothing else names gets the text before it as its name.
//
//	How many foxes have you seen?     becomes the name of the control
//	[ control ]
type controlReader struct {
	text  []byte // the last paragraph since the control before that is more than a number
	block bool   // a paragraph begins

	last  *semantic.Node // the last control
	name  string
	count int // how many controls have that name
}

// read reads n and all below it.
func (r *controlReader) read(n *semantic.Node) {
	switch {
	case n.Role == semantic.Artifact:
		return
	case n.Role == semantic.PageBreak:
		*r = controlReader{}
	case isControl(n):
		r.control(n)
		return
	case n.Role == semantic.Label && !isLineNumber(textUnder(n)):
		return // the label of another control
	}
	r.block = r.block || !n.Role.Inline()
	r.add(n.Text)
	for _, c := range n.Children {
		r.read(c)
	}
	r.block = r.block || !n.Role.Inline()
}

// add adds text. A new paragraph replaces the one before, unless one of the two
// is only the number of a line.
func (r *controlReader) add(text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	if r.block {
		r.block = false
		if len(strings.TrimSpace(text)) > codeBytes {
			r.text = r.text[:0]
		} else if len(r.text) > 0 {
			r.text = append(r.text, ' ')
		}
	}
	r.text = append(r.text, text...)
	if extra := len(r.text) - 2*nameBytes; extra > 0 {
		r.text = append(r.text[:0], r.text[extra:]...)
	}
}

// control names n if it has no better name than its kind.
func (r *controlReader) control(n *semantic.Node) {
	text, _ := dropLeaders(string(r.text), nil)
	before := lastWords(cleanLabel(text))
	r.text, r.block = r.text[:0], false
	a := n.Attr
	if weak := a.Confidence > 0 && a.Confidence <= nameByFieldKind; !weak {
		r.last, r.name, r.count = n, a.Alt, 1
		if r.name == "" {
			r.name = cleanLabel(a.Field.LabelText)
		}
		return
	}
	reason := "the text before it"
	switch {
	case before != "":
		r.name, r.count = before, 1
	case r.last != nil && r.name != "" && isBeside(r.last, n):
		r.count++
		reason = "it stands beside one with this name"
	default:
		return
	}
	r.last = n
	if a.Alt = r.name; r.count > 1 {
		a.Alt += ", " + strconv.Itoa(r.count)
	}
	a.Confidence = nameByTextBefore
	n.Evidence = append(n.Evidence, becauseIs(n.Role, nameRule, nameByTextBefore, reason))
}

// isBeside reports whether control b stands to the right of a, as a field for cents beside one for
// dollars.
func isBeside(a, b *semantic.Node) bool {
	x, y := a.Attr.Box, b.Attr.Box
	return a.Attr.Field.Kind == b.Attr.Field.Kind && x.Y0 < y.Y1 && y.Y0 < x.Y1 && y.X0 >= x.X0 && y.X0-x.X1 < max(x.Height(), y.Height())
}

// lastWords returns the end of text, at most nameBytes long.
func lastWords(text string) string {
	if len(text) <= nameBytes {
		return text
	}
	text = text[len(text)-nameBytes:]
	for !utf8.RuneStart(text[0]) {
		text = text[1:]
	}
	if _, rest, ok := strings.Cut(text, " "); ok {
		return rest
	}
	return text
}
