package layout

import "slices"

// repeats reports whether b is a again: the same character in nearly the same
// place, painted for weight, outline or shadow.
func (s *scratch) repeats(a, b *glyph) bool {
	if a.char != b.char && !s.sameText(a.char, b.char) {
		return false
	}
	near := min(repeatAlong*a.size, repeatShare*(a.u1-a.u0))
	return abs(a.u0-b.u0) <= near && abs(a.v-b.v) <= repeatAcross*a.size && abs(a.size-b.size) <= repeatAlong*a.size
}

func (s *scratch) sameText(a, b rune) bool {
	return a < 0 && b < 0 && s.text(a) == s.text(b)
}

// dropRepeats removes from glyphs, which are sorted along the baseline, those that
// repeat one of those just before them, and marks what they repeat.
func (s *scratch) dropRepeats(glyphs []glyph) []glyph {
	kept := glyphs[:0]
	for i := range glyphs {
		if g := s.repeatOf(kept, &glyphs[i]); g != nil {
			g.flags |= repeated
			continue
		}
		kept = append(kept, glyphs[i])
	}
	return kept
}

// repeatOf is the glyph among the last of kept that g repeats, or nil.
func (s *scratch) repeatOf(kept []glyph, g *glyph) *glyph {
	for n := len(kept) - 1; n >= max(0, len(kept)-repeatWindow); n-- {
		if s.repeats(&kept[n], g) {
			return &kept[n]
		}
	}
	return nil
}

// isShadow reports whether all of chunk k is a second painting of text already in
// glyphs, sorted along the baseline. The glyphs of k that repeat one are marked as
// dropped, also when others of k do not: those are text.
func (s *scratch) isShadow(glyphs []glyph, k *chunk) bool {
	found := int32(0)
	for i := k.first; i < k.first+k.count; i++ {
		g := &s.glyphs[i]
		at, _ := slices.BinarySearchFunc(glyphs, g.u0-repeatAlong*g.size, func(c glyph, u float32) int {
			return compare(c.u0, u)
		})
		for n := at; n < min(len(glyphs), at+repeatWindow); n++ {
			if s.repeats(&glyphs[n], g) {
				glyphs[n].flags |= repeated
				g.flags |= dropped
				k.shadowed = true
				found++
				break
			}
		}
	}
	return found == k.count
}
