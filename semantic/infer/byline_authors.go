package infer

import (
	"strings"

	"github.com/pagelift/pagelift/semantic"
)

// authorLines and authorBytes are the most that stands under the name of an author: places,
// universities, addresses.
const (
	authorLines = 7
	authorBytes = 300
)

// authors returns the headings between the title and the first text that are names of authors:
// short lines with a mail address stand under them, or they look like such headings.
// Papers set them bold, side by side:
//
//	Anna Berg                 Karl Wolf
//	University of Oslo        Zoo of Bergen
//	berg@uio.example          wolf@zoo.example
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

// frontNames returns the headings of the page behind its title, up to the first section or
// running text. It calls found for each heading with a mail address under it.
func (d *draft) frontNames(title *part, found func(*part)) []*part {
	s := d.sheetOf(title)
	var front []*part
	var open *part // the last heading, if it has no address yet
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
		case p.role == semantic.H && d.headsSection(p):
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

// hasMailWord reports whether text has a mail address.
func hasMailWord(text string) bool {
	at := strings.IndexByte(text, '@')
	return at > 0 && text[at-1] != ' ' && at+1 < len(text) && text[at+1] != ' '
}
