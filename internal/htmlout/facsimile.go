package htmlout

import (
	"context"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// Pages shows the pages of a document as they are: a facsimile. Its texts are not escaped,
// its attributes are ready to be written, with a space before them. Places are classes:
// attributes with styles would not pass a policy that allows stylesheets only.
type Pages interface {
	// Graphics are those of a page, as elements; text stands over them, or between.
	Graphics(page int) string
	// Text is what shows the bytes [start, end) of the text of a page, with what stands
	// beside it and is no part of the tree: the marker of a list, the leader of a table of
	// contents.
	Text(page int, start, end int32) []Placed
	// Formula is what shows the formula of a page that has this box.
	Formula(page int, box layout.Rect) []Placed
	// Rest are the lines of a page that no node has; it is asked last.
	Rest(page int) []PlacedLine
	// Size is the class of a page of this size, points.
	Size(width, height float32) string
	// Place are the classes that put an element where a box of the page is.
	Place(box layout.Rect) string
	// Type are the classes of what is written in a control, in points: the size of the type,
	// and the width of the cell that each character stands in, 0 for none.
	Type(size, cell float32) string
	// Look are the classes of what a control looks like, if any.
	Look(look *layout.FieldLook) string
	// CSS places all that was asked for before.
	CSS() string
}

// Placed is text where a page has it.
type Placed struct {
	Text  string
	Attr  string // of its element
	Aside bool   // no part of the tree: it is not there when the document flows
}

// PlacedLine is a line that no node has.
type PlacedLine struct {
	Texts     []Placed
	Furniture bool // running heads and page numbers; and the numbers of formulas, which these have
}

// PagesStylesheetName is the second stylesheet of a facsimile. Without it, the HTML is the
// flowing document.
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
	for len(w.awaited) > 0 { // nothing of them is seen
		w.str("<span")
		w.awaitedID()
		w.str("></span>")
	}
	for _, line := range w.pages.Rest(info.Number) {
		w.str(`<div class="rest"`)
		if line.Furniture { // as artifacts are (ISO 32000-2 clause 14.8.2.2)
			w.str(` aria-hidden="true"`)
		}
		w.str(">")
		w.placed(line.Texts)
		w.strLine("</div>")
	}
	w.areas(info)
	w.strLine("</div></section>")
}

// areas writes the links of a page that stand on nothing that the tree has: on drawings,
// and on pictures that are for the eye only. When the document flows they are not there.
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

// pictureLeads notes that a picture of the page bears a link.
func (w *writer) pictureLeads(href string) {
	if w.led != nil {
		w.led[href] = true
	}
}

// areaName is what a link without text is called: as the document does, else by where it
// leads.
func areaName(l *semantic.PageLink) string {
	if readable(l.Title) {
		return l.Title
	}
	if page, ok := strings.CutPrefix(l.Href, "#page-"); ok {
		return "Page " + page
	}
	return strings.TrimPrefix(strings.TrimPrefix(l.Href, "#"), "mailto:")
}

// nodeText writes the text of n itself: where the page has it, if the document is shown as
// its pages are. Text of none of them, such as a word for what the page shows otherwise,
// has no place there.
func (w *writer) nodeText(n *semantic.Node) {
	if w.pages == nil {
		w.text(n.Text)
		return
	}
	for _, o := range w.origins[n] {
		w.placed(w.pages.Text(int(o.Page), o.Start, o.End))
	}
}

// placed writes texts where they stand.
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

// anchor writes the id of n; where pages are shown as they are, the first thing in n that
// has a place there gets it, since n has none. Cells that others name as their headers, and
// controls, keep their own.
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

// awaitedID writes the last id that waits for something with a place, if any does.
func (w *writer) awaitedID() {
	if last := len(w.awaited) - 1; last >= 0 {
		w.attr("id", w.awaited[last])
		w.awaited = w.awaited[:last]
	}
}

// atPlace are classes, and those that put a picture where box is, if the document is shown
// as its pages are.
func (w *writer) atPlace(class string, box layout.Rect) string {
	if w.pages == nil {
		return class
	}
	if class != "" {
		class += " "
	}
	return class + "fig " + w.pages.Place(box)
}
