package analyze

import "github.com/pagelift/pagelift/layout/analyze/internal/chars"

// A float is a panel that running text flows around. The lines beside it are shorter, and those above or
// below go on in the full measure. It is taken out of the text and read behind the column around it:
//
//	no bridge across the gorge, for the walls
//	are too steep  +----------+  to carry the
//	arch. In the   | a panel  |  winter snow
//	fills it, and  +----------+  the river is
//	gone for weeks at a time until the spring

// removeFloats removes the stand-ins of floats from a region.
func (s *tableStage) removeFloats(region []int32) []int32 {
	taken := false
	for k := range s.panels {
		p := &s.panels[k]
		if p.depth < 0 || len(p.segs) == 0 {
			continue
		}
		if n := s.flowsAround(region, int32(-1-k), p.quote); n >= 0 {
			s.segments[n].float = int32(k) + 1
			taken = true
		}
	}
	if !taken {
		return region
	}
	for _, n := range region {
		if k := s.segments[n].float; k != 0 {
			s.panels[k-1].float = true
		}
	}
	kept := region[:0]
	for _, n := range region {
		if k := s.segments[n].grid; k < 0 && s.panels[-1-k].float {
			continue
		}
		kept = append(kept, n)
	}
	return kept
}

// flowsAround returns a segment of the text that flows around the panel with stand-ins marked mark; -1:
// none. The text around a pull quote may begin a paragraph anywhere.
func (s *segmentStage) flowsAround(region []int32, mark int32, quote bool) int32 {
	first, end := -1, 0
	for i, n := range region {
		if s.segments[n].grid == mark {
			if first < 0 {
				first = i
			}
			end = i + 1
		}
	}
	if first < 0 {
		return -1
	}
	box := s.segments[region[first]]
	last := s.segments[region[end-1]]
	top, foot := first, end
	for top > 0 && s.segments[region[top-1]].row == box.row {
		top--
	}
	for foot < len(region) && s.segments[region[foot]].row == last.row {
		foot++
	}
	return s.goesOn(region, top, foot, &box, quote)
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// A float: floatReach is how many segments around its end are searched for the text that flows around
	// it; floatPitch is the widest pitch of that text in ems.
	floatReach = 12
	floatPitch = 1.7
)

// goesOn looks for the last line beside a panel and the line below it that begins at the same place and
// reaches under the panel. Both must belong to one paragraph, unless any is set.
// The panel has rows [top, foot). goesOn returns the line below, or -1.
func (s *segmentStage) goesOn(region []int32, top, foot int, box *segment, any bool) int32 {
	for at := foot; at < min(foot+floatReach, len(region)); at++ {
		b := &s.segments[region[at]]
		if b.grid != 0 || b.u0 >= box.u1 || b.u1 <= box.u0 {
			continue
		}
		for i := at - 1; i >= max(top, at-floatReach); i-- {
			a := &s.segments[region[i]]
			beside := a.u1 <= box.u0 && abs(a.u0-b.u0) < a.size || a.u0 >= box.u1 && b.u1 > a.u0+a.size
			if a.grid == 0 && beside && (s.isNextLine(a, b) || any && b.v > a.v) {
				return region[at]
			}
		}
	}
	return -1
}

// isNextLine reports whether b stands below a as the next line of its paragraph.
func (s *glyphStage) isNextLine(a, b *segment) bool {
	d := b.v - a.v
	end := s.lastRune(s.glyphs[a.first+a.count-1].char)
	return d > a.size/2 && d <= floatPitch*a.size && abs(a.size-b.size) <= subDrop*a.size && a.count >= proseChars &&
		!chars.EndsSentence(end) && b.count >= proseChars/2
}
