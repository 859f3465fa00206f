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

	// Pages is how many pages the file has as far as the caller knows: a document of
	// which PDFium finds another number is not drawn. 0: any.
	Pages int

	// CacheDir is a folder for the machine code of PDFium, which is made when it is
	// missing. Nobody else may write there: what it holds is executed. "": the code
	// is made once for each process.
	CacheDir string

	// Instances is how many drawings run at the same time; others wait. 0: one. Each
	// takes 20 to 100 MB while the document is open.
	Instances int

	// Deadline is how long one drawing may take. 0: DefaultDeadline.
	Deadline time.Duration

	_ struct{}
}

// DefaultDeadline is longer than any page of 971 odd files took (22 s).
const DefaultDeadline = 60 * time.Second

// Drawing says what is drawn.
type Drawing struct {
	Page int // 1-based

	// Box is the part of the page, in page space, and Width and Height are the size of
	// that space. An empty box is the whole page.
	Box           layout.Rect
	Width, Height float32

	Scale float64 // pixels for each point: 300.0/72 is 300 dpi
	Gray  bool    // an *image.Gray, a quarter of the memory; otherwise an opaque *image.NRGBA

	// NoText leaves the text of the page out, but not that of its annotations.
	NoText bool
}

// Document draws pages of one file. It is safe for concurrent use.
type Document struct {
	file []byte
	opts Options

	slots chan struct{} // one for each instance that may be at work
	mu    sync.Mutex
	idle  []*instance
	bad   error // of the document as a whole: it is not tried again
}

// Open returns a Document of file, which must not change until Close. It does not look at it.
func Open(file []byte, opts Options) *Document {
	return &Document{file: file, opts: opts, slots: make(chan struct{}, max(opts.Instances, 1))}
}

// Close ends the instances. Drawings must have come back.
func (d *Document) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, in := range d.idle {
		in.close()
	}
	d.idle, d.bad = nil, ErrDocument
}

// Draw draws a page or a part of it on white, with its annotations. What is outside of
// the page is white. Its errors are those of this package and of ctx.
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
	err = in.within(ctx, cmp.Or(d.opts.Deadline, DefaultDeadline), func() (err error) {
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

// acquire returns an instance that nobody uses, or a new one.
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

// giveBack keeps in for the next drawing unless something went wrong in it.
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

// frame is a drawing in pixels.
type frame struct {
	width, height int
	x, y          float64 // of the corner of the page
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

// farAway is more points than any page has, and few enough for arithmetic in 32 bits.
const farAway = 1 << 24

func near(v float32) bool { return v > -farAway && v < farAway }
