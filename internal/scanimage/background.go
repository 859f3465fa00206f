package scanimage

import (
	"image"
	"slices"
)

const (
	// tile is the side of the squares in which the light on the paper is measured, in pixels of the
	// overview: a sixth of an inch of A4, wider than the strokes of a heading.
	tile = 16

	// reach is how far the tiles around a tile are from it that help to find its paper, in tiles.
	reach = 2

	// brightShare is the share of the pixels of a tile that may be brighter than its paper, such as glare.
	brightShare = 0.1

	// blackShare is the share of the pixels of a page that are lighter than its ink. Pages of text have 5 to
	// 10 % of ink.
	blackShare = 0.99

	// leastContrast is the least difference between paper and ink on a page that has something on it. The
	// shades of an empty page differ by ten.
	leastContrast = 24

	// shadow is the least brightness of a tile that is darkened by a shadow only, as a share of that of the
	// tile beside it. The shadow in the fold of a book takes a fifth, the edge of a printed panel a half.
	shadow = 0.75
)

// light is the brightness of the paper at each tile of an overview.
type light struct {
	cols, rows int
	paper      []uint8
	darkest    uint8 // of all tiles
	lightest   uint8
	black      uint8 // the darkest ink
}

// measureLight measures the paper of each tile by the brightest pixels of the tile and of those around
// it, so that a large letter or a rule does not count as a shadow. What is dark beyond an edge is a
// panel or a picture. measureLight gives it the brightness of the paper around it.
func measureLight(small *image.Gray) light {
	w, h := small.Rect.Dx(), small.Rect.Dy()
	l := light{cols: (w + tile - 1) / tile, rows: (h + tile - 1) / tile}
	own := make([]uint8, l.cols*l.rows)
	for row := range l.rows {
		for col := range l.cols {
			own[row*l.cols+col] = percentile(small, image.Rect(col*tile, row*tile, min((col+1)*tile, w), min((row+1)*tile, h)), brightShare)
		}
	}
	l.paper = l.applyAround(own, slices.Max[[]uint8])
	l.leaveEdges()
	l.paper = l.applyAround(l.paper, mean)
	l.darkest, l.lightest = slices.Min(l.paper), slices.Max(l.paper)
	if black := percentile(small, small.Rect, blackShare); int(l.lightest)-int(black) >= leastContrast {
		l.black = black
	}
	return l
}

// percentile returns the brightness that a share of the pixels in r exceeds.
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

// applyAround applies of to the values within reach of each tile, first along its row, then along its column,
// and returns the results.
func (l *light) applyAround(v []uint8, of func([]uint8) uint8) []uint8 {
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

// leaveEdges finds the tiles that can be reached from the lightest one without crossing an edge. Then it
// gives each other tile the brightness of the lightest tile beside it.
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

// walk extends reached, tile by tile, by neighbours that were not seen and for which pass is true.
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

// neighbours returns the tiles beside, above and below tile i; -1 where there is none.
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

// lighter returns the brightness of the lightest neighbour.
func (l *light) lighter(i int) (v uint8) {
	for _, j := range l.neighbours(i) {
		if j >= 0 {
			v = max(v, l.paper[j])
		}
	}
	return v
}

// shade returns the shade at a share of the way from paper to ink.
func (l *light) shade(paper uint8, share float64) uint8 {
	black := min(l.black, paper)
	return paper - uint8(share*float64(paper-black))
}

// at returns the brightness of the paper at a pixel of the overview.
func (l *light) at(x, y int) uint8 { return l.paper[y/tile*l.cols+x/tile] }
