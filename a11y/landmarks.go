package a11y

// landmarkTags are the elements that may be landmarks without a role attribute.
var landmarkTags = tagsOf(tagMain, tagNav, tagAside, tagHeader, tagFooter, tagForm, tagSection, tagSearch)

// landmarks are all landmarks in order, found once.
func (p *page) landmarks() []landmarkNode {
	if p.regions != nil {
		return p.regions
	}
	list := []landmarkNode{}
	outer := -1
	for n := range p.count() {
		e := p.at(n)
		for outer >= 0 && !p.contains(list[outer].node, n) {
			outer = list[outer].outer
		}
		if e.flags&hasRole == 0 && !landmarkTags.has(e.tag) || e.flags&inTemplate != 0 || !p.exposed(n) {
			continue
		}
		r := p.role(n)
		if !r.is(landmark) || r.name == "form" && !p.hasOwnName(n) || r.name == "region" && !p.hasOwnName(n) {
			continue
		}
		list = append(list, landmarkNode{n, r.name, outer})
		outer = len(list) - 1
	}
	p.regions = list
	return list
}
