package convert_test

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
)

// withFormulas converts a paper of the corpus with formulas.
func withFormulas(t *testing.T, adjust func(*convert.Options)) *convert.Result {
	t.Helper()
	paper, err := os.ReadFile("../internal/regress/corpus/squares-tex.pdf")
	require.NoError(t, err)
	opts := convert.DefaultOptions()
	adjust(&opts)
	result, err := convert.Convert(t.Context(), bytes.NewReader(paper), opts)
	require.NoError(t, err)
	return result
}

func TestFormulasAreWrittenAsAskedFor(t *testing.T) {
	t.Parallel()
	mathml := withFormulas(t, func(*convert.Options) {})
	count := strings.Count(mathml.HTML, "<math ")
	require.Greater(t, count, 10)
	require.Equal(t, count, strings.Count(mathml.HTML, `<annotation encoding="application/x-tex">`))
	require.Equal(t, 100, *mathml.Metadata.AccessibilityScore)

	tex := withFormulas(t, func(o *convert.Options) { o.Math = convert.MathTeX })
	require.NotContains(t, tex.HTML, "<math")
	require.Contains(t, tex.HTML, `<span class="formula">\(`)
	require.Contains(t, tex.HTML, `\[`)

	image := withFormulas(t, func(o *convert.Options) { o.Math = convert.MathImage })
	require.NotContains(t, image.HTML, "<math")
	require.Equal(t, count+1, strings.Count(image.HTML, `class="formula`), "one goes on over two lines, with a picture of each")
	require.GreaterOrEqual(t, strings.Count(image.HTML, `.svg" alt="`), count)
	require.Regexp(t, `<span class="formula"><img src="assets/p1-\d+.svg" alt="[^"]+" width="\d+" height="\d+" style="height:[0-9.]+em;vertical-align:-?[0-9.]+em"`, image.HTML)
	require.Equal(t, 100, *image.Metadata.AccessibilityScore)

	none := withFormulas(t, func(o *convert.Options) { o.Math, o.ExtractImages = convert.MathImage, false })
	require.Equal(t, count, strings.Count(none.HTML, "<math "))
	require.NotContains(t, none.HTML, "<img")
}

func TestPicturesOfFormulasHoldTheirGlyphsAndNothingElse(t *testing.T) {
	t.Parallel()
	result := withFormulas(t, func(o *convert.Options) { o.Math = convert.MathImage })
	for _, a := range result.Assets {
		if strings.HasSuffix(a.Name, ".svg") {
			require.Contains(t, string(a.Data), "<path", a.Name)
			require.NotContains(t, string(a.Data), "<text", a.Name)
		}
	}
}

func TestFormulasOfPagesAsTheyLook(t *testing.T) {
	t.Parallel()
	result := withFormulas(t, func(o *convert.Options) { o.PreserveFormatting = true })
	count := strings.Count(result.HTML, "<math ")
	require.Greater(t, count, 10)
	glyphs := regexp.MustCompile(`<span class="m" aria-hidden="true"><span (id="equation-\d+" )?class="l `)
	require.Len(t, glyphs.FindAllString(result.HTML, -1), count, "each has its glyphs on the page, and links to equations lead to these")
}
