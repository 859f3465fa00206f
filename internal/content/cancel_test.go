package content_test

import (
	"bytes"
	"compress/zlib"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/layout"
)

// endingContext ends after somebody has looked at it a number of times.
type endingContext struct {
	context.Context
	looks, last int
}

func (c *endingContext) Err() error {
	if c.looks++; c.looks >= c.last {
		return context.Canceled
	}
	return nil
}

// TestPageStopsWhileItsContentInflates has a page and a form. Their contents inflate to so much that the context
// ends meanwhile.
func TestPageStopsWhileItsContentInflates(t *testing.T) {
	t.Parallel()
	const size, looks = 64 << 20, 20
	var bomb bytes.Buffer
	w := zlib.NewWriter(&bomb)
	_, err := w.Write(append(bytes.Repeat([]byte(" "), size), "0 0 1 1 re f"...))
	require.NoError(t, err)
	require.NoError(t, w.Close())

	file := &testkit.PDF{}
	stream := file.AddStream("/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Filter /FlateDecode", bomb.String())
	file.AddPage(testkit.Page{Extra: fmt.Sprintf("/Contents %d 0 R", stream)})
	file.AddPage(testkit.Page{Content: "/X Do", Resources: fmt.Sprintf("/XObject << /X %d 0 R >>", stream)})
	doc := open(t, file)
	reader := content.NewReader(doc)
	for n := 1; n <= 2; n++ {
		var c layout.Content
		ctx := &endingContext{Context: t.Context(), last: looks}
		require.ErrorIs(t, reader.Page(ctx, doc.Page(n), &c), context.Canceled)
		require.Less(t, ctx.looks, looks+10, "it does not stop at once")
		require.Empty(t, c.Paths)
		require.Empty(t, c.Warnings, "to end is no damage")

		require.NoError(t, reader.Page(t.Context(), doc.Page(n), &c))
		require.NotEmpty(t, c.Paths, "what was cut short must not stay")
	}
}

// TestPageStopsAmongLongDictionaries has a page with few operators, each of which takes long.
func TestPageStopsAmongLongDictionaries(t *testing.T) {
	t.Parallel()
	const operators = 100
	file := &testkit.PDF{}
	file.AddPage(testkit.Page{Content: strings.Repeat("/P << "+strings.Repeat("/A 1 ", 4000)+">> DP ", operators)})
	doc := open(t, file)
	var c layout.Content
	ctx := &endingContext{Context: t.Context(), last: operators / 2}
	require.ErrorIs(t, content.NewReader(doc).Page(ctx, doc.Page(1), &c), context.Canceled)
}
