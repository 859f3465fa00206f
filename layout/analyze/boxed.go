package analyze

import "github.com/pagelift/pagelift/layout"

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// panelSlack is how far in points the lines of a block may reach over its panel.
	panelSlack = 4
	// boxedMost is the share of the page from which a box is not beside its text.
	boxedMost = 0.5
)

// findBoxed tells each block which box is drawn or painted around it. Of boxes in
// boxes it is the outermost that leaves most of the page to other text.
func (s *blockStage) findBoxed() {
	if len(s.panels) == 0 {
		return
	}
	seen := make([]bool, len(s.panels))
	any := false
	for i := range s.panels {
		p := &s.panels[i]
		seen[i] = p.color != panelWhite && !p.quote && p.box.Width()*p.box.Height() <= boxedMost*s.c.Width*s.c.Height && p.rows >= panelRows && p.torn == 0 && !p.isCells() && !s.inTable(p.box)
		any = any || seen[i]
	}
	if !any {
		return
	}
	for i := range s.blocks {
		b := &s.blocks[i]
		if b.LineCount == 0 || b.Table != nil {
			continue
		}
		for k := range s.panels { // the largest come first
			if seen[k] && s.panels[k].box.Contains(b.Box.Center()) && s.panels[k].holds(b.Box) {
				b.Panel = s.panels[k].box
				break
			}
		}
	}
}

// holds reports whether box lies in p. Boxes of lines are those of their font, and
// reach a little over what is seen of them.
func (p *panel) holds(box layout.Rect) bool {
	return box.X0 >= p.box.X0-panelSlack && box.X1 <= p.box.X1+panelSlack && box.Y0 >= p.box.Y0-panelSlack && box.Y1 <= p.box.Y1+panelSlack
}
