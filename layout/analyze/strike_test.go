package analyze_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
)

// over adds a rule as rule does, and lists it in paint order.
func (p *page) over(x0, x1, y float32) {
	p.rule(x0, x1, y)
	p.Items = append(p.Items, layout.Item{Kind: layout.KindPath, Index: int32(len(p.Paths) - 1)})
}

// struck is the text of the page that is struck out, and underlined is that with a line
// under it.
func struck(p *layout.Page) (struck, underlined string) {
	for _, sp := range p.Spans {
		if p.Styles[sp.Style].Strike {
			struck += p.Text[sp.Start:sp.End]
		}
		if p.Styles[sp.Style].Underline {
			underlined += p.Text[sp.Start:sp.End]
		}
	}
	return struck, underlined
}

func TestWhatIsStruckOut(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		draw             func(p *page)
		want, underlined string
	}{
		"one word": {func(p *page) {
			x := p.show(72, 100, 10, "It costs ")
			y := p.show(x, 100, 10, "90")
			p.show(y, 100, 10, " 70 now")
			p.over(x, y, 97)
		}, "90", ""},
		"several lines": {func(p *page) {
			y := p.show(72, 100, 10, "These words are no longer law")
			z := p.show(72, 112, 10, "nor are these")
			p.show(z, 112, 10, " but these are")
			p.over(72, y, 97)
			p.over(72, z, 109)
		}, "These words are no longer lawnor are these", ""},
		"a rule for each word and each space": {func(p *page) {
			x := p.show(72, 100, 10, "some ")
			for _, w := range []string{"old", " ", "words", " ", "here"} {
				y := p.show(x, 100, 10, w)
				p.over(x, y, 97.5)
				x = y
			}
		}, "old words here", ""},
		"painted under the text, twice": {func(p *page) {
			for n := range 2 {
				y := 100 + 40*float32(n)
				p.over(72, 72+width("former", 10), y-2.5)
				p.show(72, y, 10, "former later")
			}
		}, "formerformer", ""},
		"a bar that bears a fraction": {func(p *page) {
			x := p.show(72, 100, 10, "half is ")
			p.show(x+1, 96, 7, "13")
			p.show(x+1, 103.6, 7, "24")
			p.over(x, x+9, 97.5)
			p.show(x+11, 100, 10, " of all")
		}, "", ""},
		"a fraction as high as two lines": {func(p *page) {
			x := p.show(72, 100, 10, "v = ")
			p.show(x, 93, 10, "dx")
			p.show(x, 107, 10, "dt")
			p.over(x, x+10, 97.5)
			p.show(x+11, 100, 10, " is small")
		}, "", ""},
		"an underline of the line above": {func(p *page) {
			y := p.show(72, 100, 14, "Large words")
			p.over(72, y, 102)
			p.show(72, 107, 6, "small words below")
		}, "", "Large words"},
		"part of a word": {func(p *page) {
			p.show(72, 100, 10, "RESEARCH")
			p.over(72+35, 72+40, 96.6)
		}, "", ""},
		"a table's rule through a row": {func(p *page) {
			y := p.show(72, 100, 10, "tight row")
			p.over(72, y, 97)
			p.Paths = append(p.Paths, layout.Path{First: int32(len(p.Segments)), Count: 2, Box: layout.Rect{X0: 71.5, Y0: 60, X1: 71.5, Y1: 140}, Op: layout.Stroke, Clip: -1, Mark: -1})
			p.Segments = append(p.Segments, layout.Segment{Verb: layout.MoveTo, P: [3]layout.Point{{X: 71.5, Y: 60}}}, layout.Segment{Verb: layout.LineTo, P: [3]layout.Point{{X: 71.5, Y: 140}}})
		}, "", ""},
		"the labels of an arrow": {func(p *page) {
			x := p.show(72, 100, 10, "a ")
			y := p.show(x, 100, 10, "long way")
			p.over(x, y, 97)
			p.Paths = append(p.Paths, layout.Path{First: int32(len(p.Segments)), Count: 3, Box: layout.Rect{X0: y - 2, Y0: 95, X1: y, Y1: 99}, Op: layout.Stroke, Clip: -1, Mark: -1})
			for i, at := range []layout.Point{{X: y - 2, Y: 95}, {X: y, Y: 97}, {X: y - 2, Y: 99}} {
				verb := layout.LineTo
				if i == 0 {
					verb = layout.MoveTo
				}
				p.Segments = append(p.Segments, layout.Segment{Verb: verb, P: [3]layout.Point{at}})
			}
			p.show(y, 100, 10, " b")
		}, "", ""},
		"an overline": {func(p *page) {
			x := p.show(72, 100, 10, "not ")
			y := p.show(x, 100, 10, "ab")
			p.over(x, y, 94.5)
		}, "", ""},
		"a minus that is drawn": {func(p *page) {
			x := p.show(72, 100, 10, "3")
			p.over(x+2, x+7, 97.5)
			p.show(x+9, 100, 10, "1 is two")
		}, "", ""},
		"a rule in recognised text": {func(p *page) {
			x := p.show(72, 100, 10, "A ")
			y := p.show(x, 100, 10, "periodical")
			p.over(x, y, 97)
			for i := range p.Runs {
				p.Runs[i].Origin, p.Runs[i].Confidence = layout.FromOCR, .9
			}
		}, "", ""},
		"an annotation in recognised text": {func(p *page) {
			x := p.show(72, 100, 10, "A ")
			y := p.show(x, 100, 10, "periodical")
			p.over(x, y, 96)
			p.Paths[0].Flags |= layout.StrikesOut
			for i := range p.Runs {
				p.Runs[i].Origin, p.Runs[i].Confidence = layout.FromOCR, .9
			}
		}, "periodical", ""},
		"an underline a point low": {func(p *page) {
			x := p.show(72, 100, 10, "see ")
			y := p.show(x, 100, 10, "this page")
			p.over(x, y, 102)
			p.show(72, 112, 10, "and what it says of the rest")
		}, "", "this page"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			c.draw(p)
			gone, under := struck(pageOf(t, p))
			require.Equal(t, c.want, gone)
			require.Equal(t, c.underlined, under)
		})
	}
}
