package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// The same character within these distances is one mark painted again for weight or shadow. A double l
	// is 0.22 apart.
	repeatAlong  = 0.15
	repeatShare  = 0.5 // times its own advance
	repeatAcross = 0.15
	// Words painted again are told by all their letters, so they may lie further apart, but less than a
	// letter: copyShare is a share of the mean step from letter to letter.
	copyAlong  = 0.3
	copyShare  = 0.6
	copyAcross = 0.25
)

// repeats reports whether b repeats a: the same character in nearly the same place, painted again for
// weight, outline or shadow.
func (s *contentStage) repeats(a, b *glyph) bool {
	if a.char != b.char && !s.sameText(a.char, b.char) {
		return false
	}
	near := min(repeatAlong*a.size, repeatShare*(a.u1-a.u0))
	if near == 0 && !chars.IsMark(a.char) {
		return false // the font gives letters no width: two equal ones side by side are two
	}
	return abs(a.u0-b.u0) <= near && abs(a.v-b.v) <= repeatAcross*a.size && abs(a.size-b.size) <= repeatAlong*a.size
}

func (s *contentStage) sameText(a, b rune) bool {
	return a < 0 && b < 0 && s.text(a) == s.text(b)
}

// dropRepeats removes glyphs that repeat one of those just before them, and marks the repeated ones. The
// glyphs are sorted along the baseline.
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

// repeat marks g as painted again by copy, which is dropped. Programs that embolden letters mark the added
// paintings as artifacts, and may paint them first. If copy is the tagged one, g takes over its run, or
// the letter would be lost with the artifact.
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

// repeatOf returns the glyph among the last of kept that g repeats; nil: none.
func (s *contentStage) repeatOf(kept []glyph, g *glyph) *glyph {
	for n := len(kept) - 1; n >= max(0, len(kept)-repeatWindow); n-- {
		if s.repeats(&kept[n], g) {
			return &kept[n]
		}
	}
	return nil
}

// dropCopy drops from chunk k the glyphs that repeat text of segment g, painted again a part of a letter
// further on. Chunk k begins over g. Whole words are compared, glyph by glyph in the order of painting,
// before anything is sorted: the interleaved glyphs of two copies would read as another number.
//
//	g  1 . 9          the first painting
//	k   1 . 9 5       its copy goes on: 5 is text, and stays in k
//
// It reports whether all of k is dropped.
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

// copied returns how many glyphs of own, from the first on, repeat those of under: all, or as many as
// under has. It returns 0 if own is other text.
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
