package ocr

import (
	"context"
	"image"
)

// Engine recognises text in images.
//
// Recognize returns the words of one image; a blank one gives a Page without
// words and no error. It must be safe for concurrent use: a conversion calls it for
// as many pages at a time as it has workers. It returns soon after ctx is done, with
// the error of the context, and leaves no process or goroutine behind; where it does not
// return within two seconds, the conversion goes on without it. Every other
// failure is an [Error]. The Page belongs to the caller; the pixels stay as they are
// and are not kept.
//
// What a Page says is taken as a foreign input: words with boxes outside of the image,
// confidences that are no numbers and texts that are no UTF-8 are put right or left out
// by the caller, and a panic costs one page.
type Engine interface {
	Recognize(ctx context.Context, img Image, opt Options) (*Page, error)
}

// Image is what is to be read: the whole of Pixels.
type Image struct {
	// Pixels are the samples. An *image.Gray is read without a conversion.
	Pixels image.Image

	// DPI is the resolution, pixels per inch of paper. 0: unknown, the engine guesses.
	DPI float64

	_ struct{} // callers name the fields, so that fields can be added
}

// Options select how an image is read. The zero value is valid: languages unknown,
// a page of any make-up.
type Options struct {
	// Languages are BCP 47 tags of what may be written, the likeliest first: "en",
	// "de-AT", "zh-Hant", "sr-Latn". An engine reads with all of them at a time, so each
	// costs time. None: the engine finds the script and reads with what it has for it.
	Languages []string

	// Segmentation is what is known of the make-up of the image.
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
