package analyze_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSmallCaps(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		paint func(p *page)
		size  float32
		small bool
	}{
		"capitals set smaller behind capitals are small capitals": {func(p *page) {
			x := p.show(72, 100, 10, "P")
			x = p.show(x, 100, 7, "ART")
			x = p.show(x, 100, 10, " 2 C")
			p.show(x, 100, 7, "HARGES")
		}, 10, true},
		"a large capital before a word apart makes none": {func(p *page) {
			x := p.show(72, 100, 10, "A")
			p.show(x+4, 100, 7, "SMALL WORD")
		}, 7, false},
		"a number set smaller is no letter": {func(p *page) {
			x := p.show(72, 100, 10, "A")
			p.show(x, 100, 7, "1234")
		}, 7, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			c.paint(p)
			got := pageOf(t, p)
			require.Len(t, got.Lines, 1)
			require.InDelta(t, c.size, got.Lines[0].Size, 0.01)
			require.Equal(t, c.small, got.Styles[got.Lines[0].Style].SmallCaps)
		})
	}
}
