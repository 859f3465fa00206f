package content

import (
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// maskKey distinguishes soft masks: the group, the space in which it is drawn, and how it is read.
type maskKey struct {
	group      pdf.Ref
	transfer   any // see transferKey
	ctm        matrix
	luminosity bool
}

// softMask returns the soft mask of the dictionary d (ISO 32000-2 clause 11.6.5.2) in the current space, as index
// + 1. It returns 0 if there is none.
func (in *interp) softMask(d pdf.Dict) int32 {
	doc := in.r.doc
	s := doc.Stream(d.Raw("G"))
	if s == nil {
		return 0
	}
	key := maskKey{s.Ref, transferKey(d.Raw("TR")), in.gs.ctm, doc.Name(d.Raw("S")) == "Luminosity"}
	i, ok := in.masks[key]
	if !ok {
		if i, ok = in.readMask(d, s, key.luminosity); !ok {
			return 0
		}
		in.masks[key] = i
	}
	return i + 1
}

func (in *interp) readMask(d pdf.Dict, s *pdf.Stream, luminosity bool) (int32, bool) {
	if !in.b.mask() {
		return 0, false
	}
	doc := in.r.doc
	mask := layout.SoftMask{Luminosity: luminosity}
	if backdrop := doc.Numbers(d.Raw("BC")); len(backdrop) > 0 && luminosity {
		group := doc.Dict(s.Dict.Raw("Group"))
		if cs := in.space(group.Raw("CS"), in.frame.scope.dict); cs != nil {
			mask.Backdrop.R, mask.Backdrop.G, mask.Backdrop.B = cs.RGB(backdrop)
		}
	}
	mask.Transfer = readTransfer(doc, d.Raw("TR"))
	mask.Content = &layout.Content{Page: in.c.Page, Width: in.c.Width, Height: in.c.Height}
	ch := in.child(mask.Content, in.gs.ctm)
	ch.pageBox, ch.gs.clipBox = in.pageBox, in.pageBox
	ch.drawForm(in.readForm(s))
	ch.finish()
	in.r.release(ch)
	in.c.Masks = append(in.c.Masks, mask)
	return int32(len(in.c.Masks) - 1), true
}
