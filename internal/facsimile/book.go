package facsimile

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/pagelift/pagelift/internal/webfont"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// Book gathers the pages of a document. It may be used by several goroutines.
type Book struct {
	mu    sync.Mutex
	pages map[int]*Page
}

// Add adds a page.
func (b *Book) Add(p *Page) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.pages == nil {
		b.pages = map[int]*Page{}
	}
	b.pages[p.number] = p
}

// OmitImages leaves images with these addresses out of the graphics of a page.
func (b *Book) OmitImages(page int, addresses []string) {
	p := b.pages[page]
	if p == nil {
		return
	}
	for i := range p.graphics.Layers {
		l := &p.graphics.Layers[i]
		for _, address := range addresses {
			l.Markup = bytes.ReplaceAll(l.Markup, []byte(` href="`+address+`"`), nil)
		}
	}
}

// Facsimile is a document whose text is placed. It is what htmlout.Pages asks for: page by page, since it
// has the spans of some pages at a time.
type Facsimile struct {
	Fonts    []Font
	Warnings []layout.Warning // what is not shown as the document has it; of pages, when they are written

	maker    maker
	index    map[int]int         // of a page, by its number
	sheets   map[int]*sheet      // of the turn at hand
	before   map[int]*sheet      // of the one before: pages are asked for in their order, but for few things
	made     map[int]bool        // pages whose sheets were made before
	asked    map[formulaKey]bool // formulas that were written
	families []*webfont.Family
	styles   styles
	places   places // asked for so far
	styled   bool   // svg.LayerStyles are needed for the graphics asked for so far
}

// formulaKey is a formula: one of those of a page.
type formulaKey struct{ page, formula int }

// Compose places the text of tree, which was built with Options.KeepOrigins. Of the errors
// it returns only that of ctx. It is called once: the book and the tree let go of the pages that the facsimile
// takes, and this of each when it is written.
//
// What a page shows is made twice: to count what fonts need, and to be written; a third time between them, to
// count what fonts without ink need, where there may be text for them. All of it together is more than the rest of
// a long document.
func (b *Book) Compose(ctx context.Context, tree *semantic.Document, workers int) (*Facsimile, error) {
	f := &Facsimile{index: map[int]int{}, made: map[int]bool{}, asked: map[formulaKey]bool{}}
	m := &f.maker
	m.book, m.tree, m.workers = b, tree, workers
	m.cover, m.furniture = coverage(tree)
	m.texts, m.shows = make([]*packedText, len(tree.Pages)), make([]showings, len(tree.Pages))
	n := len(tree.Pages)
	err := m.fonts.gather(ctx, n, workers, func(i int, shown *usages) {
		if s := m.composed(i); s != nil {
			m.shows[i].others = s.count(shown, false)
			m.shows[i].fonts = shown.fonts()
			m.close(i, s)
		}
	})
	if err != nil {
		return nil, err
	}
	if err := m.fonts.build(ctx, false, workers); err != nil {
		return nil, err
	}
	err = m.fonts.gather(ctx, n, workers, func(i int, shown *usages) {
		if !m.mayBlank(i) {
			return
		}
		if s := m.resolved(i); s != nil {
			s.count(shown, true)
			m.close(i, s)
		}
	})
	if err != nil {
		return nil, err
	}
	if err := m.fonts.build(ctx, true, workers); err != nil {
		return nil, err
	}
	f.families = m.fonts.families()
	for i := range tree.Pages {
		f.index[tree.Pages[i].Number] = i
	}
	if m.fonts.full {
		f.Warnings = append(f.Warnings, layout.Warning{Code: "fonts_too_many", Detail: "the document has more fonts than are made; text in the others is in those of the reader"})
	}
	return f, f.makeFonts(ctx, workers)
}

// maker makes the sheets of a document. Several workers may use it.
type maker struct {
	book             *Book
	tree             *semantic.Document
	cover, furniture map[int][]stretch
	fonts            faces
	texts            []*packedText // of the pages, once they were composed; nil: written, or there is none
	shows            []showings    // of the pages, once they were composed
	workers          int
	kept             [keptSheets]*sheet // of the first pages, as far as they are made
}

// showings is what kinds of text a page has.
type showings struct {
	others bool           // text that is not shown in a font
	fonts  []*layout.Font // that the document has for the rest
}

// mayBlank reports whether the i-th page may need fonts without ink: it has text that something else shows, or a
// font that cannot show all that is asked of it.
func (m *maker) mayBlank(i int) bool {
	return m.shows[i].others || slices.ContainsFunc(m.shows[i].fonts, func(l *layout.Font) bool {
		face := m.fonts.counted(l, false)
		return face != nil && face.set != nil && !face.set.ShowsAll(face.index)
	})
}

// keptSheets is how many sheets are kept from one use to the next: most documents have no more
// pages, and each takes some 50 KB.
const keptSheets = 64

// composed is the sheet of the i-th page with its pieces; nil: it has none.
func (m *maker) composed(i int) *sheet {
	if i < keptSheets && m.kept[i] != nil {
		return m.kept[i]
	}
	info := &m.tree.Pages[i]
	if info.Layout != nil {
		m.texts[i], info.Layout = packText(info.Layout), nil
	}
	p := m.book.pages[info.Number]
	if p == nil || m.texts[i] == nil {
		return nil
	}
	room := rooms.Get().(*room)
	m.texts[i].unpack(&room.text)
	s := compose(p, room, &room.text, m.cover[info.Number], m.furniture[info.Number])
	if i < keptSheets {
		m.kept[i] = s
	}
	return s
}

// close lets go of the sheet of the i-th page, unless it is kept.
func (m *maker) close(i int, s *sheet) {
	if i >= keptSheets {
		s.leave()
	}
}

// resolved is that sheet, its pieces cut where their fonts change.
func (m *maker) resolved(i int) *sheet {
	s := m.composed(i)
	if s != nil && !s.resolved {
		s.resolve(&m.fonts)
	}
	return s
}

// release drops what the i-th page is made of, which is not needed once the page is written.
func (m *maker) release(i int) {
	delete(m.book.pages, m.tree.Pages[i].Number)
	m.texts[i] = nil
	if i < keptSheets {
		m.kept[i] = nil
	}
}

// sheetsFrom returns the sheets of some pages, from page from on, with their spans.
func (m *maker) sheetsFrom(ctx context.Context, from int) ([]*sheet, error) {
	sheets := make([]*sheet, min(len(m.tree.Pages)-from, pagesPerTurn))
	err := each(ctx, len(sheets), m.workers, func(i int) {
		s := m.resolved(from + i)
		if s != nil && !s.isSet {
			s.set(&m.fonts)
			s.release()
		}
		sheets[i] = s
	})
	return sheets, err
}

// sheet is that of a page; nil: it has none, or others came after it was written. It comes with those of the pages behind it.
func (f *Facsimile) sheet(page int) *sheet {
	if s := cmp.Or(f.sheets[page], f.before[page]); s != nil {
		return s
	}
	at, ok := f.index[page]
	if !ok || f.maker.texts[at] == nil {
		return nil
	}
	turn, err := f.maker.sheetsFrom(context.Background(), at) // it is short, and this never ends
	if err != nil {
		return nil
	}
	f.before, f.sheets = f.sheets, map[int]*sheet{}
	for i, s := range turn {
		number := f.maker.tree.Pages[at+i].Number
		if f.sheets[number] = s; s != nil && !f.made[number] {
			f.made[number] = true
			f.styles.note(s)
			f.warn(s)
		}
	}
	return f.sheets[page]
}

// warn tells what of a page is not shown as the document has it.
func (f *Facsimile) warn(s *sheet) {
	if s.substituted {
		f.Warnings = append(f.Warnings, layout.Warning{Code: "font_substituted", Page: s.number, Detail: "text is in a font of the reader, since that of the document cannot be had"})
	}
	if s.drawing.full {
		f.Warnings = append(f.Warnings, layout.Warning{Code: "text_not_drawn", Page: s.number, Detail: "text that no font can show is too much to be drawn"})
	}
}

// each calls do for 0 to n-1 with several workers, until ctx ends. A panic of a worker
// becomes one of the caller.
func each(ctx context.Context, n, workers int, do func(int)) error {
	var next atomic.Int64
	var working sync.WaitGroup
	var mishap atomic.Pointer[any]
	for range min(max(workers, 1), n) {
		working.Go(func() {
			defer func() {
				if v := recover(); v != nil {
					mishap.Store(&v)
				}
			}()
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	working.Wait()
	if v := mishap.Load(); v != nil {
		panic(*v)
	}
	return ctx.Err()
}
