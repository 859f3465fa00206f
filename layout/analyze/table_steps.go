package analyze

import "slices"

// stepCells adds level rules in cells over several rows that are open on a side and have one row of text
// in step with each row beside them. The rules of those rows go on through the cell. A cell with all its
// borders stays whole:
//
//	----+--------
//	 A  |   1
//	    +--------        becomes two cells, A and B
//	 B  |   2
//	----+--------
func (s *tableStage) stepCells(t *grid) {
	texts, rows := s.ruled.wallText, s.ruled.steps[:0]
	for i := range texts {
		rows = append(rows, texts[i].row)
	}
	slices.Sort(rows)
	s.ruled.steps = rows
	for at := 0; at < len(texts); {
		end := at + 1
		for end < len(texts) && texts[end].cell == texts[at].cell {
			end++
		}
		if c := t.cells[texts[at].cell].gridSpan; c.rows > 1 && int(c.rows) <= end-at && s.ruled.isOpen(t, c) && s.isInStep(t, c, texts[at:end]) {
			for r := c.row + 1; r < c.row+c.rows; r++ {
				s.ruled.own[0] = append(s.ruled.own[0], rule{at: t.v[r], from: t.u[c.col], to: t.u[c.col+c.cols]})
			}
		}
		at = end
	}
}

// isOpen reports whether cell c has no rule on its left, or none on its right.
func (rf *ruleFinder) isOpen(t *grid, c gridSpan) bool {
	left, right := false, false
	if rf.looked += len(rf.own[1]); rf.looked > areaWork {
		return false
	}
	for _, r := range rf.own[1] {
		if min(r.to, t.v[c.row+c.rows])-max(r.from, t.v[c.row]) < wallShare*(t.v[c.row+c.rows]-t.v[c.row]) {
			continue
		}
		left = left || abs(r.at-t.u[c.col]) <= sameEdge
		right = right || abs(r.at-t.u[c.col+c.cols]) <= sameEdge
	}
	return !left || !right
}

// isInStep reports whether cell c has one row of text in each of its rows, with text beside each.
func (s *tableStage) isInStep(t *grid, c gridSpan, texts []wallText) bool {
	next := c.row
	for at := 0; at < len(texts); {
		end := at + 1
		for end < len(texts) && texts[end].row == texts[at].row {
			end++
		}
		x := &texts[at]
		first, _ := slices.BinarySearch(s.ruled.steps, x.row)
		last, _ := slices.BinarySearch(s.ruled.steps, x.row+1)
		if intervalOf(t.v, x.v-textMiddle*x.size) != next || last-first == end-at {
			return false
		}
		next++
		at = end
	}
	return next == c.row+c.rows
}
