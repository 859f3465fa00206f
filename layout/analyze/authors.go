package analyze

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// The people of a title page stand side by side, at most authorsMost of them in a row. Their columns have
	// authorsRows rows of two or more parts, and at most authorsLines lines.
	authorsMost  = 6
	authorsRows  = 2
	authorsLines = 12
	// authorsGap is the least gap between two of them: classes for papers give 1.5 and more.
	authorsGap = 1.4
	// authorsPitch is how many times the pitch of their lines the white around them is at least.
	authorsPitch = 1.45
	// The lines of a column have one middle, within authorsMiddle: marks of notes move it by .3. One line is
	// authorsRagged longer than another, or nothing shows that the column is centred.
	authorsMiddle = 0.6
	authorsRagged = 2
	// The middle of all columns is that of the title, within authorsCentre.
	authorsCentre = 1.2
	// titleLarger is how many times larger than the names, and than most text, a title is set.
	titleLarger = 1.12
)

// authorBand is a row of people below the title of a paper: segments [first, end) of the region.
type authorBand struct {
	first, end int
	middles    [authorsMost]float32 // by column
	columns    int
}

// authorFinder finds the people of a title page, row by row from the top of a region.
type authorFinder struct {
	s      *regionStage
	region []int32
	bands  []authorBand

	em     float32 // the usual size of the region
	title  float32 // size of the title; 0: it has not been met
	middle float32 // the middle of the title
	last   float32 // baseline of the row above
	pitch  float32 // least distance of two rows of the open band; 0: it has one row
}

// cutAuthors reads the people of a title page one by one. It reports whether there are any. They stand side by side
// below a larger title, each in a column of centred lines, and all together in the middle below the title:
//
//	         A Study of the Quick Fox
//
//	     Jane Doe              John Smith
//	University of A     Institute of Technology, B
//	  jane@a.edu
//
//	              Mary Major                         a second band, with one column
func (s *regionStage) cutAuthors(region []int32, column bool, depth int) bool {
	if depth > 0 {
		return false
	}
	f := authorFinder{s: s, region: region, em: s.typicalSize(region)}
	f.find()
	if len(f.bands) == 0 {
		return false
	}
	at := 0
	for _, b := range f.bands {
		s.cut(region[at:b.first], column, depth+1)
		s.cutBand(&b, region[b.first:b.end], depth)
		at = b.end
	}
	s.cut(region[at:], column, depth+1)
	return true
}

// cutBand reads the columns of a band one after the other.
func (s *regionStage) cutBand(b *authorBand, band []int32, depth int) {
	rtl := s.rightToLeft(band)
	for c := range b.columns {
		if rtl {
			c = b.columns - 1 - c
		}
		var own []int32
		for _, n := range band {
			if b.nearest(&s.segments[n]) == c {
				own = append(own, n)
			}
		}
		s.cut(own, true, depth+1)
	}
}

// find finds the bands. It ends at the first row below the title that is neither centred below it nor in a band.
func (f *authorFinder) find() {
	open := -1 // the row at which the open band begins
	rows := 0  // of two parts or more in it
	var b authorBand
	for at := 0; at < len(f.region); {
		end := rowEnd(f.s.segments, f.region, at)
		g := &f.s.segments[f.region[at]]
		step := g.v - f.last
		f.last = g.v
		if open >= 0 && !f.goesOn(&b, at, end, step) {
			f.close(&b, open, at, rows)
			open = -1
		}
		switch {
		case open >= 0:
			f.pitch = least(f.pitch, step)
			if end-at > 1 {
				rows++
			}
		case end-at == 1 && g.grid == 0 && g.size >= titleLarger*f.em && g.size >= f.title:
			f.title, f.middle = g.size, (g.u0+g.u1)/2
		case f.title == 0, end-at == 1 && f.isCentred(g):
		case !f.begins(&b, at, end):
			return
		default:
			open, rows, f.pitch = at, 1, 0
		}
		at = end
	}
	if open >= 0 {
		f.close(&b, open, len(f.region), rows)
	}
}

// least is the smaller of two lengths; 0 is none.
func least(a, b float32) float32 {
	if a == 0 {
		return b
	}
	return min(a, b)
}

// isCentred reports whether a row of one segment stands in the middle below the title.
func (f *authorFinder) isCentred(g *segment) bool {
	return g.grid == 0 && abs((g.u0+g.u1)/2-f.middle) <= authorsCentre*g.size
}

// begins makes b of the row [at, end), and reports whether a band may begin with it.
func (f *authorFinder) begins(b *authorBand, at, end int) bool {
	*b = authorBand{columns: end - at}
	if b.columns < 2 || b.columns > authorsMost {
		return false
	}
	for i, n := range f.region[at:end] {
		g := &f.s.segments[n]
		if g.grid != 0 || f.title < titleLarger*g.size {
			return false
		}
		if i > 0 && g.u0-f.s.segments[f.region[at+i-1]].u1 < authorsGap*g.size {
			return false
		}
		b.middles[i] = (g.u0 + g.u1) / 2
	}
	return true
}

// goesOn reports whether the row [at, end), which is step below the one before, goes on with band b: each of its parts
// is in the middle of a column, close below the row above.
func (f *authorFinder) goesOn(b *authorBand, at, end int, step float32) bool {
	g := &f.s.segments[f.region[at]]
	if step > 2*g.size || f.pitch > 0 && step > authorsPitch*f.pitch {
		return false
	}
	column := -1
	for _, n := range f.region[at:end] {
		g := &f.s.segments[n]
		c := b.nearest(g)
		if g.grid != 0 || c <= column || abs((g.u0+g.u1)/2-b.middles[c]) > authorsMiddle*g.size {
			return false
		}
		column = c
	}
	return true
}

// nearest returns the column whose middle is next to that of g.
func (b *authorBand) nearest(g *segment) int {
	best := 0
	middle := (g.u0 + g.u1) / 2
	for c := 1; c < b.columns; c++ {
		if abs(middle-b.middles[c]) < abs(middle-b.middles[best]) {
			best = c
		}
	}
	return best
}

// close keeps the band of rows [first, end) if it shows people: its columns are centred, and lie in the middle below the
// title. A number alone is a cell of a table.
func (f *authorFinder) close(b *authorBand, first, end, rows int) {
	if rows < authorsRows {
		return
	}
	b.first, b.end = first, end
	var narrow, wide [authorsMost]float32
	var lines [authorsMost]int
	em := float32(0)
	for _, n := range f.region[first:end] {
		g := &f.s.segments[n]
		if f.s.isNumber(g) {
			return
		}
		c := b.nearest(g)
		lines[c]++
		width := g.u1 - g.u0
		narrow[c], wide[c] = least(narrow[c], width), max(wide[c], width)
		em = max(em, g.size)
	}
	sum, ragged := float32(0), false
	for c := range b.columns {
		if lines[c] > authorsLines {
			return
		}
		sum += b.middles[c]
		ragged = ragged || wide[c]-narrow[c] >= authorsRagged*em
	}
	if ragged && abs(sum/float32(b.columns)-f.middle) <= authorsCentre*em && f.rulesIn(b) == 0 {
		f.bands = append(f.bands, *b)
	}
}

// rulesIn counts the rules that cross the gap between the first two columns of a band, as those of a table do.
func (f *authorFinder) rulesIn(b *authorBand) int {
	left, right := &f.s.segments[f.region[b.first]], &f.s.segments[f.region[b.first+1]]
	return f.s.rulesAcross(f.region[b.first:b.end], &gutter{u0: left.u1, u1: right.u0})
}
