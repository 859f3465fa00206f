package chars_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

func TestIsRoman(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"xi": true, "xiv": true, "lxxxviii": true, "ii": true, "x": false, "ill": false, "mix": false, "XI": false, "iiii": false, "": false} {
		require.Equal(t, want, chars.IsRoman(text), text)
	}
}
