package raster

import "errors"

// Errors of Draw, besides that of its context.
var (
	// ErrUnavailable means that PDFium cannot run on this machine.
	ErrUnavailable = errors.New("pages cannot be drawn here")
	// ErrDocument means that PDFium cannot read the file, or finds another number of pages in it.
	ErrDocument = errors.New("the document cannot be drawn")
	// ErrPage means that the page cannot be drawn.
	ErrPage = errors.New("the page cannot be drawn")
	// ErrTooLarge means that the drawing would have more than limits.RasterPixels, or has no size.
	ErrTooLarge = errors.New("the drawing is too large")
	// ErrDeadline means that the drawing took longer than Options.Deadline.
	ErrDeadline = errors.New("drawing took too long")
)
