package infer

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// lines looks for paragraphs whose line ends matter: addresses, signatures, verse, entries
// of an index. All their lines begin anew, and end before they are full:
//
//	Anna Berg                                |
//	University of Oslo                       |    "University" had room behind "Berg"
//	P.O. Box 1072                            |
//	                                         ^ how wide the text of the column is
//
//	Foxes are animals that live in the wood, |    no line has room for the next word: the
//	and come to town at night.               |    program broke them
//
// Lines in which dots lead to what stands at their end do so, too, as long as they are:
//
//	boards ........................... $ 8.03
//	laths ............................ $ 1.25
func lines(ctx context.Context, d *draft) error {
	var m measures
	return d.eachSheet(ctx, func(s *sheet) {
		read := false
		for i := range s.parts {
			p := &s.parts[i]
			if p.role != semantic.P || p.item > 0 || p.count < 2 {
				continue
			}
			if s.dotsLead(p) {
				p.keepsLines, p.leads = true, true
				d.support(p, because("lines", linesWeight, "dots lead to what stands at the end of its lines"))
				continue
			}
			names := s.linesAreNames(p)
			if !names && !s.linesBeginAnew(p) {
				continue
			}
			if !read {
				m.read(s)
				read = true
			}
			width := m.columnOf(p).width()
			if names {
				if s.linesAreShort(p, width) {
					p.keepsLines = true
					d.support(p, because("lines", linesWeight, "each line is one name, as of a file, and has room for the next"))
				}
				continue
			}
			if s.isEntry(p) || s.holdsAddressLine(p) || s.labelsLines(p) || s.linesAreShort(p, width) || s.brokenByHand(p, width) {
				p.keepsLines = true
				d.support(p, because("lines", linesWeight, "all lines end early and begin anew"))
			}
		}
	})
}

// linesBeginAnew reports whether all lines of p hold words and begin with a capital
// or a digit, and none ends within a word.
func (s *sheet) linesBeginAnew(p *part) bool {
	if s.Blocks[p.block].Kind != layout.Paragraph || p.next != nil || p.continued {
		return false
	}
	entry := s.isEntry(p)
	for i := p.first; i <= p.last(); i++ {
		l := s.line(i)
		if l.Hyphen || l.Rotation != 0 || l.Direction == layout.TopToBottom || !entry && !beginsAnew(s.text(i)) || !words.HasWord(s.text(i)) {
			return false
		}
		if i > p.first && sameHeight(s.line(i-1), l) {
			return false
		}
	}
	return true
}

// fewestNames is how many lines of one name each are a list of them at least.
const fewestNames = 3

// linesAreNames reports whether each line of p is one word with a sign of names within, as those of files have:
//
//	fox_defs.h
//	fox_cpu.c
//	sim/dog.c
func (s *sheet) linesAreNames(p *part) bool {
	if p.count < fewestNames || s.Blocks[p.block].Kind != layout.Paragraph || p.next != nil || p.continued {
		return false
	}
	for i := p.first; i <= p.last(); i++ {
		text := s.text(i)
		inner := strings.TrimRight(text, ".,:;")
		if s.line(i).Hyphen || s.line(i).Rotation != 0 || strings.IndexByte(text, ' ') >= 0 || !strings.ContainsAny(inner, "._/\\") || !words.HasLetter(text) {
			return false
		}
	}
	return true
}

const (
	// leadShare is the least share of the lines of a paragraph in which dots lead to something. Words of an index
	// that need two lines have none in the first.
	leadShare = 0.5
	// leadDots is the fewest dots that say so: Chinese has six in "……" for an ellipsis, which counts as eight here.
	// Other lines may have less room for theirs.
	leadDots = 10
)

// dotsLead reports whether dots lead from words to something else in most lines of p.
func (s *sheet) dotsLead(p *part) bool {
	if s.Blocks[p.block].Kind != layout.Paragraph {
		return false
	}
	led, sure := int32(0), false
	for i := p.first; i <= p.last(); i++ {
		if i > p.first && sameHeight(s.line(i-1), s.line(i)) {
			return false
		}
		text := s.text(i)
		at, size := leaderIn(text)
		if at == 0 || at+size == len(text) {
			continue
		}
		led++
		_, dots := leaderAt(text[at:])
		sure = sure || dots >= leadDots
	}
	return sure && led >= 2 && float32(led) >= leadShare*float32(p.count)
}

// leaderIn returns where the first leader of text stands, and its length with the spaces around it. Both are 0 where
// there is none. A row of _ is no leader: something may be written there.
func leaderIn(text string) (at, size int) {
	for {
		next, size := nextLeader(text[at:])
		if size == 0 {
			return 0, 0
		}
		at += next
		if !strings.Contains(text[at:at+size], "_") {
			return at, size
		}
		at += size
	}
}

// isEntry reports whether p is an entry of an index with others below it: all its lines end
// in page numbers.
func (s *sheet) isEntry(p *part) bool {
	if !s.Blocks[p.block].Entry {
		return false
	}
	for i := p.first; i <= p.last(); i++ {
		first, _ := utf8.DecodeRuneInString(s.text(i))
		if !unicode.IsLetter(first) || !unicode.IsDigit(lastRune(s.text(i))) {
			return false
		}
	}
	return true
}

// linesAreShort reports whether every line of p but the last had room for the first
// word of the next.
func (s *sheet) linesAreShort(p *part, width float32) bool {
	for i := p.first; i < p.last(); i++ {
		if !s.roomBehind(i, width) {
			return false
		}
	}
	return true
}

// brokenByHand reports whether p is centred, and one of its lines had room for the first word
// of the next: programs fill all lines but the last. Authors of a paper and their places are
// set so.
func (s *sheet) brokenByHand(p *part, width float32) bool {
	ragged, room := false, false
	first := s.line(p.first)
	for i := p.first; i < p.last(); i++ {
		l, next := s.line(i), s.line(i+1)
		if abs(next.Box.Center().X-first.Box.Center().X) > centredSlack*l.Size {
			return false
		}
		ragged = ragged || abs(next.Box.X0-first.Box.X0) > centredMargin*l.Size
		room = room || s.roomBehind(i, width)
	}
	return ragged && room
}

// holdsAddressLine reports whether p is short and one of its lines is nothing but a mail or web
// address. Then the other lines are a name, a firm, a place.
func (s *sheet) holdsAddressLine(p *part) bool {
	if p.count > authorLines {
		return false
	}
	for i := p.first; i <= p.last(); i++ {
		if text := s.text(i); isAddress(text) && strings.IndexByte(text, ' ') < 0 {
			return true
		}
	}
	return false
}

// lineLabel is the longest label of a line, in bytes.
const lineLabel = 24

// labelsLines reports whether each line of p begins with a label: "Date: 1 May".
func (s *sheet) labelsLines(p *part) bool {
	for i := p.first; i <= p.last(); i++ {
		if at := strings.Index(s.text(i), ": "); at <= 0 || at > lineLabel {
			return false
		}
	}
	return true
}

// isAddress reports whether text is an address of the web or of mail.
func isAddress(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	return strings.IndexByte(word, '@') > 0 || strings.HasPrefix(word, "www.") || strings.Contains(word, "://")
}
