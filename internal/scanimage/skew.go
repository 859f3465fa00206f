package scanimage

import (
	"image"
	"math"
)

const (
	// maxSkew is the largest skew that is looked for, in degrees. Paper that is fed by hand seldom lies further
	// off.
	maxSkew = 10.0

	// coarseStep and fineStep are the steps in which angles are tried, in degrees.
	coarseStep = 0.5
	fineStep   = 0.05

	// skewPoints is the most points that are looked at. They are taken evenly from all.
	skewPoints = 40_000

	// fewPoints is the least number of points that tell a direction: about two lines of text.
	fewPoints = 200

	// sharpness is how many times as uneven as the mean of all angles the best one must be. Pages of text have
	// 1.6 and more, photographs 1.0 to 1.2.
	sharpness = 1.3

	// faint is how dark a pixel of the overview is that belongs to a letter, as a share of the way from paper to
	// ink. Half of the way would be too much: thin strokes are blurred to gray in the overview.
	faint = 0.25
)

// skewOf returns the angle in degrees by which the lines of an overview are turned clockwise, or 0 when it
// has no lines. The lower edges of the letters of a line lie in one row. So at the right angle the numbers
// of lower edges in the rows are the most uneven.
//
//	level lines                 lines that fall
//	aaa nnn eee                 aaa
//	--- --- ---  9 edges        ---  nnn          3 edges
//	             0                   ---  eee     3
//	             0                        ---     3
func skewOf(small *image.Gray, l *light) float64 {
	points := lowerEdges(small, l)
	if len(points) < fewPoints {
		return 0
	}
	rows := make([]int32, 2*small.Rect.Dy()+2*small.Rect.Dx())
	best, sum, n := 0.0, 0.0, 0
	angle := 0.0
	try := func(a float64) float64 {
		s := unevenness(points, rows, math.Tan(a*math.Pi/180))
		if s > best {
			best, angle = s, a
		}
		return s
	}
	for a := -maxSkew; a <= maxSkew; a += coarseStep {
		sum += try(a)
		n++
	}
	if best < sharpness*sum/float64(n) {
		return 0
	}
	for middle, i := angle, -int(coarseStep/fineStep); i <= int(coarseStep/fineStep); i++ {
		try(middle + float64(i)*fineStep)
	}
	return angle
}

// point is a pixel of an overview.
type point struct{ x, y int32 }

// lowerEdges returns the dark pixels that have a light one below, at most skewPoints of them.
func lowerEdges(small *image.Gray, l *light) []point {
	var points []point
	w, h := small.Rect.Dx(), small.Rect.Dy()
	for y := range h - 1 {
		row, below := small.Pix[y*small.Stride:][:w], small.Pix[(y+1)*small.Stride:][:w]
		for x, v := range row {
			if dark := l.shade(l.at(x, y), faint); v < dark && below[x] >= dark {
				points = append(points, point{int32(x), int32(y)})
			}
		}
	}
	if len(points) <= skewPoints {
		return points
	}
	thin := points[:skewPoints]
	for i := range thin {
		thin[i] = points[i*len(points)/skewPoints]
	}
	return thin
}

// unevenness returns the sum of the squares of the numbers of points in each row, if the rows fall by slope.
// rows is a buffer for the numbers.
func unevenness(points []point, rows []int32, slope float64) float64 {
	clear(rows)
	middle := float64(len(rows)) / 4 // no point moves up or down by more than this
	for _, p := range points {
		rows[int(float64(p.y)-slope*float64(p.x)+middle)]++
	}
	sum := 0.0
	for _, n := range rows {
		sum += float64(n) * float64(n)
	}
	return sum
}
