package layout

// drawing is a cluster of painted paths that may be a chart or a diagram.
type drawing struct {
	box  Rect
	bent int32 // paths with curves or slanted strokes
	flat int32 // upright rectangles and rules
}

// drawingFinder clusters the paths of a page: those whose outlines meet in a
// raster of bins, or in neighbouring ones, are of one drawing.
type drawingFinder struct {
	size       float32 // of a bin, points
	cols, rows int
	bins       []int32 // marked, then the number of the cluster; 0: empty
	stack      []int32
	work       int // bins marked
	found      []drawing
}

// inked is a bin with paths that has no number yet.
const inked = -1

// findDrawings gives the clusters of paths that are large and rich enough for a
// drawing. Nearly all pages have too few paths to be looked at.
func (s *scratch) findDrawings() []drawing {
	d := &s.drawings
	d.found = d.found[:0]
	if len(s.c.Paths) < drawingPaths {
		return nil
	}
	d.size = max(drawingBin, max(s.c.Width, s.c.Height)/drawingBins)
	d.cols, d.rows = int(s.c.Width/d.size)+1, int(s.c.Height/d.size)+1
	if d.cols < 1 || d.rows < 1 || d.cols > drawingBins+1 || d.rows > drawingBins+1 {
		return nil // a page of no size, or of none that can be
	}
	if n := d.cols * d.rows; cap(d.bins) < n {
		d.bins = make([]int32, n)
	} else {
		d.bins = d.bins[:n]
		clear(d.bins)
	}
	d.work = 0
	for i := range s.c.Paths {
		if box, ok := s.drawn(&s.c.Paths[i]); ok {
			d.mark(box)
		}
	}
	d.cluster()
	for i := range s.c.Paths {
		p := &s.c.Paths[i]
		if box, ok := s.drawn(p); ok {
			d.add(box, !p.Rectangle && s.bent(p))
		}
	}
	return d.rich()
}

// drawn is what can be seen of p, unless that is nothing or the ground of the page.
func (s *scratch) drawn(p *Path) (Rect, bool) {
	if p.Flags&Unseen != 0 {
		return Rect{}, false
	}
	box := p.Box
	if p.Clip >= 0 && int(p.Clip) < len(s.c.Clips) {
		box = box.Intersect(s.c.Clips[p.Clip].Box)
	}
	box = box.Intersect(Rect{0, 0, s.c.Width, s.c.Height})
	seen := box.Width() >= 0 && box.Height() >= 0 && box != Rect{} // not so with NaN
	return box, seen && box.Width()*box.Height() <= drawingGround*s.c.Width*s.c.Height
}

// bent reports whether p has a curve or a slanted stroke.
func (s *scratch) bent(p *Path) bool {
	first, end := clampRange(p.First, p.Count, len(s.c.Segments))
	var at Point
	for i := first; i < end; i++ {
		g := &s.c.Segments[i]
		switch g.Verb {
		case CurveTo:
			return true
		case LineTo:
			if abs(g.P[0].X-at.X) > rulingLean && abs(g.P[0].Y-at.Y) > rulingLean {
				return true
			}
			at = g.P[0]
		case MoveTo:
			at = g.P[0]
		}
	}
	return false
}

// bin is the bin at a place of the page.
func (d *drawingFinder) bin(x, y float32) (col, row int) {
	return min(max(int(x/d.size), 0), d.cols-1), min(max(int(y/d.size), 0), d.rows-1)
}

// mark inks the bins under the outline of box.
func (d *drawingFinder) mark(box Rect) {
	c0, r0 := d.bin(box.X0, box.Y0)
	c1, r1 := d.bin(box.X1, box.Y1)
	if d.work += 2 * (c1 - c0 + r1 - r0 + 1); d.work > drawingWork {
		c1, r1 = c0, r0 // a page of more is ink all over
	}
	for c := c0; c <= c1; c++ {
		d.bins[r0*d.cols+c], d.bins[r1*d.cols+c] = inked, inked
	}
	for r := r0; r <= r1; r++ {
		d.bins[r*d.cols+c0], d.bins[r*d.cols+c1] = inked, inked
	}
}

// cluster numbers the inked bins that are neighbours alike.
func (d *drawingFinder) cluster() {
	for i := range d.bins {
		if d.bins[i] != inked {
			continue
		}
		d.found = append(d.found, drawing{})
		d.spread(int32(i), int32(len(d.found)))
	}
}

// spread gives the number to bin i and all inked ones that it reaches.
func (d *drawingFinder) spread(i, number int32) {
	d.bins[i] = number
	d.stack = append(d.stack[:0], i)
	for len(d.stack) > 0 {
		at := int(d.stack[len(d.stack)-1])
		d.stack = d.stack[:len(d.stack)-1]
		col, row := at%d.cols, at/d.cols
		for r := max(row-1, 0); r <= min(row+1, d.rows-1); r++ {
			for c := max(col-1, 0); c <= min(col+1, d.cols-1); c++ {
				if n := r*d.cols + c; d.bins[n] == inked {
					d.bins[n] = number
					d.stack = append(d.stack, int32(n))
				}
			}
		}
	}
}

// add counts a path to its cluster.
func (d *drawingFinder) add(box Rect, bent bool) {
	col, row := d.bin(box.X0, box.Y0)
	f := &d.found[d.bins[row*d.cols+col]-1]
	f.box = f.box.Union(box)
	if bent {
		f.bent++
	} else {
		f.flat++
	}
}

// rich keeps the clusters that are large and rich enough, and makes one of those
// that lie in each other.
func (d *drawingFinder) rich() []drawing {
	kept := d.found[:0]
	for _, f := range d.found {
		if min(f.box.Width(), f.box.Height()) < drawingSide || f.bent < drawingBent && f.flat < drawingFlat {
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
	return kept
}

// mostlyIn reports whether most of a lies in b.
func mostlyIn(a, b Rect) bool {
	in := a.Intersect(b)
	return in.Width()*in.Height() >= drawingInside*a.Width()*a.Height()
}
