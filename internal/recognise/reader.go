package recognise

import (
	"context"
	"errors"
	"fmt"
	"image"
	"sync"
	"time"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/patience"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/raster"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/ocr"
)

// pageTime is how long an engine may take for a page. The default engine has a shorter deadline of its
// own. Dense newspaper pages took it a minute.
const pageTime = 5 * time.Minute

// Reader recognises pages of one document. It is safe for concurrent use.
type Reader struct {
	doc     *pdf.Document
	pages   Drawer
	engine  ocr.Engine
	calls   patience.Caller
	asked   []string // the languages that the caller named
	guessed []string // the languages that the document names

	contents func(ctx context.Context, i int) *layout.Content
	sounding sync.Once
	sounded  string // the language of the document that language found

	identify func(text string) string
	common   func(text string) (share float64, ok bool)
}

// Options are the settings of a Reader.
type Options struct {
	Engine    ocr.Engine
	Languages []string // BCP 47: the languages to read with, whatever the document names
	Document  []string // the languages that the document names

	// Identify returns the language of a text, or "" when it is not certain.
	Identify func(text string) string

	// Content returns the content of the i-th page that is converted. It returns nil behind the last page
	// and for a page that cannot be read. If Content is nil, each page finds its language by itself.
	Content func(ctx context.Context, i int) *layout.Content

	// CommonWords returns the share of the words of a text that are among the commonest words of its
	// language. ok is false if that cannot be told.
	CommonWords func(text string) (share float64, ok bool)
}

// Drawer draws pages, as raster.Document does.
type Drawer interface {
	Draw(context.Context, raster.Drawing) (image.Image, error)
}

// New returns a Reader of doc. pages draws those pages that cannot be put together from their images.
func New(doc *pdf.Document, pages Drawer, opts Options) *Reader {
	return &Reader{
		doc: doc, pages: pages, engine: opts.Engine, asked: opts.Languages, guessed: opts.Document,
		contents: opts.Content, identify: opts.Identify, common: opts.CommonWords,
	}
}

// Result is what was recognised on a page.
type Result struct {
	Words      int
	Confidence float64 // mean over the characters, 0 to 1

	chars int
}

// add adds the result of another part of the page.
func (r *Result) add(o Result) {
	if chars := r.chars + o.chars; chars > 0 {
		r.Confidence = (r.Confidence*float64(r.chars) + o.Confidence*float64(o.chars)) / float64(chars)
	}
	r.Words, r.chars = r.Words+o.Words, r.chars+o.chars
}

// Page recognises the page whose content is c and puts the words into c. If v.Drop is set, it removes
// the text that the page had. If v.Layer is set, it replaces the layer if the new reading is better;
// otherwise it changes nothing.
//
// Errors are *ocr.Error, those of package raster, and that of the context. If there is an error, c is
// unchanged.
func (r *Reader) Page(ctx context.Context, c *layout.Content, v Verdict) (Result, error) {
	p, err := r.picture(ctx, c, v.Drop)
	if err != nil {
		return Result{}, err
	}
	p.page, p.calls = c.Page, newCalls()
	p.prepare()
	page, err := r.recognise(ctx, p, "")
	if err != nil {
		return Result{}, err
	}
	turn := 0
	if p.width > 0 {
		if p, page, turn, err = r.upright(ctx, p, page); err != nil {
			return Result{}, err
		}
	}
	if page, err = r.readThrough(ctx, p, page); err != nil {
		return Result{}, err
	}
	if v.Layer && !r.exceeds(page, c) {
		return Result{}, nil
	}
	words := r.clean(page, p)
	if err := r.readCells(ctx, p, words, page.Languages); err != nil {
		return Result{}, err
	}
	rules := p.rules
	k := newInk(p.prepared.Image)
	pictures := words.findShown(&k, p.prepared, rules).pictures
	words.dropGuesses(pictures)
	if len(words.lines) == 0 {
		return Result{}, nil
	}
	switch {
	case v.Drop:
		dropRuns(c, func(i int32) bool { return c.Runs[i].Origin == layout.FromPDF })
	case v.Layer:
		layerOf(c).drop(c)
	}
	if turn != 0 {
		turnPage(c, turn)
	}
	words.write(c, p, &k, rules, pictures)
	return words.result(), nil
}

// clean returns the words of page, the engine's reading of p, without those that cannot be right.
func (r *Reader) clean(page *ocr.Page, p *picture) *words {
	w := clean(page, p.prepared.Image.Rect.Size())
	if r.common != nil {
		share, ok := r.common(textOf(page))
		w.prose = ok && share >= proseWords
	}
	if p.prepared.Dusty {
		w.dropDust()
	}
	return w
}

// calls counts how many calls of the engine are left for a page.
type calls struct{ left int }

func newCalls() *calls { return &calls{limits.OCRCalls} }

// call calls the engine. The engine may panic, or hang even after its context has ended. call fails when
// no calls are left.
func (r *Reader) call(ctx context.Context, n *calls, img ocr.Image, languages []string) (page *ocr.Page, err error) {
	return r.callFor(ctx, n, img, ocr.Options{Languages: languages})
}

// callFor is call with all options of the engine.
func (r *Reader) callFor(ctx context.Context, n *calls, img ocr.Image, opt ocr.Options) (page *ocr.Page, err error) {
	if n.left == 0 {
		return nil, &ocr.Error{Code: ocr.EngineFailed, Detail: fmt.Sprintf("the page has more to read than %d calls of the engine", limits.OCRCalls)}
	}
	n.left--
	inTime, cancel := context.WithTimeout(ctx, pageTime)
	defer cancel()
	page, err = patience.Call(inTime, &r.calls, func() (page *ocr.Page, err error) {
		defer func() {
			if v := recover(); v != nil {
				page, err = nil, &ocr.Error{Code: ocr.EngineFailed, Detail: fmt.Sprintf("panic: %v", v)}
			}
		}()
		return r.engine.Recognize(inTime, img, opt)
	})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, patience.ErrAway):
		return nil, &ocr.Error{Code: ocr.EngineFailed, Detail: err.Error()}
	case err != nil && inTime.Err() != nil:
		return nil, &ocr.Error{Code: ocr.TimedOut, Detail: fmt.Sprintf("no answer within %v", pageTime)}
	case err == nil && page == nil:
		return nil, &ocr.Error{Code: ocr.EngineFailed, Detail: "no page"}
	}
	return page, err
}

// dropRuns removes the runs for which gone is true from c.
func dropRuns(c *layout.Content, gone func(run int32) bool) {
	items := c.Items[:0]
	for _, item := range c.Items {
		if item.Kind == layout.KindRun && gone(item.Index) {
			c.Runs[item.Index].Count = 0
			continue
		}
		items = append(items, item)
	}
	c.Items = items
}
