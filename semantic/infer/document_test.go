package infer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/semantic"
)

// Workers build stretches of pages apart from each other. What goes on from page
// to page must not be cut where one ends.
func TestNothingIsCutWhereAStretchEnds(t *testing.T) {
	t.Parallel()
	const pages = 60
	cases := map[string]struct {
		page  func(n int) *pageBuilder
		block string // as dump begins it
		want  int
	}{
		"a list of one item a page is one list": {
			func(n int) *pageBuilder { return page(n).block(body, "• an item of the list") },
			"ul\n", 1,
		},
		"a sentence over all pages is one paragraph": {
			func(n int) *pageBuilder {
				return page(n).block(body, "and the quick brown fox jumps over the lazy dog", "and the lazy dog sleeps through the whole of it")
			},
			"P: ", 1,
		},
		"what ends with its page is cut there": {
			func(n int) *pageBuilder { return page(n).block(body, "Text of a page.") },
			"P: ", pages,
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var all []*pageBuilder
			for n := range pages {
				all = append(all, c.page(n+1))
			}
			doc := build(t, all...)
			require.Equal(t, c.want, strings.Count(dump(doc), c.block))
			var anchors []string
			for n := range doc.Root.All() {
				if n.Role == semantic.PageBreak {
					anchors = append(anchors, n.Attr.ID)
				}
			}
			require.Len(t, anchors, pages)
			for i, id := range anchors {
				require.Equal(t, fmt.Sprintf("page-%d", i+1), id)
			}
		})
	}
}
