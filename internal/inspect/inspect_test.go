package inspect_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/inspect"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// painted is a page that paints text as one run of glyphs 10 points apart.
func painted(text string, flags layout.RunFlags) *layout.Content {
	c := &layout.Content{
		Page: 1, Width: 600, Height: 800,
		Fonts:  []*layout.Font{{Name: "Times-Bold", Bold: true, Ascent: 0.7, Descent: -0.2}},
		Paints: []layout.Paint{{Fill: layout.Color{R: 255}}},
		Items:  []layout.Item{{Kind: layout.KindRun}},
	}
	for _, r := range text {
		if r != ' ' {
			c.Glyphs = append(c.Glyphs, layout.Glyph{X: 10 * float32(len(c.Glyphs)), Y: 100, Advance: 10, Char: r})
		}
	}
	c.Runs = []layout.Run{{Count: int32(len(c.Glyphs)), Clip: -1, Mark: -1, Size: 10, Em: [4]float32{10, 0, 0, -10}, Flags: flags}}
	return c
}

// read is the page that layout makes of text: one block of one line of one word.
func read(text string) *layout.Page {
	n := int32(len(text))
	box := layout.Rect{X0: 0, Y0: 90, X1: 10 * float32(n), Y1: 102}
	return &layout.Page{
		Number: 1, Width: 600, Height: 800, Text: text,
		Styles: []layout.Style{{Font: "Times-Bold", Size: 10, Bold: true}},
		Words:  []layout.Word{{End: n, Box: box}},
		Lines:  []layout.Line{{End: n, WordCount: 1, Box: box, Baseline: 100, Size: 10}},
		Blocks: []layout.Block{{LineCount: 1, Box: box, Figure: -1, Why: "it stands alone"}},
	}
}

// heading is a document whose only node is a heading with text.
func heading(text string) *semantic.Document {
	return &semantic.Document{Root: &semantic.Node{Block: -1, Children: []*semantic.Node{{
		Role: semantic.H, Level: 2, Page: 1,
		Children: []*semantic.Node{{Role: semantic.Span, Text: text}},
		Evidence: []semantic.Evidence{
			{Role: semantic.Artifact, Verdict: semantic.Short, Rule: "furniture", Reason: "0.40 of 1.00 (aloneWeight): bold +0.40"},
			{Role: semantic.Code, Rule: "code", Weight: 0.7, Reason: "indents matter"},
			{Role: semantic.H, Rule: "heading", Weight: 0.8, Reason: "it is bold"},
			{Role: semantic.LI, Verdict: semantic.Outweighed, Rule: "list", Weight: 0.6, Reason: "it has a bullet"},
		},
	}}}}
}

func TestFinderExplains(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		content *layout.Content
		page    *layout.Page
		query   string
		want    string // the whole report; "" when nothing is found
	}{
		"text that became a heading": {
			painted("A & B", 0), read("A & B"), "a&b",
			`page 1: "A & B"
  run 0: "A&B"
    font Times-Bold (bold), 10.00 pt, #ff0000, at (0.0, 100.0)
  line 0: "A & B"
    10.00 pt, baseline 100.0, Times-Bold 10.00 pt #000000 bold
  block 0: paragraph, column 0, 1 lines, because it stands alone
  node: Document > H2
    not Artifact by rule furniture: 0.40 of 1.00 (aloneWeight): bold +0.40
    Code by rule code, weight 0.70, overruled below: indents matter
    H2 by rule heading, weight 0.80: it is bold
    not LI by rule list, weight 0.60, outweighed: it has a bullet
`,
		},
		"text that nobody sees": {
			painted("secret", layout.Invisible),
			&layout.Page{Number: 1, Unseen: []layout.Unread{{
				Text: "secret", Box: layout.Rect{X0: 0, Y0: 90, X1: 60, Y1: 102}, Flags: layout.Invisible,
			}}},
			"SECRET",
			`page 1: left out, a reader does not see it (Invisible)
  run 0: "secret"
    font Times-Bold (bold), 10.00 pt, #ff0000, at (0.0, 100.0), Invisible
`,
		},
		"text that layout lost": {
			painted("lost words", 0), &layout.Page{Number: 1}, "lost",
			`page 1: painted, but in no line of the page
  run 0: "lostwords"
    font Times-Bold (bold), 10.00 pt, #ff0000, at (0.0, 100.0)
`,
		},
		"text that is not there": {painted("this", 0), read("this"), "that", ""},
		"no text":                {painted("this", 0), read("this"), "  ", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			finder := inspect.NewFinder(c.query)
			finder.Content(c.content)
			finder.Layout(c.page)
			var b strings.Builder
			matches, err := finder.Report(&b, heading(c.page.Text))
			require.NoError(t, err)
			require.Equal(t, c.want, b.String())
			require.Equal(t, c.want != "", matches > 0)
		})
	}
}

// A paragraph that runs over a page end is one node, begun on the page before,
// with the anchor of the page and without the hyphen in it.
func TestFinderFindsTheNodeThatBeganOnAnEarlierPage(t *testing.T) {
	t.Parallel()
	p := func(page int32, children ...*semantic.Node) *semantic.Node {
		return &semantic.Node{Role: semantic.P, Page: page, Block: 7, Children: children, Evidence: []semantic.Evidence{{Role: semantic.P, Rule: "paragraph", Weight: 0.5, Reason: "it goes on"}}}
	}
	span := func(text string) *semantic.Node { return &semantic.Node{Role: semantic.Span, Text: text} }
	doc := &semantic.Document{Root: &semantic.Node{Block: -1, Children: []*semantic.Node{
		p(1, span("It ends here.")),
		p(1, span("It begins on one page and is con"), &semantic.Node{Role: semantic.PageBreak, Page: 2, Block: -1}, span("tinued on the next.")),
		p(2, span("The next one.")),
	}}}
	for _, query := range []string{"tinued on", "con-tinued"} {
		f := inspect.NewFinder(query)
		content, page := painted("is con-tinued on the next.", 0), read("is con-tinued on the next.")
		content.Page, page.Number = 2, 2
		f.Content(content)
		f.Layout(page)
		var out bytes.Buffer
		matches, err := f.Report(&out, doc)
		require.NoError(t, err)
		require.Equal(t, 1, matches)
		require.Contains(t, out.String(), "  node: Document > P\n    P by rule paragraph, weight 0.50: it goes on\n")
	}
}

func TestFinderExplainsSomeAndCountsTheRest(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("ab", 25)
	finder := inspect.NewFinder("AB")
	finder.Content(painted(text, 0))
	finder.Layout(read(text))
	var b strings.Builder
	matches, err := finder.Report(&b, heading(text))
	require.NoError(t, err)
	require.Equal(t, 25, matches)
	require.Equal(t, 20, strings.Count(b.String(), "page 1:"))
	require.Contains(t, b.String(), "and 5 more\n")
}

// requireXML checks that picture is well-formed, whatever the document says.
func requireXML(t *testing.T, picture []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(picture))
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(t, err, "%s", picture)
	}
}

func TestPicturesAreWellFormed(t *testing.T) {
	t.Parallel()
	const hostile = `</title><script>&"'` + "\x00\x01\xff"
	content, page, doc := painted(hostile, 0), read(hostile), heading(hostile)
	content.Links = []layout.Link{{URI: hostile, Areas: []layout.Rect{{X1: 1, Y1: 1}}}}
	tree := inspect.Tree{Document: doc, Blocks: map[int][]layout.Rect{1: {page.Blocks[0].Box}}}
	for name, write := range map[string]func(io.Writer) error{
		"content":  func(w io.Writer) error { return inspect.ContentSVG(w, content) },
		"layout":   func(w io.Writer) error { return inspect.LayoutSVG(w, page) },
		"semantic": func(w io.Writer) error { return inspect.SemanticSVG(w, 600, 800, tree.Pages()[1]) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var b bytes.Buffer
			require.NoError(t, write(&b))
			requireXML(t, b.Bytes())
			require.NotContains(t, b.String(), "<script>")
		})
	}
}

func TestPicturesAreBounded(t *testing.T) {
	t.Parallel()
	page := read("x")
	page.Rulings = make([]layout.Ruling, 60_000)
	var b bytes.Buffer
	require.NoError(t, inspect.LayoutSVG(&b, page))
	require.Contains(t, b.String(), "marks are not drawn")
	require.Less(t, bytes.Count(b.Bytes(), []byte("<rect")), 50_010)
}

func TestJSONLeavesHandlesOut(t *testing.T) {
	t.Parallel()
	content := painted("text", 0)
	content.Fonts[0].Handle = func() {}
	var b bytes.Buffer
	require.NoError(t, inspect.JSON(&b, content))
	var back layout.Content
	require.NoError(t, json.Unmarshal(b.Bytes(), &back))
	require.Equal(t, content.Glyphs, back.Glyphs)
}

// A full disk must not look like success.
func TestWriteErrorsAreReported(t *testing.T) {
	t.Parallel()
	finder := inspect.NewFinder("text")
	finder.Content(painted("text", 0))
	finder.Layout(read("text"))
	_, err := finder.Report(full{}, heading("text"))
	require.ErrorIs(t, err, errFull)
	require.ErrorIs(t, inspect.LayoutSVG(full{}, read("text")), errFull)
	require.ErrorIs(t, inspect.Index(full{}, "title", nil), errFull)
}

var errFull = errors.New("the disk is full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }
