package semantic_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAnIndexIsCutIntoItsEntries(t *testing.T) {
	t.Parallel()
	p := page(1).text().block(large, "Index").block(body, "apples, 12, 33", "bears, 4", "cats, 17", "dogs, 8–10", "eels, 40", "foxes, 5, 6", "gulls, 9", "hares, 101")
	got := dump(build(t, p))
	require.Contains(t, got, "P: apples, 12, 33\n")
	require.Contains(t, got, "P: hares, 101\n")

	text := page(1).text().block(large, "Index").block(body, "An index says how prices of the year 2001", "differ from those of the year before", "and what people pay for them.")
	require.Contains(t, dump(build(t, text)), "year 2001 differ from")
}
