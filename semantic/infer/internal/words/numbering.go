package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/roman"
)

// Number is the numbering at the start of a heading or list item.
type Number struct {
	Depth  int  // 2 for "1.2", 1 for "Chapter 3"; 0: there is no number
	Bytes  int  // length of the label with the white space behind it
	Value  int  // the last component: 2 for "1.2", "b" and "ii"
	Kind   byte // '1', 'a', 'A', 'i', 'I', or CJKKind
	Word   bool // it begins with a word: Chapter 3, § 3
	Suffix byte // '.', ')', ']', ':', '-' or 0
	Open   bool // a bracket before it
}

// sectionWords are words at the start of the numbering of headings.
var sectionWords = map[string]bool{
	"chapter": true, "section": true, "part": true, "appendix": true, "annex": true, "article": true, "book": true, "§": true,
	"kapitel": true, "abschnitt": true, "teil": true, "anhang": true, "chapitre": true, "partie": true, "annexe": true,
	"capítulo": true, "capitulo": true, "sección": true, "parte": true, "apéndice": true, "apêndice": true, "anexo": true, "capitol": true, "priedas": true, "skyrius": true, "capitolo": true, "sezione": true,
	"artikel": true, "artículo": true, "articulo": true, "articolo": true, "artigo": true, "clause": true, "schedule": true,
	"art.": true, "título": true, "titre": true, "kapittel": true, "rozdział": true, "artykuł": true, "článek": true, "bölüm": true, "madde": true,
	"κεφάλαιο": true, "άρθρο": true, "статья": true, "часть": true, "розділ": true, "стаття": true,
	"الفصل": true, "المادة": true, "مادة": true, "الباب": true, "פרק": true, "סעיף": true,
	"appendice": true, "hoofdstuk": true, "bijlage": true, "глава": true, "раздел": true, "приложение": true,
}

// IsSectionWord reports whether word, in lower case, stands at the start of the numbering of headings.
func IsSectionWord(word string) bool { return sectionWords[word] }

// NumberOf reads the numbering at the start of text. Text must follow a number, unless a
// section word stands before it.
func NumberOf(text string) Number {
	word, rest, ok := strings.Cut(text, " ")
	if ok && IsSectionWord(strings.ToLower(word)) {
		if n := LabelOf(rest); n.Depth > 0 {
			n.Bytes += len(word) + 1
			n.Word = true
			return n
		}
		if number, _, _ := strings.Cut(rest, " "); Spelled(number) > 0 {
			label := len(word) + 1 + len(number)
			label += len(text[label:]) - len(strings.TrimLeft(text[label:], " "))
			return Number{Depth: 1, Bytes: label, Value: Spelled(number), Kind: '1', Word: true}
		}
	}
	if r, size := utf8.DecodeRuneInString(text); r == '§' {
		if n := LabelOf(text[size:]); n.Depth > 0 {
			n.Bytes += size
			n.Word = true
			return n
		}
	}
	if n := cjkNumber(text); n.Depth > 0 {
		return n
	}
	n := LabelOf(text)
	if n.Depth == 0 || n.Bytes >= len(text) {
		return Number{}
	}
	return n
}

// LabelOf reads a label of components with dots between them: "1", "1.2.", "A.1", "(iv)", "b)", "[3]".
func LabelOf(text string) Number {
	var n Number
	i := 0
	closing := byte(')')
	switch {
	case strings.HasPrefix(text, "("):
		n.Open, i = true, 1
	case strings.HasPrefix(text, "["):
		n.Open, i, closing = true, 1, ']'
	}
	for {
		size := 0
		if n.Depth < maxNumberDepth {
			size = n.component(text[i:])
		}
		if size == 0 {
			break
		}
		i += size
		n.Depth++
		if i+1 < len(text) && text[i] == '.' && text[i+1] >= '0' && text[i+1] <= '9' {
			i++
			continue
		}
		break
	}
	if n.Depth == 0 {
		return Number{}
	}
	if i < len(text) && (text[i] == '.' || text[i] == closing || text[i] == ':' || text[i] == '-' && n.Kind == '1') {
		n.Suffix = text[i]
		i++
	}
	if n.Open && n.Suffix != closing {
		return Number{}
	}
	// A lone letter or roman number is a word of the text unless a sign ends it.
	if n.Suffix == 0 && n.Kind != '1' && n.Depth == 1 && i < len(text) {
		return Number{}
	}
	if i < len(text) && text[i] != ' ' {
		return Number{}
	}
	for i < len(text) && text[i] == ' ' {
		i++
	}
	for _, dash := range [...]string{"- ", "– ", "— "} { // 04 - Create a script
		if strings.HasPrefix(text[i:], dash) {
			i += len(dash)
		}
	}
	n.Bytes = i
	return n
}

// LoneNumber reads a capital or a Roman number at the start of text without any sign behind it: "A Contributions",
// "IV Results". Only the width of the space behind it tells it from a word of the text.
func LoneNumber(text string) Number {
	var n Number
	size := n.component(text)
	if n.Kind != 'A' && n.Kind != 'I' || !strings.HasPrefix(text[size:], " ") || len(text) == size+1 {
		return Number{}
	}
	n.Depth, n.Bytes = 1, size+1
	return n
}

// component reads one component and returns its length.
func (n *Number) component(text string) int {
	i := 0
	value := 0
	for i < len(text) {
		digit, size := digitOf(text[i:])
		if digit < 0 {
			break
		}
		value = min(value, valueCap)*10 + digit
		i += size
	}
	if i > 0 {
		if value > itemNumber {
			return 0
		}
		n.Value, n.Kind = value, '1'
		return i
	}
	if n.Depth > 0 {
		return 0
	}
	for i < len(text) && (text[i]|0x20 >= 'a' && text[i]|0x20 <= 'z') {
		i++
	}
	if v, ok := RomanNumber([]byte(text[:i])); ok && i > 0 && (i > 1 || text[0]|0x20 == 'i') {
		n.Value, n.Kind = int(v), 'I'
		if text[0] >= 'a' {
			n.Kind = 'i'
		}
		return i
	}
	if i != 1 {
		return 0
	}
	n.Value, n.Kind = int(text[0]|0x20-'a')+1, 'A'
	if text[0] >= 'a' {
		n.Kind = 'a'
	}
	return 1
}

// digitOf returns the value of the decimal digit, of any script, at the start of text,
// and its length. The value is -1 when there is none.
func digitOf(text string) (digit, size int) {
	if text == "" {
		return -1, 0
	}
	if c := text[0]; c < utf8.RuneSelf {
		if c < '0' || c > '9' {
			return -1, 0
		}
		return int(c - '0'), 1
	}
	r, size := utf8.DecodeRuneInString(text)
	if !unicode.Is(unicode.Nd, r) {
		return -1, 0
	}
	zero := r // the digits of a script follow each other from nought on
	for r-zero < 9 && unicode.Is(unicode.Nd, zero-1) {
		zero--
	}
	return int(r - zero), size
}

// RomanNumber reads a Roman number below romanMost. It must be in one case and in the usual form.
func RomanNumber(token []byte) (int32, bool) {
	n, ok := roman.Parse(token)
	return int32(n), ok && n < romanMost
}
