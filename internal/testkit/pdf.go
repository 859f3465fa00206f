// Package testkit has what tests of several packages share. Only tests import it.
package testkit

import (
	"bytes"
	"fmt"
	"strings"
)

// PDF builds small PDF files in tests, in the order in which objects are added.
// The zero PDF is ready to use. Object 1 is the catalog and object 2 the page
// tree; they are written by Bytes.
type PDF struct {
	objects []string // objects[i] is the body of object i+3
	pages   []int
	widgets []int // for the next page
	fields  []int // of the form

	// Catalog is added to the catalog dictionary, for example "/Lang (en)".
	Catalog string
	// FormDict is added to the dictionary of the form, for example "/DA (/F1 9 Tf)".
	FormDict string
	// Trailer is added to the trailer dictionary, for example "/Info 7 0 R".
	Trailer string
}

// Add adds an object and returns its number. Use it as fmt.Sprintf("%d 0 R", n).
func (p *PDF) Add(body string) int {
	p.objects = append(p.objects, body)
	return len(p.objects) + 2
}

// reserve returns the number of an object that set writes later.
func (p *PDF) reserve() int { return p.Add("null") }

func (p *PDF) set(n int, body string) { p.objects[n-3] = body }

// AddStream adds a stream object. dict is the content of its dictionary besides Length, for example "/Filter
// /FlateDecode".
func (p *PDF) AddStream(dict, data string) int {
	return p.Add(fmt.Sprintf("<< /Length %d %s >>\nstream\n%s\nendstream", len(data), dict, data))
}

// Page is the content of a page. The zero value is an empty Letter page.
type Page struct {
	Content string // content stream
	Fonts   string // body of the Font resources, for example "/F1 5 0 R"; "" gives F1 = Helvetica
	// Resources is added to the resource dictionary besides Font.
	Resources string
	MediaBox  string // "0 0 612 792" when empty
	Extra     string // added to the page dictionary, for example "/Rotate 90"
}

// AddPage adds a page and returns its object number.
func (p *PDF) AddPage(page Page) int {
	fonts := page.Fonts
	if fonts == "" {
		fonts = "/F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
	}
	box := page.MediaBox
	if box == "" {
		box = "0 0 612 792"
	}
	content := p.AddStream("", page.Content)
	if len(p.widgets) > 0 {
		page.Extra += " /Annots [" + refs(p.widgets) + "]"
		p.widgets = nil
	}
	n := p.Add(fmt.Sprintf(
		"<< /Type /Page /Parent 2 0 R /MediaBox [%s] /Contents %d 0 R /Resources << /Font << %s >> %s >> %s >>",
		box, content, fonts, page.Resources, page.Extra))
	p.pages = append(p.pages, n)
	return n
}

// AddField adds a form field that is its own widget, on the page that is added next, and returns its object
// number. Rect and body are written as in a file: "72 700 200 714", "/FT /Tx /T (name) /V (Ann)".
func (p *PDF) AddField(rect, body string) int {
	n := p.AddWidget(rect, body)
	p.fields = append(p.fields, n)
	return n
}

// AddWidget adds a widget on the page that is added next. Its body names the field that it belongs to: "/Parent 7
// 0 R".
func (p *PDF) AddWidget(rect, body string) int {
	n := p.Add("<< /Type /Annot /Subtype /Widget /Rect [" + rect + "] " + body + " >>")
	p.widgets = append(p.widgets, n)
	return n
}

// AddFieldGroup adds a form field without a widget of its own, for AddWidget.
func (p *PDF) AddFieldGroup(body string) int {
	n := p.Add("<< " + body + " >>")
	p.fields = append(p.fields, n)
	return n
}

// refs returns references to objects.
func refs(numbers []int) string {
	var b strings.Builder
	for _, n := range numbers {
		fmt.Fprintf(&b, "%d 0 R ", n)
	}
	return b.String()
}

// Bytes returns the file, with a cross-reference table.
func (p *PDF) Bytes() []byte {
	form := ""
	if len(p.fields) > 0 {
		form = "/AcroForm << " + p.FormDict + " /Fields [" + refs(p.fields) + "] >> "
	}
	bodies := append([]string{
		"<< /Type /Catalog /Pages 2 0 R " + form + p.Catalog + " >>",
		fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", refs(p.pages), len(p.pages)),
	}, p.objects...)

	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	offsets := make([]int, len(bodies))
	for i, body := range bodies {
		offsets[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, body)
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(bodies)+1)
	for _, o := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n", len(bodies)+1, p.Trailer, xref)
	return b.Bytes()
}
