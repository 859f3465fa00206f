package pdfua_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/pdfua"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/layout"
)

// fixture is a document of one page that conforms, with places to break it. Its
// objects are: 3 content, 4 page, 5 metadata, 6 structure tree root, 7 the element
// Document, 8 the paragraph of the text, and more from 9 on.
type fixture struct {
	noLang, noTitle, noTags, noMetadata bool

	catalog  string // added to the catalog
	trailer  string
	markInfo string
	xmp      string // properties in the packet
	roleMap  string
	elements string // in Document, behind the paragraph
	text     string // added to the paragraph
	content  string // of the page, in place of the paragraph's text
	annots   string // in Annots
	parents  string // added to the parent tree
	page     string // added to the page
	tabs     string // in place of /Tabs /S
	form     string // resources of the page
	fonts    string // of the page, in place of an embedded F1
	objects  []string
	header   string
}

// embedded is a font with something for a program.
const embedded = "/F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /FontDescriptor << /Flags 32 /FontFile 3 0 R >> >>"

const paragraph = "/P << /MCID 0 >> BDC BT /F1 12 Tf 72 700 Td (Hello) Tj ET EMC"

func (f *fixture) bytes() []byte {
	pick := func(s, standard string) string {
		if s == "" {
			return standard
		}
		return s
	}
	file := &testkit.PDF{Trailer: f.trailer}
	file.Catalog = "/ViewerPreferences << /DisplayDocTitle true >> /MarkInfo << " + pick(f.markInfo, "/Marked true") + " >> " + f.catalog
	if !f.noLang {
		file.Catalog += " /Lang (en)"
	}
	if !f.noTags {
		file.Catalog += " /StructTreeRoot 6 0 R"
	}
	if !f.noMetadata {
		file.Catalog += " /Metadata 5 0 R"
	}
	page := "/StructParents 0 " + f.page
	if f.annots != "" {
		page += " /Annots [" + f.annots + "] " + pick(f.tabs, "/Tabs /S")
	}
	file.AddPage(testkit.Page{Content: pick(f.content, paragraph), Extra: page, Resources: f.form, Fonts: pick(f.fonts, embedded)})
	title := "<dc:title><rdf:Alt><rdf:li xml:lang='x-default'>A title</rdf:li></rdf:Alt></dc:title>"
	if f.noTitle {
		title = ""
	}
	file.AddStream("/Type /Metadata /Subtype /XML", "<x:xmpmeta xmlns:x='adobe:ns:meta/'>"+
		"<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description "+
		"xmlns:dc='http://purl.org/dc/elements/1.1/' xmlns:pdfuaid='http://www.aiim.org/pdfua/ns/id/' "+
		"xmlns:other='http://www.aiim.org/pdfua/ns/id/'>"+title+pick(f.xmp, "<pdfuaid:part>1</pdfuaid:part>")+
		"</rdf:Description></rdf:RDF></x:xmpmeta>")
	file.Add("<< /K 7 0 R /RoleMap << " + f.roleMap + " >> /ParentTree << /Nums [0 [8 0 R] " + f.parents + "] >> >>")
	file.Add("<< /S /Document /P 6 0 R /K [8 0 R " + f.elements + "] >>")
	file.Add("<< /S /P /P 7 0 R /Pg 4 0 R /K 0 " + f.text + " >>")
	for _, o := range f.objects {
		file.Add(o)
	}
	return []byte(strings.Replace(string(file.Bytes()), "%PDF-1.7", pick(f.header, "%PDF-1.7"), 1))
}

// el returns a structure element that stands in its parent directly.
func el(typ string, kids ...string) string {
	typ, properties, _ := strings.Cut(typ, " ")
	return fmt.Sprintf("<< /S /%s /P 7 0 R %s /K [%s] >>", typ, properties, strings.Join(kids, " "))
}

// checked returns the report on a document with the content of its pages.
func checked(t testing.TB, data []byte) *pdfua.Report {
	t.Helper()
	doc, err := pdf.Open(t.Context(), data, pdf.Options{})
	require.NoError(t, err)
	return checkedDocument(t, doc)
}

func checkedDocument(t testing.TB, doc *pdf.Document) *pdfua.Report {
	t.Helper()
	c, err := pdfua.New(t.Context(), doc)
	require.NoError(t, err)
	reader := content.NewReader(doc)
	var painted layout.Content
	for n := 1; n <= doc.PageCount(); n++ {
		page := doc.Page(n)
		bare := *page
		bare.Dict = pdf.NewDict(pdf.Name("Contents"), page.Dict.Raw("Contents"))
		require.NoError(t, reader.Page(t.Context(), &bare, &painted))
		require.NoError(t, c.Page(t.Context(), page, &painted))
	}
	return c.Report()
}

func length(s string) string { return strconv.Itoa(len(s)) }
