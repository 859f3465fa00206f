package infer

import (
	"strings"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// tagHeading is a heading of the tree as the pages show it.
type tagHeading struct {
	text  strings.Builder
	page  int32
	size  float32
	lines int
	bold  bool
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// A heading is doubted if it has at least clauseBytes of text, is at most clauseSize times as large as
	// the text and not bolder, and ends as a sentence does or holds clauseSentences sentences. A heading of
	// longClause bytes with sentences is doubted whatever it looks like.
	clauseBytes     = 80
	clauseSize      = 1.08
	clauseSentences = 2
	longClause      = 300
	// mostClauses is the share of doubted headings from which no heading is believed, and
	// fewClauses the fewest doubted headings for that.
	mostClauses = 0.5
	fewClauses  = 3
)

// headings doubts headings that are running text: whole clauses that somebody numbered
// with the styles for headings.
//
//	<H2>2.1 The Tenant shall pay the rent on the first day of each month. If the Tenant ...</H2>
func (x *tagDoubts) headings(seen []tagSight, pages []*layout.Page) {
	if x.t.knows&headingTags == 0 {
		return
	}
	found := map[int32]*tagHeading{}
	var order []int32
	for i := range seen {
		for k := range seen[i].lines {
			l := &seen[i].lines[k]
			if g := &x.t.tags[l.leaf]; g.role != semantic.H || g.kind != textTag || g.hidden || g.held {
				continue
			}
			h := found[l.leaf]
			if h == nil {
				h = &tagHeading{page: int32(pages[i].Number), bold: true}
				found[l.leaf] = h
				order = append(order, l.leaf)
			}
			if h.text.Len() > 0 {
				h.text.WriteByte(' ')
			}
			h.text.WriteString(strings.TrimSpace(pages[i].Text[l.start:l.end]))
			h.lines++
			h.size, h.bold = max(h.size, l.size), h.bold && l.bold
		}
	}
	body, bold := bodyType(seen)
	wrong := 0
	for _, i := range order {
		if why := found[i].contradicts(body, bold); why != "" {
			x.doubt(i, asParagraph, codeTagHeading, "the document calls it "+x.t.Elements[i].Role+", but "+why, found[i].page)
			wrong++
		}
	}
	x.noHeads = wrong >= fewClauses && float32(wrong) > mostClauses*float32(len(order))
}

// contradicts returns what speaks against a heading, or "": it looks like the text and has
// whole sentences.
func (h *tagHeading) contradicts(body float32, bold bool) string {
	text := h.text.String()
	n, ends := len(text), stopsIn(text)
	plain := h.size <= body*clauseSize && (!h.bold || bold)
	stops := strings.ContainsAny(lastSign(text), ".;")
	switch {
	case plain && ends >= clauseSentences && n >= clauseBytes:
		return "it looks like the text and holds sentences"
	case plain && stops && ends > 0 && n >= clauseBytes:
		return "it looks like the text and is a whole sentence"
	case ends >= clauseSentences && stops && n >= longClause:
		return "it is a long paragraph"
	}
	return ""
}

// lastSign returns the last character of s, without closing quotes and brackets.
func lastSign(s string) string {
	s = strings.TrimRight(s, ` "'”’»)]`)
	return s[max(len(s)-1, 0):]
}
