package analyze

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
)

// A formula has its place in the text of its page as a picture in a line has: a FormulaSign as wide as the
// formula stands for it among the glyphs. The glyphs and bars of the formula are taken out before rows are
// cut: numerators are no lines, bars no rules of tables.
//
//	so that  a      holds     becomes    so that [  ] holds
//	        ---
//	         b
//
// A formula grows from glyphs that texts hardly have (formulas_atoms.go). It takes in all glyphs that
// stand to each other as those of formulas do (formulas_grow.go, formulas_bars.go). Rows without words are
// displays (formulas_rows.go, formulas_display.go); other formulas stand in text (formulas_inline.go).

// placeFormulas finds the formulas of the page and puts a FormulaSign for each among the page's runs.
func (s *shapeStage) placeFormulas() {
	f := &s.formulas
	f.signs, f.clusters = f.signs[:0], f.clusters[:0]
	if !s.hasMathematics() {
		return
	}
	f.s, f.work = s, 0
	if !f.readAtoms() {
		return
	}
	f.readSizes()
	f.tellLarge()
	f.setGrid(0)
	if letters := len(f.atoms); f.readBars() {
		f.setGrid(letters)
	}
	f.findNames()
	f.grow()
	f.absorbInside()
	for i := range f.clusters {
		if !f.clusters[i].gone {
			f.settleRow(&f.clusters[i])
		}
	}
	f.partLines()
	f.joinWords()
	f.joinSides()
	f.goOnBelow()
	f.joinPieces()
	f.cutRows()
	f.findDisplays()
	f.joinDisplays()
	f.trimInline()
	if f.work > formulaWork {
		s.warn("formulas_limit", "the page has more glyphs of mathematics than are looked at")
	}
	f.placeSigns()
	f.s = nil
}

// readSizes finds the sizes of text on the page, and the size that most letters have.
func (f *formulaFinder) readSizes() {
	f.body, f.sizes = 0, f.sizes[:0]
	counts := map[float32]*int{}
	var last float32 // the size of the letter before, and how many have it
	var n *int
	most := 0
	for i := range f.atoms {
		a := &f.atoms[i]
		if a.kind != proseAtom && a.kind != letterAtom {
			continue
		}
		if size := quarterPoint(a.size); n == nil || size != last {
			if n, last = counts[size], size; n == nil {
				n = new(int)
				counts[size] = n
			}
		}
		*n++
		if *n > most || *n == most && last > f.body {
			f.body, most = last, *n
		}
		if *n >= textLetters && a.kind == proseAtom && !slices.Contains(f.sizes, last) {
			f.sizes = append(f.sizes, last)
		}
	}
	if f.body <= 0 {
		f.body = max(f.atoms[0].size, 1)
	}
}

// quarterPoint returns size rounded to a quarter of a point.
func quarterPoint(size float32) float32 { return float32(int(size*4+0.5)) / 4 }

// isSmall reports whether a is smaller than the text of the page and has the size of no other text. It is
// then in a script, and not in a word of a footnote.
func (f *formulaFinder) isSmall(a *atom) bool {
	return a.size <= scriptRatio*f.body && !slices.Contains(f.sizes, quarterPoint(a.size))
}

// placeSigns puts the signs of the formulas among the runs, and takes their glyphs and bars out.
func (f *formulaFinder) placeSigns() {
	s := f.s
	order := f.kept()
	if len(order) == 0 {
		return
	}
	f.prose = f.firstProse()
	s.ownRuns()
	if len(f.bars) > 0 {
		s.own.Paths = slices.Clone(s.own.Paths)
	}
	taken := map[int32]bool{}
	for _, n := range order {
		c := &f.clusters[n]
		r, text := f.signRun(c)
		r.First, r.Count = int32(len(s.own.Glyphs)), 1
		at := int32(len(s.p.Formulas))
		s.p.Formulas = append(s.p.Formulas, f.formula(c, text))
		x0, x1 := f.signReach(c)
		s.own.Runs = append(s.own.Runs, r)
		s.own.Glyphs = append(s.own.Glyphs, layout.Glyph{X: x0, Y: c.y, Advance: x1 - x0, Char: layout.FormulaSign, Code: uint32(at)})
		for _, i := range f.members[c.first : c.first+c.count] {
			a := &f.atoms[i]
			if a.kind != barAtom {
				s.own.Glyphs[a.glyph].Char = 0
				continue
			}
			for _, x := range f.strokesOf(&f.bars[-a.glyph-2]) {
				if x.glyph >= 0 {
					s.own.Glyphs[x.glyph].Char = 0
				} else {
					taken[x.ruling] = true
				}
			}
		}
	}
	f.removeBars(taken)
}

// firstProse returns the first letter of a word in the size of the page's text; -1: there is none.
func (f *formulaFinder) firstProse() int32 {
	return int32(slices.IndexFunc(f.atoms, func(a atom) bool {
		return a.kind == proseAtom && a.use == layout.NoMath && abs(a.size-f.body) <= formulaLevel*f.body
	}))
}

// kept returns the clusters that are formulas, in the order in which they were found.
func (f *formulaFinder) kept() []int32 {
	var order []int32
	for i := range f.clusters {
		c := &f.clusters[i]
		if c.gone || c.count == 0 || c.count > formulaGlyphsMost || !c.display && !f.isInline(c) || f.isDrawn(c) {
			continue
		}
		if order = append(order, int32(i)); len(order) == formulasMost {
			break
		}
	}
	return order
}

// isDrawn reports whether a candidate labels a drawing.
func (f *formulaFinder) isDrawn(c *candidate) bool {
	for i := range f.s.drawings.found {
		if d := &f.s.drawings.found[i]; d.bent >= panelBent && mostlyIn(c.box, d.box) {
			return true
		}
	}
	return false
}

// removeBars removes the bars of formulas from the rules of the page.
func (f *formulaFinder) removeBars(taken map[int32]bool) {
	s := f.s
	if len(taken) == 0 {
		return
	}
	left := map[int32]bool{} // paths that still have other rules
	for i := range s.rulings {
		if !taken[int32(i)] {
			left[s.rulings[i].path] = true
		}
	}
	for i := range s.rulings {
		if r := &s.rulings[i]; taken[int32(i)] && r.path >= 0 && !left[r.path] {
			s.own.Paths[r.path].Flags |= layout.Covered
		}
	}
	for i := range s.shortBars {
		if b := &s.shortBars[i]; taken[int32(len(s.rulings)+i)] && !left[b.path] {
			s.own.Paths[b.path].Flags |= layout.Covered
		}
	}
	s.dropRulings(taken)
}

// signRun returns the run for the sign of c, and the size of the text beside it. The sign looks like that
// text, so that the line stays one line.
func (f *formulaFinder) signRun(c *candidate) (layout.Run, float32) {
	best, least := int32(-1), float32(farAway)
	var own int32 = -1
	for _, i := range f.members[c.first : c.first+c.count] {
		if a := &f.atoms[i]; a.run >= 0 && (own < 0 || a.glyph < own) {
			own = a.glyph
		}
	}
	reach := float32(signReach) * f.body
	f.around(layout.Rect{X0: c.box.X0 - reach, Y0: c.y - reach, X1: c.box.X1 + reach, Y1: c.y + reach}, func(i int32) bool {
		a := &f.atoms[i]
		if a.use != layout.NoMath || a.in != 0 && !f.clusters[a.in-1].gone || a.kind == barAtom {
			return true
		}
		far := abs(a.y-c.y)*signAcross + max(a.x0-c.box.X1, c.box.X0-a.x1, 0)
		if a.size < scriptRatio*c.size {
			far += reach
		}
		if far < least {
			best, least = i, far
		}
		return true
	})
	runs := f.s.c.Runs
	first := f.runOf(c)
	if best < 0 {
		best = f.prose
	}
	r := runs[first]
	if best >= 0 {
		r = runs[f.atoms[best].run]
		r.Mark = f.s.unsaid(runs[first].Mark)
	} else {
		r.Mark = f.s.unsaid(r.Mark)
	}
	if c.display {
		r.Em, r.Size = [4]float32{f.body, 0, 0, -f.body}, f.body
		if i := r.Font; i >= 0 && int(i) < len(f.s.c.Fonts) && (f.s.c.Fonts[i].Mono || f.s.c.Fonts[i].Bold) {
			r.Font = -1
		}
	} else {
		r.Em[2] = 0
	}
	r.Clip, r.Origin, r.CharSpace, r.WordSpace, r.Confidence = -1, layout.FromFormula, 0, 0, 0
	return r, -r.Em[3]
}

// runOf is the run of the first glyph of c.
func (f *formulaFinder) runOf(c *candidate) int32 {
	best := int32(-1)
	for _, i := range f.members[c.first : c.first+c.count] {
		if a := &f.atoms[i]; a.run >= 0 && (best < 0 || a.run < best) {
			best = a.run
		}
	}
	return max(best, 0)
}

// signReach returns where the sign of c begins and ends: as far as c is painted. The sign of a display
// reaches up to the number of the display, so that the number becomes no column of its own.
func (f *formulaFinder) signReach(c *candidate) (x0, x1 float32) {
	x0, x1 = farAway, -farAway
	for _, i := range f.members[c.first : c.first+c.count] {
		a := &f.atoms[i]
		x0, x1 = min(x0, a.x0), max(x1, a.x1)
	}
	if gap := numberSignGap * f.body; c.number != (layout.Rect{}) {
		if c.number.X0 > x1 {
			x1 = max(x1, c.number.X0-gap)
		} else if c.number.X1 < x0 {
			x0 = min(x0, c.number.X1+gap)
		}
	}
	return x0, x1
}

// formula makes the layout.Formula of c.
func (f *formulaFinder) formula(c *candidate, size float32) layout.Formula {
	n := layout.Formula{Box: c.box, Display: c.display, Size: size, Baseline: c.y, At: -1, Why: f.why(c)}
	members := f.members[c.first : c.first+c.count]
	slices.SortFunc(members, func(a, b int32) int { return cmp.Compare(f.atoms[a].glyph, f.atoms[b].glyph) })
	for _, i := range members {
		a := &f.atoms[i]
		if a.kind == barAtom {
			n.Bars = append(n.Bars, f.barLines[f.bars[-a.glyph-2].line].box)
			continue
		}
		n.Glyphs = f.appendGlyphs(n.Glyphs, a)
	}
	n.Text = f.text(members)
	return n
}

// appendGlyphs adds the glyph of an atom. A ligature in a name stands for several characters, and becomes
// a glyph for each.
func (f *formulaFinder) appendGlyphs(list []layout.FormulaGlyph, a *atom) []layout.FormulaGlyph {
	r, g := &f.s.c.Runs[a.run], &f.s.c.Glyphs[a.glyph]
	n := layout.FormulaGlyph{MathChar: layout.MathChar{Char: a.char}, X: g.X, Y: a.y, Advance: g.Advance, Size: a.size, Ink: a.ink, Glyph: a.glyph}
	if r.Font >= 0 && int(r.Font) < len(f.s.c.Fonts) {
		n.Font = f.s.c.Fonts[r.Font]
	}
	if a.use != layout.NoMath {
		n.MathChar = f.s.mathChar(n.Font, r, g)
		if a.kind == largeAtom {
			n.Char = a.char
		}
	} else if n.Font != nil && n.Font.Italic {
		n.Alphabet = layout.MathItalic
		if n.Font.Bold {
			n.Alphabet = layout.MathBoldItalic
		}
	} else if n.Font != nil && n.Font.Bold {
		n.Alphabet = layout.MathBold
	}
	if g.Char >= 0 || a.use != layout.NoMath {
		return append(list, n)
	}
	t := []rune(f.s.text(g.Char))
	if len(t) < 2 || len(t) > ligatureLongest {
		return append(list, n)
	}
	wide := g.Advance / float32(len(t))
	for k, c := range t {
		n.Char, n.X, n.Advance = c, g.X+float32(k)*wide, wide
		n.Ink.X0, n.Ink.X1 = n.X, n.X+wide
		list = append(list, n)
	}
	return list
}

// text returns what the glyphs say, from left to right.
func (f *formulaFinder) text(members []int32) string {
	order := slices.DeleteFunc(slices.Clone(members), func(i int32) bool { return f.atoms[i].kind == barAtom })
	slices.SortStableFunc(order, func(a, b int32) int { return compare(f.atoms[a].x0, f.atoms[b].x0) })
	var t strings.Builder
	end := float32(0)
	for n, i := range order {
		a := &f.atoms[i]
		if n > 0 && a.x0-end > gapOthers*a.size {
			t.WriteByte(' ')
		}
		if g := f.s.c.Glyphs[a.glyph].Char; g < 0 && a.use == layout.NoMath {
			t.WriteString(f.s.text(g))
		} else if a.char > ' ' && a.char != layout.FormulaSign {
			t.WriteRune(a.char)
		}
		end = max(end, a.x1)
	}
	return t.String()
}

// why returns the evidence for c.
func (f *formulaFinder) why(c *candidate) string {
	why := "variables and signs of mathematics"
	if c.sure == 0 {
		why = "signs of reckoning"
	}
	if c.display {
		return why + ", with its lines to itself"
	}
	return why + ", in a line of text"
}

// noteFormula notes that the FormulaSign g is written.
func (s *shapeStage) noteFormula(g *glyph) {
	s.formulas.signs = append(s.formulas.signs, int32(s.c.Glyphs[s.c.Runs[g.run].First].Code))
}

// orderFormulas puts the formulas in the order of the text. It leaves out those whose signs the text does
// not have.
func (s *writeStage) orderFormulas() {
	if len(s.p.Formulas) == 0 {
		return
	}
	at, text := 0, s.p.Text
	list := make([]layout.Formula, 0, len(s.formulas.signs))
	for _, i := range s.formulas.signs {
		at += strings.IndexRune(text[at:], layout.FormulaSign)
		n := s.p.Formulas[i]
		n.At = int32(at)
		list = append(list, n)
		at += utf8.RuneLen(layout.FormulaSign)
	}
	s.p.Formulas = list
}

// formulaOf returns the formula that g, a FormulaSign, stands for.
func (s *shapeStage) formulaOf(g *glyph) *layout.Formula {
	return &s.p.Formulas[s.c.Glyphs[s.c.Runs[g.run].First].Code]
}

// isDisplaySign reports whether g stands for a formula that has its lines to itself.
func (s *shapeStage) isDisplaySign(g *glyph) bool {
	return g.char == layout.FormulaSign && s.formulaOf(g).Display
}

// lengthOf returns how many glyphs a segment of count glyphs stands for: the glyphs of its formulas count
// each. display reports whether it holds a formula that has its lines to itself; it is then at least as
// long as a line of text.
func (s *segmentStage) lengthOf(g *segment, count int32) (length int32, display bool) {
	if len(s.p.Formulas) == 0 || g.grid != 0 {
		return count, false
	}
	for i := range s.glyphs[g.first : g.first+g.count] {
		c := &s.glyphs[g.first+int32(i)]
		if c.char != layout.FormulaSign {
			continue
		}
		f := s.formulaOf(c)
		count += int32(len(f.Glyphs)) - 1
		if f.Display {
			return max(count, proseChars), true
		}
	}
	return count, false
}

// holdsDisplay reports whether the first row of region holds a formula that has its lines to itself.
func (s *segmentStage) holdsDisplay(region []int32) bool {
	if len(s.p.Formulas) == 0 {
		return false
	}
	for _, i := range region[:rowEnd(s.segments, region, 0)] {
		if _, display := s.lengthOf(&s.segments[i], 0); display {
			return true
		}
	}
	return false
}
