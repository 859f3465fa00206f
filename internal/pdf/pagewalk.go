package pdf

import (
	"bytes"
	"fmt"
	"sync"

	"github.com/pagelift/pagelift/internal/limits"
)

// pageList has the pages that were found. It does not change after Open, except for numbers.
type pageList struct {
	nodes     []pageNode
	inherited []inherited
	direct    map[int]Dict // pages that are direct objects in Kids, by index

	once    sync.Once
	numbers map[int]int32 // page indexes by object number
}

// pageNode is a page that was found but not read.
type pageNode struct {
	ref       Ref
	text      []byte // the text of its dictionary; nil: read ref
	inherited int32
	packed    bool // text is from an object stream
}

// inherited has the inheritable attributes at a node of the page tree.
type inherited struct{ resources, mediaBox, cropBox, rotate Object }

// inherit returns in with the values of dict in place of its own, and whether dict has any. A
// reference to nothing is no value (clause 7.3.7).
func (d *Document) inherit(in inherited, dict Dict) (out inherited, changed bool) {
	for _, a := range []struct {
		key  Name
		attr *Object
	}{{"Resources", &in.resources}, {"MediaBox", &in.mediaBox}, {"CropBox", &in.cropBox}, {"Rotate", &in.rotate}} {
		if o := dict.Raw(a.key); d.Resolve(o) != nil {
			*a.attr = o
			changed = true
		}
	}
	return in, changed
}

// pageWalk walks the page tree (clause 7.7.3). It relies neither on Count nor on Type.
type pageWalk struct {
	*opener
	seen   map[int]bool // nodes with Kids
	steps  int
	copied int // bytes of page dictionaries that are copies from object streams
}

// maxCopied is the most bytes that are copied. Objects of a stream may overlap, and one object may
// be any number of pages. The 15,000 pages of a long manual take about 5 MB.
const maxCopied = 16 << 20

// walkPages finds the pages of the catalog.
func (o *opener) walkPages() error {
	o.pages.nodes, o.pages.inherited, o.pages.direct = nil, []inherited{{}}, nil
	w := pageWalk{opener: o, seen: make(map[int]bool)}
	return w.kid(o.catalog.Raw("Pages"), 0, 0)
}

// checkEvery is the number of nodes between two checks of the context.
const checkEvery = 256

// kid visits o, an element of Kids or the root of the tree.
func (w *pageWalk) kid(o Object, in int32, depth int) error {
	if w.steps++; w.steps%checkEvery == 0 && w.ctx.Err() != nil {
		return w.ctx.Err()
	}
	if w.steps > limits.TreeNodes || depth > limits.Depth {
		return nil
	}
	ref, isRef := o.(Ref)
	if !isRef {
		dict, ok := o.(Dict)
		switch {
		case !ok:
			return nil
		case dict.Has("Kids"):
			return w.node(dict, in, depth)
		}
		if w.pages.direct == nil {
			w.pages.direct = make(map[int]Dict)
		}
		w.pages.direct[len(w.pages.nodes)] = dict
		return w.add(pageNode{inherited: in})
	}
	text, packed := w.dictText(ref.Num)
	if text == nil {
		return w.odd(ref, in, depth)
	}
	kind, end := kindOf(text)
	if packed {
		w.parsed(end)
	}
	switch kind {
	case treeNode:
		if w.seen[ref.Num] {
			return nil
		}
		w.seen[ref.Num] = true
		return w.node(w.Dict(ref), in, depth)
	case treePage:
		if packed {
			text = w.copyOf(text[:end])
		}
		return w.add(pageNode{ref: ref, text: text, inherited: in, packed: packed})
	}
	return nil
}

// copyOf returns a copy of text, so that the object stream around it need not stay in memory, or
// nil when the copies are too large.
func (w *pageWalk) copyOf(text []byte) []byte {
	if w.copied += len(text); w.copied > maxCopied {
		return nil
	}
	return bytes.Clone(text)
}

// odd visits a kid that is no dictionary in the file. The repair may still find it.
func (w *pageWalk) odd(ref Ref, in int32, depth int) error {
	dict := w.Dict(ref)
	switch {
	case dict.Len() == 0:
		w.report(Damage{Code: DamagePageMissing, Object: ref.Num, Detail: "page tree refers to nothing"})
		return nil
	case dict.Has("Kids"):
		if w.seen[ref.Num] {
			return nil
		}
		w.seen[ref.Num] = true
		return w.node(dict, in, depth)
	}
	return w.add(pageNode{ref: ref, inherited: in})
}

func (w *pageWalk) node(dict Dict, in int32, depth int) error {
	if own, changed := w.inherit(w.pages.inherited[in], dict); changed {
		w.pages.inherited = append(w.pages.inherited, own)
		in = int32(len(w.pages.inherited) - 1)
	}
	for _, kid := range w.Array(dict.Raw("Kids")) {
		if err := w.kid(kid, in, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (w *pageWalk) add(n pageNode) error {
	if len(w.pages.nodes) >= w.maxPages {
		return fmt.Errorf("%w: more than %d", ErrPageLimit, w.maxPages)
	}
	w.pages.nodes = append(w.pages.nodes, n)
	return nil
}

// The kinds of a dictionary in the page tree.
const (
	treeOther = iota
	treeNode
	treePage
)

// kindOf returns the kind of a dictionary by its text. For a page, end is the end of the
// dictionary. Some pages have no Type, and some nodes have the Type of a page.
func kindOf(text []byte) (kind, end int) {
	s, _ := skimDict(text, 0)
	kind = treePage
	for {
		key, value, ok := s.next()
		switch {
		case !ok:
			return kind, min(s.pos, len(text))
		case string(key) == "Kids":
			return treeNode, s.pos
		case string(key) == "Type" && hasPrefix(value, 0, "/Pages"):
			kind = treeOther // a dictionary with Kids is a node nevertheless
		}
	}
}

// dictText returns the text of object num when it is a dictionary, and whether it
// comes from an object stream.
func (d *Document) dictText(num int) (text []byte, inStream bool) {
	e := d.xref.get(num)
	switch e.kind {
	case plain:
		_, body, ok := d.plainAt(d.xref, num, e)
		if !ok {
			return nil, false
		}
		return d.textAt(body), false
	case packed:
		src, ok := d.packedSource(d.xref, num, e)
		if !ok {
			return nil, false
		}
		if _, ok := skimDict(src, 0); !ok {
			return nil, false
		}
		return d.reachable(src, 0), true
	}
	return nil, false
}
