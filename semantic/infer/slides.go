package infer

import "github.com/pagelift/pagelift/semantic"

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
		if h != nil && h.role == semantic.H {
			h.slide = true
			d.slideText(h)
		}
	}
	d.collectHeads()
}

// slideText takes back the headings under the title of a slide when they hold more
// than its text: on slides of a few large lines they are the text.
func (d *draft) slideText(title *part) {
	s := d.sheetOf(title)
	var heads []*part
	text, headed := int32(0), int32(0)
	for i := range s.parts {
		switch p := &s.parts[i]; {
		case p == title || !p.flows():
		case p.role != semantic.H:
			text += p.bytes
		case p.outlined == 0 && !p.continued:
			heads = append(heads, p)
			headed += p.bytes
		}
	}
	for _, h := range heads {
		if headed > text && len(heads) >= slideLines {
			d.unhead(h, "level", "one of the large lines that a slide is made of")
		}
	}
}
