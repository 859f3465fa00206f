package convert_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/testkit"
)

// The text of inFont: its lines, and their positions in points.
var barLines = []string{"The first line of the page in bars", "goes on in the second and", "ends in the third of them"}

const barSize, barLeading, barLeft, barTop = 11, 15, 72, 700

// inFont returns a page in a font that the document has.
func inFont(kind testkit.FontKind) []byte { return inFontPages(kind, 1) }

// inFontPages returns a document of n such pages.
func inFontPages(kind testkit.FontKind, n int) []byte {
	pdf := &testkit.PDF{Catalog: "/Lang (en)"}
	font := pdf.AddFont(kind, "ABCDEF+Bars")
	var b strings.Builder
	fmt.Fprintf(&b, "BT /F %d Tf %d TL %d %d Td ", barSize, barLeading, barLeft, barTop)
	for _, line := range barLines {
		b.WriteString(kind.Encode(line) + " Tj T* ")
	}
	for range n {
		pdf.AddPage(testkit.Page{Content: b.String() + "ET", Fonts: fmt.Sprintf("/F %d 0 R", font)})
	}
	return pdf.Bytes()
}

// facsimile converts a document with the original looks of its pages.
func facsimile(t testing.TB, document []byte, change ...func(*convert.Options)) *convert.Result {
	t.Helper()
	opts := convert.DefaultOptions()
	opts.PreserveFormatting = true
	for _, c := range change {
		c(&opts)
	}
	result, err := convert.Convert(t.Context(), bytes.NewReader(document), opts)
	require.NoError(t, err)
	return result
}

// facsimileDocuments are the documents of these tests, with fonts of every kind.
func facsimileDocuments() map[string]func() []byte {
	all := map[string]func() []byte{}
	for name, document := range documents {
		all[name] = document
	}
	for _, kind := range testkit.FontKinds {
		all["in "+string(kind)] = func() []byte { return inFont(kind) }
	}
	return all
}

// cssAddress finds the references of a style sheet.
var cssAddress = regexp.MustCompile(`url\(([^)]*)\)`)

// requireFiles checks that every file exists to which a result refers.
func requireFiles(t *testing.T, result *convert.Result) {
	t.Helper()
	known := map[string]bool{"style.css": true, "pages.css": true}
	for _, a := range result.Assets {
		known[a.Name] = true
	}
	for _, m := range cssAddress.FindAllStringSubmatch(result.CSS+result.PagesCSS, -1) {
		require.True(t, known[m[1]], m[1])
	}
	for _, n := range elements(t, result.HTML) {
		for _, key := range []string{"src", "href"} {
			if at, ok := attribute(n, key); ok && (n.Data == "img" || n.Data == "link" || n.Data == "image") {
				require.True(t, known[at], at)
			}
		}
	}
}

func TestFacsimilesAreSound(t *testing.T) {
	t.Parallel()
	for name, document := range facsimileDocuments() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			one := facsimile(t, document(), func(o *convert.Options) { o.Workers = 1 })
			requireSound(t, one.HTML)
			requireFiles(t, one)
			require.NotContains(t, one.HTML, "<script")
			require.NotContains(t, one.HTML, " style=")
			four := facsimile(t, document(), func(o *convert.Options) { o.Workers = 4 })
			require.Equal(t, one, four)
		})
	}
}

func TestAFacsimileIsSelfContained(t *testing.T) {
	t.Parallel()
	for name, document := range facsimileDocuments() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result := facsimile(t, document())
			var b bytes.Buffer
			require.NoError(t, result.WriteSelfContained(&b))
			require.NotContains(t, b.String(), "assets/")
			require.NotContains(t, b.String(), "pages.css")
			for _, m := range cssAddress.FindAllStringSubmatch(b.String(), -1) {
				require.Regexp(t, `^(data:|#)`, m[1])
			}
			require.Equal(t, len(result.Assets) > 0, strings.Contains(b.String(), "data:"))
		})
	}
}

// words returns the words that are read out: those of everything that is not hidden from assistive technology,
// without list markers that a list itself announces.
func words(t *testing.T, document string) []string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(document))
	require.NoError(t, err)
	var b strings.Builder
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		hidden, _ := attribute(n, "aria-hidden")
		class, _ := attribute(n, "class")
		switch {
		case hidden == "true" || strings.Contains(class+" ", " k ") || n.Type == html.ElementNode && (n.Data == "head" || n.Data == "svg"):
			return
		case n.Type == html.TextNode:
			b.WriteString(n.Data)
		}
		for c := range n.ChildNodes() {
			walk(c)
		}
		if n.Type == html.ElementNode && n.Data != "span" && n.Data != "a" {
			b.WriteByte(' ')
		}
	}
	walk(root)
	return strings.Fields(b.String())
}

func TestAFacsimileSaysWhatTheFlowingDocumentSays(t *testing.T) {
	t.Parallel()
	for name, document := range facsimileDocuments() {
		for _, semantic := range []bool{true, false} {
			t.Run(fmt.Sprint(name, semantic), func(t *testing.T) {
				t.Parallel()
				opts := convert.Options{SemanticHTML: semantic}
				flow, err := convert.Convert(t.Context(), bytes.NewReader(document()), opts)
				require.NoError(t, err)
				require.Empty(t, flow.PagesCSS)
				require.NotContains(t, flow.HTML, "pages.css")
				require.NotContains(t, flow.HTML, "data-page")
				pages := facsimile(t, document(), func(o *convert.Options) { *o = opts; o.PreserveFormatting = true })
				require.Equal(t, words(t, flow.HTML), words(t, pages.HTML))
				require.Equal(t, flow.Metadata.Pages, strings.Count(pages.HTML, "data-page="))
			})
		}
	}
}

func TestAFacsimileWithoutSemanticsHasTheSameLines(t *testing.T) {
	t.Parallel()
	lines := func(semantic bool) (out []string) {
		result := facsimile(t, twoColumns(), func(o *convert.Options) { o.SemanticHTML = semantic })
		for _, n := range elements(t, result.HTML) {
			if class, _ := attribute(n, "class"); n.Data == "span" && strings.HasPrefix(class, "l ") {
				out = append(out, class+n.FirstChild.Data)
			}
		}
		return out
	}
	require.Len(t, lines(true), 40)
	require.Equal(t, lines(true), lines(false))
}

func TestWhatNobodySeesIsNotInAFacsimile(t *testing.T) {
	t.Parallel()
	covered := build(text("R", 11, 72, 700, "What everybody sees") + text("R", 11, 72, 600, "What was blackened") + "0 g 70 595 200 20 re f")
	for _, document := range [][]byte{hidden(), covered.Bytes()} {
		result := facsimile(t, document)
		require.Contains(t, result.HTML, "What everybody sees")
		for _, unseen := range []string{"What nobody sees", "off the page", "blackened"} {
			require.NotContains(t, result.HTML, unseen)
		}
	}
}

func TestRecognisedTextIsTransparent(t *testing.T) {
	t.Parallel()
	result := facsimile(t, scanned(1), func(o *convert.Options) {
		o.OCREnabled, o.OCREngine = true, &reader{lines: []string{"Words that were found in the picture of a page"}}
	})
	m := regexp.MustCompile(`class="l (s\d+)[^"]*">Words that were`).FindStringSubmatch(result.HTML)
	require.NotNil(t, m, result.HTML)
	require.Regexp(t, `\.`+m[1]+`\{[^}]*color:transparent`, result.PagesCSS)
	require.Equal(t, "image/png", result.Assets[len(result.Assets)-1].MediaType, "the scan is what one sees")
}

func TestAHyphenIsNotInTheText(t *testing.T) {
	t.Parallel()
	document := build(lines(72, 700, "This paragraph has a word that is at the end of its line exam-", "ple enough for all that come and", "see it.")).Bytes()
	result := facsimile(t, document)
	require.Contains(t, words(t, result.HTML), "example")
	require.NotContains(t, result.HTML, "exam-")
	require.Regexp(t, `class="l [^"]*\bh\b[^"]*">[^<]*exam</span>`, result.HTML)
	require.Contains(t, result.PagesCSS, `.h::after`)
}
