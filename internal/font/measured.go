package font

import "strings"

// namelessFamilies are what programs call fonts whose names they do not keep, and the signs of the numbers behind them:
// f-0-0, CairoFont-1-0, AdvOT1c92046c+20, TTE2A4F0C8t00.
var namelessFamilies = []struct{ family, digits string }{
	{"CairoFont-", decimal + "-"}, {"f-", decimal + "-"},
	{"AdvOT", hexadecimal + "+"}, {"AdvTT", hexadecimal + "+"}, {"AdvPS", hexadecimal + "+"}, {"AdvP", hexadecimal + "+"},
	{"TTE", hexadecimal + "t"},
}

const (
	decimal     = "0123456789"
	hexadecimal = decimal + "abcdefABCDEF"
)

// isNameless reports whether the name of a font is one that a program numbered: it tells nothing of the looks.
func isNameless(name string) bool {
	for _, n := range namelessFamilies {
		if rest, ok := strings.CutPrefix(name, n.family); ok && strings.ContainsAny(rest, decimal) && strings.Trim(rest, n.digits) == "" {
			return true
		}
	}
	return false
}

// settleLook asks the embedded program for the looks of a font whose name says nothing, and
// the stems of its letters whether it is bold or italic, and the widths whether all letters are equally wide.
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
		f.Mono = !variesInWidth(advanceOf) // some programs flag all their fonts
	case !f.Mono && !styleOf(f.Name).certain && symbolTableOf(f.Name) == noSymbols:
		f.Mono = isFixedWidth(advanceOf)
	}
}

const (
	// Fonts of fixed width are told by the letters that are narrow in others and those
	// that are wide: fixedLetters of all at least, and fixedNarrow and fixedWide of those.
	// Numbers are equally wide in most fonts, and say nothing.
	fixedLetters = 8
	fixedNarrow  = 2
	fixedWide    = 1
	// Advances of fonts of fixed width are fixedLeast to fixedMost ems, and differ by no
	// more than fixedSlack: widths are rounded. Ideographs are an em wide.
	fixedLeast = 0.45
	fixedMost  = 0.75
	fixedSlack = 0.002
	// fixedLeft is how many letters may be left out of a subset, against those in it: no other font
	// has narrow and wide letters of one width.
	fixedLeft = 0.5
	// variedWidth is the widest letter, in widths of the narrowest, of a font that is flagged as one of fixed width: those of
	// proportional fonts are three widths and more.
	variedWidth = 1.2
	// fixedCodes is how many codes are looked at.
	fixedCodes = 256
)

// isFixedWidth reports whether all letters of a font have one advance, but for some that have
// another one in common that no font of fixed width has: writers give the letters that a subset
// leaves out the width of its box for missing glyphs. It looks no further than to the first that has a third advance.
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

// letterWidth is the letters of a font that have one advance.
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

// variesInWidth reports whether letters of a font have advances that no font of fixed width has.
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

// declaredAdvance is the letter that code c is by name or ToUnicode, and its width if the
// font dictionary gives one.
func (s *simpleFont) declaredAdvance(c uint32) (letter rune, ems float32) {
	i := int(c) - s.firstChar
	if i < 0 || i >= len(s.widths) || !(s.widths[i] > 0) {
		return 0, 0
	}
	m, said := s.unicode.text(c)
	if !said || !m.known() {
		if s.base == nil && len(s.diffs) == 0 {
			return 0, 0 // the program knows, but is not worth reading for this
		}
		m = nameText(s.name(byte(c)))
	}
	return m.r, s.widths[i]
}

// declaredAdvance is the letter that code is by ToUnicode, and its width.
func (c *compositeFont) declaredAdvance(code uint32) (letter rune, ems float32) {
	m, _ := c.unicode.text(code)
	if !m.known() {
		return 0, 0
	}
	ems, _, _ = c.metrics.metricsOf(c.encoding.cid(code, c.codeBytes), false)
	return m.r, ems
}
