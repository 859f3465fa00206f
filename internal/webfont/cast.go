package webfont

import (
	"cmp"
	"context"
	"slices"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/limits"
)

// glyph is a shape with an advance, in units of the em.
type glyph struct {
	shape   shapeID
	advance int
}

// candidate is a use on its way to its place.
type candidate struct {
	face    int
	id      ID
	use     Use
	count   int
	glyph   glyph
	text    string
	meaning meaning
}

// cast gives each use its place: in the first draft where nothing else wants its
// characters. Those that are shown most often come first.
type cast struct {
	shapes *shapes
	drafts []*draft
	texts  [][]string // of each use of each face, as they are written
	after  follows    // made when it is first asked for
}

// draft is a font before its glyphs have numbers.
type draft struct {
	chars     map[rune]*character
	sequences map[string]*sequence
	privates  map[glyph]rune
	claims    int // glyphs for characters, sequences and forms
	numbering numbering
}

// character is the glyph of a character in each of its forms. Plain is for all others.
type character struct {
	glyphs [forms]glyph
	has    [forms]bool
}

// sequence is the glyph of several characters: not joined to what is before them, and
// joined.
type sequence struct {
	glyphs [2]glyph
	has    [2]bool
}

// joinedBefore is which of the glyphs of a sequence a form means.
func joinedBefore(f Form) int {
	if f == Medial || f == Final {
		return 1
	}
	return 0
}

// candidates returns the uses of all faces that can be shown, in the order in which they get
// their places: single characters before sequences, which must not stand where their
// letters do, and of each what is shown most often.
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

// rank is when a candidate gets its place.
func (p *candidate) rank() int {
	if p.meaning == written && utf8.RuneCountInString(p.text) > 1 {
		return 1
	}
	return 0
}

// place finds a place for p. It is not ok when no draft has one.
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
	case p.text == " ": // pages set their own width of spaces
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

// mostClaims is how many glyphs a draft takes, so that a font, which has 65,535 at most,
// has room for the parts of glyphs and the letters of sequences. A book of 139 pages in
// Chinese uses 1,035 of one font.
const mostClaims = 40_000

// private returns the private character of a glyph.
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

// claim makes g the glyph of r in a form, unless another one is.
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

// maxSequences is how many sequences a font has, so that the offsets in GSUB are of 16
// bits: each takes up to 50 bytes.
const maxSequences = 1000

// claimSequence makes g the glyph of the characters of text, unless another one is.
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
