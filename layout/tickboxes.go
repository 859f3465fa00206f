package layout

import "slices"

// TickSign stands in Page.Text for a box to tick that is drawn on the page, and is no
// control of a form: BALLOT BOX.
const TickSign = '☐'

// tickBoxes are the small hollow squares of the page that stand beside text as the
// boxes of a form do, as controls without a name. Those under controls are not among
// them.
func (s *scratch) tickBoxes() []Field {
	var boxes []Field
	s.compared = 0
	for i := range s.dots {
		d := &s.dots[i]
		p := &s.c.Paths[d.path]
		if d.box.Width() < tickLeast || d.box.Width() > tickRatio*d.box.Height() || d.box.Height() > tickRatio*d.box.Width() ||
			p.Op&Stroke == 0 || !s.isBox(p) || p.Op&Fill != 0 && s.paint(p.Paint).Fill.hex() != panelWhite {
			continue
		}
		if len(boxes) == tickBoxesMost || s.isDrawn(d) {
			continue
		}
		boxes = append(boxes, Field{Kind: CheckBox, Box: d.box})
	}
	if len(boxes) == 0 {
		return nil
	}
	n := neighbourhood{c: s.c, fields: append(slices.Clone(s.c.Fields), boxes...), body: s.bodyRun()}
	n.find()
	kept := boxes[:0]
	for i := range boxes {
		if k := int32(len(s.c.Fields) + i); !n.isCovered(k) && n.isTick(k) {
			kept = append(kept, boxes[i])
		}
	}
	return kept
}

// isCovered reports that another field lies over field i.
func (n *neighbourhood) isCovered(i int32) bool {
	box := n.fields[i].Box
	for _, k := range n.fieldsIn(box.Y0-n.highest, box.Y1) {
		if both := n.fields[k].Box.Intersect(box); k != i && !both.Empty() {
			return true
		}
	}
	return false
}

// isTick reports that the square i is as high as the text right behind it, or right
// before it, and level with it.
func (n *neighbourhood) isTick(i int32) bool {
	box, row := n.fields[i].Box, n.rowOf(i)
	for _, k := range [...]int{row.behind, row.before} {
		if k < 0 {
			continue
		}
		b := &n.near[k]
		gap, h := max(b.x0-box.X1, box.X0-b.x1), box.Height()/b.em
		if b.letters >= tickLetters && gap < tickGap*b.em && h > tickLow && h < tickHigh && abs(b.y-capitalMiddle*b.em-box.Center().Y) < tickLevel*b.em {
			return true
		}
	}
	return false
}
