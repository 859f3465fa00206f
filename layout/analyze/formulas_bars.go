package analyze

import (
	"cmp"
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// readBars finds the level rules that may be parts of a formula, and the role of each:
//
//	 a         _____         ___
//	 ---      √ x + y         x       x
//	 b                               ‾‾‾
//	fraction   root          over    under
//
// A rule may also be a part of a level brace. readBars adds an atom for each bar, and reports whether there is any.
func (f *formulaFinder) readBars() bool {
	f.bars = f.bars[:0]
	f.joinStrokes()
	for i := range f.barLines {
		l := &f.barLines[i]
		if l.box.Width() < barShort*f.body || len(f.bars) == formulaBars {
			continue
		}
		y := (l.box.Y0 + l.box.Y1) / 2
		b := bar{line: int32(i), box: layout.Rect{X0: l.box.X0, Y0: y, X1: l.box.X1, Y1: y}}
		b.role, b.low = f.barRole(&b)
		if b.role == looseBar || b.role != braceBar && l.box.Width() < rulingRatio*l.box.Height() {
			continue
		}
		f.bars = append(f.bars, b)
	}
	for i := range f.bars {
		b := &f.bars[i]
		b.atom = int32(len(f.atoms))
		a := atom{glyph: -int32(i) - 2, run: -1, x0: b.box.X0, x1: b.box.X1, y: b.box.Y0, size: f.body, ink: b.box, kind: barAtom}
		if b.role == fractionBar && b.plain && b.box.Width() <= barSeed*f.body {
			a.weight = weakly
		}
		f.atoms = append(f.atoms, a)
	}
	return len(f.bars) > 0
}

// stroke is a level stroke, which may be a part of a longer one.
type stroke struct {
	box    layout.Rect
	ruling int32 // see shapeStage.barAt; -1: it is a glyph
	glyph  int32 // Content.Glyphs; -1: it is a ruling
}

// barLine is a level rule of one or several strokes: f.strokes[first:end].
type barLine struct {
	box        layout.Rect
	first, end int32
}

// joinStrokes finds the level rules. Some programs paint a rule in pieces of one length, the last of which lies on the
// one before it. The pieces may be glyphs:
//
//	 a + b
//	-----           √‾‾‾‾‾
//	   -----          x + y
//	   c
func (f *formulaFinder) joinStrokes() {
	for i := range int32(len(f.s.rulings) + len(f.s.shortBars)) {
		if r := f.s.barAt(i); !r.Vertical && r.Box.Height() <= barThick*f.body {
			f.strokes = append(f.strokes, stroke{r.Box, i, -1})
		}
	}
	f.barLines = f.barLines[:0]
	middle := func(s *stroke) float32 { return (s.box.Y0 + s.box.Y1) / 2 }
	slices.SortFunc(f.strokes, func(a, b stroke) int { return cmp.Compare(middle(&a), middle(&b)) })
	for first := 0; first < len(f.strokes); {
		end := first + 1
		for end < len(f.strokes) && middle(&f.strokes[end])-middle(&f.strokes[end-1]) <= strokeLevel*f.body {
			end++
		}
		row := f.strokes[first:end]
		slices.SortStableFunc(row, func(a, b stroke) int { return cmp.Compare(a.box.X0, b.box.X0) })
		for i := range row {
			at := int32(first + i)
			if i > 0 {
				if l := &f.barLines[len(f.barLines)-1]; row[i-1].isLike(&row[i]) && row[i].box.X0-l.box.X1 <= strokeApart*f.body {
					l.box, l.end = l.box.Union(row[i].box), at+1
					continue
				}
			}
			f.barLines = append(f.barLines, barLine{row[i].box, at, at + 1})
		}
		first = end
	}
}

// isLike reports whether two strokes are as long and as thick as each other. A fraction beside the ticks of an axis is
// apart from them.
func (s *stroke) isLike(o *stroke) bool {
	return abs(s.box.Width()-o.box.Width()) <= strokeDiffer && abs(s.box.Height()-o.box.Height()) <= strokeDiffer
}

// strokesOf returns the strokes of a bar.
func (f *formulaFinder) strokesOf(b *bar) []stroke {
	l := &f.barLines[b.line]
	return f.strokes[l.first:l.end]
}

// barAt returns ruling i. Numbers behind the rulings are the bars that are too short for one.
func (s *shapeStage) barAt(i int32) *paintedRuling {
	if n := int32(len(s.rulings)); i >= n {
		return &s.shortBars[i-n]
	}
	return &s.rulings[i]
}

// barRole finds the role of a bar by what stands over and under it. low is how far down a root goes.
func (f *formulaFinder) barRole(b *bar) (role barRole, low float32) {
	above, below := layout.Rect{}, layout.Rect{}
	var beyond [2]layout.Rect // what stands further over and under it: minus signs, small letters beside high ones
	plain, own, variable, words := true, true, false, true
	var beside, most float32 // the largest size of words beside it, and of what stands over and under it
	root, closest, brace := float32(0), float32(farAway), false
	near := layout.Rect{X0: b.box.X0 - f.body, Y0: b.box.Y0 - barFar*f.body, X1: b.box.X1 + f.body, Y1: b.box.Y0 + barFar*f.body}
	f.around(near, func(i int32) bool {
		a := &f.atoms[i]
		if isRadical(a) && abs(a.ink.X1-b.box.X0) <= rootNear*a.size && abs(a.ink.Y0-b.box.Y0) <= rootNear*a.size {
			root = max(root, f.radicalEnd(a))
		}
		brace = brace || a.isLevelPiece() && b.touches(a)
		up, down := b.box.Y0-a.ink.Y1, a.ink.Y0-b.box.Y0
		over := up > -barClose*a.size/2 && up <= barNear*a.size && a.ink.Y0 < b.box.Y0
		under := !over && down > -barClose*a.size/2 && down <= barNear*a.size
		if !over && !under {
			if middle := (a.x0 + a.x1) / 2; middle >= b.box.X0 && middle <= b.box.X1 && max(up, down) <= barFar*a.size && max(up, down) > 0 {
				side := 0
				if down > up {
					side = 1
				}
				beyond[side] = beyond[side].Union(layout.Rect{X0: a.x0, Y0: b.box.Y0, X1: a.x1, Y1: b.box.Y0})
			}
			return true
		}
		if middle := (a.x0 + a.x1) / 2; middle < b.box.X0 || middle > b.box.X1 {
			// What the bar runs into stands beside it, and neither over nor under it.
			if gap := max(b.box.X0-a.x1, a.x0-b.box.X1); (a.kind == proseAtom || a.kind == otherAtom) && gap < barTorn*a.size && max(up, down) > -barBeside*a.size {
				beside = max(beside, a.size)
				own = own && (over || gap > formulaWordGap*a.size)
			}
			return true
		}
		most = max(most, a.size)
		plain = plain && a.kind != proseAtom && a.kind != otherAtom
		if over {
			above = above.Union(a.ink)
			words = words && (a.kind == proseAtom || a.kind == otherAtom || a.kind == commaAtom || a.kind == stopAtom)
		} else {
			below = below.Union(a.ink)
			own = own && a.kind != proseAtom && a.kind != otherAtom
			closest = min(closest, down/a.size) // small letters beside high ones are further away
			variable = variable || a.use != layout.NoMath || a.kind == letterAtom
		}
		return true
	})
	none := layout.Rect{}
	switch wide := b.box.Width(); {
	case root > b.box.Y0:
		return rootBar, root
	case brace:
		return braceBar, 0
	case own && closest <= barClose && variable && below.Width() >= wide-barWide*f.body && (above == none || words && b.box.Y0-above.Y1 > below.Y0-b.box.Y0):
		return overBar, 0 // words over it belong to the line above
	case beside > scriptRatio*most: // smaller words are in a script beside it
		return looseBar, 0
	case above != none && below != none && reachOver(above.Union(beyond[0]), below.Union(beyond[1]), wide, barWide*f.body):
		if !plain && (f.hasTwin(b) || wide > barSeed*f.body && !f.hasSide(b)) {
			return looseBar, 0
		}
		b.plain = plain
		return fractionBar, 0
	case below == none && above != none && plain && above.Width() >= wide-barWide*f.body:
		return underBar, 0
	}
	return looseBar, 0
}

// reachOver reports whether what stands over and under a bar of a fraction is as wide as the bar together, and each
// half as wide.
func reachOver(above, below layout.Rect, wide, slack float32) bool {
	return above.Union(below).Width() >= wide-slack && min(above.Width(), below.Width()) >= wide/2-slack ||
		max(above.Width(), below.Width()) >= wide-slack
}

// isLevelPiece reports whether a is a level brace or a piece of one.
func (a *atom) isLevelPiece() bool {
	return a.kind == fenceAtom && a.ink.Width() > a.ink.Height()
}

// touches reports whether a bar begins or ends at a, a piece of a level brace.
func (b *bar) touches(a *atom) bool {
	slack := levelNoise * a.size
	return (abs(a.ink.X1-b.box.X0) <= rootNear*a.size || abs(a.ink.X0-b.box.X1) <= rootNear*a.size) && b.box.Y0 >= a.ink.Y0-slack && b.box.Y0 <= a.ink.Y1+slack
}

// hasSide reports whether a sign or a letter of mathematics stands beside b at the height of its axis. A
// fraction of words is a side of a relation; a rule between rows of a table is not:
//
//	       number of hits
//	rate = ──────────────
//	       number of shots
func (f *formulaFinder) hasSide(b *bar) bool {
	found := false
	reach := gapOperator * f.body
	f.around(layout.Rect{X0: b.box.X0 - reach, Y0: b.box.Y0 - f.body/2, X1: b.box.X1 + reach, Y1: b.box.Y0 + f.body/2}, func(i int32) bool {
		a := &f.atoms[i]
		gap := max(a.x0-b.box.X1, b.box.X0-a.x1)
		found = found || gap > 0 && gap <= reach && a.kind != proseAtom && a.kind != otherAtom && (isTall(a) || abs(a.y-barAxis*a.size-b.box.Y0) <= barOnRow*a.size)
		return !found
	})
	return found
}

// hasTwin reports whether another level rule has the ends of b. Both are then rules of a table:
//
//	─────────────────
//	 Model     Score       the row has words, so that the rule below it
//	─────────────────      is no bar of a fraction
//	 ours      (n = 3)
func (f *formulaFinder) hasTwin(b *bar) bool {
	if f.work += len(f.barLines); f.work > formulaWork {
		return true
	}
	for i := range f.barLines {
		l := &f.barLines[i]
		if int32(i) != b.line && l.box.Width() >= rulingLong && abs(l.box.X0-b.box.X0) <= displayRuleEnds && abs(l.box.X1-b.box.X1) <= displayRuleEnds {
			return true
		}
	}
	return false
}

// isRadical reports whether a is a radical sign, or a piece of one.
func isRadical(a *atom) bool { return a.kind == radicalAtom || a.kind == fenceAtom && a.char == '√' }

// radicalEnd returns the lower edge of the radical sign that begins with a, its upper piece or all of it.
func (f *formulaFinder) radicalEnd(a *atom) float32 {
	end := a.ink.Y1
	for more := a.kind == fenceAtom; more; {
		more = false
		f.around(layout.Rect{X0: a.ink.X0, Y0: end, X1: a.ink.X1, Y1: end + a.size/2}, func(i int32) bool {
			p := &f.atoms[i]
			if p.kind == fenceAtom && p.char == '√' && abs(p.x0-a.x0) <= formulaLevel*a.size && p.ink.Y0 <= end+pieceNear*a.size && p.ink.Y1 > end {
				end, more = p.ink.Y1, true
			}
			return true
		})
	}
	return end
}

// linkedBar reports whether a bar and another atom belong to one formula.
func (f *formulaFinder) linkedBar(x, a *atom) bool {
	if x.kind != barAtom || a.kind == barAtom && a.x0 < x.x0 {
		x, a = a, x
	}
	b := &f.bars[-x.glyph-2]
	if a.kind == barAtom {
		gap := a.x0 - x.x1
		return abs(a.y-x.y) <= formulaLevel*f.body/2 && gap > 0 && gap <= gapLetters*f.body
	}
	middle := (a.x0 + a.x1) / 2
	inside := middle >= b.box.X0-formulaLevel*a.size && middle <= b.box.X1+formulaLevel*a.size
	up, down := b.box.Y0-a.ink.Y1, a.ink.Y0-b.box.Y0
	if inside {
		switch b.role {
		case fractionBar:
			if up > -barClose*a.size/2 && up <= barNear*a.size || down > -barClose*a.size/2 && down <= barNear*a.size {
				return true
			}
		case rootBar:
			if m := (a.ink.Y0 + a.ink.Y1) / 2; m > b.box.Y0 && m < b.low {
				return true
			}
		case overBar:
			return down > -barClose*a.size && down <= barNear*a.size
		case braceBar:
			return (a.kind != proseAtom || f.isSmall(a)) && max(up, down) <= braceNear*f.body
		case underBar:
			return up > -barClose*a.size && up <= barClose*a.size
		}
	}
	if b.role == rootBar && isRadical(a) {
		return abs(a.ink.X1-b.box.X0) <= rootNear*a.size && abs(a.ink.Y0-b.box.Y0) <= rootNear*a.size
	}
	if b.role == braceBar {
		return a.isLevelPiece() && b.touches(a)
	}
	if a.kind == proseAtom || a.kind == otherAtom || b.role == overBar || b.role == underBar {
		return false
	}
	gap := max(a.x0-b.box.X1, b.box.X0-a.x1)
	most := float32(gapLetters)
	if hasSpaces(a) {
		most = gapSigns
	} else if a.kind == operatorAtom && !isJoint(a) {
		most = gapOperator
	} else if a.kind == commaAtom || a.kind == stopAtom {
		most = gapOthers
	}
	if gap < -formulaLevel*a.size || gap > most*a.size {
		return false
	}
	if b.role == fractionBar && a.x1 <= b.box.X0+formulaLevel*a.size && gap <= scriptBeside*a.size &&
		b.box.Y0 > a.ink.Y0-scriptDown*a.size && b.box.Y0 < a.ink.Y1+scriptDown*a.size {
		return true // a fraction as a script
	}
	if b.role == rootBar {
		m := (a.ink.Y0 + a.ink.Y1) / 2
		return a.x0 > b.box.X0 && m > b.box.Y0-formulaLevel*a.size && m < b.low
	}
	if isTall(a) {
		return a.ink.Y0 < b.box.Y0 && a.ink.Y1 > b.box.Y0
	}
	return abs(a.y-barAxis*a.size-b.box.Y0) <= barOnRow*a.size
}
