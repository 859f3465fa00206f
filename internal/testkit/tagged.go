package testkit

import (
	"fmt"
	"slices"
	"strings"
)

// Tagged builds a small tagged PDF from its structure tree: the content of the elements is set on pages in the
// order of the tree, each block on a line of its own.
type Tagged struct {
	Catalog string // added to the catalog, for example "/Lang (en)"
	Root    string // added to the structure tree root, for example "/RoleMap << /Body /P >>"
	// Spaces are the dictionaries of namespaces. Elements refer to them by number, from 1. SPACE1 in a dictionary
	// stands for the first.
	Spaces []string
	// Tree are the elements at the top if the order of the tree differs from that of the pages. Its elements are
	// those that are set, but for groups.
	Tree []any
	// Ground are operators that are painted first on each page, as an artifact.
	Ground string
}

// Tag is a structure element. Its kids are *Tag, string (text in a marked-content
// sequence), Marked, Artifact, Untagged, Annot, or PageEnd.
type Tag struct {
	Type  string // S
	Dict  string // added to the dictionary, for example "/Lang (de)"
	Space int    // number in Tagged.Spaces, from 1; 0: none
	Files []File // associated files (AF)
	Kids  []any
}

// El returns an element with its kids.
func El(typ string, kids ...any) *Tag { return &Tag{Type: typ, Kids: kids} }

// With adds to the dictionary.
func (t *Tag) With(dict string) *Tag {
	t.Dict += " " + dict
	return t
}

// In puts the element into a namespace, with those elements below it that are in none.
func (t *Tag) In(space int) *Tag {
	if t.Space == 0 {
		t.Space = space
	}
	for _, k := range t.Kids {
		if c, ok := k.(*Tag); ok {
			c.In(space)
		}
	}
	return t
}

// File adds an associated file.
func (t *Tag) File(relationship, mediaType, data string) *Tag {
	t.Files = append(t.Files, File{relationship, mediaType, data})
	return t
}

// File is an associated file.
type File struct{ Relationship, MediaType, Data string }

// Marked is text in a marked-content sequence with a property list, for example "/ActualText (x)".
type Marked struct{ Dict, Text string }

// Kids of a Tag. Artifact is text marked as an artifact. Untagged is text that is not marked. Paint are operators
// that paint in the unit square of the next line. Annot is the dictionary of an annotation that the element refers
// to, without Type; without Rect the annotation stands on the line.
type (
	Artifact string
	Untagged string
	Paint    string
	Annot    string
)

// PageEnd ends the page.
type PageEnd struct{}

// Bytes returns the file. top are the elements at the top of its structure tree.
func (d Tagged) Bytes(top ...any) []byte {
	w := taggedWriter{file: &PDF{}, kids: map[*Tag][]string{}, object: map[*Tag]int{}, cells: -1}
	w.walk(&Tag{Type: "Document"}, top)
	w.endPage()
	for i, p := range w.pages {
		w.file.AddPage(Page{
			Content: d.ground() + p.content.String(), Fonts: taggedFonts,
			Extra: fmt.Sprintf("/StructParents %d /Annots [%s]", i, p.annots.String()),
		})
	}
	root, spaces := w.file.reserve(), make([]int, 0, len(d.Spaces))
	for _, s := range d.Spaces {
		s = strings.ReplaceAll(s, "SPACE1", fmt.Sprintf("%d 0 R", root+1))
		spaces = append(spaces, w.file.Add("<< /Type /Namespace "+s+" >>"))
	}
	var kids strings.Builder
	if d.Tree != nil {
		top = d.Tree
	}
	for _, k := range top {
		if t, ok := k.(*Tag); ok {
			fmt.Fprintf(&kids, "%d 0 R ", w.element(t, root, spaces))
		}
	}
	list := ""
	for _, n := range spaces {
		list += fmt.Sprintf("%d 0 R ", n)
	}
	w.file.set(root, fmt.Sprintf("<< /Type /StructTreeRoot /K [%s] /Namespaces [%s] /ParentTree << /Nums [%s] >> %s >>", kids.String(), list, w.parentTree(), d.Root))
	w.file.Catalog = fmt.Sprintf("/StructTreeRoot %d 0 R /MarkInfo << /Marked true >> %s", root, d.Catalog)
	return w.file.Bytes()
}

// ground paints what is below the text.
func (d Tagged) ground() string {
	if d.Ground == "" {
		return ""
	}
	return "/Artifact BMC q " + d.Ground + " Q EMC\n"
}

const taggedFonts = "/F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> " +
	"/F2 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>"

// Positions of text, in points.
const (
	taggedLeft, taggedTop = 72, 720
	taggedLeading         = 24
	taggedColumn          = 110
)

type taggedPage struct {
	content, annots strings.Builder
	owners          []*Tag // by MCID
}

type taggedWriter struct {
	file   *PDF
	pages  []*taggedPage
	kids   map[*Tag][]string // entries of K; "" for an element; PAGEn stands for the object of a page
	annots []*Tag            // elements that have annotations, in the order of their StructParent
	object map[*Tag]int
	open   bool // a text object is open
	fresh  bool // the next text begins a line
	x, y   int
	cells  int // cells in the current row; -1: outside of rows
}

func (w *taggedWriter) page() *taggedPage {
	if len(w.pages) == 0 || w.y == 0 {
		w.pages = append(w.pages, &taggedPage{})
		w.x, w.y, w.fresh = taggedLeft, taggedTop+taggedLeading, true
	}
	return w.pages[len(w.pages)-1]
}

func (w *taggedWriter) endPage() {
	p := w.page()
	if w.open {
		p.content.WriteString("ET\n")
		w.open = false
	}
	w.y = 0
}

// isTaggedLeaf reports whether elements inside of one with this type stand in its line.
func isTaggedLeaf(typ string) bool {
	return !slices.Contains([]string{
		"Document", "DocumentFragment", "Part", "Sect", "Art", "Aside", "Div", "BlockQuote", "TOC", "L", "LI",
		"Table", "THead", "TBody", "TFoot", "TR", "Index", "NonStruct", "Private", "Figure",
	}, typ)
}

// isTaggedBlock reports whether an element of this type always begins a line.
func isTaggedBlock(typ string) bool {
	return slices.Contains([]string{"P", "L", "LI", "Table", "TR", "Div", "Note", "Figure", "BlockQuote", "Caption", "Aside"}, typ)
}

// walk sets the content of t.
func (w *taggedWriter) walk(t *Tag, kids []any) {
	for _, k := range kids {
		p := w.page()
		switch k := k.(type) {
		case *Tag:
			w.enter(t, k)
			w.walk(k, k.Kids)
			if !isTaggedLeaf(t.Type) || isTaggedBlock(k.Type) {
				w.fresh = true
			}
			w.kids[t] = append(w.kids[t], "")
			if k.Type == "TR" {
				w.cells = -1
			}
		case string:
			w.marked(t, p, "", k)
		case Marked:
			w.marked(t, p, k.Dict, k.Text)
		case Artifact:
			w.fresh = true
			w.show(p, "Span", "/Artifact BMC", string(k), "EMC")
			w.fresh = true
		case Untagged:
			w.show(p, t.Type, "", string(k), "")
		case Paint:
			w.paint(t, p, string(k))
		case Annot:
			rect := ""
			if !strings.Contains(string(k), "/Rect") {
				rect = fmt.Sprintf("/Rect [%d %d %d %d]", w.x, w.y-3, w.x+200, w.y+11)
			}
			n := w.file.Add(fmt.Sprintf("<< /Type /Annot %s /StructParent %d %s >>", rect, 1000+len(w.annots), k))
			w.annots = append(w.annots, t)
			fmt.Fprintf(&p.annots, "%d 0 R ", n)
			w.kids[t] = append(w.kids[t], fmt.Sprintf("<< /Type /OBJR /Obj %d 0 R /Pg PAGE%d >>", n, len(w.pages)))
		case PageEnd:
			w.endPage()
		}
	}
}

// enter sets the position for the text of t, an element of parent.
func (w *taggedWriter) enter(parent, t *Tag) {
	switch {
	case t.Type == "TR":
		w.cells, w.fresh = 0, false
		w.y -= taggedLeading
	case w.cells >= 0 && (t.Type == "TH" || t.Type == "TD"):
		w.x, w.fresh = taggedLeft+taggedColumn*w.cells, true
		w.y += taggedLeading
		w.cells++
	case !isTaggedLeaf(parent.Type) && t.Type != "LBody" || isTaggedBlock(t.Type) && !slices.Contains([]string{"TH", "TD", "LBody"}, parent.Type):
		w.fresh = true
	}
}

// marked sets text in a marked-content sequence of t.
func (w *taggedWriter) marked(t *Tag, p *taggedPage, dict, text string) {
	w.show(p, t.Type, w.begin(t, p, dict), text, "EMC")
}

// begin returns the operator that begins a marked-content sequence of t.
func (w *taggedWriter) begin(t *Tag, p *taggedPage, dict string) string {
	mcid := len(p.owners)
	p.owners = append(p.owners, t)
	w.kids[t] = append(w.kids[t], fmt.Sprintf("<< /Type /MCR /MCID %d /Pg PAGE%d >>", mcid, len(w.pages)))
	return fmt.Sprintf("/%s << /MCID %d %s >> BDC", t.Type, mcid, dict)
}

// show sets text between two operators.
func (w *taggedWriter) show(p *taggedPage, typ, before, text, after string) {
	if w.fresh || !w.open {
		w.line(p, typ)
	}
	fmt.Fprintf(&p.content, "%s (%s) Tj %s\n", before, winAnsi(text), after)
}

// line begins a line.
func (w *taggedWriter) line(p *taggedPage, typ string) {
	if w.open {
		p.content.WriteString("ET\n")
	}
	w.y -= taggedLeading
	font := "/F1 11"
	switch {
	case typ == "Title" || typ[0] == 'H':
		font = "/F2 18"
	case typ == "TH":
		font = "/F2 11"
	}
	fmt.Fprintf(&p.content, "BT %s Tf 1 0 0 1 %d %d Tm\n", font, w.x, w.y)
	w.x, w.open, w.fresh = taggedLeft, true, false
}

// paint runs operators in a square of 60 points.
func (w *taggedWriter) paint(t *Tag, p *taggedPage, operators string) {
	if w.open {
		p.content.WriteString("ET\n")
		w.open = false
	}
	w.y -= 72
	fmt.Fprintf(&p.content, "%s q 60 0 0 60 %d %d cm %s Q EMC\n", w.begin(t, p, ""), taggedLeft, w.y, operators)
	w.fresh = true
}

// element adds t and the elements below it, and returns its object number.
func (w *taggedWriter) element(t *Tag, parent int, spaces []int) int {
	n := w.file.reserve()
	w.object[t] = n
	var kids strings.Builder
	below, held := t.Kids, w.kids[t]
	if held == nil { // a group that only the tree has
		held = make([]string, len(below))
	}
	for _, k := range held {
		if k == "" {
			i := slices.IndexFunc(below, func(k any) bool { _, is := k.(*Tag); return is })
			k = fmt.Sprintf("%d 0 R", w.element(below[i].(*Tag), n, spaces))
			below = below[i+1:]
		}
		for i, page := range w.file.pages {
			k = strings.Replace(k, fmt.Sprintf("PAGE%d ", i+1), fmt.Sprintf("%d 0 R ", page), 1)
		}
		kids.WriteString(k + " ")
	}
	body := fmt.Sprintf("<< /Type /StructElem /S /%s /P %d 0 R /K [%s] %s", t.Type, parent, kids.String(), t.Dict)
	if t.Space > 0 {
		body += fmt.Sprintf(" /NS %d 0 R", spaces[t.Space-1])
	}
	if len(t.Files) > 0 {
		body += " /AF ["
		for _, f := range t.Files {
			s := w.file.AddStream("/Type /EmbeddedFile /Subtype /"+strings.ReplaceAll(f.MediaType, "/", "#2F"), f.Data)
			body += fmt.Sprintf("<< /Type /Filespec /F (file) /UF (file) /AFRelationship /%s /EF << /F %d 0 R /UF %d 0 R >> >> ", f.Relationship, s, s)
		}
		body += "]"
	}
	w.file.set(n, body+" >>")
	return n
}

// parentTree returns the number tree from pages and annotations to their elements.
func (w *taggedWriter) parentTree() string {
	var b strings.Builder
	for i, p := range w.pages {
		fmt.Fprintf(&b, "%d [", i)
		for _, t := range p.owners {
			fmt.Fprintf(&b, "%d 0 R ", w.object[t])
		}
		b.WriteString("] ")
	}
	for i, t := range w.annots {
		fmt.Fprintf(&b, "%d %d 0 R ", 1000+i, w.object[t])
	}
	return b.String()
}

// winAnsi returns text as a string in WinAnsiEncoding, which has Latin-1.
func winAnsi(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '(' || r == ')' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '•':
			b.WriteString(`\225`)
		case r < 0x80:
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\%03o`, r)
		}
	}
	return b.String()
}
