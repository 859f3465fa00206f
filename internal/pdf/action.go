package pdf

// maxActions is the most actions of a Next chain that are tried (clause 12.6.2).
const maxActions = 8

// target returns where an item of the outline or an annotation leads: its own destination, or that
// of the first of its actions that leads anywhere. page is the page of the item, from which some
// actions count, or 0 when there is none.
func (d *Document) target(item Dict, page int) (dest Destination, uri string) {
	if item.Has("Dest") {
		dest = d.destination(item.Raw("Dest"))
	}
	if dest.Page == 0 && item.Has("A") {
		budget := maxActions
		return d.action(item.Raw("A"), page, &budget)
	}
	return dest, ""
}

// action follows an action and its successors until one leads to a place or an address. It skips
// actions that lead to other files or do anything else.
func (d *Document) action(o Object, page int, budget *int) (Destination, string) {
	for _, o := range d.arrayOrOne(o) {
		if *budget--; *budget < 0 {
			break
		}
		a := d.Dict(o)
		dest, uri := d.oneAction(a, page)
		if dest.Page == 0 && uri == "" && a.Has("Next") {
			dest, uri = d.action(a.Raw("Next"), page, budget)
		}
		if dest.Page > 0 || uri != "" {
			return dest, uri
		}
	}
	return Destination{}, ""
}

func (d *Document) oneAction(a Dict, page int) (Destination, string) {
	switch d.Name(a.Raw("S")) {
	case "GoTo":
		return d.destinationOf(a, 0), ""
	case "URI":
		return Destination{}, d.uri(a.Raw("URI"))
	case "Named":
		return Destination{Page: d.namedPage(d.Name(a.Raw("N")), page), Fit: "Fit"}, ""
	}
	return Destination{}, ""
}

// namedPage returns the page that the named action n (Table 216) leads to from page, or 0 when there is none.
func (d *Document) namedPage(n Name, page int) int {
	last := d.PageCount()
	switch {
	case n == "FirstPage" && last > 0:
		return 1
	case n == "LastPage":
		return last
	case n == "NextPage" && page > 0 && page < last:
		return page + 1
	case n == "PrevPage" && page > 1:
		return page - 1
	}
	return 0
}
