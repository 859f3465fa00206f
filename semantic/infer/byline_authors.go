package infer

import (
	"strings"

	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// authorLines and authorBytes bound what stands under the name of an author: places,
// universities, addresses.
const (
	authorLines = 7
	authorBytes = 300
)

// authors are the headings between the title and the first text under which short lines
// with a mail address stand, and those that look like them: the names of authors.
// Papers set them bold, side by side.
func (d *draft) authors(title *part) []*part {
	heads, mail := map[look]int{}, map[look]int{}
	front := d.frontNames(title, func(h *part) { mail[h.look]++ })
	for _, h := range front {
		heads[h.look]++
	}
	var out []*part
	for _, h := range front {
		if n := mail[h.look]; n > 0 && 2*n >= heads[h.look] && (n > 1 || len(d.sheets) > 1) {
			out = append(out, h)
		}
	}
	return out
}

// frontNames are the headings of the page behind its title, up to the first section or
// running text. It calls found for each that is an author.
func (d *draft) frontNames(title *part, found func(*part)) []*part {
	s := d.sheetOf(title)
	var front []*part
	var open *part // has no address yet
	behind := false
	for i := range s.parts {
		p := &s.parts[i]
		if p == title {
			behind = true
			continue
		}
		if !behind || p.role == semantic.Artifact || p.continued || p.count == 0 {
			continue
		}
		switch {
		case p.role == semantic.H && (p.outlined > 0 || words.NumberOf(d.text(p)).Depth > 0 || words.IsSectionName(d.text(p))):
			return front
		case p.role == semantic.H:
			front, open = append(front, p), p
		case p.role != semantic.P || p.count > authorLines || p.bytes > authorBytes:
			return front
		case hasMailWord(d.text(p)):
			if open != nil {
				found(open)
			}
			open = nil
		case p.count >= runningLines && p.bytes >= runningBytes && endsSentence(d.text(p)):
			return front
		}
	}
	return front
}

// hasMailWord reports whether a mail address stands in text.
func hasMailWord(text string) bool {
	at := strings.IndexByte(text, '@')
	return at > 0 && text[at-1] != ' ' && at+1 < len(text) && text[at+1] != ' '
}
