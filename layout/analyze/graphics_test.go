package analyze_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze"
)

// chart draws axes from (x, y) on, a curve of many slanted strokes and the numbers of
// the axis at the left.
func (p *page) chart(x, y float32) {
	stroke(&p.Content, layout.LineTo, x, y, x, y+100)
	stroke(&p.Content, layout.LineTo, x, y+100, x+150, y+100)
	for i := range 30 {
		at := x + 5*float32(i)
		stroke(&p.Content, layout.LineTo, at, y+50-float32(i%3), at+5, y+51+float32(i%2))
	}
	for i, number := range []string{"20", "10", "0"} {
		p.show(x-12, y+4+48*float32(i), 8, number)
	}
}

// bars draws n filled boxes side by side.
func (p *page) bars(x, y float32, n int) {
	for i := range n {
		at := x + 20*float32(i)
		p.shade(at, y-10*float32(i+4), at+12, y, layout.Color{B: 200})
	}
}

// boxes draws four boxes with a word in each, and strokes from one to short points before the next.
func (p *page) boxes(short float32) {
	for i, word := range []string{"DSP", "Bus", "ROM", "RAM"} {
		x := 100 + 60*float32(i)
		p.shade(x, 100, x+40, 140, layout.Color{R: 250, G: 240})
		p.show(x+4, 123, 9, word)
		if i > 0 {
			stroke(&p.Content, layout.LineTo, x-20, 120, x-short, 120)
		}
	}
}

func figuresOf(t *testing.T, draw func(p *page)) []layout.Figure {
	t.Helper()
	p := newPage()
	draw(p)
	return pageOf(t, p).Figures
}

func TestChartsSideBySide(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.chart(100, 100)
	p.chart(330, 100)
	p.flow(72, 300, 450, 10, lorem)
	got := pageOf(t, p)
	require.Len(t, got.Figures, 2)
	for i, f := range got.Figures {
		require.True(t, f.Vector)
		require.False(t, f.Weak, "figure %d", i)
		require.Less(t, f.Box.X0, 100+230*float32(i), "the numbers of the axis are inside")
	}
	require.Equal(t, "20", got.LineText(0))
	require.Equal(t, "10", got.LineText(1), "the chart beside it is read by itself")
}

func TestTheLooksOfAControlAreNoFigure(t *testing.T) {
	t.Parallel()
	chart := func(fields ...layout.Field) int {
		return len(figuresOf(t, func(p *page) {
			p.chart(100, 100)
			p.flow(72, 300, 450, 10, lorem)
			p.Fields = fields
		}))
	}
	require.Equal(t, 1, chart())
	require.Equal(t, 0, chart(layout.Field{Kind: layout.ListBox, Box: layout.Rect{X0: 100, Y0: 100, X1: 250, Y1: 200}}))
	require.Equal(t, 1, chart(layout.Field{Kind: layout.TextField, Box: layout.Rect{X0: 100, Y0: 260, X1: 250, Y1: 275}}))
}

func TestWeakDrawings(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		draw func(p *page)
		weak bool
	}{
		"bars": {func(p *page) { p.bars(100, 300, 6) }, false},
		"boxes with words in them": {func(p *page) {
			for i := range 6 {
				y := 100 + 22*float32(i)
				x := 100 + 31*float32(i%3) + 2*float32(i)
				p.shade(x, y, x+60, y+16, layout.Color{R: 250, G: 240})
				p.show(x+4, y+11, 9, "Words")
			}
		}, true},
		"boxes with words in them, that strokes lead to": {func(p *page) { p.boxes(0) }, false},
		"boxes with strokes that end before them":        {func(p *page) { p.boxes(8) }, true},
		"an arrow over a line of text": {func(p *page) {
			p.show(72, 200, 10, "what this arrow goes through is a line of text")
			for range 4 {
				stroke(&p.Content, layout.LineTo, 100, 150, 160, 250)
			}
		}, true},
		"a curve": {func(p *page) { p.chart(100, 100) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := figuresOf(t, test.draw)
			require.Len(t, got, 1)
			require.Equal(t, test.weak, got[0].Weak)
		})
	}
}

func TestGroundsOfTextAreNoDrawings(t *testing.T) {
	t.Parallel()
	for name, draw := range map[string]func(p *page){
		"the frame of a page": func(p *page) {
			for range 4 {
				stroke(&p.Content, layout.LineTo, 40, 40, 560, 41)
				stroke(&p.Content, layout.LineTo, 560, 40, 561, 500)
				stroke(&p.Content, layout.LineTo, 40, 500, 560, 501)
				stroke(&p.Content, layout.LineTo, 40, 40, 41, 500)
			}
			p.flow(72, 80, 450, 10, lorem+" "+lorem+" "+lorem+" "+lorem+" "+lorem)
		},
		"a shape behind a list": func(p *page) {
			for i := range 30 { // its torn edge
				at := 60 + 8*float32(i)
				stroke(&p.Content, layout.LineTo, at, 100-float32(i%3), at+8, 101+float32(i%2))
			}
			stroke(&p.Content, layout.LineTo, 60, 100, 61, 220)
			stroke(&p.Content, layout.LineTo, 300, 100, 301, 220)
			stroke(&p.Content, layout.LineTo, 60, 220, 300, 221)
			for i := range 8 {
				p.show(72, 114+14*float32(i), 10, "• An item of a list of things to do, in a line")
			}
		},
		"lines under words": func(p *page) {
			for i := range 12 {
				y := 100 + 12*float32(i)
				x := p.show(72, y, 10, "words that are underlined")
				p.rule(72, x, y+1.5)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Empty(t, figuresOf(t, draw))
		})
	}
}

func TestLabelsOfDrawings(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.chart(100, 100)
	p.show(140, 212, 8, "Time in seconds")
	p.show(120, 228, 8, "Figure 3 A caption")
	got := pageOf(t, p).Figures
	require.Len(t, got, 1)
	require.Greater(t, got[0].Box.Y1, float32(211), "the name of the axis is inside")
	require.Less(t, got[0].Box.Y1, float32(220), "the caption is not")
}

// TestTheTitleOfASlideIsNoLabel of the drawing below it, nor is an item of its list.
func TestTheTitleOfASlideIsNoLabel(t *testing.T) {
	t.Parallel()
	top := func(texts func(p *page)) (top, bottom float32) {
		got := figuresOf(t, func(p *page) {
			p.chart(100, 100)
			texts(p)
		})
		require.Len(t, got, 1)
		return got[0].Box.Y0, got[0].Box.Y1
	}
	y, _ := top(func(p *page) { p.show(110, 96, 9, "Time flies"); p.show(110, 60, 20, "Title") })
	require.Less(t, y, float32(95), "a label")
	y, _ = top(func(p *page) { p.show(110, 96, 14, "Time flies") })
	require.Greater(t, y, float32(95))
	below := func(size float32, r run, text string) float32 {
		_, y := top(func(p *page) {
			p.flow(72, 300, 450, 10, lorem)
			p.show(110, 212, size, text, r)
		})
		return y
	}
	require.Greater(t, below(8, run{}, "An item of some length"), float32(211))
	require.Less(t, below(8, run{}, "• An item of some length"), float32(205))
	require.Less(t, below(12, run{font: bold}, "Triangle interpolation"), float32(205), "the heading of what is below")
	require.Greater(t, below(12, run{}, "Triangle interpolation"), float32(211), "the large name of an axis")
}

// TestDrawnBulletsAreNoDrawing, although each is round.
func TestDrawnBulletsAreNoDrawing(t *testing.T) {
	t.Parallel()
	list := func(x float32) []layout.Figure {
		return figuresOf(t, func(p *page) {
			for i, text := range []string{"Introduction", "Core language", "Spaceship operator", "Lambda templates"} {
				y := 100 + 12*float32(i)
				p.disc(x, y-3, 3.4)
				p.show(100, y, 10, text)
			}
			for _, y := range []float32{86, 142} {
				stroke(&p.Content, layout.LineTo, 80, y, 300, y)
			}
			stroke(&p.Content, layout.LineTo, 80, 86, 80, 142)
			stroke(&p.Content, layout.LineTo, 300, 86, 300, 142)
		})
	}
	require.Empty(t, list(90))
	require.NotEmpty(t, list(250), "they are no bullets there")
}

// disc paints a disc of side points around x, y.
func (p *page) disc(x, y, side float32) {
	r := side / 2
	first := int32(len(p.Segments))
	p.Segments = append(p.Segments, layout.Segment{Verb: layout.MoveTo, P: [3]layout.Point{{X: x - r, Y: y}}})
	for _, end := range []layout.Point{{X: x, Y: y - r}, {X: x + r, Y: y}, {X: x, Y: y + r}, {X: x - r, Y: y}} {
		p.Segments = append(p.Segments, layout.Segment{Verb: layout.CurveTo, P: [3]layout.Point{end, end, end}})
	}
	p.Paths = append(p.Paths, layout.Path{First: first, Count: 5, Box: layout.Rect{X0: x - r, Y0: y - r, X1: x + r, Y1: y + r}, Op: layout.Fill, Clip: -1, Mark: -1})
}

func TestKeyOfAChart(t *testing.T) {
	t.Parallel()
	got := figuresOf(t, func(p *page) {
		p.chart(100, 100)
		for i := range 6 {
			p.shade(262, 110+8*float32(i), 300, 116+8*float32(i), layout.Color{G: uint8(40 * i)})
			p.show(266, 115+8*float32(i), 5, "kind")
		}
	})
	require.Len(t, got, 1)
	require.Greater(t, got[0].Box.X1, float32(299))
}

// image paints one.
func image(p *page, box layout.Rect) {
	p.Images = append(p.Images, layout.Image{Box: box, M: layout.Matrix{A: box.Width(), D: -box.Height(), E: box.X0, F: box.Y1}, Width: 50, Height: 50, Object: 9, Paint: -1, Clip: -1, Mark: -1})
}

func TestImagesInDrawings(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		draw func(p *page)
		want []layout.Figure
	}{
		"one inside": {func(p *page) {
			image(p, layout.Rect{X0: 120, Y0: 120, X1: 160, Y1: 140})
			p.chart(100, 100)
		}, []layout.Figure{{Vector: true, Images: []int32{0}}}},
		"one under it": {func(p *page) {
			image(p, layout.Rect{X0: 60, Y0: 80, X1: 300, Y1: 240})
			p.chart(100, 100)
		}, []layout.Figure{{Vector: true, Images: []int32{0}}}},
		"a frame around one": {func(p *page) {
			image(p, layout.Rect{X0: 100, Y0: 100, X1: 200, Y1: 200})
			for range 3 {
				stroke(&p.Content, layout.LineTo, 98, 98, 202, 98)
				stroke(&p.Content, layout.LineTo, 98, 202, 202, 202)
				stroke(&p.Content, layout.LineTo, 98, 98, 98, 202)
			}
		}, []layout.Figure{{Images: []int32{0}}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := figuresOf(t, test.draw)
			require.Len(t, got, len(test.want))
			for i, f := range got {
				require.Equal(t, test.want[i].Vector, f.Vector)
				require.Equal(t, test.want[i].Images, f.Images)
				require.Len(t, f.Parts, 1)
				require.False(t, f.Weak)
			}
		})
	}
}

func TestMarkedFigureIsOneDrawing(t *testing.T) {
	t.Parallel()
	p := newPage()
	mark := p.addMark(layout.Mark{Parent: -1, Tag: "Figure", MCID: 3, Alt: "Two lines"})
	stroke(&p.Content, layout.LineTo, 100, 100, 300, 100)
	stroke(&p.Content, layout.LineTo, 100, 300, 300, 300)
	for i := range p.Paths {
		p.Paths[i].Mark = mark - 1
	}
	got := pageOf(t, p).Figures
	require.Equal(t, []layout.Figure{{Box: layout.Rect{X0: 100, Y0: 100, X1: 300, Y1: 300}, Vector: true, Alt: "Two lines", Mark: mark - 1}}, got)
}

func TestAMarkedPhotographUnderAMarkedDrawingIsAFigureOfItsOwn(t *testing.T) {
	t.Parallel()
	p := newPage()
	photo := p.addMark(layout.Mark{Parent: -1, Tag: "Figure", MCID: 1, Alt: "A street"}) - 1
	logo := p.addMark(layout.Mark{Parent: -1, Tag: "Figure", MCID: 2, Alt: "A logo"}) - 1
	box := layout.Rect{X0: 60, Y0: 80, X1: 300, Y1: 240}
	p.Images = append(p.Images, layout.Image{Box: box, M: layout.Matrix{A: box.Width(), D: -box.Height(), E: box.X0, F: box.Y1}, Width: 50, Height: 50, Object: 9, Paint: -1, Clip: -1, Mark: photo})
	p.chart(100, 100)
	for i := range p.Paths {
		p.Paths[i].Mark = logo
	}
	var alts []string
	for _, f := range pageOf(t, p).Figures {
		alts = append(alts, f.Alt)
	}
	require.ElementsMatch(t, []string{"A street", "A logo"}, alts)
}

func TestArtifactsAreNoDrawings(t *testing.T) {
	t.Parallel()
	require.Empty(t, figuresOf(t, func(p *page) {
		p.chart(100, 100)
		for i := range p.Paths {
			p.Paths[i].Flags = layout.ArtifactRun
		}
	}))
}

// TestArtifactsOfUntaggedDocuments: layout programs mark each drawing without a tag as an artifact. Where the document
// has no structure tree, a drawing with labels is a figure all the same; an ornament has none.
func TestArtifactsOfUntaggedDocuments(t *testing.T) {
	t.Parallel()
	figures := func(flags layout.RunFlags, draw func(p *page)) int {
		p := newPage()
		draw(p)
		for i := range p.Paths {
			p.Paths[i].Flags = flags
		}
		got, err := analyze.Page(context.Background(), &p.Content, analyze.Options{Untagged: true})
		require.NoError(t, err)
		return len(got.Figures)
	}
	withoutNumbers := func(p *page) {
		p.chart(100, 100)
		p.Runs, p.Items = nil, nil
	}
	require.Equal(t, 1, figures(layout.ArtifactRun, func(p *page) { p.chart(100, 100) }))
	require.Equal(t, 1, figures(layout.ArtifactRun, withoutNumbers), "large")
	require.Zero(t, figures(layout.ArtifactRun, func(p *page) {
		for i := range 30 {
			at := 100 + 3*float32(i)
			stroke(&p.Content, layout.LineTo, at, 100, at+3, 140)
		}
	}), "small")
	require.Equal(t, 1, figures(0, func(p *page) {
		withoutNumbers(p)
		p.Clips = []layout.Clip{{Box: layout.Rect{X0: 90, Y0: 120, X1: 200, Y1: 190}, Rectangle: true, Parent: -1}}
		for i := range p.Paths {
			p.Paths[i].Clip = 0
		}
	}), "clipped, and not marked")
	require.Zero(t, figures(layout.ArtifactRun, func(p *page) {
		p.chart(100, 100)
		logo := p.addMark(layout.Mark{Parent: -1, MCID: -1, Tag: "Artifact", Artifact: true, Subtype: "Header"}) - 1
		for i := range p.Paths {
			p.Paths[i].Mark = logo
		}
	}), "a running head")
}

// TestLabelsThatHang: the first line of a label stands at its drawing, the others hang from it. A bold number larger
// than the text is no heading.
func TestLabelsThatHang(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.chart(100, 100)
	p.show(140, 212, 12, "36%", run{font: bold})
	p.show(140, 221, 7, "STRONGLY", run{font: bold})
	p.show(140, 230, 7, "DISAGREE", run{font: bold})
	p.flow(72, 300, 450, 10, lorem)
	figures := pageOf(t, p).Figures
	require.Len(t, figures, 1)
	require.Greater(t, figures[0].Box.Y1, float32(230))
}

// TestChartsOfFewPaths: all bars of a series may be one path, and so may all rules behind them. The names of the axis
// and the key are part of the figure; the squares of the key are neither bullets nor boxes to tick.
func TestChartsOfFewPaths(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.flow(72, 80, 450, 12, lorem)
	p.onePath(layout.Color{B: 169}, func(add func(x0, y0, x1, y1 float32)) {
		for i := range 8 {
			add(110+50*float32(i), 300-10*float32(i), 120+50*float32(i), 390)
		}
	})
	p.onePath(layout.Color{R: 239}, func(add func(x0, y0, x1, y1 float32)) {
		for i := range 8 {
			add(121+50*float32(i), 310, 131+50*float32(i), 390)
		}
	})
	p.rule(100, 510, 391)
	for i, name := range []string{"Brunei", "Cambodia", "Indonesia", "Laos and neighbours", "Malaysia", "Myanmar and more", "The Philippines", "Singapore"} {
		p.show(106+50*float32(i), 400, 7, name)
	}
	for i, year := range []string{"2020", "2021"} {
		x := 250 + 40*float32(i)
		p.shade(x, 419, x+5, 424, layout.Color{R: 239 * uint8(i), B: 169 * uint8(1-i)})
		p.show(x+8, 424, 9, year)
	}
	got := pageOf(t, p)
	require.Len(t, got.Figures, 1)
	require.Greater(t, got.Figures[0].Box.Y1, float32(424))
	require.NotContains(t, got.Text, "▪")
	require.NotContains(t, got.Text, "☐")
}

// TestKeysOfPictures: the key below a picture makes both one drawing.
func TestKeysOfPictures(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.picture(100, 100, 300, 200, 7, 0)
	for i, name := range []string{"Raw woods", "Electricity", "Labour"} {
		x := 110 + 60*float32(i)
		p.shade(x, 209, x+4, 213, layout.Color{R: 80 * uint8(i), B: 169})
		p.show(x+7, 214, 7, name)
	}
	p.flow(72, 300, 450, 10, lorem)
	got := pageOf(t, p)
	require.Len(t, got.Figures, 1)
	require.True(t, got.Figures[0].Vector)
	require.Greater(t, got.Figures[0].Box.Y1, float32(213))
}

// onePath fills the rectangles that draw adds, as one path.
func (p *page) onePath(c layout.Color, draw func(add func(x0, y0, x1, y1 float32))) {
	path := layout.Path{First: int32(len(p.Segments)), Op: layout.Fill, Paint: int32(len(p.Paints)), Clip: -1, Mark: -1}
	p.Paints = append(p.Paints, layout.Paint{Fill: c, FillAlpha: 1})
	draw(func(x0, y0, x1, y1 float32) {
		corners := []layout.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}, {X: x0, Y: y0}}
		for i, at := range corners {
			verb := layout.LineTo
			if i == 0 {
				verb = layout.MoveTo
			}
			p.Segments = append(p.Segments, layout.Segment{Verb: verb, P: [3]layout.Point{at}})
		}
		path.Box = path.Box.Union(layout.Rect{X0: x0, Y0: y0, X1: x1, Y1: y1})
	})
	path.Count = int32(len(p.Segments)) - path.First
	p.Paths = append(p.Paths, path)
}

// TestBarsApart: bars that stand on one line, or begin at one, are one chart without any axis. Cells of a table are as
// long as each other.
func TestBarsApart(t *testing.T) {
	t.Parallel()
	blue := layout.Color{B: 200}
	cases := map[string]struct {
		draw func(p *page)
		want int
	}{
		"standing": {func(p *page) {
			for i := range 6 {
				at := 100 + 60*float32(i)
				p.shade(at, 200-10*float32(i), at+20, 240, blue)
			}
		}, 1},
		"lying": {func(p *page) {
			for i := range 6 {
				at := 100 + 30*float32(i)
				p.shade(100, at, 140+40*float32(i%4), at+14, blue)
			}
		}, 1},
		"under headings": {func(p *page) {
			for i := range 6 {
				at := 100 + 40*float32(i)
				text := strings.Repeat("Options ", 2+i%3)
				p.shade(100, at, 104+width(text, 10), at+14, blue)
				p.show(102, at+11, 10, text)
			}
		}, 0},
		"with names between them": {func(p *page) {
			for i := range 6 {
				at := 100 + 30*float32(i)
				p.show(100, at-4, 10, "Typing and filing")
				p.shade(100, at, 140+40*float32(i%4), at+8, blue)
			}
		}, 0},
		"as long as each other": {func(p *page) {
			for i := range 6 {
				at := 100 + 60*float32(i)
				p.shade(at, 200, at+20, 240, blue)
			}
		}, 0},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Len(t, figuresOf(t, func(p *page) {
				c.draw(p)
				p.flow(72, 350, 450, 10, lorem)
			}), c.want)
		})
	}
}

// TestLettersThatHatch: programs for maps fill areas with a letter of a font of signs. The map is a figure, not the
// ground of that text.
func TestLettersThatHatch(t *testing.T) {
	t.Parallel()
	for sign, want := range map[string]int{"L": 1, "Long lines of words ": 0, "БЫСТРАЯ БУРАЯ ЛИСА ": 0, "שועל חום מהיר ": 0} {
		require.Len(t, figuresOf(t, func(p *page) {
			for i := range 40 {
				at := float32(10 * i)
				stroke(&p.Content, layout.LineTo, 100+at, 100, 110+at, 400)
			}
			for i := range 28 {
				p.show(105, 110+10*float32(i), 9, strings.Repeat(sign, 80/len(sign)))
			}
		}), want, sign)
	}
}

// TestBulletsInTwoColours: squares below each other are bullets, in whatever colour.
func TestBulletsInTwoColours(t *testing.T) {
	t.Parallel()
	p := newPage()
	for i := range 5 {
		y := 100 + 16*float32(i)
		p.shade(100, y-7, 104, y-3, layout.Color{G: 150})
		p.show(112, y, 10, "A good side of this plan")
		p.shade(320, y-7, 324, y-3, layout.Color{R: 220})
		p.show(332, y, 10, "A bad side of this plan")
	}
	bullets := 0
	for _, l := range pageOf(t, p).Lines {
		if l.Bullet != 0 {
			bullets++
		}
	}
	require.Equal(t, 10, bullets)
}

// TestAFramedProgramIsNoDrawing, although its lines are short.
func TestAFramedProgramIsNoDrawing(t *testing.T) {
	t.Parallel()
	require.Empty(t, figuresOf(t, func(p *page) {
		for i := range 4 {
			at := 3 * float32(i)
			stroke(&p.Content, layout.LineTo, 100-at, 90-at, 240+at, 90-at)
			stroke(&p.Content, layout.LineTo, 100-at, 250+at, 240+at, 250+at)
			stroke(&p.Content, layout.LineTo, 100-at, 90-at, 100-at, 250+at)
			stroke(&p.Content, layout.LineTo, 240+at, 90-at, 240+at, 250+at)
		}
		for i := range 12 {
			line := "if x {"
			if i%11 == 0 {
				line = "for x in a range of numbers"
			}
			p.show(105, 105+12*float32(i), 9, line, run{font: mono})
		}
		p.flow(72, 300, 450, 10, lorem)
	}))
}
