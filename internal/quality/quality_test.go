package quality_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/quality"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// A line has a text, its size in points, and the number of its marked content, or -1.
type line struct {
	text string
	size float32
	mcid int32
}

// page returns a page of lines. Each is a block of its own.
func page(lines ...line) *layout.Page {
	p := &layout.Page{Number: 1, Styles: []layout.Style{{}}}
	var text strings.Builder
	for i, l := range lines {
		start := int32(text.Len())
		text.WriteString(l.text)
		mark := int32(-1)
		if l.mcid >= 0 {
			mark = int32(len(p.Marks))
			p.Marks = append(p.Marks, layout.Mark{Parent: -1, MCID: l.mcid})
		}
		box := layout.Rect{X0: 50, Y0: float32(20 * i), X1: 300, Y1: float32(20*i) + 10}
		p.Spans = append(p.Spans, layout.Span{Start: start, End: int32(text.Len()), Mark: mark, Link: -1})
		p.Lines = append(p.Lines, layout.Line{Start: start, End: int32(text.Len()), FirstSpan: int32(i), SpanCount: 1, Size: l.size, Box: box})
		p.Blocks = append(p.Blocks, layout.Block{FirstLine: int32(i), LineCount: 1, Box: box, Figure: -1})
	}
	p.Text = text.String()
	return p
}

// tree returns a structure tree of elements that element and figure made.
func tree(elements ...semantic.Element) *semantic.Structure {
	s := &semantic.Structure{}
	for _, e := range elements {
		mcid := e.Object // element puts the number of the content there
		e.Object = 0
		e.FirstKid = int32(len(s.Kids))
		if mcid >= 0 {
			s.Kids = append(s.Kids, semantic.Kid{Element: -1, Page: 1, MCID: mcid})
			e.KidCount = 1
		}
		s.Elements = append(s.Elements, e)
	}
	return s
}

// element returns an element inside the element parent, or at the top if that is -1. It has the marked content
// mcid, or none if that is -1.
func element(parent int32, role string, mcid int32) semantic.Element {
	return semantic.Element{Role: role, Parent: parent, Object: mcid}
}

func figure(alt string) semantic.Element {
	e := element(0, "Figure", 0)
	e.Properties = &semantic.Properties{Alt: alt}
	return e
}

// seen returns a document that has a node of one role for each of these blocks of the first page.
func seen(role semantic.Role, blocks ...int32) *semantic.Document {
	root := &semantic.Node{Block: -1}
	for _, b := range blocks {
		root.Children = append(root.Children, &semantic.Node{Role: role, Level: 1, Page: 1, Block: b})
	}
	return &semantic.Document{Root: root}
}

// outcome returns what Check says about a rule: "held", "broken", "doubtful" or "none".
func outcome(t *testing.T, d *quality.Document, id string) string {
	t.Helper()
	results, err := quality.Check(t.Context(), d)
	require.NoError(t, err)
	for _, r := range results {
		switch {
		case r.Rule.ID != id:
		case r.Broken > 0:
			require.NotEmpty(t, r.Findings)
			require.NotEmpty(t, r.Findings[0].Message)
			return "broken"
		case r.Doubtful > 0:
			require.NotEmpty(t, r.Doubts)
			return "doubtful"
		case r.Held > 0:
			return "held"
		default:
			return "none"
		}
	}
	require.Fail(t, "no rule "+id)
	return ""
}

func TestAlternatives(t *testing.T) {
	t.Parallel()
	long := "A covered drug goes from the office to the pharmacy, where its price is looked up and told to the patient"
	for _, c := range []struct{ alt, rule, want string }{
		{"Figure 2", "alternatives-say", "broken"},
		{"Flow chart", "alternatives-say", "broken"},
		{"Embedded Image", "alternatives-say", "broken"},
		{"C:\\pictures\\IMG_0042.JPG", "alternatives-say", "broken"},
		{"12", "alternatives-say", "doubtful"},
		{"Map", "alternatives-say", "doubtful"},
		{"x + y = z", "alternatives-say", "doubtful"},
		{"---", "alternatives-say", "broken"},
		{"Figurine", "alternatives-say", "held"},
		{"The dialogue Save As, with the name set to report.pdf", "alternatives-say", "held"},
		{"page 2 copy.png", "alternatives-say", "doubtful"},
		{"Logo of stability.ai", "alternatives-say", "held"},
		{"stability.ai", "alternatives-say", "held"},
		{"A covered drug", "alternatives-caption", "held"},
		{"Jane Doe", "alternatives-caption", "held"},
		{"its price is looked up and told to the patient", "alternatives-caption", "doubtful"},
		{"Fig. 1. Results of the second period", "alternatives-caption", "broken"},
		{"Sales rise from 2 to 9 million", "alternatives-say", "held"},
		{"Results of the second period", "alternatives-caption", "broken"},
		{long, "alternatives-caption", "doubtful"},
		{"Sales rise from 2 to 9 million", "alternatives-caption", "held"},
		{"", "alternatives-say", "none"},
	} {
		d := &quality.Document{
			Pages:     []*layout.Page{page(line{"Fig. 1. Results of the second period. " + long + ". By Jane Doe", 10, 0})},
			Structure: tree(element(-1, "Document", -1), figure(c.alt)),
		}
		require.Equal(t, c.want, outcome(t, d, c.rule), c.alt)
	}
}

func TestLinks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ uri, text, rule, want string }{
		{"https://example.org/a", "The report of 2024", "links-address", "held"},
		{"https://example.org n/abs", "The report of 2024", "links-address", "broken"},
		{"http://example /10.1007", "The report of 2024", "links-address", "broken"},
		{"Write to: jo@example.org", "Jo", "links-address", "broken"},
		{"example.org", "Jo", "links-address", "broken"},
		{"example.org:8080/a", "Jo", "links-address", "broken"},
		{"localhost:80", "Jo", "links-address", "broken"},
		{"tel:5550100", "Jo", "links-address", "held"},
		{"iris.beep:a", "Jo", "links-address", "held"},
		{"mailto:jo@example.org?subject=x", "Jo", "links-mail", "held"},
		{"mailto:Write to jo", "Jo", "links-mail", "broken"},
		{"https://example.org/a", "Click here", "links-text", "broken"},
		{"https://example.org/a", "The report of 2024", "links-text", "held"},
	} {
		p := page(line{c.text, 10, -1})
		p.Links = []layout.Link{{URI: c.uri, Areas: []layout.Rect{p.Lines[0].Box}}}
		p.Spans[0].Link = 0
		require.Equal(t, c.want, outcome(t, &quality.Document{Pages: []*layout.Page{p}}, c.rule), "%s %s", c.uri, c.text)
	}
}

// TestLinksWithoutTags says that links need a person if the document has no tags. Otherwise the rules of PDF/UA
// judge their tags.
func TestLinksWithoutTags(t *testing.T) {
	t.Parallel()
	p := page(line{"The report of 2024", 10, -1})
	d := &quality.Document{Pages: []*layout.Page{p}}
	require.Equal(t, "none", outcome(t, d, "links-tagged"))
	p.Links = []layout.Link{{URI: "https://example.org/a", Areas: []layout.Rect{p.Lines[0].Box}}}
	p.Spans[0].Link = 0
	require.Equal(t, "doubtful", outcome(t, d, "links-tagged"))
	d.Structure = tree(element(-1, "Document", -1))
	require.Equal(t, "none", outcome(t, d, "links-tagged"))
}

func TestSizes(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("Some words of a page. ", 20)
	for _, c := range []struct {
		name  string
		lines []line
		want  string
	}{
		{"all of 8 points", []line{{text, 8, -1}}, "broken"},
		{"all of 9 points", []line{{text, 9, -1}}, "held"},
		{"a note of 7 points", append(slices.Repeat([]line{{text, 10, -1}}, 10), line{text, 7, -1}), "held"},
		{"a third of 7 points", []line{{text, 10, -1}, {text, 10, -1}, {text, 7, -1}}, "doubtful"},
		{"notes of 5 points", []line{{text, 10, -1}, {text, 10, -1}, {text, 5, -1}}, "broken"},
		{"a few words", []line{{"Made by Jo", 5, -1}}, "held"},
		{"nothing", nil, "none"},
	} {
		require.Equal(t, c.want, outcome(t, &quality.Document{Pages: []*layout.Page{page(c.lines...)}}, "fonts-size"), c.name)
	}
}

func TestOrder(t *testing.T) {
	t.Parallel()
	build := func(mcids ...int32) *quality.Document {
		elements := []semantic.Element{element(-1, "Document", -1)}
		var lines []line
		for i, m := range mcids {
			elements = append(elements, element(0, "P", m))
			lines = append(lines, line{"Text", 10, int32(i)})
		}
		return &quality.Document{Pages: []*layout.Page{page(lines...)}, Structure: tree(elements...)}
	}
	require.Equal(t, "held", outcome(t, build(0, 1, 2, 3, 4, 5), "order-tags"))
	require.Equal(t, "broken", outcome(t, build(3, 4, 5, 0, 1, 2), "order-tags"))
	require.Equal(t, "none", outcome(t, build(1, 0), "order-tags"), "too little to tell")
	require.Equal(t, "none", outcome(t, &quality.Document{Pages: []*layout.Page{page(line{"Text", 10, 0})}}, "order-tags"))
}

// TestOrderOfLines has six paragraphs, each with an element in the middle of its line, and then eight with notes.
func TestOrderOfLines(t *testing.T) {
	t.Parallel()
	for _, role := range []string{"Formula", "Figure", "Form", "Span", "Link"} {
		elements, lines := []semantic.Element{element(-1, "Document", -1)}, []line(nil)
		s := tree(elements...)
		for i := range int32(6) {
			p := int32(len(s.Elements))
			s.Elements = append(s.Elements,
				semantic.Element{Role: "P", Parent: 0, FirstKid: int32(len(s.Kids)), KidCount: 2},
				semantic.Element{Role: role, Parent: p, FirstKid: int32(len(s.Kids)) + 2, KidCount: 1})
			for _, mcid := range []int32{3 * i, 3*i + 2, 3*i + 1} {
				s.Kids = append(s.Kids, semantic.Kid{Element: -1, Page: 1, MCID: mcid})
			}
			lines = append(lines, line{"It follows", 10, 3 * i}, line{"x", 10, 3*i + 1}, line{"of course", 10, 3*i + 2})
		}
		require.Equal(t, "held", outcome(t, &quality.Document{Pages: []*layout.Page{page(lines...)}, Structure: s}, "order-tags"), role)
	}
	elements, lines, feet := []semantic.Element{element(-1, "Document", -1)}, []line(nil), []line(nil)
	for i := range int32(8) {
		p := int32(len(elements))
		elements = append(elements, element(0, "P", 2*i), element(p, "Note", 2*i+1))
		lines, feet = append(lines, line{"Text", 10, 2 * i}), append(feet, line{"A note", 8, 2*i + 1})
	}
	d := &quality.Document{Pages: []*layout.Page{page(slices.Concat(lines, feet)...)}, Structure: tree(elements...)}
	require.Equal(t, "held", outcome(t, d, "order-tags"), "notes are set at the foot of the page")
}

func TestTablesWithoutTags(t *testing.T) {
	t.Parallel()
	p := page(line{"Year", 10, -1}, line{"2024", 10, -1})
	p.Blocks = []layout.Block{{Kind: layout.Grid, LineCount: 2, Table: &layout.Table{Rows: 2, Cols: 1, Ruled: true, Cells: []layout.Cell{{FirstLine: 0, LineCount: 1}, {FirstLine: 1, LineCount: 1}}}}}
	d := &quality.Document{Pages: []*layout.Page{p}, Seen: seen(semantic.Table, 0)}
	require.Equal(t, "broken", outcome(t, d, "tables-tagged"), "nothing is tagged")
	d.Structure = tree(element(-1, "P", 7))
	require.Equal(t, "broken", outcome(t, d, "tables-tagged"), "the table is not tagged")
	p.Blocks[0].Table.Ruled = false
	require.Equal(t, "doubtful", outcome(t, d, "tables-tagged"))
	p.Marks = []layout.Mark{{Parent: -1, MCID: -1, Artifact: true}}
	p.Spans[0].Mark, p.Spans[1].Mark = 0, 0
	require.Equal(t, "none", outcome(t, d, "tables-tagged"), "an artifact is no table")
}

func TestTablesInTables(t *testing.T) {
	t.Parallel()
	p := page(line{"Year", 10, 0}, line{"Sum", 10, 1}, line{"2024", 10, 2}, line{"9", 10, 3}, line{"A", 10, 4}, line{"B", 10, 5}, line{"1", 10, 6}, line{"2", 10, 7})
	s := tree(element(-1, "Table", -1),
		element(0, "TR", -1), element(1, "TD", 0), element(1, "TD", 1),
		element(0, "TR", -1), element(4, "TD", 2), element(4, "TD", 3),
		element(6, "Table", -1),
		element(7, "TR", -1), element(8, "TH", 4), element(8, "TH", 5),
		element(7, "TR", -1), element(11, "TD", 6), element(11, "TD", 7))
	require.Equal(t, "broken", outcome(t, &quality.Document{Pages: []*layout.Page{p}, Structure: s}, "tables-heads"), "heads of the inner table are none of the outer")
}

func TestScopesOfHeaderCells(t *testing.T) {
	t.Parallel()
	p := page(line{"Age", 10, 0}, line{"Sum", 10, 1}, line{"Men", 10, 2}, line{"20", 10, 3}, line{"9", 10, 4})
	table := func(change func(men *semantic.Element)) *quality.Document {
		s := tree(element(-1, "Table", -1),
			element(0, "TR", -1), element(1, "TH", 0), element(1, "TH", 1),
			element(0, "TR", -1), element(4, "TH", 2),
			element(0, "TR", -1), element(6, "TD", 3), element(6, "TD", 4))
		change(&s.Elements[5])
		return &quality.Document{Pages: []*layout.Page{p}, Structure: s}
	}
	with := func(keysAndValues ...string) func(men *semantic.Element) {
		return func(men *semantic.Element) {
			men.Properties = &semantic.Properties{}
			for i := 0; i < len(keysAndValues); i += 2 {
				men.Attributes = append(men.Attributes, semantic.Attribute{Owner: "Table", Key: keysAndValues[i], Values: keysAndValues[i+1 : i+2]})
			}
		}
	}
	require.Equal(t, "none", outcome(t, table(func(*semantic.Element) {}), "tables-scope"))
	require.Equal(t, "doubtful", outcome(t, table(with("Scope", "Row")), "tables-scope"), "nothing stands beside it")
	require.Equal(t, "held", outcome(t, table(with("Scope", "Column")), "tables-scope"))
	require.Equal(t, "held", outcome(t, table(with("Headers", "c1", "Scope", "Row")), "tables-scope"))
}

func TestPicturesWithoutTags(t *testing.T) {
	t.Parallel()
	d := &quality.Document{Pages: []*layout.Page{page(line{"Text", 10, -1})}, Seen: seen(semantic.Figure, 0)}
	d.Seen.Root.Children[0].Attr = &semantic.Attr{Figure: &layout.Figure{}}
	require.Equal(t, "broken", outcome(t, d, "alternatives-say"))
}

// TestLargeDocuments has 50,000 elements of each kind that costs a rule much time.
func TestLargeDocuments(t *testing.T) {
	t.Parallel()
	const many = 50_000
	alt := strings.Repeat("a b ", 1<<20)
	inside := func(i int) int32 { return int32(i%250) - 1 + int32(i/250*250) }
	for name, one := range map[string]func(i int) semantic.Element{
		"tables in tables":     func(i int) semantic.Element { return element(inside(i), "Table", int32(i)) },
		"headings in headings": func(i int) semantic.Element { return element(inside(i), "H1", int32(i)) },
		"spans in spans":       func(i int) semantic.Element { return element(inside(i), "Span", int32(i)) },
		"headings in a chain":  func(i int) semantic.Element { return element(int32(i)-1, "H1", -1) },
		"long alternatives": func(i int) semantic.Element {
			e := element(-1, "Figure", int32(i))
			e.Properties = &semantic.Properties{Alt: alt}
			return e
		},
		"content in one element": func(int) semantic.Element { return element(-1, "P", 0) },
	} {
		var elements []semantic.Element
		var lines []line
		for i := range many {
			elements = append(elements, one(i))
			lines = append(lines, line{"a b a b a b a b ", 10, int32(i)})
		}
		d := &quality.Document{Pages: []*layout.Page{page(lines...)}, Structure: tree(elements...)}
		if name == "content in one element" {
			for i := range d.Pages[0].Marks {
				d.Pages[0].Marks[i].MCID = 0
			}
		}
		patient := &asked{Context: t.Context()}
		_, err := quality.Check(patient, d)
		require.NoError(t, err)
		require.Less(t, patient.times, 20*many/256, "%s: some seven steps an element are taken", name)

		hasty := &asked{Context: t.Context(), most: patient.times / 2}
		_, err = quality.Check(hasty, d)
		require.ErrorIs(t, err, context.Canceled, name)
		require.Less(t, hasty.times, hasty.most+10, "%s: each of the loops around asks once more, and all end", name)
	}
}

// asked is a context that counts how often somebody asks whether it has ended. A check asks once in a number of
// steps. The context ends after most questions, or never if most is 0.
type asked struct {
	context.Context
	times, most int
}

func (a *asked) Err() error {
	if a.times++; a.most > 0 && a.times > a.most {
		return context.Canceled
	}
	return nil
}

func TestTables(t *testing.T) {
	t.Parallel()
	rows := func(head string) *semantic.Structure {
		return tree(element(-1, "Table", -1),
			element(0, "TR", -1), element(1, head, 0), element(1, head, 1),
			element(0, "TR", -1), element(4, "TD", 2), element(4, "TD", 3))
	}
	p := page(line{"Year", 10, 0}, line{"Sum", 10, 1}, line{"2024", 10, 2}, line{"9", 10, 3})
	require.Equal(t, "broken", outcome(t, &quality.Document{Pages: []*layout.Page{p}, Structure: rows("TD")}, "tables-heads"))
	require.Equal(t, "held", outcome(t, &quality.Document{Pages: []*layout.Page{p}, Structure: rows("TH")}, "tables-heads"))

	grid := page(line{"Year", 10, 0}, line{"2024", 10, 1})
	grid.Blocks = []layout.Block{{Kind: layout.Grid, LineCount: 2, Table: &layout.Table{Rows: 2, Cols: 1, Ruled: true, Cells: []layout.Cell{{FirstLine: 0, LineCount: 1}, {FirstLine: 1, LineCount: 1}}}}}
	d := &quality.Document{Pages: []*layout.Page{grid}, Structure: tree(element(-1, "P", 0), element(-1, "P", 1)), Seen: seen(semantic.Table, 0)}
	require.Equal(t, "broken", outcome(t, d, "tables-tagged"))
	grid.Blocks[0].Table.Ruled = false
	require.Equal(t, "doubtful", outcome(t, d, "tables-tagged"), "what is aligned need be no table")
	d.Structure = tree(element(-1, "Table", -1), element(0, "TR", -1), element(1, "TH", 0), element(0, "TR", -1), element(3, "TD", 1))
	require.Equal(t, "held", outcome(t, d, "tables-tagged"))
}

func TestHeadings(t *testing.T) {
	t.Parallel()
	p := page(line{"Methods", 16, 0}, line{"We asked people.", 10, 1})
	d := &quality.Document{Pages: []*layout.Page{p}, Structure: tree(element(-1, "P", 0), element(-1, "P", 1)), Seen: seen(semantic.H, 0)}
	require.Equal(t, "broken", outcome(t, d, "tagging-headings"))
	d.Structure = tree(element(-1, "H1", 0), element(-1, "P", 1))
	require.Equal(t, "held", outcome(t, d, "tagging-headings"))
	d.Seen = seen(semantic.H, 0, 1)
	require.Equal(t, "doubtful", outcome(t, d, "tagging-headings"), "one of two may be none")
	d.Structure = nil
	require.Equal(t, "broken", outcome(t, d, "tagging-headings"), "nothing is tagged")
	d.Structure = tree(element(-1, "H1", 0))
	d.Pages = []*layout.Page{page(line{strings.Repeat("word ", 60), 10, 0})}
	require.Equal(t, "broken", outcome(t, d, "tagging-bodies"))
}

func TestTypes(t *testing.T) {
	t.Parallel()
	p := page(line{"We asked people.", 10, 0})
	d := &quality.Document{Pages: []*layout.Page{p}, Structure: tree(element(-1, "P", 0), element(-1, "Artifact", -1))}
	require.Equal(t, "held", outcome(t, d, "tagging-types"), "PDF 2.0 has the type Artifact")
	unknown := element(-1, "Shout", -1)
	unknown.Space = semantic.UnknownSpace
	d.Structure = tree(element(-1, "P", 0), unknown)
	require.Equal(t, "broken", outcome(t, d, "tagging-types"))
	d.Structure = nil
	require.Equal(t, "none", outcome(t, d, "tagging-types"))
}

// ink returns a page with text of one colour, on an area of the colour ground, or on paper if that is nil.
func ink(text layout.Color, ground *layout.Color, words string) *layout.Content {
	c := &layout.Content{Page: 1, Paints: []layout.Paint{{Fill: text, FillAlpha: 1}}, Fonts: []*layout.Font{{}}}
	if ground != nil {
		c.Paints = append(c.Paints, layout.Paint{Fill: *ground, FillAlpha: 1})
		c.Paths = []layout.Path{{Box: layout.Rect{X1: 800, Y1: 500}, Op: layout.Fill, Paint: 1, Clip: -1, Rectangle: true}}
		c.Items = append(c.Items, layout.Item{Kind: layout.KindPath})
	}
	c.Runs = []layout.Run{{Count: int32(len(words)), Clip: -1, Size: 10, Em: [4]float32{10, 0, 0, -10}}}
	for i, r := range words {
		c.Glyphs = append(c.Glyphs, layout.Glyph{X: float32(50 + 5*i), Y: 100, Advance: 5, Char: r})
	}
	c.Items = append(c.Items, layout.Item{Kind: layout.KindRun})
	return c
}

func TestContrast(t *testing.T) {
	t.Parallel()
	grey, black, white := layout.Color{R: 170, G: 170, B: 170}, layout.Color{}, layout.Color{R: 255, G: 255, B: 255}
	long := strings.Repeat("faint words ", 10)
	for _, c := range []struct {
		name    string
		content *layout.Content
		want    string
	}{
		{"grey on paper", ink(grey, nil, long), "broken"},
		{"black on paper", ink(black, nil, long), "held"},
		{"grey on black", ink(grey, &black, long), "held"},
		{"white on grey", ink(white, &grey, long), "broken"},
		{"a mark in white on grey", ink(white, &grey, "COMMENT"), "doubtful"},
	} {
		require.Equal(t, c.want, outcome(t, &quality.Document{Inks: []quality.Inks{quality.Look(c.content)}}, "contrast-text"), c.name)
	}
	picture := ink(white, nil, long)
	picture.Images = []layout.Image{{Box: layout.Rect{X1: 800, Y1: 500}, Clip: -1}}
	picture.Items = append([]layout.Item{{Kind: layout.KindImage}}, picture.Items...)
	require.Equal(t, "doubtful", outcome(t, &quality.Document{Inks: []quality.Inks{quality.Look(picture)}}, "contrast-text"))
	require.Empty(t, quality.Look(ink(white, nil, long)).Faint, "what nobody sees is not faint")
	require.Equal(t, "none", outcome(t, &quality.Document{Inks: []quality.Inks{quality.Look(ink(white, nil, long))}}, "contrast-text"), "and has no contrast that holds")
}

// TestContrastOfWhatShinesThrough has black text on paper or on a panel. Each case changes the page.
func TestContrastOfWhatShinesThrough(t *testing.T) {
	t.Parallel()
	black, dark, white := layout.Color{}, layout.Color{R: 60, G: 60, B: 60}, layout.Color{R: 255, G: 255, B: 255}
	long := strings.Repeat("faint words ", 10)
	group := func(c *layout.Content, paint layout.Paint, items ...layout.Item) {
		c.Paints = append(c.Paints, paint)
		c.Groups = append(c.Groups, layout.Group{Paint: int32(len(c.Paints) - 1), Clip: -1})
		c.Items = slices.Concat([]layout.Item{{Kind: layout.KindGroup}}, items, []layout.Item{{Kind: layout.KindGroupEnd}})
	}
	outline := func(points ...layout.Point) (s []layout.Segment) {
		for i, p := range points {
			s = append(s, layout.Segment{Verb: layout.Verb(min(i, 1)), P: [3]layout.Point{p}})
		}
		return append(s, layout.Segment{Verb: layout.Close})
	}
	for _, c := range []struct {
		name   string
		ground *layout.Color
		change func(*layout.Content)
		want   string
	}{
		{"opaque", nil, func(*layout.Content) {}, "held"},
		{"of an opacity of .3", nil, func(c *layout.Content) { c.Paints[0].FillAlpha = 0.3 }, "broken"},
		{"of an opacity of .8", nil, func(c *layout.Content) { c.Paints[0].FillAlpha = 0.8 }, "held"},
		{"in a group of an opacity of .3", nil, func(c *layout.Content) { group(c, layout.Paint{FillAlpha: 0.3}, c.Items...) }, "broken"},
		{"in an opaque group", nil, func(c *layout.Content) { group(c, layout.Paint{FillAlpha: 1}, c.Items...) }, "held"},
		{"in a group with a mask", nil, func(c *layout.Content) { group(c, layout.Paint{FillAlpha: 1, SoftMask: 1}, c.Items...) }, "doubtful"},
		{"in a half transparent group with its panel", &white, func(c *layout.Content) { group(c, layout.Paint{FillAlpha: 0.5}, c.Items...) }, "doubtful"},
		{"with a mask", nil, func(c *layout.Content) { c.Paints[0].SoftMask = 1 }, "doubtful"},
		{"of a pattern", nil, func(c *layout.Content) { c.Paints[0].Fill.Pattern = 1 }, "doubtful"},
		{"that is printed over paper", nil, func(c *layout.Content) { c.Paints[0].Blend = "Multiply" }, "held"},
		{"of a blend mode that inverts", nil, func(c *layout.Content) { c.Paints[0].Blend = "Difference" }, "doubtful"},
		{"of a faint outline", nil, func(c *layout.Content) {
			c.Runs[0].RenderMode = 1
			c.Paints[0].Stroke, c.Paints[0].StrokeAlpha = layout.Color{R: 200, G: 200, B: 200}, 1
		}, "broken"},
		{"on a panel that hides it", &dark, func(*layout.Content) {}, "broken"},
		{"on a panel that is hardly there", &dark, func(c *layout.Content) { c.Paints[1].FillAlpha = 0.1 }, "held"},
		{"on a dark panel of an opacity of .9", &dark, func(c *layout.Content) { c.Paints[1].FillAlpha = 0.9 }, "broken"},
		{"on a panel with a mask", &white, func(c *layout.Content) { c.Paints[1].SoftMask = 1 }, "doubtful"},
		{"on a pattern", &white, func(c *layout.Content) { c.Paints[1].Fill.Pattern = 1 }, "doubtful"},
		{"on a shading", nil, func(c *layout.Content) {
			c.Shadings = []layout.Shading{{Box: layout.Rect{X1: 800, Y1: 500}, Clip: -1}}
			c.Items = slices.Concat([]layout.Item{{Kind: layout.KindShading}}, c.Items)
		}, "doubtful"},
		{"half on a dark panel", &dark, func(c *layout.Content) { c.Paths[0].Box.X1 = 300 }, "doubtful"},
		{"beside a dark panel", &dark, func(c *layout.Content) { c.Paths[0].Box.X1 = 40 }, "held"},
		{"on a thick stroke", &dark, func(c *layout.Content) {
			c.Paths[0] = layout.Path{Box: layout.Rect{X1: 800, Y0: 98, Y1: 98}, Op: layout.Stroke, Paint: 1, Clip: -1}
			c.Paints[1].Stroke, c.Paints[1].StrokeAlpha, c.Paints[1].LineWidth = dark, 1, 30
		}, "broken"},
		{"in a frame", &dark, func(c *layout.Content) {
			c.Paths[0].Rectangle, c.Paths[0].Op = false, layout.Fill|layout.EvenOdd
			c.Segments = slices.Concat(
				outline(layout.Point{}, layout.Point{X: 800}, layout.Point{X: 800, Y: 500}, layout.Point{Y: 500}),
				outline(layout.Point{X: 10, Y: 10}, layout.Point{X: 790, Y: 10}, layout.Point{X: 790, Y: 490}, layout.Point{X: 10, Y: 490}))
			c.Paths[0].Count = int32(len(c.Segments))
		}, "held"},
		{"on a dark lozenge", &dark, func(c *layout.Content) {
			c.Paths[0].Rectangle = false
			c.Segments = outline(layout.Point{X: -2000, Y: 100}, layout.Point{X: 350, Y: -900}, layout.Point{X: 2000, Y: 100}, layout.Point{X: 350, Y: 900})
			c.Paths[0].Box, c.Paths[0].Count = layout.Rect{X0: -2000, Y0: -900, X1: 2000, Y1: 900}, int32(len(c.Segments))
		}, "broken"},
		{"on the edge of a dark shape", &dark, func(c *layout.Content) {
			c.Paths[0].Rectangle = false
			c.Segments = outline(layout.Point{X: 300}, layout.Point{X: 800}, layout.Point{X: 800, Y: 500}, layout.Point{X: 300, Y: 500})
			c.Paths[0].Count = int32(len(c.Segments))
		}, "doubtful"},
	} {
		content := ink(black, c.ground, long)
		c.change(content)
		require.Equal(t, c.want, outcome(t, &quality.Document{Inks: []quality.Inks{quality.Look(content)}}, "contrast-text"), c.name)
	}
}

func TestLookIsBounded(t *testing.T) {
	t.Parallel()
	faint := layout.Color{R: 200, G: 200, B: 200}
	c := ink(faint, &layout.Color{}, "words of a map")
	c.Paths[0].Rectangle, c.Paths[0].Count = false, 1000
	c.Segments = make([]layout.Segment, 1000)
	items := c.Items
	for range 50_000 {
		c.Items = append(c.Items, items...)
	}
	require.NotEmpty(t, quality.Look(c).Faint) // to compare each text with each segment of each area would take days
}

func TestInksInAnyOrder(t *testing.T) {
	t.Parallel()
	var inks []quality.Inks
	for page := range 100 {
		one := quality.Look(ink(layout.Color{R: 200, G: 200, B: 200}, nil, "words "+strings.Repeat("x", page)))
		one.Page = page + 1
		inks = append(inks, one)
	}
	want, err := quality.Check(t.Context(), &quality.Document{Inks: inks})
	require.NoError(t, err)
	slices.Reverse(inks)
	first := inks[0]
	got, err := quality.Check(t.Context(), &quality.Document{Inks: inks})
	require.NoError(t, err)
	require.Equal(t, want, got)
	require.Equal(t, first, inks[0], "the document is not changed")
}

func TestCheckEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := quality.Check(ctx, &quality.Document{})
	require.ErrorIs(t, err, context.Canceled)
}
