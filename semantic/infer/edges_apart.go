package infer

// rowKey is what copies of a running head have in common.
type rowKey struct {
	bottom bool
	text   uint64
}

func (r *row) key() rowKey { return rowKey{r.bottom, r.text} }

// gap returns the white space in points between the row and the next one inwards.
func (r *row) gap() float32 { return r.inner * r.size }

// isPageNumber reports whether a row is one number and nothing else. Such a row may stand
// close to the text.
func (r *row) isPageNumber() bool { return r.bare && r.count == 1 }

// standing counts how the copies of a row stand to the text, where they are the innermost
// furniture of their pages.
type standing struct {
	rows        int   // how many copies there are
	apart       int   // how many stand apart from the text
	loose       int   // how many stand no closer to the text than its own lines do
	first, last int32 // the sheets of the first and the last copy
}

// standApart takes back the marks of rows that belong to the text beside them, such as the
// heads of a table that goes on from page to page. It judges all copies of a row together,
// so that one page with more or less text does not decide.
func (e *edges) standApart() {
	for range edgeRows { // each round may make the next row outwards the innermost one
		seen := map[rowKey]standing{}
		for i := range e.rows {
			if e.innermost(i) {
				e.compare(i, seen)
			}
		}
		changed := false
		for i := range e.rows {
			if r := &e.rows[i]; e.innermost(i) && !seen[r.key()].isFurniture(r.bottom) {
				r.why, changed = "", true
				next := e.beside(i, 1)
				r.attached = !r.bottom && next != nil && r.size < next.size*lookRatio
			}
		}
		if !changed {
			return
		}
	}
}

// beside returns the row that stands depth rows further inwards than row i, or nil when the
// edge has no such row.
func (e *edges) beside(i, depth int) *row {
	k := i + depth
	if k < 0 || k >= len(e.rows) || e.rows[k].sheet != e.rows[i].sheet || e.rows[k].bottom != e.rows[i].bottom {
		return nil
	}
	return &e.rows[k]
}

// innermost reports whether row i is the innermost furniture of its edge, by evidence that
// the text beside it can refute.
func (e *edges) innermost(i int) bool {
	r := &e.rows[i]
	if r.why == "" || r.why == markedReason || r.isPageNumber() || r.parted || r.isNumberedHead() {
		return false
	}
	next := e.beside(i, 1)
	return next == nil || next.why == ""
}

// isNumberedHead reports whether the row is the first of its page, repeats on most of the pages near
// by, and counts them. No head of a table does so.
func (r *row) isNumberedHead() bool {
	return r.depth == 0 && !r.bottom && r.counted && r.why == repeatsReason && (r.few || r.share >= footShare)
}

// compare adds row i to the standing of its copies.
func (e *edges) compare(i int, seen map[rowKey]standing) {
	r := &e.rows[i]
	s, ok := seen[r.key()]
	if !ok {
		s.first = r.sheet
	}
	s.rows, s.last = s.rows+1, r.sheet
	if e.isApart(i) {
		s.apart++
	}
	if e.isLoose(i) {
		s.loose++
	}
	seen[r.key()] = s
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// mirrorPoints is how much further from its edge a running head may stand than the foot of its page:
	// 4 points in what Chromium prints. mirrorGap is the least white space in ems that such a head keeps:
	// .31 there. sameSizeRatio is the largest ratio of sizes of two rows that one program set.
	mirrorPoints  = 6
	mirrorGap     = 0.2
	sameSizeRatio = 1.02
	// countingGap is the least white space in ems below a head on a scan whose number counts the pages.
	countingGap = 0.5
	// outerShare is the least gap between furniture and the text, as a share of the widest gap
	// further outwards. The heads of tables stand much closer: under half.
	outerShare = 0.8
	// denseShare is the share of the pages, from the first copy to the last, that a running foot
	// stands on at least. A foot may alternate with another one.
	denseShare = 0.4
)

// isApart reports whether row i is further from the text than from the furniture
// outside of it. The outermost row of a page's foot may stand close to the text, if most
// pages have one.
func (e *edges) isApart(i int) bool {
	r := &e.rows[i]
	if r.depth == 0 {
		return e.isLoose(i) || r.bottom && (r.why != repeatsReason || r.share >= footShare && (!r.few || r.share == 1))
	}
	widest := float32(0)
	for k := 1; k <= int(r.depth); k++ {
		widest = max(widest, e.rows[i-k].gap())
	}
	return r.gap() >= outerShare*widest
}

// isLoose reports whether the white space between row i and the next row inwards is wider
// than between the rows of the text, if both rows are set in one size.
func (e *edges) isLoose(i int) bool {
	r := &e.rows[i]
	next := e.beside(i, 1)
	if next == nil || r.size > next.size*lookRatio || next.size > r.size*lookRatio {
		return r.inner >= slotApart || r.inner >= mirrorGap && e.isMirrored(i) || r.inner >= countingGap && r.scanned && r.why == countsReason
	}
	return r.inner >= closestHead && r.gap() >= textGap*next.gap()
}

// isMirrored reports whether row i is the first of its page, and the last row is furniture of the same
// size and as far from its edge. Browsers print so, close above a page that fills the paper:
//
//	27/11/2026              The title of the page      8 points, 22 from the edge
//	1  package foxes                                  10 points
//	   ...
//	http://example.org/foxes.go               1/45     8 points, 18 from the edge
func (e *edges) isMirrored(i int) bool {
	r := &e.rows[i]
	last := i + 1
	for last < len(e.rows) && e.rows[last].sheet == r.sheet && !(e.rows[last].bottom && e.rows[last].depth == 0) {
		last++
	}
	if r.bottom || r.depth > 0 || last == len(e.rows) || e.rows[last].sheet != r.sheet {
		return false
	}
	foot := &e.rows[last]
	return foot.why != "" && max(r.size, foot.size) < min(r.size, foot.size)*sameSizeRatio && max(r.at-foot.at, foot.at-r.at) <= mirrorPoints
}

// isFurniture reports whether the copies of a row are furniture: half of them or more stand apart.
// A foot counts, too, if it is loose and hardly a page goes without it: below it may stand
// stamps at the very edge of the paper, so that it looks close to the text.
func (s standing) isFurniture(bottom bool) bool {
	if 2*s.apart >= s.rows {
		return true
	}
	pages := float32(s.last - s.first + 1)
	return bottom && s.rows >= displaySeen && float32(s.rows) >= denseShare*pages && 2*s.loose >= s.rows
}

// keepLonely takes back the marks on pages that would have no content left, unless
// copies of the row stand on pages with content. One line a page is content,
// even if the lines differ only in a number.
func (e *edges) keepLonely(sheets []sheet) {
	left := make([]int, len(sheets)) // lines of content by page
	for i := range sheets {
		left[i] = len(sheets[i].Lines)
	}
	for i := range e.rows {
		if e.rows[i].why != "" {
			left[e.rows[i].sheet] -= e.rows[i].lines
		}
	}
	beside := map[rowKey]bool{} // rows with copies on pages that have content
	for i := range e.rows {
		if r := &e.rows[i]; r.why != "" && left[r.sheet] > 0 {
			beside[r.key()] = true
		}
	}
	for i := range e.rows {
		if r := &e.rows[i]; left[r.sheet] == 0 && r.why != markedReason && !beside[r.key()] {
			r.why = ""
		}
	}
}
