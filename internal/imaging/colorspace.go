// Package imaging turns the samples and colours of a PDF into what a browser shows.
package imaging

import "github.com/pagelift/pagelift/internal/pdf"

// ColorSpace is a colour space (ISO 32000-2 clause 8.6). It is immutable.
type ColorSpace struct {
	Family     pdf.Name // DeviceRGB, ICCBased, Separation, Pattern, ...
	Components int
	Base       *ColorSpace // Indexed, Pattern: the underlying space; else nil
}

// ParseColorSpace reads o, a name or an array; names are looked up in the
// ColorSpace sub-dictionary of resources. What cannot be read becomes the
// device space with as many components, and err says why.
func ParseColorSpace(doc *pdf.Document, o pdf.Object, resources pdf.Dict) (cs *ColorSpace, err error) {
	panic("imaging: ParseColorSpace")
}

// Initial are the components of the space's initial colour (clause 8.6.3 ff).
func (cs *ColorSpace) Initial() []float64 { panic("imaging: Initial") }

// RGB is the sRGB colour of the components c; missing ones are 0.
func (cs *ColorSpace) RGB(c []float64) (r, g, b uint8) { panic("imaging: RGB") }

// Function is a PDF function of type 0, 2, 3 or 4 (clause 7.10).
type Function struct {
	In, Out int
}

// ParseFunction reads a function dictionary or stream, or an array of functions
// with one output each.
func ParseFunction(doc *pdf.Document, o pdf.Object) (*Function, error) {
	panic("imaging: ParseFunction")
}

// Eval computes the function of in into out, which has Out elements.
func (f *Function) Eval(in, out []float64) { panic("imaging: Eval") }
