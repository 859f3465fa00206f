package ocr_test

import (
	"context"
	"errors"
	"fmt"
	"image"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/ocr"
)

// labels is an engine that finds the same word in every image.
type labels string

func (l labels) Recognize(ctx context.Context, img ocr.Image, _ ocr.Options) (*ocr.Page, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	size := img.Pixels.Bounds().Size()
	whole := image.Rectangle{Max: size}
	return &ocr.Page{
		Width: size.X, Height: size.Y,
		Words: []ocr.Word{{Text: string(l), Box: whole, Confidence: 0.9}},
		Lines: []ocr.Line{{Count: 1, Box: whole}},
	}, nil
}

// An engine has one method. This one does not look at the pixels.
func ExampleEngine() {
	var engine ocr.Engine = labels("Invoice")
	page, err := engine.Recognize(context.Background(), ocr.Image{
		Pixels: image.NewGray(image.Rect(0, 0, 120, 40)),
		DPI:    300,
	}, ocr.Options{Languages: []string{"en"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range page.Lines {
		for _, w := range page.LineWords(&page.Lines[i]) {
			fmt.Printf("%s %v %.1f\n", w.Text, w.Box, w.Confidence)
		}
	}
	// Output: Invoice (0,0)-(120,40) 0.9
}

func TestConfidenceIsWeightedByCharacters(t *testing.T) {
	t.Parallel()
	page := &ocr.Page{Words: []ocr.Word{{Text: "größe", Confidence: 1}, {Text: "|", Confidence: 0.4}}}
	require.InDelta(t, 0.9, page.Confidence(), 1e-6)
	require.Zero(t, (&ocr.Page{}).Confidence(), "a page without words has confidence 0")
}

func TestErrorSaysWhatHelps(t *testing.T) {
	t.Parallel()
	err := error(&ocr.Error{Code: ocr.LanguageUnavailable, Detail: "no data for nl", Languages: []string{"nl"}, Remedy: "apt-get install tesseract-ocr-nld"})
	require.EqualError(t, err, "ocr: ocr_language_unavailable: no data for nl (apt-get install tesseract-ocr-nld)")
	require.ErrorIs(t, err, ocr.LanguageUnavailable)
	require.NotErrorIs(t, err, ocr.EngineUnavailable)
	require.ErrorIs(t, &ocr.Error{Code: ocr.EngineFailed, Err: errors.ErrUnsupported}, errors.ErrUnsupported)
}
