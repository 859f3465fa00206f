package formula

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// item is a part of the formula that was read: a glyph, or several that were joined.
type item struct {
	node  *Node
	box   layout.Rect // the box of its ink
	x0    float32     // x0, x1: where it begins and ends in its line. For a glyph these are its origin and the end of its advance
	x1    float32
	base  float32 // y of its baseline; if axis is set, y of its middle, which lies on the axis of its line
	size  float32 // size of its largest letters, points
	step  float32 // for a Table: distance between baselines, points
	char  rune    // the character of a sign; 0: it was joined from several
	role  role
	order int32 // position in the order of painting
	piece layout.Piece

	axis   bool // base is the axis of the line, not its baseline
	loose  bool // size says nothing: the font has signs of one size only
	rule   bool // it is a bar that is not part of anything yet; node is nil
	grown  bool // it is a bracket or sign larger than those in text
	joined bool // it was joined from pieces
}

func (it *item) mid() float32 { return (it.box.X0 + it.box.X1) / 2 }

// reader reads one formula.
type reader struct {
	nodes  []Node  // storage for further nodes
	total  int     // number of glyphs of the formula
	bad    float32 // number of glyphs that the tree does not explain
	why    []string
	merged int     // number of glyphs that were merged into a sign of several
	broken bool    // a bound was reached
	work   int     // number of comparisons of two items so far, see spend
	axisAt float32 // height of the axis, ems
	size   float32 // size of its largest letters, points
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// axisHeight is the height of the axis above the baseline. Fractions, operators and brackets are centred
	// on the axis. It is used if the formula has no sign to measure the axis by: .25 em in Computer Modern,
	// .23 to .27 in other fonts.
	axisHeight = .25
	// largeSign is the least height of a large operator that has the shape of a small one. The small ∪ has
	// .6 em, letters at most .75, large operators 1 and more.
	largeSign = .9
)

// Read returns what the glyphs and bars of f mean. It never returns nil. The work is bounded: a formula
// beyond the bounds in package limits becomes one flat Row with Confidence 0. Read stores the tree in f,
// so that a further call returns the same tree, which nobody may change. After that f does not need its
// glyphs and bars any more. Two goroutines must not read one formula at a time.
func Read(f *layout.Formula) *Tree {
	if t, ok := f.Reading.(*Tree); ok {
		return t
	}
	r := &reader{total: len(f.Glyphs), axisAt: axisHeight}
	t := r.read(f)
	f.Reading = t
	return t
}

func (r *reader) read(f *layout.Formula) *Tree {
	t := &Tree{Display: f.Display, Confidence: 1, glyphs: len(f.Glyphs), bars: len(f.Bars)}
	items := r.items(f)
	if len(f.Glyphs) > limits.FormulaGlyphs || len(f.Bars) > limits.FormulaGlyphs {
		r.broken = true
		t.Root = r.flat(items)
	} else {
		items = r.join(items)
		r.measureAxis(items)
		_, r.size = bounds(items)
		t.Root = r.region(items, 0, plain).node
	}
	if t.Root.Kind == Row && len(t.Root.Children) == 1 && t.Root.Children[0].Kind == Row {
		t.Root = t.Root.Children[0]
	}
	if r.total > 0 {
		t.Confidence = max(0, 1-r.bad/float32(r.total))
	}
	if r.broken || r.total == 0 {
		t.Confidence = 0
	}
	t.Why = strings.Join(r.why, "; ")
	return t
}

// trustedConfidence is the least Confidence of a tree that is shown as mathematics.
const trustedConfidence = .8

// Trusted reports whether the tree is probably right. Other formulas are better shown as a picture.
func (t *Tree) Trusted() bool { return t.Confidence >= trustedConfidence }

// fewLetters is the most glyphs of a formula that may be mere letters in the text.
const fewLetters = 2

// IsLetters reports whether the formula is only a letter or two. If such a formula is not trusted, it is
// better shown as text than as a picture.
func (t *Tree) IsLetters() bool { return t.glyphs <= fewLetters && t.bars == 0 }

// doubt records that the tree does not explain a number of glyphs, and why.
func (r *reader) doubt(glyphs float32, format string, args ...any) {
	r.bad += glyphs
	if len(r.why) < 8 {
		r.why = append(r.why, fmt.Sprintf(format, args...))
	}
}

// spend counts comparisons of items and reports whether more are allowed. A formula that takes too many
// is broken: the rest of it stays flat.
func (r *reader) spend(comparisons int) bool {
	if r.work += comparisons; r.work > limits.FormulaReading && !r.broken {
		r.doubt(float32(r.total), "more than %d comparisons", limits.FormulaReading)
		r.broken = true
	}
	return !r.broken
}

// holders returns the number of items that are compared with all others: items that may hold others, or
// may stand over or under them.
func holders(items []item) int {
	n := 0
	for i := range items {
		it := &items[i]
		if it.rule || it.grown || it.role == levelBrace || it.role == big || it.role == radical || it.role == arrow || accentName(it.char) != "" {
			n++
		}
	}
	return n
}

// node returns a new Node.
func (r *reader) node(k Kind, box layout.Rect) *Node {
	if len(r.nodes) == 0 {
		r.nodes = make([]Node, min(64, max(8, r.total)))
	}
	n := &r.nodes[0]
	r.nodes = r.nodes[1:]
	n.Kind, n.Box = k, box
	return n
}

// leaf returns a new Node with text.
func (r *reader) leaf(k Kind, text string, box layout.Rect) *Node {
	n := r.node(k, box)
	n.Text = text
	return n
}

// rowOf returns a Row of nodes, or the node itself if there is only one.
func (r *reader) rowOf(nodes []*Node) *Node {
	if len(nodes) == 1 {
		return nodes[0]
	}
	var box layout.Rect
	for _, n := range nodes {
		box = box.Union(n.Box)
	}
	row := r.node(Row, box)
	row.Children = nodes
	return row
}

// items returns the glyphs and bars of f, without white space.
func (r *reader) items(f *layout.Formula) []item {
	items := make([]item, 0, len(f.Glyphs)+len(f.Bars))
	for i := range f.Glyphs {
		g := &f.Glyphs[i]
		if isSpace(g.Char) {
			r.total--
			continue
		}
		items = append(items, r.glyph(g, int32(i)))
	}
	for i, b := range f.Bars {
		items = append(items, item{box: b, x0: b.X0, x1: b.X1, base: (b.Y0 + b.Y1) / 2, rule: true, axis: true, order: int32(len(f.Glyphs) + i)})
	}
	return items
}

func (r *reader) glyph(g *layout.FormulaGlyph, order int32) item {
	it := item{
		box: g.Ink, x0: g.X, x1: g.X + g.Advance, base: g.Y, size: g.Size, char: g.Char,
		role: roleOf(g.Char), order: order, piece: g.Piece,
	}
	if it.char == '-' {
		it.char = '−'
	}
	if it.size <= 0 {
		it.size = 1
	}
	if c := enlarged(it.char); c != 0 && g.Ink.Height() > largeSign*it.size {
		it.char, it.role = c, big
	}
	if it.box.Empty() {
		it.box = layout.Rect{X0: g.X, X1: max(g.X, g.X+g.Advance), Y0: g.Y - .5*it.size, Y1: g.Y}
	}
	it.x1 = max(it.x1, it.x0)
	it.node = r.leaf(kindOf(it.role), string(it.char), it.box)
	it.node.Alphabet = g.Alphabet
	if it.char == 0 || it.char == '\uFFFD' || it.char >= 0xE000 && it.char <= 0xF8FF {
		it.node.Text = "\uFFFD"
		r.doubt(1, "unknown character")
	}
	height := it.box.Height()
	switch it.role {
	case opening, closing, bar, big, radical, arrow, levelBrace, slash, accentSign:
		// These are signs of a font with one size, which hang below their origin.
		if (it.box.Y0+it.box.Y1)/2 > g.Y || g.Piece != layout.Whole {
			it.axis = it.role != levelBrace && it.role != accentSign && it.role != slash && it.role != arrow
			it.loose = true
		}
		it.grown = height > bigFence*it.size || g.Piece != layout.Whole
		if it.role == big {
			// Fonts have large operators in any size and height; formulas set their middle on the axis.
			it.axis, it.loose = true, true
			it.grown = height > 1.25*it.size
		}
		it.loose = it.loose || it.role != arrow && (it.grown || g.Font != nil && g.Font.Math == layout.MathLarge)
		if it.axis {
			it.base = (it.box.Y0 + it.box.Y1) / 2
		}
	}
	return it
}

func kindOf(r role) Kind {
	switch r {
	case letter:
		return Identifier
	case digit:
		return Number
	case ordinary:
		return Identifier
	}
	return Operator
}

// flat returns a Row of the items in the order in which they were painted.
func (r *reader) flat(items []item) *Node {
	slices.SortStableFunc(items, func(a, b item) int { return cmp.Compare(a.order, b.order) })
	var nodes []*Node
	for i := range items {
		if items[i].node != nil {
			nodes = append(nodes, items[i].node)
		}
	}
	return r.rowOf(nodes)
}

// measureAxis measures the height of the axis by a sign that is centred on it.
func (r *reader) measureAxis(items []item) {
	for i := range items {
		it := &items[i]
		if it.char == '=' || it.char == '+' || it.char == '−' {
			if a := (it.base - (it.box.Y0+it.box.Y1)/2) / it.size; a > .15 && a < .4 {
				r.axisAt = a
				return
			}
		}
	}
}

// bracket reports whether an item is a bracket. The size of a bracket says little, since programs take
// larger brackets from the same font.
func (it *item) bracket() bool {
	return it.char != 0 && (it.role == opening || it.role == closing || it.role == bar)
}

// scales reports whether an item is a bracket or a radical sign, whose size says little for the same reason.
func (it *item) scales() bool { return it.bracket() || it.char != 0 && it.role == radical }

// centre marks brackets larger than the letters of their line as centred on its axis.
func centre(items []item, size float32) {
	for i := range items {
		if it := &items[i]; it.bracket() && !it.axis && it.size > 1.2*size {
			it.axis, it.loose = true, true
			it.base = (it.box.Y0 + it.box.Y1) / 2
		}
	}
}

// bounds returns the box around items and the size of their largest letters. Items joined from several
// count as letters. Without letters it returns the size of the largest sign.
func bounds(items []item) (box layout.Rect, size float32) {
	for i := range items {
		it := &items[i]
		box = box.Union(it.box)
		if !it.rule && (!it.loose || it.char == 0) && !it.scales() {
			size = max(size, it.size)
		}
	}
	if size > 0 {
		return box, size
	}
	for i := range items {
		size = max(size, items[i].size)
	}
	return box, size
}

// measure returns the size of the line that the items form: that of its largest letters. If all items
// are limits of a large operator, the line has no letters, and the size of the operator is returned.
func (r *reader) measure(items []item) float32 {
	_, size := bounds(items)
	for i := range items {
		it := &items[i]
		if it.role != big || !it.loose || it.size*fullSize < size {
			continue
		}
		at := r.baseOf(it, it.size)
		if !slices.ContainsFunc(items, func(o item) bool {
			return !o.loose && !o.rule && abs(r.baseOf(&o, o.size)-at) < levelAxis*it.size
		}) {
			return it.size
		}
	}
	return size
}

func byX(a, b item) int {
	return cmp.Or(cmp.Compare(a.x0, b.x0), cmp.Compare(a.order, b.order))
}
