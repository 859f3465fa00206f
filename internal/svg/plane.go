package svg

import "github.com/pagelift/pagelift/layout"

// plane finds the highest level among the things that overlap others.
type plane struct {
	view  layout.Rect
	cells []cell  // in rows; nil: nothing was added
	top   int     // the highest level added
	floor int     // of what is nearly everywhere
	touch float32 // how far things reach into each other without being one over the other
	work  int
}

// cell is what lies in a part of the plane.
type cell struct {
	boxes []levelBox
	all   int // the level of everything that is not in boxes
}

type levelBox struct {
	layout.Rect
	level int
	color int32
}

const (
	// planeSide is how many cells a plane has each way: lines of text are one or two high.
	planeSide = 48
	// cellBoxes is the most boxes in a cell; of more, the first are taken to fill it.
	cellBoxes = 64
	// planeMost is the most cells that a thing is put in; of more, it is taken to be
	// everywhere.
	planeMost = planeSide * planeSide / 2
	// planeWork bounds the boxes looked at: beyond, everything overlaps. Pages of a
	// hundred thousand things look at some million.
	planeWork = 1 << 24
	// textTouch is how far in points a rule may reach into the box of letters without
	// touching them.
	textTouch = 0.3

	// mixed is the colour of what has several, or one that is not opaque.
	mixed = -1
)

// add puts something of a level there. Where it has one opaque colour, nobody can tell
// whether it is above or below others of that colour.
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

// highest returns the highest level of what overlaps boxes and is seen to differ from color;
// 0: nothing.
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

// span returns the cells that r lies in.
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
