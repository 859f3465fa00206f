package convert_test

import "testing"

func TestNothingVanishesInColumns(t *testing.T) {
	t.Parallel()
	nothingVanishes(t, map[string]vanishing{
		"two columns": {document: twoColumns(), want: []string{"Left column, line 1 of", "right column, line 20 of"}, quiet: []string{"hidden_text"}},
	})
}
