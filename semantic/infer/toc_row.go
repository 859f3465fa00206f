package infer

import (
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// tocRow is the text at one height in a list of contents: the words of an
// entry, or some of them, and the number of the page that it leads to.
type tocRow struct {
	sheet       int32
	part        int   // index in the parts of the sheet
	first, last int32 // lines
	left        float32
	column      int32
	words       int32 // where the words end in the text of the page
	wordsLine   int32 // the line they end in
	number      span  // the page number in the text of the page
	bare        bool  // there are no words
	value       int32 // the value of the page number
	roman       bool
	leader      bool  // dots lead to the number
	apart       bool  // wide white space leads to the number
	link        int32 // the first link of the page that leads to another place; -1: none
}

// span is a stretch of the text of a page.
type span struct{ start, end int32 }

func (t span) empty() bool { return t.start >= t.end }

// leads reports whether the row surely ends an entry: it has words, and a page number behind dots or
// white space, or a link.
func (r *tocRow) leads() bool {
	return !r.number.empty() && !r.bare && (r.leader || r.apart || r.link >= 0)
}

// tocRows appends the rows of part i of s.
func (s *sheet) tocRows(rows []tocRow, i int) []tocRow {
	p := &s.parts[i]
	for line := p.first; line <= p.last(); {
		r := tocRow{sheet: s.index, part: i, first: line, last: line, left: s.line(line).Box.X0, column: s.Blocks[p.block].Column, link: -1}
		for r.last < p.last() && sameHeight(s.line(line), s.line(r.last+1)) && s.line(r.last+1).Box.X0 > s.line(r.last).Box.X0 {
			r.last++
		}
		s.readRow(&r)
		rows = append(rows, r)
		line = r.last + 1
	}
	return rows
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// tocGap is the least white space in ems before a page number without a leader.
	tocGap = 1.2
	// tocLinked is the least share of its link in the text of a row without a page number that is an
	// entry: entries have .9 and more, lines of a paragraph with a citation under .1.
	tocLinked = 0.5
	// pagesOfChapter orders pages that are counted by chapter: "5-12" before "6-1".
	pagesOfChapter = 10_000
)

// readRow finds where the words of a row end and to which page it leads.
func (s *sheet) readRow(r *tocRow) {
	l := s.line(r.last)
	text := s.text(r.last)
	start, value, roman := pageNumberAt(text)
	r.wordsLine = r.last
	if start >= 0 {
		r.number, r.value, r.roman = span{l.Start + int32(start), l.End}, value, roman
		text = text[:start]
		r.apart = max(l.WideGap, l.FirstGap) >= tocGap*l.Size
		if strings.TrimSpace(text) == "" && r.last > r.first {
			r.wordsLine--
			above := s.line(r.wordsLine)
			text = s.text(r.wordsLine)
			r.apart = l.Box.X0-above.Box.X1 >= tocGap*l.Size
			l = above
		}
	}
	words, dots := cutLeader(text)
	for strings.Trim(text, leaderSigns+" ") == "" && r.wordsLine > r.first { // dots that line up with those of other rows are cut at each
		r.wordsLine--
		l, text = s.line(r.wordsLine), s.text(r.wordsLine)
		words, dots = len(strings.TrimRight(text, leaderSigns+" ")), true
	}
	r.leader, r.bare = dots, words == 0
	r.words = l.Start + int32(words)
	if r.link = s.innerLink(r.first, r.last); r.number.empty() && !s.isLinked(r) {
		r.link = -1
	}
}

// isLinked reports whether most of a row's text is its link. It is in an entry, but not in a paragraph
// that refers to another page.
func (s *sheet) isLinked(r *tocRow) bool {
	linked, all := int32(0), int32(0)
	for i := r.first; i <= r.last; i++ {
		for _, span := range s.LineSpans(int(i)) {
			all += span.End - span.Start
			if span.Link >= 0 && s.Links[span.Link].Target != nil {
				linked += span.End - span.Start
			}
		}
	}
	return float32(linked) >= tocLinked*float32(all)
}

// pageNumberAt returns where the page number at the end of text begins, or -1 when there
// is none. It has digits or is a Roman number, and stands behind a space or a leader. The chapter may
// stand before it: "5-12", "A-3".
func pageNumberAt(text string) (start int, value int32, roman bool) {
	start = len(text)
	for start > 0 && isLabelByte(text[start-1]) {
		start--
	}
	value, roman, ok := pageNumber(text[start:])
	if !ok {
		return -1, 0, false
	}
	if start > 1 && text[start-1] == '-' && isLabelByte(text[start-2]) {
		end := start - 1
		for start = end; start > 0 && isLabelByte(text[start-1]); {
			start--
		}
		chapter, _, ok := pageNumber(text[start:end])
		if !ok && end-start > 1 {
			return -1, 0, false
		} else if !ok {
			chapter = int32(text[start])
		}
		value += chapter * pagesOfChapter
	}
	if start > 0 && !isLeader(text[:start]) && text[start-1] != ' ' {
		return -1, 0, false
	}
	return start, value, roman
}

func isLabelByte(c byte) bool { return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' }

// pageNumber reads a page number in digits or in Roman numerals.
func pageNumber(token string) (value int32, roman, ok bool) {
	if value, ok := words.RomanNumber([]byte(token)); ok {
		return value, true, true
	}
	if token == "" || len(token) > pageDigits {
		return 0, false, false
	}
	for _, c := range token {
		if c < '0' || c > '9' {
			return 0, false, false
		}
		value = value*10 + c - '0'
	}
	return value, false, true
}

// isLeader reports whether text ends in a sign of leaderSigns.
func isLeader(text string) bool {
	r, _ := utf8.DecodeLastRuneInString(text)
	return strings.ContainsRune(leaderSigns, r)
}

// leaderSigns are the signs of leaders.
const leaderSigns = ".·…‥․⋯_"

// cutLeader returns the length of text without the leader and white space at its end, and
// whether there is a leader.
func cutLeader(text string) (size int, dots bool) {
	count := 0
	size = len(text)
	for size > 0 {
		r, n := utf8.DecodeLastRuneInString(text[:size])
		switch {
		case r == '…' || r == '⋯':
			count += leaderDots
		case strings.ContainsRune(leaderSigns, r):
			count++
		case r != ' ':
			n = 0
		}
		if n == 0 {
			break
		}
		size -= n
	}
	if count >= leaderDots {
		return size, true
	}
	return len(strings.TrimRight(text, " ")), false
}

// innerLink returns the first link in lines that leads to a place in the document, or -1.
func (s *sheet) innerLink(first, last int32) int32 {
	for i := first; i <= last; i++ {
		for _, span := range s.LineSpans(int(i)) {
			if span.Link >= 0 && s.Links[span.Link].Target != nil && s.Links[span.Link].Target.Page > 0 {
				return span.Link
			}
		}
	}
	return -1
}
