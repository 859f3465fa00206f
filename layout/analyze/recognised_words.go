package analyze

import (
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// Some programs for text recognition write each word with a space behind it and squeeze
// both into the box that the word has in the picture:
//
//	|column   |   |of |   the picture
//	|colum[n] ]   |o[f]   what the glyphs say: the space is part of the box
//
// Read as they are, the gaps between words are too wide by a letter, and every word becomes a column of
// its own.

// widenSqueezed stretches recognised words that share their box with a space to all of the box.
func (s *runStage) widenSqueezed() {
	if !s.areSqueezed() {
		return
	}
	s.ownRuns()
	for i := range s.own.Runs {
		letters, first := s.squeezed(i)
		if letters == 0 {
			continue
		}
		glyphs := s.own.Glyphs[first : first+letters+1]
		start, space := glyphs[0].X, &glyphs[letters]
		end := space.X + space.Advance
		if !(space.X > start) || !near(end) {
			continue
		}
		wider := (end - start) / (space.X - start)
		for n := range glyphs[:letters] {
			g := &glyphs[n]
			g.X, g.Advance = start+(g.X-start)*wider, g.Advance*wider
		}
		space.X, space.Advance = end, 0
		s.runs[i].em = s.runs[i].height // the em along the line was fitted to the letters and the space
	}
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// Recognised words that were squeezed together with the space behind them end more than squeezedGap
	// before the next word. Other programs end the space where the next word begins. squeezedWords words
	// are needed to tell, and squeezedShare of them.
	squeezedGap   = 0.1
	squeezedWords = 8
	squeezedShare = 0.6
)

// areSqueezed reports whether most recognised words that end in a space do not reach the next word, though
// they should with that space.
func (s *runStage) areSqueezed() bool {
	short, all := 0, 0
	for i := 0; i+1 < len(s.c.Runs); i++ {
		letters, first := s.squeezed(i)
		if letters == 0 || !s.isLevelRead(i+1) || s.c.Runs[i+1].Count == 0 {
			continue
		}
		space := &s.c.Glyphs[first+letters]
		next, _ := clampRange(s.c.Runs[i+1].First, s.c.Runs[i+1].Count, len(s.c.Glyphs))
		if next == len(s.c.Glyphs) || s.c.Glyphs[next].Y != space.Y {
			continue
		}
		gap := (s.c.Glyphs[next].X - space.X - space.Advance) / s.runs[i].height
		if gap < -squeezedGap || gap > stretchGap {
			continue // another line, or another column
		}
		all++
		if gap > squeezedGap {
			short++
		}
	}
	return all >= squeezedWords && float32(short) > squeezedShare*float32(all)
}

// squeezed returns how many letters run i has before the space that ends it, and its first glyph; 0: it is
// no recognised word with a space.
func (s *runStage) squeezed(i int) (letters, first int) {
	if !s.isLevelRead(i) {
		return 0, 0
	}
	first, end := clampRange(s.c.Runs[i].First, s.c.Runs[i].Count, len(s.c.Glyphs))
	if end-first < 2 || !chars.IsSpace(s.c.Glyphs[end-1].Char) {
		return 0, 0
	}
	for _, g := range s.c.Glyphs[first : end-1] {
		if chars.IsSpace(g.Char) {
			return 0, 0
		}
	}
	return end - first - 1, first
}

// isLevelRead reports whether run i is level text of a layer behind a scan.
func (s *runStage) isLevelRead(i int) bool {
	r := &s.c.Runs[i]
	return s.sizeGuessed(i) && s.runs[i].frame >= 0 && r.Flags&layout.VerticalMode == 0 && r.Em[0] > 0 && r.Em[1] == 0
}
