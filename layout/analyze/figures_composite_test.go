package analyze_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
)

// Panels above one caption are one figure. Panels with captions of their own are not, and neither
// are pictures without drawings.
func TestPanelsOfOneFigure(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		draw func(p *page)
		want int
	}{
		"a chart and a picture": {func(p *page) {
			p.chart(100, 100)
			image(p, layout.Rect{X0: 262, Y0: 100, X1: 350, Y1: 200})
			p.show(110, 225, 10, "Figure 1. Both of them.")
		}, 1},
		"two captions": {func(p *page) {
			p.chart(100, 100)
			image(p, layout.Rect{X0: 262, Y0: 100, X1: 350, Y1: 200})
			p.show(110, 225, 10, "Figure 1. One.")
			p.show(275, 225, 10, "Figure 2. Two.")
		}, 2},
		"pictures": {func(p *page) {
			image(p, layout.Rect{X0: 100, Y0: 100, X1: 180, Y1: 200})
			image(p, layout.Rect{X0: 190, Y0: 100, X1: 350, Y1: 200})
			p.show(110, 225, 10, "Figure 1. Both of them.")
		}, 2},
		"text between": {func(p *page) {
			p.chart(100, 100)
			p.flow(100, 224, 300, 10, strings.Repeat("The text between two figures is no label of any. ", 4))
			image(p, layout.Rect{X0: 100, Y0: 290, X1: 350, Y1: 390})
			p.show(110, 410, 10, "Figure 1. One of them.")
		}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Len(t, figuresOf(t, test.draw), test.want)
		})
	}
}

// clip paints what draw paints in a clip of its own.
func (p *page) clip(box layout.Rect, draw func()) {
	at := int32(len(p.Clips))
	p.Clips = append(p.Clips, layout.Clip{Parent: -1, Rectangle: true, Box: box})
	paths, images, runs := len(p.Paths), len(p.Images), len(p.Runs)
	draw()
	for i := paths; i < len(p.Paths); i++ {
		p.Paths[i].Clip = at
	}
	for i := images; i < len(p.Images); i++ {
		p.Images[i].Clip = at
	}
	for i := runs; i < len(p.Runs); i++ {
		p.Runs[i].Clip = at
	}
}

// A graphic that a document includes has a clip of its own and is one figure, unless running text is in it.
func TestAPlacedGraphicIsOneFigure(t *testing.T) {
	t.Parallel()
	box := layout.Rect{X0: 90, Y0: 90, X1: 500, Y1: 320}
	apart := func(p *page) {
		for i := range 8 {
			stroke(&p.Content, layout.LineTo, 110+float32(i), 100, 140+float32(i), 130)
		}
		image(p, layout.Rect{X0: 300, Y0: 100, X1: 450, Y1: 200})
		stroke(&p.Content, layout.LineTo, 120, 250, 400, 300)
		p.show(200, 110, 8, "Model")
		p.show(200, 230, 8, "Experiment")
	}
	one := figuresOf(t, func(p *page) { p.clip(box, func() { apart(p) }) })
	require.Len(t, one, 1)
	require.Equal(t, layout.Rect{X0: 110, Y0: 100, X1: 450, Y1: 300}, one[0].Box)
	require.Equal(t, []int32{0}, one[0].Images)
	loose := figuresOf(t, apart)
	require.Len(t, loose, 1)
	require.Equal(t, layout.Rect{X0: 300, Y0: 100, X1: 450, Y1: 200}, loose[0].Box, "the picture alone")
	text := figuresOf(t, func(p *page) {
		p.clip(box, func() {
			apart(p)
			p.flow(100, 210, 380, 10, "Text that runs on over some lines in the clip is that of a page which was placed, or of a box of text with pictures.")
		})
	})
	require.Len(t, text, 1)
	require.NotEqual(t, one[0].Box, text[0].Box)
	card := figuresOf(t, func(p *page) {
		p.clip(box, func() {
			apart(p)
			for i := range 10 {
				p.show(115, 125+17*float32(i), 16, "Short words here")
			}
		})
	})
	require.NotEqual(t, one[0].Box, card[0].Box, "text on much of it")
}

// The labels of the axis that runs upwards do not take the place of those in the chart.
func TestTurnedLabelsOfAChartLeaveTheOthersAlone(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.chart(100, 100)
	p.show(130, 120, 8, "inside")
	p.show(150, 150, 8, "the chart")
	p.show(120, 180, 8, "upwards", run{turn: 3})
	p.flow(280, 110, 200, 10, lorem)
	words := strings.Join(blocks(pageOf(t, p)), " ")
	for _, w := range []string{"inside", "the chart", "upwards"} {
		require.Equal(t, 1, strings.Count(words, w), words)
	}
}
