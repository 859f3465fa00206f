package raster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"math"
	"sync"
	"time"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// Options are the settings of a Document. The zero value is valid.
type Options struct {
	Password string

	// Pages is the number of pages that the caller expects. If PDFium finds another number, the
	// document is not drawn. 0 means any number.
	Pages int

	// CacheDir is a folder for the machine code of PDFium. It is created if it is missing. Nobody else may
	// write to it, because its content is executed. If CacheDir is "", each process makes the code once.
	CacheDir string

	// Instances is how many drawings run at the same time; further ones wait. 0 means one. Each
	// takes 20 to 100 MB while the document is open.
	Instances int

	// Deadline is how long one drawing may take. 0 means DefaultDeadline.
	Deadline time.Duration

	_ struct{}
}

// DefaultDeadline is longer than any page of 971 unusual files took (22 s).
const DefaultDeadline = 60 * time.Second

// Drawing says what to draw.
type Drawing struct {
	Page int // 1-based

	// Box is the part of the page, in page space. Width and Height are the size of page space. An
	// empty Box means the whole page.
	Box           layout.Rect
	Width, Height float32

	Scale float64 // pixels per point: 300.0/72 is 300 dpi
	Gray  bool    // the result is an *image.Gray, with a quarter of the memory; otherwise an opaque *image.NRGBA

	// NoText leaves out the text of the page, but not that of its annotations.
	NoText bool
}

// Document draws pages of one file. It is safe for concurrent use.
type Document struct {
	file []byte
	opts Options

	slots chan struct{} // one for each instance that may run
	mu    sync.Mutex
	idle  []*instance
	bad   error // of the document as a whole, which is then not tried again
}

// Open returns a Document of file, which must not change until Close. Open does not read it.
func Open(file []byte, opts Options) *Document {
	return &Document{file: file, opts: opts, slots: make(chan struct{}, max(opts.Instances, 1))}
}

// Close ends the instances. No drawing may be running.
func (d *Document) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, in := range d.idle {
		in.close()
	}
	d.idle, d.bad = nil, ErrDocument
}

// Draw draws a page or a part of it on white, with its annotations. Places outside of the page are
// white. Errors are those of this package and that of ctx.
func (d *Document) Draw(ctx context.Context, r Drawing) (image.Image, error) {
	frame, err := r.frame()
	if err != nil {
		return nil, err
	}
	select {
	case d.slots <- struct{}{}:
		defer func() { <-d.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	in, err := d.acquire()
	if err != nil {
		return nil, err
	}
	var img image.Image
	err = in.runUntil(ctx, cmp.Or(d.opts.Deadline, DefaultDeadline), func() (err error) {
		if err = in.open(d.file, &d.opts); err == nil {
			img, err = in.draw(&r, frame)
		}
		return err
	})
	d.giveBack(in, err)
	if err != nil {
		return nil, err
	}
	return img, nil
}

// acquire returns an instance that is not in use, or a new one.
func (d *Document) acquire() (*instance, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.bad != nil {
		return nil, d.bad
	}
	if n := len(d.idle); n > 0 {
		in := d.idle[n-1]
		d.idle = d.idle[:n-1]
		return in, nil
	}
	return newInstance(d.opts.CacheDir)
}

// giveBack keeps in for the next drawing, unless an error occurred in it.
func (d *Document) giveBack(in *instance, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if errors.Is(err, ErrDocument) {
		d.bad = err
	}
	if err != nil && !errors.Is(err, ErrPage) || in.ctx.Err() != nil {
		in.close()
		return
	}
	d.idle = append(d.idle, in)
}

// frame is the size and place of a drawing in pixels.
type frame struct {
	width, height int
	x, y          float64 // the corner of the page
	page          image.Point
}

// frame checks r before anything is allocated.
func (r *Drawing) frame() (frame, error) {
	box := r.Box
	if box == (layout.Rect{}) {
		box = layout.Rect{X1: r.Width, Y1: r.Height}
	}
	w, h := math.Round(float64(box.Width())*r.Scale), math.Round(float64(box.Height())*r.Scale)
	pw, ph := math.Round(float64(r.Width)*r.Scale), math.Round(float64(r.Height)*r.Scale)
	for _, v := range [...]float64{w, h, pw, ph} {
		if !(v >= 1 && v <= limits.RasterPixels) { // also NaN
			return frame{}, fmt.Errorf("%w: %g by %g pixels", ErrTooLarge, w, h)
		}
	}
	if w*h > limits.RasterPixels || !near(box.X0) || !near(box.Y0) {
		return frame{}, fmt.Errorf("%w: %g by %g pixels", ErrTooLarge, w, h)
	}
	return frame{
		width: int(w), height: int(h),
		x: -float64(box.X0) * r.Scale, y: -float64(box.Y0) * r.Scale,
		page: image.Pt(int(pw), int(ph)),
	}, nil
}

// farAway is more points than any page has, and few enough for 32-bit arithmetic.
const farAway = 1 << 24

func near(v float32) bool { return v > -farAway && v < farAway }
