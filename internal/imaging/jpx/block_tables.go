package jpx

import "github.com/pagelift/pagelift/internal/imaging/mq"

// Contexts of the coefficient bits (table D.1 to D.5).
const (
	contextZero      = 0  // nine of them: zero coding
	contextSign      = 9  // five of them
	contextMagnitude = 14 // three of them
	contextRun       = 17
	contextUniform   = 18
	contextCount     = 19
)

// initialStates are the states of the contexts at the start (table D.7).
var initialStates = func() (s [contextCount]mq.State) {
	s[contextZero], s[contextRun], s[contextUniform] = mq.NewState(4), mq.NewState(3), mq.NewState(46)
	return s
}()

// A coefficient and its neighbours as bits, row by row:
//
//	0 1 2
//	3 4 5
//	6 7 8
const (
	northWest = 1 << iota
	north
	northEast
	west
	self
	east
	southWest
	south
	southEast

	neighbourhood = 1<<9 - 1
	around        = neighbourhood &^ self
)

func has(set, bit int) int {
	if set&bit != 0 {
		return 1
	}
	return 0
}

// zeroContexts is table D.1, by the kind of sub-band and the significant neighbours.
var zeroContexts = func() (t [4][neighbourhood + 1]uint8) {
	for n := range t[0] {
		h, v := has(n, west)+has(n, east), has(n, north)+has(n, south)
		d := has(n, northWest) + has(n, northEast) + has(n, southWest) + has(n, southEast)
		t[bandLL][n], t[bandLH][n], t[bandHL][n] = zeroContext(h, v, d), zeroContext(h, v, d), zeroContext(v, h, d)
		t[bandHH][n] = zeroContextDiagonal(h+v, d)
	}
	return t
}()

func zeroContext(h, v, d int) uint8 {
	switch {
	case h == 2:
		return 8
	case h == 1 && v > 0:
		return 7
	case h == 1 && d > 0:
		return 6
	case h == 1:
		return 5
	case v > 0:
		return uint8(2 + v)
	}
	return uint8(min(d, 2))
}

func zeroContextDiagonal(hv, d int) uint8 {
	switch {
	case d > 2:
		return 8
	case d == 2:
		return uint8(6 + min(hv, 1))
	case d == 1:
		return uint8(3 + min(hv, 2))
	}
	return uint8(min(hv, 2))
}

// signContext says how the sign of a coefficient is coded: by which context, and with which bit inverting it.
type signContext struct{ context, flip uint8 }

// direct are the neighbours on which the sign depends.
const direct = north | west | east | south

// signContexts is tables D.2 and D.3, by the direct neighbours that are significant and, one bit
// lower, those that are negative.
var signContexts = func() (t [256]signContext) {
	for n := range t {
		at := func(bit int) int { return has(n, bit) * (1 - 2*has(n, bit>>1)) }
		h := min(max(at(west)+at(east), -1), 1)
		v := min(max(at(north)+at(south), -1), 1)
		flip := uint8(0)
		if h < 0 || (h == 0 && v < 0) {
			h, v, flip = -h, -v, 1
		}
		t[n] = signContext{uint8(contextSign + 3*h + v), flip}
	}
	return t
}()
