package analyze_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
)

// stroke adds a stroked line, or a curve.
func stroke(c *layout.Content, verb layout.Verb, x0, y0, x1, y1 float32) {
	end := layout.Segment{Verb: verb}
	end.P[0] = layout.Point{X: x1, Y: y1}
	end.P[2] = end.P[0]
	start := layout.Segment{Verb: layout.MoveTo}
	start.P[0] = layout.Point{X: x0, Y: y0}
	box := layout.Rect{X0: min(x0, x1), Y0: min(y0, y1), X1: max(x0, x1), Y1: max(y0, y1)}
	c.Paths = append(c.Paths, layout.Path{First: int32(len(c.Segments)), Count: 2, Box: box, Op: layout.Stroke, Clip: -1, Mark: -1})
	c.Segments = append(c.Segments, start, end)
}

func TestDrawings(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		draw func(*layout.Content)
		want []layout.Figure
	}{
		"a curve with its axes": {
			func(c *layout.Content) {
				stroke(c, layout.LineTo, 100, 300, 100, 400)
				stroke(c, layout.LineTo, 100, 400, 300, 400)
				for x := float32(100); x < 300; x += 50 {
					stroke(c, layout.CurveTo, x, 400-x/4, x+50, 390-x/4)
				}
			},
			[]layout.Figure{{Box: layout.Rect{X0: 100, Y0: 300, X1: 300, Y1: 400}, Vector: true, Bent: 4, Mark: -1}},
		},
		"two far from each other": {
			func(c *layout.Content) {
				for i := range 3 {
					stroke(c, layout.LineTo, 100, 100, 150, 150+float32(i))
					stroke(c, layout.LineTo, 300, 100, 350, 150+float32(i))
				}
			},
			[]layout.Figure{
				{Box: layout.Rect{X0: 100, Y0: 100, X1: 150, Y1: 152}, Vector: true, Bent: 3, Mark: -1},
				{Box: layout.Rect{X0: 300, Y0: 100, X1: 350, Y1: 152}, Vector: true, Bent: 3, Mark: -1},
			},
		},
		"a line of slanted strokes in a box": {
			func(c *layout.Content) {
				stroke(c, layout.LineTo, 100, 300, 300, 300)
				stroke(c, layout.LineTo, 100, 400, 300, 400)
				stroke(c, layout.LineTo, 100, 300, 300, 400)
			},
			[]layout.Figure{{Box: layout.Rect{X0: 100, Y0: 300, X1: 300, Y1: 400}, Vector: true, Bent: 1, Weak: true, Mark: -1}},
		},
		"a box": {
			func(c *layout.Content) {
				stroke(c, layout.LineTo, 100, 300, 300, 300)
				stroke(c, layout.LineTo, 300, 300, 300, 400)
				stroke(c, layout.LineTo, 100, 400, 300, 400)
				stroke(c, layout.LineTo, 100, 300, 100, 400)
			},
			nil,
		},
		"small": {
			func(c *layout.Content) {
				for range 9 {
					stroke(c, layout.CurveTo, 100, 100, 130, 130)
				}
			},
			nil,
		},
		"nothing of it can be seen": {
			func(c *layout.Content) {
				for range 9 {
					stroke(c, layout.CurveTo, 100, 100, 200, 200)
				}
				for i := range c.Paths {
					c.Paths[i].Flags = layout.Clipped
				}
			},
			nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newPage()
			test.draw(&b.Content)
			require.Equal(t, test.want, pageOf(t, b).Figures)
		})
	}
}
