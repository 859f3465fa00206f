package pdf

import (
	"context"

	"github.com/pagelift/pagelift/internal/limits"
)

// Page is a page of the document. Its inheritable attributes (clause 7.7.3.4) are filled in.
type Page struct {
	Number    int // 1-based
	Ref       Ref
	Dict      Dict
	Resources Dict
	MediaBox  Box
	CropBox   Box // within MediaBox, never empty
	Rotate    int // 0, 90, 180 or 270
	UserUnit  float64
}

// PageCount returns the number of pages that the walk of the page tree found.
func (d *Document) PageCount() int { return len(d.pages.nodes) }

// Page returns page n, counted from 1, or nil when there is none. Each call reads the page anew.
func (d *Document) Page(n int) *Page {
	if n < 1 || n > len(d.pages.nodes) {
		return nil
	}
	node := &d.pages.nodes[n-1]
	p := &Page{Number: n, Ref: node.ref, Dict: d.pageDict(n - 1)}
	inherited, _ := d.inherit(d.pages.inherited[node.inherited], p.Dict)
	p.Resources = d.Dict(inherited.resources)
	d.place(p, inherited, p.Dict.Raw("UserUnit"))
	return p
}

// place fills in the boxes, the rotation and the unit of p.
func (d *Document) place(p *Page, attributes inherited, userUnit Object) {
	p.MediaBox, p.CropBox = d.pageBoxes(attributes)
	p.Rotate = d.rotation(attributes.rotate)
	p.UserUnit = 1
	if unit, ok := d.Number(userUnit); ok && unit >= minUserUnit && unit <= maxUserUnit {
		p.UserUnit = unit
	}
}

// UserUnit enlarges pages from 200 inches, the limit of old viewers, to 381 km, that of PDF 1.6.
// Units smaller than a point are useless, but exist.
const (
	minUserUnit = 1e-3
	maxUserUnit = 75_000
)

func (d *Document) pageDict(i int) (dict Dict) {
	if dict, ok := d.pages.direct[i]; ok {
		return dict
	}
	node := &d.pages.nodes[i]
	if node.text == nil {
		return d.Dict(node.ref)
	}
	var o Object
	defer func() { dict, _ = o.(Dict) }()
	defer d.survive(node.ref.Num, &o)
	p := newParser(node.text, 0)
	defer p.free()
	p.names = &d.names
	if !node.packed && d.security != nil {
		p.crypt = d.security.stringCipher(node.ref)
	}
	o, _ = p.value(0)
	return dict
}

// rotation returns Rotate as 0, 90, 180 or 270. It returns 0 for a number that is no multiple of 90.
func (d *Document) rotation(o Object) int {
	r := d.Int(o, 0)
	if r%90 != 0 {
		return 0
	}
	return (r%360 + 360) % 360
}

// Content appends the page's content streams to dst, decoded and joined with a line end (clause
// 7.8.2). It reports damage to Options.Warn. When ctx ends, it returns what it has.
func (d *Document) Content(ctx context.Context, dst []byte, p *Page) []byte {
	contents := d.Get(p.Dict, "Contents")
	a, ok := contents.(Array)
	if !ok {
		return d.appendContent(ctx, dst, p, d.Stream(contents))
	}
	base, encoded := len(dst), 0
	for _, o := range a {
		if ctx.Err() != nil {
			break
		}
		s := d.Stream(o)
		if s == nil {
			continue
		}
		// Encoded bytes count as well: the array may name a million times one stream that takes
		// long to decode to nothing.
		if encoded += len(s.Raw); encoded > limits.PageContentBytes || len(dst)-base > limits.PageContentBytes {
			d.report(Damage{Code: DamageContent, Page: p.Number, Detail: "more content than a page may have"})
			break
		}
		dst = d.appendContent(ctx, dst, p, s)
	}
	return dst
}

// appendContent appends the decoded data of s. s may be nil.
func (d *Document) appendContent(ctx context.Context, dst []byte, p *Page, s *Stream) []byte {
	if s == nil {
		return dst
	}
	base := len(dst)
	dst, err := d.AppendDecoded(ctx, dst, s)
	if err != nil && ctx.Err() == nil {
		d.report(Damage{Code: DamageContent, Page: p.Number, Object: s.Ref.Num, Detail: err.Error()})
	}
	if len(dst)-base > limits.PageContentBytes {
		dst = dst[:base+limits.PageContentBytes]
		d.report(Damage{Code: DamageContent, Page: p.Number, Object: s.Ref.Num, Detail: ErrLimit.Error()})
	}
	return append(dst, '\n')
}

// pageNumber returns the number of the page whose object is r, counted from 1, or 0 when r is no page.
func (d *Document) pageNumber(r Ref) int {
	d.pages.once.Do(func() {
		d.pages.numbers = make(map[int]int32, len(d.pages.nodes))
		for i := range d.pages.nodes {
			num := d.pages.nodes[i].ref.Num
			if _, ok := d.pages.numbers[num]; !ok {
				d.pages.numbers[num] = int32(i + 1)
			}
		}
	})
	return int(d.pages.numbers[r.Num])
}
