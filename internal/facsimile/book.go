package facsimile

import (
	"bytes"
	"context"
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

// Facsimile is a document whose text is placed. It is what htmlout.Pages asks for.
type Facsimile struct {
	Fonts    []Font
	Warnings []layout.Warning // what is not shown as the document has it

	sheets   map[int]*sheet
	families []*webfont.Family
	styles   styles
	places   places // asked for so far
	styled   bool   // svg.LayerStyles are needed for the graphics asked for so far
}

// Compose places the text of tree, which was built with Options.KeepOrigins. Of the errors
// it returns only that of ctx. Places of the layout of tree, and what the book keeps of the
// glyphs, it lets go of as it goes: it is called once.
func (b *Book) Compose(ctx context.Context, tree *semantic.Document, workers int) (*Facsimile, error) {
	cover, furniture := coverage(tree)
	sheets := make([]*sheet, len(tree.Pages))
	var fonts faces
	err := fonts.gather(ctx, len(sheets), workers, func(i int, shown *usages) {
		info := &tree.Pages[i]
		if p := b.pages[info.Number]; p != nil && info.Layout != nil {
			sheets[i] = compose(p, info.Layout, cover[info.Number], furniture[info.Number])
			info.Layout.Places = nil
			sheets[i].count(shown, false)
		}
	})
	if err != nil {
		return nil, err
	}
	if err := fonts.build(ctx, false, workers); err != nil {
		return nil, err
	}
	err = fonts.gather(ctx, len(sheets), workers, func(i int, shown *usages) {
		if sheets[i] != nil {
			sheets[i].resolve(&fonts)
			sheets[i].count(shown, true)
		}
	})
	if err != nil {
		return nil, err
	}
	if err := fonts.build(ctx, true, workers); err != nil {
		return nil, err
	}
	f := &Facsimile{sheets: map[int]*sheet{}, families: fonts.families()}
	err = each(ctx, len(sheets), workers, func(i int) {
		if sheets[i] != nil {
			sheets[i].set(&fonts)
			sheets[i].release()
		}
	})
	if err != nil {
		return nil, err
	}
	for i, s := range sheets {
		if s != nil {
			f.sheets[tree.Pages[i].Number] = s
			f.styles.note(s)
			f.warn(s)
		}
	}
	if fonts.full {
		f.Warnings = append(f.Warnings, layout.Warning{Code: "fonts_too_many", Detail: "the document has more fonts than are made; text in the others is in those of the reader"})
	}
	return f, f.makeFonts(ctx, workers)
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
