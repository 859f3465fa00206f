package infer

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/language"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// hyphens calls f for each line of p that may break a word, with the line that
// goes on with it.
func (d *draft) hyphens(p *part, f func(line, next string)) {
	s := d.sheetOf(p)
	for i := p.first; i < p.first+p.count; i++ {
		line, next := s.text(i), ""
		if hyphenBytes(line) == 0 {
			continue
		}
		switch {
		case i < p.last():
			next = s.text(i + 1)
		case p.next != nil && p.next.count > 0:
			next = d.sheetOf(p.next).text(p.next.first)
		}
		if breaksWord(line, next) {
			f(line, next)
		}
	}
}

// breaksWord reports whether line ends in a hyphen that may break a word with
// which next goes on.
func breaksWord(line, next string) bool {
	size := hyphenBytes(line)
	if size == 0 {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(line[:len(line)-size])
	after, _ := utf8.DecodeRuneInString(next)
	return unicode.IsLetter(before) && unicode.IsLetter(after)
}

const softHyphen = "\u00ad"

// joinsParts reports whether line ends in a hyphen, or between numbers in a dash,
// inside a compound that goes on in next: Debian-Distribution, 1990–1995.
func joinsParts(line, next string) bool {
	sign, size := utf8.DecodeLastRuneInString(line)
	if sign != '–' && hyphenBytes(line) == 0 {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(line[:len(line)-size])
	after, _ := utf8.DecodeRuneInString(next)
	if sign == '–' {
		return unicode.IsDigit(before) && unicode.IsDigit(after)
	}
	return (unicode.IsLetter(before) || unicode.IsDigit(before)) && (unicode.IsLetter(after) || unicode.IsDigit(after))
}

// conjunctions stand behind hyphens that stand for the rest of a compound:
// "pre- and post-war", "Vor- und Nachteile".
var conjunctions = map[string]bool{
	"and": true, "or": true, "to": true, "und": true, "oder": true, "bzw": true, "sowie": true, "bis": true, "en": true, "of": true,
	"och": true, "eller": true, "og": true, "ja": true, "tai": true, "és": true, "vagy": true, "i": true, "lub": true, "и": true, "или": true,
}

// tornWord is the word before the hyphen that ends line and the one that begins
// next, in lower case.
func tornWord(line, next string) (head, tail string) {
	line = line[:len(line)-hyphenBytes(line)]
	start := strings.LastIndexFunc(line, func(r rune) bool { return !language.InWord(r) })
	if start >= 0 {
		_, size := utf8.DecodeRuneInString(line[start:])
		start += size
	} else {
		start = 0
	}
	tail, _ = language.NextWord(next)
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
func (x *lexicon) lineEnd(line, next string) (drop int, glue bool) {
	next = strings.TrimLeft(next, " ")
	switch {
	case next == "":
		return 0, false
	case strings.HasSuffix(line, "/-"): // TeX breaks GNU/Linux so, and addresses
		return 1, true
	case tornAddress(line, next):
		return 0, true
	case !breaksWord(line, next):
		return 0, joinsParts(line, next)
	case x.joins(line, next):
		return hyphenBytes(line), true
	}
	_, tail := tornWord(line, next)
	return 0, !conjunctions[tail]
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// prefixUses is how many compounds with a word before their hyphen make a line
	// end behind that word the hyphen of another one.
	prefixUses = 2
	// compoundLong is the bytes of halves of which the second one tells alone: a
	// break leaves such a rest, a word of its own, by chance in 1 of 134 words.
	compoundLong = 6
)

// joins reports whether the hyphen at the end of line only breaks a word, so
// that it goes away when next follows.
func (x *lexicon) joins(line, next string) bool {
	if strings.HasSuffix(line, softHyphen) {
		return true
	}
	size := hyphenBytes(line)
	after, _ := utf8.DecodeRuneInString(next)
	head, tail := tornWord(line, next)
	joined, hyphened := x.countOf(head+tail), x.countOf(head+"-"+tail)
	switch {
	case joined != hyphened:
		return joined > hyphened
	case hyphened > 0, strings.Contains(tail, "-"), conjunctions[tail]:
		return false
	case x.countOf(head+"-") >= prefixUses:
		return false
	case words.IsEnding(tail):
		return true
	// Capitals are names and abbreviations: Jean-Paul, UTF-8, X-RAY.
	case !unicode.IsLower(after), allUpper(head, line[:len(line)-size]):
		return false
	}
	return x.breaks[words.ScriptOf(head)] && !strings.Contains(head, "-") && !x.compound(head, tail)
}

// compound reports whether a word that stands nowhere else is two words with a
// hyphen between them, in a language that does not write such words as one: by the
// words themselves, or because both halves, or a long second one, are found alone.
func (x *lexicon) compound(head, tail string) bool {
	if x.solid || !words.MayCompound(head, tail) {
		return false
	}
	if words.Hyphenates(head, tail) {
		return true
	}
	alone := x.countOf(head) > 0 || min(len(head), len(tail)) >= compoundLong
	return alone && x.countOf(tail) > 0 && !words.IsClosedTail(tail)
}

// solidLanguages write compounds as one word.
var solidLanguages = map[string]bool{
	"de": true, "nl": true, "sv": true, "da": true, "nb": true, "nn": true, "no": true, "fi": true, "et": true, "hu": true, "is": true,
}

// allUpper reports whether the word that ends line, of the length of head, is
// in capitals.
func allUpper(head, line string) bool {
	word := line[max(len(line)-len(head), 0):]
	return word != "" && strings.IndexFunc(word, unicode.IsLower) < 0
}
