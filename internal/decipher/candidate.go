package decipher

import (
	"cmp"
	"slices"
	"strings"
)

// candidate is one way to read a font. The glyphs of the font have numbers, and ranges of these
// numbers are alphabets in order:
//
//	number     3  4  5 ...  36 37 ...      97 | 171 172 ...
//	character     !  "  ...  A  B  ...      ~ |  é   ê  ...
//	part      the order of ASCII from 3       | the order of Latin letters from 98
type candidate struct {
	numbers  *numbering
	parts    []part  // the first part that has a number counts
	likely   float64 // how likely the characters are one by one
	evidence float64
	language float64 // the part of evidence from the words of the text
}

// part is an alphabet and the number of its first character.
type part struct {
	alphabet *alphabet
	offset   int
}

// habit is a part of a candidate, independent of the font.
type habit struct {
	numbers, alphabet string
	offset            int
}

func (c *candidate) habit(i int) habit {
	return habit{c.numbers.name, c.parts[i].alphabet.name, c.parts[i].offset}
}

// text returns the text of code, or "" when there is none.
func (c *candidate) text(code uint32) string {
	n, ok := c.numbers.of(code)
	if !ok {
		return ""
	}
	for _, part := range c.parts {
		if s := part.alphabet.at(n - part.offset); s != "" {
			return s
		}
	}
	return ""
}

// with returns c with one more part.
func (c *candidate) with(more part) *candidate {
	return &candidate{numbers: c.numbers, parts: append(slices.Clip(c.parts), more)}
}

// basis says on what c is based.
func (c *candidate) basis() string {
	names := make([]string, len(c.parts))
	for i := range c.parts {
		names[i] = c.parts[i].alphabet.name
	}
	return c.numbers.name + " in " + strings.Join(names, " and ")
}

// candidates returns the most likely candidates for p. Each has one part and is judged by single letters only.
func (p *puzzle) candidates(habits map[habit]bool) (list []*candidate) {
	for _, n := range p.numberings() {
		empty := &candidate{numbers: n}
		if lo, hi, ok := p.span(n); ok {
			for _, a := range alphabets() {
				list = append(list, p.shifts(empty, a, lo, hi, habits)...)
			}
		}
	}
	return slices.DeleteFunc(list, func(c *candidate) bool {
		return float64(p.total-p.unread(c)) < readFirst*float64(p.total)
	})
}

// completions returns candidates that also read what c leaves unread.
func (p *puzzle) completions(c *candidate, habits map[habit]bool) (list []*candidate) {
	lo, hi, _ := p.span(c.numbers)
	base := c.parts[0]
	end := base.offset + len(base.alphabet.texts)
	for _, a := range completing() {
		switch {
		case slices.ContainsFunc(c.parts, func(p part) bool { return p.alphabet == a }):
		case a.nearest < 0:
			list = append(list, p.shifts(c, a, lo, hi, habits)...)
		default:
			for near := -a.nearest; near <= a.nearest; near++ {
				list = append(list, c.with(part{a, end + near}))
			}
		}
	}
	unread := p.unread(c)
	return slices.DeleteFunc(list, func(more *candidate) bool { return p.unread(more) == unread })
}

// span returns the least and the greatest number of the codes that are shown. ok is false when most
// of them have no number.
func (p *puzzle) span(n *numbering) (lo, hi int, ok bool) {
	numbered := 0
	for code, count := range p.counts {
		v, ok := n.of(code)
		if !ok {
			continue
		}
		if numbered == 0 {
			lo, hi = v, v
		}
		numbered += count
		lo, hi = min(lo, v), max(hi, v)
	}
	return lo, hi, float64(numbered) >= enoughRead*float64(p.total)
}

// maxShift is the greatest shift. In no font are the letters so far behind the beginning.
const maxShift = 4096

// shifts returns the best shifts of an alphabet over the numbers lo to hi. Each is c with one more part.
func (p *puzzle) shifts(c *candidate, a *alphabet, lo, hi int, habits map[habit]bool) []*candidate {
	if a.fixed {
		return []*candidate{c.with(part{a, 0})}
	}
	shares := make([]float64, len(a.texts))
	for i, text := range a.texts {
		shares[i] = frequency(text)
	}
	shown := p.shown(c)
	var list []*candidate
	for offset := max(lo-len(a.texts), -maxShift) + 1; offset <= min(hi, maxShift); offset++ {
		shifted := c.with(part{a, offset})
		for i := range shown {
			shifted.likely += shown[i].count * shown[i].frequency(shares, offset)
		}
		list = append(list, shifted)
	}
	last := len(c.parts)
	slices.SortFunc(list, func(x, y *candidate) int {
		return cmp.Or(cmp.Compare(y.likely, x.likely), cmp.Compare(x.parts[last].offset, y.parts[last].offset))
	})
	kept := slices.Clip(list[:min(len(list), keptCandidates)])
	for _, c := range list[len(kept):] {
		if h := c.habit(last); usual(h) || habits[h] {
			kept = append(kept, c)
		}
	}
	return kept
}

// shownCode is a code that the pages show, and how often.
type shownCode struct {
	count  float64
	number int
	open   bool    // it has a number, and a candidate does not read it yet
	read   float64 // the frequency of what the candidate reads, or of nothing
}

// shown returns the codes that are shown, in order, as c reads them.
func (p *puzzle) shown(c *candidate) []shownCode {
	list := make([]shownCode, len(p.order))
	for i, code := range p.order {
		n, ok := c.numbers.of(code)
		text := c.text(code)
		list[i] = shownCode{count: float64(p.counts[code]), number: n, open: ok && text == "", read: frequency(text)}
	}
	return list
}

// frequency returns the frequency of the code with an alphabet whose characters have these shares, and whose first one
// has number offset.
func (s *shownCode) frequency(shares []float64, offset int) float64 {
	if at := s.number - offset; s.open && at >= 0 && at < len(shares) {
		return shares[at]
	}
	return s.read
}
