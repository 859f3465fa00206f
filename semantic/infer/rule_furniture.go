package infer

import (
	"context"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// furniture looks for running heads and feet and page numbers, and takes them out of the
// flow.
//
//	page 12                             page 13
//	12        The Fox Book              The Fox Book        13     repeats at this place,
//	                                                               numbers count with pages
//	Foxes are animals that live         in the wood and come       the text: set apart from
//	...                                 ...                        the rows above
//	(c) Wolf & Berg 2004                (c) Wolf & Berg 2004       repeats
//
// Rows are read from the edge inwards, up to edgeRows. The first row that is content ends
// the furniture of its edge. Furniture must keep more white space from the text than the
// lines of the text keep from each other. Text that repeats on few of the pages near by, where
// other pages have text, repeats by chance (edges_rare.go). Short documents repeat little: there
// the looks of a row are weighed (edges_alone.go). What the document marks as page furniture
// is believed, unless that is most of the text.
func furniture(ctx context.Context, d *draft) error {
	e, err := d.gatherEdges(ctx)
	if err != nil {
		return err
	}
	display := d.body.size() * displayRatio
	e.findTitles(d.body.size(), d.sheets)
	e.findStamps(d.sheets)
	e.findRepeated(display, d.sheets)
	e.findCounting(display)
	e.findNumbers(d.sheets)
	e.findAlone(d)
	e.findShares(d.sheets)
	e.dropRare(d.sheets, d.body.size())
	e.standApart()
	e.findSlots(d.sheets)
	e.keepInner()
	e.standApart()
	e.keepLonely(d.sheets)
	reasons := make([]map[int32]string, len(d.sheets))
	if err = d.eachSheetApart(ctx, func(s *sheet) { reasons[s.index] = e.marksOf(s, d.tagsReachAll()) }); err != nil {
		return err
	}
	d.keepMost(reasons)
	for i := range d.sheets {
		if s := &d.sheets[i]; s.mismarked {
			d.warnings = append(d.warnings, layout.Warning{Code: codeTagArtifact, Page: s.Number, Detail: "running text of the page is marked as page furniture: it is read as text"})
		}
	}
	return d.eachSheetApart(ctx, func(s *sheet) {
		d.claimFurniture(s, reasons[s.index])
		if d.explain {
			e.denyAlone(d, s)
		}
	})
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// neighbourPages is how many pages apart two copies of a running head may be: left
	// and right pages alternate.
	neighbourPages = 2
	// sparsePages is the same for heads with many copies: first pages of chapters leave them out.
	sparsePages = 6
	// mostFound is the largest share of a document's text that running heads and feet
	// may have; legal notices on slides come to two fifths.
	mostFound = 0.5
	// mostMarked is the same for text that the document itself marks: some producers
	// mark whole pages.
	mostMarked = 0.9
)

// keepMost takes back the reasons if most of the text of the document would leave
// the flow: then they were wrong.
func (d *draft) keepMost(reasons []map[int32]string) {
	found, marked, all := 0, 0, 0
	for i := range d.sheets {
		s := &d.sheets[i]
		for line, reason := range reasons[i] {
			switch n := len(s.text(line)); reason {
			case attachedReason:
			case markedReason:
				marked += n
			default:
				found += n
			}
		}
		all += len(s.Text)
	}
	manyMarked := float32(marked) > mostMarked*float32(all)
	manyFound := float32(found) > mostFound*float32(all)
	for _, why := range reasons {
		maps.DeleteFunc(why, func(_ int32, reason string) bool {
			if reason == markedReason {
				return manyMarked
			}
			return leaves(reason) && manyFound
		})
	}
}

// findRepeated marks rows that have a copy at the same place of a page near by. The numbers in
// them are equal or grow with the pages. Large rows may be the titles of slides in a series: they
// need many copies, or one on each page of a document in upright format.
func (e *edges) findRepeated(display float32, sheets []sheet) {
	order := e.sorted(func(r *row) (uint64, bool) { return r.text, true })
	fewest := 2
	if n := len(e.rows); n > 0 && e.rows[n-1].sheet+1 >= longDocument {
		fewest = oftenSeen
	}
	for len(order) > 0 {
		n := 1
		for n < len(order) && order[n].text == order[0].text && order[n].bottom == order[0].bottom {
			n++
		}
		group := order[:n]
		order = order[n:]
		if n < fewest {
			continue
		}
		reach := int32(neighbourPages)
		if n >= oftenSeen {
			reach = sparsePages
		}
		each := n == len(sheets) && n >= oftenSeen && sheets[0].Width < sheets[0].Height
		for i, b := range group {
			if b.size <= display || b.scanned || n >= displaySeen || each && sheets[0].hasLarger(b.size) {
				markCopies(group[max(0, i-edgeRows):i], b, reach)
			}
		}
	}
}

// hasLarger reports whether the page has a line larger than size, such as its title.
func (s *sheet) hasLarger(size float32) bool {
	return slices.ContainsFunc(s.Lines, func(l layout.Line) bool { return l.Size > size*lookRatio })
}

// markCopies marks b and one row before it: the last copy of b that stands at its place on
// another page. before are rows with the text of b; some may be titles on the page of b.
func markCopies(before []*row, b *row, reach int32) {
	for _, a := range slices.Backward(before) {
		if d := b.sheet - a.sheet; d > 0 && d <= reach && near(a, b) && a.counts(b, d) {
			a.mark(repeatsReason)
			b.mark(repeatsReason)
			return
		}
	}
}

// countReach returns how many pages further on the next row may stand that counts on from r. On
// scans the pages between may be pictures, or their numbers misread.
func countReach(r *row) int32 {
	if r.scanned {
		return sparsePages
	}
	return neighbourPages
}

// findCounting marks rows that begin or end with a number that grows with the
// pages: page numbers, alone or beside a head that changes.
func (e *edges) findCounting(display float32) {
	for _, end := range []func(*row) (int32, bool){(*row).leading, (*row).trailing, (*row).outer} {
		ahead := func(r *row) int32 { n, _ := end(r); return n - r.sheet } // how far the number is ahead of the page's index
		order := e.sorted(func(r *row) (uint64, bool) {
			_, ok := end(r)
			return uint64(int64(ahead(r)) - math.MinInt32), ok && (r.size <= display || r.scanned)
		})
		run := 0
		for i, r := range order {
			if i > run {
				p := order[i-1]
				if p.bottom != r.bottom || ahead(p) != ahead(r) || r.sheet-p.sheet > countReach(r) || !nearCount(p, r) {
					run = i
				}
			}
			// A run of two is enough for bare numbers; beside words it takes three.
			if n := i - run + 1; n >= oftenSeen || n == oftenSeen-1 && r.bare && order[i-1].bare {
				for _, q := range order[max(run, i-oftenSeen+1) : i+1] {
					q.mark(countsReason)
					q.counted = true
				}
			}
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// findSlots marks rows that stand apart from the text at a place and in a size in which other
// pages have furniture: heads that differ from page to page.
func (e *edges) findSlots(sheets []sheet) {
	type slot struct {
		bottom bool
		at     int32
		size   int16
	}
	slotOf := func(r *row) slot { return slot{r.bottom, int32(r.at+0.5) / 2, quarters(r.size)} }
	seen := map[slot]int{}
	for i := range e.rows {
		if r := &e.rows[i]; r.why != "" {
			seen[slotOf(r)]++
		}
	}
	for i := range e.rows {
		if r := &e.rows[i]; r.why == "" && r.inner >= slotApart && seen[slotOf(r)] >= oftenSeen && (r.isPageNumber() || e.isCommon(r, sheets)) {
			r.mark("stands where other pages have furniture")
		} else if next := e.beside(i, 1); r.bottom && next != nil && next.why != "" && seen[slotOf(r)] >= oftenSeen {
			r.mark("stands in the midst of a foot, where other pages have furniture")
		}
	}
}

// isCommon reports whether enough of the pages near by have furniture where r stands.
func (e *edges) isCommon(r *row, sheets []sheet) bool {
	share, few := e.shareOf(r, sheets)
	return few || share >= rareShare
}

// keepInner takes back the marks of rows that have content between them and the edge.
func (e *edges) keepInner() {
	content := false
	for i := range e.rows {
		r := &e.rows[i]
		if r.depth == 0 {
			content = false
		}
		if content = content || r.why == ""; content {
			r.why = ""
		}
	}
}

// claimFurniture claims the lines that have a reason as artifacts.
func (d *draft) claimFurniture(s *sheet, why map[int32]string) {
	if len(why) == 0 {
		return
	}
	s.keepTables(why)
	s.keepChapters(why)
	if f := s.formsOf(); f != nil {
		maps.DeleteFunc(why, func(line int32, _ string) bool { return f.lines[line] })
	}
	s.cut(func(_ *part, line int32) bool { return leaves(why[line]) != leaves(why[line-1]) })
	for i := range s.parts {
		p := &s.parts[i]
		if p.count == 0 {
			continue
		}
		if s.Blocks[p.block].LineNumbers {
			d.claim(p, semantic.Artifact, because("furniture", repeatedWeight, "numbers of the lines beside them"))
			continue
		}
		switch reason := why[p.first]; reason {
		case "":
		case attachedReason:
			if why[p.last()] == attachedReason {
				d.claim(p, semantic.P, because("furniture", repeatedWeight, reason))
			}
		case markedReason:
			d.claim(p, semantic.Artifact, because("furniture", markedWeight, reason))
		default:
			d.claim(p, semantic.Artifact, because("furniture", repeatedWeight, reason))
		}
	}
}

// keepTables deletes the reasons for lines of a table unless the whole table leaves the
// flow: heads that a table repeats on each page are no running heads.
func (s *sheet) keepTables(why map[int32]string) {
	for i := range s.parts {
		p := &s.parts[i]
		if s.Blocks[p.block].Table == nil {
			continue
		}
		left := int32(0)
		for line := p.first; line <= p.last(); line++ {
			left += int32(btoi(leaves(why[line])))
		}
		for line := p.first; left < p.count && line <= p.last(); line++ {
			delete(why, line)
		}
	}
}

// keepChapters deletes the reasons for the word "Chapter" over a number that stays: both open a chapter. In running
// heads the number leaves, too.
func (s *sheet) keepChapters(why map[int32]string) {
	for _, line := range slices.Sorted(maps.Keys(why)) { // each line is asked before the one below it is let go
		if reason := why[line]; reason != repeatsReason && reason != attachedReason || int(line)+1 >= len(s.Lines) || why[line+1] != "" {
			continue
		}
		if words.IsSectionWord(strings.ToLower(s.text(line))) && isNumberLine(s.text(line+1)) {
			delete(why, line)
		}
	}
}

// Reasons that the code compares, too.
const (
	markedReason   = "marked in the document as page furniture"
	countsReason   = "counts the pages"
	repeatsReason  = "repeats at this place on pages near by"
	attachedReason = "repeats on pages near by, above the text it belongs to, as the heads of tables do"
)

// leaves reports whether a line with this reason leaves the flow.
func leaves(reason string) bool { return reason != "" && reason != attachedReason }

// tagsReachAll reports whether a structure tree has all text that is not marked as an
// artifact. Then artifacts are believed wherever they stand.
func (d *draft) tagsReachAll() bool {
	return d.tree != nil && d.tagging.Coverage >= fullCoverage
}

// marksOf returns the reason for each line of s that is furniture. Lines that the document marks
// without naming their kind must stand at the edge, unless anywhere is true.
func (e *edges) marksOf(s *sheet, anywhere bool) map[int32]string {
	var why map[int32]string
	set := func(line int32, reason string) {
		if why == nil {
			why = map[int32]string{}
		}
		why[line] = reason
	}
	for i := e.bounds[s.index]; i < e.bounds[s.index+1]; i++ {
		r := &e.rows[i]
		if r.why == "" && r.attached {
			r.why = attachedReason
		}
		if r.why != "" {
			for _, line := range e.lines[r.first : r.first+r.lines] {
				set(line, r.why)
			}
		}
	}
	s.stamps(set)
	if marked := s.marked(); marked != nil {
		for i := range s.Lines {
			if all, typed := s.markedLine(int32(i), marked); all && (typed || anywhere || s.atEdge(&s.Lines[i])) {
				set(int32(i), markedReason)
			}
		}
	}
	return why
}

// atEdge reports whether a line stands where running heads and feet do.
func (s *sheet) atEdge(l *layout.Line) bool {
	y := l.Box.Center().Y
	return y < edgeShare*s.Height || y > (1-edgeShare)*s.Height
}
