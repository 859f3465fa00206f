package infer

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// noteLabel is the sign at the start of a note. The marks of the note in the text have the same sign.
type noteLabel struct {
	text       string // "12", "*", "a": without brackets and signs behind it
	kind       byte   // '1', 'a', or '*' for all symbols
	raised     bool   // set as a superscript
	printed    bool   // it has raised digits such as ²
	bracketed  bool   // "[12]"
	start, end int32  // where the printed label stands in the text of its page
}

// noteSymbols are the symbols that mark notes. Symbols that look alike have one value.
var noteSymbols = map[rune]string{
	'*': "*", '∗': "*", '⁎': "*", '＊': "*", '†': "†", '‡': "‡", '§': "§", '¶': "¶", '‖': "‖", '∥': "‖",
}

// raisedDigits are the characters for raised digits.
const raisedDigits = "⁰¹²³⁴⁵⁶⁷⁸⁹"

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// noteLabelRunes is the longest label, in characters: four digits, four asterisks.
	noteLabelRunes = 4
)

// readLabel reads one label at the start of text and returns its length, or 0 when
// there is none.
func readLabel(text string) (l noteLabel, size int) {
	if strings.HasPrefix(text, "[") {
		inner, n := readLabel(text[1:])
		if n == 0 || inner.kind != '1' || !strings.HasPrefix(text[1+n:], "]") {
			return l, 0
		}
		inner.bracketed = true
		return inner, n + 2
	}
	r, n := utf8.DecodeRuneInString(text)
	switch symbol := noteSymbols[r]; {
	case symbol != "":
		for size = n; size <= noteLabelRunes*n && strings.HasPrefix(text[size:], text[:n]); {
			size += n
		}
		if size > noteLabelRunes*n {
			return l, 0
		}
		return noteLabel{text: strings.Repeat(symbol, size/n), kind: '*'}, size
	case r >= 'a' && r <= 'z':
		return noteLabel{text: text[:1], kind: 'a'}, 1
	}
	return readDigits(text)
}

// readDigits reads a label of digits or raised digits.
func readDigits(text string) (l noteLabel, size int) {
	var digits []byte
	for _, r := range text {
		if i := strings.IndexRune(raisedDigits, r); r > utf8.RuneSelf && i >= 0 {
			l.raised, l.printed = true, true
			digits = append(digits, '0'+byte(utf8.RuneCountInString(raisedDigits[:i])))
		} else if r >= '0' && r <= '9' {
			digits = append(digits, byte(r))
		} else {
			break
		}
		if size += utf8.RuneLen(r); len(digits) > noteLabelRunes {
			break
		}
	}
	if len(digits) == 0 || len(digits) > noteLabelRunes || digits[0] == '0' {
		return noteLabel{}, 0
	}
	l.text, l.kind = string(digits), '1'
	return l, size
}

// noteLabel returns the label at the start of line i, if text stands behind it. A
// letter must be raised; a number must be raised or in small print.
func (d *draft) noteLabel(s *sheet, i int32) (l noteLabel, ok bool) {
	line := s.line(i)
	text := s.text(i)
	if !mayLabel(text) || line.Rotation != 0 {
		return l, false
	}
	l, size := readLabel(text)
	if size == 0 {
		return l, false
	}
	raisedEnd, fraction := s.raisedStart(i)
	l.raised = l.raised || raisedEnd > 0
	switch {
	case fraction, raisedEnd > 0 && strings.TrimRight(text[size:max(int(raisedEnd), size)], ".) ") != "":
		return l, false // "1st", a formula
	case l.kind == 'a' && !l.raised, l.kind == '1' && !l.raised && !d.small(line):
		return l, false
	}
	for !l.bracketed && size < len(text) && (text[size] == '.' || text[size] == ')') {
		size++
	}
	rest := text[size:]
	if !l.raised && l.kind != '*' && !strings.HasPrefix(rest, " ") || !words.SeveralLetters(rest) || !words.HasWord(rest) {
		return l, false
	}
	l.start, l.end = line.Start, line.Start+int32(size)
	return l, true
}

// mayLabel reports whether text may begin with a label. It is a quick test.
func mayLabel(text string) bool {
	if text == "" {
		return false
	}
	c := text[0]
	return c >= utf8.RuneSelf || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c == '*' || c == '['
}

// raisedStart returns how many bytes at the start of line i are a superscript, and
// whether a subscript follows, as in a fraction.
func (s *sheet) raisedStart(i int32) (size int32, fraction bool) {
	l := s.line(i)
	end := l.Start
	for _, span := range s.LineSpans(int(i)) {
		style := &s.Styles[span.Style]
		if span.Start > end+1 || !style.Super {
			return end - l.Start, style.Sub && end > l.Start
		}
		end = span.End
	}
	return end - l.Start, false
}

// small reports whether a line is smaller than the body text.
func (d *draft) small(l *layout.Line) bool {
	return float32(quarters(l.Size)) < smallRatio*float32(d.body.quarters)
}

// sameForm reports whether two labels are set alike, so that one may follow the other.
func (l noteLabel) sameForm(o noteLabel) bool {
	return l.kind == o.kind && l.raised == o.raised && l.bracketed == o.bracketed
}

// value returns the number of a label of digits, or the length of other labels.
func (l noteLabel) value() int {
	if l.kind != '1' {
		return len(l.text)
	}
	n, _ := strconv.Atoi(l.text)
	return n
}
