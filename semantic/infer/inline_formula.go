package infer

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/formula"
)

// formulaAt returns the formula whose sign stands at a place of the page's text, or nil.
func formulaAt(p *layout.Page, at int32) *layout.Formula {
	i, found := slices.BinarySearchFunc(p.Formulas, at, func(f layout.Formula, at int32) int { return cmp.Compare(f.At, at) })
	if !found {
		return nil
	}
	return &p.Formulas[i]
}

// moveFormulas returns formulas with the places that their signs have after moves.
func moveFormulas(list []layout.Formula, moves []textMove) []layout.Formula {
	list = slices.Clone(list)
	for i := range list {
		list[i].At = moved(moves, list[i].At)
	}
	slices.SortStableFunc(list, func(a, b layout.Formula) int { return cmp.Compare(a.At, b.At) })
	return list
}

// formula adds the formula whose sign stands at a place of the text.
func (in *inliner) formula(s *sheet, at int32, style semantic.TextStyle, href string) {
	f := formulaAt(s.Page, at)
	if f == nil {
		return
	}
	tree := formula.Read(f)
	if !f.Display && tree.IsLetters() && !tree.Trusted() {
		in.words(f.Text, style, href)
		return
	}
	if at == in.begin && in.goesOn(s, f, tree, href) {
		return
	}
	in.change(0, href)
	if in.space && in.started() {
		in.text, in.space = append(in.text, ' '), false
	}
	in.flush()
	n := in.b.formulaNode(s, f, tree)
	in.put(n)
}

// goesOn joins the formula at the start of a line to the one at the end of the line before, if
// both are one formula, and reports whether it did.
func (in *inliner) goesOn(s *sheet, f *layout.Formula, tree *formula.Tree, href string) bool {
	list := in.nodes
	if href != "" {
		list = in.inner
	}
	if len(in.text) > 0 || len(list) == 0 || href != in.href || in.field.label != nil {
		return false
	}
	last := list[len(list)-1]
	if last.Role != semantic.Formula || last.Attr.Math == nil || last.Page != int32(s.Number) {
		return false
	}
	// Each picture shows one line only.
	a := last.Attr
	if a.Figure != nil || f.Picture != nil {
		return false
	}
	both := a.Math.Append(tree)
	if both == nil {
		return false
	}
	if both.Lines == nil {
		both.Lines = append(both.Lines, a.Box)
	}
	both.Lines = append(both.Lines, f.Box)
	a.Math = both
	a.Box, a.Alt, in.space = a.Box.Union(f.Box), a.Alt+" "+f.Text, false
	return true
}

// words adds text that does not stand in the text of the page.
func (in *inliner) words(text string, style semantic.TextStyle, href string) {
	if style != in.style || href != in.href {
		in.change(style, href)
	}
	if in.space && in.started() {
		in.text = append(in.text, ' ')
	}
	in.text, in.space = append(in.text, text...), false
}

// formulaNode makes the node of a formula.
func (b *builder) formulaNode(s *sheet, f *layout.Formula, tree *formula.Tree) *semantic.Node {
	n := b.node(semantic.Formula, nil)
	n.Page = int32(s.Number)
	n.Attr = &semantic.Attr{Alt: f.Text, Box: f.Box, Math: tree, Figure: f.Picture}
	return n
}

// lineText returns the text of line i with the text of formulas in place of their signs.
func (s *sheet) lineText(i int32) string {
	return s.withFormulas(s.text(i), s.line(i).Start)
}

// withFormulas returns text, which begins at place start of the page's text, with the text of
// formulas in place of their signs.
func (s *sheet) withFormulas(text string, start int32) string {
	if !s.formulas || !strings.ContainsRune(text, layout.FormulaSign) {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		if r != layout.FormulaSign {
			b.WriteRune(r)
		} else if f := formulaAt(s.Page, start+int32(i)); f != nil {
			b.WriteString(f.Text)
		}
	}
	return b.String()
}

// isDisplay reports whether all lines of p are formulas.
func (s *sheet) isDisplay(p *part) bool {
	if len(s.Formulas) == 0 {
		return false
	}
	for i := p.first; i < p.first+p.count; i++ {
		if f, _ := s.displayOf(i); f == nil {
			return false
		}
	}
	return p.count > 0
}

// holdsDisplay reports whether a formula on lines of its own may have the role. Other text in
// such a role only looks like a heading or a quote.
func holdsDisplay(r semantic.Role) bool { return holdsControls(r) && r != semantic.BlockQuote }

// displays adds the formulas of p, each with its number and anchor.
func (b *builder) displays(p *part) {
	s := b.d.sheetOf(p)
	for i := p.first; i <= p.last(); i++ {
		f, number := s.displayOf(i)
		for b.inside == 0 && p.sheet >= b.begun && !b.inNote {
			b.begin(p.sheet)
		}
		n := b.formulaNode(s, f, formula.Read(f))
		n.Block, n.Evidence = p.block, p.evidence
		if number.start < number.end {
			n.Attr.Label = s.Text[number.start:number.end]
			if e := b.d.equationAt(p.sheet, f); e != nil {
				n.Attr.ID = e.anchor[1:]
			}
		}
		b.block(n)
	}
}

// displayOf returns the formula that line i consists of, with the number beside it. f is nil when
// the line is text.
//
//	(2)   E = mc²          E = mc²   (2)
func (s *sheet) displayOf(i int32) (f *layout.Formula, number textStretch) {
	l := s.line(i)
	text := s.text(i)
	at := strings.IndexRune(text, layout.FormulaSign)
	if at < 0 || len(s.Formulas) == 0 {
		return nil, textStretch{}
	}
	f = formulaAt(s.Page, l.Start+int32(at))
	if f == nil || !f.Display {
		return nil, textStretch{}
	}
	before, behind := text[:at], text[at+utf8.RuneLen(layout.FormulaSign):]
	switch b, a := strings.TrimSpace(before), strings.TrimSpace(behind); {
	case b == "" && a == "":
	case b == "" && isFormulaNumber(a):
		number.start = l.Start + int32(strings.Index(text, a))
		number.end = number.start + int32(len(a))
	case a == "" && isFormulaNumber(b):
		number.start = l.Start + int32(strings.Index(text, b))
		number.end = number.start + int32(len(b))
	default:
		return nil, textStretch{}
	}
	return f, number
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// marginNumber is the least distance from the start of an equation's number to the formula, in sizes
	// of its line. A mark as wide as (1) with the white space behind it makes 1.9.
	marginNumber = 3.0
	// equationSize is the size in points that formulas count as where targetReach is compared.
	equationSize = 10
)

// hasNumberAtMargin reports whether the number of p, a formula on its own lines, stands before it at
// the margin, far away. The mark of an item stands right before it:
//
//	(2)        x = a + b            (1) x = a + b
func (s *sheet) hasNumberAtMargin(p *part) bool {
	f, number := s.displayOf(p.first)
	l := s.line(p.first)
	return number.start < number.end && f.At > number.start && f.Box.X0-l.Box.X0 >= marginNumber*l.Size
}

// equation is a formula with a number that no other formula has.
type equation struct {
	at     int32 // layout.Formula.At
	box    layout.Rect
	name   string // the name by which text refers to it: "equation 3.14"
	anchor string
}

// nameEquations finds the formulas with numbers. It gives an anchor to each whose number no other
// formula has. next holds the anchors that are in use.
func (d *draft) nameEquations(next map[string]int) {
	type numbered struct {
		equation
		sheet int32
	}
	var list []numbered
	count := map[string]int{}
	for p := range d.all() {
		if !p.display || p.role != semantic.P || p.continued {
			continue
		}
		s := d.sheetOf(p)
		for i := p.first; i < p.first+p.count; i++ {
			f, number := s.displayOf(i)
			if number.start == number.end {
				continue
			}
			name := equations + " " + strings.Trim(s.Text[number.start:number.end], "()")
			count[name]++
			list = append(list, numbered{equation{at: f.At, box: f.Box, name: name}, p.sheet})
		}
	}
	d.equations = map[int32][]equation{}
	for _, e := range list {
		if count[e.name] == 1 {
			e.anchor = unique("#"+slug(e.name), next)
			d.equations[e.sheet] = append(d.equations[e.sheet], e.equation)
		}
	}
}

// equationAt returns the equation that formula f of a sheet is, or nil when it is none.
func (d *draft) equationAt(sheet int32, f *layout.Formula) *equation {
	list := d.equations[sheet]
	if i := slices.IndexFunc(list, func(e equation) bool { return e.at == f.At }); i >= 0 {
		return &list[i]
	}
	return nil
}

// equationBelow returns the anchor of the equation to which a link to height y on a sheet leads, or
// "". TeX sets such places at the head of the equation or above. Where equations stand in rows, the
// place of the second is at the foot of the first.
func (d *draft) equationBelow(sheet int32, y float32) string {
	anchor, top := "", y+targetReach*equationSize
	list := d.equations[sheet]
	for i := range list {
		if e := &list[i]; (e.box.Y0+e.box.Y1)/2 >= y && e.box.Y0 <= top {
			anchor, top = e.anchor, e.box.Y0
		}
	}
	return anchor
}

// equations is the name of the series of equations in references.
const equations = "equation"

// isEquationWord reports whether word refers to formulas by their numbers.
func isEquationWord(word string) bool {
	switch word {
	case "eq", "eqs", "eqn", "eqns", "equation", "equations", "formula", "formulas", "formulae", "inequality", "identity", "relation", "gleichung",
		"gleichungen", "gl", "formel", "formeln", "équation", "équations", "éq", "formule", "ecuación", "ecuaciones", "fórmula", "equação", "equações",
		"equazione", "equazioni", "vergelijking":
		return true
	}
	return false
}

// isEquationLead reports whether a number in brackets behind word is that of a formula, and not
// one of a list.
func isEquationLead(word string) bool {
	switch word {
	case "by", "in", "from", "of", "using", "with", "into", "to", "see", "satisfies", "aus", "nach", "mit", "siehe", "durch", "par", "de", "dans",
		"avec", "voir", "por", "en", "con", "da", "per":
		return true
	}
	return false
}

// textStretch is a stretch of the text of a page, in bytes.
type textStretch struct{ start, end int32 }

// isFormulaNumber reports whether text is the number of a formula: (3), (3.14), (A.2), (7a).
func isFormulaNumber(text string) bool {
	inner, ok := strings.CutPrefix(text, "(")
	if !ok {
		return false
	}
	inner, ok = strings.CutSuffix(inner, ")")
	return ok && isFormulaName(inner)
}

// isFormulaName reports whether name can stand in the brackets of such a number.
func isFormulaName(name string) bool {
	digits := 0
	for i, r := range name {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case r == '.' || r == '-' || r == '–' || r == '\'' || r == '′' || r == '’':
		case r >= 'A' && r <= 'Z' && i == 0, r >= 'a' && r <= 'z' && i == len(name)-1:
		default:
			return false
		}
	}
	return digits > 0 && digits <= formulaDigits
}

// formulaDigits is the most digits in the number of a formula: (12.3.45).
const formulaDigits = 6
