package infer

import (
	"cmp"
	"slices"
	"strings"
)

// textRange is a stretch of the text of a page, in bytes.
type textRange struct{ start, end int32 }

// notesAtFoot returns the stretches of notes under the columns of a page, in order. Notes may have more
// text than the page that they explain. Then the text is still the other one: it is larger, stands above
// them, and has their marks.
//
//	this list adds henna and rhubarb.(34) The      11 points
//	medicine first came from Arabia.(35)
//	-------
//	34 Richard Walker, Memoirs of Medicine ...      9 points, and more of it
func (s *sheet) notesAtFoot() []textRange {
	columns := map[int32][]int32{} // numbers of parts
	for i := range s.parts {
		if p := &s.parts[i]; p.count > 0 {
			column := s.Blocks[p.block].Column
			columns[column] = append(columns[column], int32(i))
		}
	}
	var feet []int32
	for _, parts := range columns {
		feet = append(feet, s.foot(parts)...)
	}
	labels := map[string]bool{}
	for _, i := range feet {
		if text := s.text(s.parts[i].first); mayLabel(text) {
			if l, size := readLabel(text); size > 0 && l.kind == '1' {
				labels[l.text] = true
			}
		}
	}
	if len(labels) == 0 {
		return nil
	}
	slices.Sort(feet)
	if !s.marksAbove(feet, labels) {
		return nil
	}
	notes := make([]textRange, 0, len(feet))
	for _, i := range feet {
		p := &s.parts[i]
		notes = append(notes, textRange{s.line(p.first).Start, s.line(p.last()).End})
	}
	slices.SortFunc(notes, func(a, b textRange) int { return cmp.Compare(a.start, b.start) })
	return notes
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// noteTextBytes is the least text of a part that counts for the size of the text of its column.
	noteTextBytes = 150
)

// foot returns the parts in small type at the end of a column, behind the last part in the size of its text.
func (s *sheet) foot(parts []int32) []int32 {
	text := int16(0)
	for _, i := range parts {
		if p := &s.parts[i]; p.bytes >= noteTextBytes {
			text = max(text, p.look.quarters)
		}
	}
	end := len(parts)
	for end > 0 && float32(s.parts[parts[end-1]].look.quarters) < smallRatio*float32(text) {
		end--
	}
	if end == 0 {
		return nil
	}
	return parts[end:]
}

// marksAbove reports whether a raised sign outside of the parts feet is one of labels. feet is in order.
func (s *sheet) marksAbove(feet []int32, labels map[string]bool) bool {
	raised := s.raisedStyles()
	printed := strings.ContainsAny(s.Text, raisedDigits)
	if raised == nil && !printed {
		return false
	}
	for i := range s.parts {
		p := &s.parts[i]
		if _, foot := slices.BinarySearch(feet, int32(i)); foot || p.count == 0 {
			continue
		}
		for line := p.first; line <= p.last(); line++ {
			for _, span := range s.LineSpans(int(line)) {
				text := s.Text[span.Start:span.End]
				if raised != nil && raised[span.Style] {
					if l, size := readLabel(text); size > 0 && labels[l.text] {
						return true
					}
				} else if at := strings.IndexAny(text, raisedDigits); printed && at >= 0 {
					if l, size := readDigits(text[at:]); size > 0 && labels[l.text] {
						return true
					}
				}
			}
		}
	}
	return false
}
