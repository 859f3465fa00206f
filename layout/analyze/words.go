package analyze

import (
	"slices"
	"strings"

	"github.com/pagelift/pagelift/internal/script"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// finishLine finds the words of l and what the block analysis asks about it.
func (s *lineStage) finishLine(l *line) {
	if s.anyBreak {
		s.dropBreaks(l)
	}
	glyphs := s.glyphsOf(l)
	s.lookOver(l, glyphs)
	if l.mono && !l.rtl {
		l.setColumns(glyphs)
	}
	s.markWords(glyphs)
	if len(s.p.Fields) > 0 {
		l.controls = markFields(glyphs)
	}
	if len(s.p.Formulas) > 0 {
		l.display = slices.ContainsFunc(glyphs, func(g glyph) bool { return s.isDisplaySign(&g) })
	}
	last := &glyphs[len(glyphs)-1]
	l.firstRune = s.firstRune(glyphs[0].char)
	l.lastRune = s.lastRune(last.char)
	l.firstWord, l.rest = l.u1-l.u0, l.u0
	for n := range glyphs {
		if n > 0 && glyphs[n].flags&wordStart != 0 {
			l.firstWord = glyphs[n-1].u1 - l.u0
			l.label = s.beginsWithLabel(glyphs[:n], glyphs[n].u0)
			l.rest = glyphs[n].u0
			break
		}
	}
	if l.rtl {
		l.firstRune, l.lastRune = s.firstRune(last.char), s.lastRune(glyphs[0].char)
	}
}

// dropBreaks removes the glyphs that mark where a word might have been broken but was not. Typesetting
// programs show such marks; one before a word forbids a break there.
func (s *glyphStage) dropBreaks(l *line) {
	glyphs := s.glyphsOf(l)
	kept := glyphs[:0]
	for n := range glyphs {
		if glyphs[n].flags&breakable == 0 || n == len(glyphs)-1 {
			kept = append(kept, glyphs[n])
		}
	}
	l.count = int32(len(kept))
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// letterGap is the narrowest gap after a letter that is a label, not the word A or I.
	letterGap = 0.8
	// The gap between words. In a line with real spaces a bare gap must be larger to count, for the
	// producer had another way to say it. Without spaces half of the font's own space counts, within
	// bounds. Kerning stays under 0.1.
	gapWithSpaces = 0.19
	gapBare       = 0.14
	gapBareMin    = 0.11
	gapBareMax    = 0.18
	gapOfSpace    = 0.55
	// gapOfShown is the share of the mean width of a line's shown spaces that a gap without a space needs
	// to count. Spaces of .25 and more, which nearly all are, lead to gapWithSpaces.
	gapOfShown = 0.76
	// gapBehindSign parts the bullet or dash that begins a line from the letter behind it: slides have .08
	// and more, hyphens before letters are kerned by .03 at most.
	gapBehindSign = 0.07
	// Gaps narrower than the above are spaces if alikeGaps of them have one width within alikeSpread: bold
	// Manrope has 0.135, set tight. Kerning is not so even, and stays under alikeLeast for most pairs of
	// letters. alikeTight gaps are needed where the gaps are narrower than gapBareMin: an abstract in
	// Minion Condensed has .094. Words have alikeWord letters and more on average, so letters set apart
	// are no words.
	alikeGaps   = 3
	alikeTight  = 6
	alikeWord   = 3
	alikeSpread = 0.01
	alikeLeast  = 0.07
	// besideLarge is how many times larger a word is than the next one, for the gap between them to be
	// measured in the size of the next one.
	besideLarge = 1.8
	// gapBeforeStop is the gap that sets a full stop or comma apart.
	gapBeforeStop = 0.3
	// gapIdeographs is the bare gap that stands for an ideographic space.
	gapIdeographs = 0.85
	// Letter-spaced text has at least spacedLetters letters, spacedShare of them set apart, and word gaps
	// spacedWordGap times as wide as its letter gaps.
	spacedLetters = 5
	spacedShare   = 0.7
	spacedWordGap = 1.7
)

// beginsWithLabel reports whether glyphs, the first word of a line, are a label. The text of the line goes
// on at next. A letter alone is a label only when set apart by more than a space: "A  Appendix".
func (s *contentStage) beginsWithLabel(glyphs []glyph, next float32) bool {
	if len(glyphs) > labelRunes {
		return false
	}
	if g := &glyphs[0]; len(glyphs) == 1 && chars.IsLetter(g.char) && next-g.u1 < letterGap*g.size {
		return false
	}
	var text [labelRunes]rune
	for n := range glyphs {
		text[n] = s.firstRune(glyphs[n].char)
	}
	return isLabelText(text[:len(glyphs)])
}

func (s *contentStage) lastRune(char rune) rune {
	if char >= 0 {
		return char
	}
	last := rune(0)
	for _, r := range s.text(char) {
		last = r
	}
	return last
}

// lookOver finds the size and baseline that most glyphs of the line have, and what is true of all of them.
// It looks once a run at what depends on the run alone. Fixed-width names in running text are set smaller;
// they count only where there is nothing else.
func (s *runStage) lookOver(l *line, glyphs []glyph) {
	l.bold, l.mono = true, true
	run, v := int32(-1), float32(0)
	longest, since, capital := 0, 0, 0
	settle := func(end int) {
		weight := end - since
		if weight > fewPlain && !s.mono(glyphs[since].run) {
			weight += len(glyphs)
		}
		if since == 0 || !s.isSmallCaps(&glyphs[capital], &glyphs[since-1], &glyphs[since]) {
			capital = since
		}
		if weight > longest {
			longest = weight
			s.settle(l, &glyphs[capital])
			l.smallCaps = capital < since
		}
		since = end
	}
	for n := range glyphs {
		g := &glyphs[n]
		if uint32(g.char) >= firstFancy {
			s.lookAt(l, g)
		}
		if g.run == run && g.v == v {
			continue
		}
		if n == 0 || g.v != v || g.size != glyphs[n-1].size {
			settle(n)
		}
		if g.run != run {
			bold, mono := s.weight(g.run)
			l.bold, l.mono = l.bold && (bold || g.flags&repeated != 0), l.mono && mono
		}
		run, v = g.run, g.v
	}
	settle(len(glyphs))
}

// settle gives l the baseline and size of g.
func (s *runStage) settle(l *line, g *glyph) {
	l.v, l.em, l.size = g.v, g.size, s.runs[g.run].height
}

// firstFancy is the first character that may need composing, a combining mark. Scripts written from right
// to left come after it. The complements that stand for texts are beyond it too, read as unsigned numbers.
const firstFancy = 0x300

// lookAt notes characters that need more than copying.
func (s *contentStage) lookAt(l *line, g *glyph) {
	if g.char >= 0 {
		l.fancy = l.fancy || g.char >= firstFancy
		l.rtl = l.rtl || chars.IsRTL(g.char)
		return
	}
	for _, r := range s.text(g.char) {
		l.fancy = l.fancy || r >= firstFancy
		l.rtl = l.rtl || chars.IsRTL(r)
	}
}

func (s *runStage) weight(run int32) (bold, mono bool) {
	f := s.c.Runs[run].Font
	if f < 0 || int(f) >= len(s.c.Fonts) {
		return false, false
	}
	return s.c.Fonts[f].Bold, s.mono(run)
}

// markWords sets wordStart on each glyph that begins a word behind a gap.
func (s *lineStage) markWords(glyphs []glyph) {
	if len(glyphs) > 1 && s.beginsItem(&glyphs[0], &glyphs[1]) {
		glyphs[1].flags |= wordStart
	}
	spaces, wide := s.findGaps(glyphs)
	if wide == 0 && len(s.apart) < alikeTight {
		return
	}
	if wide >= spacedLetters-1 && float32(wide) >= spacedShare*float32(len(glyphs)-1) && s.markSpaced(glyphs) {
		return
	}
	bare := s.bareGap(glyphs, spaces)
	if spaces == 0 {
		if gap := s.alikeGap(glyphs, bare); gap > 0 {
			bare = gap
		}
	}
	other := glyphs[0].u1 // where the text on the previous baseline ended
	for _, n := range s.apart {
		a, b := &glyphs[n-1], &glyphs[n]
		gap := b.u0 - a.u1
		if a.v != b.v {
			gap = min(gap, b.u0-other)
			other = a.u1
			if gap <= gapAtSpace*b.size {
				continue
			}
		}
		limit := bare
		if b.char == '.' || b.char == ',' {
			limit = s.stopGap(glyphs[n:], bare)
		}
		if n > 1 && a.v == b.v && a.size >= besideLarge*b.size && glyphs[n-2].size == a.size && a.flags&wordStart == 0 {
			limit *= b.size / a.size // "WORLD VIEW A personal take" on one line; an initial is one letter
		}
		if s.breaks(a, b, gap, limit) {
			b.flags |= wordStart
		}
	}
}

// beginsItem reports whether sign, the first glyph of a line, is the bullet of an item that
// begins with next. A dash keeps some distance from a letter; before digits it is a minus sign.
func (s *contentStage) beginsItem(sign, next *glyph) bool {
	switch first := s.firstRune(next.char); {
	case chars.IsLetter(first), strings.ContainsRune("\"“‘«", first):
		return chars.IsBullet(sign.char) && sign.char != '·' || chars.IsDash(sign.char) && next.u0-sign.u1 > gapBehindSign*next.size
	case chars.IsDigit(first):
		return chars.IsBullet(sign.char) && sign.char != '·'
	}
	return false
}

// findGaps lists in s.apart the glyphs that may begin words: those behind a gap that is wide enough if a
// space was shown there, and those on another baseline. spaces counts the places where a space glyph was
// shown, wide those and the wide gaps.
func (s *lineStage) findGaps(glyphs []glyph) (spaces, wide int) {
	s.apart = s.apart[:0]
	a := &glyphs[0]
	for n := 1; n < len(glyphs); n++ {
		b := &glyphs[n]
		gap := b.u0 - a.u1
		shown := a.flags&spaceAfter | b.flags&spaceBefore
		if shown != 0 {
			spaces++
			wide++
		} else if gap > gapBareMin*b.size {
			wide++
		}
		if gap > gapAtSpace*b.size || a.v != b.v {
			s.apart = append(s.apart, int32(n))
		}
		a = b
	}
	return spaces, wide
}

// bareGap returns the gap in ems that parts words where no space glyph was shown. The line shows spaces
// space glyphs elsewhere.
func (s *lineStage) bareGap(glyphs []glyph, spaces int) float32 {
	if spaces > 0 {
		return s.gapBesideSpaces(glyphs)
	}
	if f := s.font(glyphs[0].run); f != nil && f.Space > 0 {
		return min(max(gapOfSpace*f.Space, gapBareMin), gapBareMax)
	}
	return gapBare
}

// gapBesideSpaces is bareGap for a line with spaces. Type set tight has narrow spaces, both those shown
// and those made by moving the pen:
//
//	branch[.18 em]in 2012     the space glyph before 2012 keeps .18 as well
func (s *lineStage) gapBesideSpaces(glyphs []glyph) float32 {
	shown, count := float32(0), 0
	for _, n := range s.apart {
		a, b := &glyphs[n-1], &glyphs[n]
		if a.v == b.v && (a.flags&spaceAfter|b.flags&spaceBefore) != 0 {
			shown += min((b.u0-a.u1)/b.size, stretchGap)
			count++
		}
	}
	if count == 0 {
		return gapWithSpaces
	}
	return min(max(gapOfShown*shown/float32(count), gapBareMin), gapWithSpaces)
}

// alikeGap returns a limit for gaps that are too narrow to part words elsewhere, if the line has several
// and all have one width. They are the spaces of a narrow font, or of type set tight. It returns 0 if the
// line has no such spaces.
//
//	lation[.106](tDCS)[.106]reduces[.106]the      its letters overlap by .02
func (s *lineStage) alikeGap(glyphs []glyph, bare float32) float32 {
	count := 0
	narrow, wide := bare, float32(0)
	for _, n := range s.apart {
		a, b := &glyphs[n-1], &glyphs[n]
		if a.v != b.v {
			continue
		}
		switch gap := (b.u0 - a.u1) / b.size; {
		case isEastAsian(a.char), isEastAsian(b.char):
			return 0 // a gap between Latin letters and others
		case gap <= bare:
			count++
			narrow, wide = min(narrow, gap), max(wide, gap)
		}
	}
	least := alikeGaps
	if narrow <= gapBareMin {
		least = alikeTight // as narrow as kerning
	}
	if count < least || narrow < alikeLeast || wide-narrow > alikeSpread || len(glyphs) < alikeWord*count {
		return 0
	}
	return narrow - alikeSpread
}

// firstIdeographic is the first character of the East Asian blocks.
const firstIdeographic = 0x2E80

// isEastAsian reports whether char may be of the East Asian blocks.
func isEastAsian(char rune) bool { return char >= firstIdeographic && char != layout.FormulaSign }

// stopGap returns the gap that parts the full stop or comma glyphs[0] from the word before it. It is wide,
// unless the stop begins a name such as .profile.
func (s *contentStage) stopGap(glyphs []glyph, bare float32) float32 {
	if len(glyphs) > 1 {
		a, b := &glyphs[0], &glyphs[1]
		if chars.IsLetter(s.firstRune(b.char)) && b.u0-a.u1 < gapBareMin*b.size && a.flags&spaceAfter == 0 {
			return bare
		}
	}
	return max(bare, gapBeforeStop)
}

func (s *contentStage) font(run int32) *layout.Font {
	f := s.c.Runs[run].Font
	if f < 0 || int(f) >= len(s.c.Fonts) {
		return nil
	}
	return s.c.Fonts[f]
}

// breaks reports whether gap, between a and b, is a gap between words; bare is the least gap without a
// space.
func (s *runStage) breaks(a, b *glyph, gap, bare float32) bool {
	em := max(a.size, b.size)
	if a.flags&spaceAfter != 0 || b.flags&spaceBefore != 0 {
		// A space that was shown and taken back by moving the pen does not count.
		return gap > gapAtSpace*em
	}
	if a.run == b.run {
		gap -= s.runs[a.run].tracked
	}
	if b.char >= firstIdeographic && a.char >= firstIdeographic && script.IsIdeographic(a.char) && script.IsIdeographic(b.char) {
		bare = gapIdeographs
	}
	if chars.IsMark(b.char) {
		return false
	}
	return gap > bare*em
}

// markSpaced finds the words of a letter-spaced line, "H E A D I N G". Nearly all its letters stand apart
// by about the same gap, made by moving the pen or by space glyphs; that gap parts no words. It reports
// whether the line is letter-spaced.
func (s *runStage) markSpaced(glyphs []glyph) bool {
	if len(glyphs) < spacedLetters {
		return false
	}
	gaps := s.gaps[:0]
	for n := 1; n < len(glyphs); n++ {
		a, b := &glyphs[n-1], &glyphs[n]
		if !chars.IsLetter(s.firstRune(b.char)) || script.IsIdeographic(s.firstRune(b.char)) {
			if !chars.IsStop(b.char) && b.char != '&' && !chars.IsHyphen(b.char) {
				return false
			}
		}
		gaps = append(gaps, (b.u0-a.u1)/b.size)
	}
	s.gaps = gaps
	slices.Sort(gaps)
	usual := gaps[len(gaps)/2]
	if usual > stretchGap || usual < gapBareMin {
		return false
	}
	limit := max(usual*spacedWordGap, usual+gapBareMin)
	for n := 1; n < len(glyphs); n++ {
		a, b := &glyphs[n-1], &glyphs[n]
		if (b.u0-a.u1)/b.size > limit {
			b.flags |= wordStart
		}
	}
	return true
}
