package words_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

func TestSpelled(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"ONE": 1, "Seven": 7, "nineteen": 19, "TWENTY": 20, "TWENTYTWO": 22, "fifty-nine": 59, "twentyten": 0, "twenty-": 0, "oneself": 0, "": 0} {
		require.Equal(t, want, words.Spelled(text), text)
	}
	require.Equal(t, words.Number{Depth: 1, Bytes: 14, Value: 3, Kind: '1', Word: true}, words.NumberOf("CHAPTER THREE USER REFERENCE"))
	require.Equal(t, words.Number{Depth: 1, Bytes: 8, Value: 1, Kind: '1', Word: true}, words.NumberOf("Part One"))
	require.Zero(t, words.NumberOf("Part oneself"))
}
