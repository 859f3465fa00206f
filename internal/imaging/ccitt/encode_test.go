package ccitt_test

import (
	"strings"

	"github.com/pagelift/pagelift/internal/imaging/ccitt"
)

// encoder writes faxes of every kind, as plainly as the standards describe them: a
// picture is lines of text, '#' for black, and the code a string of '0' and '1'.
type encoder struct {
	k         int
	eol       bool // patterns before the rows (always for k > 0 in the wild, but not needed)
	align     bool // rows begin on byte boundaries
	alignEOL  bool // patterns end on byte boundaries
	endBlock  bool
	bits      strings.Builder
	above     string
	blackRuns map[int]string
	whiteRuns map[int]string
}

func (e *encoder) encode(picture []string) []byte {
	e.whiteRuns, e.blackRuns = runTable(ccitt.WhiteTerminating, ccitt.WhiteMakeup), runTable(ccitt.BlackTerminating, ccitt.BlackMakeup)
	e.above = strings.Repeat(".", len(picture[0]))
	for i, row := range picture {
		oneDim := e.k == 0 || e.k > 0 && i%e.k == 0
		e.start(oneDim)
		if oneDim {
			e.runs(row)
		} else {
			e.differences(row)
		}
		e.above = row
	}
	if e.endBlock {
		e.block()
	}
	return e.bytes()
}

// start writes what stands before a row.
func (e *encoder) start(oneDim bool) {
	if e.align {
		e.pad(0)
	}
	if e.eol {
		if e.alignEOL {
			e.pad(4)
		}
		e.bits.WriteString("000000000001")
	}
	if e.k > 0 {
		e.bits.WriteString(map[bool]string{true: "1", false: "0"}[oneDim])
	}
}

func (e *encoder) block() {
	n := 6
	if e.k < 0 {
		n = 2
	}
	if e.align {
		e.pad(0)
	}
	for range n {
		e.bits.WriteString("000000000001")
		if e.k > 0 {
			e.bits.WriteString("1")
		}
	}
}

// pad writes zeros until the length is rest modulo 8.
func (e *encoder) pad(rest int) {
	for e.bits.Len()%8 != rest {
		e.bits.WriteByte('0')
	}
}

func (e *encoder) bytes() []byte {
	e.pad(0)
	return packed(strings.ReplaceAll(strings.ReplaceAll(e.bits.String(), "1", "#"), "0", "."))
}

func (e *encoder) runs(row string) {
	for x, color := 0, byte('.'); x < len(row); color = other(color) {
		to := change(row, x, color)
		e.run(to-x, color)
		x = to
	}
}

func (e *encoder) run(n int, color byte) {
	table := e.whiteRuns
	if color == '#' {
		table = e.blackRuns
	}
	for ; n > 2560+63; n -= 2560 {
		e.bits.WriteString(table[2560])
	}
	if n >= 64 {
		e.bits.WriteString(table[n/64*64])
		n %= 64
	}
	e.bits.WriteString(table[n])
}

// differences writes a row as T.4 figure 6 says.
func (e *encoder) differences(row string) {
	codes := map[int]string{-3: "0000010", -2: "000010", -1: "010", 0: "1", 1: "011", 2: "000011", 3: "0000011"}
	for a0, color := -1, byte('.'); a0 < len(row); {
		a1 := change(row, max(a0, 0), color)
		b1 := e.b1(a0, color)
		b2 := change(e.above, b1, other(color))
		switch code, near := codes[a1-b1]; {
		case b2 < a1:
			e.bits.WriteString("0001")
			a0 = b2
		case near:
			e.bits.WriteString(code)
			a0, color = a1, other(color)
		default:
			a2 := change(row, a1, other(color))
			e.bits.WriteString("001")
			e.run(a1-max(a0, 0), color)
			e.run(a2-a1, other(color))
			a0 = a2
		}
	}
}

// b1 returns the first change of the row above right of a0 to the other colour.
func (e *encoder) b1(a0 int, color byte) int {
	for x := a0 + 1; x < len(e.above); x++ {
		if e.above[x] != color && (x == 0 && color == '.' || x > 0 && e.above[x-1] == color) {
			return x
		}
	}
	return len(e.above)
}

// change returns the first column from x on that is not of the colour.
func change(row string, x int, color byte) int {
	for x < len(row) && row[x] == color {
		x++
	}
	return x
}

func other(color byte) byte { return '.' + '#' - color }

// packed returns a row as bits, 1 for black.
func packed(row string) []byte {
	out := make([]byte, (len(row)+7)/8)
	for x := range row {
		if row[x] == '#' {
			out[x/8] |= 0x80 >> (x % 8)
		}
	}
	return out
}

func runTable(terminating, makeup string) map[int]string {
	t := map[int]string{}
	for i, c := range strings.Fields(terminating) {
		t[i] = c
	}
	for i, c := range strings.Fields(makeup + " " + ccitt.LongMakeup) {
		t[64*(i+1)] = c
	}
	return t
}
