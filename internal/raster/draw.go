//go:build !js

package raster

import (
	"image"

	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/structs"
)

const (
	white      = 0xFFFFFFFF
	colorBytes = 4 // bytes of a pixel that is not gray
)

// draw draws one page to a bitmap of its own.
func (in *instance) draw(r *Drawing, f frame) (image.Image, error) {
	index := r.Page - 1
	page := requests.Page{ByIndex: &requests.PageByIndex{Document: in.doc, Index: index}}
	if r.NoText {
		loaded, err := in.pdfium.FPDF_LoadPage(&requests.FPDF_LoadPage{Document: in.doc, Index: index})
		if err != nil {
			return nil, in.pageError("it", err)
		}
		defer func() { _, _ = in.pdfium.FPDF_ClosePage(&requests.FPDF_ClosePage{Page: loaded.Page}) }()
		page = requests.Page{ByReference: &loaded.Page}
		if err := in.hideText(page); err != nil {
			return nil, in.pageError("its text", err)
		}
	}
	size, err := in.pdfium.FPDF_GetPageSizeByIndex(&requests.FPDF_GetPageSizeByIndex{Document: in.doc, Index: index})
	if err != nil || !(size.Width > 0 && size.Height > 0) {
		return nil, in.pageError("its size", err)
	}
	format, flags := enums.FPDF_BITMAP_FORMAT_BGRA, enums.FPDF_RENDER_FLAG_ANNOT|enums.FPDF_RENDER_FLAG_REVERSE_BYTE_ORDER
	if r.Gray {
		format, flags = enums.FPDF_BITMAP_FORMAT_GRAY, enums.FPDF_RENDER_FLAG_ANNOT|enums.FPDF_RENDER_FLAG_GRAYSCALE
	}
	bitmap, err := in.pdfium.FPDFBitmap_CreateEx(&requests.FPDFBitmap_CreateEx{
		Width: f.width, Height: f.height, Format: format, Pointer: uint64(0), // PDFium allocates the memory
	})
	if err != nil {
		return nil, in.pageError("its pixels", err)
	}
	defer func() {
		_, _ = in.pdfium.FPDFBitmap_Destroy(&requests.FPDFBitmap_Destroy{Bitmap: bitmap.Bitmap})
	}()
	if _, err = in.pdfium.FPDFBitmap_FillRect(&requests.FPDFBitmap_FillRect{
		Bitmap: bitmap.Bitmap, Width: f.width, Height: f.height, Color: white,
	}); err != nil {
		return nil, in.pageError("its paper", err)
	}
	_, err = in.pdfium.FPDF_RenderPageBitmapWithMatrix(&requests.FPDF_RenderPageBitmapWithMatrix{
		Bitmap: bitmap.Bitmap,
		Page:   page,
		// PDFium may have another size for the page, for example without UserUnit.
		Matrix: structs.FPDF_FS_MATRIX{
			A: float32(float64(f.page.X) / size.Width), D: float32(float64(f.page.Y) / size.Height),
			E: float32(f.x), F: float32(f.y),
		},
		Clipping: structs.FPDF_FS_RECTF{Right: float32(f.width), Bottom: float32(f.height)},
		Flags:    flags,
	})
	if err != nil {
		return nil, in.pageError("its content", err)
	}
	return in.pixels(bitmap.Bitmap, r.Gray, f)
}

// pixels copies the drawing from the memory of the instance.
func (in *instance) pixels(bitmap references.FPDF_BITMAP, gray bool, f frame) (image.Image, error) {
	stride, err := in.pdfium.FPDFBitmap_GetStride(&requests.FPDFBitmap_GetStride{Bitmap: bitmap})
	if err != nil {
		return nil, in.pageError("its pixels", err)
	}
	buffer, err := in.pdfium.FPDFBitmap_GetBuffer(&requests.FPDFBitmap_GetBuffer{Bitmap: bitmap})
	if err != nil {
		return nil, in.pageError("its pixels", err)
	}
	width := f.width
	if !gray {
		width *= colorBytes
	}
	if stride.Stride < width || len(buffer.Buffer) < stride.Stride*f.height {
		return nil, in.pageError("its pixels", errBitmap)
	}
	bounds := image.Rect(0, 0, f.width, f.height)
	pix := make([]byte, width*f.height)
	for y := range f.height {
		copy(pix[y*width:(y+1)*width], buffer.Buffer[y*stride.Stride:])
	}
	if gray {
		return &image.Gray{Pix: pix, Stride: width, Rect: bounds}, nil
	}
	return &image.NRGBA{Pix: pix, Stride: width, Rect: bounds}, nil
}
