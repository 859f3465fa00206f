package infer

import "github.com/pagelift/pagelift/semantic"

// linkOf returns the Link or Reference element that holds an annotation, or -1. Of several
// around each other it returns the innermost one that has text.
func (t *tagTree) linkOf(object int) int32 {
	e, held := t.holders[int32(object)]
	if !held || object == 0 {
		return -1
	}
	nearest := int32(-1)
	for n := 0; e >= 0 && n < maxTagDepth; e, n = t.parent(e), n+1 {
		switch role := t.tags[e].role; {
		case role != semantic.Link && role != semantic.Reference:
			if nearest >= 0 {
				return nearest // elements that are no links stand between: an outer link is another one
			}
		case !t.isBareLink(e):
			return e
		case nearest < 0:
			nearest = e
		}
	}
	return nearest
}

// hasLink reports whether the tree says which text is the link of an annotation.
func (t *tagTree) hasLink(object int) bool {
	e := t.linkOf(object)
	return e >= 0 && !t.isBareLink(e)
}

// isBareLink reports whether element i is a link that holds nothing but annotations. Its
// text, if there is any, stands under them on the page.
func (t *tagTree) isBareLink(i int32) bool {
	if role := t.tags[i].role; role != semantic.Link && role != semantic.Reference {
		return false
	}
	kids := t.kidsOf(i)
	for _, k := range kids[:min(len(kids), standingKids)] {
		if k.Object == 0 {
			return false
		}
	}
	return len(kids) > 0
}

// findLinks finds where the links of the tree lead: where their first annotation leads
// (clause 14.8.4.7.2).
func (d *draft) findLinks() {
	t := d.tree
	t.hrefs = map[int32]string{}
	for i := range d.sheets {
		s := &d.sheets[i]
		if s.aside {
			continue
		}
		var used []bool // which links text stands under
		for k := range s.Links {
			l := &s.Links[k]
			e := t.linkOf(l.Object)
			if e < 0 || t.hrefs[e] != "" {
				continue
			}
			href := d.href(l)
			if href == "" {
				continue
			}
			if t.isBareLink(e) {
				if used == nil {
					used = s.linksOfText()
				}
				if used[k] {
					continue
				}
				t.nameBareLink(e, l, href)
			}
			t.hrefs[e] = href
		}
	}
}

// linksOfText returns for each link of the page whether text stands under it.
func (s *sheet) linksOfText() []bool {
	used := make([]bool, len(s.Links))
	for i := range s.Spans {
		if link := s.Spans[i].Link; link >= 0 && int(link) < len(used) {
			used[link] = true
		}
	}
	return used
}
