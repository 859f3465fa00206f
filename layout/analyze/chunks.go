package analyze

import (
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// chunk is a row of glyphs painted one after the other on one baseline without a wide gap:
// glyphs[first : first+count].
type chunk struct {
	first, count int32
	u0, u1, v    float32
	size         float32
	row          int32
	frame        int32
	mono         bool
	key          uint64 // see sorter
	shadowed     bool   // some of its glyphs are flagged dropped
}

// gatherer is the state of reading glyphs in paint order.
type gatherer struct {
	last       int32   // the last glyph kept; -1: none
	space      bool    // a space glyph was shown after it
	spaceStart float32 // where it stood
	spaceEnd   float32 // where the pen was after it
	spaceLine  float32
	open       bool // the last chunk may go on
	frame      int32
}

// addGlyph handles the next glyph in paint order.
func (s *glyphStage) addGlyph(g *glyph) {
	if g.char < 0 {
		t := s.text(g.char)
		if blank(t) {
			if t != "" {
				s.addSpace(g)
			}
			return
		}
		s.anyRTL = s.anyRTL || chars.IsRTL(s.firstRune(g.char))
	} else if g.char <= ' ' || g.char >= 0x7F {
		if chars.IsSpace(g.char) {
			s.addSpace(g)
			return
		}
		s.anyRTL = s.anyRTL || chars.IsRTL(g.char)
		if chars.IsNothing(g.char) || isSign(g.char) && s.c.Runs[g.run].Origin < layout.FromField {
			return
		}
		if g.char > 0x10FFFF || (g.char >= 0xD800 && g.char < 0xE000) {
			g.char = 0xFFFD
		}
	}
	if last := s.gather.last; last >= 0 && !isSign(g.char) {
		if s.repeats(&s.glyphs[last], g) {
			s.glyphs[last].flags |= repeated
			return
		}
		if s.compose(last, g) {
			return
		}
	}
	s.placeGlyph(g)
}

// addSpace marks the neighbours of a space glyph as standing beside a space.
func (s *glyphStage) addSpace(g *glyph) {
	a := &s.gather
	if a.last >= 0 {
		last := &s.glyphs[a.last]
		if abs(g.u0-last.u1) < g.size/2 && abs(g.v-last.v) < g.size/2 {
			last.flags |= spaceAfter
		}
	}
	a.space, a.spaceStart, a.spaceEnd, a.spaceLine = true, g.u0, g.u1, g.v
}

// placeGlyph adds g to the open chunk or begins a new one.
func (s *glyphStage) placeGlyph(g *glyph) {
	a := &s.gather
	if a.space {
		if abs(g.u0-a.spaceEnd) < g.size/2 && abs(g.v-a.spaceLine) < g.size/2 {
			g.flags |= spaceBefore
		}
		a.space = false
	}
	at := int32(len(s.glyphs))
	var kept *glyph
	s.glyphs, kept = added(s.glyphs)
	kept.u0, kept.u1, kept.v, kept.size, kept.char = g.u0, g.u1, g.v, g.size, g.char
	kept.run, kept.from, kept.flags = g.run, g.from, g.flags
	if a.open && s.continues(&s.chunks[len(s.chunks)-1], &s.glyphs[a.last], g) {
		k := &s.chunks[len(s.chunks)-1]
		k.count++
		k.u0 = min(k.u0, g.u0)
		k.u1 = max(k.u1, g.u1)
	} else {
		var k *chunk
		s.chunks, k = added(s.chunks)
		k.first, k.count, k.u0, k.u1, k.v, k.size = at, 1, g.u0, g.u1, g.v, g.size
		k.frame, k.mono = a.frame, s.mono(g.run)
		a.open = true
	}
	a.last = at
}

// continues reports whether g continues chunk k, whose last glyph is last.
func (s *runStage) continues(k *chunk, last, g *glyph) bool {
	gap := g.u0 - last.u1
	if g.run == last.run {
		gap -= s.runs[g.run].tracked
	} else if !s.mayGoOn(k, g.run) {
		return false
	}
	return abs(g.v-k.v) <= sameChunk*g.size && gap < splitGap*g.size && (gap > -overlapStep*g.size || staysBehind(last, g))
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// setBack is how far before a point the next digit may begin and still follow it: more than kerning,
	// less than half of the narrowest digit.
	setBack = 0.1
)

// staysBehind reports whether b is a digit shown after the point or comma a that does not go back in the
// line, however wide the font says a is. Accents and signs struck over each other are also set back, but
// their place tells more than the order in which they were shown:
//
//	7[.   ]     a point with the advance of a letter
//	  [6]       the pen was set back for the digit: 7.6
func staysBehind(a, b *glyph) bool {
	return (a.char == '.' || a.char == ',') && chars.IsDigit(b.char) && a.run == b.run && b.u0 > a.u0-setBack*b.size
}

// mayGoOn reports whether a run looks enough like chunk k to be part of it.
func (s *runStage) mayGoOn(k *chunk, run int32) bool {
	em := s.runs[run].em
	return em <= k.size*sameChunkSize && em*sameChunkSize >= k.size && s.mono(run) == k.mono
}

// mono reports whether a run is of fixed width. The font of a layer behind a scan tells nothing: programs
// for text recognition set all text in one invisible font.
func (s *runStage) mono(run int32) bool {
	f := s.c.Runs[run].Font
	return f >= 0 && int(f) < len(s.c.Fonts) && s.c.Fonts[f].Mono && !s.sizeGuessed(int(run))
}

// sortChunks sorts the chunks by frame and baseline, and gives each frame its range of them.
func (s *glyphStage) sortChunks() {
	for i := range s.chunks {
		k := &s.chunks[i]
		k.key = sortKey(k.frame, k.v)
	}
	s.sorter.sort(s.chunks)
	for i := range s.frames {
		s.frames[i].chunks = span{}
	}
	for i := range s.chunks {
		f := &s.frames[s.chunks[i].frame].chunks
		if f.count == 0 {
			f.first = int32(i)
		}
		f.count++
	}
}

func blank(t string) bool {
	for _, r := range t {
		if !chars.IsSpace(r) && !chars.IsNothing(r) {
			return false
		}
	}
	return true
}
