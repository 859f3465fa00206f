package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// area is an upright rectangle filled with a colour other than white: a cell, a
// row, a box behind text.
type area struct {
	box   layout.Rect
	color uint32
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// areasKept is how many areas of a page are kept; whiteLevel is the least level of red, green and blue
	// that is paper; areaWork bounds the pairs of an area and a place that are looked at.
	areasKept  = limits.PageAreas
	whiteLevel = 0xF8
	areaWork   = 1 << 22
)

// noteArea keeps what is painted on the page as an area.
func (s *shapeStage) noteArea(box layout.Rect, color uint32) {
	box = box.Intersect(layout.Rect{X0: 0, Y0: 0, X1: s.c.Width, Y1: s.c.Height})
	if isWhite(color) || len(s.areas) >= areasKept || min(box.Width(), box.Height()) <= rulingThick {
		return
	}
	if n := len(s.areas); n > 0 && s.areas[n-1].color == color && holds(s.areas[n-1].box, box, ruleTouch) {
		return // word processors paint the paragraphs of a cell upon the cell
	}
	s.areas = append(s.areas, area{box, color})
}

// holds reports whether o lies in r, give or take slack.
func holds(r, o layout.Rect, slack float32) bool {
	return o.X0 >= r.X0-slack && o.Y0 >= r.Y0-slack && o.X1 <= r.X1+slack && o.Y1 <= r.Y1+slack
}

// isWhite reports whether a colour cannot be told from paper.
func isWhite(color uint32) bool {
	return color>>16 >= whiteLevel && color>>8&0xFF >= whiteLevel && color&0xFF >= whiteLevel
}

// onArea reports whether an area lies around or beside a white rule. Only there can it be seen.
func (s *tableStage) onArea(rule layout.Rect) bool {
	p := rule.Center()
	if s.ruled.looked += len(s.areas); s.ruled.looked > areaWork {
		return false
	}
	for i := range s.areas {
		if holds(s.areas[i].box, layout.Rect{X0: p.X, Y0: p.Y, X1: p.X, Y1: p.Y}, rulingThick) {
			return true
		}
	}
	return false
}

// isTile reports whether an area has the size of a cell.
func (s *contentStage) isTile(a *area) bool {
	return a.box.Width() >= tileWidth && a.box.Height() >= tileHeight &&
		a.box.Width()*a.box.Height() <= tileShare*s.c.Width*s.c.Height
}

// shadedHead returns the number of rows at the top of t that are painted in a colour of their own:
//
//	| ##### | #### |      1
//	| Apple | 0.58 |
//	| Pear  | 1.10 |
func (s *tableStage) shadedHead(t *grid) int {
	colors := s.rowColors(t)
	if colors == nil || colors[0] == noColor {
		return 0
	}
	head := 1
	for head < len(colors) && colors[head] == colors[0] {
		head++
	}
	// In a table all of one colour, or striped, the first row says nothing.
	if head > headRowsMost || 2*head > len(colors) || slices.Contains(colors[head:], colors[0]) {
		return 0
	}
	return head
}

// noColor is the colour of rows that are not painted as a whole.
const noColor = ^uint32(0)

// rowColors are the colours of the rows of t, nil when nothing is painted there.
func (s *tableStage) rowColors(t *grid) []uint32 {
	f := &s.frames[t.frame]
	if s.ruled.looked += len(s.areas); len(s.areas) == 0 || s.ruled.looked > areaWork {
		return nil
	}
	around := t.box(f)
	var cells []uint32 // by slot
	for i := range s.areas {
		a := &s.areas[i]
		if a.box.Intersect(around) == (layout.Rect{}) {
			continue
		}
		if cells == nil {
			cells = make([]uint32, len(t.slots))
			for k := range cells {
				cells[k] = noColor
			}
		}
		s.paintSlots(t, f, a, cells)
	}
	if cells == nil {
		return nil
	}
	colors := make([]uint32, t.rows())
	for r := range colors {
		row := cells[r*t.cols() : (r+1)*t.cols()]
		colors[r] = row[0]
		for _, c := range row {
			if c != row[0] {
				colors[r] = noColor
			}
		}
	}
	return colors
}

// paintSlots gives the slots whose middle a covers its colour.
func (s *tableStage) paintSlots(t *grid, f *frame, a *area, cells []uint32) {
	if s.ruled.looked += len(cells); s.ruled.looked > areaWork {
		return
	}
	for r := range t.rows() {
		for c := range t.cols() {
			if a.box.Contains(f.pagePoint((t.u[c]+t.u[c+1])/2, (t.v[r]+t.v[r+1])/2)) {
				cells[r*t.cols()+c] = a.color
			}
		}
	}
}
