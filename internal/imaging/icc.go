package imaging

import (
	"fmt"

	"github.com/pagelift/pagelift/internal/pdf"
)

// iccBased reads an ICCBased space (clause 8.6.5.5). Its profile is not
// interpreted: the colours are those of the alternate space, or of the device
// space with as many components. A profile reader gives the space another model
// here, and nothing else changes.
func (p *spaceParser) iccBased(a pdf.Array, depth int) (*ColorSpace, error) {
	d := p.doc.Dict(a[1])
	n := p.doc.Int(d.Raw("N"), 0)
	var alternate *ColorSpace
	if o := d.Raw("Alternate"); o != nil {
		inner := spaceParser{doc: p.doc} // an alternate is not redefined by the resources
		if cs, err := inner.parse(o, depth+1); err == nil && cs.Family != "Pattern" && cs.Family != "Indexed" {
			alternate = cs
		}
	}
	if n == 0 && alternate != nil {
		n = alternate.Components
	}
	if n != 1 && n != 3 && n != 4 {
		return deviceGray, fmt.Errorf("ICC profile with %d components", n)
	}
	if alternate == nil || alternate.Components != n {
		alternate = device(n)
	}
	return &ColorSpace{
		Family: "ICCBased", Components: n,
		model: alternate.model, ranges: alternate.ranges, initial: iccInitial(alternate),
	}, nil
}

// iccInitial is all zeros, as near as the ranges allow; unlike DeviceCMYK an
// ICCBased space of four components does not begin black (clause 8.6.5.5).
func iccInitial(alternate *ColorSpace) []float64 {
	c := make([]float64, alternate.Components)
	for i := range c {
		lo, hi := alternate.rangeOf(i)
		c[i] = clamp(0, lo, hi)
	}
	return c
}
