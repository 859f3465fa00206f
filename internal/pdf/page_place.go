package pdf

import "bytes"

// PagePlace returns page n without Dict and Resources. It serves callers that only need to know where a
// point of the page lies: the links in tables of contents and indexes lead to every page of a book.
func (d *Document) PagePlace(n int) *Page {
	if n < 1 || n > len(d.pages.nodes) {
		return nil
	}
	node := &d.pages.nodes[n-1]
	s, ok := skimDict(node.text, 0)
	if !ok {
		return d.Page(n).bare()
	}
	attributes := d.pages.inherited[node.inherited]
	var userUnit Object
	for {
		key, value, ok := s.next()
		if !ok {
			break
		}
		to := &userUnit
		switch string(key) {
		case "MediaBox":
			to = &attributes.mediaBox
		case "CropBox":
			to = &attributes.cropBox
		case "Rotate":
			to = &attributes.rotate
		case "UserUnit":
		default:
			if bytes.IndexByte(key, '#') >= 0 { // the key may be any of these
				return d.Page(n).bare()
			}
			continue
		}
		if o := d.parseText(value); d.Resolve(o) != nil {
			*to = o
		}
	}
	p := &Page{Number: n, Ref: node.ref}
	d.place(p, attributes, userUnit)
	return p
}

// bare returns p without what PagePlace leaves out.
func (p *Page) bare() *Page {
	p.Dict, p.Resources = Dict{}, Dict{}
	return p
}
