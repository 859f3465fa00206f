package scanimage

import (
	"image"
	"math"
	"slices"
)

// Dust on a scan is as small as the dots of letters. Engines read it as full stops, dashes and quotes,
// and columns of text grow together where dust fills the gap between them. The place of a speck tells
// whether it is dust:
//
//	.                     isolated: dust
//	    i   ä    .        above a letter: a dot;  free at half height: dust
//	word   .word   end.   beside a letter at half height: dust;  at its foot: a full stop
//	Chapter . . . . . 5   evenly in a row: leaders
//
// All lengths are in heights of the letters of the page. Such a height is about .55 ems.
const (
	// speckSide is the longest side of a speck: full stops have .2 to .28, commas .4.
	speckSide = 0.32
	// grainSide is the longest side of a speck that is too small for a dot at any place.
	grainSide = 0.15
	// aloneReach is the least distance from any letter at which a speck is isolated. A full stop stands .3
	// from its letter, and the words of a line stand .5 from each other.
	aloneReach = 0.8
	// farReach is the least distance from any letter at which a speck proves that there is dust. Pieces of
	// broken letters stand nearer to the other letters of their line; dust is in the margins, too.
	farReach = 1.5
	// footSlack is the greatest distance between the foot of a full stop and that of the letter beside it.
	// tailSlack is how far a full stop may stand above the foot of a letter that may have a descender.
	footSlack = 0.2
	tailSlack = 0.55
	// aboveGap is the greatest distance between a letter and a dot above or below it.
	aboveGap = 0.45
	// pointsBelow is the least number of specks below letters, for each letter, if the letters have points
	// below them. A fifth of Arabic letters has. Thick dust comes to .07.
	pointsBelow = 0.12
	// colonGap is the greatest distance between the two dots of a colon.
	colonGap = 1.0
	// leaderGap is the greatest distance between two dots of a leader. leaderEven is the share by which two
	// such distances may differ.
	leaderGap  = 2.5
	leaderEven = 0.2

	// fewSpecks is the least number of specks far from letters on a dusty page. Clean scans have up to a
	// dozen.
	fewSpecks = 48
	// denseSpecks is the least number of specks within one height of a speck in a screened picture. Thick
	// dust has three.
	denseSpecks = 12

	// mostLetter is the greatest side of a letter, or of several that touch. Pictures and the frames of
	// tables are larger.
	mostLetter = 12
)

// withoutDust returns img without specks of dust, given what is printed on it. It returns img itself if
// there is little dust.
func withoutDust(img *image.Gray, printed []strip) *image.Gray {
	d := newDust(printed)
	if d == nil {
		return img
	}
	var alone, below, beside []int
	far := 0
	for i := range d.specks {
		switch {
		case d.isDense(i) || d.isLeader(i):
		case d.isAlone(i, aloneReach):
			alone = append(alone, i)
			if d.isAlone(i, farReach) {
				far++
			}
		case d.isBelow(i):
			below = append(below, i)
		case !d.isDot(i):
			beside = append(beside, i)
		}
	}
	if far < fewSpecks {
		return img
	}
	out := image.NewGray(img.Rect)
	copy(out.Pix, img.Pix)
	if float64(len(below)) < pointsBelow*float64(len(d.letters)) {
		beside = append(beside, below...)
	}
	for _, i := range append(alone, beside...) {
		wipe(out, img, d.specks[i])
	}
	return out
}

// dust finds specks and letters by their place.
type dust struct {
	height          float64 // of letters, pixels
	specks, letters []image.Rectangle
	nearSpecks      buckets
	nearLetters     buckets
}

// newDust divides what is printed into specks and letters. It returns nil if there are no letters or few
// specks.
func newDust(printed []strip) *dust {
	d := &dust{height: inkHeight(printed)}
	if d.height == 0 {
		return nil
	}
	speck, most := speckSide*d.height, mostLetter*d.height
	for i := range printed {
		s := &printed[i]
		box := image.Rect(s.x0, s.y0, s.x1, s.y1)
		switch side := float64(max(box.Dx(), box.Dy())); {
		case side <= speck:
			d.specks = append(d.specks, box)
		case side <= most:
			d.letters = append(d.letters, box)
		}
	}
	if len(d.specks) < fewSpecks || len(d.letters) == 0 {
		return nil
	}
	side := int(math.Ceil(leaderGap * d.height))
	d.nearSpecks, d.nearLetters = newBuckets(d.specks, side), newBuckets(d.letters, side)
	return d
}

// inkHeight returns the height up to which shapes as small as letters have half of the ink, or 0 when
// nothing is printed. It counts ink, since a few letters have more ink than many specks.
func inkHeight(printed []strip) float64 {
	var ink [tallest + 1]int
	all := 0
	for i := range printed {
		s := &printed[i]
		if h := s.y1 - s.y0; h <= tallest && s.x1-s.x0 <= tallest {
			ink[h] += s.area
			all += s.area
		}
	}
	for h, n := range ink {
		if all -= 2 * n; all <= 0 {
			return float64(h)
		}
	}
	return 0
}

// isAlone reports whether no letter is within reach, in heights of letters.
func (d *dust) isAlone(i int, heights float64) bool {
	reach := int(heights * d.height)
	around := d.specks[i].Inset(-reach)
	for j := range d.nearLetters.boxesNear(around) {
		if d.letters[j].Overlaps(around) {
			return false
		}
	}
	return true
}

// isDot reports whether a speck near letters stands where a letter has a dot or a full stop.
func (d *dust) isDot(i int) bool {
	s := d.specks[i]
	if float64(max(s.Dx(), s.Dy())) <= grainSide*d.height {
		return false
	}
	reach, slack, gap := int(aloneReach*d.height), int(math.Ceil(footSlack*d.height)), int(aboveGap*d.height)
	tail := int(tailSlack * d.height)
	around := s.Inset(-reach)
	for j := range d.nearLetters.boxesNear(around) {
		l := d.letters[j]
		switch {
		case !l.Overlaps(around):
		case abs(s.Max.Y-l.Max.Y) <= slack:
			return true
		case s.Min.X >= l.Max.X-1 && s.Max.Y <= l.Max.Y && l.Max.Y-s.Max.Y <= tail:
			return true
		case s.Min.X < l.Max.X && s.Max.X > l.Min.X && s.Max.Y > l.Min.Y-gap && s.Min.Y < l.Max.Y+gap:
			return true
		}
	}
	return d.isColon(i, slack)
}

// isBelow reports whether a speck stands under a letter, and neither above another letter nor at the foot
// of one.
func (d *dust) isBelow(i int) bool {
	s, is := d.specks[i], false
	slack, gap := int(math.Ceil(footSlack*d.height)), int(aboveGap*d.height)
	around := s.Inset(-int(aloneReach * d.height))
	for j := range d.nearLetters.boxesNear(around) {
		l := d.letters[j]
		over := s.Min.X < l.Max.X && s.Max.X > l.Min.X
		switch {
		case !l.Overlaps(around):
		case abs(s.Max.Y-l.Max.Y) <= slack, over && s.Min.Y < l.Max.Y && s.Max.Y > l.Min.Y-gap:
			return false
		case over && s.Min.Y >= l.Max.Y && s.Min.Y < l.Max.Y+gap:
			is = true
		}
	}
	return is
}

// isColon reports whether a speck stands right above another speck that is at the foot of a letter.
func (d *dust) isColon(i, slack int) bool {
	s := d.specks[i]
	below := image.Rect(s.Min.X-1, s.Max.Y, s.Max.X+1, s.Max.Y+int(colonGap*d.height))
	for j := range d.nearSpecks.boxesNear(below) {
		o := d.specks[j]
		if j == i || !o.Overlaps(below) || abs(o.Dx()-s.Dx()) > 1 || abs(o.Dy()-s.Dy()) > 1 {
			continue
		}
		around := o.Inset(-int(aloneReach * d.height))
		for k := range d.nearLetters.boxesNear(around) {
			if l := d.letters[k]; l.Overlaps(around) && abs(o.Max.Y-l.Max.Y) <= slack {
				return true
			}
		}
	}
	return false
}

// isLeader reports whether a speck is one of three in a row, evenly spaced.
func (d *dust) isLeader(i int) bool {
	s := d.specks[i]
	reach := int(leaderGap * d.height)
	row := image.Rect(s.Min.X-2*reach, s.Max.Y-1, s.Max.X+2*reach, s.Max.Y+1)
	var left, right []int // the distances to the others
	for j := range d.nearSpecks.boxesNear(row) {
		o := d.specks[j]
		if j == i || abs(o.Max.Y-s.Max.Y) > 1 || abs(o.Dx()-s.Dx()) > 1 || abs(o.Dy()-s.Dy()) > 1 {
			continue
		}
		if at := o.Min.X - s.Min.X; at < 0 {
			left = append(left, -at)
		} else {
			right = append(right, at)
		}
	}
	slices.Sort(left)
	slices.Sort(right)
	even := func(a, b int) bool { return a <= reach && float64(abs(a-b)) <= leaderEven*float64(min(a, b)) }
	switch {
	case len(left) > 0 && len(right) > 0 && even(left[0], right[0]):
		return true
	case len(left) > 1 && even(left[0], left[1]-left[0]):
		return true
	}
	return len(right) > 1 && even(right[0], right[1]-right[0])
}

// isDense reports whether so many specks are around a speck that they are the dots of a screened picture.
func (d *dust) isDense(i int) bool {
	around := d.specks[i].Inset(-int(d.height))
	n := 0
	for j := range d.nearSpecks.boxesNear(around) {
		if d.specks[j].Overlaps(around) {
			n++
		}
	}
	return n > denseSpecks
}

// wipe paints over a speck with the mean shade around it.
func wipe(out, img *image.Gray, box image.Rectangle) {
	const edge = 1 // the width of its blur in pixels
	box = box.Inset(-edge).Intersect(img.Rect)
	ring := box.Inset(-1).Intersect(img.Rect)
	sum, n := 0, 0
	for y := ring.Min.Y; y < ring.Max.Y; y++ {
		for x := ring.Min.X; x < ring.Max.X; x++ {
			if !image.Pt(x, y).In(box) {
				sum, n = sum+int(img.Pix[y*img.Stride+x]), n+1
			}
		}
	}
	paper := uint8(sum / max(n, 1))
	for y := box.Min.Y; y < box.Max.Y; y++ {
		row := out.Pix[y*out.Stride:]
		for x := box.Min.X; x < box.Max.X; x++ {
			row[x] = max(row[x], paper)
		}
	}
}

// buckets index boxes by the squares of the plane that they meet.
type buckets struct {
	side  int
	cells map[image.Point][]int32
}

// bucketDeep is the most boxes that are kept for a square. If there are more, they are the dots of a
// picture.
const bucketDeep = 256

func newBuckets(boxes []image.Rectangle, side int) buckets {
	b := buckets{side: side, cells: map[image.Point][]int32{}}
	for i, box := range boxes {
		for at := range b.squares(box) {
			if len(b.cells[at]) < bucketDeep {
				b.cells[at] = append(b.cells[at], int32(i))
			}
		}
	}
	return b
}

// squares yields the squares that box meets.
func (b *buckets) squares(box image.Rectangle) func(func(image.Point) bool) {
	return func(yield func(image.Point) bool) {
		for y := max(box.Min.Y, 0) / b.side; y <= max(box.Max.Y-1, 0)/b.side; y++ {
			for x := max(box.Min.X, 0) / b.side; x <= max(box.Max.X-1, 0)/b.side; x++ {
				if !yield(image.Pt(x, y)) {
					return
				}
			}
		}
	}
}

// boxesNear yields the indexes of the boxes in the squares that box meets, some of them more than once.
func (b *buckets) boxesNear(box image.Rectangle) func(func(int) bool) {
	return func(yield func(int) bool) {
		for at := range b.squares(box) {
			for _, i := range b.cells[at] {
				if !yield(int(i)) {
					return
				}
			}
		}
	}
}
