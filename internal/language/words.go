package language

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// NextWord is the first word of text, hyphens and apostrophes inside it
// included, and what follows it.
func NextWord(text string) (word, rest string) {
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
		if !InWord(r) {
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
		case InWord(rune(c)):
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

func InWord(r rune) bool {
	if r < utf8.RuneSelf {
		return r|0x20 >= 'a' && r|0x20 <= 'z' || r >= '0' && r <= '9' || r == '-' || r == '\''
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) || r == '’' || r == '‐' || r == '\u00ad'
}

// wordsOf yields the words of text in lower case, without those of addresses and short forms: "de" in "mail@fox.de" and
// "e" in "e.V." are no common words.
func wordsOf(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for end := 0; end < len(text); {
			start := end
			for start < len(text) && !isLetterAt(text, start) {
				start++
			}
			for end = start; end < len(text) && isLetterAt(text, end); {
				_, size := utf8.DecodeRuneInString(text[end:])
				end += size
			}
			if end == start || start > 0 && joinsWords(text[start-1]) || end+1 < len(text) && joinsWords(text[end]) && isLetterAt(text, end+1) {
				continue
			}
			if !yield(strings.ToLower(text[start:end])) {
				return
			}
		}
	}
}

// joinsWords reports whether c, with no space beside it, makes an address or a short form of the words around it.
func joinsWords(c byte) bool { return c == '.' || c == '@' || c == '/' }
