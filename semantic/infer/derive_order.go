package infer

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/pagelift/pagelift/semantic"
)

// tagOrder is a new order of a tree: the kids of all elements, and the elements at the
// top.
type tagOrder struct {
	kids  []semantic.Kid
	roots []int32
}

// orderer finds where the tree jumps between pages and sorts its parts.
type orderer struct {
	t     *tagTree
	page  []int32 // for each content the page on which it stands, from 1; 0: on none
	first []int32 // for each page the first content of the tree on it
	out   *tagOrder
	moved int
}

// tagStand is where a part of the tree begins: its page, from 1 (0: none), and whether no earlier
// part of the tree stands on that page.
type tagStand struct {
	page int32
	new  bool
}

// order sorts siblings of the tree by the page on which they begin, if
// the tree comes to pages in the wrong order. Programs that repair a tree put what they
// find, such as the cover, at its end:
//
//	Document            Document
//	  Sect  p. 2          P     p. 1
//	  Sect  p. 7    ->    Sect  p. 2
//	  P     p. 1          Sect  p. 7
//
// An element moves as a whole: an article that goes on some pages further stays together.
// A tree may come back to a page or two with reason, as that of a folded leaflet does. order
// returns nil if nothing jumps.
func (x *tagDoubts) order(pages []pageTags) *tagOrder {
	o := orderer{t: x.t, page: make([]int32, len(x.t.content)), first: make([]int32, len(pages)+1)}
	for i := range pages {
		for _, c := range pages[i].content {
			o.page[c] = int32(i) + 1
		}
	}
	for c, p := range slices.Backward(o.page) {
		o.first[p] = int32(c)
	}
	roots := slices.Clone(x.t.roots)
	stands := make([]tagStand, len(roots))
	for n, r := range roots {
		stands[n] = o.begins(r)
	}
	if back := jumpsBack(stands); back > 0 {
		sortByPage(roots, stands)
		o.change(back)
	}
	for i := range x.t.tags {
		o.sort(int32(i))
	}
	if o.out == nil {
		return nil
	}
	o.out.roots = roots
	x.warn(codeTagOrder, fmt.Sprintf("the structure tree comes to pages in the wrong order (%d jumps back): its parts are sorted by the page on which they begin", o.moved), 0)
	return o.out
}

// change makes the copy that is sorted, if there is none yet, and counts the jumps.
func (o *orderer) change(moved int) {
	if o.out == nil {
		o.out = &tagOrder{kids: slices.Clone(o.t.Kids)}
	}
	o.moved += moved
}

// begins returns where element i begins. A note begins nowhere: it may stand far behind
// its mark.
func (o *orderer) begins(i int32) tagStand {
	g := &o.t.tags[i]
	if g.kind == noteTag || g.hidden {
		return tagStand{}
	}
	for c := g.from; c < g.to; c++ {
		if p := o.page[c]; p > 0 {
			return tagStand{p, o.first[p] >= g.from}
		}
	}
	return tagStand{}
}

// sort sorts the kids of element i if it groups blocks.
func (o *orderer) sort(i int32) {
	g := &o.t.tags[i]
	if g.leaf != i || g.kind != groupTag && g.kind != clearTag && g.kind != holderTag || g.to-g.from < 2 {
		return
	}
	kids := o.t.kidsOf(i)
	stands := make([]tagStand, len(kids))
	for n, k := range kids {
		if e := o.t.kid(i, k); e >= 0 {
			stands[n] = o.begins(e)
		} else if c := o.t.kidContent[o.t.Elements[i].FirstKid+int32(n)]; c > 0 {
			stands[n] = tagStand{o.page[c-1], o.first[o.page[c-1]] == c-1}
		}
	}
	if back := jumpsBack(stands); back > 0 {
		from := o.t.Elements[i].FirstKid
		o.change(back)
		sortByPage(o.out.kids[from:int(from)+len(kids)], stands)
	}
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// manyReturns is the number of pages from which coming back to them is an error of a repaired
	// tree. The tree of a folded leaflet comes back to one or two.
	manyReturns = 3
)

// jumpsBack returns how many of stands lie before an earlier one. It returns 0 if the tree
// comes to new pages in order and comes back to few.
func jumpsBack(stands []tagStand) int {
	back, last, wrong := 0, int32(0), false
	var again map[int32]bool
	for _, s := range stands {
		if s.page > 0 && s.page < last {
			back++
			if wrong = wrong || s.new; !wrong {
				if again == nil {
					again = map[int32]bool{}
				}
				again[s.page] = true
			}
		}
		last = max(last, s.page)
	}
	if !wrong && len(again) < manyReturns {
		return 0
	}
	return back
}

// sortByPage sorts list by the pages of stands, one for each element of list. An element without
// a page stays behind the one before it, or at the start.
func sortByPage[T any](list []T, stands []tagStand) {
	type item struct {
		value T
		place int32
	}
	items := make([]item, len(list))
	last := int32(math.MinInt32)
	for i := range list {
		if stands[i].page > 0 {
			last = stands[i].page
		}
		items[i] = item{list[i], last}
	}
	slices.SortStableFunc(items, func(a, b item) int { return cmp.Compare(a.place, b.place) })
	for i := range list {
		list[i] = items[i].value
	}
}
