package imaging

import (
	"fmt"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
)

// iccBased reads an ICCBased space (clause 8.6.5.5) with its profile. It reads profiles of four inks for
// images only: reading one takes as long as a page of text, whose colours nobody would see to differ. If
// the profile cannot be read, the alternate space is used, or the device space with as many components.
func (p *spaceParser) iccBased(a pdf.Array, depth int) (*ColorSpace, error) {
	stream := p.doc.Stream(a[1])
	d := p.doc.Dict(a[1])
	n := p.doc.Int(d.Raw("N"), 0)
	var alternate *ColorSpace
	if o := d.Raw("Alternate"); o != nil {
		inner := spaceParser{doc: p.doc, tables: p.tables} // the resources do not redefine an alternate
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
	if m := p.profile(stream, n); m != nil {
		return &ColorSpace{Family: "ICCBased", Components: n, model: m}, nil
	}
	if alternate == nil || alternate.Components != n {
		alternate = device(n)
	}
	return &ColorSpace{
		Family: "ICCBased", Components: n,
		model: alternate.model, ranges: alternate.ranges, initial: iccInitial(alternate),
	}, nil
}

// iccInitial returns zeros, or the nearest values that the ranges allow. Unlike DeviceCMYK, an
// ICCBased space of four components does not begin with black (clause 8.6.5.5).
func iccInitial(alternate *ColorSpace) []float64 {
	c := make([]float64, alternate.Components)
	for i := range c {
		lo, hi := alternate.rangeOf(i)
		c[i] = clamp(0, lo, hi)
	}
	return c
}

// profile returns the model of an ICC profile of n components, or nil when it is of a kind that is not read.
func (p *spaceParser) profile(s *pdf.Stream, n int) model {
	if s == nil || (n == 4 && !p.tables) {
		return nil
	}
	kept, _ := p.doc.Memo(s, func() (any, int) {
		m := readProfile(p.doc.DecodeHead(p.doc.Context(), s, limits.ProfileBytes), n)
		if m == nil {
			return nil, 0
		}
		return m, m.size()
	}).(profileModel)
	if kept == nil {
		return nil
	}
	return kept.simplest(n)
}
