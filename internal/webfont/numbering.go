package webfont

import "slices"

// numbering has the numbers of the glyphs of a draft. Characters come first, in order, which keeps
// the map of characters short.
type numbering struct {
	glyphs    []glyph       // by number; 0 is the glyph for characters that the font lacks
	shared    map[glyph]int // glyphs that nothing replaces
	runes     []rune        // in order
	nominal   map[rune]int  // the glyph of a character before substitutions
	forms     [forms]map[int]int
	joined    map[int]int // replacements for a sequence that is joined to the text before
	sequences map[string]int
}

// number numbers the glyphs of d.
func (d *draft) number(s *shapes, space float32) *Family {
	n := &d.numbering
	n.shared, n.nominal, n.sequences = make(map[glyph]int), make(map[rune]int), make(map[string]int)
	n.joined = make(map[int]int)
	n.add(glyph{blank, s.em / 2})
	alone, all := d.letters()
	if d.chars[' '] == nil {
		d.claim(' ', Plain, glyph{blank, s.units(space)})
	}
	all[' '], all[noBreakSpace] = true, true
	n.runes = sortedKeys(all)
	privates := make(map[rune]glyph, len(d.privates))
	for g, r := range d.privates {
		privates[r] = g
	}
	for _, r := range n.runes {
		c := d.chars[r]
		switch g, isPrivate := privates[r]; {
		case r == noBreakSpace:
			n.nominal[r] = n.nominal[' ']
		case isPrivate:
			n.nominal[r] = n.number(g)
		case c == nil: // it occurs in sequences only
			n.nominal[r] = n.add(glyph{})
		case alone[r] || c.varies():
			n.nominal[r] = n.add(c.usual())
		default:
			n.nominal[r] = n.number(c.usual())
		}
	}
	d.numberForms()
	d.numberSequences()
	return &Family{em: s.em, Space: float32(d.chars[' '].usual().advance) / float32(s.em)}
}

// letters returns the characters that occur in sequences, and all characters.
func (d *draft) letters() (alone, all map[rune]bool) {
	alone, all = make(map[rune]bool), make(map[rune]bool)
	for text := range d.sequences {
		for _, r := range text {
			alone[r], all[r] = true, true
		}
	}
	for r := range d.chars {
		all[r] = true
	}
	for _, r := range d.privates {
		all[r] = true
	}
	return alone, all
}

// numberForms numbers the glyphs of forms other than the usual one.
func (d *draft) numberForms() {
	n := &d.numbering
	for _, r := range n.runes {
		c := d.chars[r]
		if c == nil {
			continue
		}
		for form := Isolated; form < forms; form++ {
			if !c.has[form] || c.glyphs[form] == c.usual() {
				continue
			}
			if n.forms[form] == nil {
				n.forms[form] = make(map[int]int)
			}
			n.forms[form][n.nominal[r]] = n.number(c.glyphs[form])
		}
	}
}

// numberSequences numbers the glyphs of sequences.
func (d *draft) numberSequences() {
	n := &d.numbering
	for _, text := range sortedKeys(d.sequences) {
		s := d.sequences[text]
		if !s.varies() {
			n.sequences[text] = n.number(s.usual())
			continue
		}
		n.sequences[text] = n.add(s.usual())
		n.joined[n.sequences[text]] = n.number(s.glyphs[1])
	}
}

// gidOf returns the number of a glyph that stands for text.
func (d *draft) gidOf(text string, g glyph) int {
	n := &d.numbering
	if text == " " {
		return n.nominal[' ']
	}
	if gid, ok := n.sequences[text]; ok {
		if n.glyphs[gid] == g {
			return gid
		}
		return n.shared[g]
	}
	for _, r := range text {
		if gid := n.nominal[r]; n.glyphs[gid] == g {
			return gid
		}
	}
	return n.shared[g]
}

// add gives a glyph a new number.
func (n *numbering) add(g glyph) int {
	n.glyphs = append(n.glyphs, g)
	return len(n.glyphs) - 1
}

// number returns the number that all uses of a glyph share.
func (n *numbering) number(g glyph) int {
	gid, known := n.shared[g]
	if !known {
		gid = n.add(g)
		n.shared[g] = gid
	}
	return gid
}

// usual returns the glyph of the first form that has one.
func (c *character) usual() glyph { return c.glyphs[max(slices.Index(c.has[:], true), 0)] }

// varies reports whether the forms have different glyphs.
func (c *character) varies() bool {
	for form, has := range c.has {
		if has && c.glyphs[form] != c.usual() {
			return true
		}
	}
	return false
}

func (s *sequence) usual() glyph { return s.glyphs[max(slices.Index(s.has[:], true), 0)] }

func (s *sequence) varies() bool { return s.has[0] && s.has[1] && s.glyphs[0] != s.glyphs[1] }
