package jbig2

import (
	"testing"

	"github.com/stretchr/testify/require"
)

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
