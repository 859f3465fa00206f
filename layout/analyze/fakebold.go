package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// The same character within these distances is the same mark painted again
	// for weight or shadow. A double l is 0.22 apart.
	repeatAlong  = 0.15
	repeatShare  = 0.5 // of its own advance
	repeatAcross = 0.15
	// Words painted again are told by all their letters, so they may lie further apart,
	// though not by a letter: copyShare is of the mean step from one to the next.
	copyAlong  = 0.3
	copyShare  = 0.6
	copyAcross = 0.25
)

// repeats reports whether b is a again: the same character in nearly the same
// place, painted for weight, outline or shadow.
func (s *contentStage) repeats(a, b *glyph) bool {
	if a.char != b.char && !s.sameText(a.char, b.char) {
		return false
	}
	near := min(repeatAlong*a.size, repeatShare*(a.u1-a.u0))
	if near == 0 && !chars.IsMark(a.char) {
		return false // a font that gives letters no width: two of a kind are not one
	}
	return abs(a.u0-b.u0) <= near && abs(a.v-b.v) <= repeatAcross*a.size && abs(a.size-b.size) <= repeatAlong*a.size
}

func (s *contentStage) sameText(a, b rune) bool {
	return a < 0 && b < 0 && s.text(a) == s.text(b)
}

// dropRepeats removes from glyphs, which are sorted along the baseline, those that
// repeat one of those just before them, and marks what they repeat.
func (s *contentStage) dropRepeats(glyphs []glyph) []glyph {
	kept := glyphs[:0]
	for i := range glyphs {
		if g := s.repeatOf(kept, &glyphs[i]); g != nil {
			s.repeat(g, &glyphs[i])
			continue
		}
		kept = append(kept, glyphs[i])
	}
	return kept
}

// repeat marks g as painted again by copy, which is dropped. Programs that embolden letters
// mark the paintings that they add as artifacts, and may paint them first: then the letter
// goes on as what the tagged one is, or it would be lost with the artifact.
func (s *contentStage) repeat(g, copy *glyph) {
	g.flags |= repeated
	if !s.isMarked(g.run) && s.isMarked(copy.run) {
		g.run, g.from = copy.run, copy.from
	}
}

// isMarked reports whether a run is in marked content that is no artifact.
func (s *contentStage) isMarked(run int32) bool {
	r := &s.c.Runs[run]
	return r.Mark >= 0 && r.Flags&layout.ArtifactRun == 0
}

// repeatOf is the glyph among the last of kept that g repeats, or nil.
func (s *contentStage) repeatOf(kept []glyph, g *glyph) *glyph {
	for n := len(kept) - 1; n >= max(0, len(kept)-repeatWindow); n-- {
		if s.repeats(&kept[n], g) {
			return &kept[n]
		}
	}
	return nil
}

// dropCopy takes from chunk k, which begins over segment g, the glyphs that are text of g
// painted again, shifted by a part of a letter. Whole words are compared, glyph by glyph
// in the order of their showing, before anything is sorted: single glyphs of copies that
// lie between each other would come out as another number.
//
//	g  1 . 9          the first painting
//	k   1 . 9 5       its copy goes on: 5 is text, and stays in k
//
// It reports whether nothing of k is left.
func (s *glyphStage) dropCopy(g *segment, k *chunk) bool {
	under, own := s.glyphs[g.first:g.first+g.count], s.glyphs[k.first:k.first+k.count]
	at, _ := slices.BinarySearchFunc(under, own[0].u0-copyAlong*own[0].size, func(c glyph, u float32) int {
		return compare(c.u0, u)
	})
	for end := min(len(under), at+repeatWindow); at < end; at++ {
		n := s.copied(under[at:], own)
		if n == 0 {
			continue
		}
		for i := range n {
			s.repeat(&under[at+i], &own[i])
			own[i].flags |= dropped
		}
		k.shadowed = true
		if n == len(own) {
			return true
		}
		under[at+n-1].u1 = own[n-1].u1 // what follows was placed behind the copy
		k.u0 = own[n].u0
		return false
	}
	return false
}

// copied is how many glyphs of own, from its first on, are those of under again: all, or
// as many as under has. It is 0 where own is other text.
func (s *contentStage) copied(under, own []glyph) int {
	n := min(len(under), len(own))
	if n == 1 {
		if s.repeats(&under[0], &own[0]) {
			return 1
		}
		return 0
	}
	step := (under[n-1].u0 - under[0].u0) / float32(n-1)
	for i := range n {
		a, b := &under[i], &own[i]
		shift := min(copyAlong*a.size, copyShare*step)
		if a.char != b.char && !s.sameText(a.char, b.char) || abs(a.size-b.size) > repeatAlong*a.size ||
			abs(a.u0-b.u0) > shift || abs(a.v-b.v) > copyAcross*a.size {
			return 0
		}
	}
	return n
}
