package analyze

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSorterPutsChunksInOrder(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	values := []float32{-3, float32(math.Copysign(0, -1)), 0, 0.5, 7, 1e6}
	for n := range 70 {
		got := make([]chunk, n)
		for i := range got {
			got[i] = chunk{first: int32(i), row: random.Int32N(3), u0: values[random.IntN(len(values))]}
			got[i].setRow(got[i].row)
		}
		want := slices.Clone(got)
		slices.SortStableFunc(want, func(a, b chunk) int {
			if a.row != b.row {
				return int(a.row - b.row)
			}
			return compare(a.u0, b.u0)
		})
		new(sorter).sort(got)
		require.Equal(t, want, got)
	}
}
