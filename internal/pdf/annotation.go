package pdf

import (
	"math"

	"github.com/pagelift/pagelift/internal/limits"
)

// Annotation is an annotation of a page (clause 12.5).
type Annotation struct {
	Ref        Ref
	Subtype    Name
	Rect       Box          // normalised; may be empty
	Quads      [][8]float64 // QuadPoints, default user space; the corners of each go around the quadrilateral
	Contents   string
	URI        string // of any scheme, including javascript: check it before it becomes a link
	Dest       Destination
	Hidden     bool    // it has a Hidden or NoView flag, or its optional content is off
	Appearance *Stream // normal appearance in its current state; nil: none
	Dict       Dict    // empty for links, which are too many to keep dictionaries that nobody reads
}

// Annotation flags (Table 167).
const (
	flagHidden = 1 << 1
	flagNoView = 1 << 5
)

// Annotations returns the annotations of p in file order, including widgets and popups. It leaves
// out entries that are no dictionary and entries that occurred before.
func (d *Document) Annotations(p *Page) []Annotation {
	array := d.annotsOf(p)
	if len(array) == 0 {
		return nil
	}
	w := annotationWalk{d: d, page: p.Number, text: limits.TreeText, quads: limits.PageAnnotations}
	out := make([]Annotation, 0, len(array))
	var seen numberSet
	for _, o := range array {
		r, isRef := o.(Ref)
		if isRef && !seen.add(r.Num) {
			continue
		}
		if isRef {
			if l, ok := d.linkText(r); ok {
				out = append(out, w.link(r, &l))
				continue
			}
		}
		if dict := d.Dict(o); dict.Len() > 0 {
			out = append(out, w.annotation(r, dict))
		}
	}
	return out
}

// numberSet is a set of object numbers. Generations do not matter, since references of two
// generations lead to one object. As long as numbers come in ascending order, which is so with most
// writers, the set needs no map.
type numberSet struct {
	ascending []int
	rest      map[int]bool // all numbers, once one came out of order
}

// add adds num, and reports whether it is new.
func (s *numberSet) add(num int) bool {
	if s.rest == nil {
		if n := len(s.ascending); n == 0 || num > s.ascending[n-1] {
			s.ascending = append(s.ascending, num)
			return true
		}
		s.rest = make(map[int]bool, 2*len(s.ascending))
		for _, have := range s.ascending {
			s.rest[have] = true
		}
	}
	if s.rest[num] {
		return false
	}
	s.rest[num] = true
	return true
}

// annotsOf returns the Annots of p, up to the most annotations that are read.
func (d *Document) annotsOf(p *Page) Array {
	array := d.Array(p.Dict.Raw("Annots"))
	return array[:min(len(array), limits.PageAnnotations)]
}

type annotationWalk struct {
	d     *Document
	page  int
	text  allowance // of Contents, on the page
	quads int       // how many quadrilaterals may still be read on the page
}

func (w *annotationWalk) annotation(r Ref, dict Dict) Annotation {
	d := w.d
	a := Annotation{
		Ref:        r,
		Subtype:    d.Name(dict.Raw("Subtype")),
		Quads:      w.quadPoints(dict.Raw("QuadPoints")),
		Contents:   w.text.text(d, dict.Raw("Contents")),
		Appearance: d.appearance(dict),
		Dict:       dict,
	}
	a.Rect, _ = d.box(dict.Raw("Rect"))
	a.Dest, a.URI = d.target(dict, w.page)
	a.Hidden = d.hidden(dict.Raw("F"), dict.Raw("OC"))
	return a
}

// hidden reports whether an annotation with these flags and this optional content is hidden.
func (d *Document) hidden(flags, content Object) bool {
	return d.Int(flags, 0)&(flagHidden|flagNoView) != 0 || content != nil && !d.Visible(content)
}

// box returns the rectangle o with its corners in order. It returns false when o is no rectangle.
func (d *Document) box(o Object) (Box, bool) {
	a := d.Array(o)
	if len(a) < 4 {
		return Box{}, false
	}
	var v [4]float64
	for i := range v {
		f, ok := d.Number(a[i])
		if !ok || math.IsInf(f, 0) || math.IsNaN(f) {
			return Box{}, false
		}
		v[i] = f
	}
	return boxOf(v), true
}

func boxOf(v [4]float64) Box {
	return Box{min(v[0], v[2]), min(v[1], v[3]), max(v[0], v[2]), max(v[1], v[3])}
}

// quadPoints reads quadrilaterals of eight numbers. In the standard the corners go around. Most writers
// follow Acrobat, which goes in rows (top left, top right, bottom left, bottom right). The two are told
// apart because a quadrilateral in rows crosses itself if its corners are joined in order.
func (w *annotationWalk) quadPoints(o Object) [][8]float64 {
	if o == nil || w.quads == 0 {
		return nil
	}
	a := w.d.Array(o)
	n := min(len(a)/8, w.quads)
	if n == 0 {
		return nil
	}
	w.quads -= n
	quads := make([][8]float64, n)
	for i := range quads {
		q := &quads[i]
		for j := range q {
			q[j], _ = w.d.Number(a[8*i+j])
		}
		if inRows(q) {
			q[4], q[5], q[6], q[7] = q[6], q[7], q[4], q[5]
		}
	}
	return quads
}

// inRows reports whether the direction from corner 2 to corner 3 of q is that from corner 0 to
// corner 1. On the way around it would be the opposite one.
func inRows(q *[8]float64) bool {
	return (q[2]-q[0])*(q[6]-q[4])+(q[3]-q[1])*(q[7]-q[5]) > 0
}

// appearance returns the normal appearance of an annotation (clause 12.5.5). If there are several states,
// it returns that of the current one. If that has none, nothing is shown, as for a check box that is off.
func (d *Document) appearance(annot Dict) *Stream {
	normal := d.Dict(annot.Raw("AP")).Raw("N")
	switch n := d.Resolve(normal).(type) {
	case *Stream:
		return n
	case Dict:
		state := d.Name(annot.Raw("AS"))
		if state == "" {
			state = "Off"
		}
		return d.Stream(n.Raw(state))
	}
	return nil
}
