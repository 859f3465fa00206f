package font

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/pdf"
)

// longestListed is how many characters the names of the glyph list mean at most, however short they are.
const longestListed = 4

// FuzzNames gives glyphs any names, with any numbers in them. Each name means valid characters and no control
// characters, and not more of them than the name is long.
func FuzzNames(f *testing.F) {
	for _, names := range []string{
		"f_f_i uni0041D835DC00 u1D400 braceleftBigg one.oldstyle", "a65 a66 a67 a255", "G41 G42 G4D C65 c66 char67",
		"H11002 H9251 H9276 H-9251 H99999", "LA010000 LA020000 ND100000 SP020000 LZ990000", "uniD800DC00 uniD800 u110000 u_u_u ._ a-1 a99999999999", "space notdef C0065 #41",
	} {
		f.Add(names, true)
	}
	f.Fuzz(func(t *testing.T, names string, type3 bool) {
		var diffs []difference
		for i, name := range strings.Split(names, " ") {
			code := byte(i)
			if n, ok := number(name, "a"); ok {
				code = byte(n)
			}
			diffs = append(diffs, difference{code, name})
		}
		subtype := "Type1"
		if type3 {
			subtype = "Type3"
		}
		numbered := numericNamesOf(diffs, pdf.Name(subtype))
		for _, d := range diffs {
			for _, meant := range []text{nameText(d.name), zapfText(d.name), guessName(d.name), numbered.text(d.code, d.name)} {
				s := meant.string()
				require.True(t, utf8.ValidString(s), "%q means %q", d.name, s)
				require.False(t, strings.ContainsFunc(s, func(r rune) bool { return r < ' ' }), "%q means %q", d.name, s)
				require.LessOrEqual(t, utf8.RuneCountInString(s), max(len(d.name), longestListed), "%q means %q", d.name, s)
			}
		}
	})
}
