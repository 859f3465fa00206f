package content_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/layout"
)

func open(t testing.TB, file *testkit.PDF) *pdf.Document {
	t.Helper()
	doc, err := pdf.Open(context.Background(), file.Bytes(), pdf.Options{})
	require.NoError(t, err)
	return doc
}

// read interprets the first page of file.
func read(t testing.TB, file *testkit.PDF) *layout.Content {
	t.Helper()
	doc := open(t, file)
	c := &layout.Content{}
	require.NoError(t, content.NewReader(doc).Page(context.Background(), doc.Page(1), c))
	validate(t, c)
	return c
}

// paint interprets a page of 100 by 100 points with this content.
func paint(t testing.TB, src string) *layout.Content {
	t.Helper()
	return paintWith(t, src, "")
}

func paintWith(t testing.TB, src, resources string) *layout.Content {
	t.Helper()
	file := &testkit.PDF{}
	file.AddPage(testkit.Page{Content: src, Resources: resources, MediaBox: "0 0 100 100"})
	return read(t, file)
}

// text returns the text of the runs, one after the other, with | between them.
func text(c *layout.Content) string {
	out := ""
	for i, r := range c.Runs {
		if i > 0 {
			out += "|"
		}
		for _, g := range c.Glyphs[r.First : r.First+r.Count] {
			if g.Char >= 0 {
				out += string(g.Char)
			} else {
				out += c.Strings[^g.Char]
			}
		}
	}
	return out
}

// codes returns the codes of the warnings.
func codes(c *layout.Content) []string {
	var out []string
	for _, w := range c.Warnings {
		out = append(out, w.Code)
	}
	return out
}

// validate checks that c is consistent: every index is in range, every number usable, every group closed.
func validate(t testing.TB, c *layout.Content) {
	t.Helper()
	v := validator{t, c}
	v.items()
	v.runs()
	v.paths()
	v.places()
	for _, p := range c.Patterns {
		v.index(p.Shading, len(c.Shadings), true)
		if p.Cell != nil {
			validate(t, p.Cell)
		}
	}
	for _, m := range c.Masks {
		validate(t, m.Content)
	}
	for i, m := range c.Marks {
		v.index(m.Parent, i, true)
	}
	for _, p := range c.Paints {
		v.index(p.Fill.Pattern-1, len(c.Patterns), true)
		v.index(p.Stroke.Pattern-1, len(c.Patterns), true)
		v.index(p.SoftMask-1, len(c.Masks), true)
	}
	seen := map[string]bool{}
	for _, w := range c.Warnings {
		require.False(t, seen[w.Code], "%s twice", w.Code)
		seen[w.Code] = true
	}
}

type validator struct {
	t testing.TB
	c *layout.Content
}

func (v validator) index(i int32, n int, none bool) {
	v.t.Helper()
	if none && i == -1 {
		return
	}
	require.GreaterOrEqual(v.t, i, int32(0))
	require.Less(v.t, int(i), n)
}

func (v validator) span(first, count int32, n int) {
	v.t.Helper()
	require.GreaterOrEqual(v.t, first, int32(0))
	require.GreaterOrEqual(v.t, count, int32(0))
	require.LessOrEqual(v.t, int(first)+int(count), n)
}

func (v validator) finite(values ...float32) {
	v.t.Helper()
	for _, x := range values {
		require.LessOrEqual(v.t, math.Abs(float64(x)), 1e9)
	}
}

func (v validator) box(r layout.Rect) {
	v.t.Helper()
	v.finite(r.X0, r.Y0, r.X1, r.Y1)
	require.LessOrEqual(v.t, r.X0, r.X1)
	require.LessOrEqual(v.t, r.Y0, r.Y1)
}

func (v validator) state(paint, clip, mark int32) {
	v.t.Helper()
	v.index(paint, len(v.c.Paints), false)
	v.index(clip, len(v.c.Clips), true)
	v.index(mark, len(v.c.Marks), true)
}

// items checks that each painted thing stands in Items once and in order, and that groups nest.
func (v validator) items() {
	c := v.c
	var next [layout.KindGroupEnd + 1]int32
	var groups []int32
	for _, it := range c.Items {
		switch it.Kind {
		case layout.KindGroupEnd:
			require.NotEmpty(v.t, groups)
			require.Equal(v.t, groups[len(groups)-1], it.Index)
			groups = groups[:len(groups)-1]
			continue
		case layout.KindGroup:
			groups = append(groups, it.Index)
		case layout.KindShading:
			v.index(it.Index, len(c.Shadings), false)
			continue
		}
		require.Equal(v.t, next[it.Kind], it.Index)
		next[it.Kind]++
	}
	require.Empty(v.t, groups)
	require.Len(v.t, c.Runs, int(next[layout.KindRun]))
	require.Len(v.t, c.Paths, int(next[layout.KindPath]))
	require.Len(v.t, c.Images, int(next[layout.KindImage]))
	require.Len(v.t, c.Groups, int(next[layout.KindGroup]))
}

func (v validator) runs() {
	c := v.c
	at := int32(0)
	for _, r := range c.Runs {
		require.Equal(v.t, at, r.First, "runs share or leave out glyphs")
		v.span(r.First, r.Count, len(c.Glyphs))
		require.Positive(v.t, r.Count)
		at = r.First + r.Count
		v.index(r.Font, len(c.Fonts), false)
		v.state(r.Paint, r.Clip, r.Mark)
		v.finite(r.Size, r.CharSpace, r.WordSpace, r.Em[0], r.Em[1], r.Em[2], r.Em[3])
		require.GreaterOrEqual(v.t, r.Size, float32(0))
	}
	require.Len(v.t, c.Glyphs, int(at))
	for _, g := range c.Glyphs {
		v.finite(g.X, g.Y, g.Advance)
		if g.Char < 0 {
			v.index(^g.Char, len(c.Strings), false)
		}
	}
}

func (v validator) paths() {
	c := v.c
	for _, p := range c.Paths {
		v.span(p.First, p.Count, len(c.Segments))
		require.Equal(v.t, layout.MoveTo, c.Segments[p.First].Verb)
		v.state(p.Paint, p.Clip, p.Mark)
		v.box(p.Box)
	}
	for i, p := range c.Clips {
		if p.Text {
			v.span(p.First, p.Count, len(c.Runs))
		} else {
			v.span(p.First, p.Count, len(c.Segments))
		}
		v.index(p.Parent, i, true)
		v.box(p.Box)
	}
	for _, s := range c.Segments {
		v.finite(s.P[0].X, s.P[0].Y, s.P[1].X, s.P[1].Y, s.P[2].X, s.P[2].Y)
	}
}

func (v validator) places() {
	c := v.c
	for _, p := range c.Images {
		v.state(p.Paint, p.Clip, p.Mark)
		v.box(p.Box)
		require.NotNil(v.t, p.Handle)
	}
	for _, p := range c.Shadings {
		v.index(p.Clip, len(c.Clips), true)
		v.box(p.Box)
		require.NotNil(v.t, p.Handle)
	}
	for _, g := range c.Groups {
		v.state(g.Paint, g.Clip, g.Mark)
		v.box(g.Box)
	}
	for _, l := range c.Links {
		require.NotEmpty(v.t, l.Areas)
		for _, a := range l.Areas {
			v.box(a)
		}
	}
}
