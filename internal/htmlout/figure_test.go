package htmlout_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

func TestFigureHasItsCaptionFirstOrLast(t *testing.T) {
	t.Parallel()
	caption := node(semantic.Caption, styled(semantic.Bold, "Figure 1."), text(" Rain"))
	label := node(semantic.P, text("mm"))
	for name, c := range map[string]struct {
		figure         *semantic.Node
		semantic, flat string
	}{
		"last": {
			node(semantic.Figure, label, caption),
			"<figure>\n<p>mm</p>\n<figcaption><strong>Figure 1.</strong> Rain</figcaption>\n</figure>\n",
			"<div>\n<p>mm</p>\n<div class=\"caption\"><strong>Figure 1.</strong> Rain</div>\n</div>\n",
		},
		"first, with an alternative text": {
			with(node(semantic.Figure, caption, label), semantic.Attr{Alt: "Bars"}),
			"<figure>\n<figcaption><strong>Figure 1.</strong> Rain</figcaption>\n<div class=\"alt\" role=\"img\" aria-label=\"Bars\"></div>\n<p>mm</p>\n</figure>\n",
			"<div>\n<div class=\"caption\"><strong>Figure 1.</strong> Rain</div>\n<div class=\"alt\" role=\"img\" aria-label=\"Bars\"></div>\n<p>mm</p>\n</div>\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := &semantic.Document{Root: node(semantic.DocumentRole, c.figure)}
			require.Contains(t, write(t, doc, htmlout.Options{Semantic: true}), c.semantic)
			require.Contains(t, write(t, doc, htmlout.Options{}), c.flat)
		})
	}
}

func TestTextInsideADrawingIsThereOnce(t *testing.T) {
	t.Parallel()
	drawing := &layout.Figure{Vector: true, Graphic: &layout.Graphic{MediaType: "image/svg+xml"}}
	photo := &layout.Figure{Images: []int32{0}}
	picture := func(*layout.Figure) (htmlout.Picture, bool) {
		return htmlout.Picture{Name: "p1-1.svg", Width: 40, Height: 30}, true
	}
	for name, c := range map[string]struct {
		figure *layout.Figure
		want   string
		attr   semantic.Attr // of its text
	}{
		"a drawing shows its labels":          {drawing, "decoding=\"async\">\n<div class=\"labels\">\n<p>mm</p>\n</div>\n</figure>", semantic.Attr{}},
		"text on an image is not in its file": {photo, "decoding=\"async\">\n<p>mm</p>\n</figure>", semantic.Attr{}},
		"but what was read in that is":        {photo, "decoding=\"async\">\n<div class=\"labels\">\n<p>mm</p>\n</div>\n</figure>", semantic.Attr{Subtype: semantic.Pictured}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := with(node(semantic.Figure, with(node(semantic.P, text("mm")), c.attr)), semantic.Attr{Alt: "Bars", Figure: c.figure})
			doc := &semantic.Document{Root: node(semantic.DocumentRole, n)}
			require.Contains(t, write(t, doc, htmlout.Options{Semantic: true, Picture: picture}), c.want)
			require.NotContains(t, write(t, doc, htmlout.Options{Semantic: true}), "labels")
		})
	}
}

// figureAt returns a figure with a file at a position of the first page.
func figureAt(x0, y0, x1, y1 float32) *semantic.Node {
	n := with(node(semantic.Figure), semantic.Attr{Alt: "A bay", Box: layout.Rect{X0: x0, Y0: y0, X1: x1, Y1: y1}, Figure: &layout.Figure{Images: []int32{0}}})
	n.Page = 1
	return n
}

func TestFiguresStandSideBySideAsOnTheirPage(t *testing.T) {
	t.Parallel()
	picture := func(*layout.Figure) (htmlout.Picture, bool) {
		return htmlout.Picture{Name: "p1-1.jpg", Width: 100, Height: 51}, true
	}
	left, right, below := figureAt(50, 100, 250, 200), figureAt(260, 110, 460, 190), figureAt(50, 210, 250, 300)
	elsewhere := figureAt(260, 110, 460, 190)
	elsewhere.Page = 2
	row := slices.Repeat([]*semantic.Node{left, right}, 3)
	const figure = `<figure><img src="assets/p1-1.jpg" alt="A bay" width="120" height="61" decoding="async"></figure>`
	for name, c := range map[string]struct {
		nodes []*semantic.Node
		want  string
	}{
		"two":                {[]*semantic.Node{left, right}, `<div class="beside">` + figure + figure + `</div>`},
		"from right to left": {[]*semantic.Node{right, left}, `<div class="beside">` + figure + figure + `</div>`},
		"and one below":      {[]*semantic.Node{left, right, below}, `<div class="beside">` + figure + figure + `</div>` + figure},
		"one over the other": {[]*semantic.Node{left, below}, figure + figure},
		"on two pages":       {[]*semantic.Node{left, elsewhere}, figure + figure},
		"a pattern":          {row, `<div class="beside">` + strings.Repeat(figure, 4) + `</div><div class="beside">` + figure + figure + `</div>`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opts := htmlout.Options{Semantic: true, Minify: true, Picture: picture}
			require.Contains(t, write(t, &semantic.Document{Root: node(semantic.DocumentRole, c.nodes...)}, opts), "<article>"+c.want+"</article>")
			within := node(semantic.Aside, c.nodes...)
			require.Contains(t, write(t, &semantic.Document{Root: node(semantic.DocumentRole, within)}, opts), "<aside>"+c.want+"</aside>")
		})
	}
}

func TestALongAlternativeIsThereForThoseWhoLook(t *testing.T) {
	t.Parallel()
	picture := func(*layout.Figure) (htmlout.Picture, bool) {
		return htmlout.Picture{Name: "a.png", Width: 5, Height: 5}, true
	}
	alt := strings.TrimSpace(strings.Repeat("Bars of rain. ", 15))
	figure := func(a semantic.Attr) string {
		a.Figure = &layout.Figure{Images: []int32{0}}
		return write(t, &semantic.Document{Root: node(semantic.DocumentRole, with(node(semantic.Figure), a))}, htmlout.Options{Semantic: true, Minify: true, Picture: picture})
	}
	require.Contains(t, figure(semantic.Attr{Alt: alt}), `<details><summary>Description of the picture</summary><p>`+alt+`</p></details></figure>`)
	require.Contains(t, figure(semantic.Attr{Alt: alt, Long: "More."}), `<p>`+alt+`</p><p>More.</p></details></figure>`)
	require.Contains(t, figure(semantic.Attr{Alt: "Bars", Long: "More."}), `</summary><p>More.</p></details></figure>`)
	require.NotContains(t, figure(semantic.Attr{Alt: alt, Subtype: semantic.Unnamed}), `<details`, "the caption says that already")
	require.NotContains(t, figure(semantic.Attr{Alt: "Bars"}), `<details`)
}

func TestAPictureThatNeedsPaperSaysSo(t *testing.T) {
	t.Parallel()
	for needs, want := range map[bool]string{true: `<img class="ink" src=`, false: "<img src="} {
		picture := func(*layout.Figure) (htmlout.Picture, bool) {
			return htmlout.Picture{Name: "p1-1.svg", Width: 40, Height: 30, NeedsPaper: needs}, true
		}
		doc := &semantic.Document{Root: node(semantic.DocumentRole, figureAt(0, 0, 40, 30))}
		require.Contains(t, write(t, doc, htmlout.Options{Semantic: true, Picture: picture}), want)
	}
}
