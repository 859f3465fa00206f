package infer

import "slices"

// findStamps marks the first and the last line of a page that say the same at the same place,
// one above the other and near the edges: so documents are classified.
//
//	          CONFIDENTIAL
//	1.3 How foxes are counted
//	...
//	               12
//	          CONFIDENTIAL
func (e *edges) findStamps(sheets []sheet) {
	for i := range sheets {
		rows := e.rows[e.bounds[i]:e.bounds[i+1]]
		foot := slices.IndexFunc(rows, func(r row) bool { return r.bottom })
		if foot > 0 && e.isStamp(&sheets[i], &rows[0], &rows[foot]) {
			const why = "the same at the head and the foot of the page"
			rows[0].mark(why)
			rows[foot].mark(why)
		}
	}
}

// isStamp reports whether the outermost rows of a page are copies of one line.
func (e *edges) isStamp(s *sheet, head, foot *row) bool {
	if head.text != foot.text || head.lines != 1 || foot.lines != 1 || head.bare || max(head.at, foot.at) > nearShare*s.Height {
		return false
	}
	h, f := s.line(e.lines[head.first]), s.line(e.lines[foot.first])
	return abs(h.Box.X0-f.Box.X0) <= sameSlotPoints && abs(h.Box.X1-f.Box.X1) <= sameSlotPoints && s.text(e.lines[head.first]) == s.text(e.lines[foot.first])
}
