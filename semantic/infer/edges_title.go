package infer

// findTitles finds the titles of slides among the rows at the top. Like running heads they
// stand at one place in one size, and slides in a series repeat them. But nothing on their
// page is larger, and most of them differ from the others:
//
//	+------------------+  +------------------+  +------------------+
//	| Simple bus       |  | Bus model        |  | Bus model        |
//	| - no pipelining  |  |  [M1]-[bus]-[S1] |  |  [M1]=[bus]=[S1] |
//	+------------------+  +------------------+  +------------------+
func (e *edges) findTitles(body float32, sheets []sheet) {
	type slot struct {
		at   int32
		size int16
	}
	slotOf := func(r *row) slot { return slot{int32(r.at + 0.5), quarters(r.size)} }
	leads := func(r *row) bool {
		s := &sheets[r.sheet]
		return !r.bottom && s.Width > s.Height && r.size >= body*largerRatio && r.why == "" && !r.bare && !s.hasLarger(r.size)
	}
	type says struct {
		slot
		text uint64
	}
	said, distinct := map[says]bool{}, map[slot]int{}
	for i := range e.rows {
		if r := &e.rows[i]; leads(r) {
			if one := (says{slotOf(r), r.text}); !said[one] {
				said[one] = true
				distinct[one.slot]++
			}
		}
	}
	for i := range e.rows {
		r := &e.rows[i]
		if r.title = distinct[slotOf(r)] >= oftenSeen && leads(r); r.title {
			sheets[r.sheet].slideTitle = 1 + e.lines[r.first]
		}
	}
}
