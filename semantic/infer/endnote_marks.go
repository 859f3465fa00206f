package infer

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// findMarks finds the numbers of a page that may lead to a note at the end:
// superscripts, and numbers in square brackets.
func (f *endnoteFinder) findMarks(s *sheet) {
	raised := s.raisedStyles()
	for i := range s.parts {
		p := &s.parts[i]
		if !p.flows() || p.role == semantic.Code || p.role == semantic.TOCI || f.entries[p] {
			continue
		}
		for line := p.first; line <= p.last(); line++ {
			for _, span := range s.LineSpans(int(line)) {
				switch style := &s.Styles[span.Style]; {
				case raised != nil && raised[span.Style]:
					f.raisedMarks(s, line, span)
				case !style.Mono || f.d.body.mono:
					f.bracketedMarks(s, line, span)
				}
			}
		}
	}
}

// raisedMarks reads a superscript if it has only numbers: "3", "11, 12".
func (f *endnoteFinder) raisedMarks(s *sheet, line int32, span layout.Span) {
	if span.End-span.Start > markBytes {
		return
	}
	text := s.Text[span.Start:span.End]
	l, size := readDigits(text)
	if size == 0 || strings.Trim(text, "0123456789,;–- "+raisedDigits) != "" {
		return
	}
	own := s.line(line)
	if fitOf(l, s.Text[own.Start:span.Start], s.Text[span.End:own.End], false) == noFit {
		return
	}
	f.numbers(s, span, span.Start, text, true)
}

// bracketedMarks reads numbers in square brackets: "[3]", "[11, 12]", "[4–6]". It skips those
// of a formula or program, which follow a short name: "a[1]".
func (f *endnoteFinder) bracketedMarks(s *sheet, line int32, span layout.Span) {
	text := s.Text[span.Start:span.End]
	for at := strings.IndexByte(text, '['); at >= 0; {
		end := strings.IndexByte(text[at:], ']')
		if end < 0 {
			return
		}
		end += at
		inside := text[at+1 : end]
		if inside != "" && len(inside) <= markBytes && strings.Trim(inside, "0123456789,;–- ") == "" &&
			afterWord(s.Text[s.line(line).Start:span.Start+int32(at)]) {
			f.numbers(s, span, span.Start+int32(at)+1, inside, false)
		}
		next := strings.IndexByte(text[at+1:], '[')
		if next < 0 {
			return
		}
		at += 1 + next
	}
}

// afterWord reports whether text, which stands before a bracket, ends in a word, a space or
// punctuation.
func afterWord(text string) bool {
	if text == "" {
		return true
	}
	last, _ := utf8.DecodeLastRuneInString(text)
	if !unicode.IsLetter(last) && !unicode.IsDigit(last) && last != '_' || words.IsIdeograph(last) {
		return true
	}
	word := text[strings.LastIndexByte(text, ' ')+1:]
	return utf8.RuneCountInString(word) >= sentenceWord && strings.IndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}

// numbers adds each number of text as a mark. text begins at start.
func (f *endnoteFinder) numbers(s *sheet, span layout.Span, start int32, text string, raised bool) {
	for i := 0; i < len(text); {
		l, size := readDigits(text[i:])
		if size == 0 {
			i++
			continue
		}
		if s.hasRef(start + int32(i)) {
			i += size
			continue
		}
		linked := span.Link >= 0 && s.Links[span.Link].Target != nil
		f.marks = append(f.marks, endMark{s.index, start + int32(i), start + int32(i+size), l.value(), raised, linked})
		i += size
	}
}
