package infer

import (
	"cmp"
	"context"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// row is the text at one height near the edge of a page: one line, or the
// left, middle and right part of a running head.
type row struct {
	sheet       int32
	bottom      bool
	depth       int8    // how many rows stand between it and the edge
	at          float32 // distance of its baseline from the edge, points
	inner       float32 // white space in ems between it and the next row inwards
	size        float32
	text        uint64   // hash of its letters; all numbers count as the same sign
	numbers     [4]int32 // the first ones
	count       int      // how many numbers it has
	last        int32    // the last number
	opens, ends bool     // the row begins, ends with a number
	bare        bool     // it has no letters beside its numbers
	entry       bool     // dots lead to its number: an entry of an index or of contents, which is content
	section     bool     // it opens as the headings of sections do: "5. Foxes"
	scanned     bool     // its text was recognised in the picture of a page
	first       int      // its first line, in edges.lines
	lines       int
	why         string  // why it is furniture; "": it is content
	attached    bool    // it repeats, but it belongs to the text below it
	parted      bool    // it may stand close to the text, see isParted
	title       bool    // it is the title of a slide: content
	counted     bool    // it begins or ends with a number that grows with the pages
	share       float32 // of rows that repeat: the share of pages near by with furniture at the same place, see shareOf
	few         bool    // share comes from too few pages to judge by
}

// edges are the rows at the edges of all pages, page after page, top before
// bottom, from the edge inwards.
type edges struct {
	rows   []row
	lines  []int32
	bounds []int           // page i has rows[bounds[i]:bounds[i+1]]
	nearby []int32         // scratch
	words  []byte          // scratch
	marked []bool          // which marks of the page the document calls furniture
	short  map[*row]string // what rows at the edge lack to be furniture; only with Options.Explain
}

func (r *row) mark(why string) {
	if r.why == "" && !r.title && !r.entry {
		r.why = why
	}
}

func (r *row) leading() (int32, bool)  { return r.numbers[0], r.opens && !r.section }
func (r *row) trailing() (int32, bool) { return r.last, r.ends }

// outer returns the number at one end of a row: on left pages it stands at the left end, on right
// pages at the right end. ok is false for a row with different numbers at both ends.
func (r *row) outer() (int32, bool) {
	if r.opens {
		return r.numbers[0], !r.section && (!r.ends || r.isPageNumber())
	}
	return r.last, r.ends
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// scannedSlotPoints is how far the same running head may move between scanned pages: those of
	// a journal of six pages move by 13 points.
	scannedSlotPoints = 18
	// scannedCountPoints is how far rows on scans may move whose numbers count the pages: 24 points in the
	// same journal.
	scannedCountPoints = 36
	// blankOff is how far the number above a blank foot may stand from the middle of the text, as a
	// share of the page's width.
	blankOff = 0.02
	// numberCap keeps numbers in range: no page number has more than seven digits.
	numberCap = limits.PageNumber
)

// near reports whether two rows stand at the same place and in the same size. Paper
// lies askew on a scanner, and the sizes read there are guessed.
func near(a, b *row) bool {
	return nearBy(a, b, scannedSlotPoints)
}

// nearCount does the same as near for rows whose numbers count the pages. On scans they may stand
// further apart, since the numbers prove more than the place.
func nearCount(a, b *row) bool { return nearBy(a, b, scannedCountPoints) }

// nearBy does the work of near. scanned is the distance in points by which rows of scans may differ.
func nearBy(a, b *row, scanned float32) bool {
	points, ratio := float32(sameSlotPoints), float32(lookRatio)
	if a.scanned && b.scanned {
		points, ratio = scanned, displayRatio
	}
	d := a.at - b.at
	return d <= points && d >= -points && a.size < b.size*ratio && b.size < a.size*ratio
}

// counts reports whether the numbers of b, which stands pages pages later, are equal to those of r
// or larger by that many pages.
func (r *row) counts(b *row, pages int32) bool {
	if r.count != b.count {
		return false
	}
	for i := range min(r.count, len(r.numbers)) {
		if d := b.numbers[i] - r.numbers[i]; d != 0 && d != pages {
			return false
		}
	}
	return true
}

// sorted returns the rows that have a key, ordered by edge, then key, then page.
func (e *edges) sorted(key func(*row) (key uint64, ok bool)) []*row {
	type keyed struct {
		key uint64
		row int32 // in e.rows, which is by page
	}
	order := make([]*row, 0, len(e.rows))
	keys := make([]keyed, 0, len(e.rows))
	for _, bottom := range []bool{false, true} {
		keys = keys[:0]
		for i := range e.rows {
			if r := &e.rows[i]; r.bottom == bottom {
				if k, ok := key(r); ok {
					keys = append(keys, keyed{k, int32(i)})
				}
			}
		}
		slices.SortFunc(keys, func(a, b keyed) int {
			if a.key != b.key {
				return cmp.Compare(a.key, b.key)
			}
			return cmp.Compare(a.row, b.row)
		})
		for _, k := range keys {
			order = append(order, &e.rows[k.row])
		}
	}
	return order
}

// gatherEdges collects the rows at the edges of all pages.
func (d *draft) gatherEdges(ctx context.Context) (*edges, error) {
	gathered := make([]edges, d.turnCount())
	err := d.shareSheets(ctx, func() func([]sheet) {
		return func(sheets []sheet) {
			e := edges{rows: make([]row, 0, 2*edgeRows*len(sheets)), bounds: []int{0}}
			for i := range sheets {
				e.gather(&sheets[i])
			}
			gathered[sheets[0].turn()] = e
		}
	})
	if err != nil {
		return nil, err
	}
	return joinEdges(gathered), nil
}

// joinEdges joins the edges that were gathered in each turn to those of all pages.
func joinEdges(turns []edges) *edges {
	e := &edges{bounds: []int{0}}
	rows, lines := 0, 0
	for i := range turns {
		rows, lines = rows+len(turns[i].rows), lines+len(turns[i].lines)
	}
	e.rows, e.lines = make([]row, 0, rows), make([]int32, 0, lines)
	for i := range turns {
		for _, bound := range turns[i].bounds[1:] {
			e.bounds = append(e.bounds, len(e.rows)+bound)
		}
		for _, r := range turns[i].rows {
			r.first += len(e.lines)
			e.rows = append(e.rows, r)
		}
		e.lines = append(e.lines, turns[i].lines...)
		turns[i] = edges{}
	}
	return e
}

// gather adds the rows at the edges of a page.
func (e *edges) gather(s *sheet) {
	e.marked = s.marked()
	s.blank = s.blankFoot()
	for _, bottom := range []bool{false, true} {
		e.nearby = e.nearby[:0]
		next := s.Height // the distance of the nearest line further inwards
		for i := range s.Lines {
			l := &s.Lines[i]
			if l.Rotation != 0 || l.Direction == layout.TopToBottom {
				continue
			}
			if s.fromEdge(l.Box.Center().Y, bottom) < edgeShare*s.Height {
				e.nearby = append(e.nearby, int32(i))
			} else {
				next = min(next, s.inwards(l, bottom))
			}
		}
		slices.SortFunc(e.nearby, func(a, b int32) int {
			return cmp.Or(
				cmp.Compare(s.fromEdge(s.Lines[a].Baseline, bottom), s.fromEdge(s.Lines[b].Baseline, bottom)),
				cmp.Compare(s.Lines[a].Box.X0, s.Lines[b].Box.X0),
				cmp.Compare(a, b),
			)
		})
		e.group(s, bottom, next)
	}
	e.bounds = append(e.bounds, len(e.rows))
}

// fromEdge returns the distance of y from the top or bottom of the page. An empty foot below the
// page number is not counted.
func (s *sheet) fromEdge(y float32, bottom bool) float32 {
	if bottom {
		return s.Height - s.blank - y
	}
	return y
}

// inwards returns the distance of a line from the edge, measured to the side of the line that is
// nearer to the edge.
func (s *sheet) inwards(l *layout.Line, bottom bool) float32 {
	if bottom {
		return s.Height - s.blank - l.Box.Y1
	}
	return l.Box.Y0
}

// blankFoot returns the height of the empty foot below the number of a page that is printed small on
// its paper, or 0. The number stands in the middle under the text.
//
//	+-------------------+
//	| Notes to the ...  |
//	| text text text    |
//	|        62         |
//	|                   |
//	|                   |
//	+-------------------+
func (s *sheet) blankFoot() float32 {
	number, text := -1, layout.Rect{}
	for i := range s.Lines {
		l := &s.Lines[i]
		if l.Rotation != 0 || l.Direction == layout.TopToBottom {
			continue
		}
		if number < 0 || l.Baseline > s.Lines[number].Baseline {
			number = i
		}
		text = text.Union(l.Box)
	}
	if number < 0 {
		return 0
	}
	l := &s.Lines[number]
	blank := s.Height - l.Box.Y1
	if blank < edgeShare*s.Height || !isPageLabel(s.text(int32(number))) || abs(l.Box.Center().X-text.Center().X) > blankOff*s.Width {
		return 0
	}
	for i := range s.Lines {
		if i != number && s.Lines[i].Box.Y1 > l.Box.Y0-freeGap*l.Size {
			return 0
		}
	}
	return blank - closeShare*s.Height/2
}

// group makes rows from the lines in e.nearby. next is the distance from the edge at which the text
// further inwards begins.
func (e *edges) group(s *sheet, bottom bool, next float32) {
	start := len(e.rows)
	for i := 0; i < len(e.nearby); {
		l := s.line(e.nearby[i])
		n := i + 1
		for n < len(e.nearby) && sameHeight(l, s.line(e.nearby[n])) {
			n++
		}
		label := s.labelBesideCaption(e.nearby[i:n])
		if depth := len(e.rows) - start; depth > 0 {
			e.rows[len(e.rows)-1].apart(s, e, s.inwards(l, bottom))
		}
		if len(e.rows)-start == edgeRows {
			return
		}
		r := row{sheet: s.index, bottom: bottom, depth: int8(len(e.rows) - start), at: s.fromEdge(l.Baseline, bottom), size: l.Size, scanned: l.OCR, first: len(e.lines), lines: n - i}
		slices.SortFunc(e.nearby[i:n], func(a, b int32) int {
			return cmp.Or(cmp.Compare(s.Lines[a].Box.X0, s.Lines[b].Box.X0), cmp.Compare(a, b))
		})
		if label >= 0 {
			r.lines, e.lines = 1, append(e.lines, label)
		} else {
			e.lines = append(e.lines, e.nearby[i:n]...)
		}
		r.read(s, e)
		e.rows = append(e.rows, r)
		i = n
	}
	if len(e.rows) > start {
		e.rows[len(e.rows)-1].apart(s, e, next)
	}
}

// labelBesideCaption returns the line with the page number of a row that is one and the caption of a
// figure which goes down to the foot, or -1. The caption is none of the row.
//
//	[ figure ]
//	Figure 36            32
func (s *sheet) labelBesideCaption(lines []int32) int32 {
	if len(lines) != 2 {
		return -1
	}
	for k, label := range lines {
		if isPageLabel(s.text(label)) && words.IsCaption(s.text(lines[1-k])) {
			return label
		}
	}
	return -1
}

// sameHeight reports whether two upright lines stand on one height.
func sameHeight(a, b *layout.Line) bool {
	d := a.Baseline - b.Baseline
	tolerance := max(a.Size, b.Size) * sameBaseline
	return d <= tolerance && d >= -tolerance
}

// apart sets r.inner: the white space between the row and what begins at distance next from the edge.
func (r *row) apart(s *sheet, e *edges, next float32) {
	l := s.line(e.lines[r.first])
	end := l.Box.Y1
	if r.bottom {
		end = s.Height - s.blank - l.Box.Y0
	}
	if r.size > 0 {
		r.inner = (next - end) / r.size
	}
}

// FNV-1a, 64 bits: fast for the few bytes of a row and the same in each run.
const (
	hashStart = 14695981039346656037
	hashPrime = 1099511628211
)

// read hashes the words and collects the numbers in the lines of the row.
func (r *row) read(s *sheet, e *edges) {
	e.words = e.words[:0]
	for _, line := range e.lines[r.first : r.first+r.lines] {
		e.words = append(append(e.words, s.text(line)...), ' ')
	}
	if e.marked != nil && e.allMarked(s, r) {
		r.why = markedReason
	}
	r.text, r.bare = hashStart, true
	first := true
	for rest := e.words; len(rest) > 0; {
		token, tail := field(rest)
		rest = tail
		if len(token) == 0 {
			continue
		}
		_, more := field(rest)
		r.token(token, first, len(more) == 0)
		if first {
			r.section = r.opens && r.last <= mostHeadings && len(more) > 0 && token[len(token)-1] == '.'
		}
		first = false
	}
	r.section = r.section && !r.bare
	r.entry = leaders(string(e.words))
}

// allMarked reports whether the document marks the whole row as furniture.
func (e *edges) allMarked(s *sheet, r *row) bool {
	for _, line := range e.lines[r.first : r.first+r.lines] {
		if all, _ := s.markedLine(line, e.marked); !all {
			return false
		}
	}
	return true
}

// token adds one word of the row. A Roman number counts as a number only as the first or last
// word, where page numbers stand.
func (r *row) token(token []byte, first, last bool) {
	if n, ok := words.RomanNumber(token); ok && (first || last) {
		r.number(n, first, last)
		return
	}
	digits := false
	for i := 0; i < len(token); {
		if c := token[i]; c >= '0' && c <= '9' {
			start := i
			n := int32(0)
			for i < len(token) && token[i] >= '0' && token[i] <= '9' {
				n = min(n, numberCap)*10 + int32(token[i]-'0')
				i++
			}
			r.number(n, first && !digits && quiet(token[:start]), last && quiet(token[i:]))
			digits = true
			continue
		}
		c, n := utf8.DecodeRune(token[i:])
		i += n
		if unicode.IsLetter(c) {
			r.bare = false
		}
		r.hash(unicode.ToLower(c))
	}
}

// quiet reports whether b holds neither letters nor digits.
func quiet(b []byte) bool {
	for _, c := range string(b) {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return false
		}
	}
	return true
}

func (r *row) number(n int32, opens, ends bool) {
	if r.count < len(r.numbers) {
		r.numbers[r.count] = n
	}
	r.count++
	r.last = n
	r.opens, r.ends = r.opens || opens && r.count == 1, ends
	r.hash('#')
}

func (r *row) hash(c rune) { r.text = (r.text ^ uint64(c)) * hashPrime }

// field returns the first word of b and what follows it.
func field(b []byte) (token, rest []byte) {
	i := 0
	for i < len(b) && b[i] == ' ' {
		i++
	}
	start := i
	for i < len(b) && b[i] != ' ' {
		i++
	}
	return b[start:i], b[i:]
}
