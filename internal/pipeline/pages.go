package pipeline

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/raster"
	"github.com/pagelift/pagelift/internal/source"
	"github.com/pagelift/pagelift/internal/thin"
	"github.com/pagelift/pagelift/internal/tree"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze"
	"github.com/pagelift/pagelift/semantic"
)

// selectPages returns the page numbers in ranges, ascending and without duplicates.
func selectPages(ranges []PageRange, count int) ([]int, error) {
	if len(ranges) == 0 {
		ranges = []PageRange{{First: 1}}
	}
	wanted := make([]bool, count+1)
	for _, r := range ranges {
		if r.First > count {
			return nil, &Failure{Kind: BadRange, Detail: fmt.Sprintf("page %d of a document of %d", r.First, count)}
		}
		last := r.Last
		if last == 0 || last > count {
			last = count
		}
		for n := r.First; n <= last; n++ {
			wanted[n] = true
		}
	}
	numbers := make([]int, 0, count)
	for n, w := range wanted {
		if w {
			numbers = append(numbers, n)
		}
	}
	return numbers, nil
}

// pagesPerForget is how many pages are read before the memory of the file's pages is given back to the system.
// Each page has content of its own, and most of what pages share is decoded by then.
const pagesPerForget = 64

// pageReader reads the pages of one document with several workers.
type pageReader struct {
	file    *source.File
	doc     *pdf.Document
	content *content.Reader
	cfg     *Config
	warn    *warnings

	next   atomic.Int64 // what is read next: first the trees of the document, then its pages
	failed atomic.Int64 // pages that could not be read

	outline    []semantic.OutlineItem
	outlineErr error
	structure  *semantic.Structure // nil: not tagged
	assessed   *assessment         // nil: no report is wanted

	book        *facsimiles      // nil: the HTML flows
	recognition *recognition     // nil: no recognition is wanted
	drawings    *raster.Document // draws the pages
	states      []pageState      // of the pages read
	unseen      [][]tree.Unseen  // of the pages read, if Config.Boxes is set
}

// readPages reads the pages with these numbers, in this order.
func (r *pageReader) readPages(ctx context.Context, numbers []int) ([]*layout.Page, error) {
	workersCtx, cancel := context.WithCancel(ctx)
	if r.recognition != nil {
		r.recognition.stop = cancel
	}
	pages := make([]*layout.Page, len(numbers))
	read := make(chan struct{}, r.cfg.Workers) // holds one token for each page that was read
	var workers sync.WaitGroup
	for range min(r.cfg.Workers, len(numbers)) {
		workers.Go(func() { r.work(workersCtx, numbers, pages, read) })
	}
	go func() {
		workers.Wait()
		close(read)
	}()
	defer func() { // also when Progress panics: the workers end before this function does
		cancel()
		for range read {
		}
	}()

	done := 0
	for range read {
		done++
		if done%pagesPerForget == 1 { // and the memory that opening has read
			r.file.Forget()
		}
		if r.cfg.Progress != nil && ctx.Err() == nil {
			r.cfg.Progress(done, len(numbers))
		}
	}
	failure := r.recognition.failure()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case failure != nil:
		return nil, failure
	case r.outlineErr != nil:
		return nil, r.outlineErr
	case int(r.failed.Load()) == len(numbers):
		return nil, &Failure{Kind: Invalid, Detail: "no page could be read: " + r.warn.first(pageFailed)}
	}
	return pages, nil
}

// documentTrees is how many trees of the whole document are read beside its pages. In a manual, each tree takes as
// long as fifty pages.
const documentTrees = 2

// work reads trees that no other worker has taken, then pages, until none is left or ctx ends.
func (r *pageReader) work(ctx context.Context, numbers []int, pages []*layout.Page, read chan<- struct{}) {
	var scratch layout.Content
	for {
		i := int(r.next.Add(1)) - 1 - documentTrees
		if i < 0 {
			r.readTree(ctx, i)
			continue
		}
		if i >= len(numbers) {
			return
		}
		page, err := r.page(ctx, i, numbers[i], &scratch)
		if err != nil {
			return
		}
		pages[i] = page
		read <- struct{}{}
	}
}

// readTree reads the structure tree or the outline, by the number which.
func (r *pageReader) readTree(ctx context.Context, which int) {
	if which == -1 {
		r.outlineErr = guard("outline", func() error {
			r.outline = outline(r.content, r.doc.Outline())
			return nil
		})
		return
	}
	err := guard("structure tree", func() error {
		r.structure = structure(ctx, r.doc, newFigureFiles(r.cfg, r.warn))
		return nil
	})
	if err != nil { // the document is read as if it had no tags
		r.warn.add(layout.Warning{Code: "structure_failed", Detail: err.Error()})
	}
}

// page reads page n, the i-th of those that are converted. A panic loses the page and leaves an empty page in its
// place. The only error is that of the context.
func (r *pageReader) page(ctx context.Context, i, n int, scratch *layout.Content) (page *layout.Page, err error) {
	source := r.doc.Page(n)
	if r.book != nil {
		defer r.book.layers.settle(i)
	}
	err = guard("page", func() (err error) {
		page, err = r.stages(ctx, i, source, scratch)
		return err
	})
	if err == nil || ctx.Err() != nil {
		return page, ctx.Err()
	}
	r.failed.Add(1)
	r.warn.add(layout.Warning{Code: pageFailed, Page: n, Detail: err.Error()})
	*scratch = layout.Content{} // a panic may have left it in any state
	return emptyPage(r.doc, n, source), nil
}

// stages takes one page through content and layout.
func (r *pageReader) stages(ctx context.Context, i int, source *pdf.Page, scratch *layout.Content) (*layout.Page, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := r.content.Page(ctx, source, scratch); err != nil {
		return nil, err
	}
	r.warn.addPage(source.Number, scratch.Warnings)
	found, unusable, err := r.recognise(ctx, scratch)
	content.ForgetPixels(scratch)
	if err != nil {
		return nil, err
	}
	r.states[i] = stateOf(scratch, unusable)
	if hook := r.cfg.Trace.Content; hook != nil {
		hook(scratch)
	}
	seen := r.cfg.Trace.Layout != nil // the hook sees the page and may keep it
	page, err := analyze.Page(ctx, scratch, analyze.Options{KeepUnseen: r.cfg.KeepUnseen, OmitWords: !seen, KeepPlaces: r.book != nil, Untagged: !r.doc.IsTagged()})
	if err != nil {
		return nil, err
	}
	r.warn.addPage(source.Number, page.Warnings)
	r.states[i].text = strings.TrimSpace(page.Text) != ""
	if r.book != nil {
		if err := r.keep(ctx, i, scratch); err != nil {
			return nil, err
		}
	}
	if r.cfg.ExtractImages {
		r.draw(ctx, scratch, page)
	}
	r.drawFormulas(ctx, scratch, page)
	if r.assessed != nil {
		r.assessed.pages[i] = factsOf(scratch, page)
		r.assessed.pages[i].recognised = found
	}
	if r.cfg.Boxes {
		r.unseen[i] = unseenOf(page)
	}
	if seen {
		r.cfg.Trace.Layout(page)
		return page, nil
	}
	thin.Page(page)
	if r.book == nil {
		thin.Formulas(page)
	}
	return page, nil
}

// contents returns a function that reads pages before their turn, for those who need to look ahead. Warnings are
// recorded only when a page has its turn.
func (r *pageReader) contents(numbers []int) func(context.Context, int) *layout.Content {
	return func(ctx context.Context, i int) *layout.Content {
		if i >= len(numbers) {
			return nil
		}
		c := &layout.Content{}
		if err := guard("page", func() error { return r.content.Page(ctx, r.doc.Page(numbers[i]), c) }); err != nil {
			return nil
		}
		return c
	}
}

// emptyPage returns an empty page in place of one that could not be read.
func emptyPage(doc *pdf.Document, n int, source *pdf.Page) *layout.Page {
	page := &layout.Page{Number: n, Label: doc.PageLabel(n)}
	if source != nil {
		box := source.CropBox
		page.Width, page.Height = float32(box.X1-box.X0), float32(box.Y1-box.Y0)
		if source.Rotate%180 != 0 {
			page.Width, page.Height = page.Height, page.Width
		}
	}
	return page
}
