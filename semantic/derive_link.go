package semantic

// linkOf is the Link or Reference element that has an annotation; -1: none.
func (t *tagTree) linkOf(object int) int32 {
	e, held := t.holders[int32(object)]
	if !held || object == 0 {
		return -1
	}
	for e >= 0 && t.tags[e].role != Link && t.tags[e].role != Reference {
		e = t.parent(e)
	}
	return e
}

// findLinks finds where the links of the tree lead: where the first annotation in
// them does (clause 14.8.4.7.2).
func (d *draft) findLinks() {
	t := d.tree
	t.hrefs = map[int32]string{}
	for i := range d.sheets {
		s := &d.sheets[i]
		for k := range s.Links {
			l := &s.Links[k]
			if e := t.linkOf(l.Object); e >= 0 && t.hrefs[e] == "" {
				if href := d.href(l); href != "" {
					t.hrefs[e] = href
				}
			}
		}
	}
}
