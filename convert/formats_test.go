package convert_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	nethtml "golang.org/x/net/html"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/layout"
)

// corpusStep is how many documents of the corpus of internal/regress there are for each one that is converted to
// all forms.
const corpusStep = 5

// furtherPDFs names an environment variable with a folder. The PDF files in it, and below it, are converted to all
// forms, too.
const furtherPDFs = "PAGELIFT_TEST_PDFS"

// eachInForms converts documents of all kinds in all forms.
func eachInForms(t *testing.T, change func(*convert.Options), do func(t *testing.T, name string, r *convert.Result)) {
	t.Helper()
	files, err := filepath.Glob("../internal/regress/corpus/*.pdf")
	require.NoError(t, err)
	require.Greater(t, len(files), 100)
	for i := 0; i < len(files); i += corpusStep {
		inForms(t, files[i], change, do)
	}
}

// eachFurther does what eachInForms does, for each PDF below the folder in furtherPDFs, in a test of its own.
func eachFurther(t *testing.T, change func(*convert.Options), do func(t *testing.T, name string, r *convert.Result)) {
	t.Helper()
	folder := os.Getenv(furtherPDFs)
	if folder == "" {
		return
	}
	found := 0
	require.NoError(t, filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".pdf" {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		found++
		t.Run(filepath.ToSlash(name), func(t *testing.T) { inForms(t, path, change, do) })
		return nil
	}))
	require.Positive(t, found, "no PDF in %s", folder)
}

func inForms(t *testing.T, file string, change func(*convert.Options), do func(t *testing.T, name string, r *convert.Result)) {
	t.Helper()
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	opts := convert.DefaultOptions()
	opts.AccessibilityCheck, opts.Formats = false, convert.Formats()
	if change != nil {
		change(&opts)
	}
	r, err := convert.Convert(t.Context(), bytes.NewReader(data), opts)
	require.NoError(t, err)
	do(t, filepath.Base(file), r)
}

func asForm(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, write(&b))
	return b.String()
}

// formPage holds the parts of HTML that other forms must have, too.
type formPage struct {
	headings []string // "2 Foxes"
	items    []string // the text of items without nested lists: "-- Foxes" in a list inside a list
	links    []string // targets
	noted    []string // targets of links in notes, sorted: notes stand elsewhere in Markdown
	tables   [][]string
}

func parsePage(t *testing.T, source string) formPage {
	t.Helper()
	root, err := nethtml.Parse(strings.NewReader(source))
	require.NoError(t, err)
	var p formPage
	var walk func(n *nethtml.Node, inTable, inNote bool)
	walk = func(n *nethtml.Node, inTable, inNote bool) {
		if n.Type == nethtml.ElementNode {
			class := attrOf(n, "class")
			if class == "page-furniture" || class == "outline" || n.Data == "head" || attrOf(n, "role") == "doc-backlink" || attrOf(n, "class") == "footnote-backref" {
				return
			}
			inNote = inNote || isNote(n)
			switch n.Data {
			case "h1", "h2", "h3", "h4", "h5", "h6":
				p.headings = append(p.headings, n.Data[1:]+" "+saidIn(n))
			case "li":
				if !inTable && !inNote {
					p.items = append(p.items, strings.Repeat("-", listsAround(n))+" "+saidIn(n))
				}
			case "a":
				href := attrOf(n, "href")
				switch {
				case !strings.HasPrefix(href, "http"):
				case inNote:
					p.noted = append(p.noted, href)
				default:
					p.links = append(p.links, href)
				}
			case "table":
				p.tables = append(p.tables, placesOf(n))
				inTable = true
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c, inTable, inNote)
		}
	}
	walk(root, false, false)
	slices.Sort(p.noted)
	return p
}

// listsAround returns how many lists contain n.
func listsAround(n *nethtml.Node) (lists int) {
	for n = n.Parent; n != nil; n = n.Parent {
		if n.Data == "ol" || n.Data == "ul" {
			lists++
		}
	}
	return lists
}

// isNote reports whether n is a note: of the HTML, or an item of goldmark's list of footnotes.
func isNote(n *nethtml.Node) bool {
	return attrOf(n, "role") == "doc-footnote" || strings.HasPrefix(attrOf(n, "id"), "fn:")
}

func attrOf(n *nethtml.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// saidIn returns the text of n without formulas, pictures, inner lists, labels of items and references to notes:
// forms write these in several ways.
func saidIn(n *nethtml.Node) string {
	var b strings.Builder
	var walk func(n *nethtml.Node)
	walk = func(n *nethtml.Node) {
		switch {
		case n.Type == nethtml.TextNode:
			b.WriteString(n.Data)
		case n.Data == "math" || n.Data == "ol" || n.Data == "ul" || n.Data == "img" || attrOf(n, "class") == "label" || attrOf(n, "class") == "footnote-ref" || attrOf(n, "role") == "doc-noteref":
			return
		case slices.Contains(parting, n.Data):
			b.WriteByte(' ')
			defer b.WriteByte(' ')
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(n)
	return strings.Join(strings.Fields(formulas.ReplaceAllString(b.String(), "")), " ")
}

// parting are the elements that separate their text from the text around them.
var parting = []string{"br", "p", "div", "li", "pre", "blockquote", "dl", "dt", "dd", "figure", "figcaption", "table", "tr", "td", "th", "aside", "section"}

// formulas matches formulas in Markdown. HTML has them as MathML.
var formulas = regexp.MustCompile(`\$[^$]+\$`)

// placesOf returns the cells of a table with their positions: "0,1 2x1 text".
func placesOf(table *nethtml.Node) []string {
	var list []string
	taken := map[[2]int]bool{}
	row := -1
	span := func(n *nethtml.Node, name string) int {
		v, err := strconv.Atoi(attrOf(n, name))
		if err != nil {
			return 1
		}
		return v
	}
	for n := range table.Descendants() {
		if n.Type != nethtml.ElementNode {
			continue
		}
		switch n.Data {
		case "tr":
			row++
		case "td", "th":
			col := 0
			for taken[[2]int{row, col}] {
				col++
			}
			rows, cols := span(n, "rowspan"), span(n, "colspan")
			for r := range rows {
				for c := range cols {
					taken[[2]int{row + r, col + c}] = true
				}
			}
			list = append(list, strconv.Itoa(row)+","+strconv.Itoa(col)+" "+strconv.Itoa(rows)+"x"+strconv.Itoa(cols)+" "+tight(textBelow(n)))
		}
	}
	return list
}

// withoutText returns only the positions of cells.
func withoutText(cells []string) []string {
	var list []string
	for _, c := range cells {
		list = append(list, strings.Join(strings.SplitN(c, " ", 3)[:2], " "))
	}
	return list
}

// itemLabel matches a label that Markdown has in the text of an item. Markdown itself knows only numbers with a
// full stop or a parenthesis.
var itemLabel = regexp.MustCompile(`^(-+ )[(\[]?[0-9A-Za-z]{1,7}[.)\]]+ `)

// unlabelled returns items without their labels.
func unlabelled(items []string) []string {
	var list []string
	for _, s := range items {
		list = append(list, itemLabel.ReplaceAllString(s, "$1"))
	}
	return list
}

func textBelow(n *nethtml.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == nethtml.TextNode && !standsIn(c, "annotation") {
			b.WriteString(c.Data)
		}
	}
	return b.String()
}

func standsIn(n *nethtml.Node, tag string) bool {
	for n = n.Parent; n != nil; n = n.Parent {
		if n.Type == nethtml.ElementNode && n.Data == tag {
			return true
		}
	}
	return false
}

// tight returns s without spaces: each form separates blocks in a cell in its own way.
func tight(s string) string { return strings.Join(strings.Fields(s), "") }

// TestMarkdownSaysWhatTheHTMLSays reads Markdown back. Its headings, items, links and tables are those of the
// HTML.
func TestMarkdownSaysWhatTheHTMLSays(t *testing.T) {
	t.Parallel()
	markdown := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList, extension.Footnote), goldmark.WithRendererOptions(html.WithUnsafe()))
	headings, items, tables := 0, 0, 0
	check := func(t *testing.T, name string, r *convert.Result) {
		want := parsePage(t, r.HTML)
		var b bytes.Buffer
		source := asForm(t, r.WriteMarkdown)
		require.NoError(t, markdown.Convert([]byte(source), &b))
		got := parsePage(t, b.String())
		require.Equal(t, want.headings, got.headings, name)
		require.Equal(t, want.links, got.links, name)
		require.Equal(t, want.noted, got.noted, name)
		require.Len(t, got.tables, len(want.tables), name)
		for i := range want.tables {
			w, g := want.tables[i], got.tables[i]
			if strings.Contains(r.HTML, "<math") { // it says the same in other signs
				w, g = withoutText(w), withoutText(g)
			}
			require.Equal(t, w, g, name)
		}
		require.Equal(t, unlabelled(want.items), unlabelled(got.items), name)
		headings, items, tables = headings+len(got.headings), items+len(got.items), tables+len(got.tables)
	}
	eachInForms(t, nil, check)
	eachFurther(t, nil, check)
	require.Greater(t, headings, 50)
	require.Greater(t, items, 30)
	require.Greater(t, tables, 5)
}

// TestTablesOfAllFormsAreThoseOfTheHTML compares the cells of CSV and JSON with those of the HTML.
func TestTablesOfAllFormsAreThoseOfTheHTML(t *testing.T) {
	t.Parallel()
	eachInForms(t, nil, func(t *testing.T, name string, r *convert.Result) {
		if strings.Contains(r.HTML, "<math") || strings.Contains(r.HTML, "<input") {
			return
		}
		want := parsePage(t, r.HTML).tables
		var inJSON [][]string
		eachJSONNode(t, asForm(t, r.WriteJSON), func(n map[string]any) {
			table, ok := n["table"].(map[string]any)
			if !ok {
				return
			}
			var cells []string
			for _, c := range table["cells"].([]any) {
				c := c.(map[string]any)
				number := func(name string) string { return strconv.Itoa(int(c[name].(float64))) }
				cells = append(cells, number("row")+","+number("column")+" "+number("row_span")+"x"+number("column_span")+" "+tight(c["text"].(string)))
			}
			inJSON = append(inJSON, cells)
		})
		require.Equal(t, want, inJSON, name)
		var records [][]string
		for i, one := range strings.Split(asForm(t, r.WriteCSV), "\r\n\r\n") {
			if len(want) == 0 {
				require.Empty(t, one)
				break
			}
			read, err := csv.NewReader(strings.NewReader(one)).ReadAll()
			require.NoError(t, err, name) // each record must have the same number of fields
			records = read
			for _, cell := range want[i] {
				place, text, _ := strings.Cut(cell, " ")
				_, text, _ = strings.Cut(text, " ")
				row, col, _ := strings.Cut(place, ",")
				y, _ := strconv.Atoi(row)
				x, _ := strconv.Atoi(col)
				require.Equal(t, text, tight(records[y][x]), "%s: table %d, %s", name, i, cell)
			}
		}
	})
}

// eachJSONNode calls do with each node of a document in JSON.
func eachJSONNode(t *testing.T, source string, do func(map[string]any)) {
	t.Helper()
	var d map[string]any
	require.NoError(t, json.Unmarshal([]byte(source), &d))
	var walk func(list any)
	walk = func(list any) {
		nodes, _ := list.([]any)
		for _, n := range nodes {
			n := n.(map[string]any)
			do(n)
			if table, ok := n["table"].(map[string]any); ok {
				for _, c := range table["cells"].([]any) {
					walk(c.(map[string]any)["children"])
				}
			}
			walk(n["children"])
		}
	}
	walk(d["nodes"])
}

func TestJSONFollowsItsSchema(t *testing.T) {
	t.Parallel()
	schema, err := jsonschema.NewCompiler().Compile("../docs/schema/document-1.json")
	require.NoError(t, err)
	check := func(t *testing.T, name string, r *convert.Result) {
		source := asForm(t, r.WriteJSON)
		d, err := jsonschema.UnmarshalJSON(strings.NewReader(source))
		require.NoError(t, err, name)
		require.NoError(t, schema.Validate(d), name)
		ids := map[string]bool{}
		eachJSONNode(t, source, func(n map[string]any) {
			if id, ok := n["id"].(string); ok {
				require.False(t, ids[id], "%s: %s twice", name, id)
				ids[id] = true
			}
		})
	}
	all := func(o *convert.Options) { o.FormatOptions.JSONLines, o.FormatOptions.JSONEvidence = true, true }
	eachInForms(t, all, check)
	eachFurther(t, all, check)
	var nothing any
	require.NoError(t, json.Unmarshal([]byte(`{"format":"pagelift-document","version":1}`), &nothing))
	require.Error(t, schema.Validate(nothing))
}

// boxedWords counts the words of blocks, and the words that stand in the blocks' boxes.
type boxedWords struct {
	said  int // in the text of blocks
	boxed int // with their middle in the box of a block
	both  int // in the text of the block in whose box they are
}

// add counts one block: its text, and the words of pages in its boxes. A word that was broken at a line end is one
// word in the text and two on the page, so the same letters in the same order count as the same words.
func (c *boxedWords) add(text string, boxed []string) {
	if unbroken(text) == unbroken(strings.Join(boxed, "")) {
		c.said, c.boxed, c.both = c.said+len(boxed), c.boxed+len(boxed), c.both+len(boxed)
		return
	}
	said := strings.Fields(text)
	c.said, c.boxed = c.said+len(said), c.boxed+len(boxed)
	counts := map[string]int{}
	for _, w := range said {
		counts[w]++
	}
	for _, w := range boxed {
		if counts[w] > 0 {
			counts[w]--
			c.both++
		}
	}
}

// unbroken returns s without spaces and hyphens.
func unbroken(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '\u00ad' || r == '\u2010' || unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}

// TestBoxesHoldTheirWords looks at the words of each page. The words with their middle in the boxes of a block
// must be those of the block.
func TestBoxesHoldTheirWords(t *testing.T) {
	t.Parallel()
	const (
		least  = .99                   // of the words
		marked = "watermark-serif.pdf" // its watermark lies across the other blocks
	)
	pages := map[int]*layout.Page{}
	trace := func(o *convert.Options) {
		clear(pages)
		o.Workers = 1
		o.Trace = &convert.Trace{Layout: func(p *layout.Page) { pages[p.Number] = p }}
	}
	var words boxedWords
	count := func(t *testing.T, name string, r *convert.Result) {
		if name == marked {
			return
		}
		before := words
		eachJSONNode(t, asForm(t, r.WriteJSON), func(n map[string]any) {
			text, _ := n["text"].(string)
			boxes, _ := n["boxes"].([]any)
			runs, _ := n["runs"].([]any)
			isFormula := func(r any) bool { return r.(map[string]any)["formula"] != nil } // it says the same in other words
			if n["role"] != "P" && n["role"] != "H" || n["kind"] != nil || len(boxes) == 0 || runs == nil || slices.ContainsFunc(runs, isFormula) {
				return
			}
			var boxed []string
			for _, b := range boxes {
				b := b.(map[string]any)
				box := b["box"].([]any)
				page := pages[int(b["page"].(float64))]
				for _, w := range page.Words {
					c := w.Box.Center()
					if float64(c.X) >= box[0].(float64) && float64(c.X) <= box[2].(float64) && float64(c.Y) >= box[1].(float64) && float64(c.Y) <= box[3].(float64) {
						boxed = append(boxed, page.Text[w.Start:w.End])
					}
				}
			}
			words.add(text, boxed)
		})
		t.Logf("%s %s: %d words of blocks, %d in their boxes, %d both", t.Name(), name, words.said-before.said, words.boxed-before.boxed, words.both-before.both)
	}
	eachInForms(t, trace, count)
	eachFurther(t, trace, count)
	t.Logf("%+v", words)
	require.Greater(t, words.said, 3000)
	require.Greater(t, float64(words.both)/float64(words.said), least)
	require.Greater(t, float64(words.both)/float64(words.boxed), least)
}

func TestChunks(t *testing.T) {
	t.Parallel()
	const size, overlap = 400, 100
	eachInForms(t, func(o *convert.Options) { o.FormatOptions.Chunks = convert.ChunkOptions{Size: size, Overlap: overlap} }, func(t *testing.T, name string, r *convert.Result) {
		chunks, err := r.Chunks(convert.ChunkOptions{Size: size, Overlap: overlap})
		require.NoError(t, err)
		ids := map[string]bool{}
		var all strings.Builder
		for _, c := range chunks {
			require.LessOrEqual(t, len([]rune(c.Text)), size, name)
			require.NotEmpty(t, c.Text)
			require.Equal(t, c.Text, strings.TrimSpace(c.Text), name)
			require.False(t, ids[c.ID], "%s: %s twice", name, c.ID)
			ids[c.ID] = true
			for _, p := range c.Places {
				require.Contains(t, c.Pages, p.Page)
			}
			all.WriteString(c.Text[min(c.Repeated, len(c.Text)):])
		}
		text := asForm(t, r.WriteText)
		missing := 0
		for _, w := range strings.Fields(text) {
			w = strings.Trim(w, "[]") // around what stands for a picture
			if !strings.Contains(tight(all.String()), tight(strings.ReplaceAll(w, "|", `\|`))) {
				missing++
			}
		}
		require.LessOrEqual(t, missing, len(strings.Fields(text))/100, name)
		lines := strings.Split(strings.TrimSpace(asForm(t, r.WriteChunks)), "\n")
		if len(chunks) > 0 {
			require.Len(t, lines, len(chunks))
			var first convert.Chunk
			require.NoError(t, json.Unmarshal([]byte(lines[0]), &first))
			require.Equal(t, chunks[0], first)
		}
	})
}

// TestBoxesInHTML: elements of HTML stand where JSON has the blocks with the same ids. Nothing else of the HTML
// changes.
func TestBoxesInHTML(t *testing.T) {
	t.Parallel()
	placed := 0
	eachInForms(t, func(o *convert.Options) { o.Boxes = true }, func(t *testing.T, name string, r *convert.Result) {
		boxes := map[string]string{}
		root, err := nethtml.Parse(strings.NewReader(r.HTML))
		require.NoError(t, err)
		ids := map[string]bool{}
		for n := range root.Descendants() {
			if id := attrOf(n, "id"); id != "" {
				require.False(t, ids[id], "%s: %s twice", name, id)
				ids[id] = true
				boxes[id] = attrOf(n, "data-page") + " " + attrOf(n, "data-box")
			}
		}
		eachJSONNode(t, asForm(t, r.WriteJSON), func(n map[string]any) {
			list, _ := n["boxes"].([]any)
			id, _ := n["id"].(string)
			if len(list) != 1 || boxes[id] == "" || n["role"] == "Formula" {
				return
			}
			place := list[0].(map[string]any)
			fields := strings.Fields(boxes[id])
			require.Len(t, fields, 5, "%s: %s", name, id)
			require.Equal(t, strconv.Itoa(int(place["page"].(float64))), fields[0])
			for i, v := range place["box"].([]any) {
				in, err := strconv.ParseFloat(fields[1+i], 64)
				require.NoError(t, err)
				require.InDelta(t, v.(float64), in, .07)
			}
			placed++
		})
	})
	require.Greater(t, placed, 300)
	data, err := os.ReadFile("../examples/sample.pdf")
	require.NoError(t, err)
	opts := convert.DefaultOptions()
	plain, err := convert.Convert(t.Context(), bytes.NewReader(data), opts)
	require.NoError(t, err)
	opts.Boxes = true
	boxed, err := convert.Convert(t.Context(), bytes.NewReader(data), opts)
	require.NoError(t, err)
	require.Equal(t, plain.HTML, boxAttributes.ReplaceAllString(boxed.HTML, ""))
	require.Equal(t, plain.Metadata, boxed.Metadata)
}

// boxAttributes matches what Boxes adds.
var boxAttributes = regexp.MustCompile(` id="n[0-9a-f]{12}(-[0-9]+)?"| data-(page|box)="[^"]*"`)

// TestFormsAreTheSameWithAnyNumberOfWorkers, and the HTML beside them is the same as without them.
func TestFormsAreTheSameWithAnyNumberOfWorkers(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"../examples/sample.pdf"} {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		var before []string
		for _, workers := range []int{1, 4} {
			opts := convert.DefaultOptions()
			opts.Workers = workers
			alone, err := convert.Convert(t.Context(), bytes.NewReader(data), opts)
			require.NoError(t, err)
			opts.Formats = convert.Formats()
			r, err := convert.Convert(t.Context(), bytes.NewReader(data), opts)
			require.NoError(t, err)
			require.Equal(t, alone.HTML, r.HTML)
			all := []string{asForm(t, r.WriteMarkdown), asForm(t, r.WriteJSON), asForm(t, r.WriteText), asForm(t, r.WriteCSV), asForm(t, r.WriteChunks)}
			if before != nil {
				require.Equal(t, before, all)
			}
			before = all
			for i, s := range all {
				require.True(t, s != "" || i == 3, "form %d is empty", i)
			}
		}
	}
}

func TestFormatsThatNobodyAskedFor(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../examples/sample.pdf")
	require.NoError(t, err)
	r, err := convert.Convert(t.Context(), bytes.NewReader(data), convert.Options{Formats: []convert.Format{convert.FormatText}})
	require.NoError(t, err)
	for _, write := range []func(io.Writer) error{r.WriteMarkdown, r.WriteJSON, r.WriteCSV, r.WriteChunks} {
		require.ErrorIs(t, write(io.Discard), convert.InvalidOption)
	}
	_, err = r.Chunks(convert.ChunkOptions{})
	require.ErrorIs(t, err, convert.InvalidOption)
	require.NoError(t, r.WriteText(io.Discard))

	for _, opts := range []convert.Options{
		{Formats: []convert.Format{"docx"}},
		{FormatOptions: convert.FormatOptions{TextWidth: -1}},
		{FormatOptions: convert.FormatOptions{Chunks: convert.ChunkOptions{Size: 10, Overlap: 10}}},
	} {
		_, err = convert.Convert(t.Context(), bytes.NewReader(data), opts)
		require.ErrorIs(t, err, convert.InvalidOption)
	}
	_, err = convert.Convert(t.Context(), bytes.NewReader(data), convert.Options{Formats: []convert.Format{"docx"}})
	var e *convert.Error
	require.True(t, errors.As(err, &e))
	require.Contains(t, e.Detail, "md, json, txt, csv")
}

func TestFilesOfForms(t *testing.T) {
	t.Parallel()
	found := map[string]bool{}
	eachInForms(t, nil, func(t *testing.T, _ string, r *convert.Result) {
		require.NoError(t, fs.WalkDir(r.FS(), ".", func(name string, d fs.DirEntry, err error) error {
			if name = filepath.ToSlash(name); strings.HasPrefix(name, "tables/") {
				name = "tables/"
			}
			found[name] = true
			return err
		}))
	})
	for _, name := range []string{"document.md", "document.json", "document.txt", "chunks.jsonl", "tables/", "index.html"} {
		require.True(t, found[name], name)
	}
}

// An archive has the forms as written, a file system makes them when they are read. Both say the same.
func TestArchivesHoldTheFormsOfTheFileSystem(t *testing.T) {
	t.Parallel()
	eachInForms(t, nil, func(t *testing.T, _ string, r *convert.Result) {
		var b bytes.Buffer
		require.NoError(t, r.WriteZip(&b))
		archive, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
		require.NoError(t, err)
		for _, f := range archive.File {
			want, err := fs.ReadFile(r.FS(), f.Name)
			require.NoError(t, err)
			got, err := fs.ReadFile(archive, f.Name)
			require.NoError(t, err)
			require.Equal(t, want, got, f.Name)
		}
	})
}

func TestWrappedText(t *testing.T) {
	t.Parallel()
	eachInForms(t, func(o *convert.Options) { o.FormatOptions.TextWidth = 60 }, func(t *testing.T, name string, r *convert.Result) {
		for line := range strings.Lines(asForm(t, r.WriteText)) {
			line = strings.TrimRight(line, "\n")
			if len([]rune(line)) > 60 {
				require.True(t, strings.Contains(line, "\t") || !strings.Contains(strings.TrimSpace(line), " ") || strings.Contains(r.HTML, "<pre"), "%s: %q", name, line)
			}
		}
	})
}
