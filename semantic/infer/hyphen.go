package infer

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/language"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// hyphens calls f for each line of p that may break a word, with the line that
// follows it.
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

// breaksWord reports whether line ends in a hyphen that may break a word, and next begins with
// letters.
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

// joinsParts reports whether line ends in a hyphen inside a compound, or in a dash between numbers,
// and next goes on with it: Debian-Distribution, 1990–1995.
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

// conjunctions follow hyphens that replace the rest of a compound:
// "pre- and post-war", "Vor- und Nachteile".
var conjunctions = map[string]bool{
	"and": true, "or": true, "to": true, "und": true, "oder": true, "bzw": true, "sowie": true, "bis": true, "en": true, "of": true,
	"och": true, "eller": true, "og": true, "ja": true, "tai": true, "és": true, "vagy": true, "i": true, "lub": true, "и": true, "или": true,
}

// tornWord returns the word before the hyphen at the end of line and the first word of
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

// hyphenBytes returns the length of the hyphen at the end of line.
func hyphenBytes(line string) int {
	r, size := utf8.DecodeLastRuneInString(line)
	switch r {
	case '-', '‐', '\u00ad', '\u2011':
		return size
	}
	return 0
}

// lineEnd returns how many bytes at the end of line are dropped when next follows,
// and whether no space stands between the two:
//
//	exam-            drop 1, glue: example
//	ple
//
//	well-            drop 0, glue: well-known
//	known
//
//	pre-             drop 0, no glue: pre- and post-war
//	and post-war
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
	// prefixUses is the fewest compounds that begin with a word, after which a line that ends
	// in this word and a hyphen is taken for a further one.
	prefixUses = 2
	// compoundLong is the length in bytes of halves from which the second half is enough to make a
	// compound. By chance, a break leaves such a rest that is itself a word in 1 of 134 words.
	compoundLong = 6
)

// joins reports whether the hyphen at the end of line only breaks a word, so
// that it is dropped when next follows.
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

// compound reports whether head and tail, which the document has nowhere together, are two words
// with a hyphen between them. The language must not write such words as one. The words
// themselves may show it, or both halves, or a long second one, stand alone elsewhere.
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

// allUpper reports whether the last word of line, as long as head, is in capitals.
func allUpper(head, line string) bool {
	word := line[max(len(line)-len(head), 0):]
	return word != "" && strings.IndexFunc(word, unicode.IsLower) < 0
}
