package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// findFigures makes one figure of each picture made of images, and of each drawing that
// is neither a table nor the frame of an image.
func (s *figureStage) findFigures() []layout.Figure {
	figures, words := s.settleInsets()
	graphics := s.findGraphics()
	figures, graphics = s.mixImages(figures, append(graphics, s.looseWords(words, graphics)...))
	for _, g := range graphics {
		f := layout.Figure{Box: g.box, Images: g.images, Parts: g.parts, Text: g.text, Vector: true, Bent: int(g.bent), Weak: g.weak}
		f.Alt, f.Mark = s.altOf(g.mark)
		figures = append(figures, f)
	}
	figures = s.joinKeys(s.joinPanels(s.joinPlaced(figures)))
	s.linkFigures(figures)
	return clip(figures)
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// figureLinks is how many links of a page are compared with its figures.
	figureLinks = limits.FigureLinks
	// tableDrawing is the share of a drawing that a table in it covers if it is all of the drawing. The
	// key of a chart may look like a small table.
	tableDrawing = 0.5
	// placedNearer is how many times nearer the block below a figure stands than the one above if the
	// figure belongs to the block below.
	placedNearer = 2
)

// linkFigures finds the links that cover figures.
func (s *contentStage) linkFigures(figures []layout.Figure) {
	for i := range figures[:min(len(figures), figuresPlaced)] {
		f := &figures[i]
		for k := range s.c.Links[:min(len(s.c.Links), figureLinks)] {
			if slices.ContainsFunc(s.c.Links[k].Areas, func(area layout.Rect) bool { return mostlyIn(f.Box, area) }) {
				f.Link = int32(k) + 1
				break
			}
		}
	}
}

// drawsTable reports whether a drawing is a table, or most of it is one.
func (s *tableStage) drawsTable(box layout.Rect) bool {
	for i := range s.grids {
		t := s.grids[i].box(&s.frames[s.grids[i].frame])
		if mostlyIn(box, t) || mostlyIn(t, box) && t.Width()*t.Height() >= tableDrawing*box.Width()*box.Height() {
			return true
		}
	}
	return false
}

// altOf returns the alternate description of a mark or of a mark around it (ISO 32000-2 clause 14.9.3),
// and mark itself if it is valid, else -1.
func (s *contentStage) altOf(mark int32) (alt string, valid int32) {
	if mark < 0 || int(mark) >= len(s.c.Marks) {
		return "", -1
	}
	for m, n := mark, 0; m >= 0 && int(m) < len(s.c.Marks) && n < markDepth; m, n = s.c.Marks[m].Parent, n+1 {
		if s.c.Marks[m].Alt != "" {
			return s.c.Marks[m].Alt, mark
		}
	}
	return "", mark
}

// placeFigures puts a Picture block for each figure into the reading order: behind the last block above it
// in its column, or before the first one beside or below.
func (s *blockStage) placeFigures(page *layout.Page) []layout.Block {
	if len(page.Figures) == 0 {
		return clip(s.blocks)
	}
	n := min(len(page.Figures), figuresPlaced)
	before := make([][]int32, len(s.blocks)+1) // figures by the block they come before
	panels := make([]layout.Rect, n)
	for i := range n {
		if page.Figures[i].Inset != nil {
			continue
		}
		panels[i] = s.panelAround(&page.Figures[i])
		at := s.placeOf(&page.Figures[i], panels[i])
		before[at] = append(before[at], int32(i))
	}
	blocks := make([]layout.Block, 0, len(s.blocks)+len(page.Figures))
	for at := range before {
		for _, i := range before[at] {
			b := s.picture(page, i, at)
			b.Panel = panels[i]
			blocks = append(blocks, b)
		}
		if at < len(s.blocks) {
			blocks = append(blocks, s.blocks[at])
		}
	}
	for i := n; i < len(page.Figures); i++ {
		if page.Figures[i].Inset != nil {
			continue
		}
		blocks = append(blocks, s.picture(page, int32(i), len(s.blocks)))
	}
	return blocks
}

// panelAround returns the smallest box around text that a figure stands in; empty: none. The figure itself
// does not count as such a box.
func (s *blockStage) panelAround(f *layout.Figure) layout.Rect {
	var panel layout.Rect
	for i := range s.blocks {
		p := s.blocks[i].Panel
		if !p.Empty() && !f.Weak && mostlyIn(f.Box, p) && !mostlyIn(p, f.Box) && (panel.Empty() || p.Width()*p.Height() < panel.Width()*panel.Height()) {
			panel = p
		}
	}
	return panel
}

// placeOf returns the index of the block before which a figure is read. A figure in a panel is read among
// the blocks of that panel.
func (s *blockStage) placeOf(f *layout.Figure, panel layout.Rect) int {
	if at := s.placeInRow(&f.Box); at >= 0 {
		return at
	}
	middle := f.Box.Center()
	above, bottom := -1, float32(-farAway)
	for i := range s.blocks {
		b := &s.blocks[i].Box
		if !panel.Empty() && s.blocks[i].Panel != panel {
			continue
		}
		if b.X0 < f.Box.X1 && b.X1 > f.Box.X0 && (b.Y0+b.Y1)/2 <= middle.Y && b.Y1 >= bottom {
			above, bottom = i, b.Y1
		}
	}
	if above >= 0 {
		return max(above+1, s.headOfColumn(f, above), s.nearBelow(f, above, panel))
	}
	for i := range s.blocks {
		b := &s.blocks[i].Box
		if !panel.Empty() && s.blocks[i].Panel == panel || panel.Empty() && b.X0 < f.Box.X1 && b.X1 > f.Box.X0 {
			return i
		}
	}
	return len(s.blocks)
}

// headOfColumn returns the index of the block below a figure if the figure is the head of a column that
// begins with that block; else -1. What stands above the figure, such as the page number, is then no part
// of the column:
//
//	                    12       above, of no column
//	text of the   +----------+
//	left column   |  figure  |
//	that is read  +----------+
//	before        Figure 1. A    below, the first of the right column
func (s *blockStage) headOfColumn(f *layout.Figure, above int) int {
	if s.blocks[above].Column >= 0 {
		return -1
	}
	for i := above + 1; i < len(s.blocks); i++ {
		b := &s.blocks[i]
		if b.Box.X0 < f.Box.X1 && b.Box.X1 > f.Box.X0 && (b.Box.Y0+b.Box.Y1)/2 > f.Box.Center().Y {
			if b.Column > 0 && s.blocks[i-1].Column != b.Column {
				return i
			}
			return -1
		}
	}
	return -1
}

// nearBelow returns the index of the block below a figure, such as its caption, that stands much nearer to
// it than the block above; -1: there is none. The block above may be the end of another article.
func (s *blockStage) nearBelow(f *layout.Figure, above int, panel layout.Rect) int {
	best, gap := -1, (f.Box.Y0-s.blocks[above].Box.Y1)/placedNearer
	for i := above + 1; i < len(s.blocks); i++ {
		b := &s.blocks[i].Box
		if !panel.Empty() && s.blocks[i].Panel != panel || b.X0 >= f.Box.X1 || b.X1 <= f.Box.X0 {
			continue
		}
		if d := b.Y0 - f.Box.Y1; d >= -captionOver && d < gap {
			best, gap = i, d
		}
	}
	return best
}

// placeInRow returns the index behind the block that a picture stands beside, in a row that pictures part;
// -1: it stands in no such row.
func (s *blockStage) placeInRow(box *layout.Rect) int {
	place, end := -1, float32(-farAway)
	for i := range s.blocks {
		if s.blocks[i].Why != whyPicture {
			continue
		}
		for k := i - 1; k <= i; k++ {
			b := &s.blocks[k].Box
			if y := (b.Y0 + b.Y1) / 2; y > box.Y0 && y < box.Y1 && b.X1 <= box.X0 && b.X1 > end {
				place, end = k+1, b.X1
			}
		}
	}
	return place
}

func (s *blockStage) picture(page *layout.Page, figure int32, at int) layout.Block {
	b := layout.Block{Kind: layout.Picture, Box: page.Figures[figure].Box, Column: -1, Figure: figure, Why: whyFigure}
	if at < len(s.blocks) {
		b.FirstLine = s.blocks[at].FirstLine
	} else {
		b.FirstLine = int32(len(s.lines))
	}
	return b
}
