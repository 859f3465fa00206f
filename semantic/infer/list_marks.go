package infer

import (
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// marker returns the bullet or the number at the start of line, or the bullet that is
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

// standsOut reports whether the number at the start of line, without a sign behind it, stands
// out to the left of its text. The next line begins under the first word of that text:
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

// hangGap is the least space in ems between a number without a sign and the text of its item.
// hangEven is the most, in ems, that the next line may be off the first word of that text: references
// of the BMJ keep 1.5 ems.
const (
	hangGap  = 0.8
	hangEven = 0.15
)

// bullet returns the sign before the text of line, or 0 when there is none, and its length
// with the space behind it. A painted sign has length 0.
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
	if s.isAnswer(sign) {
		sign = answer
	}
	return sign, size
}

// answer replaces all bullets that carry an answer, so that a ticked item and one that is not ticked
// are items of one list.
const answer = '☐'

// crosses and ticks are bullets that mean no and yes if the document has both.
// emptyBoxes are boxes that are not ticked if the document has ticked boxes.
const (
	crosses    = "✗✘✕✖"
	ticks      = "✓✔"
	emptyBoxes = "□◻❏❐❑❒"
)

// filledBoxes are boxes that are ticked beside empty ones. choices are boxes of a row to choose from.
const (
	filledBoxes = "■▣"
	choices     = "☐☑☒" + emptyBoxes
)

// isTicked reports whether sign is a tick, a cross or a filled box.
func isTicked(sign rune) bool { return strings.ContainsRune(filledBoxes+ticks+crosses, sign) }

// isEmptyBox reports whether sign is a box that is not ticked, if others are.
func isEmptyBox(sign rune) bool { return sign == answer || strings.ContainsRune(emptyBoxes, sign) }

// answers are the signs in a document that decide what its other signs mean.
type answers uint8

const (
	hasCrosses answers = 1 << iota
	hasTickedBoxes
	hasChosenRadios
)

// answerLead is the first byte in UTF-8 of each of these signs.
const answerLead = 0xE2

// answersIn finds these signs in text.
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

// isAnswer reports whether a bullet carries an answer: it is a box to tick, a
// cross, or a tick in a document that has crosses, too, on any page.
//
//	✓ breakfast
//	✗ drinks
func (s *sheet) isAnswer(sign rune) bool {
	switch {
	case sign == '☐' || sign == '☑' || sign == '☒' || sign == '◉' || strings.ContainsRune(crosses, sign):
		return true
	case sign == '○':
		return *s.answers&hasChosenRadios != 0 // it is an option that was not chosen
	case strings.ContainsRune(ticks, sign):
		return *s.answers&hasCrosses != 0
	case strings.ContainsRune(emptyBoxes, sign):
		return *s.answers&hasTickedBoxes != 0
	}
	return false
}

// markerLength returns how much of the marker of a line is cut off, since the list shows it again. A
// bullet with an answer stays.
func (s *sheet) markerLength(line, marker int32) int32 {
	if sign, _ := utf8.DecodeRuneInString(s.text(line)); s.isAnswer(sign) {
		return 0
	}
	return marker
}

// symbolFonts are parts of the names, in lower case, of fonts with pictures
// instead of letters.
var symbolFonts = [...]string{"wingding", "webding", "dingbat", "symbol"}

// pictorial returns the length of a bullet that is one only by its font, or 0: any sign of
// a symbol font, or the "o" of another font that word processors use.
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
