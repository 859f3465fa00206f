package analyze_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Spaces made by moving the pen, narrower than any elsewhere: all alike, and nothing is
// between them and the gaps of the letters.
func TestSpacesOfTightTypeAreFoundByTheirLikeness(t *testing.T) {
	t.Parallel()
	const text = "the likelihood of engaging in acts that harm and of what it brought"
	set := func(gap func(n int) float32, words string) string {
		p := newPage()
		x := float32(72)
		for n, w := range strings.Fields(words) {
			x = p.show(x, 100, 10, w, run{font: noSpace, space: -.2}) + .2 + gap(n)*10
		}
		return blocks(pageOf(t, p))[0]
	}
	even := func(gap float32) func(int) float32 { return func(int) float32 { return gap } }
	joined := strings.ReplaceAll(text, " ", "")
	require.Contains(t, set(even(.094), text), text)
	require.Contains(t, set(even(.05), text), joined, "as narrow as kerning")
	require.Contains(t, set(func(n int) float32 { return .05 + .012*float32(n%5) }, text), joined, "uneven, as kerning is")
	require.Contains(t, set(even(.094), "the likelihood of it"), "thelikelihoodofit", "too few to tell")
	require.Contains(t, set(even(.094), "l e t t e r s s e t a p a r t"), "letterssetapart")
}

// The sign that stands for a formula is of no script: the spaces of its line are those of
// the words.
func TestAFormulaDoesNotHideTheSpacesOfItsLine(t *testing.T) {
	t.Parallel()
	p := mathPage()
	x := float32(72)
	for _, w := range strings.Fields("the likelihood of engaging in acts that harm") {
		x = p.show(x, 100, 10, w, run{font: noSpace}) + .94
	}
	p.set(x, 100, 10, "$x", "@=", "$y")
	lines := withFormulas(pageOf(t, p))
	require.Equal(t, []string{"the likelihood of engaging in acts that harm <x=y>"}, lines)
}

// The gap between a large word and a small one is one of the small type.
func TestASmallWordBehindALargeOneIsAWord(t *testing.T) {
	t.Parallel()
	line := func(large string) string {
		p := newPage()
		x := p.show(72, 100, 30, large, run{font: noSpace})
		p.show(x+3, 100, 10, "personal", run{font: noSpace})
		return blocks(pageOf(t, p))[0]
	}
	require.Equal(t, "VIEW personal", line("VIEW"))
	require.Equal(t, "Apersonal", line("A"), "an initial")
}
