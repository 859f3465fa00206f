package pdf

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/maphash"

	"github.com/pagelift/pagelift/internal/limits"
)

// headerWithin is how many bytes at the beginning of the file may precede the header (ISO 32000-1
// Annex H.3 note 13 has readers accept it in the first 1,024 bytes).
const headerWithin = 1024

// Open reads the structure of the document in data. It keeps data and never changes it. ctx bounds Open and the
// later reading of what pages share (see Context). Once ctx has ended, the document cannot be used any more.
func Open(ctx context.Context, data []byte, opts Options) (d *Document, err error) {
	// No fault of this package may end the process.
	defer func() {
		if v := recover(); v != nil {
			d, err = nil, fmt.Errorf("%w: reader failed: %v", ErrInvalid, v)
		}
	}()
	d = newDocument(ctx, data, opts.Warn)
	o := opener{d, opts.Password, cmp.Or(opts.MaxPages, limits.Pages)}
	err = o.open()
	if ended := ctx.Err(); ended != nil {
		err = ended // any other error came from reading half the data
	}
	if err != nil {
		return nil, err
	}
	return d, nil
}

func newDocument(ctx context.Context, data []byte, warn func(Damage)) *Document {
	d := &Document{ctx: ctx, data: data, warn: warn}
	d.names.seed = maphash.MakeSeed()
	return d
}

// opener tries one way of reading a file after another.
type opener struct {
	*Document
	password string
	maxPages int
}

func (o *opener) open() error {
	o.header = bytes.Index(o.data[:min(len(o.data), headerWithin)], []byte("%PDF-"))
	headless := o.header < 0
	o.header = max(o.header, 0)

	x, err := o.readXref()
	if err == nil {
		err = o.useXref(x)
	}
	if !o.misplaced.Load() && (err == nil || isFinal(err)) {
		return err
	}
	found := len(o.pages.nodes)
	rebuildErr := o.rebuild()
	switch {
	case err == nil && (rebuildErr != nil || len(o.pages.nodes) < found):
		return o.useXref(x) // the tables of the file have more information than the scan
	case rebuildErr == nil || isFinal(rebuildErr):
		return rebuildErr
	}
	if err := o.readSecond(); err == nil || isFinal(err) {
		return err
	}
	if headless {
		return ErrNotPDF
	}
	return fmt.Errorf("%w: %w", ErrInvalid, rebuildErr)
}

var errNoPages = errors.New("no page found")

// useXref makes x the cross-references of the document, and finds the pages.
func (o *opener) useXref(x *xref) error {
	o.xref, o.security = x, nil
	o.forget()
	if err := o.unlock(); err != nil {
		return err
	}
	o.catalog = o.Dict(x.trailer.Raw("Root"))
	o.streams.keepFirst = true
	err := o.walkPages()
	o.streams.keepFirst = false
	if err != nil {
		return err
	}
	if len(o.pages.nodes) == 0 {
		return errNoPages
	}
	return o.checkReadable()
}

// forget drops objects that were read by other cross-references or with another key.
func (o *opener) forget() {
	o.objects.reset()
	o.streams.reset()
}

// rebuild opens the document by scanning the file for its objects.
func (o *opener) rebuild() error {
	x := o.repair.xref
	if x == nil {
		x = o.scan(o.ctx)
		if err := o.ctx.Err(); err != nil {
			return err
		}
		o.xref, o.security = x, nil
		o.forget()
		if err := o.unlock(); err != nil {
			return err
		}
		o.unpack(x)
		o.repair.once.Do(func() { o.repair.xref = x })
	}
	err := o.useXref(x)
	for _, anew := range []bool{false, true} {
		if errors.Is(err, errNoPages) {
			o.gatherPages(x, anew)
			err = o.useXref(x)
		}
	}
	if err == nil {
		o.report(Damage{Code: DamageXref, Detail: scannedDetail})
	}
	return err
}

// isFinal reports whether no other way of reading the file can succeed.
func isFinal(err error) bool {
	for _, final := range []error{ErrPassword, ErrEncryption, ErrPageLimit, context.Canceled, context.DeadlineExceeded} {
		if errors.Is(err, final) {
			return true
		}
	}
	return false
}
