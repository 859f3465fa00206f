package a11y

import (
	"github.com/pagelift/pagelift/a11y/internal/dom"
	"github.com/pagelift/pagelift/a11y/internal/names"
)

// landmarkTags are the elements that may be landmarks without a role attribute.
var landmarkTags = dom.Tags(dom.TagMain, dom.TagNav, dom.TagAside, dom.TagHeader, dom.TagFooter, dom.TagForm, dom.TagSection, dom.TagSearch)

// landmarks returns all landmarks in order. It finds them once.
func (p *page) landmarks() []landmarkNode {
	if p.regions != nil {
		return p.regions
	}
	list := []landmarkNode{}
	outer := -1
	for n := range p.Count() {
		e := p.At(n)
		for outer >= 0 && !p.Contains(list[outer].node, n) {
			outer = list[outer].outer
		}
		if e.Flags&dom.HasRole == 0 && !landmarkTags.Has(e.Tag) || e.Flags&dom.InTemplate != 0 || !p.Exposed(n) {
			continue
		}
		r := p.Role(n)
		if !r.Is(names.Landmark) || r.Name == "form" && !p.HasNameAttribute(n) || r.Name == "region" && !p.HasNameAttribute(n) {
			continue
		}
		list = append(list, landmarkNode{n, r.Name, outer})
		outer = len(list) - 1
	}
	p.regions = list
	return list
}
