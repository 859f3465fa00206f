package pdf

import (
	"net/url"
	"sync"

	"github.com/pagelift/pagelift/internal/limits"
)

// trees holds the results of the tree walkers, each made on first use. Goroutines share them, and
// they never change after they were made.
type trees struct {
	layers      sync.Once
	layerConfig layers
	visible     sync.Map // Ref of a group or membership dictionary to bool

	names sync.Once
	named namedDests

	labels      sync.Once
	labelRanges []labelRange

	base    sync.Once
	baseURI *url.URL // nil: none

	structure  sync.Once
	structTree *StructTree

	listed         sync.Once
	annotationPage map[Ref]int

	form   sync.Once
	fields *Form

	attachments sync.Once
	files       []Attachment
}

// leaves calls visit with every key and value, both unresolved, of the name tree (entries "Names",
// clause 7.9.6) or number tree ("Nums", clause 7.9.7) below root, in file order, until visit returns
// false. It does not use Limits, and it handles cycles, shared nodes and trees that are too large.
func (d *Document) leaves(root Object, entries Name, visit func(key, value Object) bool) {
	w := leafWalk{d: d, entries: entries, visit: visit, seen: make(map[Ref]bool)}
	w.node(root, 0)
}

type leafWalk struct {
	d       *Document
	entries Name
	visit   func(key, value Object) bool
	seen    map[Ref]bool
	count   int
}

// node reports whether the walk goes on.
func (w *leafWalk) node(o Object, depth int) bool {
	if r, ok := o.(Ref); ok {
		if w.seen[r] {
			return true
		}
		w.seen[r] = true
	}
	node := w.d.Dict(o)
	pairs := w.d.Array(node.Raw(w.entries))
	for i := 0; i+1 < len(pairs); i += 2 {
		if w.count++; w.count > limits.TreeNodes || !w.visit(pairs[i], pairs[i+1]) {
			return false
		}
	}
	if depth == limits.Depth {
		return true
	}
	for _, kid := range w.d.Array(node.Raw("Kids")) {
		if w.count++; w.count > limits.TreeNodes || !w.node(kid, depth+1) {
			return false
		}
	}
	return true
}

// arrayOrOne returns the array that o is or refers to. It returns nil for null, and an array of o
// alone for any other object.
func (d *Document) arrayOrOne(o Object) Array {
	switch v := d.Resolve(o).(type) {
	case nil:
		return nil
	case Array:
		return v
	}
	return Array{o}
}

// allowance is how many bytes of text may still be taken from one tree. Any number of nodes can
// share one long string, so the length of the file is no bound.
type allowance int

// text returns the text of the string that o is or refers to, cut to what is left of the allowance.
// If nothing is left, it looks up nothing.
func (a *allowance) text(d *Document, o Object) string {
	if *a <= 0 || o == nil {
		return ""
	}
	s, _ := d.Bytes(o)
	left := int(*a)
	*a -= allowance(len(s))
	return s[:min(len(s), left)].Text()
}
