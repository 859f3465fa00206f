package pdf

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
)

// gatherPages gives x a catalog with another page tree: the last one in the file, or one made of
// all pages in file order.
func (o *opener) gatherPages(x *xref, anew bool) {
	g := gatherer{d: o.Document, x: x}
	for num, e := range x.numbers {
		g.look(num, e)
	}
	slices.SortFunc(g.found, func(a, b foundPart) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.index, b.index))
	})
	root := g.root(anew)
	if root == nil {
		return
	}
	old := o.Dict(x.trailer.Raw("Root"))
	catalog := Dict{}
	for key, value := range old.All() {
		if key != "Pages" {
			catalog.set(key, value)
		}
	}
	catalog.set("Pages", root)
	x.trailer.set("Root", catalog)
	o.report(Damage{Code: DamagePages, Detail: "the catalog has no usable page tree"})
}

// gatherer searches all objects for parts of a page tree.
type gatherer struct {
	d     *Document
	x     *xref
	found []foundPart
}

// foundPart is a part of a page tree and its place.
type foundPart struct {
	num      int
	at       int64
	index    uint32
	isNode   bool
	isParent bool // it has no Parent, so it may be the root
}

func (g *gatherer) look(num int, e xrefEntry) {
	if len(g.found) >= limits.TreeNodes {
		return
	}
	text, inStream := g.d.dictText(num)
	s, ok := skimDict(text, 0)
	part := foundPart{num: num, at: e.at, index: e.index, isParent: true}
	if inStream {
		part.at = g.x.get(int(e.at)).at
	}
	isPart := false
	for ok {
		var key, value []byte
		if key, value, ok = s.next(); !ok {
			break
		}
		switch string(key) {
		case "Type":
			isPart = hasKeyword(value, 0, "/Page") || hasKeyword(value, 0, "/Pages")
		case "Kids":
			part.isNode = bytes.IndexByte(value, 'R') >= 0
		case "Parent":
			part.isParent = false
		}
	}
	if isPart {
		g.found = append(g.found, part)
	}
}

// root returns the last root of a page tree in the file. If anew is set, or if there is no root, it
// makes a root of all pages. It returns nil when there are none.
func (g *gatherer) root(anew bool) Object {
	if !anew {
		for _, p := range slices.Backward(g.found) {
			if p.isNode && p.isParent {
				return Ref{Num: p.num}
			}
		}
		return nil
	}
	var kids Array
	for _, p := range g.found {
		if !p.isNode {
			kids = append(kids, Ref{Num: p.num})
		}
	}
	if len(kids) == 0 {
		return nil
	}
	return NewDict(Name("Type"), Name("Pages"), Name("Kids"), kids)
}
