//go:build !js

package raster

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"sync"
)

//go:generate go run ./gen

// compressedProgram is what internal/raster calls of the PDFium of go-pdfium, made interruptible by command gen.
//
//go:embed pdfium.wasm.gz
var compressedProgram []byte

// program returns PDFium in WebAssembly. It is unpacked for the first drawing of a process. That
// takes a hundredth of the time of its translation.
var program = sync.OnceValues(func() ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(compressedProgram))
	if err != nil {
		return nil, fmt.Errorf("unpacking PDFium: %w", err)
	}
	var unpacked bytes.Buffer
	unpacked.Grow(programSize)
	if _, err := io.Copy(&unpacked, r); err != nil {
		return nil, fmt.Errorf("unpacking PDFium: %w", err)
	}
	return unpacked.Bytes(), nil
})

// programSize is the approximate size of PDFium. With it the buffer need not grow during unpacking.
const programSize = 6 << 20
