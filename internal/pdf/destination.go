package pdf

// Destination is a place in the document (clause 12.3.2), in default user space
// of its page.
type Destination struct {
	Page       int // 1-based; 0: nowhere
	X, Y       float64
	HasX, HasY bool
	Fit        Name   // XYZ, Fit, FitH, ...
	Name       string // of a named destination
	Element    Ref    // structure element of a structure destination
}

// maxDestinationChain bounds names that stand for names; one step is honest.
const maxDestinationChain = 4

// destination resolves what stands under a Dest, D or SD key: an array, or the
// name of one as a name or string.
func (d *Document) destination(o Object) Destination { return d.destinationIn(o, 0) }

func (d *Document) destinationIn(o Object, depth int) Destination {
	if depth > maxDestinationChain {
		return Destination{}
	}
	switch v := d.Resolve(o).(type) {
	case Array:
		return d.explicitDestination(v)
	case Dict:
		if v.Has("D") || v.Has("SD") {
			return d.destinationOf(v, depth+1)
		}
	case Name:
		return d.namedDestination([]byte(v), depth)
	case String:
		return d.namedDestination([]byte(v), depth)
	}
	return Destination{}
}

// destinationOf is the destination of a go-to action or of the dictionary that a
// name stands for. A structure destination says more, but only if it leads to a page.
func (d *Document) destinationOf(dict Dict, depth int) Destination {
	if dict.Has("SD") {
		if dest := d.destinationIn(dict.Raw("SD"), depth); dest.Page > 0 {
			return dest
		}
	}
	return d.destinationIn(dict.Raw("D"), depth)
}

// explicitDestination reads [page /Fit ...]. The page is a reference, a page
// number from 0 (meant for other documents, but written for the own one), or a
// structure element.
func (d *Document) explicitDestination(a Array) Destination {
	if len(a) == 0 {
		return Destination{}
	}
	var dest Destination
	switch target := a[0].(type) {
	case Ref:
		if dest.Page = d.pageNumber(target); dest.Page == 0 {
			d.targetElement(target, &dest)
		}
	case Integer:
		if target >= 0 && int64(target) < int64(d.PageCount()) {
			dest.Page = int(target) + 1
		}
	}
	if dest.Page == 0 {
		return Destination{}
	}
	dest.Fit = "Fit"
	if len(a) > 1 {
		if fit := d.Name(a[1]); fit != "" {
			dest.Fit = fit
		}
		dest.position(func(i int) (float64, bool) {
			if i += 2; i >= len(a) {
				return 0, false
			}
			return d.Number(a[i]) // null: unchanged
		})
	}
	return dest
}

// position fills in the coordinates that the kind of fit has (Table 149). at is
// the number behind it that stands at i, if there is one.
func (dest *Destination) position(at func(i int) (float64, bool)) {
	switch dest.Fit {
	case "XYZ":
		dest.X, dest.HasX = at(0)
		dest.Y, dest.HasY = at(1)
	case "FitH", "FitBH":
		dest.Y, dest.HasY = at(0)
	case "FitV", "FitBV":
		dest.X, dest.HasX = at(0)
	case "FitR":
		dest.X, dest.HasX = at(0)
		dest.Y, dest.HasY = at(3)
	}
}

// maxElementSearch bounds the descendants tried for the page of a structure
// element; grouping elements have none themselves, but their first content does.
const maxElementSearch = 64

// targetElement makes dest that of the structure element r, when it is one: the
// page is the first one that it or what is in it names.
func (d *Document) targetElement(r Ref, dest *Destination) {
	o := Object(r)
	for range maxElementSearch {
		if a := d.Array(o); len(a) > 0 {
			o = a[0]
			continue
		}
		elem := d.Dict(o)
		if pg, ok := elem.Raw("Pg").(Ref); ok {
			if dest.Page = d.pageNumber(pg); dest.Page > 0 {
				dest.Element = r
				return
			}
		}
		if o = elem.Raw("K"); o == nil {
			return
		}
	}
}
