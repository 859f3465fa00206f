package pdf_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/testkit"
)

func TestPageLabel(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		tree string // "" for none
		want []string
	}{
		"none":                        {"", []string{"", "", "", ""}},
		"front matter and body":       {"/Nums [0 << /S /r >> 2 << /S /D >>]", []string{"i", "ii", "1", "2"}},
		"a prefix":                    {"/Nums [0 << /S /D /P (A-) /St 9 >>]", []string{"A-9", "A-10", "A-11", "A-12"}},
		"a prefix alone":              {"/Nums [0 << /P (Cover) >> 1 << /S /D >>]", []string{"Cover", "1", "2", "3"}},
		"large Roman numbers":         {"/Nums [0 << /S /R /St 1989 >> 1 << /S /R /St 3999 >>]", []string{"MCMLXXXIX", "MMMCMXCIX", "4000", "4001"}},
		"letters":                     {"/Nums [0 << /S /A /St 26 >> 2 << /S /a /St 53 >>]", []string{"Z", "AA", "aaa", "bbb"}},
		"letters without end":         {"/Nums [0 << /S /A /St 1000000000 >>]", []string{"1000000000", "1000000001", "1000000002", "1000000003"}},
		"pages before the first":      {"/Nums [2 << /S /D >>]", []string{"", "", "1", "2"}},
		"a tree out of order":         {"/Kids [<< /Nums [2 << /S /D >>] >> << /Nums [0 << /S /r >>] >>]", []string{"i", "ii", "1", "2"}},
		"a first number that is none": {"/Nums [0 << /S /D /St -5 >>]", []string{"1", "2", "3", "4"}},
		"an unknown style":            {"/Nums [0 << /S /X >>]", []string{"1", "2", "3", "4"}},
		"keys that are none":          {"/Nums [(a) << /S /r >> -1 << /S /r >> 99 << /S /r >> 0 << /S /D >> 1]", []string{"1", "2", "3", "4"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := &testkit.PDF{}
			if c.tree != "" {
				file.Catalog = "/PageLabels << " + c.tree + " >>"
			}
			d := opened(t, file, 4)
			var got []string
			for n := 1; n <= 4; n++ {
				got = append(got, d.PageLabel(n))
			}
			require.Equal(t, c.want, got)
			require.Empty(t, d.PageLabel(0))
			require.Empty(t, d.PageLabel(5))
		})
	}
}
