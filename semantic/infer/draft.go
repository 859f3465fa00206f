package infer

import (
	"context"
	"iter"
	"sync"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// draft is a document while the rules decide what its parts are.
type draft struct {
	src     semantic.Source
	pages   []semantic.PageInfo
	sheets  []sheet // one for each page
	body    look    // how most of the text looks
	answers answers // about all pages
	heads   []*part

	origins bool // Options.KeepOrigins or KeepBoxes
	layouts bool // Options.KeepOrigins
	boxes   bool // Options.KeepBoxes
	explain bool // Options.Explain

	headsAside []*part // on pages for which the structure tree is not used
	items      []item  // list items; part.item indexes it, less one
	notes      []note  // part.note indexes it, less one
	asides     int32   // how many asides there are

	boldLines map[string]int // bold lines that may be terms, and how often each occurs
	contents  []tocEntry     // entries of all lists of contents; part.entry indexes it, less one

	noteLists map[*part]noteList // by their first entry

	captions map[partKey]*part   // of tables and figures
	labels   map[partKey][]*part // the text inside of figures
	beside   map[partKey][]*part // the pictures that share the caption of a figure
	repeated map[pictureKey]pictureUse

	tagging   semantic.Tagging
	aside     bool             // there are pages for which the tree is not used
	scope     bool             // the rule at work sees only these pages
	tree      *tagTree         // nil: the structure is inferred
	mathTexts map[int32][]byte // text of the content of MathML elements; nil: not read yet
	tagged    []*part          // by chunk: see gatherChunks
	lead      int32            // how many parts of tagged stand before all chunks

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

	passages    map[*part]string     // the language of parts whose language is not lang
	doubted     map[string]bool      // languages that the structure tree names and the text contradicts
	anchors     map[*part]string     // of headings, with the # before them
	headsByPage map[int32][]*part    // from top to bottom
	places      map[string]string    // anchors by the names that text refers to: "figure 3.1", "section 4"
	placed      map[*part]string     // the anchors of captions
	equations   map[int32][]equation // by sheet: formulas whose number no other formula has
}

// sheet is a page and the parts that its blocks are cut into.
type sheet struct {
	*layout.Page
	index   int32    // in draft.sheets
	answers *answers // draft.answers
	parts   []part
	refs    []noteRef             // by place
	tables  map[int32]*tableDraft // by block
	forms   *sheetForms           // nil: the page has no controls

	formulas bool    // the page has formulas
	pictures bool    // pictures stand in its lines
	shown    []int32 // the pictures in lines that have nodes, by number of the figure

	places  []tagPlace // where the blocks stand in the structure tree
	content []int32    // tagTree.content of the marks
	aside   bool       // the structure tree is not used for this page

	mismarked bool    // the document marks its text as page furniture
	blank     float32 // height of the empty foot below its number, see blankFoot

	slideTitle int32 // one more than the first line of the title of a slide; 0: none, see findTitles
}

// part is a group of lines of one block. It becomes one node, or a piece of one.
type part struct {
	sheet        int32 // draft.sheets
	block        int32 // blocks of the page
	first, count int32 // lines of the page
	bytes        int32 // length of its text without line ends
	look         look
	role         semantic.Role
	level        uint8
	depth        int8  // depth of its number: 2 for "1.2"; 0: not numbered
	outlined     int8  // depth in the outline, 0: not in it
	slide        bool  // the heading of a slide
	item         int32 // index in draft.items, plus one; 0: no item
	note         int32 // index in draft.notes, plus one; 0: no note
	entry        int32 // index in draft.contents, plus one; 0: no entry of a list of contents
	aside        int32 // which aside it stands in; 0: none
	weight       float32
	box          layout.Rect
	next         *part // the part that continues this one
	continued    bool  // another part has this as next
	keepsLines   bool  // its line ends stay
	leads        bool  // dots lead to what stands at the end of its lines
	forms        bool  // it holds controls of a form, or names one
	display      bool  // it is a formula on lines of its own
	defines      definitionRole
	chunk        int32 // its chunk of the structure tree; with loose, the chunk before it
	loose        bool  // the tree does not have it
	typed        bool  // the tree decides its role and where it ends
	noted        bool  // the tree calls it a note
	evidence     []semantic.Evidence
}

// partKey names a part that is a whole block, such as a table or figure.
type partKey struct{ sheet, block int32 }

func keyOf(p *part) partKey { return partKey{p.sheet, p.block} }

// newDraft makes a draft with one part for each block. A structure tree is read first.
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
	var counts []*looks  // of each worker
	var found []*answers // by each worker
	err := d.shareSheets(ctx, func() func([]sheet) {
		mine, texts := new(answers), newLooks()
		counts, found = append(counts, texts), append(found, mine)
		return func(sheets []sheet) {
			for i := range sheets {
				sheets[i].makeParts()
				texts.count(&sheets[i])
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

// makeParts makes one part for each block.
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

// eachSheet calls f for every page in order until ctx ends.
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

// sees reports whether the rule at work looks at a page.
func (d *draft) sees(s *sheet) bool { return !d.scope || s.aside }

// sheetOf returns the page of p.
func (d *draft) sheetOf(p *part) *sheet { return &d.sheets[p.sheet] }

// cut divides parts before each line for which before returns true. It never asks about
// the first line of a part. It does not divide parts whose ends the structure tree decides,
// nor pull quotes.
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

// piece returns the part of p from line first up to line end.
func (s *sheet) piece(p part, first, end int32) part {
	p.first, p.count = first, end-first
	s.measure(&p)
	return p
}

// line returns a line of the page.
func (s *sheet) line(i int32) *layout.Line { return &s.Lines[i] }

// text returns the text of line i.
func (s *sheet) text(i int32) string {
	l := &s.Lines[i]
	return s.Text[l.Start:l.End]
}

// last returns the index of the last line of p.
func (p *part) last() int32 { return p.first + p.count - 1 }

// flows reports whether p is text of the page that is no furniture.
func (p *part) flows() bool {
	return p.role != semantic.Artifact && p.role != semantic.Figure && p.count > 0
}

// holdsControls reports whether a part may have role r when it holds form controls or the
// text that names one. Headings, captions, code and furniture hold none: such text only
// looks like theirs.
func holdsControls(r semantic.Role) bool {
	switch r {
	case semantic.H, semantic.Title, semantic.Caption, semantic.Code, semantic.TOCI, semantic.Artifact:
		return false
	}
	return true
}
