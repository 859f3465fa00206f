package analyze_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
)

func TestNumbersOfLines(t *testing.T) {
	t.Parallel()
	numbered := func(step int, pitch float32, text string) *page {
		p := newPage()
		for i := range 20 {
			y := 100 + pitch*float32(i)
			if (i+1)%step == 0 {
				p.show(40, y, 8, fmt.Sprint(i+1))
			}
			p.show(72, y, 10, text)
		}
		return p
	}
	cases := map[string]struct {
		page *page
		want bool
	}{
		"every fifth line of a contract": {numbered(5, 12, "The lines of this contract go on from line to line"), true},
		"every line of a pleading":       {numbered(1, 24, "and the lines of this pleading go on and on"), true},
		"a list of short items":          {numbered(1, 12, "Item of a list"), false},
		"numbers here and there":         {numbered(7, 12, "Two numbers are not enough to count the lines"), false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := pageOf(t, c.page)
			apart := 0
			for i := range got.Blocks {
				if got.Blocks[i].LineNumbers {
					apart++
					require.Regexp(t, "^[0-9]+$", got.LineText(int(got.Blocks[i].FirstLine)))
				}
			}
			require.Equal(t, c.want, apart > 0)
			if c.want {
				require.Equal(t, layout.Paragraph, got.Blocks[0].Kind)
				require.EqualValues(t, 20, got.Blocks[0].LineCount)
			}
		})
	}
}
