package infer

import (
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// continueCode joins code that ends a column or page with that which begins the
// next one in the same look: there is no text between them to part them.
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

// goesOnAsCode reports whether b, the code behind a, stands on the next page, or
// in another column and higher, and looks like it. What begins side by side is
// two programs. A line in a box of its own is whole.
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
