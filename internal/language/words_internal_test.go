package language

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWordsOfAddressesAreNone(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"The fox and the Dog.":          {"the", "fox", "and", "the", "dog"},
		"Mail anna@fox.de, now":         {"mail", "now"},
		"see www.fox.de/a/b and go. On": {"see", "and", "go", "on"},
		"Verein e.V. in Köln":           {"verein", "in", "köln"},
		"E-Mail":                        {"e", "mail"},
		".de":                           nil,
		"":                              nil,
	} {
		require.Equal(t, want, slices.Collect(wordsOf(text)), text)
	}
}
