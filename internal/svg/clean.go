package svg

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// ErrUnsafe means that a foreign SVG document cannot be shown: it is no SVG, it has no size, or it
// is made to waste a browser's time.
var ErrUnsafe = errors.New("svg: not a drawing that can be shown")

// Clean makes a pure drawing of a foreign SVG document. It keeps the elements, attributes and CSS words
// of lists (clean_lists.go). References lead only to parts of the document, and images are inside of
// it. Scripts, event handlers, animation, foreign elements, links and addresses are left out. Errors
// are ErrTooLarge, for documents beyond limits.SVGNodes, limits.SVGBytes and limits.SVGImageBytes, and
// ErrUnsafe. Clean does not find out how dark the drawing is, so it always has paper.
func Clean(data []byte) (*layout.Graphic, error) {
	c := &cleaner{in: xml.NewDecoder(bytes.NewReader(data))}
	if err := c.document(); err != nil {
		return nil, err
	}
	if !c.uses.bounded() {
		return nil, fmt.Errorf("%w: what refers to what goes too far", ErrUnsafe)
	}
	return &layout.Graphic{MediaType: MediaType, Data: c.out, Width: c.width, Height: c.height, NeedsPaper: true}, nil
}

// Namespaces of XML.
const (
	svgSpace = "http://www.w3.org/2000/svg"
	xlink    = "http://www.w3.org/1999/xlink"
	xmlSpace = "http://www.w3.org/XML/1998/namespace"
)

// cleanDepth is how deep elements may be nested. The deepest drawings seen have 20 levels.
const cleanDepth = 100

type cleaner struct {
	in            *xml.Decoder
	out           []byte
	images        int // total bytes of images so far
	width, height float32
	open          []openElement
	written       []string         // names of the attributes written for the current element
	style         *strings.Builder // the text of an open style element
	uses          useGraph
}

// openElement is an element that is not closed yet.
type openElement struct {
	name    string // as written; "" for one that is replaced by its content
	hasText bool
}

// document copies the elements of the document.
func (c *cleaner) document() error {
	for {
		token, err := c.in.Token()
		switch {
		case errors.Is(err, io.EOF) && c.width > 0 && len(c.open) == 0:
			return nil
		case err != nil:
			return fmt.Errorf("%w: %w", ErrUnsafe, err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			err = c.start(t)
		case xml.EndElement:
			c.end()
		case xml.CharData:
			c.text(string(t))
		}
		if err != nil {
			return err
		}
		if len(c.out)-c.images > limits.SVGBytes || c.images > limits.SVGImageBytes || len(c.uses.nodes) > limits.SVGNodes {
			return ErrTooLarge
		}
	}
}

// start begins an element, or skips it together with its content.
func (c *cleaner) start(t xml.StartElement) error {
	name := t.Name.Local
	foreign := t.Name.Space != "" && t.Name.Space != svgSpace
	switch {
	case len(c.open) == 0 && (foreign || name != "svg" || c.width > 0):
		return fmt.Errorf("%w: the element %q", ErrUnsafe, name)
	case len(c.open) == cleanDepth:
		return fmt.Errorf("%w: more than %d levels", ErrUnsafe, cleanDepth)
	case !foreign && transparent()[name]:
		c.open = append(c.open, openElement{hasText: len(c.open) > 0 && c.open[len(c.open)-1].hasText})
		c.uses.begin()
		return nil
	case foreign || !elements()[name] || c.style != nil:
		return c.skip()
	}
	root := len(c.open) == 0
	c.open = append(c.open, openElement{name: name, hasText: textElements()[name]})
	c.uses.begin()
	if name == "style" {
		c.style = &strings.Builder{}
		return nil
	}
	c.out, c.written = append(append(c.out, '<'), name...), c.written[:0]
	if root {
		if err := c.root(t); err != nil {
			return err
		}
	}
	for _, a := range t.Attr {
		c.attribute(name, a)
	}
	c.out = append(c.out, '>')
	return nil
}

// skip skips the content of the element that has begun.
func (c *cleaner) skip() error {
	if err := c.in.Skip(); err != nil {
		return fmt.Errorf("%w: %w", ErrUnsafe, err)
	}
	return nil
}

// root writes the namespace of the document. If the document has a size but no viewBox, root adds
// one, without which a browser could not scale the picture.
func (c *cleaner) root(t xml.StartElement) error {
	value := func(name string) string {
		if i := slices.IndexFunc(t.Attr, func(a xml.Attr) bool { return a.Name == xml.Name{Local: name} }); i >= 0 {
			return t.Attr[i].Value
		}
		return ""
	}
	w, h := points(value("width")), points(value("height"))
	boxWidth, boxHeight := boxSize(value("viewBox"))
	switch {
	case w > 0 && h > 0:
	case boxWidth > 0 && w > 0:
		h = w * boxHeight / boxWidth
	case boxWidth > 0 && h > 0:
		w = h * boxWidth / boxHeight
	default:
		w, h = boxWidth/cssPixels, boxHeight/cssPixels
	}
	if !(w > 0 && h > 0 && w < farAway && h < farAway) {
		return fmt.Errorf("%w: it has no size", ErrUnsafe)
	}
	c.width, c.height = w, h
	c.out = append(c.out, ` xmlns="`+svgSpace+`"`...)
	if boxWidth == 0 {
		c.write("viewBox", "0 0 "+string(number(append(number(nil, w*cssPixels), ' '), h*cssPixels)))
	}
	return nil
}

// attribute writes an attribute that is on a list and has a safe value.
func (c *cleaner) attribute(element string, a xml.Attr) {
	name := a.Name.Local
	switch {
	case name == "href" && (a.Name.Space == "" || a.Name.Space == xlink):
		c.href(element, a.Value)
		return
	case a.Name.Space == xmlSpace && name == "space":
		name = "xml:space"
	case a.Name.Space != "" || !attributes()[name]:
		return
	}
	targets, safe := references(a.Value)
	if !safe {
		return
	}
	if name == "id" {
		c.uses.name(a.Value)
	}
	for _, target := range targets {
		c.uses.refer(target)
	}
	c.write(name, a.Value)
}

// href writes a reference of an element: to a part of the document, or to the data of an image.
func (c *cleaner) href(element, value string) {
	value = strings.TrimSpace(value)
	if target, inside := strings.CutPrefix(value, "#"); inside && element != "image" {
		c.uses.refer(target)
		c.write("href", value)
	} else if element == "image" && isImageData(value) {
		c.images += len(value)
		c.write("href", value)
	}
}

// write writes an attribute, unless the element has it already.
func (c *cleaner) write(name, value string) {
	if slices.Contains(c.written, name) {
		return
	}
	c.written = append(c.written, name)
	c.out = append(append(append(c.out, ' '), name...), `="`...)
	c.out = append(appendQuoted(c.out, value), '"')
}

// appendQuoted appends the value of an attribute.
func appendQuoted(out []byte, value string) []byte {
	for {
		before, behind, more := strings.Cut(strings.Map(plainSpace, value), `"`)
		out = escape(out, before)
		if !more {
			return out
		}
		out, value = append(out, "&quot;"...), behind
	}
}

// plainSpace returns r, or a space for a line end, which escape would leave out.
func plainSpace(r rune) rune {
	if r == '\n' || r == '\r' || r == '\t' {
		return ' '
	}
	return r
}

// text writes text where the document may have text.
func (c *cleaner) text(s string) {
	switch {
	case c.style != nil:
		c.style.WriteString(s)
	case len(c.open) > 0 && c.open[len(c.open)-1].hasText:
		c.out = escape(c.out, strings.Map(plainSpace, s))
	}
}

// end closes the last element.
func (c *cleaner) end() {
	last := c.open[len(c.open)-1]
	c.open = c.open[:len(c.open)-1]
	defer c.uses.end()
	if c.style != nil {
		c.endStyle()
		return
	}
	if last.name != "" {
		c.out = append(append(append(c.out, "</"...), last.name...), '>')
	}
}

// endStyle writes a style sheet if all of it is safe.
func (c *cleaner) endStyle() {
	sheet := withoutRules(c.style.String())
	c.style = nil
	targets, safe := references(sheet)
	if !safe || strings.TrimSpace(sheet) == "" {
		return
	}
	for _, target := range targets {
		c.uses.refer(target)
	}
	c.out = append(c.out, "<style>"...)
	c.out = append(escape(c.out, strings.Map(plainSpace, sheet)), "</style>"...)
}
