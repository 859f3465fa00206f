package pipeline

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/words"

	"github.com/pagelift/pagelift/semantic"
)

// countWords counts the words of a document: the segments of UAX #29 that hold a letter, a digit or an ideograph.
// Page furniture does not count. A word whose letters differ in style is one word. No word continues over the end
// of a block.
func countWords(root *semantic.Node) int {
	var c wordCounter
	c.node(root)
	c.flush()
	return c.count
}

type wordCounter struct {
	text  []byte // of the block so far
	count int
}

func (c *wordCounter) node(n *semantic.Node) {
	block := false
	switch {
	case n.Role == semantic.Artifact:
		return
	case n.Role == semantic.LineBreak:
		c.text = append(c.text, '\n')
	case !n.Role.Inline() && n.Role != semantic.PageBreak: // a page may break inside a word
		block = true
		c.flush()
	}
	c.text = append(c.text, n.Text...)
	for _, child := range n.Children {
		c.node(child)
	}
	if block {
		c.flush()
	}
}

// flush counts the text so far. A space always ends a word, so each piece between spaces is counted by itself. The
// short rules for ASCII apply to nearly all pieces.
func (c *wordCounter) flush() {
	s := c.text
	for i := 0; i < len(s); i++ {
		start, all, some := i, byte(joins), byte(0)
		for i < len(s) && wordClasses[s[i]] != space {
			all &= wordClasses[s[i]]
			some |= wordClasses[s[i]]
			i++
		}
		switch {
		case some == 0:
		case some&beyond != 0:
			c.count += countUnicode(s[start:i])
		case all == joins:
			c.count += min(int(some&(letter|digit)), 1)
		default:
			c.count += countASCII(s[start:i])
		}
	}
	c.text = s[:0]
}

// countUnicode counts the words of any text.
func countUnicode(s []byte) int {
	count := 0
	for piece := range bytes.FieldsSeq(s) { // there are more spaces than those of ASCII
		segments := words.FromBytes(piece)
		for segments.Next() {
			if isWord(segments.Value()) {
				count++
			}
		}
	}
	return count
}

func isWord(segment []byte) bool {
	for i := 0; i < len(segment); {
		r, size := utf8.DecodeRune(segment[i:])
		if unicode.IsLetter(r) || unicode.IsDigit(r) { // ideographs are letters
			return true
		}
		i += size
	}
	return false
}

// countASCII counts the words of ASCII text by the rules of UAX #29 that apply to it. Letters, digits and
// underscores join (WB5, WB8 to WB10, WB13a, WB13b). A sign joins two letters (WB6, WB7) or two digits (WB11,
// WB12).
func countASCII(s []byte) int {
	count := 0
	for i := 0; i < len(s); {
		word := false
		for start := i; i < len(s); i++ {
			class := wordClasses[s[i]]
			if class&joins == 0 && (i == start || i+1 == len(s) || !between(wordClasses[s[i-1]], class, wordClasses[s[i+1]])) {
				break
			}
			word = word || class&(letter|digit) != 0
		}
		if word {
			count++
		}
		i++ // skips what ended the word
	}
	return count
}

// between reports whether a sign joins the characters before and after it.
func between(before, sign, after byte) bool {
	return before&after&joins != 0 && before&sign&after != 0
}

// Classes of bytes by UAX #29. A sign has the classes of the characters that it may stand between.
const (
	letter = 1 << iota
	digit
	joins
	space
	beyond // a byte of a character outside of ASCII
)

// wordClasses are the classes of all bytes.
var wordClasses = func() (t [256]byte) {
	for c := range t {
		switch b := byte(c); {
		case b >= utf8.RuneSelf:
			t[c] = beyond
		case 'a' <= b|0x20 && b|0x20 <= 'z':
			t[c] = letter | joins
		case '0' <= b && b <= '9':
			t[c] = digit | joins
		case b == '_':
			t[c] = joins
		case b == '.' || b == '\'':
			t[c] = letter | digit // MidNumLet, Single_Quote
		case b == ':':
			t[c] = letter // MidLetter
		case b == ',' || b == ';':
			t[c] = digit // MidNum
		case b == ' ' || '\t' <= b && b <= '\r':
			t[c] = space
		}
	}
	return t
}()
