package raster

import "errors"

// Errors of Draw besides those of its context.
var (
	// ErrUnavailable: PDFium cannot run on this machine.
	ErrUnavailable = errors.New("pages cannot be drawn here")
	// ErrDocument: PDFium does not read the file, or finds other pages in it.
	ErrDocument = errors.New("the document cannot be drawn")
	// ErrPage: the page cannot be drawn.
	ErrPage = errors.New("the page cannot be drawn")
	// ErrTooLarge: the drawing would have more than limits.RasterPixels, or no size.
	ErrTooLarge = errors.New("the drawing is too large")
	// ErrDeadline: the drawing took longer than Options.Deadline.
	ErrDeadline = errors.New("drawing took too long")
)
