//go:build !js

package raster

import (
	"errors"

	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"

	"github.com/pagelift/pagelift/internal/limits"
)

// errObjects means that a page has more objects than are searched for text.
var errObjects = errors.New("too many objects")

// hider makes the text of a page inactive, so that PDFium does not draw it.
type hider struct {
	in   *instance
	left int // how many objects may still be examined
}

// hideText hides the text of a loaded page until the page is closed.
func (in *instance) hideText(page requests.Page) error {
	h := &hider{in, limits.RasterObjects}
	count, err := in.pdfium.FPDFPage_CountObjects(&requests.FPDFPage_CountObjects{Page: page})
	if err != nil {
		return err
	}
	for i := range count.Count {
		o, err := in.pdfium.FPDFPage_GetObject(&requests.FPDFPage_GetObject{Page: page, Index: i})
		if err != nil {
			return err
		}
		if err := h.object(o.PageObject, 0); err != nil {
			return err
		}
	}
	return nil
}

// object hides o if it is text. If o is a form, it hides the text in it.
func (h *hider) object(o references.FPDF_PAGEOBJECT, depth int) error {
	if h.left--; h.left < 0 || depth > limits.FormDepth {
		return errObjects
	}
	kind, err := h.in.pdfium.FPDFPageObj_GetType(&requests.FPDFPageObj_GetType{PageObject: o})
	if err != nil {
		return err
	}
	switch kind.Type {
	case enums.FPDF_PAGEOBJ_TEXT:
		_, err = h.in.pdfium.FPDFPageObj_SetIsActive(&requests.FPDFPageObj_SetIsActive{PageObject: o, Active: false})
		return err
	case enums.FPDF_PAGEOBJ_FORM:
		return h.form(o, depth)
	}
	return nil
}

func (h *hider) form(o references.FPDF_PAGEOBJECT, depth int) error {
	count, err := h.in.pdfium.FPDFFormObj_CountObjects(&requests.FPDFFormObj_CountObjects{PageObject: o})
	if err != nil {
		return err
	}
	for i := range count.Count {
		part, err := h.in.pdfium.FPDFFormObj_GetObject(&requests.FPDFFormObj_GetObject{PageObject: o, Index: uint64(i)})
		if err != nil {
			return err
		}
		if err := h.object(part.PageObject, depth+1); err != nil {
			return err
		}
	}
	return nil
}
