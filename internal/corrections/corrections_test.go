package corrections_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/corrections"
	"github.com/pagelift/pagelift/internal/tree"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

func TestParseIsStrict(t *testing.T) {
	t.Parallel()
	looks := strings.Repeat("0f", 32)
	for name, c := range map[string]struct {
		yaml string
		line int
		says string
	}{
		"no version":               {"document: {title: x}", 0, "version"},
		"another version":          {"# hello\nversion: 2", 2, "version must be 1"},
		"a field it does not know": {"version: 1\nblocks:\n  - text: a\n    colour: red", 4, "colour"},
		"no YAML":                  {"version: 1\nblocks: [", 2, ""},
		"another kind":             {"version: 1\nblocks: 7", 2, ""},
		"a role it does not know":  {"version: 1\nblocks:\n  - text: a\n  - text: b\n    role: banner", 4, `role "banner" is none of`},
		"a heading without level":  {"version: 1\nblocks:\n  - text: a\n    role: heading", 3, "level from 1 to 6"},
		"a level without heading":  {"version: 1\nblocks:\n  - text: a\n    level: 2", 3, "level from 1 to 6"},
		"level 7":                  {"version: 1\nblocks:\n  - {text: a, role: heading, level: 7}", 3, "level from 1 to 6"},
		"no text":                  {"version: 1\nblocks:\n  - text: '...'", 3, "a letter or a digit"},
		"twice the same":           {"version: 1\nblocks:\n  - text: Foxes!\n  - text: foxes", 4, "line 3 is about"},
		"joined and split":         {"version: 1\nblocks:\n  - {text: a, join: true, split: b}", 3, "either joined or split"},
		"behind itself":            {"version: 1\nblocks:\n  - {text: a, after: A}", 3, "behind itself"},
		"decorative with words":    {"version: 1\npictures:\n  - {looks: " + looks + ", decorative: true, alternative: x}", 3, "decorative"},
		"looks like nothing":       {"version: 1\npictures:\n  - {looks: abc}", 3, "looks must be"},
		"a drawing without place":  {"version: 1\npictures:\n  - {alternative: x}", 3, "page and box"},
		"a box of three":           {"version: 1\npictures:\n  - {page: 1, box: [1, 2, 3], alternative: x}", 3, "box left, top"},
		"layout with heads":        {"version: 1\ntables:\n  - {text: a, layout: true, head_rows: 1}", 3, "no heads"},
		"fewer than no rows":       {"version: 1\ntables:\n  - {text: a, head_rows: -1}", 3, "0 or more"},
		"a language that is none":  {"version: 1\nblocks:\n  - {text: a, language: 'en GB'}", 3, "BCP 47"},
		"a title without end":      {"version: 1\ndocument: {title: " + strings.Repeat("x", 1001) + "}", 2, "1000 bytes"},
		"aliases of aliases":       {"version: 1\nby: &a [x, x, x, x, x, x, x, x, x, x]\nat: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]", 2, ""},
		"a name of nothing":        {"version: 1\nnames:\n  - {name: x}", 3, "a link or a field"},
		"no name":                  {"version: 1\nnames:\n  - {link: x, name: ' '}", 3, "1 to"},
	} {
		_, err := corrections.Parse([]byte(c.yaml))
		var e *corrections.Error
		require.ErrorAs(t, err, &e, name)
		require.Equal(t, c.line, e.Line, "%s: %v", name, err)
		require.Contains(t, e.Error(), c.says, name)
	}
	_, err := corrections.Parse(bytes.Repeat([]byte(" "), 5<<20))
	require.ErrorContains(t, err, "larger than")
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	t.Parallel()
	two := 2
	f := &corrections.File{
		By: "Ann Fox", At: "2027-01-15", Document: corrections.Document{Title: "Foxes: all", Language: "en-GB"},
		Pictures: []corrections.Picture{{Place: corrections.Place{Page: 2, Box: []float64{1, 2, 3.5, 4}}, Looks: strings.Repeat("a1", 32), Alternative: "A fox"}},
		Blocks:   []corrections.Block{{Text: "Where: foxes", Role: corrections.Heading, Level: 2}},
		Tables:   []corrections.Table{{Text: "Year", HeadRows: &two}},
		Names:    []corrections.Name{{Link: "here", Name: "Report of 2026"}},
	}
	data, err := f.Encode()
	require.NoError(t, err)
	again, err := corrections.Parse(data)
	require.NoError(t, err)
	require.Equal(t, f, again)
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("version: 1\nblocks:\n  - {text: a, role: heading, level: 2}"))
	f.Add([]byte("version: 1\npictures:\n  - &a {looks: x}\n  - *a"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := corrections.Parse(data)
		if err != nil {
			var e *corrections.Error
			if !errors.As(err, &e) {
				t.Fatalf("%v is no *Error", err)
			}
			return
		}
		file.Apply(document())
	})
}

func node(role semantic.Role, text string, kids ...*semantic.Node) *semantic.Node {
	n := &semantic.Node{Role: role, Page: 1, Block: -1, Children: kids}
	if text != "" {
		n.Children = append([]*semantic.Node{{Role: semantic.Span, Page: 1, Block: -1, Text: text}}, n.Children...)
	}
	return n
}

func heading(level uint8, text string) *semantic.Node {
	n := node(semantic.H, text)
	n.Level = level
	return n
}

// document returns a document with one block of each kind.
func document() *tree.Source {
	table := node(semantic.Table, "", node(semantic.TBody, "",
		node(semantic.TR, "", node(semantic.TD, "Year"), node(semantic.TD, "Foxes")),
		node(semantic.TR, "", node(semantic.TD, "2025"), node(semantic.TD, "12"))))
	link := node(semantic.Link, "here")
	link.Attr = &semantic.Attr{Href: "https://fox.example/"}
	form := node(semantic.Form, "")
	form.Attr = &semantic.Attr{Field: &layout.Field{Name: "topmost.name"}}
	return &tree.Source{Title: "x", Document: &semantic.Document{Title: "x", Root: node(semantic.DocumentRole, "",
		heading(1, "On foxes"), node(semantic.P, "Where foxes live"), node(semantic.P, "Foxes live in the wood and come to town by night, where nobody knows of them."),
		node(semantic.P, "First part. Second part."), node(semantic.P, "A line"), node(semantic.P, "and its end."), table, node(semantic.P, "Foxes by year"),
		node(semantic.P, "See ", link, form), node(semantic.P, "Page 7 of 9"))}}
}

// shown returns a document as text, with a line for each block.
func shown(src *tree.Source) string {
	var b strings.Builder
	var block func(n *semantic.Node, indent string)
	block = func(n *semantic.Node, indent string) {
		name := n.Role.String()
		if n.Role == semantic.H {
			name += string('0' + rune(n.Level))
		}
		b.WriteString(indent + name)
		if n.Attr != nil && n.Attr.Scope != "" {
			b.WriteString("(" + n.Attr.Scope + ")")
		}
		if tree.HoldsText(n) || n.Role == semantic.Artifact {
			b.WriteString(": " + tree.OneLine(n))
		}
		b.WriteString("\n")
		for _, c := range n.Children {
			if !c.Role.Inline() {
				block(c, indent+"  ")
			}
		}
	}
	for _, n := range src.Root.Children {
		block(n, "")
	}
	return b.String()
}

func apply(t *testing.T, yaml string) (string, []string, *tree.Source) {
	t.Helper()
	f, err := corrections.Parse([]byte("version: 1\nby: Ann Fox\nat: 2027-01-15\n" + yaml))
	require.NoError(t, err)
	src := document()
	var missing []string
	for _, m := range f.Apply(src) {
		missing = append(missing, m.Detail)
	}
	return shown(src), missing, src
}

func TestBlocks(t *testing.T) {
	t.Parallel()
	before := shown(document())
	for name, c := range map[string]struct{ yaml, want, into string }{
		"a heading":             {"blocks: [{text: where FOXES live, role: heading, level: 2}]", "P: Where foxes live", "H2: Where foxes live"},
		"no heading":            {"blocks: [{text: On foxes, role: paragraph}]", "H1: On foxes", "P: On foxes"},
		"another level":         {"blocks: [{text: On foxes, role: heading, level: 3}]", "H1: On foxes", "H3: On foxes"},
		"a quote":               {"blocks: [{text: A line, role: quote}]", "P: A line", "BlockQuote\n  P: A line"},
		"a list":                {"blocks: [{text: A line, role: list}, {text: and its end, role: list}]", "P: A line\nP: and its end.", "L\n  LI\n    LBody\n      P: A line\n  LI\n    LBody\n      P: and its end."},
		"nothing":               {"blocks: [{text: Page 7 of 9, role: artifact}]", "P: Page 7 of 9\n", ""},
		"furniture":             {"blocks: [{text: Page 7 of 9, role: furniture}]", "P: Page 7 of 9", "Artifact: \n  Artifact: "},
		"joined":                {"blocks: [{text: A line, join: true}]", "P: A line\nP: and its end.", "P: A line and its end."},
		"split":                 {"blocks: [{text: First part. Second part., split: Second}]", "P: First part. Second part.", "P: First part.\nP: Second part."},
		"read elsewhere":        {"blocks: [{text: On foxes, after: A line}]", "H1: On foxes\n", ""},
		"a word has changed":    {"blocks: [{text: 'Foxes live in the forest and come to town by night, where nobody knows of them.', role: heading, level: 4}]", "P: Foxes live in the wood", "H4: Foxes live in the wood"},
		"the beginning of text": {"blocks: [{text: Foxes live in the wood and come, role: heading, level: 4}]", "P: Foxes live in the wood", "H4: Foxes live in the wood"},
	} {
		got, missing, _ := apply(t, c.yaml)
		require.Empty(t, missing, name)
		if name == "read elsewhere" {
			require.Contains(t, got, "P: A line\nH1: On foxes\nP: and its end.")
			continue
		}
		require.Equal(t, strings.Replace(before, c.want, c.into, 1), got, name)
	}
}

func TestACaptionIsTiedToWhatStandsBesideIt(t *testing.T) {
	t.Parallel()
	got, missing, src := apply(t, "blocks: [{text: Foxes by year, role: caption}]\ntables: [{text: Year foxes, head_rows: 1, head_columns: 1}]")
	require.Empty(t, missing)
	require.Contains(t, got, "Table\n  Caption: Foxes by year\n  THead\n    TR\n      TH(col): Year\n      TH(col): Foxes\n  TBody\n    TR\n      TH(row): 2025\n      TD: 12\n")
	for n := range src.Root.All() {
		if n.Role == semantic.Caption || n.Role == semantic.Table {
			require.Equal(t, "judged by Ann Fox, 2027-01-15", n.Evidence[len(n.Evidence)-1].Reason)
		}
	}
}

func TestALayoutTableIsTextCellByCell(t *testing.T) {
	t.Parallel()
	got, missing, _ := apply(t, "tables: [{text: Year foxes, layout: true}]")
	require.Empty(t, missing)
	require.Contains(t, got, "P: and its end.\nP: Year\nP: Foxes\nP: 2025\nP: 12\nP: Foxes by year")
}

func TestNamesTitleAndLanguage(t *testing.T) {
	t.Parallel()
	_, missing, src := apply(t, "document: {title: All about foxes, language: en-GB}\nnames: [{link: here, name: The report}, {field: topmost.name, name: Your name}]")
	require.Empty(t, missing)
	require.Equal(t, "All about foxes", src.Document.Title)
	require.Equal(t, "en-GB", src.Document.Lang)
	for n := range src.Root.All() {
		switch n.Role {
		case semantic.Link:
			require.Equal(t, "The report", n.Attr.Alt)
		case semantic.Form:
			require.Equal(t, "Your name", n.Attr.Alt)
		}
	}
}

// What finds no place or contradicts itself is reported, and changes nothing.
func TestWhatFindsNoPlace(t *testing.T) {
	t.Parallel()
	before := shown(document())
	for name, c := range map[string]struct{ yaml, says string }{
		"text that is gone":           {"blocks: [{text: Cats are not here, role: heading, level: 1}]", "no text is"},
		"a split that is not there":   {"blocks: [{text: A line, split: dog}]", `does not have the words "dog"`},
		"a caption of nothing":        {"blocks: [{text: A line, role: caption}]", "no picture or table"},
		"behind what it stands in":    {"blocks: [{text: See here, after: Foxes by year}, {text: Foxes by year, after: See here}]", "read behind a text"},
		"a join with a table":         {"blocks: [{text: and its end, join: true}]", "no text stands behind"},
		"behind what is gone":         {"blocks: [{text: A line, after: Cats are not here}]", "no text to be read before"},
		"behind each other":           {"blocks: [{text: A line, after: On foxes}, {text: On foxes, after: A line}]", "read behind a text that is read behind it"},
		"two texts that are one":      {"blocks: [{text: Foxes live in the wood and come to town}, {text: Foxes live in the wood and come to}]", "of which more is said"},
		"a table that is gone":        {"tables: [{text: Cats dogs, head_rows: 1}]", "no table begins"},
		"a link and a field, neither": {"names: [{link: there, name: x}, {field: y, name: z}]", "there is no link or field"},
	} {
		got, missing, _ := apply(t, c.yaml)
		require.NotEmpty(t, missing, name)
		require.Contains(t, strings.Join(missing, "\n"), c.says, name)
		require.Equal(t, before, got, name)
	}
}

// picture returns a picture of bands. Another size or format shows the same picture.
func picture(t *testing.T, side, bands int, encode func(*bytes.Buffer, image.Image) error) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, side, side))
	for y := range side {
		for x := range side {
			img.SetGray(x, y, color.Gray{Y: uint8(40 * (x * bands / side % 6) * (1 + y*bands/side%2) % 256)})
		}
	}
	var b bytes.Buffer
	require.NoError(t, encode(&b, img))
	return b.Bytes()
}

func asPNG(b *bytes.Buffer, img image.Image) error { return png.Encode(b, img) }

func asJPEG(b *bytes.Buffer, img image.Image) error {
	return jpeg.Encode(b, img, &jpeg.Options{Quality: 60})
}

func TestPicturesAreKnownByTheirLooks(t *testing.T) {
	t.Parallel()
	looks := corrections.LooksOf(picture(t, 170, 17, asPNG))
	require.Len(t, looks, 64)
	files := map[string][]byte{"fox": picture(t, 340, 17, asJPEG), "hen": picture(t, 170, 5, asPNG), "drawing": []byte("<svg/>")}
	boxes := map[string]layout.Rect{"drawing": {X0: 100, Y0: 100, X1: 200, Y1: 150}}
	build := func() (*tree.Source, map[string]*semantic.Node, func(*semantic.Node) (string, bool)) {
		root, nodes := node(semantic.DocumentRole, ""), map[string]*semantic.Node{}
		for _, name := range []string{"fox", "hen", "drawing"} {
			n := node(semantic.Figure, "")
			n.Attr = &semantic.Attr{Figure: &layout.Figure{}, Box: boxes[name], Alt: "Image on page 1", Subtype: semantic.Unnamed, ID: name}
			root.Children, nodes[name] = append(root.Children, n), n
		}
		return &tree.Source{Document: &semantic.Document{Root: root}}, nodes, func(n *semantic.Node) (string, bool) {
			return corrections.LooksOf(files[n.Attr.ID]), true
		}
	}
	f, err := corrections.Parse([]byte("version: 1\npictures:\n  - {looks: " + looks + ", alternative: A fox, description: It sleeps.}\n" +
		"  - {page: 1, box: [110, 120, 211, 171], alternative: A plan}\n  - {looks: " + strings.Repeat("5a", 32) + ", decorative: true}"))
	require.NoError(t, err)
	src, nodes, looksOf := build()
	missing := f.ApplyPictures(src, looksOf)
	require.Len(t, missing, 1)
	require.Contains(t, missing[0].Detail, "decorative")
	require.Equal(t, "A fox", nodes["fox"].Attr.Alt)
	require.Equal(t, "It sleeps.", nodes["fox"].Attr.Long)
	require.Equal(t, semantic.FromPerson, nodes["fox"].Attr.AltSource)
	require.Empty(t, nodes["fox"].Attr.Subtype)
	require.Equal(t, semantic.Unnamed, nodes["hen"].Attr.Subtype, "another picture")
	require.Equal(t, "A plan", nodes["drawing"].Attr.Alt, "a drawing of the same size that has moved")

	f, err = corrections.Parse([]byte("version: 1\npictures:\n  - {looks: " + looks + ", decorative: true}\n  - {page: 1, box: [110, 120, 311, 171], alternative: A plan}"))
	require.NoError(t, err)
	src, nodes, looksOf = build()
	require.Len(t, f.ApplyPictures(src, looksOf), 1, "a drawing of another size")
	require.Equal(t, semantic.Decorative, nodes["fox"].Attr.Subtype)
	require.Empty(t, nodes["fox"].Attr.Alt)
}

func TestLooksOfWhatIsNoPicture(t *testing.T) {
	t.Parallel()
	for _, data := range [][]byte{nil, []byte("<svg/>"), []byte("\x89PNG\r\n\x1a\n"), picture(t, 64, 3, asPNG)[:80]} {
		require.Empty(t, corrections.LooksOf(data))
	}
}

func TestDraft(t *testing.T) {
	t.Parallel()
	photo := picture(t, 170, 17, asPNG)
	f, err := corrections.Draft(`<html lang="en"><head><title>Foxes</title></head><body><main><h2 data-page="2" data-box="10,20,30,40;1,2,3,4">On <em>foxes</em></h2>
<figure data-page="1" data-box="1,2,3,4"><img class="unnamed" src="assets/a.png" alt="Image on page 1"></figure><figure><img src="assets/a.png" alt="A fox"></figure>
<table data-page="3"><tr><th>Year</th><th>Foxes</th></tr><tr><td>2025</td><td>12</td></tr></table></main></body></html>`,
		func(string) []byte { return photo })
	require.NoError(t, err)
	one := 1
	require.Equal(t, &corrections.File{
		Version: 1, Document: corrections.Document{Title: "Foxes", Language: "en"},
		Pictures: []corrections.Picture{{Place: corrections.Place{Page: 1, Box: []float64{1, 2, 3, 4}}, Looks: corrections.LooksOf(photo)}},
		Blocks:   []corrections.Block{{Place: corrections.Place{Page: 2, Box: []float64{10, 20, 30, 40}}, Text: "On foxes", Role: corrections.Heading, Level: 2}},
		Tables:   []corrections.Table{{Place: corrections.Place{Page: 3}, Text: "Year Foxes", HeadRows: &one}},
	}, f)
	data, err := f.Encode()
	require.NoError(t, err)
	_, err = corrections.Parse(data)
	require.NoError(t, err)
}
