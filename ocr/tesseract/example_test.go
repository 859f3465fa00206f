package tesseract_test

import (
	"context"
	"errors"
	"fmt"
	"image"

	"github.com/pagelift/pagelift/ocr"
	"github.com/pagelift/pagelift/ocr/tesseract"
)

// The error has the command that installs what is missing.
func ExampleProgram() {
	engine := &tesseract.Program{Path: "/nowhere/tesseract"}
	_, err := engine.Recognize(context.Background(), ocr.Image{
		Pixels: image.NewGray(image.Rect(0, 0, 600, 800)),
		DPI:    150,
	}, ocr.Options{Languages: []string{"de", "en"}})

	var failure *ocr.Error
	if errors.As(err, &failure) {
		fmt.Println(failure.Code)
		fmt.Println(failure.Remedy)
	}
	// Output:
	// ocr_engine_unavailable
	// install it, on Debian and Ubuntu with: apt-get install tesseract-ocr
}
