package scanimage

import (
	"image"
	"slices"
)

const (
	// tile is the side of the squares in which the light on the paper is measured, in
	// pixels of the overview: a sixth of an inch of A4, wider than the strokes of a heading.
	tile = 16

	// reach is how many tiles around one are looked at for its paper.
	reach = 2

	// brightShare is the share of the pixels of a tile that may be brighter than its
	// paper: what glares.
	brightShare = 0.1

	// blackShare is the share of the pixels of a page that is lighter than its ink.
	// Pages of text have 5 to 10 % of ink.
	blackShare = 0.99

	// leastContrast is the least difference between paper and ink in a page with
	// something on it; between the shades of an empty one there are ten.
	leastContrast = 24

	// shadow is how much of the light is left at least from one tile to the next. The
	// shadow in the fold of a book loses a fifth; the edge of a printed panel half.
	shadow = 0.75
)

// light is the brightness of the paper around each tile of an overview.
type light struct {
	cols, rows int
	paper      []uint8
	darkest    uint8 // of all tiles
	lightest   uint8
	black      uint8 // the darkest ink
}

// measureLight takes for the paper of a tile the brightest pixels of it and of the
// tiles around it, so that a large letter or a rule does not pass for a shadow. Panels
// and pictures are what is dark beyond an edge; there the paper is as around them.
func measureLight(small *image.Gray) light {
	w, h := small.Rect.Dx(), small.Rect.Dy()
	l := light{cols: (w + tile - 1) / tile, rows: (h + tile - 1) / tile}
	own := make([]uint8, l.cols*l.rows)
	for row := range l.rows {
		for col := range l.cols {
			own[row*l.cols+col] = percentile(small, image.Rect(col*tile, row*tile, min((col+1)*tile, w), min((row+1)*tile, h)), brightShare)
		}
	}
	l.paper = l.around(own, slices.Max[[]uint8])
	l.leaveEdges()
	l.paper = l.around(l.paper, mean)
	l.darkest, l.lightest = slices.Min(l.paper), slices.Max(l.paper)
	if black := percentile(small, small.Rect, blackShare); int(l.lightest)-int(black) >= leastContrast {
		l.black = black
	}
	return l
}

// percentile is the brightness that a share of the pixels in r exceeds.
func percentile(img *image.Gray, r image.Rectangle, share float64) uint8 {
	var count [256]int32
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for _, v := range img.Pix[y*img.Stride+r.Min.X : y*img.Stride+r.Max.X] {
			count[v]++
		}
	}
	left := int32(share * float64(r.Dx()*r.Dy()))
	v := 255
	for ; v > 0 && count[v] <= left; v-- {
		left -= count[v]
	}
	return uint8(v)
}

// around puts of the values within reach of each tile, first in its row, then in its
// column, that which of makes of them.
func (l *light) around(v []uint8, of func([]uint8) uint8) []uint8 {
	wide, out := make([]uint8, len(v)), make([]uint8, len(v))
	near := make([]uint8, 0, 2*reach+1)
	for i := range v {
		first, col := i-i%l.cols, i%l.cols
		wide[i] = of(v[first+max(col-reach, 0) : first+min(col+reach+1, l.cols)])
	}
	for i := range v {
		near = near[:0]
		for row := max(i/l.cols-reach, 0); row <= min(i/l.cols+reach, l.rows-1); row++ {
			near = append(near, wide[row*l.cols+i%l.cols])
		}
		out[i] = of(near)
	}
	return out
}

func mean(v []uint8) uint8 {
	sum := 0
	for _, n := range v {
		sum += int(n)
	}
	return uint8((sum + len(v)/2) / len(v))
}

// leaveEdges walks from the lightest tile to all that the light reaches without an
// edge between, then gives the others the light of those that they were reached from.
func (l *light) leaveEdges() {
	seen := make([]bool, len(l.paper))
	start := slices.Index(l.paper, slices.Max(l.paper))
	seen[start] = true
	reached := []int{start}
	l.walk(seen, &reached, func(from, to uint8) bool { return float64(to) >= shadow*float64(from) })
	for i := range l.paper {
		if !seen[i] {
			l.paper[i] = 0
		}
	}
	l.walk(seen, &reached, func(from, to uint8) bool { return true })
	for _, i := range reached {
		if l.paper[i] == 0 {
			l.paper[i] = l.lighter(i)
		}
	}
}

// walk goes on from the tiles reached, in their order, to neighbours that were not
// seen and that pass lets in.
func (l *light) walk(seen []bool, reached *[]int, pass func(from, to uint8) bool) {
	for k := 0; k < len(*reached); k++ {
		i := (*reached)[k]
		for _, j := range l.neighbours(i) {
			if j >= 0 && !seen[j] && pass(l.paper[i], l.paper[j]) {
				seen[j] = true
				*reached = append(*reached, j)
			}
		}
	}
}

// neighbours are the tiles beside, above and below one; -1 where there is none.
func (l *light) neighbours(i int) [4]int {
	n := [4]int{i - 1, i + 1, i - l.cols, i + l.cols}
	if i%l.cols == 0 {
		n[0] = -1
	}
	if i%l.cols == l.cols-1 {
		n[1] = -1
	}
	if i+l.cols >= len(l.paper) {
		n[3] = -1
	}
	return n
}

// lighter is the brightness of the lightest neighbour.
func (l *light) lighter(i int) (v uint8) {
	for _, j := range l.neighbours(i) {
		if j >= 0 {
			v = max(v, l.paper[j])
		}
	}
	return v
}

// shade is what is darker than the paper by a share of the way to the ink.
func (l *light) shade(paper uint8, share float64) uint8 {
	black := min(l.black, paper)
	return paper - uint8(share*float64(paper-black))
}

// at is the paper's brightness around a pixel of the overview.
func (l *light) at(x, y int) uint8 { return l.paper[y/tile*l.cols+x/tile] }
