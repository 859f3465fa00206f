package webfont

import "unicode/utf8"

// Form is how the letters of a cursive script are joined to their neighbours. A browser determines
// it from the characters and takes the glyph of that form from the font.
type Form uint8

const (
	Plain    Form = iota // not of a cursive script
	Isolated             // joined to nothing
	Initial              // to the next letter
	Medial               // to both
	Final                // to the letter before
	forms
)

// joining says how a character joins its neighbours (Unicode, property Joining_Type).
type joining uint8

const (
	unjoined    joining = iota
	transparent         // marks, which do not count
	rightward           // joined only to the letter before
	dual
	causing // joins its neighbours, but has no forms
)

// Joining returns the form of text between the characters before and after it in logical order.
// text is one letter or the letters of a ligature. The form is Plain for text that is not Arabic:
// browsers ask for no forms of fonts such as ours in other scripts.
func Joining(before, text, after string) Form {
	first, last := unjoined, unjoined
	for _, r := range text {
		j := joiningOf(r)
		if j == transparent {
			continue
		}
		if first == unjoined {
			first = j
		}
		last = j
	}
	if first != rightward && first != dual {
		return Plain
	}
	back := joinsForward(lastOf(before))
	forth := last == dual && joinsBack(firstOf(after))
	switch {
	case back && forth:
		return Medial
	case back:
		return Final
	case forth:
		return Initial
	}
	return Isolated
}

func joinsForward(j joining) bool { return j == dual || j == causing }

func joinsBack(j joining) bool { return j == dual || j == causing || j == rightward }

// lastOf returns the joining of the last character of s that is not a mark.
func lastOf(s string) joining {
	for len(s) > 0 {
		r, n := utf8.DecodeLastRuneInString(s)
		if j := joiningOf(r); j != transparent {
			return j
		}
		s = s[:len(s)-n]
	}
	return unjoined
}

// firstOf returns the joining of the first character of s that is not a mark.
func firstOf(s string) joining {
	for _, r := range s {
		if j := joiningOf(r); j != transparent {
			return j
		}
	}
	return unjoined
}

// unjoinedArabic, rightArabic and markArabic are the characters of the blocks Arabic and Arabic
// Supplement that are not joined on both sides (Unicode 16, ArabicShaping.txt).
var (
	unjoinedArabic = []span{{0x0600, 0x060F}, {0x061B, 0x061B}, {0x061D, 0x061F}, {0x0621, 0x0621}, {0x0660, 0x066D}, {0x0674, 0x0674},
		{0x06D4, 0x06D4}, {0x06DD, 0x06DE}, {0x06E5, 0x06E6}, {0x06E9, 0x06E9}, {0x06F0, 0x06F9}, {0x06FD, 0x06FE}}
	rightArabic = []span{{0x0622, 0x0625}, {0x0627, 0x0627}, {0x0629, 0x0629}, {0x062F, 0x0632}, {0x0648, 0x0648}, {0x0671, 0x0673},
		{0x0675, 0x0677}, {0x0688, 0x0699}, {0x06C0, 0x06C0}, {0x06C3, 0x06CB}, {0x06CD, 0x06CD}, {0x06CF, 0x06CF}, {0x06D2, 0x06D3},
		{0x06D5, 0x06D5}, {0x06EE, 0x06EF}, {0x0759, 0x075B}, {0x076B, 0x076C}, {0x0771, 0x0771}, {0x0773, 0x0774}, {0x0778, 0x0779}}
	markArabic = []span{{0x0610, 0x061A}, {0x061C, 0x061C}, {0x064B, 0x065F}, {0x0670, 0x0670}, {0x06D6, 0x06DC}, {0x06DF, 0x06E4},
		{0x06E7, 0x06E8}, {0x06EA, 0x06ED}}
)

// span is a range of characters including both ends.
type span struct{ lo, hi rune }

func inSpans(spans []span, r rune) bool {
	for _, s := range spans {
		if r >= s.lo && r <= s.hi {
			return true
		}
	}
	return false
}

const (
	tatweel    = 0x0640
	zeroJoiner = 0x200D
)

func joiningOf(r rune) joining {
	switch {
	case r == tatweel, r == zeroJoiner:
		return causing
	case r < 0x0600 || r > 0x077F || r >= 0x0700 && r < 0x0750: // the block between is Syriac
		return unjoined
	case inSpans(rightArabic, r):
		return rightward
	case inSpans(markArabic, r):
		return transparent
	case inSpans(unjoinedArabic, r):
		return unjoined
	}
	return dual
}
