package markdown

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/semantic"
)

// context is what a line of text is part of.
type context uint8

const (
	inParagraph context = iota
	inHeading           // one line, whose beginning is no place for marks of blocks
	inCell              // of a pipe table: the same, and a pipe ends it
)

// renderer writes pieces as Markdown.
type renderer struct {
	in      []piece
	context context
	out     strings.Builder
	last    rune         // the character before, 0 at the beginning of a line
	lines   int          // before this one
	signs   map[rune]int // runs of each sign that may be a delimiter
	dollars int          // in the text
}

// render writes pieces: one line, or several where line ends matter.
func (w *writer) render(in []piece, c context) string {
	r := renderer{in: trimmed(in), context: c, signs: map[rune]int{}}
	r.count()
	for i := range r.in {
		r.piece(i)
	}
	return strings.TrimRight(r.out.String(), " ")
}

// trimmed are pieces without white space at either end, at line ends, and inside of emphasis.
func trimmed(in []piece) []piece {
	out := make([]piece, 0, len(in)+4)
	for _, p := range in {
		if p.kind != text {
			out = append(out, p)
			continue
		}
		p.text = strings.Map(func(r rune) rune {
			if r == '\n' || r == '\t' {
				return ' '
			}
			return r
		}, p.text)
		if p.style == 0 {
			out = append(out, p)
			continue
		}
		inner := strings.TrimFunc(p.text, unicode.IsSpace)
		if inner == "" {
			out = append(out, piece{kind: text, text: " ", inLink: p.inLink})
			continue
		}
		if at := strings.Index(p.text, inner); at > 0 {
			out = append(out, piece{kind: text, text: " ", inLink: p.inLink})
		}
		behind := !strings.HasSuffix(p.text, inner)
		p.text = inner
		out = append(out, p)
		if behind {
			out = append(out, piece{kind: text, text: " ", inLink: p.inLink})
		}
	}
	for len(out) > 0 && (out[len(out)-1].kind == lineBreak || out[len(out)-1].kind == text && strings.TrimSpace(out[len(out)-1].text) == "") {
		out = out[:len(out)-1]
	}
	for len(out) > 0 && (out[0].kind == lineBreak || out[0].kind == text && strings.TrimSpace(out[0].text) == "") {
		out = out[1:]
	}
	return out
}

// count counts the signs that are delimiters where there are two of them.
func (r *renderer) count() {
	for _, p := range r.in {
		if p.kind == markup || p.kind == closing || p.style != 0 {
			for _, c := range "*_~`" { // of our own
				r.signs[c] += 2
			}
			if p.kind == markup && strings.HasPrefix(p.text, "$") {
				r.dollars += 2
			}
		}
		var before rune
		for _, c := range p.text {
			if p.kind == text && c != before && strings.ContainsRune("*_~`", c) {
				r.signs[c]++
			}
			if p.kind == text && c == '$' {
				r.dollars++
			}
			before = c
		}
	}
}

// charBehind returns the first character behind piece i, or 0 at a line end.
func (r *renderer) charBehind(i int) rune {
	for i++; i < len(r.in); i++ {
		if r.in[i].kind == lineBreak {
			return 0
		}
		if r.in[i].text != "" {
			c, _ := utf8.DecodeRuneInString(r.in[i].text)
			return c
		}
	}
	return 0
}

func (r *renderer) raw(s string) {
	if s == "" {
		return
	}
	r.out.WriteString(s)
	r.last, _ = utf8.DecodeLastRuneInString(s)
}

func (r *renderer) piece(i int) {
	p := &r.in[i]
	switch p.kind {
	case lineBreak:
		r.breakLine()
	case comment:
		if r.context != inCell && r.last != 0 {
			r.raw(p.text)
		}
	case text:
		r.styled(i, p)
	default:
		s := p.text
		if r.context == inCell {
			s = strings.ReplaceAll(s, "|", `\|`)
		}
		r.raw(s)
	}
}

// breakLine ends a line that matters.
func (r *renderer) breakLine() {
	switch {
	case r.last == 0:
	case r.last == '\\': // two backslashes at a line end are read in several ways
		r.raw("<br>")
	case r.context == inParagraph:
		s := strings.TrimRight(r.out.String(), " ")
		r.out.Reset()
		r.out.WriteString(s + "\\\n")
		r.last = 0
		r.lines++
	case r.context == inCell:
		r.raw("<br>")
	default:
		r.raw(" ")
	}
}

// marks are the styles that have delimiters, and those that have elements of HTML, outermost
// first.
var marks = [...]struct {
	style     semantic.TextStyle
	delimiter string
	element   string
}{
	{semantic.Bold, "**", "strong"},
	{semantic.Italic, "*", "em"},
	{semantic.Strike, "~~", "del"},
	{semantic.Superscript, "", "sup"},
	{semantic.Subscript, "", "sub"},
}

// styled writes text in its style. Delimiters that CommonMark would not take for such where
// they stand (clause 6.2: flanking) are elements of HTML.
func (r *renderer) styled(i int, p *piece) {
	if p.style&semantic.Monospace != 0 {
		r.code(p.text)
		return
	}
	first, _ := utf8.DecodeRuneInString(p.text)
	last, _ := utf8.DecodeLastRuneInString(p.text)
	var ends []string
	flank := flanks(r.last, first) && flanks(r.charBehind(i), last) && !strings.ContainsRune("*~_", first) && !strings.ContainsRune("*~_", last) && !strings.ContainsRune("*~_", r.last) && !strings.ContainsRune("*~_", r.charBehind(i)) && r.styledAlone(i)
	for _, m := range marks {
		if p.style&m.style == 0 {
			continue
		}
		if m.delimiter != "" && flank {
			r.raw(m.delimiter)
			ends = append(ends, m.delimiter)
		} else {
			r.raw("<" + m.element + ">")
			ends = append(ends, "</"+m.element+">")
		}
	}
	r.text(i, p)
	for _, e := range slices.Backward(ends) {
		r.raw(e)
	}
}

// styledAlone reports whether no piece that stands at piece i without a space has delimiters, too:
// those would be one run.
func (r *renderer) styledAlone(i int) bool {
	return (i == 0 || r.in[i-1].kind != text || r.in[i-1].style == 0) && (i+1 >= len(r.in) || r.in[i+1].kind != text || r.in[i+1].style == 0)
}

// flanks reports whether a run of delimiters between outside and inside is one that opens, seen from
// the outside; one that closes is the same in a mirror.
func flanks(outside, inside rune) bool {
	switch {
	case isSpace(inside):
		return false
	case !isPunctuation(inside):
		return true
	}
	return isSpace(outside) || isPunctuation(outside)
}

// isSpace is what CommonMark takes for white space; beginning and end of a line count as such.
func isSpace(r rune) bool { return r == 0 || unicode.IsSpace(r) }

// isPunctuation is what CommonMark calls a Unicode punctuation character.
func isPunctuation(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }

// code writes a code span. Nothing in it is escaped but a pipe in a cell.
func (r *renderer) code(s string) {
	fence := strings.Repeat("`", longestRun(s, '`')+1)
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	if r.context == inCell {
		s = strings.ReplaceAll(s, "|", `\|`)
	}
	if r.last == '`' {
		r.raw("<!-- -->") // two runs of backticks would be one
	}
	r.raw(fence + s + fence)
}

// text writes the text of piece i.
func (r *renderer) text(i int, p *piece) {
	s := p.text
	if r.last == 0 || r.last == ' ' {
		s = strings.TrimLeft(s, " ")
	}
	begins := -1
	if r.last == 0 && r.context == inParagraph {
		begins = r.blockMark(s, i)
	}
	for at := 0; at < len(s); {
		c, size := utf8.DecodeRuneInString(s[at:])
		run := size
		if strings.ContainsRune("*_~`", c) {
			for at+run < len(s) && s[at+run] == s[at] {
				run++
			}
		}
		next := r.charBehind(i)
		if p.style != 0 || i+1 < len(r.in) && r.in[i+1].style != 0 {
			next = '<' // or another mark of a style
		}
		if at+run < len(s) {
			next, _ = utf8.DecodeRuneInString(s[at+run:])
		}
		escape := at == begins || r.isMarkup(c, run, next, s[at:], p.inLink)
		for k := 0; k < run; k += size {
			if escape {
				r.out.WriteByte('\\')
			}
			r.out.WriteString(s[at : at+size])
		}
		r.last = c
		at += run
	}
}

// isMarkup reports whether c, the first of a run, would be markup where it stands: before
// next, with rest the text from c on.
func (r *renderer) isMarkup(c rune, run int, next rune, rest string, inLink bool) bool {
	switch c {
	case '\\':
		return next == 0 || next < utf8.RuneSelf && isPunctuation(next)
	case '`':
		return r.signs[c] > 1
	case '*', '_', '~':
		if r.signs[c] < 2 || c == '~' && run > 2 {
			return false
		}
		opens, closes := flanks(r.last, next) && !isSpace(next), flanks(next, r.last) && !isSpace(r.last)
		if c == '_' && opens && closes {
			return isPunctuation(r.last) || isPunctuation(next) // inside a word it is none
		}
		return opens || closes
	case '[':
		return inLink || next == '^' || r.last == 0 && isTask(rest) || next == 0 && len(rest) == 1
	case ']':
		return inLink || next == '(' || next == ':' || next == '['
	case '!':
		return next == '['
	case '<':
		return next == '/' || next == '!' || next == '?' || next < utf8.RuneSelf && unicode.IsLetter(next)
	case '&':
		return isEntity(rest)
	case '|':
		return r.context == inCell
	case '$':
		return r.dollars > 1 && (!isSpace(next) || !isSpace(r.last))
	}
	return false
}

// isTask reports whether s begins as an item of a list of tasks does.
func isTask(s string) bool {
	return len(s) >= 3 && s[2] == ']' && strings.IndexByte(" xX", s[1]) >= 0
}

// isEntity reports whether s begins with a character reference.
func isEntity(s string) bool {
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == ';':
			return i > 1
		case c == '#' && i == 1:
		case c|0x20 < 'a' || c|0x20 > 'z':
			if c < '0' || c > '9' {
				return false
			}
		}
	}
	return false
}

// mostDigits is how many digits the number of an item has at most.
const mostDigits = 9

// blockMark is the byte of s, with which a line begins, that has to be escaped so that the line
// is text; -1: none.
func (r *renderer) blockMark(s string, i int) int {
	if s == "" {
		return -1
	}
	ends := func(at int) bool { // a space or the end of the line is at byte at
		if at < len(s) {
			return s[at] == ' '
		}
		return isSpace(r.charBehind(i))
	}
	whole := r.charBehind(i) == 0
	switch c := s[0]; c {
	case '#':
		if n := len(s) - len(strings.TrimLeft(s, "#")); n <= maxLevel && ends(n) {
			return 0
		}
	case '>':
		return 0
	case '-', '+', '*', '_', '=':
		if c != '_' && c != '=' && ends(1) {
			return 0
		}
		if rule := strings.ReplaceAll(s, " ", ""); whole && strings.Trim(rule, string(c)) == "" && (len(rule) > 2 || r.lines > 0) {
			return 0
		}
		if c == '-' && r.lines > 0 {
			return 0
		}
	case '~':
		if strings.HasPrefix(s, "~~~") {
			return 0
		}
	case '`':
		if strings.HasPrefix(s, "```") {
			return 0
		}
	case '|', ':':
		if r.lines > 0 {
			return 0
		}
	case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		n := len(s) - len(strings.TrimLeft(s, "0123456789"))
		if n <= mostDigits && n < len(s) && (s[n] == '.' || s[n] == ')') && ends(n+1) {
			return n
		}
	}
	return -1
}
