package infer

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// toc looks for lists of contents, of figures and the like.
//
//	Contents                            a heading that says so: not needed behind leaders
//	1 Foxes . . . . . . . . . . . 3     rows that end in page numbers, behind leaders or
//	  1.1 Where they live . . . . 4     white space; the numbers ascend
//	2 Dogs and how they bark at
//	  foxes . . . . . . . . . . . 9     an entry of two rows
//
// A list has at least tocLeast entries, and few of them have a lower page number than the one
// before (tocFalls). Under such a heading, rows without a page number are entries if they are
// links. Where most entries are numbered, the numbers tell their depths, else the indents do.
func toc(ctx context.Context, d *draft) error {
	f := tocFinder{d: d, begins: make([]bool, len(d.sheets)), heads: map[tocPlace]bool{}, entries: map[tocPlace]int32{}, lines: map[tocPlace]bool{}}
	if err := d.eachSheetApart(ctx, func(s *sheet) { f.begins[s.index] = s.mayHaveContents() }); err != nil {
		return err
	}
	if err := d.eachSheet(ctx, f.sheet); err != nil {
		return err
	}
	f.end()
	if len(d.contents) == 0 {
		return nil
	}
	touched := f.touched()
	return d.eachSheet(ctx, func(s *sheet) {
		if touched[s.index] {
			f.claim(s)
		}
	})
}

// touched returns for each page whether it has something of a list.
func (f *tocFinder) touched() []bool {
	touched := make([]bool, len(f.d.sheets))
	for at := range f.entries {
		touched[at.sheet] = true
	}
	for _, places := range []map[tocPlace]bool{f.heads, f.lines} {
		for at := range places {
			touched[at.sheet] = true
		}
	}
	return touched
}

// tocEntry is one entry of a list of contents.
type tocEntry struct {
	list     int32 // which list; they count from 0
	depth    int8  // from 1
	sheet    int32
	first    int32    // its first line
	words    int32    // end of its words in the text of their page
	wordsEnd tocPlace // the line where its words end
	number   span     // the page number, in the text of the same page
	value    int32
	roman    bool
	left     float32
	column   int32
	target   *layout.Target
	href     string // where it leads; set once the headings have their anchors
	above    string // of the first entry: the heading above the list
}

// tocPlace is a line of a page.
type tocPlace struct{ sheet, line int32 }

// tocFinder reads the pages in order and keeps the list of contents that is open.
type tocFinder struct {
	d       *draft
	begins  []bool // pages on which a list may begin
	open    bool
	above   string   // the heading above the list; "": none
	head    tocPlace // where that heading stands
	rows    []tocRow
	pending []tocRow // rows that may belong to the list
	fresh   []tocRow // of the part that is read
	before  []tocRow // of the part before it, while no list is open
	lists   int32
	heads   map[tocPlace]bool
	entries map[tocPlace]int32 // entries as indexes of draft.contents, by their first line
	lines   map[tocPlace]bool  // the further lines of entries
	last    *part              // the entry claimed last
}

// sheet reads a page.
func (f *tocFinder) sheet(s *sheet) {
	if !f.open && !f.begins[s.index] {
		return
	}
	for i := range s.parts {
		p := &s.parts[i]
		if p.role == semantic.Artifact || p.role == semantic.Figure || p.count == 0 {
			continue
		}
		if text := contentsHeading(f.d, p); text != "" && !f.isOwnEntry(s, p) {
			f.end()
			f.open, f.above, f.head = true, text, tocPlace{s.index, p.first}
			continue
		}
		f.readPart(s, i)
	}
}

// isOwnEntry reports whether p, which names a list of contents, is an entry of the open list: some name themselves.
func (f *tocFinder) isOwnEntry(s *sheet, p *part) bool {
	return f.open && len(f.rows) > 0 && s.innerLink(p.first, p.last()) >= 0
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// tocWeight is that high because nothing but a list of contents has page numbers that
	// ascend behind leaders.
	tocWeight      = 0.9
	contentsWeight = 0.6
	// tocLeast is the fewest entries of a list. One in tocFalls of them may be
	// followed by a lower page number.
	tocLeast = 3
	tocFalls = 10
	// tocRowsPerEntry is the most rows of an entry, on average. tocPending is the most
	// rows without a page number between entries.
	tocRowsPerEntry = 3
	tocPending      = 4
	// tocRowGap is the most white space in ems between two rows of one entry.
	tocRowGap = 1
	// tocNumbered is the share of numbered entries from which numbers tell depths.
	// tocNear is how far, in entries, an entry without a number looks for one that stands as far in.
	tocNumbered = 0.6
	tocNear     = 40
)

// readPart reads the rows of part i of the page and adds them to the list.
func (f *tocFinder) readPart(s *sheet, i int) {
	f.fresh = s.tocRows(f.fresh[:0], i)
	sure, leaders := 0, 0
	for k := range f.fresh {
		r := &f.fresh[k]
		sure += btoi(r.leads() || f.above != "" && r.link >= 0)
		leaders += btoi(r.leads() && r.leader)
	}
	if !f.open {
		if f.open = leaders > 0; f.open && f.beginsBefore() {
			f.rows = append(f.rows, f.before...)
		}
		f.before = append(f.before[:0], f.fresh...)
	}
	switch {
	case !f.open:
	case sure*tocRowsPerEntry < len(f.fresh) || sure == 0:
		if f.pending = append(f.pending, f.fresh...); len(f.pending) > tocPending {
			f.end()
		}
	default:
		f.rows = append(append(f.rows, f.pending...), f.fresh...)
		f.pending = f.pending[:0]
	}
}

// beginsBefore reports whether the part before the fresh rows has the first entries of
// their list: chapters, which often have no leaders.
func (f *tocFinder) beginsBefore() bool {
	for i := range f.before {
		if r := &f.before[i]; !r.leads() || r.sheet != f.fresh[0].sheet || r.part+1 != f.fresh[0].part || r.value > f.fresh[0].value {
			return false
		}
	}
	return len(f.before) > 0
}

// mayHaveContents reports whether a list of contents may begin on the page. It is a quick test.
func (s *sheet) mayHaveContents() bool {
	for i := range s.parts {
		p := &s.parts[i]
		if p.role == semantic.Artifact || p.count == 0 {
			continue
		}
		if p.count <= 2 {
			text := s.text(p.first)
			if text = text[words.NumberOf(text).Bytes:]; words.MayNameContents(text) {
				if _, ok := words.ContentsName(words.ContentsKey(text)); ok {
					return true
				}
			}
		}
		for line := p.first; line <= p.last(); line++ {
			if leaders(s.text(line)) {
				return true
			}
		}
	}
	return false
}

// contentsHeading returns the text of p when it is the heading of a list of contents, else "".
func contentsHeading(d *draft, p *part) string {
	if p.count > 2 {
		return ""
	}
	text := d.text(p)
	key := words.ContentsKey(text[words.NumberOf(text).Bytes:]) // Chapter 5 Contents
	if _, ok := words.ContentsName(key); ok {
		return text
	}
	if _, ok := words.ContentsName(strings.ReplaceAll(key, " ", "")); ok { // 目 次
		return text
	}
	return ""
}

// end closes the open list. Its rows become entries if they are a list of contents.
func (f *tocFinder) end() {
	if f.open && f.isList() {
		if f.above != "" {
			f.heads[f.head] = true
		}
		f.addEntries()
	}
	f.open, f.above, f.rows, f.pending = false, "", f.rows[:0], f.pending[:0]
}

// isList reports whether the rows are a list of contents.
func (f *tocFinder) isList() bool {
	sure, leaders, falls := 0, 0, 0
	var last tocRow
	page := 0 // the page to which the last link leads
	for i := range f.rows {
		r := &f.rows[i]
		if !r.leads() && r.link < 0 {
			continue
		}
		sure++
		leaders += btoi(r.leader)
		switch target := f.target(r); {
		case !r.number.empty():
			falls += btoi(last.roman == r.roman && r.value < last.value)
			last = *r
		case target != nil:
			falls += btoi(target.Page < page || target.Page <= int(r.sheet))
			page = target.Page
		}
	}
	if falls > 1+sure/tocFalls {
		return false
	}
	if f.above == "" {
		return leaders >= tocLeast && 2*leaders >= sure
	}
	return sure >= tocLeast || sure >= 2 && (leaders > 0 || falls == 0 && sure == len(f.rows))
}

// target returns where the link of a row leads, nil when it has none.
func (f *tocFinder) target(r *tocRow) *layout.Target {
	if r.link < 0 {
		return nil
	}
	return f.d.sheets[r.sheet].Links[r.link].Target
}

// addEntries makes entries from the rows.
func (f *tocFinder) addEntries() {
	d := f.d
	from := len(d.contents)
	numbered := 0
	for i := range f.rows {
		numbered += btoi(f.rows[i].leads()) - btoi(f.rows[i].link >= 0 && f.rows[i].number.empty())
	}
	for i := range f.rows {
		r := &f.rows[i]
		if i == 0 || !f.goesOn(&f.rows[i-1], r, numbered > 0) {
			f.entries[tocPlace{r.sheet, r.first}] = int32(len(d.contents))
			d.contents = append(d.contents, tocEntry{list: f.lists, sheet: r.sheet, first: r.first, left: r.left, column: r.column})
		} else {
			f.lines[tocPlace{r.sheet, r.first}] = true
		}
		e := &d.contents[len(d.contents)-1]
		if e.target == nil {
			e.target = f.target(r)
		}
		if !r.bare || e.wordsEnd == (tocPlace{}) {
			e.words, e.wordsEnd = r.words, tocPlace{r.sheet, r.wordsLine}
		}
		if !r.number.empty() {
			e.number, e.value, e.roman = r.number, r.value, r.roman
		}
	}
	d.contents[from].above = f.above
	d.setDepths(d.contents[from:])
	f.lists++
}

// goesOn reports whether row b belongs to the entry whose last row so far is a: b is a page
// number apart from its words, or words for which the row above had no room.
func (f *tocFinder) goesOn(a, b *tocRow, numbered bool) bool {
	s := &f.d.sheets[a.sheet]
	if a.sheet != b.sheet || !a.number.empty() {
		return false
	}
	above, below := s.line(a.last), s.line(b.first)
	if b.bare {
		return sameHeight(above, below)
	}
	if below.Box.Y0 < above.Box.Y0 || below.Box.Y0-above.Box.Y1 > tocRowGap*below.Size || above.Style != below.Style {
		return false
	}
	label := words.NumberOf(s.text(b.first)).Depth > 0
	if ta, tb := f.target(a), f.target(b); ta != nil && tb != nil {
		return ta.Page == tb.Page && !label && (numbered || a.link == b.link || ta.At == tb.At && ta.At.Y >= 0)
	} else if !numbered {
		return false
	}
	return !label || above.Box.Width() > below.Box.Width()
}

// claim cuts the parts of the page into entries and claims them.
func (f *tocFinder) claim(s *sheet) {
	d := f.d
	at := func(line int32) (int32, bool) {
		e, ok := f.entries[tocPlace{s.index, line}]
		return e, ok
	}
	s.cut(func(_ *part, line int32) bool { _, ok := at(line); return ok })
	for i := range s.parts {
		p := &s.parts[i]
		if p.role == semantic.Artifact || p.count == 0 {
			continue
		}
		if f.heads[tocPlace{s.index, p.first}] {
			d.claim(p, semantic.H, because("toc", contentsWeight, "heads a list of contents"))
		}
		if k, ok := at(p.first); ok {
			e := &d.contents[k]
			if d.claim(p, semantic.TOCI, because("toc", tocWeight, fmt.Sprintf("entry of depth %d of a list of contents", e.depth))) {
				p.entry = k + 1
				f.last = p
			}
		} else if f.last != nil && f.lines[tocPlace{s.index, p.first}] {
			d.overrule(p, semantic.TOCI, because("toc", tocWeight, "goes on with the entry above it"))
			p.continued, f.last.next = true, p
			f.last = p
		}
	}
}

// setDepths sets the depths of the entries of one list: by their numbers if most
// entries have one and the depths differ, else by their indents.
func (d *draft) setDepths(list []tocEntry) {
	numbered, deepest := 0, int8(0)
	for i := range list {
		e := &list[i]
		n := words.NumberOf(d.sheets[e.sheet].text(e.first))
		if n.Depth > 0 && (n.Kind == '1' || n.Depth > 1 || n.Word || n.Suffix != 0) {
			e.depth = int8(n.Depth)
			numbered++
			deepest = max(deepest, e.depth)
		}
	}
	if deepest < 2 || numbered < int(tocNumbered*float32(len(list))) {
		d.depthsByIndent(list)
		return
	}
	for i := range list {
		if list[i].depth == 0 {
			list[i].depth = d.depthLike(list, i)
		}
	}
}

// depthLike returns the depth of an entry near entry i that stands as far in, or 1 when there
// is none.
func (d *draft) depthLike(list []tocEntry, i int) int8 {
	own := &list[i]
	for k := max(i-tocNear, 0); k < min(i+tocNear, len(list)); k++ {
		e := &list[k]
		if e.sheet == own.sheet && !e.number.empty() && abs(e.left-own.left) < sameIndent*d.body.size() && e.depth > 0 && k != i {
			return e.depth
		}
	}
	return 1
}

// depthsByIndent sets the depths of entries by how far in they stand in their column.
func (d *draft) depthsByIndent(list []tocEntry) {
	type column struct{ sheet, column int32 }
	edge := map[column]float32{}
	key := func(e *tocEntry) column { return column{e.sheet, e.column} }
	for i := range list {
		e := &list[i]
		if x, ok := edge[key(e)]; !ok || e.left < x {
			edge[key(e)] = e.left
		}
	}
	var steps []float32
	for i := range list {
		e := &list[i]
		e.left -= edge[key(e)]
		steps = append(steps, e.left)
	}
	slices.Sort(steps)
	steps = slices.CompactFunc(steps, func(a, b float32) bool { return abs(b-a) < sameIndent*d.body.size() })
	for i := range list {
		depth := 0
		for depth < len(steps) && steps[depth] <= list[i].left+sameIndent*d.body.size()/2 {
			depth++
		}
		list[i].depth = int8(min(max(depth, 1), listDepth))
	}
}
