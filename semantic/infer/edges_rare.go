package infer

// findShares sets, for each row that repeats, the share of the pages near by that have
// furniture where it stands. Running heads stand on most pages, or on each second one;
// text that stands at the same place of some pages by chance does not:
//
//	page 23                 page 24                 page 25
//	  ...                     ...                     ...
//	  Hash some more data.    Hash some more data.    the digest is written
//	                                                  to the buffer.
func (e *edges) findShares(sheets []sheet) {
	for i := range e.rows {
		if r := &e.rows[i]; r.why == repeatsReason {
			r.share = e.shareOf(r, sheets)
		}
	}
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// sharePages is how many pages before and behind one are looked at for furniture at the same place, and
	// shareLeast how many of its format there must be. In 1,340 pages of 268 manuals and papers running heads
	// stood on half of them or more. filledShare is the share from which text stands at their height. rareShare is the share under which a row repeats by chance, and footShare
	// the one from which a foot may be as close to the text as its lines are.
	sharePages  = 4
	shareLeast  = 6
	filledShare = 0.2
	rareShare   = 0.25
	footShare   = 0.6
)

// shareOf is the share of the pages of one format near that of r, itself included, that
// have furniture at its place; 1 where these are too few to tell, and where hardly one of
// them has text at that height: it is kept free for heads, as those of a dictionary that
// say something else on each page, and for feet that openings of chapters have alone.
func (e *edges) shareOf(r *row, sheets []sheet) float32 {
	own := &sheets[r.sheet]
	var pages, furnished, filled float32
	first := max(0, min(int(r.sheet)-sharePages, len(sheets)-1-2*sharePages))
	for p := first; p < min(len(sheets), first+2*sharePages+1); p++ {
		if sheets[p].Width != own.Width || sheets[p].Height != own.Height {
			continue
		}
		pages++
		furniture, text := false, false
		for i := e.bounds[p]; i < e.bounds[p+1]; i++ {
			o := &e.rows[i]
			switch {
			case o.bottom != r.bottom || abs(o.at-r.at) > sameSlotPoints:
			case o.why != "":
				furniture = furniture || near(o, r)
			default:
				text = text || o.inner < slotApart || !r.bottom && o.depth > 0
			}
		}
		furnished += float32(btoi(furniture))
		filled += float32(btoi(text))
	}
	if pages < shareLeast || filled < filledShare*pages {
		return 1
	}
	return furnished / pages
}

// dropRare takes back the marks of rows that repeat on few of the pages near by. Small
// type that stands apart is furniture on few pages, too: what stands at the foot of the
// first page of each paper. What looks like an item, a caption or program text needs more pages.
func (e *edges) dropRare(sheets []sheet, body float32) {
	for i := range e.rows {
		r := &e.rows[i]
		if r.why != repeatsReason || r.scanned || r.isPageNumber() || r.share >= footShare {
			continue
		}
		s := &sheets[r.sheet]
		if content := e.isContent(s, r); content || r.share < rareShare && !(e.wordsSize(s, r)*smallerRatio < body && e.isLoose(i)) {
			r.why = ""
		}
	}
}
