package css

import (
	"strconv"
	"strings"
)

// A state is the condition of a pseudo-class. States can be compared, so that the same condition is tested once.
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
