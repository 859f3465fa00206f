// Package jsonout writes a document as JSON that docs/schema/document-1.json describes.
//
// Blocks are nodes with their roles, places and ids; text is there as a whole and in runs of
// one style. The form is versioned: a reader of version 1 may ignore members that it does not
// know.
package jsonout

import (
	"encoding/json"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/internal/tree"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// Writer is a tree.Writer. It needs a tree that keeps boxes.
type Writer struct {
	Lines    bool // the lines of each block, where each stands
	Evidence bool // what rules said of the role of each block, and for how much
}

// Names of the form, and its version.
const (
	Format  = "pagelift-document"
	Version = 1
)

// document is all but the nodes, which are written one by one.
type document struct {
	Format   string        `json:"format"`
	Version  int           `json:"version"`
	Title    string        `json:"title"`
	Language string        `json:"language"`
	Tagging  string        `json:"tagging"`
	Pages    []page        `json:"pages"`
	Outline  []outlineItem `json:"outline,omitempty"`
}

type page struct {
	Number int     `json:"number"`
	Label  string  `json:"label,omitempty"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

type outlineItem struct {
	Title    string        `json:"title"`
	Href     string        `json:"href,omitempty"`
	Children []outlineItem `json:"children,omitempty"`
}

// node is a block.
type node struct {
	Role       string     `json:"role"`
	ID         string     `json:"id,omitempty"`
	Anchor     string     `json:"anchor,omitempty"`
	Kind       string     `json:"kind,omitempty"`
	Level      int        `json:"level,omitempty"`
	Page       int        `json:"page,omitempty"`
	Boxes      []place    `json:"boxes,omitempty"`
	Lines      []place    `json:"lines,omitempty"`
	Text       string     `json:"text,omitempty"`
	Runs       []run      `json:"runs,omitempty"`
	Label      string     `json:"label,omitempty"`
	Language   string     `json:"language,omitempty"`
	Direction  string     `json:"direction,omitempty"`
	Title      string     `json:"title,omitempty"`
	List       *list      `json:"list,omitempty"`
	Table      *table     `json:"table,omitempty"`
	Figure     *figure    `json:"figure,omitempty"`
	Formula    *formula   `json:"formula,omitempty"`
	Confidence float64    `json:"confidence,omitempty"`
	Evidence   []evidence `json:"evidence,omitempty"`
	Children   []node     `json:"children,omitempty"`
}

// place is a box on a page: left, top, right and bottom in points from the upper left corner of
// the page as it is shown.
type place struct {
	Page int        `json:"page"`
	Box  [4]float64 `json:"box"`
}

// run is a stretch of text in one style.
type run struct {
	Text       string   `json:"text,omitempty"`
	Styles     []string `json:"styles,omitempty"`
	Href       string   `json:"href,omitempty"`
	Note       string   `json:"note,omitempty"`
	Language   string   `json:"language,omitempty"`
	Page       int      `json:"page,omitempty"` // begins here
	Figure     *figure  `json:"figure,omitempty"`
	Formula    *formula `json:"formula,omitempty"`
	Field      *field   `json:"field,omitempty"`
	Confidence float64  `json:"confidence,omitempty"`
}

type list struct {
	Ordered   bool   `json:"ordered"`
	Start     int    `json:"start,omitempty"`
	Numbering string `json:"numbering,omitempty"`
}

type table struct {
	Rows     int    `json:"rows"`
	Columns  int    `json:"columns"`
	HeadRows int    `json:"head_rows"`
	FootRows int    `json:"foot_rows"`
	Cells    []cell `json:"cells"`
}

type cell struct {
	ID         string   `json:"id,omitempty"`
	Anchor     string   `json:"anchor,omitempty"`
	Row        int      `json:"row"`
	Column     int      `json:"column"`
	RowSpan    int      `json:"row_span"`
	ColumnSpan int      `json:"column_span"`
	Head       bool     `json:"head"`
	Scope      string   `json:"scope,omitempty"`
	Headers    []string `json:"headers,omitempty"`
	Boxes      []place  `json:"boxes,omitempty"`
	Text       string   `json:"text"`
	Runs       []run    `json:"runs,omitempty"`
	Children   []node   `json:"children,omitempty"`
}

type figure struct {
	File        string `json:"file,omitempty"`
	Width       int    `json:"width,omitempty"`
	Height      int    `json:"height,omitempty"`
	Alternative string `json:"alternative,omitempty"`
	Href        string `json:"href,omitempty"`    // it is a link there
	Unnamed     bool   `json:"unnamed,omitempty"` // nobody wrote the alternative
	Decorative  bool   `json:"decorative,omitempty"`
}

type formula struct {
	TeX     string `json:"tex,omitempty"`
	Text    string `json:"text,omitempty"`
	Display bool   `json:"display,omitempty"`
	File    string `json:"file,omitempty"`
}

type field struct {
	Kind     string `json:"kind"`
	Name     string `json:"name,omitempty"`
	Value    string `json:"value,omitempty"`
	Checked  bool   `json:"checked,omitempty"`
	Required bool   `json:"required,omitempty"`
	ReadOnly bool   `json:"read_only,omitempty"`
}

type evidence struct {
	Rule    string  `json:"rule"`
	Role    string  `json:"role"`
	Verdict string  `json:"verdict"`
	Weight  float64 `json:"weight"`
	Reason  string  `json:"reason,omitempty"`
}

// furniture is what stands at an edge of a page.
type furniture struct {
	Page  int     `json:"page"`
	Edge  string  `json:"edge,omitempty"`
	Text  string  `json:"text"`
	Boxes []place `json:"boxes,omitempty"`
}

// unseen is text that a reader of the page does not see.
type unseen struct {
	place
	Text    string   `json:"text"`
	Reasons []string `json:"reasons"`
}

// Write implements tree.Writer.
func (o Writer) Write(out io.Writer, src *tree.Source) error {
	w := &writer{Writer: o, Source: src, to: out}
	head, err := json.Marshal(w.document())
	if err != nil {
		return err
	}
	w.raw(string(head[:len(head)-1])) // without the brace that ends it
	w.raw(",\n\"nodes\":[")
	if src.Root != nil {
		for _, n := range w.nodes(src.Root.Children, 0) {
			w.element(n())
		}
	}
	w.raw("],\n\"furniture\":[")
	w.next = false
	if src.Root != nil {
		w.furniture(src.Root)
	}
	w.raw("],\n\"unseen\":[")
	w.next = false
	for i := range src.Unseen {
		u := &src.Unseen[i]
		w.element(unseen{place{u.Page, boxOf(u.Box)}, tree.Clean(u.Text), reasons(u.Flags)})
	}
	w.raw("]}\n")
	return w.err
}

// writer writes nodes.
type writer struct {
	Writer
	*tree.Source
	to   io.Writer
	err  error
	next bool // an element of the open array stands before
}

func (w *writer) raw(s string) {
	if w.err == nil {
		_, w.err = io.WriteString(w.to, s)
	}
}

// element writes an element of the open array, on a line of its own.
func (w *writer) element(v any) {
	if w.err != nil {
		return
	}
	data, err := json.Marshal(v)
	if err != nil {
		w.err = err
		return
	}
	if w.next {
		w.raw(",")
	}
	w.next = true
	w.raw("\n")
	if w.err == nil {
		_, w.err = w.to.Write(data)
	}
}

func (w *writer) document() document {
	d := document{Format: Format, Version: Version, Title: tree.Clean(w.Source.Title), Language: tree.Clean(w.Lang), Tagging: w.Tagging.Use.String(), Pages: []page{}, Outline: outline(w.Document.Outline, 0)}
	for i := range w.Document.Pages {
		p := &w.Document.Pages[i]
		d.Pages = append(d.Pages, page{p.Number, tree.Clean(p.Label), finite(p.Width), finite(p.Height)})
	}
	return d
}

func outline(items []semantic.OutlineItem, depth int) (list []outlineItem) {
	for i := range items {
		item := outlineItem{Title: tree.Clean(items[i].Title), Href: tree.Clean(items[i].Href)}
		if depth < tree.MaxDepth {
			item.Children = outline(items[i].Children, depth+1)
		}
		list = append(list, item)
	}
	return list
}

// nodes are the blocks among children; neighbours that are text are a paragraph. They are made
// when they are asked for, so that a long document is never there as a whole.
func (w *writer) nodes(children []*semantic.Node, depth int) (list []func() node) {
	for i := 0; i < len(children); i++ {
		n := children[i]
		switch {
		case n == nil || n.Role == semantic.Artifact:
		case n.Role == semantic.LBody:
			list = append(list, w.nodes(n.Children, depth)...)
		case tree.IsInline(n):
			from := i
			for i < len(children) && children[i] != nil && tree.IsInline(children[i]) {
				i++
			}
			text := &semantic.Node{Role: semantic.P, Children: children[from:i]}
			i--
			list = append(list, func() node { return w.node(text, depth) })
		default:
			list = append(list, func() node { return w.node(n, depth) })
		}
	}
	return list
}

func (w *writer) children(n *semantic.Node, depth int) (list []node) {
	if n.Text != "" && n.Role != semantic.Code {
		list = append(list, node{Role: semantic.P.String(), Text: tree.Clean(n.Text), Runs: []run{{Text: tree.Clean(n.Text)}}})
	}
	for _, make := range w.nodes(n.Children, depth+1) {
		list = append(list, make())
	}
	return list
}

func (w *writer) node(n *semantic.Node, depth int) node {
	out := node{Role: n.Role.String(), ID: tree.Clean(w.ID(n)), Page: int(n.Page), Boxes: places(w.Boxes(n)), Level: int(n.Level)}
	if n.Role != semantic.H {
		out.Level = 0
	}
	if a := n.Attr; a != nil {
		out.Anchor, out.Label, out.Language, out.Direction, out.Title = tree.Clean(a.ID), tree.Clean(a.Label), tree.Clean(a.Lang), a.Dir, tree.Clean(a.Title)
		out.Confidence = finite(a.Confidence)
		switch n.Role {
		case semantic.P, semantic.L:
			out.Kind = a.Subtype
		}
	}
	if w.Writer.Lines {
		out.Lines = places(w.Source.Lines(n))
	}
	if w.Evidence {
		for _, e := range n.Evidence {
			out.Evidence = append(out.Evidence, evidence{e.Rule, e.Role.String(), e.Verdict.String(), finite(e.Weight), e.Reason})
		}
	}
	switch n.Role {
	case semantic.PageBreak:
		return out
	case semantic.L, semantic.TOC:
		out.List = &list{}
		if a := n.Attr; a != nil {
			out.List = &list{a.Ordered, a.Start, a.Numbering}
		}
	case semantic.Table:
		w.table(&out, n, depth)
		return out
	case semantic.Figure:
		out.Figure = w.figure(n)
	case semantic.Formula:
		out.Formula = w.formula(n)
		if tree.IsRead(n) {
			out.Text = tree.Text(n)
			return out
		}
	case semantic.Code:
		out.Text = tree.Clean(tree.Verbatim(n))
		return out
	}
	switch {
	case depth >= tree.MaxDepth || tree.HoldsText(n):
		out.Text = tree.Text(n)
		out.Runs = w.runs(n)
	default:
		out.Children = w.children(n, depth)
	}
	return out
}

func (w *writer) table(out *node, n *semantic.Node, depth int) {
	g := tree.GridOf(n)
	out.Table = &table{Rows: len(g.Rows), Columns: g.Cols, HeadRows: g.Heads, FootRows: g.Foot, Cells: []cell{}}
	for _, c := range g.Cells {
		t := cell{
			ID: tree.Clean(w.ID(c.Node)), Row: c.Row, Column: c.Col, RowSpan: c.RowSpan, ColumnSpan: c.ColSpan, Head: c.IsHead(),
			Boxes: places(w.Boxes(c.Node)), Text: tree.Text(c.Node),
		}
		if a := c.Attr; a != nil {
			t.Anchor, t.Scope = tree.Clean(a.ID), a.Scope
			for _, id := range a.Headers {
				t.Headers = append(t.Headers, tree.Clean(id))
			}
		}
		if tree.HoldsText(c.Node) || depth >= tree.MaxDepth {
			t.Runs = w.runs(c.Node)
		} else {
			t.Children = w.children(c.Node, depth+1)
		}
		out.Table.Cells = append(out.Table.Cells, t)
	}
	for _, c := range n.Children { // captions, and what a table cannot hold
		if c == nil {
			continue
		}
		switch c.Role {
		case semantic.TR, semantic.THead, semantic.TBody, semantic.TFoot, semantic.Artifact:
		default:
			out.Children = append(out.Children, w.children(&semantic.Node{Children: []*semantic.Node{c}}, depth)...)
		}
	}
}

func (w *writer) figure(n *semantic.Node) *figure {
	f := &figure{}
	if p, ok := w.PictureOf(n); ok {
		f.File, f.Width, f.Height = p.Name, p.Width, p.Height
	}
	if a := n.Attr; a != nil {
		f.Alternative, f.Href = tree.Clean(a.Alt), tree.Clean(a.Href)
		f.Unnamed, f.Decorative = a.Subtype == semantic.Unnamed, a.Subtype == semantic.Decorative
	}
	return f
}

func (w *writer) formula(n *semantic.Node) *formula {
	f := &formula{TeX: tree.TeX(n), Text: tree.Clean(tree.FormulaText(n))}
	f.Display = n.Attr != nil && n.Attr.Math != nil && n.Attr.Math.Display
	if p, ok := w.PictureOf(n); ok {
		f.File = p.Name
	}
	return f
}

// fieldKinds are the kinds of controls.
var fieldKinds = map[layout.FieldKind]string{
	layout.TextField: "text", layout.CheckBox: "checkbox", layout.RadioButton: "radio", layout.PushButton: "button",
	layout.ComboBox: "choice", layout.ListBox: "list", layout.Signature: "signature",
}

func fieldOf(n *semantic.Node) *field {
	if n.Attr == nil || n.Attr.Field == nil {
		return nil
	}
	f := n.Attr.Field
	out := &field{
		Kind: fieldKinds[f.Kind], Name: tree.Clean(f.Name), Checked: f.Flags&layout.Checked != 0,
		Required: f.Flags&layout.Required != 0, ReadOnly: f.Flags&layout.ReadOnly != 0,
	}
	if !f.Ticks() {
		out.Value = tree.Clean(tree.FieldText(n))
	}
	return out
}

// styleNames are the styles of runs.
var styleNames = [...]struct {
	style semantic.TextStyle
	name  string
}{
	{semantic.Bold, "bold"}, {semantic.Italic, "italic"}, {semantic.Underline, "underline"}, {semantic.Strike, "strike"},
	{semantic.Superscript, "superscript"}, {semantic.Subscript, "subscript"}, {semantic.SmallCaps, "small_caps"}, {semantic.Monospace, "monospace"},
}

func names(style semantic.TextStyle) (list []string) {
	for _, s := range styleNames {
		if style&s.style != 0 {
			list = append(list, s.name)
		}
	}
	return list
}

// runner gathers the runs of a block.
type runner struct {
	*writer
	list []run
}

func (w *writer) runs(n *semantic.Node) []run {
	r := runner{writer: w}
	r.text(n.Text, run{})
	for _, c := range n.Children {
		r.node(c, run{}, 0, 0)
	}
	return r.list
}

func (r *runner) text(s string, like run) {
	if s = tree.Clean(s); s == "" {
		return
	}
	like.Text = s
	if n := len(r.list) - 1; n >= 0 {
		last := &r.list[n]
		if slices.Equal(last.Styles, like.Styles) && last.Href == like.Href && last.Note == like.Note && last.Language == like.Language && last.Confidence == like.Confidence &&
			last.Figure == nil && last.Formula == nil && last.Field == nil && last.Page == 0 {
			last.Text += s
			return
		}
	}
	r.list = append(r.list, like)
}

func (r *runner) node(n *semantic.Node, like run, style semantic.TextStyle, depth int) {
	if n == nil || depth > tree.MaxDepth {
		return
	}
	style |= n.Style
	switch n.Role {
	case semantic.Strong:
		style |= semantic.Bold
	case semantic.Em:
		style |= semantic.Italic
	}
	like.Styles = names(style)
	if a := n.Attr; a != nil {
		if a.Lang != "" {
			like.Language = tree.Clean(a.Lang)
		}
		if a.Confidence > 0 {
			like.Confidence = finite(a.Confidence)
		}
		if n.Role == semantic.Link || n.Role == semantic.Reference {
			like.Href = tree.Clean(a.Href)
			if id, ok := strings.CutPrefix(like.Href, "#"); ok && a.Subtype == "Note" {
				like.Note = id
			}
		}
	}
	switch n.Role {
	case semantic.Artifact, semantic.RP:
		return
	case semantic.PageBreak:
		r.list = append(r.list, run{Page: int(n.Page)})
		return
	case semantic.LineBreak:
		r.text("\n", like)
		return
	case semantic.Figure:
		like.Figure = r.figure(n)
		r.list = append(r.list, like)
		like.Figure = nil
	case semantic.Formula:
		like.Formula, like.Text = r.formula(n), tree.Clean(tree.FormulaText(n))
		r.list = append(r.list, like)
		if tree.IsRead(n) {
			return
		}
		like.Formula, like.Text = nil, ""
	case semantic.Form:
		like.Field, like.Text = fieldOf(n), tree.Clean(tree.FieldText(n))
		r.list = append(r.list, like)
		like.Field, like.Text = nil, ""
	case semantic.RT:
		r.text(" (", like)
		defer r.text(")", like)
	}
	r.text(n.Text, like)
	for _, c := range n.Children {
		r.node(c, like, style, depth+1)
	}
}

// furniture writes what stands at the edges of pages.
func (w *writer) furniture(root *semantic.Node) {
	for n := range root.All() {
		if n.Role != semantic.Artifact || n.Attr == nil {
			continue
		}
		text := furnitureText(n)
		if text == "" {
			continue
		}
		f := furniture{Page: int(n.Page), Edge: strings.ToLower(n.Attr.Subtype), Text: text}
		if n.Attr.Box != (layout.Rect{}) {
			f.Boxes = []place{{int(n.Page), boxOf(n.Attr.Box)}}
		}
		w.element(f)
	}
}

// furnitureText is the text of furniture, which is no content of other nodes.
func furnitureText(n *semantic.Node) string {
	return tree.Text(&semantic.Node{Role: semantic.P, Text: n.Text, Children: n.Children})
}

func places(list []tree.Place) (out []place) {
	for _, p := range list {
		out = append(out, place{p.Page, boxOf(p.Box)})
	}
	return out
}

// Box is left, top, right and bottom of a rectangle, to a hundredth of a point.
func Box(r layout.Rect) [4]float64 { return boxOf(r) }

func boxOf(r layout.Rect) [4]float64 {
	return [4]float64{finite(r.X0), finite(r.Y0), finite(r.X1), finite(r.Y1)}
}

// finite is a number to a hundredth; what is none is 0.
func finite(v float32) float64 {
	f := math.Round(float64(v)*100) / 100
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return 0
	}
	return f
}

// unseenReasons say why nobody sees a text.
var unseenReasons = [...]struct {
	flag layout.RunFlags
	name string
}{
	{layout.Invisible, "invisible"}, {layout.OffPage, "off_page"}, {layout.Clipped, "clipped"}, {layout.Covered, "covered"},
	{layout.Tiny, "tiny"}, {layout.SameAsPaper, "same_as_paper"}, {layout.OptionalOff, "layer_off"},
}

func reasons(flags layout.RunFlags) []string {
	list := []string{}
	for _, r := range unseenReasons {
		if flags&r.flag != 0 {
			list = append(list, r.name)
		}
	}
	return list
}
