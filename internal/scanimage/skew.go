package scanimage

import (
	"image"
	"math"
)

const (
	// maxSkew is the largest skew looked for, degrees. Paper fed by hand seldom lies
	// further off.
	maxSkew = 10.0

	// coarseStep and fineStep are the steps in which angles are tried, degrees.
	coarseStep = 0.5
	fineStep   = 0.05

	// skewPoints bounds the points that are looked at, evenly taken from all.
	skewPoints = 40_000

	// fewPoints is what tells nothing of a direction: about two lines of text.
	fewPoints = 200

	// sharpness is how much better than the mean of all angles the best one has to be.
	// Pages of text have 1.6 and more, photographs 1.0 to 1.2.
	sharpness = 1.3

	// faint is how far from paper to ink a pixel of the overview belongs to a letter: half
	// way is too far for thin strokes, which are blurred to gray there.
	faint = 0.25
)

// skewOf is the angle in degrees by which the lines of an overview are turned clockwise,
// 0 when it has none. Lines of text have their lower edges in a row: for the right angle
// the counts of lower edges in the rows are the most uneven.
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

// lowerEdges are the dark pixels with a light one below, thinned out to skewPoints.
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

// unevenness is the sum of the squares of how many points lie in each row, when the
// rows fall by slope. rows is room for the counts.
func unevenness(points []point, rows []int32, slope float64) float64 {
	clear(rows)
	middle := float64(len(rows)) / 4 // points move up or down by less than that
	for _, p := range points {
		rows[int(float64(p.y)-slope*float64(p.x)+middle)]++
	}
	sum := 0.0
	for _, n := range rows {
		sum += float64(n) * float64(n)
	}
	return sum
}
