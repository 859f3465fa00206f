package corrections

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/internal/tree"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// Finding is a correction that could not be applied.
type Finding struct {
	Page   int // page on which it was expected; 0: any
	Detail string
}

// Apply applies what f says of text, tables and names to the tree of src. It applies each correction completely or
// not at all, and returns those that find no place.
func (f *File) Apply(src *tree.Source) []Finding {
	a := f.applier(src)
	a.gather(src.Root, 0)
	a.document()
	a.tables()
	a.names()
	a.blocks()
	return a.missing
}

// ApplyPictures applies what f says of pictures. looksOf returns what the picture of a figure looks like ("" for a
// drawing), and whether the figure has one.
func (f *File) ApplyPictures(src *tree.Source, looksOf func(*semantic.Node) (looks string, shows bool)) []Finding {
	a := f.applier(src)
	a.pictures(looksOf)
	return a.missing
}

func (f *File) applier(src *tree.Source) *applier {
	a := &applier{File: f, finder: &finder{src: src, parents: map[*semantic.Node]*semantic.Node{}}, why: "judged by a person"}
	if f.By != "" {
		a.why = "judged by " + f.By
	}
	if f.At != "" {
		a.why += ", " + f.At
	}
	return a
}

// applier applies the corrections of one file.
type applier struct {
	*File
	*finder
	why     string
	missing []Finding
	anchors int
}

func (a *applier) miss(p *Place, format string, args ...any) {
	a.missing = append(a.missing, Finding{p.Page, fmt.Sprintf(format, args...)})
}

// judged records on a node that a person gave it its role, or said more of it.
func (a *applier) judged(n *semantic.Node) {
	n.Evidence = append(n.Evidence, semantic.Evidence{Rule: semantic.FromPerson, Reason: a.why, Weight: 1, Role: n.Role, Verdict: semantic.Given})
}

func attrOf(n *semantic.Node) *semantic.Attr {
	if n.Attr == nil {
		n.Attr = &semantic.Attr{}
	}
	return n.Attr
}

func (a *applier) document() {
	d := &a.File.Document
	if d.Title != "" {
		a.src.Document.Title, a.src.Title = d.Title, d.Title
	}
	a.src.Document.Lang = cmp.Or(d.Language, a.src.Document.Lang)
}

// pictures gives figures what f says of the pictures that they show. Figures with the same picture get the same.
func (a *applier) pictures(looksOf func(*semantic.Node) (string, bool)) {
	if len(a.Pictures) == 0 {
		return
	}
	found := make([]bool, len(a.Pictures))
	for n := range a.src.Root.All() {
		if n.Role != semantic.Figure || n.Attr == nil || n.Attr.Figure == nil {
			continue
		}
		looks, shows := looksOf(n)
		if !shows {
			continue
		}
		place := a.placeOf(n)
		best, least := -1, 0.0
		for i := range a.Pictures {
			p := &a.Pictures[i]
			far := distance(&p.Place, place)
			switch {
			case looks != "" && difference(looks, p.Looks) <= looksSame:
				far += float64(difference(looks, p.Looks)) * pageApart * looksSame
			case looks == "" && p.Looks == "" && sameSize(p.Box, place.Box) && far <= pageApart+drawingMoved:
			default:
				continue
			}
			if best < 0 || far < least {
				best, least = i, far
			}
		}
		if best < 0 {
			continue
		}
		found[best] = true
		if p := &a.Pictures[best]; p.Decorative || p.Alternative != "" {
			a.picture(n, p)
		}
	}
	for i := range a.Pictures {
		if p := &a.Pictures[i]; !found[i] && (p.Decorative || p.Alternative != "") {
			a.miss(&p.Place, "no picture looks like the one called %q", cmp.Or(p.Alternative, "decorative"))
		}
	}
}

// sameSize reports whether a drawing has the size that a person saw.
func sameSize(box []float64, b layout.Rect) bool {
	w, h := box[2]-box[0], box[3]-box[1]
	return math.Abs(w-float64(b.Width())) <= drawingSize*w+1 && math.Abs(h-float64(b.Height())) <= drawingSize*h+1
}

const (
	// drawingSize is the share by which the sides of a drawing may change while it counts as the same.
	// drawingMoved is how far in points it may move if it is on the page before or after.
	drawingSize  = 0.03
	drawingMoved = 900
)

func (a *applier) picture(n *semantic.Node, p *Picture) {
	attr := attrOf(n)
	attr.AltSource, attr.Long = semantic.FromPerson, p.Description
	if attr.Alt, attr.Subtype = p.Alternative, ""; p.Decorative {
		attr.Alt, attr.Long, attr.Subtype = "", "", semantic.Decorative
	}
	a.judged(n)
}

func (a *applier) names() {
	for i := range a.Names {
		n := &a.Names[i]
		var c *candidate
		if n.Link != "" {
			if c = a.byText(a.links, n.Link, &n.Place); c == nil {
				c = a.byTarget(n)
			}
		} else {
			c = a.byField(n)
		}
		if c == nil {
			a.miss(&n.Place, "there is no link or field %q to be called %q", cmp.Or(n.Link, n.Field), n.Name)
			continue
		}
		attr := attrOf(c.node)
		attr.Alt, attr.AltSource = n.Name, semantic.FromPerson
		a.judged(c.node)
	}
}

func (a *applier) byTarget(n *Name) *candidate {
	var list []*candidate
	for i := range a.links {
		if at := a.links[i].node.Attr; at != nil && at.Href == n.Link {
			list = append(list, &a.links[i])
		}
	}
	if len(list) == 0 {
		return nil
	}
	return a.nearest(list, &n.Place)
}

func (a *applier) byField(n *Name) *candidate {
	var list []*candidate
	for i := range a.fields {
		if at := a.fields[i].node.Attr; at != nil && at.Field != nil && at.Field.Name == n.Field {
			list = append(list, &a.fields[i])
		}
	}
	if len(list) == 0 {
		return nil
	}
	return a.nearest(list, &n.Place)
}

// blocks applies what f says of blocks: first their roles, then their order. It finds all of them before it
// changes any.
func (a *applier) blocks() {
	found := make([]*candidate, len(a.Blocks))
	behind := make([]*candidate, len(a.Blocks))
	taken := map[*semantic.Node]int{}
	for i := range a.Blocks {
		b := &a.Blocks[i]
		c := a.byText(a.texts, b.Text, &b.Place)
		switch {
		case c == nil:
			a.miss(&b.Place, "no text is, or is nearly, %q", clip(b.Text))
			continue
		case b.After != "":
			if behind[i] = a.byText(a.texts, b.After, &Place{Page: b.Page}); behind[i] == nil || behind[i].node == c.node {
				a.miss(&b.Place, "no text to be read before %q is %q", clip(b.Text), clip(b.After))
				continue
			}
		}
		if behind[i] != nil && (contains(c.node, behind[i].node) || contains(behind[i].node, c.node)) {
			a.miss(&b.Place, "%q and %q are one in the other", clip(b.Text), clip(b.After))
			continue
		}
		if first, twice := taken[c.node]; twice {
			a.miss(&b.Place, "%q is what %q is, of which more is said", clip(b.Text), clip(a.Blocks[first].Text))
			continue
		}
		taken[c.node], found[i] = i, c
	}
	all := slices.Clone(found)
	for i, c := range all {
		if c != nil && behind[i] != nil && a.leadsBack(i, all, behind) {
			a.miss(&a.Blocks[i].Place, "%q is read behind a text that is read behind it", clip(a.Blocks[i].Text))
			found[i] = nil
		}
	}
	for i, c := range found {
		if c != nil && !a.block(c, &a.Blocks[i]) {
			found[i] = nil
		}
	}
	for i, c := range found {
		if c != nil && behind[i] != nil {
			a.move(c.node, behind[i].node)
		}
	}
}

// leadsBack reports whether reading block i after another block would make a cycle.
func (a *applier) leadsBack(i int, found, behind []*candidate) bool {
	at := behind[i].node
	for range found {
		next := slices.IndexFunc(found, func(c *candidate) bool { return c != nil && c.node == at })
		if next < 0 || behind[next] == nil {
			return false
		}
		if at = behind[next].node; at == found[i].node {
			return true
		}
	}
	return true
}

// clip returns the beginning of a text, for messages.
func clip(s string) string {
	const most = 60
	r := []rune(strings.Join(strings.Fields(s), " "))
	if len(r) > most {
		return string(r[:most]) + "…"
	}
	return string(r)
}

// block applies the correction of one block, and reports whether it could.
func (a *applier) block(c *candidate, b *Block) bool {
	parent, at := a.parentOf(c.node)
	if parent == nil {
		a.miss(&b.Place, "%q is part of what was changed already", clip(b.Text))
		return false
	}
	var rest *semantic.Node
	switch {
	case b.Role == Caption && captionTarget(parent, at) == nil:
		a.miss(&b.Place, "no picture or table without a caption stands beside %q", clip(b.Text))
		return false
	case b.Split != "":
		if rest = split(c.node, b.Split); rest == nil {
			a.miss(&b.Place, "%q does not have the words %q, with which a new block is to begin", clip(b.Text), clip(b.Split))
			return false
		}
		a.put(parent, at+1, rest)
		a.judged(rest)
	case b.Join:
		if at+1 >= len(parent.Children) || !isBlock(parent.Children[at+1].Role) {
			a.miss(&b.Place, "no text stands behind %q to be joined to it", clip(b.Text))
			return false
		}
		next := parent.Children[at+1]
		c.node.Children = append(append(c.node.Children, &semantic.Node{Role: semantic.Span, Page: next.Page, Block: -1, Text: " "}), next.Children...)
		parent.Children = slices.Delete(parent.Children, at+1, at+2)
	}
	if b.Language != "" {
		attrOf(c.node).Lang = b.Language
	}
	if b.Role != "" {
		a.become(c.node, parent, at, b)
	}
	a.judged(c.node)
	return true
}

// parentOf returns the parent of n, or of what n was put into, and the position there.
func (a *applier) parentOf(n *semantic.Node) (parent *semantic.Node, at int) {
	parent = a.parents[n]
	if parent == nil {
		return nil, 0
	}
	if at = slices.Index(parent.Children, n); at < 0 {
		return nil, 0
	}
	return parent, at
}

// put makes n the child of parent at position at.
func (a *applier) put(parent *semantic.Node, at int, n *semantic.Node) {
	parent.Children = slices.Insert(parent.Children, at, n)
	a.parents[n] = parent
}

// become gives n, the child of parent at position at, another role.
func (a *applier) become(n, parent *semantic.Node, at int, b *Block) {
	wrap := func(role semantic.Role) *semantic.Node {
		inner := *n
		n.Role, n.Level, n.Text, n.Attr, n.Evidence = semantic.P, 0, inner.Text, inner.Attr, inner.Evidence
		outer := &semantic.Node{Role: role, Page: n.Page, Block: n.Block, Children: []*semantic.Node{n}}
		parent.Children[at] = outer
		a.parents[n], a.parents[outer] = outer, parent
		return outer
	}
	switch b.Role {
	case Heading:
		if n.Role == semantic.Title && b.Level == 1 {
			return // it is the first item
		}
		n.Role, n.Level = semantic.H, uint8(b.Level)
		if attr := attrOf(n); attr.ID == "" {
			a.anchors++
			attr.ID = fmt.Sprintf("judged-%d", a.anchors)
		}
	case Paragraph:
		n.Role, n.Level = semantic.P, 0
	case Quote:
		a.judged(wrap(semantic.BlockQuote))
	case ListItem:
		a.list(wrap(semantic.LI), parent, at)
	case Caption:
		a.caption(n, parent, at)
	case Furniture:
		parent.Children = slices.Delete(parent.Children, at, at+1)
		n.Role, n.Level = semantic.Artifact, 0
		attrOf(n).Subtype = "Header"
		edges := a.furniture()
		a.put(edges, len(edges.Children), n)
	case Nothing:
		parent.Children = slices.Delete(parent.Children, at, at+1)
	}
}

// furniture returns the node for running heads and feet.
func (a *applier) furniture() *semantic.Node {
	root := a.src.Root
	if at := slices.IndexFunc(root.Children, func(n *semantic.Node) bool { return n.Role == semantic.Artifact }); at >= 0 {
		return root.Children[at]
	}
	edges := &semantic.Node{Role: semantic.Artifact, Block: -1}
	a.put(root, len(root.Children), edges)
	return edges
}

// list moves an item into the list before it, or makes a list for it.
func (a *applier) list(item, parent *semantic.Node, at int) {
	item.Children = []*semantic.Node{{Role: semantic.LBody, Page: item.Page, Block: -1, Children: item.Children}}
	if at > 0 && parent.Children[at-1].Role == semantic.L {
		parent.Children = slices.Delete(parent.Children, at, at+1)
		a.put(parent.Children[at-1], len(parent.Children[at-1].Children), item)
		return
	}
	list := &semantic.Node{Role: semantic.L, Page: item.Page, Block: -1, Children: []*semantic.Node{item}}
	parent.Children[at] = list
	a.parents[item], a.parents[list] = list, parent
}

// caption makes n the caption of the figure or table before it, or else after it.
func (a *applier) caption(n, parent *semantic.Node, at int) {
	of := captionTarget(parent, at)
	n.Role, n.Level = semantic.Caption, 0
	parent.Children = slices.Delete(parent.Children, at, at+1)
	a.put(of, 0, n)
}

// captionTarget returns the figure or table beside child at of parent that has no caption, or nil.
func captionTarget(parent *semantic.Node, at int) *semantic.Node {
	for _, k := range [...]int{at - 1, at + 1} {
		if k < 0 || k >= len(parent.Children) {
			continue
		}
		of := parent.Children[k]
		if (of.Role == semantic.Figure || of.Role == semantic.Table) && tree.Child(of, semantic.Caption) == nil {
			return of
		}
	}
	return nil
}

// move moves n after the block after, which may stand in another part of the tree. If a person has put n into
// another node, that node moves, too.
func (a *applier) move(n, after *semantic.Node) {
	from, at := a.parentOf(n)
	for from != nil && len(from.Children) == 1 && from.Role != semantic.DocumentRole {
		n = from
		from, at = a.parentOf(n)
	}
	to, _ := a.parentOf(after)
	if from == nil || to == nil || contains(n, to) {
		return
	}
	from.Children = slices.Delete(from.Children, at, at+1)
	_, place := a.parentOf(after)
	a.put(to, place+1, n)
}

func contains(n, other *semantic.Node) bool {
	for k := range n.All() {
		if k == other {
			return true
		}
	}
	return false
}

// split removes from n the part that begins with words, and returns it as a block of its own. It returns nil if n
// does not contain the words.
func split(n *semantic.Node, words string) *semantic.Node {
	for i, c := range n.Children {
		if c.Role != semantic.Span {
			continue
		}
		at := strings.Index(c.Text, words)
		if at < 0 || at == 0 && i == 0 {
			continue
		}
		head, tail := *c, *c
		head.Text, tail.Text = strings.TrimRight(c.Text[:at], " "), c.Text[at:]
		rest := &semantic.Node{Role: n.Role, Level: n.Level, Page: n.Page, Block: n.Block, Children: append([]*semantic.Node{&tail}, n.Children[i+1:]...)}
		n.Children = append(slices.Clone(n.Children[:i]), &head)
		return rest
	}
	return nil
}

// tables applies heads and captions of tables, and dissolves tables that are layout.
func (a *applier) tables() {
	for i := range a.Tables {
		t := &a.Tables[i]
		c := a.byText(a.tabular, t.Text, &t.Place)
		if c == nil {
			a.miss(&t.Place, "no table begins, or nearly, with %q", clip(t.Text))
			continue
		}
		if t.Layout {
			a.takeApart(c.node)
			continue
		}
		a.heads(c.node, t)
		if t.Caption != "" {
			caption := tree.Child(c.node, semantic.Caption)
			if caption == nil {
				caption = &semantic.Node{Role: semantic.Caption, Page: c.node.Page, Block: -1}
				c.node.Children = slices.Insert(c.node.Children, 0, caption)
			}
			caption.Children = []*semantic.Node{{Role: semantic.Span, Page: c.node.Page, Block: -1, Text: t.Caption}}
		}
		a.judged(c.node)
	}
}

// heads of rows stay heads
func (a *applier) heads(table *semantic.Node, t *Table) {
	if t.HeadRows == nil && t.HeadColumns == nil {
		return
	}
	g := tree.GridOf(table)
	rows := g.Heads
	if t.HeadRows != nil {
		rows = min(*t.HeadRows, len(g.Rows))
	}
	for _, c := range g.Cells {
		inRows, inColumns := c.Row < rows, t.HeadColumns != nil && c.Col < *t.HeadColumns
		if t.HeadColumns == nil && !inRows && c.Role == semantic.TH && c.Attr != nil && strings.HasPrefix(c.Attr.Scope, "row") {
			continue // heads of rows stay
		}
		attr := attrOf(c.Node)
		attr.Headers = nil
		switch {
		case inRows:
			c.Node.Role, attr.Scope = semantic.TH, scope("col", c.ColSpan)
		case inColumns:
			c.Node.Role, attr.Scope = semantic.TH, scope("row", c.RowSpan)
		default:
			c.Node.Role, attr.Scope = semantic.TD, ""
		}
	}
	regroup(table, rows)
}

func scope(way string, span int) string {
	if span > 1 {
		return way + "group"
	}
	return way
}

// regroup moves the first rows of a table into its head, and the others, except those of its foot, into its body.
func regroup(table *semantic.Node, heads int) {
	head, body := &semantic.Node{Role: semantic.THead, Page: table.Page, Block: -1}, &semantic.Node{Role: semantic.TBody, Page: table.Page, Block: -1}
	var before, behind []*semantic.Node
	row := func(n *semantic.Node) {
		if heads > 0 {
			head.Children = append(head.Children, n)
			heads--
			return
		}
		body.Children = append(body.Children, n)
	}
	for _, c := range table.Children {
		switch c.Role {
		case semantic.TR:
			row(c)
		case semantic.THead, semantic.TBody:
			for _, r := range c.Children {
				row(r)
			}
		case semantic.TFoot:
			behind = append(behind, c)
		case semantic.Caption:
			before = append(before, c)
		default:
			behind = append(behind, c)
		}
	}
	table.Children = before
	for _, part := range [...]*semantic.Node{head, body} {
		if len(part.Children) > 0 {
			table.Children = append(table.Children, part)
		}
	}
	table.Children = append(table.Children, behind...)
}

// takeApart replaces a table by the content of its cells, cell by cell.
func (a *applier) takeApart(table *semantic.Node) {
	parent, at := a.parentOf(table)
	if parent == nil {
		return
	}
	var flow []*semantic.Node
	if caption := tree.Child(table, semantic.Caption); caption != nil {
		caption.Role = semantic.P
		flow = append(flow, caption)
	}
	for _, c := range tree.GridOf(table).Cells {
		var line *semantic.Node
		for _, k := range c.Node.Children {
			if !k.Role.Inline() {
				flow, line = append(flow, k), nil
				continue
			}
			if line == nil {
				line = &semantic.Node{Role: semantic.P, Page: c.Page, Block: c.Block}
				flow = append(flow, line)
			}
			line.Children = append(line.Children, k)
		}
	}
	for _, n := range flow {
		a.judged(n)
	}
	parent.Children = slices.Replace(parent.Children, at, at+1, flow...)
	for _, n := range flow {
		a.parents[n] = parent
	}
}
