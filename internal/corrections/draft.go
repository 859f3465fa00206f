package corrections

import (
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Draft returns a draft of corrections: what a person should look at in a page of HTML that has positions
// (data-page and data-box). The draft has pictures without an alternative, headings and tables, each as it is now.
// asset returns the file of a picture by its name in the page, or nil if it is not available.
func Draft(page string, asset func(name string) []byte) (*File, error) {
	f, _, err := draft(page, asset, false)
	return f, err
}

// DraftAll does what Draft does, and adds paragraphs. sources are the names in the page of the pictures in the
// file.
func DraftAll(page string, asset func(name string) []byte) (f *File, sources []string, err error) {
	return draft(page, asset, true)
}

func draft(page string, asset func(name string) []byte, all bool) (f *File, sources []string, err error) {
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		return nil, nil, fmt.Errorf("corrections: %w", err)
	}
	f = &File{Version: Version}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		switch n.DataAtom {
		case atom.Html:
			f.Document.Language = attribute(n, "lang")
		case atom.Title:
			f.Document.Title = textOf(n)
		case atom.Figure:
			sources = append(sources, f.draftPicture(n, asset)...)
		case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
			if text := textOf(n); keyOf(text) != "" {
				f.Blocks = append(f.Blocks, Block{Place: placeIn(n), Text: text, Role: Heading, Level: int(n.Data[1] - '0')})
			}
		case atom.P:
			if text := textOf(n); all && keyOf(text) != "" && attribute(n, "data-page") != "" {
				f.Blocks = append(f.Blocks, Block{Place: placeIn(n), Text: text, Role: Paragraph})
			}
		case atom.Table:
			f.draftTable(n)
		}
	}
	return f, sources, nil
}

// draftPicture adds the pictures of a figure that have no alternative, and returns their names.
func (f *File) draftPicture(figure *html.Node, asset func(name string) []byte) (names []string) {
	for n := range figure.Descendants() {
		if n.DataAtom != atom.Img || !strings.Contains(" "+attribute(n, "class")+" ", " unnamed ") {
			continue
		}
		p := Picture{Place: placeIn(figure), Looks: LooksOf(asset(attribute(n, "src")))}
		if p.Looks != "" || p.Page > 0 && p.Box != nil {
			f.Pictures, names = append(f.Pictures, p), append(names, attribute(n, "src"))
		}
	}
	return names
}

func (f *File) draftTable(table *html.Node) {
	t := Table{Place: placeIn(table)}
	heads, inHead := 0, true
	for n := range table.Descendants() {
		if n.DataAtom != atom.Tr {
			continue
		}
		cells, th := 0, 0
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			cells += count(c.DataAtom == atom.Td || c.DataAtom == atom.Th)
			th += count(c.DataAtom == atom.Th)
		}
		if inHead = inHead && cells > 0 && th == cells; inHead {
			heads++
		}
		if t.Text == "" {
			if text := textOf(n); keyOf(text) != "" {
				t.Text = text
			}
		}
	}
	if t.Text != "" {
		t.HeadRows = &heads
		f.Tables = append(f.Tables, t)
	}
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// placeIn returns the position of n that the page states, or that of the nearest element around n.
func placeIn(n *html.Node) Place {
	for ; n != nil; n = n.Parent {
		page, err := strconv.Atoi(attribute(n, "data-page"))
		if err != nil {
			continue
		}
		p := Place{Page: page}
		first, _, _ := strings.Cut(attribute(n, "data-box"), ";")
		for field := range strings.FieldsFuncSeq(first, func(r rune) bool { return r == ' ' || r == ',' }) {
			v, err := strconv.ParseFloat(field, 64)
			if err != nil {
				return p
			}
			p.Box = append(p.Box, v)
		}
		if len(p.Box) != 4 {
			p.Box = nil
		}
		return p
	}
	return Place{}
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// textOf returns the text below n in one line, without the source of formulas.
func textOf(n *html.Node) string {
	var b strings.Builder
	for k := range n.Descendants() {
		switch {
		case k.Type == html.TextNode && k.Parent.Data != "annotation":
			b.WriteString(k.Data)
		case k.DataAtom == atom.Br, k.DataAtom == atom.Td, k.DataAtom == atom.Th:
			b.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
