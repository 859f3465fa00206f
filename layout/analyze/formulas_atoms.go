package analyze

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/script"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/form"
)

// atom is one glyph of the page as the search for formulas sees it, or a bar.
type atom struct {
	glyph, run int32 // Content.Glyphs, Content.Runs; for a bar, its number as -number-2, and -1
	x0, x1, y  float32
	size       float32
	ink        layout.Rect
	char       rune
	kind       atomKind
	use        layout.MathUse
	weight     atomWeight
	word       int32 // number of the word that the letter belongs to; 0: none
	in         int32 // its candidate, plus one; 0: none
	stacked    bool  // over or under the bar of a fraction
	italic     bool  // of an italic font for texts
	mono       bool  // of a font for texts in which all letters have one width, as in program text
}

// atomKind is what an atom may do in a formula.
type atomKind uint8

const (
	otherAtom  atomKind = iota // signs of text: quotation marks, hyphens, %
	proseAtom                  // a letter of a word
	letterAtom                 // a letter by itself, or a variable
	nameAtom                   // a letter of the name of a function
	digitAtom
	operatorAtom // between two others: + = ≤
	openAtom
	closeAtom
	commaAtom
	stopAtom // a point
	largeAtom
	fenceAtom   // a growing bracket or a piece of one
	radicalAtom // √
	accentAtom
	barAtom
)

// atomWeight is how far an atom speaks for a formula.
type atomWeight uint8

const (
	silent atomWeight = iota
	weakly            // with others: digits and signs that texts have too
	surely            // a variable, a relation, a large sign
)

// bar is a level rule that may belong to a formula.
type bar struct {
	line  int32 // formulaFinder.barLines
	box   layout.Rect
	role  barRole
	atom  int32
	low   float32 // the lower edge of the sign of a root
	plain bool    // a fraction without words
}

type barRole uint8

const (
	looseBar barRole = iota
	fractionBar
	rootBar
	overBar  // above what it marks
	underBar // below it
	braceBar // between the pieces of a level brace
)

// hasMathematics reports whether the page has a font of mathematics.
func (s *contentStage) hasMathematics() bool {
	for _, f := range s.c.Fonts {
		if f != nil && f.Math != layout.NoMath {
			return true
		}
	}
	return false
}

// readAtoms reads the glyphs of the level runs that a reader sees. It reports whether any of them may be
// mathematics.
func (f *formulaFinder) readAtoms() bool {
	c := f.s.c
	f.atoms, f.strokes = slices.Grow(f.atoms[:0], min(len(c.Glyphs), formulaAtoms)), f.strokes[:0]
	f.words, f.variables, f.commas, f.brackets, f.plain = 0, 0, 0, 0, 0
	any := false
	for i := range c.Runs {
		r := &c.Runs[i]
		if !r.Flags.IsContent() || r.Flags&layout.Unseen != 0 || !form.IsLevel(r) || r.Origin != layout.FromPDF || !near(r.Em[0]) || !near(r.Em[3]) || r.Em[3] >= 0 {
			continue
		}
		var font *layout.Font
		if r.Font >= 0 && int(r.Font) < len(c.Fonts) {
			font = c.Fonts[r.Font]
		}
		said, replaced := f.s.saidSign(r.Mark)
		if replaced && (font == nil || font.Math == layout.NoMath || f.s.isBlank(said.Char)) {
			continue
		}
		first, end := clampRange(r.First, r.Count, len(c.Glyphs))
		for k := first; k < end; k++ {
			g := &c.Glyphs[k]
			if !near(g.X) || !near(g.Y) || !near(g.Advance) || f.s.isBlank(g.Char) && (font == nil || font.Math == layout.NoMath) {
				continue
			}
			if len(f.atoms) == formulaAtoms {
				return any
			}
			if f.addAtom(font, r, int32(i), int32(k), g) {
				any = any || f.atoms[len(f.atoms)-1].weight != silent
			}
		}
	}
	f.tellWords()
	f.tellAngles()
	f.tellLeaders()
	f.sizeInfinities()
	f.sizeBrackets()
	return any
}

// saidSign reports whether an ActualText replaces what mark encloses, and returns the one sign that it is.
// Browsers write one for each glyph without a code of its own: the larger sizes of a bracket, the small
// letters of scripts.
func (s *contentStage) saidSign(mark int32) (sign layout.MathChar, replaced bool) {
	for n := 0; mark >= 0 && int(mark) < len(s.c.Marks) && n < markDepth; n++ {
		if m := &s.c.Marks[mark]; m.HasActual {
			return m.Sign, true
		}
		mark = s.c.Marks[mark].Parent
	}
	return sign, false
}

// unsaid returns the innermost mark around mark that no ActualText replaces; -1: there is none.
func (s *contentStage) unsaid(mark int32) int32 {
	for n := 0; mark >= 0 && int(mark) < len(s.c.Marks) && n < markDepth; n++ {
		if _, replaced := s.saidSign(mark); !replaced {
			return mark
		}
		mark = s.c.Marks[mark].Parent
	}
	return -1
}

// addAtom adds an atom for glyph g. It adds none for blanks and for strokes, and reports whether it did.
func (f *formulaFinder) addAtom(font *layout.Font, r *layout.Run, run, glyph int32, g *layout.Glyph) bool {
	f.atoms = append(f.atoms, atom{})
	a := &f.atoms[len(f.atoms)-1]
	a.glyph, a.run = glyph, run
	a.x0, a.x1, a.y, a.size, a.char = g.X, g.X+g.Advance, g.Y, -r.Em[3], g.Char
	if g.Advance < 0 {
		a.x0, a.x1 = a.x1, a.x0
	}
	if a.char < 0 {
		a.char = f.s.firstRune(a.char)
	}
	if font != nil {
		a.use = font.Math
		a.italic, a.mono = font.Italic && a.use == layout.NoMath, font.Mono && a.use == layout.NoMath
	}
	m := layout.MathChar{Char: a.char}
	if a.use != layout.NoMath {
		m = f.s.mathChar(font, r, g)
		a.char = m.Char
	}
	a.ink = inkOf(font, r, g, a)
	a.kind, a.weight = f.classify(a, &m)
	isStroke := isRootStroke(a)
	if isStroke {
		f.strokes = append(f.strokes, stroke{a.ink, -1, glyph})
	}
	if isStroke || a.kind == otherAtom && f.s.isBlank(g.Char) && m.Char == 0 {
		f.atoms = f.atoms[:len(f.atoms)-1]
		return false
	}
	return true
}

// isRootStroke reports whether a is a piece of the bar of a root, a glyph that fonts of signs have beside the sign of
// roots.
func isRootStroke(a *atom) bool {
	return a.char == 0x203E && a.use == layout.MathSymbols && a.ink.Height() <= barThick*a.size
}

// mathChar returns what g is in mathematics: what its font says, else the document's ActualText, else its
// character.
func (s *contentStage) mathChar(font *layout.Font, r *layout.Run, g *layout.Glyph) layout.MathChar {
	if font != nil && font.Shapes != nil {
		if m, ok := font.Shapes.Math(g.Code); ok {
			return m
		}
	}
	if sign, replaced := s.saidSign(r.Mark); replaced {
		return sign
	}
	if g.Char < 0 {
		r, _ := utf8.DecodeRuneInString(s.text(g.Char))
		return layout.MathChar{Char: r}
	}
	return layout.MathChar{Char: g.Char}
}

// inkOf returns the box that a glyph paints: what its font says, else what letters of its kind have. Ideographs of texts
// all fill their square, and a page has hundreds of them, whose outlines take time.
func inkOf(font *layout.Font, r *layout.Run, g *layout.Glyph, a *atom) layout.Rect {
	if font != nil && font.Shapes != nil && !(a.use == layout.NoMath && isIdeograph(a.char)) {
		if b, ok := font.Shapes.Ink(g.Code); ok && b.Y1 > b.Y0 {
			return layout.Rect{X0: g.X + b.X0*r.Em[0], Y0: g.Y - b.Y1*a.size, X1: g.X + b.X1*r.Em[0], Y1: g.Y - b.Y0*a.size}
		}
	}
	up, down := float32(inkCapital), float32(0)
	switch c := a.char; {
	case c >= 'a' && c <= 'z':
		up = inkSmall
		switch c {
		case 'b', 'd', 'f', 'h', 'k', 'l', 't', 'i':
			up = inkCapital
		case 'g', 'p', 'q', 'y', 'j':
			down = inkUnder
		}
	case isIdeograph(c):
		up, down = inkIdeograph, inkBelow
	case c == ',' || c == '.' || c == ';':
		up, down = inkUnder/2, inkUnder/2
	case unicode.Is(unicode.Sm, c) || c == '-':
		up = inkSmall
	case c == '(' || c == ')' || c == '[' || c == ']' || c == '{' || c == '}' || c == '|':
		down = inkUnder
	}
	return layout.Rect{X0: a.x0, Y0: a.y - up*a.size, X1: a.x1, Y1: a.y + down*a.size}
}

// isIdeograph reports whether c is a character of Chinese or Japanese that is no punctuation.
func isIdeograph(c rune) bool {
	return c >= firstIdeographic && script.IsIdeographic(c) && unicode.IsLetter(c)
}

// classify returns what an atom may do in a formula, and how far it speaks for one.
func (f *formulaFinder) classify(a *atom, m *layout.MathChar) (atomKind, atomWeight) {
	c := a.char
	if a.use == layout.NoMath {
		if a.italic && c >= 0xA0 && isOperator(c) {
			return operatorAtom, weakly // formulas with the variables of a text have such signs, texts in italics hardly do
		}
		return textKind(c), silent
	}
	if m.Piece != layout.Whole {
		return fenceAtom, surely
	}
	high := a.ink.Height() > fenceHigh*a.size || a.hangs()
	switch {
	case a.use == layout.MathSymbols && isPlainSign(c):
		kind := textKind(c)
		if high && (kind == openAtom || kind == closeAtom) {
			kind = fenceAtom
		}
		return kind, surely
	case isAccentSign(c):
		return accentAtom, weakly
	case c == 0x221A:
		return radicalAtom, surely
	case isLarge(c) && (a.use == layout.MathLarge || a.use == layout.MathAll || high || c != 0x2206):
		return largeAtom, surely
	case isOpening(c), isClosing(c), c == '|', c == 0x2016, c == 0x2225:
		if high || a.use == layout.MathLarge {
			return fenceAtom, surely
		}
		switch {
		case isOpening(c):
			return openAtom, weakly
		case isClosing(c):
			return closeAtom, weakly
		}
		return operatorAtom, weakly
	case c >= '0' && c <= '9':
		return digitAtom, weakly
	case c == ',' || c == ';':
		return commaAtom, weakly
	case c == '.', c == 0x2026, c == 0x22EF, c == 0x22EE, c == 0x22F1:
		return stopAtom, weakly
	case isOrnament(c):
		return operatorAtom, weakly
	case isRelation(c):
		if a.use == layout.MathSymbols || a.use == layout.MathAll || a.use == layout.MathLarge || a.use == layout.MathLetters || a.use == layout.MathAlphabets {
			return operatorAtom, surely
		}
		return operatorAtom, weakly
	case isOperator(c):
		return operatorAtom, weakly
	case unicode.IsLetter(c):
		if a.use == layout.MathSymbols && c >= 0x370 && c < 0x400 || a.use == layout.MathAll && m.Alphabet == layout.Upright && c < 0x250 {
			return letterAtom, weakly // Greek of Symbol, letters of a text in such a font
		}
		return letterAtom, surely
	case a.use == layout.MathLarge, isLevelBrace(c):
		return fenceAtom, surely
	}
	return operatorAtom, weakly
}

// isLevelBrace reports whether c is a bracket over or under what it holds: ⏞ ⏟ ⏜ ⏝.
func isLevelBrace(c rune) bool { return c >= 0x23DC && c <= 0x23E1 }

// isPlainSign reports whether c is a sign that all fonts of texts have. Who writes a text takes it from no other font;
// programs for formulas do.
func isPlainSign(c rune) bool {
	switch c {
	case '+', '=', '<', '>', '/', '(', ')', '[', ']':
		return true
	}
	return false
}

// hangs reports whether the ink of a lies below its origin and not around the axis of its line. Large
// brackets of most fonts of mathematics hang so.
func (a *atom) hangs() bool {
	return abs((a.ink.Y0+a.ink.Y1)/2-(a.y-barAxis*a.size)) > bracketLow*a.size
}

// textKind returns what a character of a font for texts may do in a formula.
func textKind(c rune) atomKind {
	switch {
	case c >= '0' && c <= '9':
		return digitAtom
	case isAccentSign(c): // ˆ and ˇ are letters to Unicode
		return accentAtom
	case unicode.IsLetter(c):
		return letterAtom // tellWords finds those that are in words
	case isOpening(c):
		return openAtom
	case isClosing(c):
		return closeAtom
	case c == ',' || c == ';':
		return commaAtom
	case c == '.', c == 0x2026:
		return stopAtom
	case c == '|', isRelation(c), isOperator(c), c == '/', c == ':', c == '!':
		return operatorAtom
	}
	return otherAtom
}

// isRelation reports whether c stands between two sides and is rare in texts.
func isRelation(c rune) bool {
	switch {
	case c == '=', c == '<', c == '>', c == 0xAC:
		return true
	case c >= 0x2190 && c <= 0x21FF, c >= 0x2900 && c <= 0x297F, c >= 0x27F0 && c <= 0x27FF:
		return true // arrows
	case c >= 0x2200 && c <= 0x22FF, c >= 0x2A00 && c <= 0x2AFF:
		return !isOperator(c)
	}
	return false
}

// isOrdinarySign reports whether c is a sign of mathematics that stands alone, as a variable does, and not
// between two sides: ∀ ∂ ∃ ∅ ∇ ∠ ⊤ ⊥.
func isOrdinarySign(c rune) bool {
	return c >= 0x2200 && c <= 0x2207 && c != 0x2206 || c >= 0x2220 && c <= 0x2222 || c == 0x22A4 || c == 0x22A5
}

// isOperator reports whether c is a sign of calculation. Texts have such signs between numbers too.
func isOperator(c rune) bool {
	switch c {
	case '+', '-', '*', 0xB1, 0xB7, 0xD7, 0xF7, 0x2212, 0x2213, 0x2215, 0x2217, 0x2218, 0x22C5, 0x2219, '~', 0x223C, 0x2032, 0x2033, 0xB0:
		return true
	}
	return false
}

// isOrnament reports whether c often stands by itself in texts: bullets, marks of notes, the arrows that
// say which figures are better.
func isOrnament(c rune) bool {
	switch c {
	case 0x2022, 0x2020, 0x2021, 0xA7, 0xB6, 0x25CF, 0x25CB, 0x25AA, 0x25A0, 0x25A1, 0x25B6, 0x25B9, 0x25B8, 0x22C6, 0x2605, 0x2606, 0x2713, 0x2717, 0x2666, 0x2663, 0x2660, 0x2665, 0xA9, 0xAE, 0x2122, 0x22C4, 0x25C7, 0x25C6, 0x221E, 0x2191, 0x2193, 0x21D1, 0x21D3:
		return true
	}
	return false
}

func isOpening(c rune) bool {
	switch c {
	case '(', '[', '{', 0x27E8, 0x2329, 0x3008, 0x230A, 0x2308, 0x27E6:
		return true
	}
	return false
}

func isClosing(c rune) bool {
	switch c {
	case ')', ']', '}', 0x27E9, 0x232A, 0x3009, 0x230B, 0x2309, 0x27E7:
		return true
	}
	return false
}

// isLarge reports whether c is a sum, a product, an integral or another sign that takes limits.
func isLarge(c rune) bool {
	switch {
	case c == 0x220F, c == 0x2210, c == 0x2211, c >= 0x222B && c <= 0x2233, c >= 0x22C0 && c <= 0x22C3, c >= 0x2A00 && c <= 0x2A1C:
		return true
	}
	return false
}

// isAccentSign reports whether c is an accent as mathematics sets it, a character of its own.
func isAccentSign(c rune) bool {
	switch {
	case c >= 0x300 && c <= 0x36F, c >= 0x20D0 && c <= 0x20F0:
		return true
	}
	switch c {
	case '^', '`', 0xA8, 0xAF, 0xB4, 0x2C6, 0x2C7, 0x2D8, 0x2D9, 0x2DA, 0x2DC, 0x2C9, 0x203E:
		return true
	}
	return false
}

// tellWords tells letters of words from single letters, and finds the names of functions.
func (f *formulaFinder) tellWords() {
	for i := 0; i < len(f.atoms); {
		end := f.wordEnd(i)
		if end > i {
			f.settleWord(i, end)
			i = end
			continue
		}
		if a := &f.atoms[i]; a.kind == letterAtom && a.weight == weakly && a.use == layout.MathSymbols && f.isShownAlone(i) {
			a.weight = surely // a Greek variable
		}
		i++
	}
}

// tellAngles tells angle brackets and arrows of program text from relations, which have white on both sides, or signs
// of mathematics:
//
//	#include <graph.h>     map< Key, Value >     name => text          m < n
func (f *formulaFinder) tellAngles() {
	open := -1 // the last bracket that is not closed
	for i := range f.atoms {
		a := &f.atoms[i]
		if a.char != '<' && a.char != '>' || a.use == layout.NoMath {
			continue
		}
		before, behind := i > 0 && f.touches(i-1), i+1 < len(f.atoms) && f.touches(i)
		isAngle := before && isAngled(&f.atoms[i-1]) || behind && isAngled(&f.atoms[i+1])
		switch {
		case a.char == '>' && before && (f.atoms[i-1].char == '=' || f.atoms[i-1].char == 0x2212):
			isAngle = true
			f.atoms[i-1].kind, f.atoms[i-1].weight = otherAtom, silent
		case a.char == '<' && behind && f.isBracketed(i+1):
			isAngle = true
		case a.char == '>' && open >= 0 && abs(f.atoms[open].y-a.y) <= formulaLevel*a.size:
			isAngle = true
		}
		if !isAngle {
			continue
		}
		a.kind, a.weight = otherAtom, silent
		if open = -1; a.char == '<' {
			open = i
		}
	}
}

// tellLeaders tells dots that lead to a number from those of mathematics, of which there are few. Some programs
// take them from a font of mathematics:
//
//	cos ........................ 551
func (f *formulaFinder) tellLeaders() {
	for i := 0; i < len(f.atoms); {
		end := i + 1
		if f.atoms[i].char != '.' {
			i = end
			continue
		}
		for end < len(f.atoms) && f.atoms[end].char == '.' && abs(f.atoms[end].y-f.atoms[i].y) <= formulaLevel*f.atoms[i].size &&
			f.atoms[end].x0 > f.atoms[end-1].x0 && f.atoms[end].x0-f.atoms[end-1].x1 <= leaderGap*f.atoms[i].size {
			end++
		}
		if end-i >= leaderDots {
			for k := i; k < end; k++ {
				f.atoms[k].kind, f.atoms[k].weight = otherAtom, silent
			}
		}
		i = end
	}
}

// tellLarge tells sums, products and large unions from letters and small signs. Fonts of signs have one glyph for both,
// and programs take it from a larger size of the font. So they do with integrals. These signs get the size of their line:
//
//	 n
//	 Σ  x      Σ is 15 points high, x 10 points
//	i=1  i
func (f *formulaFinder) tellLarge() {
	for i := range f.atoms {
		a := &f.atoms[i]
		c := largeOf(a.char)
		if c == 0 || a.use != layout.MathSymbols {
			continue
		}
		most := min(f.body, a.size/largeRatio)
		isLarger := true
		for _, k := range [...]int{i - 1, i + 1} {
			if k >= 0 && k < len(f.atoms) && f.atoms[k].kind != largeAtom && largeOf(f.atoms[k].char) == 0 {
				isLarger = isLarger && a.size >= largeRatio*f.atoms[k].size
				most = max(most, f.atoms[k].size)
			}
		}
		if isLarger {
			a.char, a.kind, a.weight, a.size = c, largeAtom, surely, most
		}
	}
}

// sizeInfinities gives signs of infinity the size and the baseline of the sign beside them. They are small in fonts of
// signs, so that troff takes them from a larger size, and sets them lower. They are no scripts, and have none:
//
//	n → ∞      the ∞ has 1.3 of the size of n, and lies .12 of its own size lower
func (f *formulaFinder) sizeInfinities() {
	for i := range f.atoms {
		a := &f.atoms[i]
		if a.char != '∞' || a.use != layout.MathSymbols {
			continue
		}
		for _, k := range [...]int{i - 1, i + 1} {
			if k < 0 || k >= len(f.atoms) {
				continue
			}
			b := &f.atoms[k]
			low := (a.y - b.y) / a.size
			if a.size >= largeRatio*b.size && low > 0 && low <= infinityLow && max(a.x0-b.x1, b.x0-a.x1) <= gapOperator*b.size {
				a.size, a.y = b.size, b.y
				break
			}
		}
	}
}

// largeOf returns the large operator that looks like the letter or small sign c. It returns zero if there is none.
func largeOf(c rune) rune {
	switch c {
	case '∫':
		return c
	case 'Σ':
		return '∑'
	case 'Π':
		return '∏'
	case '∪':
		return '⋃'
	case '∩':
		return '⋂'
	}
	return 0
}

// sizeBrackets gives brackets the size of what they hold, if that is larger. Programs make brackets as high as that, and
// take them from a smaller size of the font where it has small letters only. They are no scripts:
//
//	C    (a + b)      the brackets have .56 of the size of a
//	 j+1
func (f *formulaFinder) sizeBrackets() {
	type bracket struct {
		size float32 // that of the font
		atom int
	}
	var open []bracket
	for i := range f.atoms {
		a := &f.atoms[i]
		switch {
		case a.use != layout.MathSymbols:
		case a.kind == openAtom && len(open) < formulaLevels && i+1 < len(f.atoms):
			open = append(open, bracket{a.size, i})
			held := &f.atoms[i+1]
			if held.size > a.size && abs(held.y-a.y) <= formulaLevel*held.size && abs(held.x0-a.x1) <= gapBracket*held.size {
				a.size = held.size
			}
		case a.kind == closeAtom && len(open) > 0:
			o := open[len(open)-1]
			if open = open[:len(open)-1]; a.size == o.size {
				a.size = f.atoms[o.atom].size
			}
		}
	}
}

// touches reports whether the atom behind atom i stands right behind it.
func (f *formulaFinder) touches(i int) bool {
	a, b := &f.atoms[i], &f.atoms[i+1]
	return abs(a.y-b.y) <= formulaLevel*b.size && abs(b.x0-a.x1) <= angleGap*b.size
}

// isBracketed reports whether letters of a text begin with atom i, in italics as variables are, and '>' stands right
// behind them:
//
//	--lines <n>          min a, b > 0, where the script has no white
func (f *formulaFinder) isBracketed(i int) bool {
	for end := min(i+nameLongest, len(f.atoms)-1); i < end; i++ {
		if a := &f.atoms[i]; a.use != layout.NoMath || !unicode.IsLetter(a.char) || !f.touches(i) {
			return false
		}
		if f.atoms[i+1].char == '>' {
			return true
		}
	}
	return false
}

// isAngled reports whether a may stand right beside an angle bracket: a letter, a quotation mark or a slash of a text. A
// letter in italics may be a variable.
func isAngled(a *atom) bool {
	return a.use == layout.NoMath && (unicode.IsLetter(a.char) && (!a.italic || a.kind == proseAtom) || a.char == '/' || a.char == '"' || a.char == 0x201D)
}

// wordEnd returns the end of the word that begins at atom i: letters shown one after the other on one
// baseline. It returns i if no word begins there.
func (f *formulaFinder) wordEnd(i int) int {
	if !f.isWordLetter(i) {
		return i
	}
	end := i + 1
	for end < len(f.atoms) && f.isWordLetter(end) {
		a, b := &f.atoms[end-1], &f.atoms[end]
		if abs(a.y-b.y) > formulaLevel*b.size || b.x0-a.x1 > formulaWordGap*b.size || b.x0 < a.x0 || b.size > a.size*sameChunkSize || a.size > b.size*sameChunkSize {
			break
		}
		if b.italic != f.atoms[i].italic && f.beginsAnew(i, end) {
			break
		}
		end++
	}
	return end
}

// beginsAnew reports whether another word begins at atom end, where letters in italics follow upright ones from atom i on,
// or the other way round: the name of a function beside variables, or a variable behind a d.
//
//	e sin x      dt
func (f *formulaFinder) beginsAnew(i, end int) bool {
	if f.atoms[i].italic {
		return f.isNameAt(end)
	}
	return f.isNameAt(i) || end == i+1 && f.atoms[i].char == 'd'
}

// isNameAt reports whether the upright letters from atom i on are the name of a function.
func (f *formulaFinder) isNameAt(i int) bool {
	var name [nameLongest]byte
	n := 0
	for ; n < nameLongest && i+n < len(f.atoms); n++ {
		a := &f.atoms[i+n]
		if !f.isWordLetter(i+n) || a.italic || a.char >= utf8.RuneSelf || abs(a.y-f.atoms[i].y) > formulaLevel*a.size ||
			n > 0 && a.x0-f.atoms[i+n-1].x1 > formulaWordGap*a.size {
			break
		}
		name[n] = byte(a.char)
	}
	return isFunctionName(string(name[:n]))
}

// isWordLetter reports whether atom i is a letter of a font for texts, or an upright one of a font for
// texts and mathematics.
func (f *formulaFinder) isWordLetter(i int) bool {
	a := &f.atoms[i]
	return a.kind == letterAtom && (a.use == layout.NoMath || a.use == layout.MathAll && a.weight == weakly)
}

func (f *formulaFinder) settleWord(i, end int) {
	f.words++
	kind := proseAtom
	letters := 0
	var name [nameLongest]byte
	for k := i; k < end; k++ {
		n := 1
		if g := f.s.c.Glyphs[f.atoms[k].glyph].Char; g < 0 {
			n = utf8.RuneCountInString(f.s.text(g))
		}
		if letters < nameLongest && f.atoms[k].char < utf8.RuneSelf {
			name[letters] = byte(f.atoms[k].char)
		}
		letters += n
	}
	switch {
	case letters == 1 || letters <= italicLetters && f.atoms[i].italic && !f.besideItalics(i, end) && !f.inItalics(i, end):
		kind = letterAtom
		weight := f.atoms[i].weight
		if letters == 1 && f.isShownAlone(i) {
			weight = surely
		} else if f.atoms[i].italic {
			weight = weakly
		}
		for k := i; k < end; k++ {
			f.atoms[k].weight = weight
		}
	case letters <= nameLongest && isFunctionName(string(name[:letters])):
		kind = nameAtom
	case f.atoms[i].use == layout.MathAll && letters <= nameLongest:
		return // in their own font: a name that the author made
	}
	if kind == nameAtom {
		f.nameScript(end)
	}
	for k := i; k < end; k++ {
		f.atoms[k].kind, f.atoms[k].word = kind, f.words
		if f.atoms[k].use == layout.MathAll && kind == proseAtom {
			f.atoms[k].weight, f.atoms[k].use = silent, layout.NoMath
		}
	}
}

// nameScript makes the digits of a script right behind the name of a function part of the name, which ends before atom
// end. The argument is further away than from other scripts:
//
//	sin²  x
func (f *formulaFinder) nameScript(end int) {
	base := &f.atoms[end-1]
	for last := base; end < len(f.atoms); end++ {
		a := &f.atoms[end]
		up := base.y - a.y
		if a.kind != digitAtom || a.use != layout.NoMath || a.size > scriptRatio*base.size || up < scriptShift*base.size || up > scriptUp*base.size ||
			abs(a.x0-last.x1) > formulaWordGap*base.size {
			return
		}
		a.kind, last = nameAtom, a
	}
}

// isShownAlone reports whether atom i is a letter that a program for formulas shows by itself. Such programs take their
// variables from a font for texts; a letter of a text comes with those beside it.
func (f *formulaFinder) isShownAlone(i int) bool {
	a := &f.atoms[i]
	return (a.italic || a.use == layout.MathAll || a.char >= 0x370 && a.char < 0x400) && (i == 0 || f.atoms[i-1].run != a.run) && (i+1 == len(f.atoms) || f.atoms[i+1].run != a.run) && f.hasPlainSigns()
}

// besideItalics reports whether a word in italics is shown before or behind atoms [i, end). All of them
// are then emphasised text.
func (f *formulaFinder) besideItalics(i, end int) bool {
	beside := func(a, b *atom) bool {
		return a.italic && b.italic && a.kind != digitAtom && b.kind != digitAtom && abs(a.y-b.y) <= formulaLevel*a.size && b.x0-a.x1 > formulaWordGap*a.size && b.x0-a.x1 <= italicBeside*a.size
	}
	return i > 0 && beside(&f.atoms[i-1], &f.atoms[i]) || end < len(f.atoms) && beside(&f.atoms[end-1], &f.atoms[end])
}

// inItalics reports whether the text around atoms [i, end) is in italics, as that of theorems is. The
// words before and behind are then in italics; formulas may stand between. If only one of the two is,
// variables of the page must have a font of their own:
//
//	Theorem 2. Let x = y with u = v be a group      Let, with
func (f *formulaFinder) inItalics(i, end int) bool {
	for k := i + 1; k < end; k++ {
		if unicode.IsUpper(f.atoms[k].char) {
			return false
		}
	}
	before, behind := false, false
	for k := i - 1; k >= max(0, i-italicFar); k-- {
		if a := &f.atoms[k]; a.kind == proseAtom {
			before = a.italic
			break
		}
	}
	for k := end; k < min(len(f.atoms), end+italicFar); {
		next := f.wordEnd(k)
		if letters := next - k; letters > 1 && (!f.atoms[k].italic || letters > italicLetters) {
			behind = f.atoms[k].italic
			break
		}
		k = max(next, k+1)
	}
	return before && behind || (before || behind) && f.hasVariables()
}

// hasVariables reports whether some letter of the page has a font of mathematics.
func (f *formulaFinder) hasVariables() bool {
	if f.variables == 0 {
		f.variables = -1
		if slices.ContainsFunc(f.atoms, func(a atom) bool {
			return a.kind == letterAtom && a.weight == surely && (a.use == layout.MathLetters || a.use == layout.MathAll) && a.char < utf8.RuneSelf
		}) {
			f.variables = 1
		}
	}
	return f.variables > 0
}

// nameLongest is the length of the longest name of a function.
const nameLongest = 8

// isFunctionName reports whether name is a function that is set upright, as texts are.
func isFunctionName(name string) bool {
	switch name {
	case "arccos", "arcsin", "arctan", "arg", "argmax", "argmin", "arcosh", "arsinh", "artanh", "Aut", "cos", "cosh", "cot", "coth", "Cov", "csc",
		"det", "diag", "dim", "erf", "exp", "Gal", "gcd", "grad", "hom", "Hom", "inf", "ker", "lcm", "lg", "lim", "liminf", "limsup", "ln", "log", "max",
		"min", "mod", "Pr", "Re", "sec", "sgn", "sin", "sinh", "softmax", "Spec", "sup", "supp", "tan", "tanh", "Tor", "tr", "Tr", "Var":
		return true
	}
	return false
}
