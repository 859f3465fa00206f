package analyze

import "github.com/pagelift/pagelift/layout"

// drawing is a cluster of painted paths that may be a chart or a diagram.
type drawing struct {
	box  layout.Rect
	bent int32 // slanted strokes, and paths with curves
	flat int32 // upright rectangles and rules
}

// drawingFinder clusters the paths of a page. Paths whose outlines share a bin of a raster, or lie in
// neighbouring bins, belong to one drawing.
type drawingFinder struct {
	size       float32 // side of a bin, points
	cols, rows int
	bins       []int32 // marked, then the number of the cluster; 0: empty
	bent       []bool  // bins under the outlines of bent paths
	stack      []int32
	work       int // bins marked
	found      []drawing
	bars       []layout.Rect // scratch of linkBars
	turned     bool          // the bars lie
	texts      []textBlock   // that part bars, or stand on them
}

// inked marks a bin with paths that has no number yet.
const inked = -1

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// Drawings. A page with fewer paths than drawingPaths has none. Paths meet in bins of drawingBin
	// points; a large page has drawingBins bins on its longer side. drawingWork bounds the bins marked.
	// What covers more than drawingGround of the page is its ground. A drawing has sides of at least
	// drawingSide points, and among its paths drawingBent bends or drawingFlat flat ones: a box around
	// text has one, or four strokes. Where drawingStrokes of the bins have bent strokes, text alone makes
	// no table.
	drawingPaths   = 3
	drawingBin     = 8
	drawingBins    = 256
	drawingWork    = 1 << 18
	drawingGround  = 0.6
	drawingSide    = 36
	drawingSmall   = 24 // drawingSide for drawings of drawingDense strokes and more: charts of 31 points have 1,000
	drawingDense   = 200
	drawingBent    = 1
	drawingBends   = 8 // how many bends of one path count
	drawingFlat    = 6
	drawingInside  = 0.7 // the share of one box that lies in another if most of it does, see mostlyIn
	drawingStrokes = 0.1
	// drawingCorner is the share of its path's side that a rounded corner takes at most; drawingLabels is
	// how many bends a drawing has whose text is labels.
	drawingCorner = 0.3
	drawingLabels = 2
)

// findDrawings finds the clusters of paths that are large and rich enough for a drawing. Nearly all pages
// have too few paths to be looked at.
//
//	|  /\    /          +----------+
//	| /  \  /           |   text   |      no drawing: a box around text has
//	|/    \/            +----------+      four strokes, and none slants
//	+---------
func (s *shapeStage) findDrawings() {
	d := &s.drawings
	d.found = d.found[:0]
	if len(s.c.Paths) < drawingPaths {
		return
	}
	s.clusterPaths(d, func(path int) bool { return !s.words.has(path) }, nil)
}

// clusterPaths clusters the paths for which wanted reports true. It takes the text of the page, if that is known.
func (s *contentStage) clusterPaths(d *drawingFinder, wanted func(path int) bool, texts []textBlock) {
	d.found = d.found[:0]
	if !s.hasDrawing(wanted) {
		return
	}
	d.size = max(drawingBin, max(s.c.Width, s.c.Height)/drawingBins)
	d.cols, d.rows = int(s.c.Width/d.size)+1, int(s.c.Height/d.size)+1
	if d.cols < 1 || d.rows < 1 || d.cols > drawingBins+1 || d.rows > drawingBins+1 {
		return // a page without a size, or with an impossible one
	}
	d.clear(d.cols * d.rows)
	for i := range s.c.Paths {
		if box, ok := s.drawn(&s.c.Paths[i]); ok && wanted(i) {
			d.outline(box, func(bin int) { d.bins[bin] = inked })
		}
	}
	s.linkBars(d, wanted, texts)
	d.cluster()
	for i := range s.c.Paths {
		p := &s.c.Paths[i]
		if box, ok := s.drawn(p); ok && wanted(i) {
			d.add(box, s.bends(p), s.subpaths(p))
		}
	}
	d.rich()
}

// hasDrawing reports whether the wanted paths would be enough for a drawing if all were in one. Rules of
// text and tables are not enough.
func (s *contentStage) hasDrawing(wanted func(path int) bool) bool {
	var all drawing
	for i := range s.c.Paths {
		p := &s.c.Paths[i]
		if _, ok := s.drawn(p); !ok || !wanted(i) {
			continue
		}
		if all.count(s.bends(p), s.subpaths(p)); all.isRich() {
			return true
		}
	}
	return false
}

// drawn returns the visible part of p; false if nothing is visible, or p is the ground of the page.
func (s *contentStage) drawn(p *layout.Path) (layout.Rect, bool) {
	if p.Flags&layout.Unseen != 0 {
		return layout.Rect{}, false
	}
	box := p.Box
	if p.Clip >= 0 && int(p.Clip) < len(s.c.Clips) {
		box = box.Intersect(s.c.Clips[p.Clip].Box)
	}
	box = box.Intersect(layout.Rect{X0: 0, Y0: 0, X1: s.c.Width, Y1: s.c.Height})
	seen := box.Width() >= 0 && box.Height() >= 0 && box != layout.Rect{} // false with NaN
	return box, seen && box.Width()*box.Height() <= drawingGround*s.c.Width*s.c.Height
}

// bends counts the slanted strokes of p; all its curves together count as one.
func (s *contentStage) bends(p *layout.Path) int32 {
	if p.Rectangle {
		return 0
	}
	first, end := clampRange(p.First, p.Count, len(s.c.Segments))
	var at layout.Point
	slanted, curves := int32(0), int32(0)
	for i := first; i < end && slanted < drawingBends; i++ {
		g := &s.c.Segments[i]
		switch g.Verb {
		case layout.CurveTo:
			// The corners of a box may be round.
			if abs(g.P[2].X-at.X) > drawingCorner*p.Box.Width() || abs(g.P[2].Y-at.Y) > drawingCorner*p.Box.Height() {
				curves = 1
			}
			at = g.P[2]
		case layout.LineTo:
			if abs(g.P[0].X-at.X) > rulingLean && abs(g.P[0].Y-at.Y) > rulingLean {
				slanted++
			}
			at = g.P[0]
		case layout.MoveTo:
			at = g.P[0]
		}
	}
	return slanted + curves
}

// subpaths counts the parts of p that begin with a move of the pen, up to drawingFlat.
func (s *contentStage) subpaths(p *layout.Path) (n int32) {
	if p.Rectangle {
		return 1
	}
	first, end := clampRange(p.First, p.Count, len(s.c.Segments))
	for i := first; i < end && n < drawingFlat; i++ {
		if s.c.Segments[i].Verb == layout.MoveTo {
			n++
		}
	}
	return max(n, 1)
}

// bin returns the bin at a place of the page.
func (d *drawingFinder) bin(x, y float32) (col, row int) {
	return min(max(int(x/d.size), 0), d.cols-1), min(max(int(y/d.size), 0), d.rows-1)
}

// clear makes n empty bins.
func (d *drawingFinder) clear(n int) {
	d.work = 0
	if cap(d.bins) < n {
		d.bins, d.bent = make([]int32, n), make([]bool, n)
		return
	}
	d.bins, d.bent = d.bins[:n], d.bent[:n]
	clear(d.bins)
	clear(d.bent)
}

// outline calls mark for the bins under the outline of box.
func (d *drawingFinder) outline(box layout.Rect, mark func(bin int)) {
	c0, r0 := d.bin(box.X0, box.Y0)
	c1, r1 := d.bin(box.X1, box.Y1)
	if d.work += 2 * (c1 - c0 + r1 - r0 + 1); d.work > drawingWork {
		c1, r1 = c0, r0 // a page of more is covered with ink
	}
	for c := c0; c <= c1; c++ {
		mark(r0*d.cols + c)
		mark(r1*d.cols + c)
	}
	for r := r0; r <= r1; r++ {
		mark(r*d.cols + c0)
		mark(r*d.cols + c1)
	}
}

// cluster gives neighbouring inked bins the same number.
func (d *drawingFinder) cluster() {
	for i := range d.bins {
		if d.bins[i] != inked {
			continue
		}
		d.found = append(d.found, drawing{})
		d.spread(int32(i), int32(len(d.found)))
	}
}

// spread gives the number to bin i and to all inked bins that it reaches.
func (d *drawingFinder) spread(i, number int32) {
	d.bins[i] = number
	d.stack = append(d.stack[:0], i)
	for len(d.stack) > 0 {
		at := int(d.stack[len(d.stack)-1])
		d.stack = d.stack[:len(d.stack)-1]
		col, row := at%d.cols, at/d.cols
		left, right := max(col-1, 0), min(col+1, d.cols-1)
		for r := max(row-1, 0); r <= min(row+1, d.rows-1); r++ {
			first := r*d.cols + left
			near := d.bins[first : r*d.cols+right+1]
			for k, v := range near {
				if v == inked {
					near[k] = number
					d.stack = append(d.stack, int32(first+k))
				}
			}
		}
	}
}

// add counts a path to its cluster.
func (d *drawingFinder) add(box layout.Rect, bends, subpaths int32) {
	col, row := d.bin(box.X0, box.Y0)
	f := &d.found[d.bins[row*d.cols+col]-1]
	f.box = f.box.Union(box)
	if f.count(bends, subpaths); bends > 0 {
		d.outline(box, func(bin int) { d.bent[bin] = true })
	}
}

// count counts a path with so many bends and subpaths: all bars of a chart may be one path.
func (f *drawing) count(bends, subpaths int32) {
	if bends == 0 {
		f.flat += subpaths
	}
	f.bent += bends
}

// isRich reports whether there are enough paths for a drawing.
func (f *drawing) isRich() bool {
	return f.flat >= drawingFlat || f.bent >= drawingBent && f.bent+f.flat >= drawingPaths
}

// isLarge reports whether f has the size of a drawing. A drawing of many strokes may be smaller: a row of
// small charts.
func (f *drawing) isLarge() bool {
	side := min(f.box.Width(), f.box.Height())
	return side >= drawingSide || side >= drawingSmall && f.bent+f.flat >= drawingDense
}

// rich keeps the clusters that are large and rich enough, and joins those that lie in each other.
func (d *drawingFinder) rich() {
	kept := d.found[:0]
	for _, f := range d.found {
		if !f.isLarge() || !f.isRich() {
			continue
		}
		if kept = append(kept, f); len(kept) == drawingsKept {
			break
		}
	}
	for i := 0; i < len(kept); i++ {
		for k := i + 1; k < len(kept); k++ {
			if !mostlyIn(kept[i].box, kept[k].box) && !mostlyIn(kept[k].box, kept[i].box) {
				continue
			}
			kept[i].box = kept[i].box.Union(kept[k].box)
			kept[i].bent, kept[i].flat = kept[i].bent+kept[k].bent, kept[i].flat+kept[k].flat
			kept = append(kept[:k], kept[k+1:]...)
			k = i // it is larger now
		}
	}
	d.found = kept
}

// onPicture reports whether box lies on an image or among the strokes of a drawing.
// Text there that stands in rows and columns labels a picture.
func (s *shapeStage) onPicture(box layout.Rect) bool {
	if s.onImage(box) {
		return true
	}
	d := &s.drawings
	for _, f := range d.found {
		if f.bent >= drawingLabels && mostlyIn(box, f.box) && f.box.Width()*f.box.Height() <= drawingGround*s.c.Width*s.c.Height {
			return true
		}
	}
	if len(d.found) == 0 {
		return false
	}
	bent, all := 0, 0
	c0, r0 := d.bin(box.X0, box.Y0)
	c1, r1 := d.bin(box.X1, box.Y1)
	for r := r0; r <= r1; r++ {
		for c := c0; c <= c1; c++ {
			all++
			if d.bent[r*d.cols+c] {
				bent++
			}
		}
	}
	return float32(bent) >= drawingStrokes*float32(all)
}

// onImage reports whether box lies on an image that is not the ground of the page.
func (s *shapeStage) onImage(box layout.Rect) bool {
	for i := range s.c.Images {
		m := &s.c.Images[i]
		ground := m.Box.Width() > pictureWide*s.c.Width || m.Box.Height() > pictureWide*s.c.Height
		if m.Flags&layout.Unseen == 0 && !ground && !s.insets.lined[i] && mostlyIn(box, m.Box) {
			return true
		}
	}
	return false
}

// mostlyIn reports whether most of a lies in b.
func mostlyIn(a, b layout.Rect) bool {
	in := a.Intersect(b)
	return in.Width()*in.Height() >= drawingInside*a.Width()*a.Height()
}
