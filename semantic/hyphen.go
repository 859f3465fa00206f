package semantic

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"
)

// lexicon counts, over the whole document, the words that hyphens at line ends
// could make, joined and hyphenated.
type lexicon struct {
	counts map[string]int32
	// breaks is whether the document breaks words at line ends at all. Text of a
	// browser does not: each hyphen there was in the word before.
	breaks bool
}

// newLexicon looks at the line ends first, so that only the words in question
// are counted.
func newLexicon(ctx context.Context, d *draft) (*lexicon, error) {
	x := &lexicon{counts: map[string]int32{}}
	var ends []tornPair
	lines := 0
	filter := new(wordFilter)
	add := func(word string) {
		x.counts[word] = 0
		filter[filterKey(word)] = true
	}
	err := d.eachSheet(ctx, func(s *sheet) {
		lines += len(s.Lines)
		for i := range s.parts {
			d.hyphens(&s.parts[i], func(line, next string) {
				head, tail := tornWord(line, next)
				if head == "" || tail == "" {
					return
				}
				ends = append(ends, tornPair{head, tail})
				add(head + tail)
				add(head + "-" + tail)
				if mayCompound(head, tail) { // copies: parts of a page would hold it
					add(strings.Clone(head))
					add(strings.Clone(tail))
				}
			})
		}
	})
	if err != nil || len(ends) == 0 {
		return x, err
	}
	err = d.eachSheet(ctx, func(s *sheet) {
		for i := range s.Lines {
			text := s.text(int32(i))
			for len(text) > 0 {
				var word string
				word, text = nextWord(text)
				if word == "" || text == "" && s.Lines[i].Hyphen {
					continue
				}
				x.count(word, filter)
			}
		}
	})
	x.decide(ends, lines)
	return x, err
}

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

// tornPair is what stands before and behind a hyphen at a line end.
type tornPair struct{ head, tail string }

// decide finds out whether the document breaks words, from those line ends for
// which the rest of the document tells.
func (x *lexicon) decide(ends []tornPair, lines int) {
	broken, whole := 0, 0
	for _, e := range ends {
		x.counts[e.tail]-- // it was counted where it begins its line
		switch joined, hyphened := x.counts[e.head+e.tail], x.counts[e.head+"-"+e.tail]; {
		case joined > hyphened:
			broken++
		case hyphened > joined:
			whole++
		}
	}
	if broken != whole {
		x.breaks = broken > whole
		return
	}
	x.breaks = float64(len(ends)) >= hyphenRate*float64(lines)
}

// wordFilter tells, by the ends and the length of a word, that it is not in
// question: nearly all need no look-up.
type wordFilter [1 << 16]bool

// filterKey is the same for a word in capitals and in lower case, as long as its
// ends are ASCII; all other words share one key.
func filterKey(word string) uint16 {
	first, last := word[0], word[len(word)-1]
	if first >= utf8.RuneSelf || last >= utf8.RuneSelf {
		return 0xffff
	}
	return uint16(first&0x1f)<<11 | uint16(last&0x1f)<<6 | uint16(len(word)&0x3f)
}

// count counts word when it is in question.
func (x *lexicon) count(word string, filter *wordFilter) {
	if !filter[filterKey(word)] {
		return
	}
	word = strings.ToLower(word)
	if n, ok := x.counts[word]; ok {
		x.counts[word] = n + 1
	}
}

// nextWord is the first word of text, hyphens and apostrophes inside it
// included, and what follows it.
func nextWord(text string) (word, rest string) {
	start := 0
	for start < len(text) && (wordBytes[text[start]] == 0 || !isLetterAt(text, start)) {
		start++
	}
	end := start
	for end < len(text) {
		class := wordBytes[text[end]]
		if class == inWordByte {
			end++
			continue
		}
		if class == 0 {
			break
		}
		r, size := utf8.DecodeRuneInString(text[end:])
		if !inWord(r) {
			break
		}
		end += size
	}
	word, rest = text[start:end], text[end:]
	for word != "" && (word[len(word)-1] == '-' || word[len(word)-1] == '\'') {
		word = word[:len(word)-1]
	}
	return strings.TrimSuffix(word, "’"), rest
}

// Classes of bytes; 0 is an ASCII character that no word has.
const (
	inWordByte = 1 + iota // an ASCII character of words
	beyondByte            // of a character that is not ASCII
)

// wordBytes are the classes of all bytes. Text is long; this is its inner loop.
var wordBytes = func() (t [256]uint8) {
	for c := range t {
		switch {
		case c >= utf8.RuneSelf:
			t[c] = beyondByte
		case inWord(rune(c)):
			t[c] = inWordByte
		}
	}
	return t
}()

// isLetterAt reports whether a letter begins at text[i].
func isLetterAt(text string, i int) bool {
	c := text[i]
	if c < utf8.RuneSelf {
		return c|0x20 >= 'a' && c|0x20 <= 'z'
	}
	if !utf8.RuneStart(c) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(text[i:])
	return unicode.IsLetter(r)
}

func inWord(r rune) bool {
	if r < utf8.RuneSelf {
		return r|0x20 >= 'a' && r|0x20 <= 'z' || r >= '0' && r <= '9' || r == '-' || r == '\''
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) || r == '’' || r == '‐' || r == '\u00ad'
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
	case tornAddress(line, next):
		return 0, true
	case strings.HasSuffix(line, "/-"): // TeX breaks GNU/Linux so
		return 1, true
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
	joined, hyphened := x.counts[head+tail], x.counts[head+"-"+tail]
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
	return mayCompound(head, tail) && x.counts[head] > 0 && x.counts[tail] > 0
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
