package jbig2

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestArithmeticSequenceOfTheStandard decodes the test sequence of H.2, one context
// for all bits.
func TestArithmeticSequenceOfTheStandard(t *testing.T) {
	t.Parallel()
	coded := []byte{
		0x84, 0xC7, 0x3B, 0xFC, 0xE1, 0xA1, 0x43, 0x04, 0x02, 0x20, 0x00, 0x00, 0x41, 0x0D, 0xBB,
		0x86, 0xF4, 0x31, 0x7F, 0xFF, 0x88, 0xFF, 0x37, 0x47, 0x1A, 0xDB, 0x6A, 0xDF, 0xFF, 0xAC,
	}
	want := []byte{
		0x00, 0x02, 0x00, 0x51, 0x00, 0x00, 0x00, 0xC0, 0x03, 0x52, 0x87, 0x2A, 0xAA, 0xAA, 0xAA, 0xAA,
		0x82, 0xC0, 0x20, 0x00, 0xFC, 0xD7, 0x9E, 0xF6, 0xBF, 0x7F, 0xED, 0x90, 0x4F, 0x46, 0xA3, 0xBF,
	}
	a := newArith(coded)
	var cx probability
	got := make([]byte, len(want))
	for i := range 8 * len(want) {
		got[i/8] = got[i/8]<<1 | byte(a.bit(&cx))
	}
	require.Equal(t, want, got)
}

// TestStandardTablesAreComplete: every sequence of bits begins with just one code,
// and every integer has just one code, up to the ends of the table.
func TestStandardTablesAreComplete(t *testing.T) {
	t.Parallel()
	for n, lines := range standardLines[1:] {
		kraft := 0
		for _, l := range lines {
			kraft += 1 << (16 - l.prefix)
		}
		require.Equal(t, 1<<16, kraft, "table B.%d", n+1)

		next := lines[0].low
		for _, l := range lines {
			switch l.kind {
			case upward:
				require.Equal(t, next, l.low, "table B.%d", n+1)
				next = l.low + 1<<l.extra
			case downward:
				require.Equal(t, lines[0].low-1, l.low, "table B.%d", n+1)
			}
		}
	}
}
