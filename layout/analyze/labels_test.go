package analyze_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze"
)

// field adds a control.
func (p *page) field(kind layout.FieldKind, name string, x0, y0, x1, y1 float32) *page {
	p.Fields = append(p.Fields, layout.Field{Kind: kind, Name: name, Box: layout.Rect{X0: x0, Y0: y0, X1: x1, Y1: y1}})
	return p
}

// wall adds an upright rule.
func (p *page) wall(x, y0, y1 float32) {
	p.Paths = append(p.Paths, layout.Path{
		First: int32(len(p.Segments)), Count: 2, Box: layout.Rect{X0: x, Y0: y0, X1: x, Y1: y1},
		Op: layout.Stroke, Clip: -1, Mark: -1,
	})
	p.Segments = append(p.Segments,
		layout.Segment{Verb: layout.MoveTo, P: [3]layout.Point{{X: x, Y: y0}}},
		layout.Segment{Verb: layout.LineTo, P: [3]layout.Point{{X: x, Y: y1}}})
}

// labelled are the controls of p with their labels, "name=label" in the order of the
// text, and the text of the page line by line, with * for a control.
func labelled(t *testing.T, p *page) (labels []string, text string) {
	t.Helper()
	out, err := analyze.Page(t.Context(), &p.Content, analyze.Options{})
	require.NoError(t, err)
	for i := range out.Fields {
		f := &out.Fields[i]
		label := out.Text[f.Label.Start:f.Label.End]
		if f.Part > 0 {
			label += fmt.Sprint("#", f.Part)
		}
		labels = append(labels, f.Name+"="+label)
	}
	var lines []string
	for i := range out.Lines {
		lines = append(lines, strings.ReplaceAll(out.LineText(i), string(layout.FieldSign), "*"))
	}
	return labels, strings.Join(lines, "|")
}

func TestLabels(t *testing.T) {
	t.Parallel()
	const text, tick = layout.TextField, layout.CheckBox
	cases := map[string]struct {
		page   func(p *page)
		labels []string
		text   string
	}{
		"before it": {func(p *page) {
			p.show(72, 100, 10, "Name:")
			p.field(text, "a", 110, 90, 250, 104)
		}, []string{"a=Name:"}, "Name: *"},
		"far before it, in a column of them": {func(p *page) {
			p.show(72, 100, 10, "Name:")
			p.field(text, "a", 180, 90, 250, 104)
			p.show(72, 120, 10, "Address:")
			p.field(text, "b", 180, 110, 250, 124)
			p.show(72, 140, 10, "City:")
			p.field(text, "c", 180, 130, 250, 144)
		}, []string{"a=Name:", "b=Address:", "c=City:"}, "Name: *|Address: *|City: *"},
		"over them, side by side": {func(p *page) {
			p.show(72, 100, 7, "First name")
			p.show(252, 100, 7, "Last name")
			p.field(text, "a", 72, 103, 250, 117)
			p.field(text, "b", 252, 103, 400, 117)
		}, []string{"a=First name", "b=Last name"}, "First name * Last name *"},
		"over them, in a stack": {func(p *page) {
			for i, s := range []string{"First name", "Last name"} {
				y := 100 + 30*float32(i)
				p.show(72, y, 8, s)
				p.field(text, s[:1], 72, y+3, 250, y+17)
			}
		}, []string{"F=First name", "L=Last name"}, "First name *|Last name *"},
		"under a line to sign on": {func(p *page) {
			p.field(text, "a", 72, 86, 250, 100)
			p.show(90, 110, 8, "Signature of the owner")
			p.field(text, "b", 300, 86, 400, 100)
			p.show(320, 110, 8, "Date")
		}, []string{"a=Signature of the owner", "b=Date"}, "* Signature of the owner|* Date"},
		"on the underscores of a sentence": {func(p *page) {
			p.show(72, 100, 10, "I, ________________, live in ____________.")
			p.field(text, "a", 84, 90, 164, 104)
			p.field(text, "b", 206, 90, 266, 104)
		}, []string{"a=I,", "b=, live in"}, "I, * , live in * ."},
		"behind boxes to tick": {func(p *page) {
			for i, s := range []string{"Red", "Green"} {
				y := 100 + 16*float32(i)
				p.field(tick, s, 72, y-8, 80, y)
				p.show(86, y, 10, s)
			}
		}, []string{"Red=Red", "Green=Green"}, "* Red|* Green"},
		"behind boxes on one row, named before": {func(p *page) {
			x := p.show(72, 100, 10, "Colour:") + 6
			for _, s := range []string{"Red", "Green"} {
				p.field(tick, s, x, 92, x+8, 100)
				x = p.show(x+12, 100, 10, s) + 12
			}
		}, []string{"Red=Red", "Green=Green"}, "Colour: * Red * Green"},
		"before boxes on one row": {func(p *page) {
			x := float32(72)
			for _, s := range []string{"Yes", "No"} {
				x = p.show(x, 100, 10, s) + 4
				p.field(tick, s, x, 92, x+8, 100)
				x += 20
			}
		}, []string{"Yes=Yes", "No=No"}, "Yes * No *"},
		"of a box, over two lines": {func(p *page) {
			p.field(tick, "a", 72, 92, 80, 100)
			p.show(86, 100, 10, "I have read the terms and")
			p.show(86, 112, 10, "agree to all of them")
		}, []string{"a=I have read the terms andagree to all of them"}, "* I have read the terms and|agree to all of them"},
		"across a rule, when there is no other": {func(p *page) {
			p.show(72, 100, 10, "Name")
			p.wall(105, 80, 120)
			p.field(text, "a", 110, 90, 250, 104)
		}, []string{"a=Name"}, "Name *"},
		"the number of the line says less": {func(p *page) {
			p.show(72, 100, 10, "Wages and tips")
			p.show(300, 100, 10, "7")
			p.field(text, "a", 320, 90, 380, 104)
		}, []string{"a=Wages and tips"}, "Wages and tips|7 *"},
		"of two parts, it names both": {func(p *page) {
			p.show(72, 100, 10, "Amount:")
			p.field(text, "a", 120, 90, 180, 104)
			p.field(text, "b", 182, 90, 200, 104)
		}, []string{"a=Amount:", "b=Amount:#2"}, "Amount: * *"},
		"the head of a column of them": {func(p *page) {
			p.show(72, 100, 10, "Relationship")
			for i := range 3 {
				y := 104 + 14*float32(i)
				p.field(text, fmt.Sprint(i), 72, y, 172, y+13)
			}
		}, []string{"0=Relationship", "1=Relationship#2", "2=Relationship#3"}, "Relationship|*|*|*"},
		"before it, from right to left": {func(p *page) {
			p.show(300, 100, 10, ":םש")
			p.field(text, "a", 150, 90, 290, 104)
			p.field(tick, "b", 310, 112, 318, 120)
			p.show(280, 120, 10, "ןכ")
		}, []string{"a=שם:", "b=כן"}, "שם: *|* כן"},
		"nothing beside it": {func(p *page) {
			p.field(text, "a", 110, 90, 250, 104)
			p.show(72, 300, 10, "Text that is far away")
		}, []string{"a="}, "*|Text that is far away"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			c.page(p)
			labels, text := labelled(t, p)
			require.Equal(t, c.text, text)
			require.Equal(t, c.labels, labels)
		})
	}
}

// manyFields is more controls than any page has, and as many words.
const manyFields = 40_000

func TestManyFieldsTakeLittleTime(t *testing.T) {
	t.Parallel()
	for name, at := range map[string]func(i int) (x, y float32){
		"on one point":  func(int) (float32, float32) { return 100, 100 },
		"on one row":    func(i int) (float32, float32) { return float32(i % 500), 100 },
		"in one column": func(i int) (float32, float32) { return 100, float32(i % 700) },
		"everywhere":    func(i int) (float32, float32) { return float32(i*37%600) / 1.1, float32(i * 91 % 780) },
		"nowhere": func(i int) (float32, float32) {
			return float32(math.NaN()), float32(math.Inf(i%3 - 1))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			for i := range manyFields {
				x, y := at(i)
				p.show(x, y, 10, "ab")
				p.field(layout.FieldKind(i%7), "f", x, y-10, x+20, y+4)
			}
			start := time.Now()
			out, err := analyze.Page(t.Context(), &p.Content, analyze.Options{})
			require.NoError(t, err)
			require.Less(t, time.Since(start), time.Minute)
			require.Len(t, out.Fields, manyFields)
			placed := int32(-1)
			for i := range out.Fields {
				at := out.Fields[i].At
				if at < 0 {
					placed = math.MaxInt32 // the others follow without a place
					continue
				}
				require.Greater(t, at, placed)
				require.Equal(t, string(layout.FieldSign), out.Text[at:at+3])
				placed = at
			}
		})
	}
}

func TestTheSignOfAControlIsNeverOfTheDocument(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.show(72, 100, 10, "A picture "+string(layout.FieldSign)+" in the text")
	p.field(layout.TextField, "a", 72, 200, 172, 214)
	out, err := analyze.Page(t.Context(), &p.Content, analyze.Options{})
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(out.Text, string(layout.FieldSign)))
	require.True(t, slices.IsSortedFunc(out.Lines, func(a, b layout.Line) int { return int(a.Start - b.Start) }))
	require.Equal(t, int32(strings.IndexRune(out.Text, layout.FieldSign)), out.Fields[0].At)
}
