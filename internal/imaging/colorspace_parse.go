package imaging

import (
	"errors"
	"fmt"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
)

// ParseColorSpace reads o, which is a name or an array. It looks names up in the ColorSpace
// sub-dictionary of resources, which may also redefine the device spaces (clause 8.6.5.6), and it
// knows the abbreviations of inline images. A space that cannot be read becomes the device space
// with as many components, and err says why. cs is never nil.
func ParseColorSpace(doc *pdf.Document, o pdf.Object, resources pdf.Dict) (cs *ColorSpace, err error) {
	p := spaceParser{doc: doc, named: doc.Dict(resources.Raw("ColorSpace"))}
	return p.parse(o, 0)
}

// parseImageSpace is ParseColorSpace for images.
func parseImageSpace(doc *pdf.Document, o pdf.Object, resources pdf.Dict) (cs *ColorSpace, err error) {
	p := spaceParser{doc: doc, named: doc.Dict(resources.Raw("ColorSpace")), tables: true}
	return p.parse(o, 0)
}

// spaceParser reads one colour space and those on which it is based.
type spaceParser struct {
	doc   *pdf.Document
	named pdf.Dict // ColorSpace of the resources; empty within a default space

	tables bool // profiles of four inks are to be read
}

var (
	errSpaceDepth   = errors.New("colour spaces are nested too deeply")
	errSpaceUnknown = errors.New("unknown colour space")
	errSpaceShort   = errors.New("colour space lacks operands")
)

func (p *spaceParser) parse(o pdf.Object, depth int) (*ColorSpace, error) {
	if depth > limits.ColorSpaceDepth {
		return deviceGray, errSpaceDepth
	}
	switch o := p.doc.Resolve(o).(type) {
	case pdf.Name:
		return p.name(o, depth)
	case pdf.Array:
		return p.array(o, depth)
	case *pdf.Stream: // an ICC profile without its array
		return p.iccBased(pdf.Array{pdf.Name("ICCBased"), o}, depth)
	}
	return deviceGray, fmt.Errorf("%w: not a name or array", errSpaceUnknown)
}

// name reads the name of a device space, of a resource, or an abbreviation (table 90).
func (p *spaceParser) name(n pdf.Name, depth int) (*ColorSpace, error) {
	switch n {
	case "DeviceGray", "CalGray":
		return p.orDefault(deviceGray, "DefaultGray", depth), nil
	case "DeviceRGB", "CalRGB":
		return p.orDefault(deviceRGB, "DefaultRGB", depth), nil
	case "DeviceCMYK", "CalCMYK":
		return p.orDefault(deviceCMYK, "DefaultCMYK", depth), nil
	case "Pattern":
		return pattern, nil
	}
	if o := p.named.Raw(n); o != nil {
		return p.parse(o, depth+1)
	}
	switch n {
	case "G":
		return p.name("DeviceGray", depth)
	case "RGB":
		return p.name("DeviceRGB", depth)
	case "CMYK":
		return p.name("DeviceCMYK", depth)
	}
	return deviceGray, fmt.Errorf("%w: %q", errSpaceUnknown, n)
}

// orDefault returns the space with which the resources replace a device space, if that is valid, or cs.
func (p *spaceParser) orDefault(cs *ColorSpace, key pdf.Name, depth int) *ColorSpace {
	o := p.named.Raw(key)
	if o == nil {
		return cs
	}
	inner := spaceParser{doc: p.doc, tables: p.tables} // device spaces within it are not replaced
	d, err := inner.parse(o, depth+1)
	if err != nil || d.Components != cs.Components || d.Family == "Pattern" || d.Family == "Indexed" {
		return cs
	}
	return d
}

// array reads a space with parameters. An array of a single name means that name.
func (p *spaceParser) array(a pdf.Array, depth int) (*ColorSpace, error) {
	if len(a) == 0 {
		return deviceGray, errSpaceShort
	}
	family := p.doc.Name(a[0])
	if len(a) == 1 {
		return p.name(family, depth)
	}
	switch family {
	case "CalGray":
		return p.calGray(a)
	case "CalRGB":
		return p.calRGB(a)
	case "Lab":
		return p.lab(a)
	case "ICCBased":
		return p.iccBased(a, depth)
	case "Indexed", "I":
		return p.indexed(a, depth)
	case "Separation":
		return p.separation(a, depth)
	case "DeviceN", "NChannel":
		return p.deviceN(a, depth)
	case "Pattern":
		return p.pattern(a, depth)
	}
	return p.name(family, depth)
}

// pattern reads a Pattern space with an underlying space (clause 8.7.3.3).
func (p *spaceParser) pattern(a pdf.Array, depth int) (*ColorSpace, error) {
	base, err := p.parse(a[1], depth+1)
	if base.Family == "Pattern" {
		return pattern, errSpaceUnknown
	}
	return &ColorSpace{
		Family: "Pattern", Components: base.Components, Base: base,
		model: base.model, ranges: base.ranges, initial: base.initial,
	}, err
}
