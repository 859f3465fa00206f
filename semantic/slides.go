package semantic

// slideTitles marks the heading at the top of each page of a set of slides. Their
// sizes differ where programs fit them to the page, their level does not.
func (d *draft) slideTitles() {
	tops := make([]*part, len(d.sheets)) // the largest heading of each page
	for _, h := range d.heads {
		if top := tops[h.sheet]; top == nil || h.look.quarters > top.look.quarters {
			tops[h.sheet] = h
		}
	}
	pages, slides := 0, 0
	for i := range d.sheets {
		s := &d.sheets[i]
		if len(s.parts) == 0 {
			continue
		}
		pages++
		if h := tops[i]; h != nil && s.Width > s.Height && h.box.Y0 < slideTop*s.Height {
			slides++
		} else {
			tops[i] = nil
		}
	}
	if pages < slidesLeast || float32(slides) < slidesShare*float32(pages) {
		return
	}
	for _, h := range tops {
		if h != nil && h.role == H {
			h.slide = true
		}
	}
}
