package a11y

import (
	"strconv"
	"strings"
)

// A state is what a pseudo-class asks of an element: comparable, so that the same
// question is asked once.
type state struct {
	kind   stateKind
	a, b   int // of An+B
	ofType bool
	last   bool
}

type stateKind uint8

const (
	stateRoot stateKind = iota
	stateLink
	stateEmpty
	stateNth
	stateOnly
	stateChecked
	stateDisabled
	stateEnabled
	stateRequired
	stateOptional
	stateOpen
)

// lastChild is :last-child.
var lastChild = state{kind: stateNth, b: 1, last: true}

var plainStates = map[string]state{
	"root": {kind: stateRoot}, "scope": {kind: stateRoot}, "link": {kind: stateLink}, "any-link": {kind: stateLink},
	"empty": {kind: stateEmpty}, "checked": {kind: stateChecked}, "disabled": {kind: stateDisabled}, "enabled": {kind: stateEnabled},
	"required": {kind: stateRequired}, "optional": {kind: stateOptional}, "open": {kind: stateOpen},
	"first-child": {kind: stateNth, b: 1}, "last-child": {kind: stateNth, b: 1, last: true},
	"first-of-type": {kind: stateNth, b: 1, ofType: true}, "last-of-type": {kind: stateNth, b: 1, ofType: true, last: true},
	"only-child": {kind: stateOnly}, "only-of-type": {kind: stateOnly, ofType: true},
}

// parseNth reads An+B without white space (CSS Syntax 3 section 6).
func parseNth(s string) (a, b int, ok bool) {
	switch s {
	case "odd":
		return 2, 1, true
	case "even":
		return 2, 0, true
	}
	head, tail, found := strings.Cut(s, "n")
	if !found {
		b, err := strconv.Atoi(s)
		return 0, b, err == nil
	}
	switch head {
	case "", "+":
		a = 1
	case "-":
		a = -1
	default:
		var err error
		if a, err = strconv.Atoi(head); err != nil {
			return 0, 0, false
		}
	}
	if tail == "" {
		return a, 0, true
	}
	b, err := strconv.Atoi(tail)
	return a, b, err == nil
}

// nthHolds reports whether there is an n >= 0 with a*n+b = place.
func nthHolds(a, b, place int) bool {
	d := place - b
	if a == 0 {
		return d == 0
	}
	return d%a == 0 && d/a >= 0
}

// holds answers a state for an element that the walk stands on.
func (w *styleWalk) holds(st state, n node) bool {
	t := w.tree
	switch st.kind {
	case stateRoot:
		return t.parent(n) == none
	case stateLink:
		return (t.tag(n) == tagA || t.tag(n) == tagArea) && t.hasAttr(n, "href")
	case stateEmpty:
		return t.at(n).next == n+1 && t.at(n).inner == t.at(n).close
	case stateNth:
		if st == lastChild { // of every style sheet, and known without counting
			return t.parent(n) == none || t.at(n).next == t.at(t.parent(n)).next
		}
		return nthHolds(st.a, st.b, w.place(n, st))
	case stateOnly:
		first, last := state{ofType: st.ofType}, state{ofType: st.ofType, last: true}
		return w.place(n, first) == 1 && w.place(n, last) == 1
	case stateChecked:
		return t.hasAttr(n, "checked") || t.hasAttr(n, "selected")
	case stateDisabled:
		return disableableTags.has(t.tag(n)) && t.hasAttr(n, "disabled")
	case stateEnabled:
		return disableableTags.has(t.tag(n)) && !t.hasAttr(n, "disabled")
	case stateRequired:
		return fieldTags.has(t.tag(n)) && t.hasAttr(n, "required")
	case stateOptional:
		return fieldTags.has(t.tag(n)) && !t.hasAttr(n, "required")
	case stateOpen:
		return t.hasAttr(n, "open")
	}
	return false
}

// place is the place of n among its siblings, from 1, counted as the state asks.
func (w *styleWalk) place(n node, st state) int {
	parent := w.tree.parent(n)
	if parent == none {
		return 1
	}
	f := w.frame(parent)
	if !st.last {
		if st.ofType {
			return f.ofType[w.tree.name(n)]
		}
		return f.count
	}
	w.countChildren(f)
	if st.ofType {
		return f.total[w.tree.name(n)] - f.ofType[w.tree.name(n)] + 1
	}
	return f.all - f.count + 1
}

// countChildren counts the children of an element once.
func (w *styleWalk) countChildren(f *frame) {
	if f.all > 0 {
		return
	}
	if w.byType {
		f.total = map[string]int{}
	}
	for c := range w.tree.children(f.node) {
		f.all++
		if w.byType {
			f.total[w.tree.name(c)]++
		}
	}
}
