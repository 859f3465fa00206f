package raster

import (
	"context"
	"fmt"
	"image"
	"time"
)

// instance stands for PDFium, which a program for browsers does not have: it would run in a
// machine that runs in a machine. newInstance never makes one, so its methods are never called.
type instance struct{ ctx context.Context }

func newInstance(string) (*instance, error) {
	return nil, fmt.Errorf("%w: this program was built without PDFium", ErrUnavailable)
}

func (*instance) close() {}

func (*instance) within(context.Context, time.Duration, func() error) error { return ErrUnavailable }

func (*instance) open([]byte, *Options) error { return ErrUnavailable }

func (*instance) draw(*Drawing, frame) (image.Image, error) { return nil, ErrUnavailable }
