package content

import (
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// xobject is what the name of an external object (ISO 32000-2 clause 8.8) stands for: a form, an image, or nothing
// that can be painted.
type xobject struct {
	form   *form
	image  *layout.Image // what is the same wherever the image is placed
	hidden bool          // optional content that is off
}

// xobject is the operator Do. It paints an external object.
func (in *interp) xobject(name []byte) {
	s := in.frame.scope
	x, ok := s.xobjects.get(name)
	if !ok {
		x = in.readXObject(in.resource(s, "XObject", name))
		s.xobjects.put(name, x)
	}
	switch {
	case x.form != nil && x.hidden:
		flags := in.markFlags
		in.markFlags |= layout.OptionalOff
		in.hidden++
		in.drawForm(x.form)
		in.hidden--
		in.markFlags = flags
	case x.form != nil:
		in.drawForm(x.form)
	case x.image != nil && !x.hidden:
		in.placeImage(*x.image)
	}
}

func (in *interp) readXObject(o pdf.Object) *xobject {
	x, doc := &xobject{}, in.r.doc
	s := doc.Stream(o)
	if s == nil {
		return x
	}
	x.hidden = !doc.Visible(s.Dict.Raw("OC"))
	switch doc.Name(s.Dict.Raw("Subtype")) {
	case "Image":
		x.image = in.readImage(s)
	case "Form":
		x.form = in.readForm(s)
	default:
		if s.Dict.Has("BBox") { // writers forget the subtype
			x.form = in.readForm(s)
		} else if s.Dict.Has("Width") {
			x.image = in.readImage(s)
		}
	}
	return x
}

func (in *interp) readImage(s *pdf.Stream) *layout.Image {
	doc, d := in.r.doc, s.Dict
	return &layout.Image{
		Object: s.Ref.Num,
		Width:  samples(doc.Int(d.Raw("Width"), 0)), Height: samples(doc.Int(d.Raw("Height"), 0)),
		Stencil: doc.Bool(d.Raw("ImageMask"), false), Interpolate: doc.Bool(d.Raw("Interpolate"), false),
		Handle: &Image{Stream: s, Resources: in.frame.scope.dict},
	}
}

// samples returns n as a possible width or height in samples.
func samples(n int) int { return min(max(n, 0), limits.Pixels) }

// unit is the square that images fill (clause 8.9.5).
var unit = pdf.Box{X1: 1, Y1: 1}

// placeImage paints img in the current state.
func (in *interp) placeImage(img layout.Image) {
	if in.hidden > 0 || !in.b.item() {
		return
	}
	c, g := in.c, &in.gs
	img.M, img.Box = g.ctm.layout(), g.ctm.bounds(unit)
	img.Paint, img.Clip, img.Mark = in.paint(false), g.clip, in.mark
	img.Flags = in.itemFlags(img.Box)
	c.Items = append(c.Items, layout.Item{Kind: layout.KindImage, Index: int32(len(c.Images))})
	c.Images = append(c.Images, img)
}
