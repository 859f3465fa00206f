package content

import (
	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/pdf"
)

// scope is the resource dictionary (ISO 32000-2 clause 7.8.3) in which the names of a stream are looked up, with
// what was found in it before.
type scope struct {
	dict     pdf.Dict
	parent   *scope // for names that are missing here; nil for a page
	fonts    names[*fontUse]
	xobjects names[*xobject]
	states   names[*extState]
	spaces   names[*imaging.ColorSpace]
	patterns names[pdf.Object]
	shadings names[pdf.Object]
	lists    names[pdf.Object] // property lists

	// The device spaces that DefaultGray, DefaultRGB or DefaultCMYK set (clause 8.6.5.6); nil if they set none.
	defaults    [3]*imaging.ColorSpace
	hasDefaults bool // defaults are filled in
}

// names maps the names of one resource category. Pages have few fonts and name them often. So a few names are
// searched one after the other, without hashing.
type names[T any] struct {
	few  []named[T]
	many map[string]T
}

type named[T any] struct {
	name  string
	value T
}

// fewNames is the number of names from which a map is faster than a search.
const fewNames = 12

func (n *names[T]) get(name []byte) (T, bool) {
	for i := range n.few {
		if n.few[i].name == string(name) {
			return n.few[i].value, true
		}
	}
	v, ok := n.many[string(name)]
	return v, ok
}

func (n *names[T]) put(name []byte, v T) {
	if len(n.few) < fewNames {
		n.few = append(n.few, named[T]{string(name), v})
		return
	}
	if n.many == nil {
		n.many = make(map[string]T)
	}
	n.many[string(name)] = v
}

// resource returns an entry of a category in the scope's dictionary, or else in the nearest parent's that has it:
// writers forget to give forms the resources that they use. The entry is not resolved, so that its reference can
// be a key.
func (in *interp) resource(s *scope, category pdf.Name, name []byte) pdf.Object {
	for ; s != nil; s = s.parent {
		if o := in.r.doc.Dict(s.dict.Raw(category)).Raw(pdf.Name(name)); o != nil {
			return o
		}
	}
	in.b.warn(warnMissing, string(category)+" "+clean(name))
	return nil
}

// maxQuoted bounds how much of the document a warning quotes.
const maxQuoted = 40

// clean makes text of the document fit for a warning.
func clean(text []byte) string {
	text = text[:min(len(text), maxQuoted)]
	out := make([]byte, len(text))
	for i, c := range text {
		if c < ' ' || c > '~' {
			c = '?'
		}
		out[i] = c
	}
	return string(out)
}

// scopeOf returns the scope of a stream with its own resources.
func (in *interp) scopeOf(dict pdf.Dict) *scope {
	return &scope{dict: dict, parent: in.frame.scope}
}
