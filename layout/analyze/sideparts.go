package analyze

// sidePart is a segment of one side of a gutter, or all segments of a stretched line.
type sidePart struct {
	segment
	last      int32 // the last segment of it
	stretched bool
}

// sideParts returns the segments of one side of a gutter, with each stretched line as one part:
//
//	Compared   to   previous  round      one part: its gaps are even, and it begins and
//	compared to January 2021 and the     ends where a line of one piece near it does
//	  [100 | 80 | 60 | 40 | 20]          none: the labels of a chart
//
// In a narrow column many lines are stretched so far that each word is a segment of its own and looks like
// a cell. The result is good until the next call.
func (s *regionStage) sideParts(side []int32) []sidePart {
	rf := &s.regions
	rf.parts = rf.parts[:0]
	for _, n := range side {
		if g := &s.segments[n]; g.grid >= 0 || !s.panels[-1-g.grid].drawing {
			rf.parts = append(rf.parts, sidePart{*g, n, false})
		}
	}
	markStretched(rf.parts)
	kept := rf.parts[:0]
	for i := range rf.parts {
		p := rf.parts[i]
		if n := len(kept) - 1; n >= 0 && p.stretched && kept[n].row == p.row {
			kept[n].count, kept[n].u1, kept[n].last = kept[n].count+p.count, p.u1, p.last
			continue
		}
		kept = append(kept, p)
	}
	return kept
}

// markStretched marks the parts of stretched lines. Their gaps are even, and they fit the measure of the
// nearest line of one piece above or below.
func markStretched(parts []sidePart) {
	var m measure
	for at := 0; at < len(parts); {
		end := at + 1
		for end < len(parts) && parts[end].row == parts[at].row {
			end++
		}
		m = stretchRow(parts[at:end], m)
		at = end
	}
	m = measure{}
	for end := len(parts); end > 0; {
		at := end - 1
		for at > 0 && parts[at-1].row == parts[end-1].row {
			at--
		}
		m = stretchRow(parts[at:end], m)
		end = at
	}
}

// stretchRow marks a row if it fits m, and returns the measure for the rows after it.
func stretchRow(row []sidePart, m measure) measure {
	first, last := &row[0], &row[len(row)-1]
	if len(row) == 1 {
		if first.count >= proseChars {
			return measure{first.u0, first.u1, true}
		}
		return m
	}
	if first.stretched || !m.fits(first.u0, last.u1, first.size) || !evenParts(row) {
		return m
	}
	for i := range row {
		row[i].stretched = true
	}
	return m
}

// evenParts reports whether the gaps of a row are nearly equal and no wider than those in lines.
func evenParts(row []sidePart) bool {
	least, most := float32(farAway), float32(0)
	for i := 1; i < len(row); i++ {
		gap := row[i].u0 - row[i-1].u1
		least, most = min(least, gap), max(most, gap)
	}
	return most <= evenGap*least && (len(row) > 2 || most <= stretchGap*row[0].size)
}
