package htmlout_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/css"
	minifyhtml "github.com/tdewolff/minify/v2/html"

	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/internal/testkit"
)

// minifier is the measure of what Minify writes. Tags and quotes stay: a document
// without them is legal and surprises everybody who looks into it. It is given
// strings, since it changes byte slices that it reads.
func minifier() *minify.M {
	m := minify.New()
	m.AddFunc("text/css", css.Minify)
	m.Add("text/html", &minifyhtml.Minifier{
		KeepDocumentTags:    true,
		KeepEndTags:         true,
		KeepQuotes:          true,
		KeepDefaultAttrVals: true,
	})
	return m
}

func TestTheMinifiedStylesheetIsThatOfTheReadableOne(t *testing.T) {
	t.Parallel()
	for readable, compact := range map[string]string{"style.css": "../style.min.css", "pages.css": "../pages.min.css"} {
		source, err := os.ReadFile(readable)
		require.NoError(t, err)
		sheet, err := minifier().String("text/css", string(source))
		require.NoError(t, err)
		testkit.Golden(t, compact, []byte(sheet))
	}
}

func TestMinifyGivesTheMinifiedStylesheet(t *testing.T) {
	t.Parallel()
	for name, minify := range map[string]bool{"style.css": false, "style.min.css": true} {
		want, err := os.ReadFile(name)
		require.NoError(t, err)
		out, err := htmlout.Write(t.Context(), sample(), htmlout.Options{Minify: minify})
		require.NoError(t, err)
		require.Equal(t, string(want), out.CSS)
	}
}

// A minifier that reads the document again would find next to nothing to leave
// out, and no white space at all.
func TestMinifyLeavesNothingToAMinifier(t *testing.T) {
	t.Parallel()
	for _, semanticHTML := range []bool{false, true} {
		source := write(t, sample(), htmlout.Options{Semantic: semanticHTML, Minify: true})
		again, err := minifier().String("text/html", source)
		require.NoError(t, err)
		same := strings.NewReplacer( // what it leaves out beside white space
			"<!DOCTYPE", "<!doctype",
			"&amp;", "&",
			`title="a &quot;title&quot;"`, `title='a "title"'`,
		)
		require.Equal(t, same.Replace(again), same.Replace(source))
	}
}
