package convert_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
)

func TestOptionsThatMeanNothingAreRefused(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		opts   convert.Options
		code   convert.Code
		detail string
	}{
		"images to read but no pages":      {convert.Options{OCRImages: true}, convert.InvalidOption, "OCRImages"},
		"a language to read in words":      {convert.Options{OCRLanguages: []string{"en", "German!"}}, convert.InvalidOption, "OCRLanguages"},
		"formulas as nobody has them":      {convert.Options{Math: "latex"}, convert.InvalidOption, "Math"},
		"a look that nobody made":          {convert.Options{Theme: "sepia"}, convert.InvalidOption, "Theme"},
		"a stylesheet that fetches":        {convert.Options{Stylesheet: "@import 'https://example.org/a.css';"}, convert.InvalidOption, "Stylesheet"},
		"negative pages":                   {convert.Options{MaxPages: -1}, convert.InvalidOption, "MaxPages"},
		"negative bytes":                   {convert.Options{MaxBytes: -1}, convert.InvalidOption, "MaxBytes"},
		"negative workers":                 {convert.Options{Workers: -1}, convert.InvalidOption, "Workers"},
		"a language in words":              {convert.Options{Language: "English, please"}, convert.InvalidOption, "Language"},
		"a language that begins in digits": {convert.Options{Language: "4en"}, convert.InvalidOption, "Language"},
		"a language with a hole":           {convert.Options{Language: "en--GB"}, convert.InvalidOption, "Language"},
		"a language without end":           {convert.Options{Language: strings.Repeat("en-", 50) + "en"}, convert.InvalidOption, "Language"},
		"page 0":                           {pages(0, 1), convert.InvalidOption, "Pages"},
		"a negative page":                  {pages(-3, 0), convert.InvalidOption, "Pages"},
		"a negative end":                   {pages(3, -1), convert.InvalidOption, "Pages"},
		"a range backwards":                {pages(3, 2), convert.InvalidOption, "Pages"},
		"a range behind the last page":     {pages(4, 0), convert.InvalidOption, "page 4 of a document of 3"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result, err := convert.Convert(t.Context(), bytes.NewReader(numbered(3)), c.opts)
			require.ErrorIs(t, err, c.code)
			require.Nil(t, result)
			var known *convert.Error
			require.True(t, errors.As(err, &known))
			require.Contains(t, known.Detail, c.detail)
		})
	}
}

func pages(first, last int) convert.Options {
	return convert.Options{Pages: []convert.PageRange{{First: first, Last: last}}}
}

func TestOptionsThatMeanSomethingAreTaken(t *testing.T) {
	t.Parallel()
	cases := map[string]convert.Options{
		"the zero value":      {},
		"the defaults":        convert.DefaultOptions(),
		"a language tag":      {Language: "zh-Hant-TW"},
		"a private language":  {Language: "x-elvish"},
		"many workers":        {Workers: 100},
		"a password in vain":  {Password: "never asked for"},
		"exactly enough room": {MaxPages: 3, MaxBytes: int64(len(numbered(3)))},
	}
	for name, opts := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := convert.Convert(t.Context(), bytes.NewReader(numbered(3)), opts)
			require.NoError(t, err)
		})
	}
}

func TestPagesSelectsPagesInDocumentOrder(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		ranges []convert.PageRange
		want   []int
	}{
		"none means all":       {nil, []int{1, 2, 3, 4, 5}},
		"one":                  {[]convert.PageRange{{First: 2, Last: 2}}, []int{2}},
		"to the end":           {[]convert.PageRange{{First: 4}}, []int{4, 5}},
		"cut at the end":       {[]convert.PageRange{{First: 4, Last: 99}}, []int{4, 5}},
		"out of order, merged": {[]convert.PageRange{{First: 3, Last: 4}, {First: 1, Last: 3}}, []int{1, 2, 3, 4}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opts := convert.Options{Pages: c.ranges}
			var last, total int
			opts.Progress = func(d, n int) { last, total = d, n }
			result, err := convert.Convert(t.Context(), bytes.NewReader(numbered(5)), opts)
			require.NoError(t, err)
			require.Equal(t, []int{len(c.want), len(c.want)}, []int{last, total}, "only these pages are read")
			require.Equal(t, 5, result.Metadata.Pages)
			at := -1
			for n := 1; n <= 5; n++ {
				i := strings.Index(result.HTML, "page number "+string(rune('0'+n)))
				if !slices.Contains(c.want, n) {
					require.Negative(t, i, "page %d is not wanted", n)
					continue
				}
				require.Greater(t, i, at, "page %d is out of order", n)
				at = i
			}
		})
	}
}
