package layout

import "slices"

// graphic is a drawing as a figure: what its strokes, the images among them and the
// labels around them cover.
type graphic struct {
	box    Rect
	bent   int32
	bars   int32   // boxes without text in them
	mark   int32   // of a part of it; -1: none
	marked bool    // as a figure: the mark is of all of it
	weak   bool    // see Figure
	images []int32 // Content.Images
	parts  []Raster
	text   string // what was recognised in the images
}

// graphicFinder finds the drawings that are figures, once the text of the page is
// known: what only frames, underlines or shades text is none.
type graphicFinder struct {
	drawingFinder
	texts []textBlock
	kept  []bool // by path
	found []graphic
	work  int // pairs of things looked at
}

// textBlock is a block of text, as far as drawings ask.
type textBlock struct {
	box     Rect
	block   int32
	running bool // sentences, a program or a table, not labels
	long    bool // a line of it is as long as those of a text are
}

// findGraphics finds the drawings that are figures. Only what findDrawings found can
// hold any, so that nearly all pages cost nothing here.
func (s *scratch) findGraphics() []graphic {
	g := &s.graphics
	g.found, g.work = g.found[:0], 0
	s.markedGraphics()
	if len(s.drawings.found) == 0 {
		return g.found
	}
	s.listTexts()
	g.kept = g.kept[:0]
	for i := range s.c.Paths {
		g.kept = append(g.kept, s.draws(&s.c.Paths[i]))
	}
	s.clusterPaths(&g.drawingFinder, func(path int) bool { return g.kept[path] })
	for _, d := range g.drawingFinder.found {
		if !s.drawsTable(d.box) && !g.isMarked(d.box) && !s.holdsControl(d.box) {
			g.found = append(g.found, graphic{box: d.box, bent: d.bent, mark: -1})
		}
	}
	s.markGraphics()
	s.countBars()
	s.addLoose()
	for i := range g.found {
		s.addLabels(&g.found[i])
	}
	g.found = slices.DeleteFunc(g.found, func(f graphic) bool { return s.isGround(&f) })
	for i := range g.found {
		s.weighGraphic(&g.found[i])
	}
	g.joinLegends()
	return g.found
}

// markedGraphics makes a drawing of all the paths of each marked-content sequence
// that the document calls a figure (ISO 32000-2 clause 14.8.4.8.5) and that is large
// enough. Some producers mark each path by itself: those are clustered as others are.
func (s *scratch) markedGraphics() {
	g := &s.graphics
	var at map[int32]int // by mark; made only where there is one
	for i := range s.c.Paths {
		p := &s.c.Paths[i]
		mark := s.figureMark(p.Mark)
		if mark < 0 {
			continue
		}
		box, ok := s.drawn(p)
		k, seen := at[mark]
		if !ok || !seen && len(g.found) == drawingsKept {
			continue
		}
		if !seen {
			if at == nil {
				at = map[int32]int{}
			}
			k, at[mark] = len(g.found), len(g.found)
			g.found = append(g.found, graphic{mark: mark, marked: true})
		}
		g.found[k].box = g.found[k].box.Union(box)
		g.found[k].bent += s.bends(p)
	}
	g.found = slices.DeleteFunc(g.found, func(f graphic) bool {
		return min(f.box.Width(), f.box.Height()) < drawingSide
	})
}

// figureMark is the mark around m, or m itself, that is a figure; -1: none is.
func (s *scratch) figureMark(m int32) int32 {
	for n := 0; m >= 0 && int(m) < len(s.c.Marks) && n < markDepth; n++ {
		if s.c.Marks[m].Tag == figureTag {
			return m
		}
		m = s.c.Marks[m].Parent
	}
	return -1
}

// figureTag is the tag of marked content that is a figure.
const figureTag = "Figure"

// holdsControl reports whether a control of a form stands in box: then it is part of the
// form, or the look of that control.
func (s *scratch) holdsControl(box Rect) bool {
	return slices.ContainsFunc(s.p.Fields, func(f Field) bool { return box.Contains(f.Box.Center()) })
}

// isMarked reports whether box and a drawing that the document marks share most of
// the smaller of them.
func (g *graphicFinder) isMarked(box Rect) bool {
	for i := range g.found {
		if g.found[i].marked && (mostlyIn(box, g.found[i].box) || mostlyIn(g.found[i].box, box)) {
			return true
		}
	}
	return false
}

// coverOf is the share of a that b covers.
func coverOf(a, b Rect) float32 {
	in := a.Intersect(b)
	return in.Width() * in.Height() / max(a.Width()*a.Height(), 1)
}

// mixImages gives the drawings the images that they are made of: those that lie in
// one, and the picture that one is painted over or points into. It returns the figures that are left,
// and leaves out drawings that are no more than the frame of an image.
func (s *scratch) mixImages(figures []Figure, graphics []graphic) ([]Figure, []graphic) {
	if len(figures) > graphicImages {
		return figures, graphics // a mosaic
	}
	kept := graphics[:0]
	for _, g := range graphics {
		frame := false
		figures = slices.DeleteFunc(figures, func(f Figure) bool {
			if f.Inset != nil {
				return false // it is part of the text
			}
			area := f.Box.Width() * f.Box.Height()
			switch {
			case area > drawingGround*s.c.Width*s.c.Height || frame || s.isApart(f.Mark, g.mark):
				return false
			case mostlyIn(g.box, f.Box) && g.bent < mixedBent && area >= frameShare*g.box.Width()*g.box.Height():
				frame = true
				return false
			case mostlyIn(f.Box, g.box) || mostlyIn(g.box, f.Box) || g.bent < plainBent && coverOf(g.box, f.Box) >= annotated:
				g.box = g.box.Union(f.Box)
				g.images = append(g.images, f.Images...)
				g.parts = append(g.parts, f.Parts...)
				g.text = joinText(g.text, f.Text)
				g.weak = false
				return true
			}
			return false
		})
		if !frame {
			kept = append(kept, g)
		}
	}
	return figures, kept
}

// isApart reports whether what is marked so is content of its own in the structure of
// the document (ISO 32000-2 clause 14.7.5.2), beside what other marks.
func (s *scratch) isApart(mark, other int32) bool {
	own := s.contentMark(mark)
	return own >= 0 && own != s.contentMark(other)
}

// contentMark is the mark around m, or m itself, that names content of the structure
// tree; -1: none does.
func (s *scratch) contentMark(m int32) int32 {
	for n := 0; m >= 0 && int(m) < len(s.c.Marks) && n < markDepth; n++ {
		if s.c.Marks[m].MCID >= 0 {
			return m
		}
		m = s.c.Marks[m].Parent
	}
	return -1
}

// listTexts lists the blocks of text of the page.
func (s *scratch) listTexts() {
	g := &s.graphics
	g.texts = g.texts[:0]
	for i := range s.blocks {
		b := &s.blocks[i]
		if b.LineCount == 0 {
			continue
		}
		lines := s.p.Lines[b.FirstLine : b.FirstLine+b.LineCount]
		bytes := lines[len(lines)-1].End - lines[0].Start
		running := bytes >= graphicText && b.LineCount > 1 && bytes/b.LineCount >= graphicWords || b.Kind == Verbatim && b.LineCount >= graphicCode || b.Kind == Grid
		g.texts = append(g.texts, textBlock{b.Box, int32(i), running, bytes/b.LineCount >= graphicLine})
	}
}

// draws reports whether p may be part of a drawing: it is no decoration that the
// document marks, no part of a table, no ground of running text and no line under a
// word.
func (s *scratch) draws(p *Path) bool {
	if p.Flags&ArtifactRun != 0 || p.Flags&Unseen != 0 {
		return false
	}
	for i := range s.grids {
		if t := s.grids[i].box(&s.frames[s.grids[i].frame]); holdsBox(t, p.Box, ruleTouch) {
			return false
		}
	}
	switch w, h := p.Box.Width(), p.Box.Height(); {
	case h <= rulingThick && w > h:
		return !s.underlines(p.Box)
	case w >= panelWide && h >= panelHigh && s.isBox(p):
		return !s.grounds(p.Box)
	}
	return true
}

// holdsBox reports whether b lies in a, but for slack.
func holdsBox(a, b Rect, slack float32) bool {
	return b.X0 >= a.X0-slack && b.Y0 >= a.Y0-slack && b.X1 <= a.X1+slack && b.Y1 <= a.Y1+slack
}

// grounds reports whether a box stands behind or around running text.
func (s *scratch) grounds(box Rect) bool {
	g := &s.graphics
	if g.work += len(g.texts); g.work > graphicWork {
		return false
	}
	for i := range g.texts {
		if t := &g.texts[i]; t.running && mostlyIn(t.box, box) {
			return true
		}
	}
	return false
}

// underlines reports whether a level rule stands right below words of about its
// length, or through them.
func (s *scratch) underlines(box Rect) bool {
	g := &s.graphics
	if g.work += len(g.texts); g.work > graphicWork {
		return false
	}
	for i := range g.texts {
		t := &g.texts[i]
		if box.X0 < t.box.X0-rulingThick || box.X1 > t.box.X1+rulingThick || box.Y0 < t.box.Y0 || box.Y0 > t.box.Y1+rulingThick {
			continue
		}
		b := &s.blocks[t.block]
		if g.work += int(b.LineCount); g.work > graphicWork {
			return false
		}
		for _, l := range s.p.BlockLines(b) {
			if drop := (box.Y0 - l.Baseline) / l.Size; l.Rotation == 0 && drop >= -strikeTo && drop <= underlineTo && box.X0 >= l.Box.X0-l.Size && box.X1 <= l.Box.X1+l.Size {
				return true
			}
		}
	}
	return false
}

// markGraphics notes of each drawing the marked content that its first marked path
// is of: that leads to its place in the structure tree.
func (s *scratch) markGraphics() {
	g := &s.graphics
	if len(s.c.Marks) == 0 {
		return
	}
	open := len(g.found)
	for i := 0; i < len(s.c.Paths) && open > 0; i++ {
		p := &s.c.Paths[i]
		if !g.kept[i] || p.Mark < 0 || int(p.Mark) >= len(s.c.Marks) {
			continue
		}
		for k := range g.found {
			if f := &g.found[k]; f.mark < 0 && holdsBox(f.box, p.Box, 0) {
				f.mark = p.Mark
				open--
			}
		}
	}
}

// countBars counts the boxes of each drawing that no text stands in: the bars of a
// chart. Those with text are boxes of a diagram, fields of a form, or only its ground.
func (s *scratch) countBars() {
	g := &s.graphics
	if len(g.found) == 0 {
		return
	}
	for i := range s.c.Paths {
		p := &s.c.Paths[i]
		if !g.kept[i] || p.Op&Fill == 0 {
			continue
		}
		k := slices.IndexFunc(g.found, func(f graphic) bool { return f.bars < leastBars && holdsBox(f.box, p.Box, 0) })
		if k < 0 {
			continue
		}
		s.eachRectangle(p, func(box Rect) {
			if f := &g.found[k]; f.bars < leastBars && min(box.Width(), box.Height()) >= rulingThick && !s.isTextBox(box) {
				f.bars++
			}
		})
	}
}

// addLoose gives each plain drawing the small parts right beside it that are too little
// for a drawing, within its width or height.
func (s *scratch) addLoose() {
	g := &s.graphics
	for i := range g.found {
		f := &g.found[i]
		if f.marked || f.bent < leastBent && f.bars < leastBars {
			continue
		}
		for range looseRounds {
			if g.work += len(s.c.Paths); g.work > graphicWork/2 { // the rest is for labels
				return
			}
			box := f.box
			for k := range s.c.Paths {
				if b, ok := s.drawn(&s.c.Paths[k]); ok && g.kept[k] && isLegend(&b, &f.box) && !g.isOther(i, &b) {
					box = box.Union(b)
				}
			}
			if box == f.box {
				break
			}
			f.box = box
		}
	}
}

// isOther reports whether b is a part of another drawing than the i-th.
func (g *graphicFinder) isOther(i int, b *Rect) bool {
	for k := range g.found {
		if k != i && holdsBox(g.found[k].box, *b, 0) {
			return true
		}
	}
	return false
}

// joinLegends gives a drawing the weak ones that stand right beside it, within its
// width or height, such as the key of a chart, and what lies in it now that it is
// larger.
func (g *graphicFinder) joinLegends() {
	for i := 0; i < len(g.found); i++ {
		f := &g.found[i]
		for k := 0; k < len(g.found) && !f.weak; k++ {
			w := &g.found[k]
			if k == i || !(w.weak && isLegend(&w.box, &f.box) || mostlyIn(w.box, f.box)) {
				continue
			}
			f.box, f.bent, f.bars = f.box.Union(w.box), f.bent+w.bent, f.bars+w.bars
			g.found = slices.Delete(g.found, k, k+1)
			if k < i {
				i--
				f = &g.found[i]
			}
			k = -1
		}
	}
}

// isLegend reports whether a stands right beside b, within its width or height.
func isLegend(a, b *Rect) bool {
	within := a.X0 >= b.X0-legendGap && a.X1 <= b.X1+legendGap || a.Y0 >= b.Y0-legendGap && a.Y1 <= b.Y1+legendGap
	return within && !apart(a, b, legendGap)
}

// isGround reports whether f is what running text stands on, or the frame of a page.
func (s *scratch) isGround(f *graphic) bool {
	g := &s.graphics
	text := float32(0)
	for i := range g.texts {
		if t := &g.texts[i]; t.running && mostlyIn(t.box, f.box) {
			text += t.box.Width() * t.box.Height()
		}
	}
	area := f.box.Width() * f.box.Height()
	return !f.marked && (text > groundText*area || area > drawingGround*s.c.Width*s.c.Height && g.isHollow(f.box))
}

// isHollow reports whether hardly anything is drawn in box, farther in than a frame.
func (g *graphicFinder) isHollow(box Rect) bool {
	c0, r0 := g.bin(box.X0, box.Y0)
	c1, r1 := g.bin(box.X1, box.Y1)
	inside, drawn := 0, 0
	for r := r0 + frameBins; r <= r1-frameBins; r++ {
		for c := c0 + frameBins; c <= c1-frameBins; c++ {
			if inside++; g.bins[r*g.cols+c] != 0 {
				drawn++
			}
		}
	}
	return float32(drawn) <= hollow*float32(inside)
}

// weighGraphic decides whether f is plainly a drawing. Few strokes that cut through lines of
// text belong to those; so do boxes and rules around text.
func (s *scratch) weighGraphic(f *graphic) {
	if f.marked {
		return
	}
	f.weak = f.bent < leastBent && f.bars < leastBars
	g := &s.graphics
	text := float32(0)
	for i := range g.texts {
		t := &g.texts[i]
		in := t.box.Intersect(f.box)
		if t.running || t.long {
			text += in.Width() * in.Height()
		}
		if f.bent < plainBent && f.bars < leastBars && min(in.Width(), in.Height()) > cutText && !holdsBox(f.box, t.box, cutText) {
			f.weak = true
		}
	}
	f.weak = f.weak || text > weakText*f.box.Width()*f.box.Height()
}

// addLabels adds the short lines that stand beside the drawing f: the numbers and
// names of axes. A label may stand beside a label.
func (s *scratch) addLabels(f *graphic) {
	g := &s.graphics
	for range axisRounds {
		box := f.box
		for i := range g.texts {
			t := &g.texts[i]
			if g.work++; g.work > graphicWork {
				return
			}
			if t.running || apart(&t.box, &f.box, labelsNear) || holdsBox(f.box, t.box, 0) {
				continue
			}
			b := &s.blocks[t.block]
			g.work += int(b.LineCount)
			for k, l := range s.p.BlockLines(b) {
				if standsBeside(&l.Box, &f.box, axisReach*l.Size) && !numbered(s.p.LineText(k)) {
					box = box.Union(l.Box)
				}
			}
		}
		if box == f.box {
			return
		}
		f.box = box
	}
}

// apart reports whether a and b are farther from each other than gap.
func apart(a, b *Rect, gap float32) bool {
	return a.X0 > b.X1+gap || a.X1 < b.X0-gap || a.Y0 > b.Y1+gap || a.Y1 < b.Y0-gap
}

// numbered reports whether text begins with a word and a number, as captions do.
func numbered(text string) bool {
	letters := 0
	for i, r := range text {
		switch {
		case isLetter(r):
			letters++
		case letters == 0:
			return false
		case r == ' ' || r == '.':
		default:
			return r >= '0' && r <= '9' && i > 0
		}
		if letters > captionWord {
			return false
		}
	}
	return false
}
