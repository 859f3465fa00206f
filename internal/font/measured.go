package font

import "strings"

// namelessFamilies are the names that programs give to fonts whose own names they do not keep, and
// the characters of the numbers in them: f-0-0, CairoFont-1-0, AdvOT1c92046c+20, TTE2A4F0C8t00.
var namelessFamilies = []struct{ family, digits string }{
	{"CairoFont-", decimal + "-"}, {"f-", decimal + "-"},
	{"AdvOT", hexadecimal + "+"}, {"AdvTT", hexadecimal + "+"}, {"AdvPS", hexadecimal + "+"}, {"AdvP", hexadecimal + "+"},
	{"TTE", hexadecimal + "t"},
}

const (
	decimal     = "0123456789"
	hexadecimal = decimal + "abcdefABCDEF"
)

// isNameless reports whether a program numbered the font, so that its name says nothing about its
// look.
func isNameless(name string) bool {
	for _, n := range namelessFamilies {
		if rest, ok := strings.CutPrefix(name, n.family); ok && strings.ContainsAny(rest, decimal) && strings.Trim(rest, n.digits) == "" {
			return true
		}
	}
	return false
}

// settleLook determines the look of a font whose name says nothing from its embedded program. The
// stems of letters tell whether it is bold or italic, and the widths tell whether all letters are
// equally wide.
func (f *Font) settleLook(d descriptor, advanceOf func(code uint32) (letter rune, ems float32)) {
	if isNameless(f.Name) {
		if p := d.program.get(); p != nil {
			l := styleOf(withoutTag(p.psName))
			f.Bold, f.Italic, f.Mono = f.Bold || p.bold || l.bold, f.Italic || p.italic || l.italic, f.Mono || p.mono || l.mono
			f.Serif = f.Serif || l.serif
			f.Bold = f.Bold || hasBoldStems(advanceOf, f.Outline)
			f.Italic = f.Italic || hasSlantedStems(advanceOf, f.Outline)
		}
	}
	switch {
	case f.Mono && !styleOf(f.Name).mono:
		f.Mono = !variesInWidth(advanceOf) // some programs flag all their fonts as of fixed width
	case !f.Mono && !styleOf(f.Name).certain && symbolTableOf(f.Name) == noSymbols:
		f.Mono = isFixedWidth(advanceOf)
	}
}

const (
	// A font is of fixed width if letters that are narrow in other fonts are as wide as those that
	// are wide there. At least fixedLetters letters are needed, among them fixedNarrow narrow and
	// fixedWide wide ones. Digits say nothing, since they are equally wide in most fonts.
	fixedLetters = 8
	fixedNarrow  = 2
	fixedWide    = 1
	// The advances of fonts of fixed width lie between fixedLeast and fixedMost ems and differ by
	// at most fixedSlack, since widths are rounded. Ideographs are an em wide.
	fixedLeast = 0.45
	fixedMost  = 0.75
	fixedSlack = 0.002
	// fixedLeft is how many letters may be missing in a subset, for each letter in it. Only fonts
	// of fixed width have narrow and wide letters of one width.
	fixedLeft = 0.5
	// variedWidth is the greatest ratio of letter widths in a font that is flagged as one of fixed
	// width. Proportional fonts have ratios of three and more.
	variedWidth = 1.2
	// fixedCodes is the number of codes that are looked at.
	fixedCodes = 256
)

// isFixedWidth reports whether all letters of a font have one advance. Some letters may share a
// second advance that no font of fixed width has: writers give the letters that a subset lacks the
// width of the box for missing glyphs. isFixedWidth stops at the first letter with a third advance.
func isFixedWidth(advanceOf func(code uint32) (letter rune, ems float32)) bool {
	var found [2]letterWidth
	for code := range uint32(fixedCodes) {
		letter, ems := advanceOf(code)
		if ems == 0 || (letter < 'a' || letter > 'z') && (letter < 'A' || letter > 'Z') {
			continue
		}
		w := &found[0]
		if w.all > 0 && !w.is(ems) {
			w = &found[1]
		}
		if w.all > 0 && !w.is(ems) {
			return false
		}
		w.add(letter, ems)
	}
	most, other := &found[0], &found[1]
	if other.all > most.all {
		most, other = other, most
	}
	if other.all > 0 && other.mayBeFixed() || float32(other.all) > fixedLeft*float32(most.all) {
		return false
	}
	return most.mayBeFixed() && most.all >= fixedLetters && most.narrow >= fixedNarrow && most.wide >= fixedWide
}

// letterWidth is the letters of a font that share one advance.
type letterWidth struct {
	ems               float32
	all, narrow, wide int
}

func (w *letterWidth) is(ems float32) bool { return ems-w.ems <= fixedSlack && w.ems-ems <= fixedSlack }

func (w *letterWidth) mayBeFixed() bool { return w.ems >= fixedLeast && w.ems <= fixedMost }

func (w *letterWidth) add(letter rune, ems float32) {
	if w.all == 0 {
		w.ems = ems
	}
	w.all++
	if strings.ContainsRune("fijlrtI", letter) {
		w.narrow++
	}
	if strings.ContainsRune("mwMW", letter) {
		w.wide++
	}
}

// variesInWidth reports whether the letters of a font have advances that differ more than in a font
// of fixed width.
func variesInWidth(advanceOf func(code uint32) (letter rune, ems float32)) bool {
	least, most := float32(0), float32(0)
	for code := range uint32(fixedCodes) {
		letter, ems := advanceOf(code)
		if ems == 0 || (letter < 'a' || letter > 'z') && (letter < 'A' || letter > 'Z') {
			continue
		}
		if least == 0 || ems < least {
			least = ems
		}
		if most = max(most, ems); most > variedWidth*least {
			return true
		}
	}
	return false
}

// declaredAdvance returns the letter that code c is by its name or ToUnicode, and its width if the
// font dictionary gives one.
func (s *simpleFont) declaredAdvance(c uint32) (letter rune, ems float32) {
	i := int(c) - s.firstChar
	if i < 0 || i >= len(s.widths) || !(s.widths[i] > 0) {
		return 0, 0
	}
	m, said := s.unicode.text(c)
	if !said || !m.known() {
		if s.base == nil && len(s.diffs) == 0 {
			return 0, 0 // the program would tell, but reading it for this is not worth while
		}
		m = nameText(s.name(byte(c)))
	}
	return m.r, s.widths[i]
}

// declaredAdvance returns the letter that code is by ToUnicode, and its width.
func (c *compositeFont) declaredAdvance(code uint32) (letter rune, ems float32) {
	m, _ := c.unicode.text(code)
	if !m.known() {
		return 0, 0
	}
	ems, _, _ = c.metrics.metricsOf(c.encoding.cid(code, c.codeBytes), false)
	return m.r, ems
}
