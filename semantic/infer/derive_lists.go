package infer

import "github.com/pagelift/pagelift/semantic"

// listRun returns the lists with which kids of element i begin. Some writers close
// a list where an inner one begins, and open another behind it.
func (w *deriver) listRun(i int32, kids []semantic.Kid) []int32 {
	var run []int32
	for _, k := range kids {
		e := w.t.kid(i, k)
		if e < 0 || w.t.tags[e].kind != listTag || w.t.tags[e].hidden {
			break
		}
		run = append(run, e)
	}
	return run
}

// openTagList is a list in which inner lists may stand.
type openTagList struct {
	node *semantic.Node
	left float32 // where its items begin
	torn bool    // an inner list follows its last item
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// listStep is the least indent of an inner list, in points. The least that was seen
	// is 9; lists that differ by less have one margin.
	listStep = 4
)

// addLists adds neighbouring lists. A list that is indented further than the one before
// it goes into the last item of that one. A list that follows on the left goes on with it:
//
//	<L> a  b </L>         a
//	<L>   c  d </L>       b
//	<L> e </L>              c      c and d go into the item b
//	                        d
//	                      e        the third item of the first list
func (w *deriver) addLists(run []int32) {
	var open []openTagList
	for _, e := range run {
		left, known := w.leftOf(e)
		if len(open) == 0 {
			w.putPageAnchors(e)
		}
		n := w.list(e)
		if n == nil {
			continue
		}
		for known && len(open) > 0 && left < open[len(open)-1].left-listStep {
			open = open[:len(open)-1]
		}
		if len(open) == 0 || !known {
			w.block(n)
			open = append(open[:0], openTagList{node: n, left: left})
			continue
		}
		switch top := &open[len(open)-1]; {
		case left > top.left+listStep:
			putInLast(top.node.Children, n)
			top.torn = true
			open = append(open, openTagList{node: n, left: left})
		case top.torn && goesOn(top.node, n):
			top.node.Children = append(top.node.Children[:len(top.node.Children):len(top.node.Children)], n.Children...)
			top.torn = false
		case len(open) > 1:
			putInLast(open[len(open)-2].node.Children, n)
			*top = openTagList{node: n, left: left}
		default:
			w.block(n)
			*top = openTagList{node: n, left: left}
		}
	}
	if w.within == 0 {
		w.pass(w.t.tags[run[len(run)-1]].end)
	}
}

// leftOf returns where the items of list e begin on the page.
func (w *deriver) leftOf(e int32) (left float32, known bool) {
	if p := w.d.firstPart(e); p != nil {
		return p.box.X0, true
	}
	return 0, false
}

// goesOn reports whether list b can be the rest of list a.
func goesOn(a, b *semantic.Node) bool {
	x, y := a.Attr, b.Attr
	if x == nil || y == nil {
		return x == nil && y == nil
	}
	return x.Ordered == y.Ordered && x.Numbering == y.Numbering && (!y.Ordered || max(x.Start, 1)+len(a.Children) == max(y.Start, 1))
}
