package infer

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/pagelift/pagelift/semantic"
)

// tagOrder is a tree in another order: the kids of all elements, and the elements at the
// top.
type tagOrder struct {
	kids  []semantic.Kid
	roots []int32
}

// orderer finds where the parts of a tree jump between pages.
type orderer struct {
	t     *tagTree
	page  []int32 // by content: on which it is, from 1; 0: on none
	first []int32 // by page: the content with which the tree comes to it
	out   *tagOrder
	moved int
}

// tagStand is where something in the tree stands: the page on which it begins, from 1 (0:
// on none), and whether the tree has not been on that page before.
type tagStand struct {
	page int32
	new  bool
}

// order sorts what stands side by side in the tree by the page on which it begins, where
// the tree comes to pages in the wrong order. Programs that repair a tree put what they
// find, such as the cover, at its end:
//
//	Document            Document
//	  Sect  p. 2          P     p. 1
//	  Sect  p. 7    ->    Sect  p. 2
//	  P     p. 1          Sect  p. 7
//
// An element is sorted as a whole: an article that goes on some pages further stays one.
// A tree that comes back to a page or two, as that of a folded leaflet does, has its
// reasons. It answers nil when nothing jumps.
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

// change makes the copy that is sorted, and counts what is moved.
func (o *orderer) change(moved int) {
	if o.out == nil {
		o.out = &tagOrder{kids: slices.Clone(o.t.Kids)}
	}
	o.moved += moved
}

// begins is where element i begins; nowhere, if it is a note, which may stand far behind
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

// sort sorts the kids of element i, if that is one whose parts stand side by side.
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
		} else if c := o.t.of[o.t.Elements[i].FirstKid+int32(n)]; c > 0 {
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
	// manyReturns is how many pages a list of elements may come back to until that is
	// the order of a repair. A leaflet that is folded comes back to one or two.
	manyReturns = 3
)

// jumpsBack is how many of stands lie before one that is further in front; 0 when the
// pages that they are on are come to in order, and few come back.
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

// sortByPage sorts list by stands, each of which is that of the item there. What has no
// page stays behind what is before it, or at the start.
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
