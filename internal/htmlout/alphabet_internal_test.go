package htmlout

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
)

func TestLettersOfAlphabets(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		plain    string
		alphabet layout.Alphabet
		want     string
	}{
		{"ahzı", layout.MathItalic, "𝑎ℎ𝑧𝚤"},
		{"ℎ1", layout.MathItalic, "ℎ1"},
		{"αω∂ϖΑϴ", layout.MathItalic, "𝛼𝜔𝜕𝜛𝛢𝛳"},
		{"BCeo", layout.Script, "ℬ𝒞ℯℴ"},
		{"ℬ", layout.Script, "ℬ"},
		{"ABZπ0", layout.DoubleStruck, "𝔸𝔹ℤℼ𝟘"},
		{"αA9", layout.MathBold, "𝛂𝐀𝟗"},
		{"α", layout.Fraktur, "α"},
		{"A+", layout.Upright, "A+"},
	} {
		require.Equal(t, c.want, inAlphabet(c.plain, c.alphabet))
	}
}
