package infer

import (
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// continueCode joins code at the end of a column or page to code of the same look at the start of
// the next one, if no text stands between them.
func (d *draft) continueCode(a *part, rest []*part) {
	looked := 0
	for _, b := range rest {
		if b.role == semantic.Artifact || b.role == semantic.FENote {
			if looked++; looked == lookAhead {
				return
			}
			continue
		}
		if b.role == semantic.Code && b.item == a.item && b.aside == a.aside && d.goesOnAsCode(a, b) {
			a.next, b.continued = b, true
			d.support(b, because("paragraph", paragraphWeight, "goes on with the code of the column or page before"))
		}
		return
	}
}

// goesOnAsCode reports whether b, the code behind a, looks like it and stands on the next page, or
// higher up in another column. Code that begins at the same height as a is another
// program. A line in a box of its own is complete.
func (d *draft) goesOnAsCode(a, b *part) bool {
	if a.look != b.look || b.sheet > a.sheet+1 {
		return false
	}
	if a.sheet == b.sheet && (!d.columnEnd(a, b) || b.box.Y0 > a.box.Y0-a.look.size()) {
		return false
	}
	first, second := &d.sheetOf(a).Blocks[a.block], &d.sheetOf(b).Blocks[b.block]
	return !first.Boxed && !second.Boxed && first.Kind != layout.Grid && second.Kind != layout.Grid
}
