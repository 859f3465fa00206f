package infer

import (
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// marker is the bullet or the number that line begins with, or the bullet that is
// painted before it.
func (s *sheet) marker(line int32) (sign rune, n words.Number) {
	if sign, size := s.bullet(line); sign != 0 {
		return sign, words.Number{Bytes: size}
	}
	n = words.NumberOf(s.text(line))
	if n.Depth != 1 || n.Word || n.Suffix == 0 && !s.standsOut(line, n) || n.Suffix == ':' || n.Kind == words.CJKKind {
		return 0, words.Number{}
	}
	return 0, n
}

// standsOut reports whether the number that line begins with, without a sign behind it, stands
// out before a text that goes on in line with its first word:
//
//	8   Doran T, Kontopantelis E. Effect of
//	    financial incentives
func (s *sheet) standsOut(line int32, n words.Number) bool {
	l := s.line(line)
	if n.Kind != '1' || l.FirstGap < hangGap*l.Size || int(line)+1 >= len(s.Lines) {
		return false
	}
	next := s.line(line + 1)
	return abs(next.Box.X0-l.SecondWord) <= hangEven*l.Size && next.Baseline > l.Baseline && next.Box.X0 > l.Box.X0
}

// A number alone stands hangGap ems before the text of its item, whose next line begins within
// hangEven ems of the place where its first word does: references of the BMJ keep 1.5 ems.
const (
	hangGap  = 0.8
	hangEven = 0.15
)

// bullet is the sign before the text of line, 0 when there is none, and its length
// with the space behind it; a painted one has none.
func (s *sheet) bullet(line int32) (sign rune, size int) {
	if sign = s.line(line).Bullet; sign != 0 {
		return sign, 0
	}
	text := s.text(line)
	size = words.Bullet(text)
	if size == 0 {
		size = s.pictorial(line, text)
	}
	if size == 0 {
		return 0, 0
	}
	sign, _ = utf8.DecodeRuneInString(text)
	if s.saysMore(sign) {
		sign = answer
	}
	return sign, size
}

// answer stands for all bullets that say something of their own, so that an item that is
// ticked and one that is not are items of one list.
const answer = '☐'

// crosses and ticks are bullets that say no and yes, when the document has both;
// emptyBoxes are boxes when another one is ticked.
const (
	crosses    = "✗✘✕✖"
	ticks      = "✓✔"
	emptyBoxes = "□◻❏❐❑❒"
)

// answers are kinds of signs that a document has: they decide what others of it say.
type answers uint8

const (
	hasCrosses answers = 1 << iota
	hasTickedBoxes
	hasChosenRadios
)

// answerLead is the first byte in UTF-8 of each of them.
const answerLead = 0xE2

// answersIn finds those in text.
func answersIn(text string) (found answers) {
	for {
		i := strings.IndexByte(text, answerLead)
		if i < 0 {
			return found
		}
		sign, size := utf8.DecodeRuneInString(text[i:])
		text = text[i+size:]
		switch {
		case sign == '◉':
			found |= hasChosenRadios
		case sign == '☑' || sign == '☒':
			found |= hasTickedBoxes
		case strings.ContainsRune(crosses, sign):
			found |= hasCrosses
		}
	}
}

// saysMore reports whether a bullet says more than that an item begins: a box to tick, a
// cross, a tick where the document has crosses as well, on this page or another.
//
//	✓ breakfast
//	✗ drinks
func (s *sheet) saysMore(sign rune) bool {
	switch {
	case sign == '☐' || sign == '☑' || sign == '☒' || sign == '◉' || strings.ContainsRune(crosses, sign):
		return true
	case sign == '○':
		return *s.answers&hasChosenRadios != 0 // it is what was not chosen
	case strings.ContainsRune(ticks, sign):
		return *s.answers&hasCrosses != 0
	case strings.ContainsRune(emptyBoxes, sign):
		return *s.answers&hasTickedBoxes != 0
	}
	return false
}

// markerLength is how much of a line that begins with a marker the list says again: not
// a bullet that says more than that an item begins.
func (s *sheet) markerLength(line, marker int32) int32 {
	if sign, _ := utf8.DecodeRuneInString(s.text(line)); s.saysMore(sign) {
		return 0
	}
	return marker
}

// symbolFonts are parts of the names, in lower case, of fonts that have pictures
// in place of letters.
var symbolFonts = [...]string{"wingding", "webding", "dingbat", "symbol"}

// pictorial is the length of a bullet that only its font makes one: any sign of
// a symbol font, or the "o" in another font that word processors use.
func (s *sheet) pictorial(line int32, text string) int {
	_, size := utf8.DecodeRuneInString(text)
	if size == 0 || size >= len(text) || text[size] != ' ' {
		return 0
	}
	spans := s.LineSpans(int(line))
	if len(spans) < 2 || int(spans[0].End-spans[0].Start) > size+1 {
		return 0
	}
	sign, behind := &s.Styles[spans[0].Style], &s.Styles[spans[len(spans)-1].Style]
	if sign.Font == behind.Font || text[:size] != "o" && !isSymbolFont(sign.Font) {
		return 0
	}
	return size + len(text[size:]) - len(strings.TrimLeft(text[size:], " "))
}

func isSymbolFont(name string) bool {
	name = strings.ToLower(name)
	for _, part := range symbolFonts {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}
