package infer

import "cmp"

// kindsNested is how often the numbers of one kind begin anew below those of another, at least, to be one level lower
// whatever they look like. Once is not enough: appendices are lettered behind numbered chapters.
const kindsNested = 2

// romanLetters are capitals that are the number behind the one with their value less one: "V" behind "IV".
var romanLetters = map[int]int{'V' - 'A' + 1: 5, 'X' - 'A' + 1: 10}

// numberedHead is a heading with a number of one component.
type numberedHead struct {
	head  *part
	kind  byte // words.Number.Kind
	value int
}

// nestNumbers finds the depth of headings whose numbers have one component, of several kinds. Papers in physics and
// engineering number them so:
//
//	I. Foxes             1
//	   A. Red foxes      2    letters begin anew below each Roman number,
//	   B. Grey foxes     2
//	II. Dogs             1
//	   A. Hounds         2
//	      1. Of today    3    or look less than the numbers above them
//
// Where any number has several components ("2.1") these tell the depth.
func (d *draft) nestNumbers() {
	var list []numberedHead
	for _, h := range d.heads {
		switch {
		case h.depth > 1:
			return
		case h.depth == 1:
			text := d.text(h)
			n, _ := d.sheetOf(h).numberOf(h, text)
			if n.Depth == 1 && !n.Word {
				list = append(list, numberedHead{h, n.Kind, n.Value})
			}
		}
	}
	if len(list) == 0 {
		return
	}
	nests := numberNest{begun: map[byte]int{}, lower: map[byte]int{}}
	nests.walk(list, func(*numberedHead, int) {})
	nests.accepted = map[byte]bool{}
	for kind, n := range nests.begun {
		nests.accepted[kind] = n >= kindsNested || nests.lower[kind] == n
	}
	nests.walk(list, func(h *numberedHead, depth int) { h.head.depth = int8(depth) })
}

// numberNest follows the numbers of the headings of a document. The first walk counts how often each kind begins below
// another, the second gives depths to kinds that do so by right.
type numberNest struct {
	open     []numberedHead // the last heading of each level
	begun    map[byte]int   // by kind: how often it began below another
	lower    map[byte]int   // how often it looked less than that
	accepted map[byte]bool  // by kind: it may stand below another; nil in the first walk
}

// walk calls found with each heading and its depth, from 1.
func (n *numberNest) walk(list []numberedHead, found func(*numberedHead, int)) {
	n.open = n.open[:0]
	for i := range list {
		h := &list[i]
		h.settle(n.open)
		at := n.levelOf(h)
		n.open = append(n.open[:at], *h)
		found(h, at+1)
	}
}

// settle makes a letter a Roman number, or the other way round, where the open numbers go on so: "V" is behind "IV", and
// "I" behind "H".
func (h *numberedHead) settle(open []numberedHead) {
	for i := range open {
		o := &open[i]
		switch value := romanLetters[h.value]; {
		case h.kind == 'A' && o.kind == 'I' && value == o.value+1 && value > 0:
			h.kind, h.value = 'I', value
		case h.kind == 'I' && h.value == 1 && o.kind == 'A' && o.value == 'I'-'A':
			h.kind, h.value = 'A', o.value+1
		}
	}
}

// levelOf returns the level of h among the open headings, from 0.
func (n *numberNest) levelOf(h *numberedHead) int {
	for i := len(n.open) - 1; i >= 0; i-- {
		if n.open[i].kind == h.kind {
			return i
		}
	}
	if len(n.open) == 0 {
		return 0
	}
	if h.value == 1 && n.accepted == nil {
		n.begun[h.kind]++
		if above := n.open[len(n.open)-1].head; h.head.look.compare(above.look) < 0 {
			n.lower[h.kind]++
		}
		return len(n.open)
	}
	if n.accepted[h.kind] {
		return len(n.open)
	}
	return 0
}

// compare returns a positive number if headings of look a stand above those of look b, and a negative one if below: they
// are larger, or bold, or not in italics.
func (a look) compare(b look) int {
	return cmp.Or(
		cmp.Compare(a.quarters, b.quarters),
		cmp.Compare(btoi(a.bold), btoi(b.bold)),
		cmp.Compare(btoi(b.italic), btoi(a.italic)),
	)
}
