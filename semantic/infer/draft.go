package infer

import (
	"context"
	"iter"
	"sync"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// draft is a document while the rules decide about it.
type draft struct {
	src     semantic.Source
	pages   []semantic.PageInfo
	sheets  []sheet // as many
	body    look    // how most of the text looks
	answers answers // of all pages
	heads   []*part

	origins bool // Options.KeepOrigins or KeepBoxes
	layouts bool // Options.KeepOrigins
	boxes   bool // Options.KeepBoxes
	explain bool // Options.Explain

	headsAside []*part // of the pages that inference alone has
	items      []item  // list items; part.item indexes it, less one
	notes      []note  // part.note indexes it, less one
	asides     int32   // how many there are

	boldLines map[string]int // bold lines that may be terms, how often they stand there
	contents  []tocEntry     // of all lists of contents; part.entry indexes it, less one

	noteLists map[*part]noteList // by their first entry

	captions map[partKey]*part   // of tables and figures
	labels   map[partKey][]*part // the text inside of figures
	beside   map[partKey][]*part // the pictures that share the caption of a figure
	repeated map[pictureKey]pictureUse

	tagging   semantic.Tagging
	aside     bool             // inference alone has some of the pages
	scope     bool             // rules see nothing but these
	tree      *tagTree         // nil: the structure is inferred
	mathTexts map[int32][]byte // of the content of elements of MathML; nil: not read yet
	tagged    []*part          // by chunk: see gatherChunks
	lead      int32            // how many of them stand before all chunks

	title  string
	lang   string
	rtl    bool // most lines are written from right to left
	images int

	workers int // how many goroutines share the work
	reasons struct {
		sync.Mutex
		seen map[semantic.Evidence][]semantic.Evidence
	}

	warnings    []layout.Warning
	tagWarnings []layout.Warning // of the structure tree, if it is used

	passages    map[*part]string     // language of parts in another than lang
	doubted     map[string]bool      // languages that the structure tree names wrongly
	anchors     map[*part]string     // of headings, with the # before them
	headsByPage map[int32][]*part    // from top to bottom
	places      map[string]string    // anchors of what the text refers to: "figure 3.1", "section 4"
	placed      map[*part]string     // those of captions
	equations   map[int32][]equation // by sheet: formulas with numbers that are theirs alone
}

// sheet is a page and the parts its blocks fall into.
type sheet struct {
	*layout.Page
	index   int32    // in draft.sheets
	answers *answers // draft.answers
	parts   []part
	refs    []noteRef             // by place
	tables  map[int32]*tableDraft // by block
	forms   *sheetForms           // nil: the page has no controls

	formulas bool    // it has some
	pictures bool    // some stand in lines
	shown    []int32 // those of them that are in the tree, by number of the figure

	places  []tagPlace // of the blocks in the structure tree
	content []int32    // tagTree.content of the marks
	aside   bool       // the tree is not used for it

	mismarked bool    // its body is marked as page furniture
	blank     float32 // how high it is empty below its number, see blankFoot

	slideTitle int32 // one more than the first line of the title of a slide; 0: none, see findTitles
}

// part is a group of lines of one block that becomes one node, or a piece of one.
type part struct {
	sheet        int32 // draft.sheets
	block        int32 // blocks of the page
	first, count int32 // lines of the page
	bytes        int32 // of text, line ends left out
	look         look
	role         semantic.Role
	level        uint8
	depth        int8 // of its number, "1.2" has 2; 0: not numbered
	outlined     int8 // depth in the outline, 0: not in it
	slide        bool // the heading of a slide
	item         int32
	note         int32
	entry        int32 // of a list of contents
	aside        int32 // which aside it stands in; 0: none
	weight       float32
	box          layout.Rect
	next         *part // the part that continues this one
	continued    bool  // another part has this as next
	keepsLines   bool  // its line ends matter
	forms        bool  // it holds controls of a form, or names one
	display      bool  // it is a formula that has its lines to itself
	defines      definitionRole
	chunk        int32 // of the structure tree; with loose, what it stands behind
	loose        bool  // it is not in the tree
	typed        bool  // the tree says what it is, and where it ends
	noted        bool  // it is a note there
	evidence     []semantic.Evidence
}

// partKey is where a part stands that is a block as a whole, as tables and figures are.
type partKey struct{ sheet, block int32 }

func keyOf(p *part) partKey { return partKey{p.sheet, p.block} }

// newDraft makes one part of each block.
func newDraft(ctx context.Context, src semantic.Source, opts Options) (*draft, error) {
	d := &draft{src: src, pages: make([]semantic.PageInfo, len(src.Pages)), sheets: make([]sheet, len(src.Pages)), workers: max(opts.Workers, 1), origins: opts.KeepOrigins || opts.KeepBoxes, layouts: opts.KeepOrigins, boxes: opts.KeepBoxes, explain: opts.Explain}
	d.reasons.seen = map[semantic.Evidence][]semantic.Evidence{}
	for i, p := range src.Pages {
		d.pages[i] = semantic.PageInfo{Number: p.Number, Label: p.Label, Width: p.Width, Height: p.Height}
		d.sheets[i].Page, d.sheets[i].index, d.sheets[i].answers = p, int32(i), &d.answers
	}
	if err := d.readStructure(ctx, opts); err != nil {
		return nil, err
	}
	var counts []map[look]int // of each worker
	var found []*answers      // by each worker
	err := d.shareSheets(ctx, func() func([]sheet) {
		bytes, mine := map[look]int{}, new(answers)
		counts, found = append(counts, bytes), append(found, mine)
		return func(sheets []sheet) {
			for i := range sheets {
				sheets[i].makeParts()
				sheets[i].countLooks(bytes)
				*mine |= answersIn(sheets[i].Text)
			}
		}
	})
	d.body = bodyLook(sum(counts))
	for _, some := range found {
		d.answers |= *some
	}
	return d, err
}

// makeParts makes one part of each block.
func (s *sheet) makeParts() {
	s.parts = make([]part, 0, len(s.Blocks)+2)
	s.pictures, s.formulas = hasPicturesInLines(s.Page), len(s.Formulas) > 0
	for b := range s.Blocks {
		block := &s.Blocks[b]
		if block.LineCount == 0 && block.Kind != layout.Picture {
			continue
		}
		p := part{sheet: s.index, block: int32(b), first: block.FirstLine, count: block.LineCount, role: semantic.P, weight: paragraphWeight}
		s.measure(&p)
		s.parts = append(s.parts, p)
	}
}

// eachSheet calls f for every page in order, as long as ctx lasts.
func (d *draft) eachSheet(ctx context.Context, f func(*sheet)) error {
	for i := range d.sheets {
		if err := ctx.Err(); err != nil {
			return err
		}
		if d.sees(&d.sheets[i]) {
			f(&d.sheets[i])
		}
	}
	return nil
}

// all yields the parts of all pages in reading order.
func (d *draft) all() iter.Seq[*part] {
	return func(yield func(*part) bool) {
		for i := range d.sheets {
			if !d.sees(&d.sheets[i]) {
				continue
			}
			for k := range d.sheets[i].parts {
				if !yield(&d.sheets[i].parts[k]) {
					return
				}
			}
		}
	}
}

// sees reports whether the rule at work is asked about a page.
func (d *draft) sees(s *sheet) bool { return !d.scope || s.aside }

// sheetOf is the page of p.
func (d *draft) sheetOf(p *part) *sheet { return &d.sheets[p.sheet] }

// cut divides parts before each line for which before answers true. It is never
// asked for the first line of a part. Typed text and pull quotes stay whole.
func (s *sheet) cut(before func(p *part, line int32) bool) {
	parts := s.parts
	shared := true
	for i := range s.parts {
		p := s.parts[i]
		first := p.first
		whole := p.typed || s.Blocks[p.block].PullQuote
		for line := p.first + 1; line < p.first+p.count && !whole; line++ {
			if !before(&s.parts[i], line) {
				continue
			}
			if shared {
				parts, shared = append(make([]part, 0, len(s.parts)+4), s.parts[:i]...), false
			}
			parts = append(parts, s.piece(p, first, line))
			first = line
		}
		switch {
		case shared:
		case first == p.first:
			parts = append(parts, p)
		default:
			parts = append(parts, s.piece(p, first, p.first+p.count))
		}
	}
	s.parts = parts
}

// piece is the part of p from line first up to line end.
func (s *sheet) piece(p part, first, end int32) part {
	p.first, p.count = first, end-first
	s.measure(&p)
	return p
}

// line is a line of the page.
func (s *sheet) line(i int32) *layout.Line { return &s.Lines[i] }

// text is the text of line i.
func (s *sheet) text(i int32) string {
	l := &s.Lines[i]
	return s.Text[l.Start:l.End]
}

// last is the index of the last line of p.
func (p *part) last() int32 { return p.first + p.count - 1 }

// flows reports whether p is content of the page, with text.
func (p *part) flows() bool {
	return p.role != semantic.Artifact && p.role != semantic.Figure && p.count > 0
}

// holdsControls reports whether a part with controls of a form, or the text that names
// one, may have the role: other texts are set apart as such texts are.
func holdsControls(r semantic.Role) bool {
	switch r {
	case semantic.H, semantic.Title, semantic.Caption, semantic.Code, semantic.TOCI, semantic.Artifact:
		return false
	}
	return true
}
