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

// minifier is the measure for the output of Minify. Tags and quotes stay: a document without them is legal, but
// surprises everyone who looks into it. The minifier gets strings, because it changes byte slices that it reads.
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
	for readable, compact := range map[string]string{"style.css": "../style.min.css", "look.css": "../look.min.css", "plain.css": "../plain.min.css", "pages.css": "../pages.min.css"} {
		source, err := os.ReadFile(readable)
		require.NoError(t, err)
		sheet, err := minifier().String("text/css", string(source))
		require.NoError(t, err)
		testkit.Golden(t, compact, []byte(sheet))
	}
}

func TestMinifyGivesTheMinifiedStylesheet(t *testing.T) {
	t.Parallel()
	for names, minify := range map[[2]string]bool{{"style.css", "look.css"}: false, {"style.min.css", "look.min.css"}: true} {
		base, err := os.ReadFile(names[0])
		require.NoError(t, err)
		look, err := os.ReadFile(names[1])
		require.NoError(t, err)
		want := string(base) + string(look)
		if !minify {
			want = string(base) + "\n" + string(look)
		}
		out, err := htmlout.Write(t.Context(), sample(), htmlout.Options{Minify: minify})
		require.NoError(t, err)
		require.Equal(t, want, out.CSS)
	}
}

// A minifier that reads the document again must find nearly nothing to remove, and no white space at all.
func TestMinifyLeavesNothingToAMinifier(t *testing.T) {
	t.Parallel()
	for _, semanticHTML := range []bool{false, true} {
		source := write(t, sample(), htmlout.Options{Semantic: semanticHTML, Minify: true})
		again, err := minifier().String("text/html", source)
		require.NoError(t, err)
		same := strings.NewReplacer( // what it removes besides white space
			"<!DOCTYPE", "<!doctype",
			"&amp;", "&",
			`title="a &quot;title&quot;"`, `title='a "title"'`,
		)
		require.Equal(t, same.Replace(again), same.Replace(source))
	}
}

// TestTheStylesheetHoldsNothingThatIsNoCSSToTheNuChecker: version 26.9 of the checker finds an error in each of
// these. One of them in the style sheet makes every document invalid that holds it.
func TestTheStylesheetHoldsNothingThatIsNoCSSToTheNuChecker(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"style.css", "look.css", "plain.css", "pages.css"} {
		sheet, err := os.ReadFile(name)
		require.NoError(t, err)
		require.NotRegexp(t, `@(container|starting-style)|:target-current|\b(scroll-target-group|field-sizing|container(-name|-type)?|(scroll|view|animation)-timeline)\s*:`, string(sheet), name)
	}
}
