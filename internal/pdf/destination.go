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

// maxDestinationChain is the longest chain of names that stand for names. Honest files have one step.
const maxDestinationChain = 4

// destination resolves the value of a Dest, D or SD key: an array, or a name or string that names one.
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

// destinationOf returns the destination of a go-to action, or of the dictionary that a name stands
// for. It prefers a structure destination if that leads to a page.
func (d *Document) destinationOf(dict Dict, depth int) Destination {
	if dict.Has("SD") {
		if dest := d.destinationIn(dict.Raw("SD"), depth); dest.Page > 0 {
			return dest
		}
	}
	return d.destinationIn(dict.Raw("D"), depth)
}

// explicitDestination reads [page /Fit ...]. The page is a reference, a structure element, or a page
// number from 0. Numbers are meant for other documents, but some writers use them for their own.
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
			return d.Number(a[i]) // null leaves the coordinate unchanged
		})
	}
	return dest
}

// position fills in the coordinates of the kind of fit (Table 149). at returns the number at index
// i behind the kind, if there is one.
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

// maxElementSearch is the most descendants in which the page of a structure element is sought.
// Grouping elements have no page themselves, but their first content has.
const maxElementSearch = 64

// targetElement makes dest lead to r, if r is a structure element. The page is the first one that
// the element or its descendants name.
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
