package pdf

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestStreamEndsInAnyOrder has ends of streams in the middle of blocks and across their borders. It
// asks for them in random order.
func TestStreamEndsInAnyOrder(t *testing.T) {
	t.Parallel()
	data := bytes.Repeat([]byte("x"), 12*endsBlock+100)
	for _, at := range []int{3, endsBlock - 4, 2*endsBlock - 1, 3 * endsBlock, 7*endsBlock + 5, 7*endsBlock + 500, 11*endsBlock - 8} {
		copy(data[at:], "endstream")
	}
	copy(data[5*endsBlock-2:], "endobj")
	random := rand.New(rand.NewPCG(1, 2))
	var ends streamEnds
	for range 2000 {
		start := random.IntN(len(data) + 1)
		want := findEnd(data[start:])
		if want < 0 {
			want = len(data) - start
		}
		require.Equal(t, start+want, ends.find(data, start), "from %d", start)
	}
}

func TestStreamEndsInShortFiles(t *testing.T) {
	t.Parallel()
	var ends streamEnds
	require.Equal(t, 0, ends.find(nil, 0))
	require.Equal(t, 5, (&streamEnds{}).find([]byte("endst"), 0))
	require.Equal(t, 1, (&streamEnds{}).find([]byte("xendobj"), 0))
}
