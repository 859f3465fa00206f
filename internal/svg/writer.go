package svg

import (
	"context"
	"strconv"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// writer has what the canvases of one figure share.
type writer struct {
	ctx         context.Context
	doc         *pdf.Document
	defs        []byte                // definitions to which elements refer: clips, masks, gradients, patterns
	ids         int                   // number of ids given
	nodes       int                   // number of elements written
	images      []byte                // definitions of images, which do not count as bytes of the drawing
	imagePlaces map[string]imagePlace // places by the key of the image
	work        int                   // number of things examined
	glyphs      map[glyphKey]*glyphPath

	// The following fields are for the layers of a page.
	written int             // bytes of the layers before
	exact   bool            // text is drawn as outlines and clips
	prefix  string          // prefix of ids
	shapes  *content.Shapes // Type 3 glyphs; nil: they are not drawn
	symbols map[symbolKey]string
	file    func(key string, f *imaging.File) string // returns the address of an image; nil: images are inside
	// isStyled is set if LayerStyles are needed.
	isStyled bool
	full     bool // the figure is too large, or the context has ended: nothing more is written
}

// itemsPerCheck is the number of things that are examined between two checks of the context.
const itemsPerCheck = 4096

// goesOn counts one thing and reports whether it should be examined.
func (w *writer) goesOn() bool {
	if w.work++; w.work%itemsPerCheck == 0 {
		w.full = w.full || w.work > limits.SVGWork || w.ctx.Err() != nil
	}
	return !w.full
}

// node counts an element. size is the number of bytes of the canvas after it.
func (w *writer) node(size int) {
	most, mostBytes := limits.SVGNodes, limits.SVGBytes
	if w.exact {
		most, mostBytes = limits.LayerNodes, limits.LayerBytes
	}
	if w.nodes++; w.nodes > most || w.written+len(w.defs)+size > mostBytes {
		w.full = true
	}
}

// id returns a new name for a definition: a, b, ... z, aa, ab, ...
func (w *writer) id() string {
	w.ids++
	var name [8]byte
	at := len(name)
	for n := w.ids; n > 0 && at > 0; n = (n - 1) / letters {
		at--
		name[at] = 'a' + byte((n-1)%letters)
	}
	return w.prefix + string(name[at:])
}

const letters = 26

// paper is the white ground of a figure that needs it. It hides the colours that the reader of the
// HTML has chosen.
const paper = ` style="background:#fff"`

// document returns the whole file, with paper or without. It sets the miter limit to the default of
// PDF (ISO 32000-2 clause 8.4.3.5), since that of SVG is lower.
func (w *writer) document(box layout.Rect, body []byte, onPaper bool) []byte {
	out := make([]byte, 0, headBytes+len(w.images)+len(w.defs)+len(body))
	out = append(out, `<svg xmlns="http://www.w3.org/2000/svg"`...)
	attributes := ""
	if onPaper {
		attributes = paper
	}
	return append(w.open(out, box, attributes, body), '\n')
}

// open appends the rest of an <svg> element that shows box, with the given attributes.
func (w *writer) open(out []byte, box layout.Rect, attributes string, body []byte) []byte {
	out = append(out, ` width="`...)
	out = number(out, box.Width()*cssPixels)
	out = append(out, `" height="`...)
	out = number(out, box.Height()*cssPixels)
	out = append(out, `" viewBox="0 0 `...)
	out = number(out, box.Width())
	out = append(out, ' ')
	out = number(out, box.Height())
	out = append(out, `" stroke-miterlimit="`+strconv.Itoa(defaultMiter)+`"`+attributes+`>`...)
	if len(w.defs)+len(w.images) > 0 {
		out = append(out, "<defs>"...)
		out = append(out, w.images...)
		out = append(out, w.defs...)
		out = append(out, "</defs>"...)
	}
	out = append(out, body...)
	return append(out, "</svg>"...)
}

// headBytes is the number of bytes that document adds.
const headBytes = 256

// defaultMiter is the miter limit of a page that sets none.
const defaultMiter = 10
