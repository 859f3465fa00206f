package ocr

import (
	"context"
	"image"
)

// Engine recognises text in images.
//
// Recognize returns the words of one image; a blank one gives a Page without words and no error. It must be safe
// for concurrent use: a conversion calls it for as many pages at a time as it has workers. It returns soon after
// ctx is done, with the error of the context, and leaves no process or goroutine behind; if it does not return
// within two seconds, the conversion goes on without it. Every other failure is an [Error]. The Page belongs to
// the caller. The engine does not change or keep the pixels.
//
// The caller does not trust a Page. It corrects or drops words with boxes outside of the image, confidences that
// are no numbers, and texts that are not UTF-8. A panic costs one page.
type Engine interface {
	Recognize(ctx context.Context, img Image, opt Options) (*Page, error)
}

// Image is an image to be read: the whole of Pixels.
type Image struct {
	// Pixels are the samples. An *image.Gray is read without a conversion.
	Pixels image.Image

	// DPI is the resolution in pixels per inch of paper. 0: unknown; the engine guesses.
	DPI float64

	_ struct{} // callers name the fields, so that fields can be added
}

// Options select how an image is read. The zero value is valid: unknown languages, and a page of any layout.
type Options struct {
	// Languages are BCP 47 tags of the possible languages, the likeliest first: "en", "de-AT", "zh-Hant",
	// "sr-Latn". An engine reads with all of them at a time, so each costs time. None: the engine finds the
	// script, and reads with languages of that script.
	Languages []string

	// Segmentation is what is known of the layout of the image.
	Segmentation Segmentation

	_ struct{}
}

// Segmentation says what an image shows.
type Segmentation uint8

const (
	Automatic   Segmentation = iota // a page: columns, pictures, headings, whichever way up
	SingleBlock                     // one block of lines, such as a cell of a table
	SingleLine                      // one line
	Sparse                          // words here and there, such as the labels of a drawing
)
