package infer

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// emptyActual is how many letters an empty ActualText may stand for: a bullet, a
	// hyphen, a number of a line. leastShared is the share of swallowedLetters letters
	// that an ActualText must have; repeatedActual how long it is, in bytes, when it
	// says a whole paragraph at each of its pieces.
	emptyActual      = 6
	swallowedLetters = 20
	leastShared      = 0.5
	repeatedActual   = 60
)

// texts doubts each ActualText that is not that of the glyphs that it stands for, where
// these can be read themselves.
func (x *tagDoubts) texts(seen []tagSight) {
	glyphs := map[int32]*strings.Builder{}
	var order []int32
	for i := range seen {
		for e, b := range seen[i].actual {
			if all := glyphs[e]; all != nil {
				all.WriteString(b.String())
			} else {
				glyphs[e] = b
				order = append(order, e)
			}
		}
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(a, b) })
	said := map[string]int32{} // long texts by the element that says them first
	for _, e := range order {
		actual, text := x.t.Elements[e].ActualText, glyphs[e].String()
		why := disputeActual(actual, text)
		if first, again := said[actual]; why == "" && len(actual) >= repeatedActual && again && lettersIn(text)*2 < lettersIn(actual) {
			why = "says the whole of a paragraph again"
			x.dispute(first, why)
		}
		said[actual] = e
		if why != "" {
			x.dispute(e, why)
		}
	}
}

func (x *tagDoubts) dispute(e int32, why string) {
	if x.actual[e] {
		return
	}
	if x.actual == nil {
		x.actual = map[int32]bool{}
	}
	x.actual[e] = true
	x.warn(codeTagText, "an ActualText "+why+": the glyphs are read", 0)
}

// disputeActual is what speaks against actual as the text of glyphs; "": nothing.
// Glyphs that cannot be read prove nothing. A soft hyphen may stand for a hyphen at the
// end of a line, but for no letter: programs that set it there at times set it on the word, or
// on the whole paragraph, which would vanish.
func disputeActual(actual, glyphs string) string {
	if len(glyphs) >= sightText || !isReadable(glyphs) {
		return ""
	}
	n := lettersIn(glyphs)
	switch {
	case strings.TrimSpace(actual) == softHyphen:
		if n > 0 {
			return "is a soft hyphen over letters that are to be seen"
		}
	case saysNothing(actual):
		if n >= emptyActual {
			return "is empty over words that are to be seen"
		}
	case n >= emptyActual && !isReadable(actual):
		return "is no text"
	case n >= swallowedLetters && float32(lettersOf(actual, glyphs)) < leastShared*float32(n):
		return "has other words than those that are to be seen"
	}
	return ""
}

// saysNothing reports whether s has no character that is seen or spoken: only spaces, and
// format characters such as the joiners.
func saysNothing(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !unicode.IsSpace(r) && !unicode.Is(unicode.Cf, r) }) < 0
}

// isReadable reports whether s has no characters that stand for none.
func isReadable(s string) bool {
	for _, r := range s {
		if r == utf8.RuneError || unicode.Is(unicode.Co, r) || r < ' ' && !unicode.IsSpace(r) {
			return false
		}
	}
	return true
}

// lettersOf is how many letters and digits of b are in a, case aside.
func lettersOf(a, b string) int {
	has := map[rune]int{}
	for _, r := range a {
		has[unicode.ToLower(r)]++
	}
	n := 0
	for _, r := range b {
		if r = unicode.ToLower(r); (unicode.IsLetter(r) || unicode.IsDigit(r)) && has[r] > 0 {
			has[r]--
			n++
		}
	}
	return n
}
