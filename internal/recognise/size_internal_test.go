package recognise

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSizesOfOneParagraphAreOne(t *testing.T) {
	t.Parallel()
	const long = "a line of the harbour report"
	cases := map[string]struct {
		sizes, want []float64
		short       bool
	}{
		"measured a little off":            {[]float64{40, 42, 39, 41}, []float64{40, 40, 40, 40}, false},
		"one line of capitals and slashes": {[]float64{40, 40, 45.5, 40}, []float64{40, 40, 40, 40}, false},
		"one line of a bowed page":         {[]float64{40, 40, 33, 40}, []float64{40, 40, 40, 40}, false},
		"a heading close to its text":      {[]float64{45.5, 40, 40, 40}, []float64{45.5, 40, 40, 40}, false},
		"a heading close to other text":    {[]float64{40, 40, 40, 45.5}, []float64{40, 40, 40, 45.5}, false},
		"a last line without tall letters": {[]float64{40, 40, 40, 35}, []float64{40, 40, 40, 40}, false},
		"a quotation":                      {[]float64{40, 40, 35, 35, 40}, []float64{40, 40, 35, 35, 40}, false},
		"a title":                          {[]float64{40, 40, 60, 40}, []float64{40, 40, 60, 40}, false},
		"cells":                            {[]float64{40, 40, 45.5, 40}, []float64{40, 40, 45.5, 40}, true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := &words{}
			for _, size := range c.sizes {
				text := long
				if c.short {
					text, _, _ = strings.Cut(long, " the")
				}
				w.lines = append(w.lines, line{words: []word{{text: text, chars: len(text)}}, height: size * emHeight})
			}
			require.InDeltaSlice(t, c.want, w.sizes(), 1e-9)
		})
	}
}
