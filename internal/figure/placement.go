package figure

import (
	"math"

	"github.com/pagelift/pagelift/layout"
)

// placement is how a page shows an image.
type placement struct {
	turn turn
	crop crop
}

// crop is the part of a turned image that is seen, in thousandths of its sides.
type crop struct{ x0, y0, x1, y1 int16 }

// full is a whole side.
const full = 1000

var whole = crop{0, 0, full, full}

// leastCrop is how much of a side has to be hidden for an image to be cut: clips are
// drawn a little inside of images, which nobody is meant to see.
const leastCrop = 15

// placementOf is how p is shown.
func placementOf(p *layout.Raster) placement {
	at := placement{turnOf(p.M), whole}
	if isOblique(p.M) {
		return at // what is seen of it is no upright part of it
	}
	all := p.M.Bounds(layout.Rect{X1: 1, Y1: 1})
	at.crop.x0, at.crop.x1 = cropSide(p.Box.X0, p.Box.X1, all.X0, all.X1)
	at.crop.y0, at.crop.y1 = cropSide(p.Box.Y0, p.Box.Y1, all.Y0, all.Y1)
	return at
}

// cropSide is what from to to is of the side that goes from first to last.
func cropSide(from, to, first, last float32) (low, high int16) {
	length := last - first
	if !(length > 0) {
		return 0, full
	}
	low = int16(min(max((from-first)/length*full, 0), full))
	high = int16(min(max((to-first)/length*full+0.5, 0), full))
	if low < leastCrop {
		low = 0
	}
	if high > full-leastCrop {
		high = full
	}
	if low >= high {
		return 0, full
	}
	return low, high
}

// turn is how an image lies on the page: the orientations of Exif (CIPA DC-008 clause
// 4.6.4), less one.
type turn uint8

const upright turn = 0

// turns are by turn the steps on the page, y down, from one sample to the next of its
// row, and to the one below it.
var turns = [8]struct{ rightX, rightY, downX, downY int }{
	{1, 0, 0, 1}, {-1, 0, 0, 1}, {-1, 0, 0, -1}, {1, 0, 0, -1},
	{0, 1, 1, 0}, {0, 1, -1, 0}, {0, -1, -1, 0}, {0, -1, 1, 0},
}

// turnOf is the turn nearest to what m does.
func turnOf(m layout.Matrix) turn {
	best, bestFit := upright, float32(math.Inf(-1))
	for i, t := range turns {
		fit := m.A*float32(t.rightX) + m.B*float32(t.rightY) - m.C*float32(t.downX) - m.D*float32(t.downY)
		if fit > bestFit {
			best, bestFit = turn(i), fit
		}
	}
	return best
}

// swaps reports whether rows become columns.
func (t turn) swaps() bool { return turns[t].rightX == 0 }

// upToOblique is how far, as a share of its length, a side of an image leans until the
// image counts as oblique: two degrees.
const upToOblique = 0.035

// isOblique reports whether the sides of an image are not along those of the page.
func isOblique(m layout.Matrix) bool {
	lean := func(x, y float32) bool { return min(abs(x), abs(y)) > upToOblique*max(abs(x), abs(y)) }
	return lean(m.A, m.B) || lean(m.C, m.D)
}

// sides are the lengths of the sides of an image as they lie on the page.
func sides(m layout.Matrix) (width, height float32) {
	right, down := length(m.A, m.B), length(m.C, m.D)
	if turnOf(m).swaps() {
		return down, right
	}
	return right, down
}

func length(x, y float32) float32 { return float32(math.Hypot(float64(x), float64(y))) }

func abs(v float32) float32 { return max(v, -v) }
