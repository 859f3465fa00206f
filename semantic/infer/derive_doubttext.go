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
	// emptyActual is the number of letters from which an ActualText may not be empty: it may stand for
	// a bullet, a hyphen, or the number of a line. Of swallowedLetters letters or more, an
	// ActualText must have the share leastShared. repeatedActual is the length in bytes from which an
	// ActualText counts as a whole paragraph that is repeated at each piece of it.
	emptyActual      = 6
	swallowedLetters = 20
	leastShared      = 0.5
	repeatedActual   = 60
)

// texts doubts each ActualText that is not the text of its glyphs, if the glyphs can be read
// without it.
//
//	<Span ActualText="">Foxes live in the wood</Span>     empty over words: the glyphs are read
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
	said := map[string]int32{} // the last element that has each text
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

// disputeActual returns what speaks against actual as the text of glyphs, or "".
// Glyphs that cannot be read prove nothing. A soft hyphen may stand for a hyphen at the
// end of a line, but not for letters: some programs set it on the whole word or paragraph,
// which would vanish.
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

// saysNothing reports whether s has only spaces and format characters such as joiners, so that
// nothing of it is seen or spoken.
func saysNothing(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !unicode.IsSpace(r) && !unicode.Is(unicode.Cf, r) }) < 0
}

// isReadable reports whether all characters of s are known: none is U+FFFD, of private use or a control.
func isReadable(s string) bool {
	for _, r := range s {
		if r == utf8.RuneError || unicode.Is(unicode.Co, r) || r < ' ' && !unicode.IsSpace(r) {
			return false
		}
	}
	return true
}

// lettersOf returns how many letters and digits of b are in a, in upper or lower case.
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
