package roman_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/roman"
)

func TestEachNumeralIsReadBack(t *testing.T) {
	t.Parallel()
	for n := 1; n <= roman.Most; n++ {
		for _, text := range []string{roman.Format(n), strings.ToUpper(roman.Format(n))} {
			got, ok := roman.Parse(text)
			require.True(t, ok, text)
			require.Equal(t, n, got, text)
		}
	}
	require.Equal(t, "mcmxciv", roman.Format(1994))
	require.Empty(t, roman.Format(0))
	require.Empty(t, roman.Format(roman.Most+1))
}

func TestWhatIsNoNumeral(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "iiii", "iix", "ic", "Xi", "a", "mmmm", "xé", strings.Repeat("m", 99)} {
		_, ok := roman.Parse(text)
		require.False(t, ok, text)
		_, ok = roman.Parse([]byte(text))
		require.False(t, ok, text)
	}
}
