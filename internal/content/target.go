package content

import (
	"sync"

	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// pageFrame is what converts a point of a page to its page space.
type pageFrame struct {
	base          matrix
	width, height float32
	left, top     float64 // of the crop box, in default user space
	missing       bool    // there is no such page
}

// frameCache holds the frames of pages that are destinations. Contents pages and indexes have hundreds of
// destinations for each page.
type frameCache struct {
	mu     sync.Mutex
	byPage map[int]pageFrame
}

// frame returns the frame of page n.
func (r *Reader) frame(n int) pageFrame {
	c := &r.frames
	c.mu.Lock()
	defer c.mu.Unlock()
	f, ok := c.byPage[n]
	if ok {
		return f
	}
	if p := r.doc.PagePlace(n); p != nil {
		f.base, f.width, f.height = baseMatrix(p)
		f.left, f.top = p.CropBox.X0, p.CropBox.Y1
	} else {
		f.missing = true
	}
	if c.byPage == nil {
		c.byPage = make(map[int]pageFrame)
	}
	if !f.missing { // missing pages could be numberless
		c.byPage[n] = f
	}
	return f
}

// Target converts d to the page space of its page. A coordinate that d leaves open is that of the page's upper
// left corner. If d has none, At is {-1, -1}.
func (r *Reader) Target(d pdf.Destination) layout.Target {
	t := layout.Target{Page: d.Page, At: layout.Point{X: -1, Y: -1}, Name: d.Name, Element: d.Element.Num}
	f := r.frame(d.Page)
	if f.missing {
		t.Page = 0
		return t
	}
	if !d.HasX && !d.HasY {
		return t
	}
	x, y := f.left, f.top
	if d.HasX {
		x = d.X
	}
	if d.HasY {
		y = d.Y
	}
	at := f.base.point(x, y)
	t.At = layout.Point{X: min(max(at.X, 0), f.width), Y: min(max(at.Y, 0), f.height)}
	return t
}
