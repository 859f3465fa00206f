package pdf

import (
	"bytes"
	"fmt"
	"sync"

	"github.com/pagelift/pagelift/internal/limits"
)

// pageList are the pages found. It does not change after Open, but for numbers.
type pageList struct {
	nodes     []pageNode
	inherited []inherited
	direct    map[int]Dict // by index: pages that stand in Kids themselves

	once    sync.Once
	numbers map[int]int32 // of the page by object number
}

// pageNode is a page not yet read.
type pageNode struct {
	ref       Ref
	text      []byte // of its dictionary; nil: read ref
	inherited int32
	packed    bool // text comes from an object stream
}

// inherited are the inheritable attributes in force at a node of the page tree.
type inherited struct{ resources, mediaBox, cropBox, rotate Object }

// inherit is in, overridden by what dict gives, and whether it gives anything. A
// reference to nothing gives nothing (clause 7.3.7).
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

// pageWalk goes through the page tree (clause 7.7.3). Neither Count nor Type are
// trusted.
type pageWalk struct {
	*opener
	seen   map[int]bool // nodes with Kids
	steps  int
	copied int // bytes of page dictionaries that come from object streams
}

// maxCopied bounds them: objects may overlap in their stream, and one may be any
// number of pages. The 15,000 pages of a long manual take about 5 MB.
const maxCopied = 16 << 20

// walkPages finds the pages of the catalog.
func (o *opener) walkPages() error {
	o.pages.nodes, o.pages.inherited, o.pages.direct = nil, []inherited{{}}, nil
	w := pageWalk{opener: o, seen: make(map[int]bool)}
	return w.kid(o.catalog.Raw("Pages"), 0, 0)
}

// checkEvery is how many nodes are visited between looks at the context.
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

// copyOf is text in storage of its own, so that the object stream around it need
// not stay in memory; nil when there is too much of it.
func (w *pageWalk) copyOf(text []byte) []byte {
	if w.copied += len(text); w.copied > maxCopied {
		return nil
	}
	return bytes.Clone(text)
}

// odd visits a kid that is no dictionary in the file, which repair may still
// turn up.
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

// What a dictionary in the page tree is.
const (
	treeOther = iota
	treeNode
	treePage
)

// kindOf tells a node from a page by its text, and where that of a page ends.
// Pages without a Type exist, and nodes that call themselves pages.
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
			kind = treeOther // unless it has Kids
		}
	}
}

// dictText is the text of object num when it is a dictionary, and whether it
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
