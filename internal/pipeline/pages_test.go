package pipeline

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSelectPages(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		ranges []PageRange
		want   []int
	}{
		"all":              {nil, []int{1, 2, 3, 4, 5}},
		"one page":         {[]PageRange{{3, 3}}, []int{3}},
		"to the end":       {[]PageRange{{4, 0}}, []int{4, 5}},
		"cut at the end":   {[]PageRange{{5, math.MaxInt}}, []int{5}},
		"merged and order": {[]PageRange{{4, 5}, {1, 2}, {2, 4}}, []int{1, 2, 3, 4, 5}},
	}
	for name, c := range cases {
		got, err := selectPages(c.ranges, 5)
		require.NoError(t, err, name)
		require.Equal(t, c.want, got, name)
	}
	_, err := selectPages([]PageRange{{6, 0}}, 5)
	require.EqualError(t, err, "page 6 of a document of 5")
}
