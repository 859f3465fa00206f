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
			r.share, r.few = e.shareOf(r, sheets)
		}
	}
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// sharePages is how many pages before and after a page are searched for furniture at the same place.
	// shareLeast is the fewest pages of its format that allow a judgement. In 1,340 pages of 268 manuals
	// and papers running heads stood on half of the pages near by or more.
	// filledShare is the share of those pages from which text is common at the height of a row.
	// rareShare is the share below which a row repeats by chance. footShare is the share from which a
	// foot may stand as close to the text as the lines of the text to each other.
	sharePages  = 4
	shareLeast  = 6
	filledShare = 0.2
	rareShare   = 0.25
	footShare   = 0.6
)

// shareOf returns the share of pages near that of r that have furniture at its place, and whether
// these pages are too few to judge by. It counts pages of one format, that of r included. The share
// is 1 where hardly any of them has text at that height, since then the height is kept free for
// furniture: for the heads of a dictionary, which differ on each page, and for feet that only the
// first pages of chapters have. Program text, items and the like may be the only text there, since
// pages end where their content allows.
func (e *edges) shareOf(r *row, sheets []sheet) (share float32, few bool) {
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
	few = pages < shareLeast
	if !few && filled < filledShare*pages && !e.isContent(own, r) {
		return 1, false
	}
	return furnished / pages, few
}

// dropRare takes back the marks of rows that repeat on few of the pages near by. Small type that
// stands apart stays furniture: it may stand at the foot of the first page of each paper only.
// A row that looks like an item, a caption or program text needs more pages.
// In a document of few pages a row that looks like a line of the text must stand on all of them.
func (e *edges) dropRare(sheets []sheet, body float32) {
	for i := range e.rows {
		r := &e.rows[i]
		if r.why != repeatsReason || r.scanned || r.isPageNumber() {
			continue
		}
		s := &sheets[r.sheet]
		byChance := false
		switch {
		case r.few:
			byChance = r.share < 1 && e.isText(s, r, body)
		case r.share < footShare:
			byChance = e.isContent(s, r) || r.share < rareShare && !(e.wordsSize(s, r)*smallerRatio < body && e.isLoose(i))
		}
		if byChance {
			r.why = ""
		}
	}
}

// isText reports whether a row looks like a line of the text and not like a running head. Such a row
// is as large as the text and upright, ends as a sentence does or is wide, and holds nothing that is
// printed with pages.
func (e *edges) isText(s *sheet, r *row, body float32) bool {
	if r.lines > 1 || e.wordsSize(s, r)*smallerRatio < body || e.isOther(s, r) || e.isPrinted(s, r) || e.hasNumberPart(s, r) || e.hasNumberNear(s, r) || e.isSpread(s, r) {
		return false
	}
	line := e.lines[r.first]
	return endsSentence(s.text(line)) || s.line(line).Box.Width() >= spreadWide*s.Width
}
