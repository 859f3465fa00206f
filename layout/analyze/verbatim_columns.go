package analyze

// partsProgram reports whether the strip g through band lies between columns of one program text. Rows
// with text on both sides are of fixed width, each side begins at one place, and no row has text on the
// right only:
//
//	x := 1      // the first
//	total := 2  // the second
//	return
func (s *segmentStage) partsProgram(band []int32, g *gutter) bool {
	middle := (g.u0 + g.u1) / 2
	left, right := float32(farAway), float32(farAway)
	var head *segment // the first of the row at hand
	across := false   // the right side of that row has begun
	for _, i := range band {
		seg := &s.segments[i]
		if head == nil || seg.row != head.row {
			head, across = seg, false
		}
		if seg.u0 < middle {
			continue
		}
		if head == seg || !seg.mono || seg.grid != 0 {
			return false
		}
		if !across && !(head.mono && head.beginsAt(&left) && seg.beginsAt(&right)) {
			return false
		}
		across = true
	}
	return right != farAway
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// programSlack is how far the lines of a column of program text may begin apart.
	programSlack = 0.1
)

// beginsAt reports whether g begins at u. The first segment asked sets u.
func (g *segment) beginsAt(u *float32) bool {
	if *u == farAway {
		*u = g.u0
	}
	return abs(g.u0-*u) <= programSlack*g.size
}
