package analyze

import "github.com/pagelift/pagelift/layout"

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// panelSlack is how far in points the lines of a block may reach over its panel.
	panelSlack = 4
	// boxedMost is the share of the page from which a box is no longer beside its text.
	boxedMost = 0.5
)

// findBoxed finds the box that is drawn or painted around each block, such as a sidebar. Of nested boxes
// it takes the outermost that leaves most of the page to other text:
//
//	text of the page      +----------------+
//	that goes on          | Further reading|      the box of two blocks
//	beside the box        | See chapter 3  |
//	                      +----------------+
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

// holds reports whether box lies in p. The box of a line has the height of its font, and reaches a little
// over what is visible of the line.
func (p *panel) holds(box layout.Rect) bool {
	return box.X0 >= p.box.X0-panelSlack && box.X1 <= p.box.X1+panelSlack && box.Y0 >= p.box.Y0-panelSlack && box.Y1 <= p.box.Y1+panelSlack
}
