package analyze_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestInitialsBeginTheirWord(t *testing.T) {
	t.Parallel()
	const size, pitch = 10, 12
	beside := []string{
		"hospital of the long committee is improved by those who",
		"had drawn up  the plan in the year before last, and more",
		"than once it  was said that nothing will come of all this",
	}
	after := "until the day when the parliament of the town has had its"
	want := "The hospital of the long committee is improved by those who had drawn up the plan in the year before last, and more " +
		"than once it was said that nothing will come of all this until the day when the parliament of the town has had its"
	column := func(p *page, x, y float32, dropped int) {
		initial := float32(0)
		if dropped > 0 {
			// As high as the lines beside it, on the baseline of the last of them.
			initial = (float32(dropped-1)*pitch + 0.7*size) / 0.7
			p.show(x, y+float32(dropped-1)*pitch, initial, "T")
		} else {
			p.show(x, y, 30, "T", run{font: bold})
		}
		in := x + initial/2 + 2
		if dropped == 0 {
			in = x + 15
		}
		at := p.show(in, y, size, "he ")
		p.show(at, y, size, beside[0])
		for i, text := range []string{beside[1], beside[2], after} {
			if i+1 < dropped {
				p.words(in, y+float32(i+1)*pitch, size, text, run{})
			} else {
				p.words(x, y+float32(i+1)*pitch, size, text, run{})
			}
		}
	}
	for name, dropped := range map[string]int{
		"raised above the first line": 0,
		"beside two lines":            2,
		"beside three lines":          3,
		"beside four lines":           4,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			column(p, 72, 100, dropped)
			require.Equal(t, []string{want}, blocks(pageOf(t, p)))
		})
	}
}

func TestAWordBesideAnInitialStaysInItsLine(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.show(72, 124, 44, "T")
	p.show(96, 100, 10, "he hospital of the committee")
	p.show(96, 112, 10, "the") // set wide: nothing but the initial is near
	p.show(117, 112, 10, "inspector, which surprised")
	p.show(96, 124, 10, "who")
	p.show(117, 124, 10, "had drawn up all of this")
	require.Equal(t, []string{
		"The hospital of the committee",
		"the inspector, which surprised",
		"who had drawn up all of this",
	}, lines(pageOf(t, p)))
}
