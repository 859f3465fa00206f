package ccitt

// modeKind is what a code of the two-dimensional scheme says about the next change.
type modeKind uint8

const (
	_          modeKind = iota // no code
	pass                       // no change up to b2
	horizontal                 // two runs follow
	vertical                   // at b1, shifted
	extension                  // another scheme follows
)

type mode struct {
	kind  modeKind
	bits  uint8 // length of the code
	shift int8
}

// modeCodes are the codes of T.4, table 4 (T.6, table 1).
var modeCodes = []struct {
	code string
	mode
}{
	{"0001", mode{kind: pass}},
	{"001", mode{kind: horizontal}},
	{"0000010", mode{kind: vertical, shift: -3}},
	{"000010", mode{kind: vertical, shift: -2}},
	{"010", mode{kind: vertical, shift: -1}},
	{"1", mode{kind: vertical}},
	{"011", mode{kind: vertical, shift: 1}},
	{"000011", mode{kind: vertical, shift: 2}},
	{"0000011", mode{kind: vertical, shift: 3}},
	{"0000001", mode{kind: extension}},
}
