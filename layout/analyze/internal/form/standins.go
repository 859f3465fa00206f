package form

import (
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// StandIn is what stands for a control in the text: one glyph, as wide as the control or as
// the room beside the text that names it.
type StandIn struct {
	Run   layout.Run   // without its glyph
	Glyph layout.Glyph // without its character
	Leads bool         // the label stands before the control, though it is ticked
}

// StandIns returns the stand-ins of fields. The first controls of fields are controls of a form, the
// others drawn boxes to tick. Underscores and dots under a control, which are to be written on, become
// spaces in c.
func StandIns(c *layout.Content, fields []layout.Field, controls int, rulings []layout.Ruling) []StandIn {
	n := neighbourhood{c: c, fields: fields, rulings: rulings, body: bodyRun(c)}
	n.find()
	for i := range fields[:controls] {
		n.clear(fields[i].Box)
	}
	n.find() // without the rules to write on
	n.findSides()
	all := make([]StandIn, len(fields))
	for i := range fields {
		run := n.standIn(int32(i))
		all[i] = StandIn{run, layout.Glyph{X: n.x, Y: n.baseline, Advance: n.width}, n.leads[i]}
	}
	return all
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// fieldLeast is the least width and height of a stand-in in ems.
	fieldLeast = 0.5
	// fieldLines is the height in ems above which a control holds several lines. Its stand-in then stands
	// on the first of them. Controls of one line are up to 2.2 high.
	fieldLines = 2.5
	// fieldRise is how far the baseline of the first line is below the top of such a
	// control, in ems.
	fieldRise = 1.1
	// fieldReach is how far beside a control text may be and still give it its baseline, in ems. Labels on
	// the left of a column of controls end up to 15 away.
	fieldReach = 20
	// Text within fieldClose ems of a control is its label, whatever stands over the control.
	fieldClose = 1.2
	// The baseline of text over a control is at most fieldOver ems above its top, or fieldInside ems below
	// it. The baseline of text under a control is at most fieldUnder ems below its foot.
	fieldOver   = 1.0
	fieldUnder  = 1.6
	fieldInside = 0.6
	// fieldRuns is how many ticks of a row are looked at to find on which side their labels stand.
	fieldRuns = limits.FieldRuns
	// Text is read with a tick on its row up to fieldTickReach ems away, with another control up to
	// fieldRowReach ems.
	fieldTickReach = 12
	fieldRowReach  = 12
)

// findSides finds the ticks that have their labels before them: in their row of ticks the first has text
// before it and the last has nothing behind it.
func (n *neighbourhood) findSides() {
	n.leads = make([]bool, len(n.fields))
	for i := range n.fields {
		f := &n.fields[i]
		if !f.Ticks() {
			continue
		}
		// Text stands before this one, and none behind the last of its row.
		last, row := int32(i), n.rowOf(int32(i))
		if row.before < 0 || n.near[row.before].rtl {
			continue
		}
		for range fieldRuns {
			if row.behind < 0 || n.near[row.behind].gapTo(n.fields[last].Box) > fieldTickReach*n.near[row.behind].em {
				n.leads[i] = true
				break
			}
			next := n.tickBehind(last, &n.near[row.behind])
			if next < 0 {
				break
			}
			last, row = next, n.rowOf(next)
		}
	}
}

// tickBehind returns the tick of the same group or kind behind b, which stands behind field i; -1: none.
func (n *neighbourhood) tickBehind(i int32, b *neighbour) int32 {
	f, best := &n.fields[i], int32(-1)
	y := f.Box.Center().Y
	for _, k := range n.fieldsIn(y-n.highest, y) {
		o := &n.fields[k]
		if o.Kind != f.Kind || o.Box.Y1 < y || o.Box.X0 < b.x1-labelSlack*b.em || o.Box.X0-b.x1 > fieldTickReach*b.em ||
			f.Kind == layout.RadioButton && o.Name != f.Name {
			continue
		}
		if best < 0 || o.Box.X0 < n.fields[best].Box.X0 {
			best = k
		}
	}
	return best
}

// standIn returns the run of the FieldSign for field i. It stands on the baseline of the text that names
// the field, and reaches up to that text beside it, over it or under it. Without such text it stands where
// text in the field would stand.
func (n *neighbourhood) standIn(i int32) layout.Run {
	f := &n.fields[i]
	r := n.body
	box := f.Box
	size := min(r.Size, max(box.Height(), fieldLeast*r.Size))
	n.x, n.width = box.X0, max(box.Width(), fieldLeast*size)
	n.baseline = box.Y0 + fieldRise*size
	if box.Height() <= fieldLines*size {
		n.baseline = (box.Y0+box.Y1)/2 + textMiddle*size
	}
	r.Em, r.Size = [4]float32{size, 0, 0, -size}, size
	row := n.rowOf(i)
	switch {
	case f.Ticks() && n.joinsTick(i, row, &r):
	case f.Kind == layout.PushButton:
	case !f.Ticks() && !n.isClose(box, row) && n.joinsColumn(i, &r):
	case !f.Ticks() && n.joinsRow(i, row, &r):
	case !f.Ticks() && n.joinsInside(box, &r):
	default:
		if k := n.nearest(box, row); k >= 0 {
			n.setOn(k, &r)
		}
	}
	n.settle(&r)
	r.Origin = layout.FromField
	return r
}

// settle makes r the run of a stand-in, which no clip, mark or font of fixed width concerns.
func (n *neighbourhood) settle(r *layout.Run) {
	if f := r.Font; f >= 0 && int(f) < len(n.c.Fonts) && n.c.Fonts[f].Mono {
		r.Font = -1 // a font of fixed width would make lines with controls look like programs
	}
	r.Clip, r.Mark = -1, -1
}

// isClose reports whether text stands right before box, as its label does.
func (n *neighbourhood) isClose(box layout.Rect, row fieldRow) bool {
	if row.before < 0 {
		return false
	}
	b := &n.near[row.before]
	return b.letters > 1 && b.gapTo(box) < fieldClose*b.em
}

// nearest returns the text of the row that is nearest to box; -1: it is too far away to be in one line
// with it.
func (n *neighbourhood) nearest(box layout.Rect, row fieldRow) int {
	best, least := -1, float32(fieldReach)
	for _, k := range [...]int{row.before, row.behind} {
		if k < 0 {
			continue
		}
		b := &n.near[k]
		gap := max(0, b.gapTo(box)) / b.em
		if b.letters == 1 && gap > fieldClose {
			continue // a letter of a word set upright at the side of a form, or the bullet of a list
		}
		if gap += abs(b.y-n.baseline) / b.em; gap < least {
			best, least = k, gap
		}
	}
	return best
}

// joinsTick puts the sign of a tick beside its label.
func (n *neighbourhood) joinsTick(i int32, row fieldRow, r *layout.Run) bool {
	f, k := &n.fields[i], row.behind
	if n.leads[i] {
		k = row.before
	}
	if k < 0 {
		return false
	}
	b := &n.near[k]
	if b.gapTo(f.Box) > fieldTickReach*b.em || n.walled(f.Box, b.box()) {
		return false
	}
	n.extendTo(b, f.Box)
	n.setOn(k, r)
	return true
}

// extendTo makes the stand-in of a field reach up to b beside it.
func (n *neighbourhood) extendTo(b *neighbour, box layout.Rect) {
	space := fieldLeast * b.em / 2
	if b.x0 > box.X0 {
		n.width = max(b.x0-space-n.x, fieldLeast*b.em)
		return
	}
	n.x = min(b.x1+space, box.X0)
	n.width = max(box.X1-n.x, fieldLeast*b.em)
}

// joinsRow extends the sign of field i up to the text before it. It does not if another field stands
// behind that this text would name too: both are then in a row of a table.
func (n *neighbourhood) joinsRow(i int32, row fieldRow, r *layout.Run) bool {
	if row.before < 0 || row.next >= 0 {
		return false
	}
	b, box := &n.near[row.before], n.fields[i].Box
	if b.letters < 2 || b.gapTo(box) > fieldRowReach*b.em || n.walled(b.box(), box) {
		return false
	}
	n.extendTo(b, box)
	n.setOn(row.before, r)
	return true
}

// joinsInside keeps the sign of a field out of the words in it on its row. The sign goes behind these
// words, or before them if they end the field.
func (n *neighbourhood) joinsInside(box layout.Rect, r *layout.Run) bool {
	inside := -1
	first, near := n.between(n.baseline-fieldInside*n.body.Size, n.baseline+fieldInside*n.body.Size)
	for k := range near {
		b := &near[k]
		if b.x0 < box.X1-b.em && b.x1 > box.X0+b.em && (inside < 0 || b.x1 > n.near[inside].x1) {
			inside = first + k
		}
	}
	if inside < 0 {
		return false
	}
	if b := &n.near[inside]; b.rtl || b.x0-box.X0 <= box.X1-b.x1 {
		n.follow(b, box)
	} else {
		n.width = max(b.x0-fieldLeast*b.em/2-n.x, fieldLeast*b.em)
	}
	n.setOn(inside, r)
	return true
}

// joinsColumn puts the sign of field i on the line of the text right over it, behind that text, or right
// under it, before that text.
func (n *neighbourhood) joinsColumn(i int32, r *layout.Run) bool {
	box := n.fields[i].Box
	over, under := -1, -1
	first, near := n.between(box.Y0-fieldOver*n.body.Size, box.Y1+fieldUnder*n.body.Size)
	for k := range near {
		b := &near[k]
		if b.x1 < box.X0 || b.x0 > box.X1-b.em {
			continue
		}
		switch {
		case b.isOver(box) && (over < 0 || b.y > n.near[over].y):
			over = first + k
		case b.y-ascent*b.em > box.Y1-b.em/2 && under < 0:
			under = first + k
		}
	}
	switch {
	case over >= 0 && !n.isColumn(i) && !n.underlined(&n.near[over], box):
		n.follow(&n.near[over], box)
		n.setOn(over, r)
	case over < 0 && under >= 0 && !n.isNamedBelow(i, &n.near[under]):
		n.precede(&n.near[under])
		n.setOn(under, r)
	default:
		return false
	}
	return true
}

// follow puts the stand-in of a field behind the text b over it, up to the end of the field.
func (n *neighbourhood) follow(b *neighbour, box layout.Rect) {
	space, least := fieldLeast*b.em/2, fieldLeast*b.em
	if b.rtl {
		n.x, n.width = box.X0, max(b.x0-space-box.X0, least)
		return
	}
	n.x = max(box.X0, min(b.x1+space, box.X1-least))
	n.width = max(box.X1-n.x, least)
}

// precede puts the stand-in of a field before the text b under it.
func (n *neighbourhood) precede(b *neighbour) {
	n.width = fieldLeast * b.em / 2
	if n.x = b.x0 - 2*n.width; b.rtl {
		n.x = b.x1 + n.width
	}
}

// isOver reports whether b stands right over box or in its upper edge. It begins where the box begins, or
// touches it and ends before the box ends.
func (b *neighbour) isOver(box layout.Rect) bool {
	if b.y >= box.Y0+fieldInside*b.em {
		return false
	}
	if b.rtl && abs(b.x1-box.X1) < b.em {
		return true
	}
	return abs(b.x0-box.X0) < b.em || b.y > box.Y0-fieldInside*b.em && b.x0 > box.X0 && b.x1 < box.X1
}

// setOn puts the next stand-in on the baseline of neighbour k.
func (n *neighbourhood) setOn(k int, r *layout.Run) {
	b := &n.near[k]
	n.baseline, r.Size, r.Em = b.y, n.c.Runs[b.run].Size, n.c.Runs[b.run].Em
}

// isColumn reports whether another field of the same width stands right under or over field i. Text over
// them is then the head of a column.
func (n *neighbourhood) isColumn(i int32) bool {
	box := n.fields[i].Box
	for _, k := range n.fieldsIn(box.Y0-2*box.Height(), box.Y1+box.Height()) {
		o := n.fields[k].Box
		if k != i && abs(o.X0-box.X0) <= sameSide && abs(o.X1-box.X1) <= sameSide &&
			(abs(o.Y0-box.Y1) < fieldColumn*n.body.Size || abs(box.Y0-o.Y1) < fieldColumn*n.body.Size) {
			return true
		}
	}
	return false
}

// isNamedBelow reports whether b, under field i, stands right over or before another field.
func (n *neighbourhood) isNamedBelow(i int32, b *neighbour) bool {
	for _, k := range n.fieldsIn(b.y-b.em-n.highest, b.y+fieldOver*b.em) {
		o := n.fields[k].Box
		if k != i && o.X1 > b.x0 && o.X0 < b.x1+2*fieldClose*b.em && o.Y1 > b.y {
			return true
		}
	}
	return false
}
