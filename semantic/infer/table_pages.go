package infer

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// joinTables joins table b to the table a before it, if both have the same columns and
// b has no other heads. b follows a on the same page or stands on the next one.
// joinTables reports whether it joined them.
func (d *draft) joinTables(a, b *part) bool {
	upper, lower := d.tableOf(a), d.tableOf(b)
	if b.sheet > a.sheet+1 || upper.end < upper.grid.Rows || !sameColumns(upper.grid, lower.grid) {
		return false
	}
	if lower.top > 0 && !saysContinued(d.sheetOf(b).cellText(lower.grid.at(0, 0))) {
		return false
	}
	skip := d.repeatedHeads(a, b)
	if lower.heads > skip {
		return false
	}
	lower.skip, lower.heads = skip, skip
	lower.above = a
	a.next, b.continued = b, true
	why := "goes on with the columns of the table before"
	if skip > lower.top {
		why += " and repeats its heads"
	}
	d.support(b, because("table", tableWeight, why))
	lower.torn = tornRow(d.sheetOf(a), upper, d.sheetOf(b), lower)
	return true
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// columnOverlap is the least overlap of the columns of two pieces of one table, as a share of
	// the narrower column. Aligned columns are only as wide as their widest text.
	columnOverlap = 0.5
	// adjoinGap is the most room in ems between two pieces of one table. Rows that are set loosely
	// leave as much; separate tables leave more than twice that.
	adjoinGap = 0.9
	// continuedBytes is the longest caption such as "Table 3: Exports by country (continued)".
	continuedBytes = 160
)

// adjoin reports whether b begins where a ends, with no more room between than
// between rows.
func (d *draft) adjoin(a, b *part) bool {
	if a.sheet != b.sheet {
		return false
	}
	gap := b.box.Y0 - a.box.Y1
	return gap <= adjoinGap*b.look.size() && gap >= -b.look.size()
}

// nextColumn reports whether b stands beside a and begins higher: in the next column of the page.
func (d *draft) nextColumn(a, b *part) bool {
	if a.sheet != b.sheet {
		return false
	}
	beside := b.box.X0 >= a.box.X1 || b.box.X1 <= a.box.X0
	return beside && b.box.Y0 < a.box.Y0-b.look.size()
}

// sameColumns reports whether two tables have their columns at the same places. One may be shifted:
// left and right pages have different margins.
func sameColumns(a, b *grid) bool {
	if a.Cols != b.Cols {
		return false
	}
	upper, lower := a.extents(), b.extents()
	shift := upper[0].X0 - lower[0].X0
	return sameExtents(upper, lower, 0) || sameExtents(upper, lower, shift)
}

func sameExtents(a, b []layout.Rect, shift float32) bool {
	for i := range a {
		common := min(a[i].X1, b[i].X1+shift) - max(a[i].X0, b[i].X0+shift)
		if narrower := min(a[i].Width(), b[i].Width()); narrower > 0 && common < columnOverlap*narrower {
			return false
		}
	}
	return true
}

// extents returns the box of each column, from the cells that lie in one column only.
func (g *grid) extents() []layout.Rect {
	boxes := make([]layout.Rect, g.Cols)
	for i := range g.Cells {
		if c := &g.Cells[i]; c.ColSpan == 1 {
			boxes[c.Col] = boxes[c.Col].Union(c.Box)
		}
	}
	return boxes
}

// repeatedHeads returns the row of b behind the heads that b repeats. a is the piece before b, and
// the heads are those of the first piece of the table. b repeats all of them or none.
func (d *draft) repeatedHeads(a, b *part) int {
	upper, lower := d.tableOf(a), d.tableOf(b)
	for upper.above != nil {
		a, upper = upper.above, d.tableOf(upper.above)
	}
	heads := upper.heads - upper.top
	end := lower.top + heads
	if heads == 0 || end > lower.end || lower.grid.across(end-1) {
		return lower.top
	}
	s, t := d.sheetOf(a), d.sheetOf(b)
	for row := range heads {
		for col := range lower.grid.Cols {
			if s.cellText(upper.grid.at(upper.top+row, col)) != t.cellText(lower.grid.at(lower.top+row, col)) {
				return lower.top
			}
		}
	}
	return end
}

// tornRow reports whether the first row of b is the rest of the last row of a: its first
// cell is empty, and words of a go on in it.
func tornRow(s *sheet, a *tableDraft, t *sheet, b *tableDraft) bool {
	last, first := a.grid.Rows-1, b.skip
	if first >= b.end || last < a.heads || a.signs(last, 0).kind == blankCell || b.signs(first, 0).kind != blankCell {
		return false
	}
	goesOn := false
	for col := range b.grid.Cols {
		upper, lower := a.grid.at(last, col), b.grid.at(first, col)
		if !a.grid.begins(last, col) || !b.grid.begins(first, col) || width(upper) != width(lower) || lower != nil && lower.RowSpan > 1 {
			return false
		}
		switch text := t.cellText(lower); {
		case text == "":
		case a.signs(last, col).kind != textCell || b.signs(first, col).kind != textCell:
			return false
		default:
			r, _ := utf8.DecodeRuneInString(strings.TrimSpace(text))
			goesOn = goesOn || (unicode.IsLower(r) || words.IsIdeograph(r)) && !endsSentence(s.cellText(upper))
		}
	}
	return goesOn
}

// width returns how many columns a cell spans. A vacant place counts as one.
func width(c *layout.Cell) int {
	if c == nil {
		return 1
	}
	return c.ColSpan
}

// cellText returns the text of a cell with spaces for line ends.
func (s *sheet) cellText(c *layout.Cell) string {
	if c == nil {
		return ""
	}
	return s.joined(&part{first: c.FirstLine, count: c.LineCount})
}

// continuation are words for "continued". They stand after "Table 3", or alone, above a table that
// goes on from the page before.
var continuation = []string{"continued", "cont'd", "cont’d", "cont.", "cont", "fortsetzung", "suite", "continuación", "continuação", "continuazione", "segue", "vervolg", "ciąg dalszy", "продолжение", "续", "續", "続き"}

// saysContinued reports whether text is the caption of a later piece of a table.
func saysContinued(text string) bool {
	if len(text) > continuedBytes {
		return false
	}
	text = strings.ToLower(strings.Trim(text, " ()[]-–—.:"))
	for _, word := range continuation {
		if strings.HasSuffix(text, word) {
			return true
		}
	}
	return false
}
