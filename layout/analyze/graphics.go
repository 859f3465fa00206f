package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// graphic is a drawing as a figure. It covers its strokes, the images among them and the labels around
// them.
type graphic struct {
	box    layout.Rect
	bent   int32
	bars   int32   // boxes without text in them
	mark   int32   // mark of a part of it; -1: none
	marked bool    // the document marks all of it as a figure
	weak   bool    // see Figure
	images []int32 // Content.Images
	parts  []layout.Raster
	text   string // what was recognised in the images
}

// graphicFinder finds the drawings that are figures, once the text of the page is known. Drawings that
// only frame, underline or shade text are no figures.
type graphicFinder struct {
	drawingFinder
	texts []textBlock
	kept  []bool // by path
	found []graphic
	work  int // pairs of things looked at

	labels []layout.Rect // lines that the drawing at hand has taken

	smallest, largest float32           // sizes of the lines of the page
	usual             float32           // the size of most of the text
	sizes             map[float32]int32 // bytes of text by size, scratch
	top               float32           // where the first line begins
}

// findGraphics finds the drawings that are figures. Only what findDrawings found can hold any, so nearly
// all pages cost nothing here. The labels beside a drawing become part of it:
//
//	40 |   .-'
//	20 | .'          the numbers and names of the axes belong to the figure
//	   +------
//	    speed
func (s *figureStage) findGraphics() []graphic {
	g := &s.graphics
	g.found, g.work = g.found[:0], 0
	s.markedGraphics()
	if len(s.drawings.found) == 0 {
		return g.found
	}
	s.listTexts()
	g.kept = g.kept[:0]
	for i := range s.c.Paths {
		g.kept = append(g.kept, !s.words.has(i) && s.draws(&s.c.Paths[i]))
	}
	for i := range s.dots {
		if d := &s.dots[i]; d.sign && d.path >= 0 {
			g.kept[d.path] = false
		}
	}
	s.clusterPaths(&g.drawingFinder, func(path int) bool { return g.kept[path] }, g.texts)
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
	g.found = slices.DeleteFunc(g.found, func(f graphic) bool { return s.isGround(&f) || s.isOrnament(&f) })
	for i := range g.found {
		s.weighGraphic(&g.found[i])
	}
	g.joinLegends()
	return g.found
}

// markedGraphics makes a drawing of all paths in each marked-content sequence that the document calls a
// figure (ISO 32000-2 clause 14.8.4.8.5), if it is large enough. Some producers mark each path by itself;
// such paths are clustered as all others.
func (s *figureStage) markedGraphics() {
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

// figureMark returns the mark that is a figure: m or the nearest one around it; -1: none.
func (s *contentStage) figureMark(m int32) int32 {
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

// holdsControl reports whether a control of a form stands in box. The drawing is then part of the form, or
// the look of that control.
func (s *contentStage) holdsControl(box layout.Rect) bool {
	return slices.ContainsFunc(s.p.Fields, func(f layout.Field) bool { return box.Contains(f.Box.Center()) })
}

// isMarked reports whether most of box lies in a drawing that the document marks, or most of such a
// drawing in box.
func (g *graphicFinder) isMarked(box layout.Rect) bool {
	for i := range g.found {
		if g.found[i].marked && (mostlyIn(box, g.found[i].box) || mostlyIn(g.found[i].box, box)) {
			return true
		}
	}
	return false
}

// markGraphics gives each drawing the mark of its first marked path, which leads to its place in the
// structure tree.
func (s *figureStage) markGraphics() {
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
