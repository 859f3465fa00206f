package htmlout

import (
	"context"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// Pages shows the pages of a document with their original looks: a facsimile. Its texts are not escaped. Its
// attributes are ready to be written, with a space before them. Positions are classes: style attributes would
// violate a policy that allows only style sheets.
type Pages interface {
	// Graphics returns the graphics of a page as elements. Text stands over them, or between them.
	Graphics(page int) string
	// Text returns what shows the bytes [start, end) of the text of a page. It includes what stands beside the
	// text and is not in the tree: the marker of a list, the leader of a table of contents.
	Text(page int, start, end int32) []Placed
	// Formula returns what shows the formula of a page that has this box.
	Formula(page int, box layout.Rect) []Placed
	// Rest returns the lines of a page that no node has. It is called last.
	Rest(page int) []PlacedLine
	// Size returns the class for a page of this size, in points.
	Size(width, height float32) string
	// Place returns the classes that put an element where a box of the page is.
	Place(box layout.Rect) string
	// Type returns the classes of the text in a control, in points: the size of the type, and the width of the
	// cell of each character, 0 for none.
	Type(size, cell float32) string
	// Look returns the classes for the look of a control, if it has any.
	Look(look *layout.FieldLook) string
	// CSS returns the style sheet for all classes that were returned before.
	CSS() string
}

// Placed is text at its position on a page.
type Placed struct {
	Text  string
	Attr  string // of its element
	Aside bool   // not in the tree: absent when the document flows
}

// PlacedLine is a line of a page that no node has.
type PlacedLine struct {
	Texts     []Placed
	Furniture bool // running heads and page numbers; also the numbers of formulas, which the formulas contain
}

// PagesStylesheetName is the second style sheet of a facsimile. Without it the HTML flows.
const PagesStylesheetName = "pages.css"

// facsimile writes the document page by page.
func (w *writer) facsimile(ctx context.Context, doc *semantic.Document) error {
	var pages map[int32][]*semantic.Node
	cutter := &paginator{origins: doc.Origins, page: 1}
	if len(doc.Pages) > 0 {
		cutter.page = int32(doc.Pages[0].Number)
	}
	if doc.Root != nil {
		pages = cutter.pages(doc.Root)
	}
	w.origins = cutter.origins
	w.led = map[string]bool{}
	for i := range doc.Pages {
		if err := ctx.Err(); err != nil {
			return err
		}
		w.onePage(&doc.Pages[i], pages[int32(doc.Pages[i].Number)])
	}
	return nil
}

// onePage writes one page.
func (w *writer) onePage(info *semantic.PageInfo, nodes []*semantic.Node) {
	w.str("<section")
	w.attr("class", "pg "+w.pages.Size(info.Width, info.Height))
	w.count("data-page", info.Number, 0)
	w.strLine(`><div class="in">`)
	w.pageBreak(&semantic.Node{Page: int32(info.Number), Attr: &semantic.Attr{ID: "page-" + strconv.Itoa(info.Number), Label: info.Label}})
	w.line()
	w.str(w.pages.Graphics(info.Number))
	w.line()
	for _, n := range nodes {
		w.block(n)
	}
	for len(w.awaited) > 0 { // no visible element has taken these ids
		w.str("<span")
		w.awaitedID()
		w.str("></span>")
	}
	for _, line := range w.pages.Rest(info.Number) {
		w.str(`<div class="rest"`)
		if line.Furniture { // like artifacts (ISO 32000-2 clause 14.8.2.2)
			w.str(` aria-hidden="true"`)
		}
		w.str(">")
		w.placed(line.Texts)
		w.strLine("</div>")
	}
	w.areas(info)
	w.strLine("</div></section>")
}

// areas writes the links of a page that cover nothing that the tree has: links on drawings, and on decorative
// pictures. When the document flows they are absent.
func (w *writer) areas(info *semantic.PageInfo) {
	for i := range info.Links {
		l := &info.Links[i]
		if len(l.Areas) == 0 || w.led[l.Href] {
			continue
		}
		w.str(`<div class="rest"><a`)
		w.attr("class", "area "+w.pages.Place(l.Areas[0]))
		w.writeTarget(l.Href, "", "", areaName(l))
		w.strLine("></a></div>")
	}
	clear(w.led)
}

// pictureLeads notes that a picture of the page carries a link.
func (w *writer) pictureLeads(href string) {
	if w.led != nil {
		w.led[href] = true
	}
}

// areaName returns the name of a link without text: the name in the document, or else the target of the link.
func areaName(l *semantic.PageLink) string {
	if readable(l.Title) {
		return l.Title
	}
	if page, ok := strings.CutPrefix(l.Href, "#page-"); ok {
		return "Page " + page
	}
	return strings.TrimPrefix(strings.TrimPrefix(l.Href, "#"), "mailto:")
}

// nodeText writes the text of n itself. In a facsimile, the text stands at its position on the page. Text without
// a position, such as a word for something that the page shows in another way, is left out there.
func (w *writer) nodeText(n *semantic.Node) {
	if w.pages == nil {
		w.text(n.Text)
		return
	}
	for _, o := range w.origins[n] {
		w.placed(w.pages.Text(int(o.Page), o.Start, o.End))
	}
}

// placed writes texts at their positions.
func (w *writer) placed(list []Placed) {
	for _, p := range list {
		for !p.Aside && len(w.awaited) > 1 {
			w.str("<span")
			w.awaitedID()
			w.str(p.Attr)
			w.str("></span>")
		}
		w.str("<span")
		if !p.Aside {
			w.awaitedID()
		}
		w.str(p.Attr)
		w.str(">")
		w.text(p.Text)
		w.str("</span>")
	}
}

// anchor writes the id of n. In a facsimile n has no position, so the first thing in n with a position gets the
// id. Cells that may be the headers of others, and controls, keep their own ids.
func (w *writer) anchor(n *semantic.Node) {
	if w.pages == nil || n.Role == semantic.TH || n.Role == semantic.TD || n.Role == semantic.Form {
		w.id(n.Attr.ID)
		return
	}
	if id := cleanID(n.Attr.ID); id != "" && !w.ids[id] {
		w.ids[id] = true
		w.awaited = append(w.awaited, id)
	}
}

// awaitedID writes the last id that waits for an element with a position, if there is one.
func (w *writer) awaitedID() {
	if last := len(w.awaited) - 1; last >= 0 {
		w.attr("id", w.awaited[last])
		w.awaited = w.awaited[:last]
	}
}

// atPlace returns class and, in a facsimile, the classes that put a picture where box is.
func (w *writer) atPlace(class string, box layout.Rect) string {
	if w.pages == nil {
		return class
	}
	if class != "" {
		class += " "
	}
	return class + "fig " + w.pages.Place(box)
}
