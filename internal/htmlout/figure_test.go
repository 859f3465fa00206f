package htmlout_test

import (
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
