package svg

import "github.com/pagelift/pagelift/layout"

// plane finds the highest level among the things that overlap given boxes.
type plane struct {
	view  layout.Rect
	cells []cell  // by row and column; nil: nothing was added
	top   int     // the highest level added
	floor int     // level of things that are nearly everywhere
	touch float32 // how far things may overlap without one being over the other
	work  int
}

// cell has what lies in a part of the plane.
type cell struct {
	boxes []levelBox
	all   int // the highest level of things that are not in boxes
}

type levelBox struct {
	layout.Rect
	level int
	color int32
}

const (
	// planeSide is the number of cells of a plane in each direction. Lines of text are one or two cells high.
	planeSide = 48
	// cellBoxes is the most boxes in a cell. If there are more, the first ones count as filling the cell.
	cellBoxes = 64
	// planeMost is the most cells of a thing. A thing with more cells counts as being everywhere.
	planeMost = planeSide * planeSide / 2
	// planeWork is the most boxes that are compared. Beyond that everything counts as overlapping.
	// Pages of a hundred thousand things compare some million boxes.
	planeWork = 1 << 24
	// textTouch is how far in points a rule may reach into the box of letters without touching them.
	textTouch = 0.3

	// mixed is the colour of a thing with several colours, or with one that is not opaque.
	mixed = -1
)

// add adds a thing of a level. If the thing has one opaque colour, nobody can see whether it is
// above or below others of that colour.
func (p *plane) add(boxes []layout.Rect, level int, color int32) {
	if p.cells == nil {
		p.cells = make([]cell, planeSide*planeSide)
	}
	p.top = max(p.top, level)
	for _, b := range boxes {
		x0, y0, x1, y1 := p.span(b)
		if (x1-x0+1)*(y1-y0+1) > planeMost {
			p.floor = max(p.floor, level)
			continue
		}
		for y := y0; y <= y1; y++ {
			for x := x0; x <= x1; x++ {
				p.cells[y*planeSide+x].add(levelBox{b, level, color})
				p.work++
			}
		}
	}
}

func (c *cell) add(b levelBox) {
	if len(c.boxes) == cellBoxes {
		for i := range c.boxes {
			c.all = max(c.all, c.boxes[i].level)
		}
		c.boxes = c.boxes[:0]
	}
	c.boxes = append(c.boxes, b)
}

// highest returns the highest level of the things that overlap boxes and differ visibly from color,
// or 0 when there are none.
func (p *plane) highest(boxes []layout.Rect, color int32) int {
	if p.cells == nil || p.work > planeWork {
		return p.top
	}
	level := p.floor
	for _, b := range boxes {
		x0, y0, x1, y1 := p.span(b)
		for y := y0; y <= y1; y++ {
			for x := x0; x <= x1 && level < p.top; x++ {
				c := &p.cells[y*planeSide+x]
				p.work += 1 + len(c.boxes)
				level = max(level, c.highest(&b, color, p.touch))
			}
		}
	}
	return level
}

func (c *cell) highest(b *layout.Rect, color int32, touch float32) int {
	level := c.all
	for i := range c.boxes {
		o := &c.boxes[i]
		if o.level > level && (color == mixed || color != o.color) &&
			b.X0 < o.X1-touch && b.X1 > o.X0+touch && b.Y0 < o.Y1-touch && b.Y1 > o.Y0+touch {
			level = o.level
		}
	}
	return level
}

// span returns the cells in which r lies.
func (p *plane) span(r layout.Rect) (x0, y0, x1, y1 int) {
	column := func(x float32) int { return cellOf((x - p.view.X0) / p.view.Width()) }
	row := func(y float32) int { return cellOf((y - p.view.Y0) / p.view.Height()) }
	return column(r.X0), row(r.Y0), column(r.X1), row(r.Y1)
}

func cellOf(share float32) int {
	if !(share > 0) {
		return 0
	}
	return int(min(share, 1) * (planeSide - 1))
}
