package htmlout

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// writer writes HTML to out. A strings.Builder returns its string without a copy.
type writer struct {
	out         strings.Builder
	semantic    bool
	compact     bool            // without white space that changes nothing
	ids         map[string]bool // ids that were written
	ahead       []aheadLink     // links to targets that were not written before them
	depth       int             // of the current node
	inLink      bool
	inCaption   bool // of a table
	inTable     bool
	inContents  bool
	inLabel     bool
	pagesBegun  int
	hasControls bool
	sections    []uint8        // levels of the open sections
	landmarks   map[string]int // how often each landmark name was used
	lang        string         // of the document
	title       string         // of the document
	picture     func(*layout.Figure) (Picture, bool)
	math        Math

	places  func(*semantic.Node) (string, []Place)
	judged  *Judged
	pages   Pages           // nil: the document flows
	awaited []string        // ids of elements that wait for a child with a position
	led     map[string]bool // targets of the pictures of a page; nil: the document flows
	origins map[*semantic.Node][]semantic.Origin
}

// maxDepth is how deep nodes may nest. What is deeper is written as text. HTML parsers give up at 512 open
// elements, and one node opens up to nine (a span with all styles). No document seen has more than 30 levels.
const maxDepth = 48

// Estimates of the size of the output: of the head, and of the markup of a node without its text. Reserved room
// that is not used is never touched and costs nothing.
const (
	headBytes = 1 << 10
	nodeBytes = 24
	attrBytes = 40
)

func newWriter(doc *semantic.Document, opts Options) *writer {
	w := &writer{semantic: opts.Semantic, compact: opts.Minify, lang: doc.Lang, title: titleOf(doc, opts.Name), picture: opts.Picture, math: opts.Math, places: opts.Places, judged: opts.Judged, pages: opts.Pages, ids: map[string]bool{}, landmarks: map[string]int{}}
	size := headBytes
	if doc.Root != nil {
		size += sizeOf(doc.Root)
	}
	w.out.Grow(size)
	return w
}

// sizeOf returns about how many bytes n takes. A buffer that grows while it is filled would allocate several times
// the size of the document.
func sizeOf(n *semantic.Node) int {
	size := nodeBytes + len(n.Text)
	if a := n.Attr; a != nil {
		size += attrBytes + len(a.Href) + len(a.ID)
	}
	for _, c := range n.Children {
		if c != nil {
			size += sizeOf(c)
		}
	}
	return size
}

// str writes markup.
func (w *writer) str(s string) { w.out.WriteString(s) }

// strLine writes markup and ends the line.
func (w *writer) strLine(s string) {
	w.out.WriteString(s)
	w.line()
}

// line ends a line, if white space changes nothing there and the output is not compact.
func (w *writer) line() {
	if !w.compact {
		w.out.WriteByte('\n')
	}
}

// text writes text of the document into an element.
func (w *writer) text(s string) {
	if w.compact {
		escape(&w.out, s, &classes.compact)
	} else {
		escape(&w.out, s, &classes.full)
	}
}

// value writes text of the document into a quoted attribute.
func (w *writer) value(s string) { escape(&w.out, s, &classes.full) }

// attr writes an attribute unless its value is empty.
func (w *writer) attr(name, value string) {
	if value == "" {
		return
	}
	w.str(" ")
	w.str(name)
	w.str(`="`)
	w.value(value)
	w.str(`"`)
}

// count writes an attribute that is a number. It leaves out 0 and the value ignore.
func (w *writer) count(name string, value, ignore int) {
	if value == 0 || value == ignore {
		return
	}
	w.str(" ")
	w.str(name)
	w.str(`="`)
	w.str(strconv.Itoa(value))
	w.str(`"`)
}

// open writes a start tag with the attributes that all elements can have.
func (w *writer) open(tag string, n *semantic.Node) {
	w.str("<")
	w.str(tag)
	w.common(n)
	w.str(">")
}

// openClass does what open does, with a class.
func (w *writer) openClass(tag, class string, n *semantic.Node) {
	w.str("<")
	w.str(tag)
	w.attr("class", class)
	w.common(n)
	w.str(">")
}

// common writes the attributes that all elements can have: id, lang and dir of n, and the type of n in a tagged
// document, as "Deriving HTML from PDF" names it.
func (w *writer) common(n *semantic.Node) {
	if n == nil {
		return
	}
	if w.places != nil && !n.Role.Inline() {
		w.place(n)
	}
	if w.judged != nil && isJudged(n) {
		w.attr("data-judged-by", w.judged.By)
		w.attr("data-judged-at", w.judged.At)
	}
	if n.Attr == nil {
		return
	}
	w.anchor(n)
	if n.Attr.Lang == undetermined {
		w.str(` lang=""`) // HTML's form of an unknown language
	} else {
		w.attr("lang", n.Attr.Lang)
	}
	if dir := n.Attr.Dir; dir == "rtl" || dir == "ltr" {
		w.attr("dir", dir)
	}
	if tag := n.Attr.Tag; tag != nil {
		w.attr("data-pdf-se-type", tag.Type)
		w.attr("data-pdf-se-type-original", tag.Original)
		w.markup(n)
	}
}

// isJudged reports whether a person has reviewed n.
func isJudged(n *semantic.Node) bool {
	return slices.ContainsFunc(n.Evidence, func(e semantic.Evidence) bool { return e.Rule == semantic.FromPerson })
}

// hasCommon reports whether common writes anything for n.
func (w *writer) hasCommon(n *semantic.Node) bool {
	a := n.Attr
	return a != nil && (a.ID != "" || a.Lang != "" || a.Dir != "" || a.Tag != nil)
}

// id writes an id, unless it was written before or is empty.
func (w *writer) id(id string) {
	id = cleanID(id)
	if id == "" || w.ids[id] {
		return
	}
	w.ids[id] = true
	w.attr("id", id)
}

// cleanID removes what an id cannot have: white space, and characters that are no text.
func cleanID(id string) string {
	return strings.Map(func(r rune) rune {
		if r <= ' ' || r == 0x7f || forbidden(r) || unicode.IsSpace(r) {
			return -1
		}
		return r
	}, id)
}

func (w *writer) close(tag string) {
	w.str("</")
	w.str(tag)
	w.str(">")
}

// head writes everything before the content.
func (w *writer) head(doc *semantic.Document) {
	w.strLine("<!DOCTYPE html>")
	w.str("<html")
	w.attr("lang", cmp.Or(doc.Lang, undetermined))
	if doc.Root != nil && doc.Root.Attr != nil && doc.Root.Attr.Dir == "rtl" {
		w.attr("dir", "rtl")
	}
	w.strLine(">")
	w.strLine("<head>")
	w.strLine(`<meta charset="utf-8">`)
	w.strLine(`<meta name="viewport" content="width=device-width,initial-scale=1">`)
	w.str("<title>")
	w.text(w.title)
	w.strLine("</title>")
	w.strLine(`<link rel="stylesheet" href="` + StylesheetName + `">`)
	if w.pages != nil {
		w.strLine(`<link rel="stylesheet" href="` + PagesStylesheetName + `">`)
	}
	w.strLine("</head>")
}

// undetermined is the language tag of a text in an unknown language (ISO 639-2). A page without a tag fails WCAG
// 3.1.1.
const undetermined = "und"

// untitled is the title of a document that has none.
const untitled = "Untitled document"

// Title returns the title that Write gives to the document.
func Title(doc *semantic.Document, name string) string { return titleOf(doc, name) }

// titleOf returns the title of the document, else its first heading, else name. WCAG 2.4.2 requires a title in any
// case.
func titleOf(doc *semantic.Document, name string) string {
	if t := strings.Join(strings.Fields(doc.Title), " "); readable(t) {
		return t
	}
	if doc.Root != nil {
		for n := range doc.Root.All() {
			if n.Role != semantic.H && n.Role != semantic.Title {
				continue
			}
			if t := strings.Join(strings.Fields(plainText(n)), " "); readable(t) {
				return t
			}
		}
	}
	if t := strings.Join(strings.Fields(name), " "); readable(t) {
		return t
	}
	return untitled
}

// readable reports whether s has a visible character.
func readable(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) && !forbidden(r) }) >= 0
}

// plainText returns the text under n.
func plainText(n *semantic.Node) string {
	var b strings.Builder
	for c := range n.All() {
		if isRead(c) {
			b.WriteString(formulaText(c))
		} else {
			b.WriteString(c.Text)
		}
	}
	return b.String()
}

// body writes the content.
func (w *writer) body(ctx context.Context, doc *semantic.Document, furniture bool) error {
	w.strLine("<body>")
	outlined := w.outline(doc)
	w.pageList(doc)
	if w.semantic {
		w.str("<main")
		if outlined {
			w.id(mainID)
		}
		w.strLine(">")
		w.str("<article")
		if doc.Root != nil && doc.Root.Attr != nil {
			w.attr("lang", doc.Root.Attr.Lang)
		}
		w.strLine(">")
	}
	switch {
	case w.pages != nil:
		if err := w.facsimile(ctx, doc); err != nil {
			return err
		}
	case doc.Root != nil:
		if err := w.flow(ctx, doc.Root.Children); err != nil {
			return err
		}
	}
	w.closeSections(1)
	w.form()
	if w.semantic {
		w.strLine("</article>")
		w.strLine("</main>")
	}
	if furniture && doc.Root != nil && w.pages == nil {
		if err := w.pageFurniture(ctx, doc.Root); err != nil {
			return err
		}
	}
	w.strLine("</body>")
	w.strLine("</html>")
	return nil
}

// blocksPerCheck is how many blocks are written between two looks at the context.
const blocksPerCheck = 64

// flow writes the blocks of the document, in sections if they are wanted.
func (w *writer) flow(ctx context.Context, nodes []*semantic.Node) error {
	for i := 0; i < len(nodes); i++ {
		if i%blocksPerCheck == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		n := nodes[i]
		switch {
		case !w.semantic || n == nil:
		case n.Role == semantic.H:
			w.section(headingLevel(n))
		case n.Role == semantic.Title:
			w.closeSections(1) // a letterhead may stand before the title
			front := frontMatter(nodes[i:])
			w.front(nodes[i : i+front])
			i += front - 1
			continue
		}
		i += w.blocks(nodes[i:]) - 1
	}
	return nil
}

// section opens a section for a heading, inside of the sections of higher headings.
func (w *writer) section(level uint8) {
	w.closeSections(level)
	w.strLine("<section>")
	w.sections = append(w.sections, level)
}

// closeSections ends the sections of this level and of lower ones.
func (w *writer) closeSections(level uint8) {
	for n := len(w.sections); n > 0 && w.sections[n-1] >= level; n-- {
		w.sections = w.sections[:n-1]
		w.strLine("</section>")
	}
}

func headingLevel(n *semantic.Node) uint8 { return min(max(n.Level, 1), 6) }
