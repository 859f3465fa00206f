package analyze_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEntriesOfAnIndex(t *testing.T) {
	t.Parallel()
	type entry struct {
		in   float32
		text string
	}
	cases := map[string]struct {
		entries []entry
		want    []string
	}{
		"each begins at the edge": {
			[]entry{
				{0, "archive, 12, 31"}, {0, "bridge, 14"}, {10, "of stone, 15"}, {0, "catalogue, 3, 18, 44, 52, 60,"},
				{20, "71, 80"}, {0, "district, 63"}, {0, "glacier, 42"},
			},
			[]string{"archive, 12, 31", "bridge, 14 of stone, 15", "catalogue, 3, 18, 44, 52, 60, 71, 80", "district, 63", "glacier, 42"},
		},
		"a few numbers at line ends are no index": {
			[]entry{
				{0, "the archive of 1931"}, {0, "and the bridge beside"}, {0, "it were rebuilt by the"}, {0, "town in the spring of"},
				{0, "the year after 1944"}, {0, "and opened again soon"}, {0, "after that"},
			},
			[]string{"the archive of 1931 and the bridge beside it were rebuilt by the town in the spring of the year after 1944 and opened again soon after that"},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			for i, e := range c.entries {
				p.show(72+e.in, 100+12*float32(i), 10, e.text)
			}
			page := pageOf(t, p)
			require.Equal(t, c.want, blocks(page))
			for _, b := range page.Blocks {
				require.Equal(t, len(c.want) > 1, b.Entry)
			}
		})
	}
}
