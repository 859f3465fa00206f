package formula

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// item is a part of the formula that has been read: a glyph, or what was put together.
type item struct {
	node  *Node
	box   layout.Rect // what it paints
	x0    float32     // where it begins and ends in its line: of a glyph its origin and advance
	x1    float32
	base  float32 // its baseline, y; with axis set, its middle on the axis of its line
	size  float32 // of its largest letters, points
	step  float32 // of a Table: from one baseline to the next, points
	char  rune    // of a sign, 0 of what was put together of several
	role  role
	order int32 // of painting
	piece layout.Piece

	axis   bool // base is on the axis of the line, not on its baseline
	loose  bool // its size says nothing: signs of fonts that have one size for all
	rule   bool // a bar that is not yet part of anything; node is nil
	grown  bool // a bracket or sign larger than those of text
	joined bool // put together from pieces
}

func (it *item) mid() float32 { return (it.box.X0 + it.box.X1) / 2 }

// reader reads one formula.
type reader struct {
	nodes  []Node // not yet used
	total  int    // glyphs
	bad    float32
	why    []string
	merged int     // glyphs that are part of a sign made of several
	broken bool    // a cap was met
	work   int     // how often two items were compared, see spend
	axisAt float32 // height of the axis, ems
	size   float32 // of its largest letters, points
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// axisHeight is how high the middle of fractions, operators and brackets stands above the
	// baseline where the formula has no sign to measure it by: .25 em in Computer Modern, .23
	// to .27 in the others.
	axisHeight = .25
	// largeSign is the least height of a sign that is a large operator, not the small one
	// of that shape: ∪ has .6 em, letters at most .75, the large ones 1 and more.
	largeSign = .9
)

// Read is what the glyphs and bars of f mean. The work is bounded: a formula beyond the caps
// in package limits is one flat Row with Confidence 0. It is never nil. It is kept in f, which
// needs its glyphs and bars no more: whoever reads a formula again gets the same tree, and may
// not change it. Two goroutines may not read one formula at a time.
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

// Trusted reports whether the tree is as likely right as trees of readers get; another is
// better shown as a picture.
func (t *Tree) Trusted() bool { return t.Confidence >= trustedConfidence }

// fewLetters is how many glyphs a text may take for letters of its own.
const fewLetters = 2

// IsLetters reports whether the formula is a letter or two, which are better read as text than
// shown as a picture where nobody trusts what was read of them.
func (t *Tree) IsLetters() bool { return t.glyphs <= fewLetters && t.bars == 0 }

// doubt notes that so many glyphs are not explained.
func (r *reader) doubt(glyphs float32, format string, args ...any) {
	r.bad += glyphs
	if len(r.why) < 8 {
		r.why = append(r.why, fmt.Sprintf(format, args...))
	}
}

// spend counts comparisons of items and reports whether there may be more. A formula that
// takes too many is broken: what is not yet read stays flat.
func (r *reader) spend(comparisons int) bool {
	if r.work += comparisons; r.work > limits.FormulaReading && !r.broken {
		r.doubt(float32(r.total), "more than %d comparisons", limits.FormulaReading)
		r.broken = true
	}
	return !r.broken
}

// holders is how many of the items are looked at together with all others: those that may
// hold, or be on, any of them.
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

// node is a new Node.
func (r *reader) node(k Kind, box layout.Rect) *Node {
	if len(r.nodes) == 0 {
		r.nodes = make([]Node, min(64, max(8, r.total)))
	}
	n := &r.nodes[0]
	r.nodes = r.nodes[1:]
	n.Kind, n.Box = k, box
	return n
}

// leaf is a new Node with text.
func (r *reader) leaf(k Kind, text string, box layout.Rect) *Node {
	n := r.node(k, box)
	n.Text = text
	return n
}

// rowOf is a Row of nodes, or the one there is.
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

// items are the glyphs and bars of f without white space.
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
	for _, b := range f.Bars {
		items = append(items, item{box: b, x0: b.X0, x1: b.X1, base: (b.Y0 + b.Y1) / 2, rule: true, axis: true, order: int32(len(items))})
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
		// Signs of a font with one size for all, that hang below their origin.
		if (it.box.Y0+it.box.Y1)/2 > g.Y || g.Piece != layout.Whole {
			it.axis = it.role != levelBrace && it.role != accentSign && it.role != slash && it.role != arrow
			it.loose = true
		}
		it.grown = height > bigFence*it.size || g.Piece != layout.Whole
		if it.role == big {
			// Fonts set them at any size and height; formulas set their middle on the axis.
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

// flat is a Row of the items as they were painted.
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

// measureAxis takes the height of the axis from a sign that stands on it.
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

// bracket reports whether an item is a bracket: writers take larger ones from the same font.
func (it *item) bracket() bool {
	return it.char != 0 && (it.role == opening || it.role == closing || it.role == bar)
}

// centre puts brackets that are larger than the letters of their line on its axis.
func centre(items []item, size float32) {
	for i := range items {
		if it := &items[i]; it.bracket() && !it.axis && it.size > 1.2*size {
			it.axis, it.loose = true, true
			it.base = (it.box.Y0 + it.box.Y1) / 2
		}
	}
}

// bounds is the box around items, and the size of the largest letters, of all that is put
// together of several as well; of the signs where there are none.
func bounds(items []item) (box layout.Rect, size float32) {
	for i := range items {
		it := &items[i]
		box = box.Union(it.box)
		if !it.rule && (!it.loose || it.char == 0) && !it.bracket() {
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

// measure is the size of the line that the items are: of its largest letters, or of a large
// operator that none of them shares the line with, so that they are its limits.
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
