package convert_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/testkit"
)

// book returns a document with a running head in two pieces, page numbers, and a paragraph that continues over a
// page end.
func book() []byte {
	contents := make([]string, 3)
	for i := range contents {
		contents[i] = text("R", 9, 72, 760, "The Book of Things") + text("R", 9, 480, 760, fmt.Sprintf("Part %d", 1+i/2)) +
			lines(72, 700, strings.Repeat("A line that fills the column and goes on, ", 2), strings.Repeat("as it has done on the page before, ", 2+i)) +
			text("R", 9, 300, 40, fmt.Sprintf("- %d -", i+7))
	}
	return build(contents...).Bytes()
}

func TestPageFurnitureIsKeptBehindTheContent(t *testing.T) {
	t.Parallel()
	words := 0
	for _, keep := range []bool{false, true} {
		name := map[bool]string{false: "dropped", true: "kept"}[keep]
		opts := convert.Options{SemanticHTML: true, KeepFurniture: keep}
		result, err := convert.Convert(t.Context(), bytes.NewReader(book()), opts)
		require.NoError(t, err)
		testkit.Golden(t, "furniture."+name+".html", []byte(result.HTML))
		main, behind, found := strings.Cut(result.HTML, "</main>")
		require.True(t, found)
		require.NotContains(t, main, "The Book")
		for page := range 3 {
			number := fmt.Sprintf("- %d -", page+7)
			require.NotContains(t, main, number)
			require.Equal(t, keep, strings.Contains(behind, number))
		}
		if words > 0 {
			require.Equal(t, words, result.Metadata.WordCount, "it is not counted")
		}
		words = result.Metadata.WordCount
	}
	require.True(t, convert.DefaultOptions().KeepFurniture)
}
