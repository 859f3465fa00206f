package semantic

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// hyphens calls f for each line of p that may break a word, with the line that
// goes on with it.
func (d *draft) hyphens(p *part, f func(line, next string)) {
	s := d.of(p)
	for i := p.first; i < p.first+p.count; i++ {
		switch {
		case !s.line(i).Hyphen:
		case i < p.last():
			f(s.text(i), s.text(i+1))
		case p.next != nil:
			f(s.text(i), d.of(p.next).text(p.next.first))
		}
	}
}

// tornWord is the word before the hyphen that ends line and the one that begins
// next, in lower case.
func tornWord(line, next string) (head, tail string) {
	line = line[:len(line)-hyphenBytes(line)]
	start := strings.LastIndexFunc(line, func(r rune) bool { return !inWord(r) })
	if start >= 0 {
		_, size := utf8.DecodeRuneInString(line[start:])
		start += size
	} else {
		start = 0
	}
	tail, _ = nextWord(next)
	if !strings.HasPrefix(next, tail) {
		tail = ""
	}
	return strings.ToLower(line[start:]), strings.ToLower(tail)
}

// hyphenBytes is the length of the hyphen at the end of line.
func hyphenBytes(line string) int {
	r, size := utf8.DecodeLastRuneInString(line)
	switch r {
	case '-', '‐', '\u00ad', '\u2011':
		return size
	}
	return 0
}

// lineEnd says how many bytes at the end of line go away when next follows it,
// and whether no space is to stand between the two.
func (x *lexicon) lineEnd(line, next string, hyphen bool) (drop int, glue bool) {
	switch {
	case next == "":
		return 0, false
	case strings.HasSuffix(line, "/-"): // TeX breaks GNU/Linux so, and addresses
		return 1, true
	case tornAddress(line, next):
		return 0, true
	case !hyphen:
		return 0, false
	}
	if x.joins(line, strings.TrimLeft(next, " ")) {
		drop = hyphenBytes(line)
	}
	return drop, true
}

// joins reports whether the hyphen at the end of line only breaks a word, so
// that it goes away when next follows.
func (x *lexicon) joins(line, next string) bool {
	if strings.HasSuffix(line, "\u00ad") {
		return true
	}
	size := hyphenBytes(line)
	if size == 0 {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(line[:len(line)-size])
	after, _ := utf8.DecodeRuneInString(next)
	if !unicode.IsLetter(before) || !unicode.IsLetter(after) {
		return false
	}
	head, tail := tornWord(line, next)
	joined, hyphened := x.of(head+tail), x.of(head+"-"+tail)
	switch {
	case joined != hyphened:
		return joined > hyphened
	case hyphened > 0, !x.breaks, strings.Contains(tail, "-"), x.compound(head, tail):
		return false
	}
	// Capitals are names and abbreviations: Jean-Paul, UTF-8, X-RAY.
	return unicode.IsLower(after) && !allUpper(head, line[:len(line)-size]) && !strings.Contains(head, "-")
}

// compound reports whether both halves are words of their own elsewhere.
func (x *lexicon) compound(head, tail string) bool {
	return mayCompound(head, tail) && x.of(head) > 0 && x.of(tail) > 0
}

// mayCompound reports whether both are long enough to be words, not syllables.
func mayCompound(head, tail string) bool {
	return len(head) >= compoundHead && len(tail) >= compoundTail
}

// allUpper reports whether the word that ends line, of the length of head, is
// in capitals.
func allUpper(head, line string) bool {
	word := line[max(len(line)-len(head), 0):]
	return word != "" && strings.IndexFunc(word, unicode.IsLower) < 0
}
