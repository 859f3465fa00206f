package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// formulaFinder finds the glyphs of a page that are mathematics.
type formulaFinder struct {
	s        *shapeStage
	atoms    []atom
	bars     []bar
	strokes  []stroke
	barLines []barLine
	words    int32
	prose    int32 // see firstProse

	variables int8      // see hasVariables; 0: not known yet
	commas    int8      // see hasCommas; 0: not known yet
	brackets  int8      // see hasBrackets; 0: not known yet
	plain     int8      // see hasPlainSigns; 0: not known yet
	body      float32   // the size most text of the page has
	sizes     []float32 // those of all its texts

	perPoint   float32 // how many cells a point has
	cols, rows int
	starts     []int32 // first atom of each cell, in held
	held       []int32 // atoms, cell by cell
	next       []int32 // where the next atom of each cell goes
	touched    []cells // by atom
	asking     []bool  // by cell: see markAsking
	work       int

	clusters []candidate
	members  []int32 // atoms, candidate by candidate
	lines    formulaRows
	signs    []int32 // Page.Formulas, as their signs are written
}

// candidate is glyphs and bars that are linked as those of formulas are.
type candidate struct {
	first, count int32 // formulaFinder.members
	box          layout.Rect
	y, size      float32 // baseline and size of its row
	sure, weak   int     // atoms that speak for it
	display      bool
	goesOn       bool        // it is the other side of a sign at the end of the line above
	gone         bool        // it is text after all, or part of another
	number       layout.Rect // the number of a display; empty: it has none
}

// setGrid puts the atoms into the cells of a raster, to find neighbours quickly. The cells of the first known atoms are
// those of the call before.
func (f *formulaFinder) setGrid(known int) {
	f.perPoint = 1 / max(formulaCell, max(f.s.c.Width, f.s.c.Height)/formulaCells)
	f.cols, f.rows = int(f.s.c.Width*f.perPoint)+1, int(f.s.c.Height*f.perPoint)+1
	if !(f.s.c.Width > 0) || !(f.s.c.Height > 0) || f.cols > formulaCells+1 || f.rows > formulaCells+1 {
		f.cols, f.rows, f.perPoint = 1, 1, 0
	}
	n := f.cols * f.rows
	f.starts, f.touched = sized(f.starts, n+1), f.touched[:known]
	clear(f.starts)
	for i := range f.atoms {
		if i >= known {
			f.touched = append(f.touched, f.cellsOf(&f.atoms[i].ink))
		}
		t := f.touched[i]
		for c := t.first; c <= t.last; c += int32(f.cols) {
			for k := range t.cols {
				f.starts[c+k+1]++
			}
		}
	}
	for c := range n {
		f.starts[c+1] += f.starts[c]
	}
	f.held = sized(f.held, int(f.starts[n]))
	at := sized(f.next, n)
	f.next = at
	copy(at, f.starts)
	for i, t := range f.touched {
		for c := t.first; c <= t.last; c += int32(f.cols) {
			for k := range t.cols {
				f.held[at[c+k]] = int32(i)
				at[c+k]++
			}
		}
	}
}

// cells are the cells that a box touches: cols of each row, from the first to that below or at last.
type cells struct{ first, last, cols int32 }

func (f *formulaFinder) cellsOf(box *layout.Rect) cells {
	c0, r0 := f.cellAt(box.X0, box.Y0)
	c1, r1 := f.cellAt(box.X1, box.Y1)
	if (c1-c0+1)*(r1-r0+1) > formulaSpread {
		c1, r1 = c0, r0
	}
	return cells{int32(r0*f.cols + c0), int32(r1*f.cols + c0), int32(c1 - c0 + 1)}
}

func (f *formulaFinder) cellAt(x, y float32) (col, row int) {
	return min(max(int(x*f.perPoint), 0), f.cols-1), min(max(int(y*f.perPoint), 0), f.rows-1)
}

// around calls do for each atom near box, for some of them several times. It stops when do reports false,
// or when the work allowed for the page is used up.
func (f *formulaFinder) around(box layout.Rect, do func(i int32) bool) {
	c0, r0 := f.cellAt(box.X0, box.Y0)
	c1, r1 := f.cellAt(box.X1, box.Y1)
	for r := r0; r <= r1; r++ {
		for c := c0; c <= c1; c++ {
			list := f.held[f.starts[r*f.cols+c]:f.starts[r*f.cols+c+1]]
			if f.work += len(list) + 1; f.work > formulaWork {
				return
			}
			for _, i := range list {
				if !do(i) {
					return
				}
			}
		}
	}
}

// grow makes clusters of linked atoms. Each grows from an atom that speaks for a formula.
func (f *formulaFinder) grow() {
	f.clusters, f.members = f.clusters[:0], f.members[:0]
	for i := range f.atoms {
		if f.atoms[i].weight != silent && f.atoms[i].in == 0 && f.work <= formulaWork {
			f.growFrom(int32(i))
		}
	}
}

func (f *formulaFinder) growFrom(i int32) {
	number := int32(len(f.clusters) + 1)
	first := int32(len(f.members))
	f.members = append(f.members, i)
	f.atoms[i].in = number
	f.spreadFrom(first, first, number)
	f.clusters = append(f.clusters, candidate{first: first, count: int32(len(f.members)) - first})
}

// spreadFrom adds to the last members, those from first on, all atoms that are linked to members from at
// on.
func (f *formulaFinder) spreadFrom(first, at, number int32) {
	for ; at < int32(len(f.members)); at++ {
		a := &f.atoms[f.members[at]]
		reach := max(a.size, f.body/2)
		box := layout.Rect{X0: min(a.x0, a.ink.X0) - reach, Y0: a.ink.Y0 - reach, X1: max(a.x1, a.ink.X1) + reach, Y1: a.ink.Y1 + reach}
		if a.kind == barAtom && f.bars[-a.glyph-2].role == rootBar {
			box.Y1 = f.bars[-a.glyph-2].low
		}
		f.around(box, func(k int32) bool {
			if b := &f.atoms[k]; b.in == 0 && f.linked(a, b) {
				b.in = number
				f.members = append(f.members, k)
			}
			return len(f.members)-int(first) < formulaGlyphsMost
		})
	}
}

// linked reports whether two atoms stand to each other as those of a formula do.
func (f *formulaFinder) linked(a, b *atom) bool {
	if a.kind == barAtom || b.kind == barAtom {
		return f.linkedBar(a, b)
	}
	l, r := a, b
	if r.x0 < l.x0 || r.x0 == l.x0 && r.x1 < l.x1 {
		l, r = r, l
	}
	em := max(l.size, r.size)
	if f.isOver(l, r, em) {
		return true
	}
	if isStacked(l, r, em) {
		return true
	}
	gap := r.x0 - l.x1
	if gap < -gapBack*em && !isTall(l) && !isTall(r) {
		return false
	}
	level := abs(l.y-r.y) <= formulaLevel*em && l.kind != fenceAtom && r.kind != fenceAtom
	script := isScript(l, r) || isScript(r, l) || f.isRaisedFraction(l, r)
	tall := !level && (isBesideTall(l, r) || isBesideTall(r, l) || isBesideBracket(l, r) || isBesideBracket(r, l))
	if !level && !script && !tall {
		return f.isNextScript(l, r, gap)
	}
	if l.kind == proseAtom || r.kind == proseAtom {
		return f.linkedProse(l, r, gap, script)
	}
	if l.kind == commaAtom && l.use == layout.NoMath && f.hasCommas() && gap > gapThin*em {
		return false
	}
	return gap <= maxGap(l, r, script, tall)*em
}

// hasCommas reports whether formulas of the page have commas in fonts of mathematics. If so, commas in the
// font of the text belong to no formula.
func (f *formulaFinder) hasCommas() bool {
	if f.commas == 0 {
		f.commas = -1
		if slices.ContainsFunc(f.atoms, func(a atom) bool { return a.kind == commaAtom && a.use != layout.NoMath }) {
			f.commas = 1
		}
	}
	return f.commas > 0
}

// isStacked reports whether two operators or relations are one sign that the font sets as two, one over
// the other:
//
//	∼
//	=
func isStacked(l, r *atom, em float32) bool {
	return l.kind == operatorAtom && r.kind == operatorAtom && abs(l.x0-r.x0) <= formulaLevel*em && abs(l.x1-r.x1) <= formulaLevel*em &&
		max(l.ink.Y0, r.ink.Y0)-min(l.ink.Y1, r.ink.Y1) <= barClose*em
}

// isTall reports whether a goes with what stands beside it at any height: a bracket, a sum, a root.
func isTall(a *atom) bool {
	return a.kind == fenceAtom || a.kind == largeAtom || a.kind == radicalAtom
}

// isBesideTall reports whether the middle of b is within the height of the tall sign a.
func isBesideTall(a, b *atom) bool {
	if !isTall(a) {
		return false
	}
	middle := (b.ink.Y0 + b.ink.Y1) / 2
	own := (a.ink.Y0 + a.ink.Y1) / 2
	slack := tallSlack * a.size
	return middle > a.ink.Y0-slack && middle < a.ink.Y1+slack || isTall(b) && own > b.ink.Y0-slack && own < b.ink.Y1+slack
}

// isBesideBracket reports whether b stands at the height of bracket a although their baselines differ:
// some fonts set their larger brackets lower.
func isBesideBracket(a, b *atom) bool {
	if a.kind != openAtom && a.kind != closeAtom || a.use == layout.NoMath || b.size < scriptRatio*a.size || a.size < scriptRatio*b.size || abs(a.y-b.y) > bracketLow*a.size {
		return false
	}
	middle := (b.ink.Y0 + b.ink.Y1) / 2
	return middle > a.ink.Y0 && middle < a.ink.Y1
}

// isScript reports whether s is a script of b, by its size and height.
func isScript(b, s *atom) bool {
	if s.size > scriptRatio*b.size {
		return false
	}
	if isTall(b) {
		return isTallScript(b, s)
	}
	rise, most := (b.y-s.y)/b.size, float32(scriptUp)
	if s.x0 < b.x0 {
		most = scriptUpBefore
	}
	return rise >= -scriptDown && rise <= most
}

// isRaisedFraction reports whether s is the sign before a fraction in a script of b. Such scripts stand higher than
// others, so that the lower half of the fraction is over the middle of b:
//
//	      a
//	   − ───
//	      b
//	x
func (f *formulaFinder) isRaisedFraction(b, s *atom) bool {
	rise := (b.y - s.y) / b.size
	if s.kind != operatorAtom || s.size > scriptRatio*b.size || isTall(b) || rise <= scriptUp || rise > scriptUpFraction || abs(s.x0-b.x1) > scriptBeside*b.size {
		return false
	}
	f.work += len(f.bars)
	return slices.ContainsFunc(f.bars, func(x bar) bool {
		gap := x.box.X0 - s.x1
		return x.role == fractionBar && gap >= -formulaLevel*s.size && gap <= gapOperator*s.size && abs(s.y-barAxis*s.size-x.box.Y0) <= barOnRow*s.size
	})
}

// isTallScript is isScript for a tall sign b. Brackets have their scripts behind them, roots have their
// index above the hook. The last letter of a limit may stand before a bracket. An atom at none of these
// places belongs to another line:
//
//	__       n       n
//	∏  ( p )       ³√ x
//	p<n
func isTallScript(b, s *atom) bool {
	if s.kind == accentAtom || b.kind == fenceAtom && isOpening(b.char) == (s.x0 > b.x0) {
		return false
	}
	middle, beyond := (s.ink.Y0+s.ink.Y1)/2, scriptDown*b.size
	above := beyond
	if b.kind == radicalAtom && (middle > (b.ink.Y0+b.ink.Y1)/2 || s.ink.Y1 < b.ink.Y0) {
		return false
	}
	if b.kind == fenceAtom && min(s.x1, b.x1)-max(s.x0, b.x0) > formulaLevel*b.size {
		return false // over or under it
	}
	switch {
	case b.kind == largeAtom && s.x0 < behindLarge(b, middle):
		above, beyond = 0, 0 // limits stand over and under it: see isOver
	case b.kind == fenceAtom && s.x0 < b.x0:
		above, beyond = 0, beyond/2 // scripts of the line above stand over it
	}
	return middle > b.ink.Y0-above && middle < b.ink.Y1+beyond
}

// behindLarge returns where the scripts behind a sum or an integral begin. The lower script of an integral
// stands under its slant.
func behindLarge(b *atom, height float32) float32 {
	if b.char >= 0x222B && b.char <= 0x2233 && height > (b.ink.Y0+b.ink.Y1)/2 {
		return b.x1 - integralSlant*b.size
	}
	return b.x1 - formulaLevel*b.size
}

// isNextScript reports whether r is a script of the script l. From some depth on both have one size.
func (f *formulaFinder) isNextScript(l, r *atom, gap float32) bool {
	if l.size > scriptRatio*f.body || r.size > scriptRatio*f.body || l.kind == proseAtom || r.kind == proseAtom {
		return false
	}
	em := max(l.size, r.size)
	shift := abs(l.y - r.y)
	return shift >= scriptShift*em && shift <= scriptUpBefore*em && gap <= formulaLevel*em && gap > -gapThin*em
}

// linkedProse reports whether a letter of a word belongs to the formula beside it: the word is a script,
// or in one.
//
//	V
//	  metal   the word stands beside its base, smaller and lower
func (f *formulaFinder) linkedProse(l, r *atom, gap float32, script bool) bool {
	if l.word == r.word && l.word != 0 {
		return true
	}
	em := max(l.size, r.size)
	if script {
		s, b := r, l
		if l.size < r.size {
			s, b = l, r
		}
		if abs(s.size-f.body) <= formulaLevel*f.body && (b.kind == openAtom || b.kind == closeAtom || abs(s.y-b.y) <= formulaLevel*b.size) {
			return false // a word of the text: office programs set stretched brackets, and often all formulas, in a larger size
		}
		return s.kind == proseAtom && b.kind != proseAtom && s == r && gap <= scriptBeside*em && gap > -gapBack*em
	}
	return (f.isSmall(l) || f.isSmall(r)) && gap <= gapScriptWord*em && gap > -gapBack*em && abs(l.y-r.y) <= formulaLevel*em &&
		(l.kind != proseAtom || r.kind != proseAtom || l.in != 0 || r.in != 0) && f.hasLarger(l)
}

// hasLarger reports whether a is in a script and not in a line of small text. Something larger then stands
// higher or lower near by, or the bar of a fraction or a level brace over or under it.
func (f *formulaFinder) hasLarger(a *atom) bool {
	found := false
	reach := scriptLong * f.body
	f.around(layout.Rect{X0: a.x0 - reach, Y0: a.y - f.body, X1: a.x1 + reach, Y1: a.y + f.body}, func(i int32) bool {
		b := &f.atoms[i]
		shift := abs(b.y - a.y)
		if b.isLevelPiece() {
			found = found || max(b.ink.Y0-a.ink.Y1, a.ink.Y0-b.ink.Y1) <= braceNear*f.body
		} else if b.kind == barAtom {
			found = found || f.bars[-b.glyph-2].role == fractionBar && b.x0 <= a.x0 && b.x1 >= a.x1 && shift <= f.body
		} else {
			found = found || a.size <= scriptRatio*b.size && shift > levelNoise*b.size && shift <= scriptUp*b.size
		}
		return !found
	})
	return found
}

// isOver reports whether one atom is an accent over the other, or a limit over or under it:
//
//	^    n
//	x    ∑
//	    k=1
func (f *formulaFinder) isOver(l, r *atom, em float32) bool {
	overlap := min(l.ink.X1, r.ink.X1) - max(l.ink.X0, r.ink.X0)
	if overlap <= 0 {
		return false
	}
	apart := max(l.ink.Y0, r.ink.Y0) - min(l.ink.Y1, r.ink.Y1) // white between them
	for _, p := range [...]struct{ sign, other *atom }{{l, r}, {r, l}} {
		if f.isTildeOver(p.sign, p.other, overlap, apart) {
			return true
		}
		switch p.sign.kind {
		case accentAtom:
			if p.other.kind != proseAtom && apart <= limitNear*em/2 && abs(p.sign.y-p.other.y) <= scriptUp*em && overlap >= min(l.ink.Width(), r.ink.Width())/3 {
				return true
			}
		case fenceAtom:
			if p.other.kind == fenceAtom && apart <= pieceNear*em && abs(l.x0-r.x0) <= pieceNear*em {
				return true
			}
			if p.sign.isLevelPiece() && (p.other.kind != proseAtom && apart <= limitNear*em || f.isSmall(p.other) && apart <= braceNear*em) {
				return true // what a level brace embraces, and the words at it
			}
		case largeAtom, nameAtom, operatorAtom:
			if p.sign.kind == operatorAtom && (p.sign.weight != surely || p.sign.ink.Width() < limitWide*p.sign.size) {
				continue
			}
			if p.other.size <= scriptRatio*p.sign.size && apart <= limitNear*p.sign.size && apart > -barClose*p.sign.size {
				return (p.other.kind != proseAtom || p.sign.kind != nameAtom && p.other.size <= scriptRatio*f.body) && !f.hasBase(p.other) && !f.isParted(p.other)
			}
		}
	}
	return false
}

// isTildeOver reports whether sign is a tilde that stands over a letter as its accent does. Office programs take the
// sign for "is similar to", and set it by the height of the letter:
//
//	~
//	X
func (f *formulaFinder) isTildeOver(sign, letter *atom, overlap, apart float32) bool {
	rise := (letter.y - sign.y) / letter.size
	return (sign.char == '~' || sign.char == 0x223C) && sign.kind == operatorAtom && letter.kind == letterAtom && letter.size >= scriptRatio*sign.size &&
		rise > formulaLevel && rise <= scriptUp && apart <= limitNear*letter.size/2 && overlap >= letter.ink.Width()*2/3
}

// hasBase reports whether a small atom belongs to a script beside its base, and is no limit:
//
//	lim    |a |     the ∞ stands over gcd
//	   n→∞   n
//	d = gcd(u, v)
func (f *formulaFinder) hasBase(s *atom) bool {
	for range limitLongest {
		var before *atom
		based := false
		f.around(layout.Rect{X0: s.x0 - s.size, Y0: s.y - s.size, X1: s.x0, Y1: s.y + s.size/2}, func(k int32) bool {
			b := &f.atoms[k]
			gap := s.x0 - b.x1
			if b == s || b.x0 >= s.x0 || gap > gapOperator*s.size || gap < -gapBack*s.size || b.kind == barAtom {
				return true
			}
			switch {
			case abs(b.size-s.size) <= formulaLevel*s.size && abs(b.y-s.y) <= formulaLevel*s.size:
				if before == nil || b.x1 > before.x1 {
					before = b
				}
			case isScript(b, s) && (!isTall(b) || b.kind == largeAtom && gap > -gapBracket*b.size) && gap <= scriptBeside*b.size:
				based = true
			}
			return true
		})
		if based || before == nil {
			return based
		}
		s = before
	}
	return false
}

// isParted reports whether the bar of a fraction is next to a small atom. The atom then belongs to a
// fraction in another line, and is no limit.
func (f *formulaFinder) isParted(s *atom) bool {
	found := false
	near := limitParted * s.size
	middle := (s.x0 + s.x1) / 2
	f.around(layout.Rect{X0: s.x0, Y0: s.ink.Y0 - near, X1: s.x1, Y1: s.ink.Y1 + near}, func(i int32) bool {
		b := &f.atoms[i]
		found = found || b.kind == barAtom && f.bars[-b.glyph-2].role == fractionBar && b.x0 <= middle && b.x1 >= middle &&
			b.y > s.ink.Y0-near && b.y < s.ink.Y1+near
		return !found
	})
	return found
}

// maxGap returns the widest gap between two glyphs of a formula, in ems.
func maxGap(l, r *atom, script, tall bool) float32 {
	own := l.use != layout.NoMath && r.use != layout.NoMath
	switch {
	case l.kind == otherAtom || r.kind == otherAtom:
		return -1
	case isJoint(l) || isJoint(r):
		return formulaLevel
	case own && (hasSpaces(l) || hasSpaces(r)):
		return gapSigns
	case l.kind == operatorAtom || r.kind == operatorAtom:
		return gapOperator
	case l.kind == commaAtom && l.use != layout.NoMath:
		return gapOperator
	case l.kind == commaAtom:
		return gapComma
	case r.kind == commaAtom:
		return gapName
	case l.kind == stopAtom || r.kind == stopAtom:
		return maxStopGap(l, r, own)
	case l.kind == nameAtom && l.use == layout.NoMath, r.kind == nameAtom && r.use == layout.NoMath:
		return gapName
	case l.kind == fenceAtom || r.kind == fenceAtom, l.kind == radicalAtom || r.kind == radicalAtom:
		return gapFence
	case l.kind == largeAtom && script:
		return integralSlant
	case l.kind == largeAtom || r.kind == largeAtom:
		return gapLetters
	case script && r.size < l.size:
		return scriptBeside
	case script && r.use != layout.NoMath:
		return gapBehindScript
	case own && l.kind == letterAtom && r.kind == letterAtom, l.italic && r.italic && (l.word == r.word || l.weight == surely && r.weight == surely):
		return gapLetters
	case l.kind == openAtom || r.kind == closeAtom || l.kind == closeAtom || r.kind == openAtom:
		return gapBracket
	}
	return gapOthers
}

// hasSpaces reports whether a is a sign that browsers set with white space on both sides: an operator, or
// a bracket without a marked partner, in a font with all of mathematics.
func hasSpaces(a *atom) bool {
	return a.use == layout.MathAll && (a.kind == operatorAtom || a.kind == openAtom || a.kind == closeAtom || isTall(a))
}

// maxStopGap is maxGap for points: the point of a number, or three in a row. Behind the point of a number eqn sets a
// thin space, as behind a comma.
func maxStopGap(l, r *atom, own bool) float32 {
	switch {
	case l.kind == stopAtom && r.kind == stopAtom, l.kind == commaAtom || r.kind == commaAtom:
		return gapName + formulaLevel
	case own, l.kind == stopAtom && l.use != layout.NoMath, r.kind == stopAtom && r.use != layout.NoMath:
		return gapBracket
	case r.kind == digitAtom:
		return gapThin
	case l.kind == digitAtom:
		return formulaLevel / 2
	case l.char == 0x2026 || r.char == 0x2026:
		return gapOthers
	}
	return -1
}

// isJoint reports whether a is a sign of texts that touches what it joins: a/b, n!.
func isJoint(a *atom) bool {
	return a.use == layout.NoMath && (a.char == '/' || a.char == '!' || a.char == '-' || a.char == '*')
}
