package score

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// unified replaces characters that look alike and mean the same: quotes and dashes. It removes invisible
// characters.
var unified = strings.NewReplacer(
	"‘", "'", "’", "'", "‚", "'", "‛", "'", "“", `"`, "”", `"`, "„", `"`, "‟", `"`,
	"‐", "-", "‑", "-", "‒", "-", "–", "-", "—", "-", "―", "-", "−", "-",
	"\u00ad", "", "\u200b", "", "\u200c", "", "\u200d", "", "\u2060", "", "\ufeff", "",
	"\u200e", "", "\u200f", "", "\u202a", "", "\u202b", "", "\u202c", "", "\u2066", "", "\u2067", "", "\u2068", "", "\u2069", "",
)

// blanks are places to write on. How long they are says nothing.
var blanks = regexp.MustCompile("_{3,}")

// fold returns the text as it is compared: in NFKC, with quotes and dashes unified, without invisible characters,
// with blanks of one length, and with white space collapsed and trimmed.
func fold(s string) string {
	return strings.Join(strings.Fields(blanks.ReplaceAllLiteralString(unified.Replace(norm.NFKC.String(s)), "___")), " ")
}

// A run is text with one look.
type run struct {
	text         string
	bold, italic bool
}

// word is a word of a block, with the look of its first letter.
type word struct {
	text         string
	block        int
	bold, italic bool
}

// words returns the words of a text: runs of letters, marks and digits in lower
// case. A character of Chinese, Japanese or Korean is a word of its own.
func words(s string) []string {
	var list []string
	for _, w := range wordsOf([]run{{text: s}}) {
		list = append(list, w.text)
	}
	return list
}

// wordsOf returns the words of runs, which may end inside of a word.
func wordsOf(runs []run) []word {
	var list []word
	var open strings.Builder
	var look run
	end := func() {
		if open.Len() > 0 {
			list = append(list, word{text: open.String(), bold: look.bold, italic: look.italic})
			open.Reset()
		}
	}
	for _, part := range runs {
		for _, r := range strings.ToLower(unified.Replace(norm.NFKC.String(part.text))) {
			solid := ideographic(r)
			if solid || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
				end()
			}
			if solid || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
				if open.Len() == 0 {
					look = part
				}
				open.WriteRune(r)
			}
			if solid {
				end()
			}
		}
	}
	end()
	return list
}

// ideographic reports whether a character counts as a word by itself.
func ideographic(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// Letters returns the letters and digits of a text in lower case, without anything between.
func Letters(s string) string { return strings.Join(words(s), "") }

// HeadingKey returns the letters and digits of a heading without its section number. Headings with the same key
// count as the same.
func HeadingKey(text string) string { return Letters(withoutNumber(fold(text))) }

// section matches the number that a heading may begin with: "2", "2.1", "IV.", "§ 3".
var section = regexp.MustCompile(`^(?:§ ?)?(?:[0-9]+(?:\.[0-9]+)*[.):]?|[IVXLC]+[.)]|[A-Z][.)]) `)

// withoutNumber returns a heading's folded text without its section number.
func withoutNumber(s string) string {
	if m := section.FindString(s); m != "" && len(m) < len(s) {
		return s[len(m):]
	}
	return s
}

// label matches what a list item may begin with: a bullet, a number, a letter.
var label = regexp.MustCompile(`^(?:[•◦▪▫■□●○‣·*+-]|\(?[0-9]{1,3}[.)\]]|\(?[A-Za-z][.)]|\(?[ivxIVX]{1,5}[.)]) `)

// withoutLabel returns a list item's folded text without its bullet or number.
func withoutLabel(s string) string {
	if m := label.FindString(s); m != "" && len(m) < len(s) {
		return s[len(m):]
	}
	return s
}

// bagF1 returns the F1 of two multisets.
func bagF1(truth, output []string) float64 {
	if len(truth)+len(output) == 0 {
		return 1
	}
	have := map[string]int{}
	for _, w := range truth {
		have[w]++
	}
	common := 0
	for _, w := range output {
		if have[w] > 0 {
			have[w]--
			common++
		}
	}
	return f1(float64(common), len(truth), len(output))
}

// f1 returns 2·common/(n+m), the F1.
func f1(common float64, n, m int) float64 {
	if n+m == 0 {
		return 1
	}
	return 2 * common / float64(n+m)
}

// count returns how often the words of needle occur in hay, one after the other.
func count(hay, needle []string) int {
	n := 0
	for i := 0; len(needle) > 0 && i+len(needle) <= len(hay); {
		if slices.Equal(hay[i:i+len(needle)], needle) {
			n++
			i += len(needle)
			continue
		}
		i++
	}
	return n
}
