// Package chunk cuts a document into pieces of a useful size for programs that search it.
//
// A piece never reaches over a heading, and ends inside of a row, an item or a sentence only
// where that alone is larger than a piece may be.
package chunk

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/sentences"

	"github.com/pagelift/pagelift/internal/tree"
	"github.com/pagelift/pagelift/semantic"
)

// Options are the settings of Cut.
type Options struct {
	Size    int              // of a piece at most, at least 1
	Overlap int              // how much of the piece before is repeated at most: whole sentences
	Measure func(string) int // the size of a text
}

// Kind is what a piece consists of.
type Kind string

// Kinds of pieces. Text is also what has several.
const (
	Text   Kind = "text"
	List   Kind = "list"
	Table  Kind = "table"
	Code   Kind = "code"
	Figure Kind = "figure"
	Note   Kind = "note"
)

// Chunk is one piece.
type Chunk struct {
	ID       string
	Kind     Kind
	Text     string
	Repeated int      // bytes at the beginning of Text that the piece before ends with, or the head of the table
	Headings []string // above it, the highest first
	Nodes    []string // ids of the blocks that it has text of
	Places   []tree.Place
}

// Cut yields the pieces of a document in reading order.
func Cut(src *tree.Source, o Options) iter.Seq[Chunk] {
	return func(yield func(Chunk) bool) {
		c := &cutter{Source: src, Options: o, yield: yield}
		if src.Root != nil {
			c.blocks(src.Root.Children, 0)
		}
		c.end()
	}
}

// unit is what is only cut where it is larger than a piece.
type unit struct {
	kind Kind
	text string
	node *semantic.Node
	row  bool // what joins it to the one before is a line feed and no empty line
	// lines are where it stands if it is only a part of node: a row, a sentence.
	lines []tree.Place
	part  bool
}

// cutter gathers units until a piece is full.
type cutter struct {
	*tree.Source
	Options
	yield    func(Chunk) bool
	over     bool // nobody wants more
	open     []unit
	text     string // of the open piece
	repeated int    // bytes of it that were there before
	fresh    bool   // it has more than that
	path     []heading
	head     string // of the table at hand
	count    int
}

type heading struct {
	level int
	text  string
}

func (c *cutter) blocks(nodes []*semantic.Node, depth int) {
	for i := 0; i < len(nodes) && !c.over; i++ {
		n := nodes[i]
		if n == nil || n.Role == semantic.Artifact || n.Role == semantic.PageBreak {
			continue
		}
		if tree.IsInline(n) {
			from := i
			for i < len(nodes) && nodes[i] != nil && tree.IsInline(nodes[i]) {
				i++
			}
			text := &semantic.Node{Role: semantic.P, Children: nodes[from:i]}
			i--
			c.add(unit{kind: Text, text: tree.Text(text), node: text})
			continue
		}
		c.block(n, depth)
	}
}

func (c *cutter) block(n *semantic.Node, depth int) {
	switch {
	case n.Role == semantic.H || n.Role == semantic.Title:
		c.heading(n)
	case n.Role == semantic.Table:
		c.table(n)
	case n.Role == semantic.L || n.Role == semantic.TOC:
		c.list(n, "", 0)
	case n.Role == semantic.Code:
		c.add(unit{kind: Code, text: strings.Trim(tree.Clean(tree.Verbatim(n)), "\n"), node: n})
	case n.Role == semantic.Figure:
		text := tree.Text(n)
		if a := n.Attr; a != nil && a.Subtype == "" && a.Alt != "" {
			text = strings.TrimSpace(tree.Clean(a.Alt) + "\n" + text)
		}
		c.add(unit{kind: Figure, text: text, node: n})
	case n.Role == semantic.FENote:
		c.add(unit{kind: Note, text: tree.Text(n), node: n})
	case depth >= tree.MaxDepth || tree.HoldsText(n):
		c.add(unit{kind: Text, text: tree.Text(n), node: n})
	default:
		if n.Text != "" {
			c.add(unit{kind: Text, text: tree.Clean(n.Text), node: n})
		}
		c.blocks(n.Children, depth+1)
	}
}

// heading ends the piece and begins a section. The heading is the beginning of the next piece.
func (c *cutter) heading(n *semantic.Node) {
	text := tree.OneLine(n)
	if text == "" {
		return
	}
	if !c.onlyHeadings() {
		c.end()
	}
	level := int(n.Level)
	if n.Role == semantic.Title {
		level = 0
	}
	for len(c.path) > 0 && c.path[len(c.path)-1].level >= level {
		c.path = c.path[:len(c.path)-1]
	}
	c.path = append(c.path, heading{level, text})
	c.add(unit{kind: Text, text: text, node: n})
}

// onlyHeadings reports whether the open piece has nothing but headings yet.
func (c *cutter) onlyHeadings() bool {
	return !slices.ContainsFunc(c.open, func(u unit) bool { return u.node.Role != semantic.H && u.node.Role != semantic.Title })
}

// list adds the items of a list, those of lists inside of it set in.
func (c *cutter) list(n *semantic.Node, set string, depth int) {
	number := 1
	a := n.Attr
	ordered := a != nil && a.Ordered && (a.Subtype == "" || a.Numbering != "")
	if ordered && a.Start != 0 {
		number = a.Start
	}
	for _, item := range n.Children {
		if item == nil || item.Role == semantic.Artifact || item.Role == semantic.PageBreak {
			continue
		}
		labels, body := tree.Item(item)
		var own, lists []*semantic.Node
		for _, k := range body {
			if k != nil && (k.Role == semantic.L || k.Role == semantic.TOC) && depth < tree.MaxDepth {
				lists = append(lists, k)
			} else {
				own = append(own, k)
			}
		}
		label := "- "
		switch {
		case ordered:
			label = tree.Numbered(a.Numbering, number) + " "
		case len(labels) > 0 || n.Role == semantic.TOC || a != nil && a.Ordered:
			label = ""
		}
		for _, l := range labels {
			label += tree.OneLine(l) + " "
		}
		number++
		text := tree.Text(&semantic.Node{Role: item.Role, Children: own})
		if text != "" {
			c.add(unit{kind: List, text: set + label + text, node: item, row: true})
		}
		for _, l := range lists {
			c.list(l, set+"  ", depth+1)
		}
	}
}

// table adds the rows of a table. A piece that begins inside of it begins with its head.
func (c *cutter) table(n *semantic.Node) {
	if caption := tree.Child(n, semantic.Caption); caption != nil {
		if c.add(unit{kind: Table, text: tree.OneLine(caption), node: n, lines: c.Lines(caption), part: true}); c.over {
			return
		}
	}
	g := tree.GridOf(n)
	var head strings.Builder
	for i, row := range g.Rows {
		if c.over {
			break
		}
		line := rowText(i, row)
		if i < g.Heads {
			head.WriteString(line + "\n")
			if i == g.Heads-1 {
				head.WriteString("|" + strings.Repeat(" --- |", len(row)) + "\n")
				line += "\n|" + strings.Repeat(" --- |", len(row))
			}
		}
		if i == g.Heads {
			if c.head = head.String(); c.Measure(c.head) > c.Size/2 {
				c.head = "" // it would be most of each piece
			}
		}
		c.add(unit{kind: Table, text: line, node: n, row: i > 0, lines: c.rowLines(i, row), part: true})
	}
	c.head = ""
	c.blocks(slices.DeleteFunc(slices.Clone(n.Children), func(k *semantic.Node) bool {
		return k == nil || k.Role == semantic.Caption || k.Role == semantic.TR || k.Role == semantic.THead || k.Role == semantic.TBody || k.Role == semantic.TFoot
	}), 1)
}

// rowLines is where the cells that begin in a row stand, as one box a page.
func (c *cutter) rowLines(i int, row []*tree.Cell) (list []tree.Place) {
	for col, cell := range row {
		if cell == nil || cell.Row != i || cell.Col != col {
			continue
		}
		for _, p := range c.Lines(cell.Node) {
			if k := slices.IndexFunc(list, func(q tree.Place) bool { return q.Page == p.Page }); k >= 0 {
				list[k].Box = list[k].Box.Union(p.Box)
			} else {
				list = append(list, p)
			}
		}
	}
	return list
}

// rowText is a row as Markdown has it: a cell that spans stands at its first place.
func rowText(i int, row []*tree.Cell) string {
	var b strings.Builder
	b.WriteByte('|')
	for col, cell := range row {
		b.WriteByte(' ')
		if cell != nil && cell.Row == i && cell.Col == col {
			b.WriteString(strings.ReplaceAll(tree.OneLine(cell.Node), "|", `\|`) + " ")
		}
		b.WriteByte('|')
	}
	return b.String()
}

// joint is what stands between a unit and the text before it.
func joint(before string, u *unit) string {
	switch {
	case before == "" || strings.HasSuffix(before, "\n"):
		return ""
	case u.row:
		return "\n"
	}
	return "\n\n"
}

// add adds a unit to the open piece, or to a new one where it does not fit any more.
func (c *cutter) add(u unit) {
	if c.over || strings.TrimSpace(u.text) == "" {
		return
	}
	if joined := c.text + joint(c.text, &u) + u.text; c.Measure(joined) <= c.Size {
		c.addUnit(u, joined)
		return
	}
	if c.fresh {
		c.beginNext(&u)
		if joined := c.text + joint(c.text, &u) + u.text; c.Measure(joined) <= c.Size {
			c.addUnit(u, joined)
			return
		}
		c.text, c.repeated = "", 0 // what is repeated leaves no room
		if c.Measure(u.text) <= c.Size {
			c.addUnit(u, u.text)
			return
		}
	}
	c.cut(u)
}

func (c *cutter) addUnit(u unit, joined string) {
	c.open, c.text, c.fresh = append(c.open, u), joined, true
}

// beginNext ends the open piece and begins the next with what of it is repeated.
func (c *cutter) beginNext(next *unit) {
	repeat := ""
	switch {
	case next.kind == Table && c.head != "":
		repeat = c.head
	case c.Overlap > 0 && next.kind == Text && c.open[len(c.open)-1].kind == Text:
		repeat = c.tail(c.open[len(c.open)-1].text)
	}
	c.end()
	c.text, c.repeated = repeat, len(repeat)
}

// tail is the last sentences of text that Overlap has room for.
func (c *cutter) tail(text string) string {
	list := split(text)
	from := len(list)
	for from > 0 && c.Measure(strings.Join(list[from-1:], "")) <= c.Overlap {
		from--
	}
	return strings.TrimSpace(strings.Join(list[from:], ""))
}

// cut adds a unit that is larger than a piece: sentence by sentence, and what of these is larger
// word by word, and what of those is larger character by character.
func (c *cutter) cut(u unit) {
	rest := []string{u.text}
	for _, finer := range [...]func(string) []string{split, strings.Fields, characters} {
		var parts []string
		for _, part := range rest {
			if c.Measure(part) <= c.Size {
				parts = append(parts, part)
				continue
			}
			parts = append(parts, finer(part)...)
		}
		rest = parts
	}
	lines := u.lines
	if !u.part {
		lines = c.Lines(u.node)
	}
	size, done := 0, 0
	for _, r := range rest {
		size += len(r)
	}
	for len(rest) > 0 && !c.over {
		n := c.most(rest)
		part := u
		part.text, part.part = strings.TrimSpace(glue(rest[:n])), true
		before := done
		for _, r := range rest[:n] {
			done += len(r)
		}
		part.lines = share(lines, before, done, size)
		rest = rest[n:]
		if part.text == "" {
			continue
		}
		if c.fresh {
			c.beginNext(&part)
		}
		c.addUnit(part, part.text)
		c.repeated = 0
	}
}

// share is the lines in which the bytes of a text of size bytes from start to end stand, as if each
// line had as many: with one more at both ends, since lines differ.
func share(lines []tree.Place, start, end, size int) []tree.Place {
	if len(lines) == 0 || size == 0 {
		return nil
	}
	return lines[max(start*len(lines)/size-1, 0):min(end*len(lines)/size+2, len(lines))]
}

// glue joins parts: words with spaces, sentences and characters as they are.
func glue(parts []string) string {
	var b strings.Builder
	for i, p := range parts {
		if i > 0 && utf8.RuneCountInString(p) > 1 && b.Len() > 0 && !strings.HasSuffix(b.String(), " ") && !strings.HasSuffix(b.String(), "\n") {
			b.WriteByte(' ')
		}
		b.WriteString(p)
	}
	return b.String()
}

// most is how many parts a piece has room for, at least one: found by doubling and halving,
// since a measure may be costly.
func (c *cutter) most(parts []string) int {
	fits := func(n int) bool { return c.Measure(glue(parts[:n])) <= c.Size }
	low, high := 1, 2
	for high <= len(parts) && fits(high) {
		low, high = high, 2*high
	}
	high = min(high, len(parts)+1)
	for high-low > 1 {
		if mid := (low + high) / 2; fits(mid) {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}

// split cuts text into sentences (UAX #29), each with the space behind it.
func split(text string) (list []string) {
	for s := sentences.FromString(text); s.Next(); {
		list = append(list, s.Value())
	}
	return list
}

func characters(text string) []string { return strings.Split(text, "") }

// end yields the open piece, if it has anything of its own.
func (c *cutter) end() {
	if !c.fresh || c.over {
		c.open, c.text, c.repeated, c.fresh = nil, "", 0, false
		return
	}
	c.count++
	out := Chunk{Kind: c.open[0].kind, Text: strings.TrimRight(c.text, "\n"), Repeated: c.repeated}
	for _, h := range c.path {
		out.Headings = append(out.Headings, h.text)
	}
	for from, i := 0, 0; i < len(c.open); i++ {
		u := &c.open[i]
		if u.kind != out.Kind && !isHeading(u.node) {
			if isHeading(c.open[0].node) && c.hasOnly(u.kind) {
				out.Kind = u.kind
			} else {
				out.Kind = Text
			}
		}
		if i+1 < len(c.open) && c.open[i+1].node == u.node {
			continue
		}
		if id := c.ID(u.node); id != "" {
			out.Nodes = append(out.Nodes, id)
		}
		out.Places = append(out.Places, c.places(c.open[from:i+1])...)
		from = i + 1
	}
	sum := fnv.New64a()
	fmt.Fprintf(sum, "%d %q %s", c.count, out.Nodes, out.Text)
	out.ID = fmt.Sprintf("c%012x", sum.Sum64()>>16)
	c.open, c.text, c.repeated, c.fresh = nil, "", 0, false
	c.over = !c.yield(out)
}

// places are the boxes of units of one node.
func (c *cutter) places(units []unit) []tree.Place {
	var lines []tree.Place
	for _, u := range units {
		if !u.part {
			return c.Boxes(u.node)
		}
		lines = append(lines, u.lines...)
	}
	return tree.Joined(lines)
}

// hasOnly reports whether the open piece has nothing but units of a kind, and headings.
func (c *cutter) hasOnly(k Kind) bool {
	return !slices.ContainsFunc(c.open, func(u unit) bool { return u.kind != k && !isHeading(u.node) })
}

func isHeading(n *semantic.Node) bool { return n.Role == semantic.H || n.Role == semantic.Title }

// Pages are the pages of places, each once and in order.
func Pages(places []tree.Place) []int {
	var list []int
	for _, p := range places {
		list = append(list, p.Page)
	}
	slices.SortFunc(list, cmp.Compare[int])
	return slices.Compact(list)
}
