package cli

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
)

func TestParsePages(t *testing.T) {
	t.Parallel()
	cases := map[string][]convert.PageRange{
		"":          nil,
		"3":         {{First: 3, Last: 3}},
		"1-3,7,10-": {{First: 1, Last: 3}, {First: 7, Last: 7}, {First: 10}},
		" 2 , 4-5 ": {{First: 2, Last: 2}, {First: 4, Last: 5}},
	}
	for in, want := range cases {
		got, err := parsePages(in)
		require.NoError(t, err, "%q", in)
		require.Equal(t, want, got, "%q", in)
	}
	for _, bad := range []string{",", "1,", "0", "-", "-3", "a", "1-b", "3-2", "1--2", "99999999999999999999"} {
		_, err := parsePages(bad)
		require.ErrorContains(t, err, "--pages", "%q", bad)
	}
}

func TestParseBytes(t *testing.T) {
	t.Parallel()
	cases := map[string]int64{"": 0, "1": 1, "64K": 64 << 10, "50M": 50 << 20, "2G": 2 << 30}
	for in, want := range cases {
		got, err := parseBytes(in)
		require.NoError(t, err, "%q", in)
		require.Equal(t, want, got, "%q", in)
	}
	for _, bad := range []string{"0", "-1", "K", "1.5M", "1 M", "9999999999999G", "many"} {
		_, err := parseBytes(bad)
		require.ErrorContains(t, err, "--max-bytes", "%q", bad)
	}
}

func TestPageList(t *testing.T) {
	t.Parallel()
	cases := map[string][]int{
		"page 3":       {3},
		"pages 1-4, 7": {1, 2, 3, 4, 7},
		"pages 1, 3, 5, 7, 9, 11, 13, 15, and 2 more": {1, 3, 5, 7, 9, 11, 13, 15, 17, 19},
		"pages 1-2": {1, 1, 2},
	}
	for want, pages := range cases {
		require.Equal(t, want, pageList(pages))
	}
}
