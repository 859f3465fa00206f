package svg_test

import (
	"context"
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/svg"
	"github.com/pagelift/pagelift/layout"
)

// hostile reads a Content from bytes: indexes that lead nowhere, numbers that are
// none, clips that are their own parents, masks in themselves.
type hostile struct{ data []byte }

func (h *hostile) byte() byte {
	if len(h.data) == 0 {
		return 0
	}
	b := h.data[0]
	h.data = h.data[1:]
	return b
}

// index returns a small index, sometimes one of nothing.
func (h *hostile) index() int32 {
	switch b := h.byte(); {
	case b < 200:
		return int32(b % 8)
	case b < 220:
		return math.MaxInt32 - int32(b)
	default:
		return -int32(b)
	}
}

// number returns a coordinate, sometimes no number.
func (h *hostile) number() float32 {
	b := h.byte()
	switch b {
	case 255:
		return float32(math.NaN())
	case 254:
		return float32(math.Inf(1))
	case 253:
		return -math.MaxFloat32
	}
	return float32(b)/2 + float32(h.byte())/997
}

func (h *hostile) rect() layout.Rect {
	return layout.Rect{X0: h.number(), Y0: h.number(), X1: h.number(), Y1: h.number()}
}

func (h *hostile) point() layout.Point { return layout.Point{X: h.number(), Y: h.number()} }

func (h *hostile) color() layout.Color {
	return layout.Color{R: h.byte(), G: h.byte(), B: h.byte(), Pattern: h.index()}
}

func (h *hostile) content() *layout.Content {
	c := &layout.Content{Width: 100, Height: 100, Strings: []string{"ffi", "<script>", "\x00\xff", ""}, Fonts: []*layout.Font{{Name: "A", Serif: true}, nil}}
	c.Masks = []layout.SoftMask{{Content: c, Luminosity: true, Backdrop: layout.Color{R: 9}}, {}}
	c.Patterns = []layout.Pattern{
		{Tiling: true, XStep: h.number(), YStep: h.number(), Cell: c, Box: h.rect(), Shading: -1},
		{Shading: h.index(), M: layout.Matrix{A: h.number(), D: h.number()}},
	}
	c.Shadings = []layout.Shading{{Type: 2, Box: h.rect(), Paint: h.index(), Clip: h.index(), Handle: 7}}
	for len(h.data) > 0 && len(c.Items) < 300 {
		n := int32(len(c.Items))
		c.Items = append(c.Items, layout.Item{Kind: layout.Kind(h.byte() % 7), Index: h.index()})
		c.Segments = append(c.Segments, layout.Segment{Verb: layout.Verb(h.byte() % 5), P: [3]layout.Point{h.point(), h.point(), h.point()}})
		c.Paints = append(c.Paints, layout.Paint{
			Fill: h.color(), Stroke: h.color(), FillAlpha: h.number() / 50, StrokeAlpha: 1, Blend: []string{"", "Multiply", "ColorBurn", `"><script>`}[h.byte()%4],
			SoftMask: h.index(), LineWidth: h.number(), Cap: h.byte(), Join: h.byte(), Miter: h.number(), Dash: []float32{h.number(), h.number()}, DashPhase: h.number(),
		})
		c.Clips = append(c.Clips, layout.Clip{Parent: h.index(), First: h.index(), Count: h.index(), EvenOdd: true, Text: h.byte() == 1, Rectangle: h.byte()%2 == 0, Box: h.rect()})
		c.Paths = append(c.Paths, layout.Path{First: h.index(), Count: h.index(), Box: h.rect(), Op: layout.PaintOp(h.byte()), Paint: h.index(), Clip: h.index(), Rectangle: h.byte() == 2})
		c.Groups = append(c.Groups, layout.Group{Isolated: true, Paint: h.index(), Clip: h.index()})
		c.Images = append(c.Images, layout.Image{Box: h.rect(), Paint: h.index(), Clip: h.index(), Handle: "none"})
		c.Glyphs = append(c.Glyphs, layout.Glyph{X: h.number(), Y: h.number(), Advance: h.number(), Char: rune(h.byte()) - 20})
		c.Runs = append(c.Runs, layout.Run{
			First: n, Count: h.index(), Font: h.index(), Paint: h.index(), Clip: h.index(), Size: h.number(),
			Em: [4]float32{h.number(), h.number(), h.number(), -h.number()}, RenderMode: h.byte() % 9, Flags: layout.RunFlags(h.byte()) & layout.VerticalMode,
		})
	}
	return c
}

func FuzzFigure(f *testing.F) {
	f.Add([]byte(strings.Repeat("\x01\x00\x00\x20\x40", 60)))
	f.Add([]byte(strings.Repeat("\x04\x01\xff\x20\xfe\x80\xfd\x07", 90)))
	f.Add([]byte(strings.Repeat("\x00\x02\x10\x20\x30\x40\x50\x60\x70\xd2", 50)))
	seed := make([]byte, 2000)
	for i := range seed {
		binary.LittleEndian.PutUint16(seed[i/2*2:], uint16(i*i*7919))
	}
	f.Add(seed)
	f.Fuzz(func(t *testing.T, data []byte) {
		h := &hostile{data}
		box := h.rect()
		c := h.content()
		g, err := svg.Figure(context.Background(), nil, c, box)
		again, errAgain := svg.Figure(context.Background(), nil, c, box)
		require.Equal(t, err, errAgain)
		if err != nil {
			return
		}
		require.Equal(t, string(g.Data), string(again.Data), "the same page gives the same bytes")
		require.LessOrEqual(t, len(g.Data), 2*limits.SVGBytes)
		require.NotContains(t, string(g.Data), "<script")
		requireSound(t, g.Data)
	})
}
