package infer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

func TestPicturesWithOneCaptionAreOneFigure(t *testing.T) {
	t.Parallel()
	left, right := layout.Rect{X0: 50, Y0: 300, X1: 250, Y1: 400}, layout.Rect{X0: 260, Y0: 302, X1: 460, Y1: 402}
	below := layout.Rect{X0: 50, Y0: 412, X1: 250, Y1: 500}
	for name, c := range map[string]struct {
		page   *pageBuilder
		beside []int // how many pictures stand beside each figure
		first  layout.Rect
	}{
		"side by side and below each other, in reading order": {
			page(1).placed(below, "").placed(right, "").placed(left, "").at(50, 510).block(body, "Figure 1. Foxes"), []int{2}, left,
		},
		"a label between": {
			page(1).placed(left, "").at(50, 403).block(small, "(a) a fox").placed(below, "").at(50, 510).block(body, "Figure 1. Foxes"), []int{1}, left,
		},
		"far away":              {page(1).placed(left, "").placed(layout.Rect{X0: 50, Y0: 432, X1: 250, Y1: 500}, "").at(50, 510).block(body, "Figure 1. Foxes"), []int{0, 0}, left},
		"with a name":           {page(1).placed(left, "A fox").placed(below, "").at(50, 510).block(body, "Figure 1. Foxes"), []int{0, 0}, left},
		"without a caption":     {page(1).placed(left, "").placed(below, ""), []int{0, 0}, left},
		"captions of their own": {page(1).placed(left, "").at(50, 402).block(body, "Figure 1. A fox").placed(layout.Rect{X0: 50, Y0: 420, X1: 250, Y1: 500}, "").at(50, 510).block(body, "Figure 2. Foxes"), []int{0, 0}, left},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var beside []int
			var first *layout.Figure
			for n := range build(t, c.page.at(50, 600).text()).Root.All() {
				if n.Role != semantic.Figure {
					continue
				}
				if first == nil {
					first = n.Attr.Figure
				}
				beside = append(beside, len(n.Attr.Figure.Beside))
			}
			require.Equal(t, c.beside, beside)
			require.Equal(t, c.first, first.Box)
		})
	}
}
