package raster

import (
	"context"
	"fmt"
	"image"
	"time"
)

// instance replaces PDFium in programs for browsers, which do not have it: it would run in a virtual
// machine within a virtual machine. newInstance never makes one, so its methods are never called.
type instance struct{ ctx context.Context }

func newInstance(string) (*instance, error) {
	return nil, fmt.Errorf("%w: this program was built without PDFium", ErrUnavailable)
}

func (*instance) close() {}

func (*instance) runUntil(context.Context, time.Duration, func() error) error { return ErrUnavailable }

func (*instance) open([]byte, *Options) error { return ErrUnavailable }

func (*instance) draw(*Drawing, frame) (image.Image, error) { return nil, ErrUnavailable }
