package webfont

import (
	"cmp"
	"context"
	"slices"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/limits"
)

// glyph is a shape and an advance, in units of the em.
type glyph struct {
	shape   shapeID
	advance int
}

// candidate is a use that has no place yet.
type candidate struct {
	face    int
	id      ID
	use     Use
	count   int
	glyph   glyph
	text    string
	meaning meaning
}

// cast gives each use a place: in the first draft in which nothing else needs its characters.
// Frequent uses come first.
type cast struct {
	shapes *shapes
	drafts []*draft
	texts  [][]string // of each use of each face, as they will be written
	after  follows    // made on first use
}

// draft is a font whose glyphs have no numbers yet.
type draft struct {
	chars     map[rune]*character
	sequences map[string]*sequence
	privates  map[glyph]rune
	claims    int // number of glyphs for characters, sequences and forms
	numbering numbering
}

// character has the glyph of a character for each of its forms. Plain stands for all other forms.
type character struct {
	glyphs [forms]glyph
	has    [forms]bool
}

// sequence has the glyph of several characters: not joined to the text before, and joined.
type sequence struct {
	glyphs [2]glyph
	has    [2]bool
}

// joinedBefore returns the index of the glyph of a sequence for a form.
func joinedBefore(f Form) int {
	if f == Medial || f == Final {
		return 1
	}
	return 0
}

// candidates returns the uses of all faces that can be shown, in the order in which they get their
// places. Single characters come before sequences, because a sequence must not be where its letters
// are shown one by one. Frequent uses come first.
func (c *cast) candidates(ctx context.Context, faces []Face) []candidate {
	var list []candidate
	for i, f := range faces {
		c.texts = append(c.texts, make([]string, len(f.Usage.uses)))
		for id, t := range f.Usage.uses {
			shape, ok := c.shapes.shapeOf(ctx, i, t.use.Code)
			if !ok {
				continue
			}
			p := candidate{face: i, id: ID(id), use: t.use, count: t.count, glyph: glyph{shape, c.shapes.units(t.use.Width)}}
			p.text, p.meaning = meaningOf(t.use.Text, shape != blank)
			if c.texts[i][id] = p.text; p.meaning != drawn {
				list = append(list, p)
			}
		}
	}
	slices.SortFunc(list, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(b.count, a.count), cmp.Compare(a.text, b.text),
			cmp.Compare(a.use.Form, b.use.Form), cmp.Compare(a.face, b.face), cmp.Compare(a.id, b.id))
	})
	return list
}

// rank returns the rank of a candidate in that order.
func (p *candidate) rank() int {
	if p.meaning == written && utf8.RuneCountInString(p.text) > 1 {
		return 1
	}
	return 0
}

// place finds a place for p. ok is false when no draft has one.
func (c *cast) place(p candidate) (Place, bool) {
	if p.meaning == nothing {
		return Place{}, true
	}
	for i, d := range c.drafts {
		if place, ok := c.placeIn(d, p); ok {
			place.Family = i
			return place, true
		}
	}
	if len(c.drafts) >= limits.WebFonts {
		return Place{}, false
	}
	d := &draft{
		chars: make(map[rune]*character), sequences: make(map[string]*sequence), privates: make(map[glyph]rune),
	}
	c.drafts = append(c.drafts, d)
	place, ok := c.placeIn(d, p)
	place.Family = len(c.drafts) - 1
	return place, ok
}

func (c *cast) placeIn(d *draft, p candidate) (Place, bool) {
	if d.claims >= mostClaims {
		return Place{}, false
	}
	place := Place{Text: p.text, glyph: p.glyph}
	switch {
	case p.meaning == private:
		place.Text, place.Private = string(d.private(p.glyph)), true
	case p.text == " ": // pages set the width of their spaces themselves
		d.claim(' ', Plain, p.glyph)
	case p.rank() == 0:
		r, _ := utf8.DecodeRuneInString(p.text)
		if !d.claim(r, p.use.Form, p.glyph) {
			return Place{}, false
		}
	default:
		if d.spells(p.text, c.follows()) || !d.claimSequence(p.text, p.use.Form, p.glyph) {
			return Place{}, false
		}
	}
	return place, true
}

// mostClaims is the most glyphs of a draft. A font has at most 65,535, and needs room for the parts of
// glyphs and the letters of sequences. A book of 139 pages in Chinese uses 1,035 glyphs of one font.
const mostClaims = 40_000

// private returns the character of a private use area for a glyph.
func (d *draft) private(g glyph) rune {
	const basic, basicEnd, more = 0xE000, 0xF900, 0xF0000
	r, known := d.privates[g]
	if !known {
		r = basic + rune(len(d.privates))
		if r >= basicEnd {
			r += more - basicEnd
		}
		d.privates[g] = r
		d.claims++
	}
	return r
}

// claim makes g the glyph of r in a form. It returns false if r has another glyph there.
func (d *draft) claim(r rune, form Form, g glyph) bool {
	c := d.chars[r]
	if c == nil {
		c = &character{}
		d.chars[r] = c
	}
	if c.has[form] {
		return c.glyphs[form] == g
	}
	c.glyphs[form], c.has[form] = g, true
	d.claims++
	return true
}

// maxSequences is the most sequences of a font. Each takes up to 50 bytes, and offsets in GSUB have 16 bits.
const maxSequences = 1000

// claimSequence makes g the glyph of the characters of text. It returns false if text has another glyph.
func (d *draft) claimSequence(text string, form Form, g glyph) bool {
	s := d.sequences[text]
	if s == nil {
		if len(d.sequences) >= maxSequences {
			return false
		}
		s = &sequence{}
		d.sequences[text] = s
	}
	k := joinedBefore(form)
	if s.has[k] {
		return s.glyphs[k] == g
	}
	s.glyphs[k], s.has[k] = g, true
	d.claims++
	return true
}
