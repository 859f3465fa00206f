package pdf

import "slices"

// layers is the default configuration of optional content (clause 8.11.4.3).
type layers struct {
	off map[Ref]bool // the groups that the configuration mentions, and whether each is off
	// baseOff is set if the groups that it does not mention are off.
	baseOff bool
	intents []Name // groups with none of these intents have no effect on what is seen
}

// Visible reports whether content under the optional content group or membership dictionary o
// (clause 8.11) is shown by default. o must be the unresolved value, because a group is identified
// by its reference. Any other o is visible.
func (d *Document) Visible(o Object) bool {
	r, isRef := o.(Ref)
	if isRef {
		if v, ok := d.trees.visible.Load(r); ok {
			return v.(bool)
		}
	}
	dict := d.Dict(o)
	if dict.Len() == 0 {
		return true
	}
	var visible bool
	if d.Name(dict.Raw("Type")) == "OCMD" || dict.Has("OCGs") || dict.Has("VE") {
		visible = d.membership(dict)
	} else {
		visible = !isRef || !d.groupOff(r)
	}
	if isRef {
		d.trees.visible.Store(r, visible)
	}
	return visible
}

// groupOff reports whether the optional content group r is off.
func (d *Document) groupOff(r Ref) bool {
	d.trees.layers.Do(func() { d.trees.layerConfig = d.readLayers() })
	c := &d.trees.layerConfig
	if off, ok := c.off[r]; ok {
		return off && d.hasIntent(r, c.intents)
	}
	return c.baseOff && d.hasIntent(r, c.intents)
}

// hasIntent reports whether a configuration for intents applies to the group r.
func (d *Document) hasIntent(r Ref, intents []Name) bool {
	group := d.Dict(r)
	if group.Len() == 0 {
		return false // a missing group hides nothing
	}
	own := d.nameSet(group.Raw("Intent"), "View")
	return slices.Contains(intents, "All") ||
		slices.ContainsFunc(own, func(n Name) bool { return n == "All" || slices.Contains(intents, n) })
}

// maxNames is the most intents and categories that are looked at. There are three of each.
const maxNames = 16

// nameSet returns o as a name or an array of names, or def when it is neither.
func (d *Document) nameSet(o Object, def Name) []Name {
	if n := d.Name(o); n != "" {
		return []Name{n}
	}
	var out []Name
	array := d.Array(o)
	for _, e := range array[:min(len(array), maxNames)] {
		if n := d.Name(e); n != "" {
			out = append(out, n)
		}
	}
	if out == nil {
		out = []Name{def}
	}
	return out
}

func (d *Document) readLayers() layers {
	config := d.Dict(d.Dict(d.Catalog().Raw("OCProperties")).Raw("D"))
	l := layers{
		off:     make(map[Ref]bool),
		baseOff: d.Name(config.Raw("BaseState")) == "OFF",
		intents: d.nameSet(config.Raw("Intent"), "View"),
	}
	for _, key := range [...]Name{"ON", "OFF"} { // in this order, because OFF takes precedence
		for _, o := range d.Array(config.Raw(key)) {
			if r, ok := o.(Ref); ok {
				l.off[r] = key == "OFF"
			}
		}
	}
	for _, o := range d.Array(config.Raw("AS")) {
		d.applyUsage(d.Dict(o), l.off)
	}
	return l
}

// applyUsage applies one usage application dictionary (clause 8.11.4.4) to the groups that say how they
// want to be viewed. It ignores the categories that depend on the reader (zoom, language, user).
func (d *Document) applyUsage(usage Dict, off map[Ref]bool) {
	if d.Name(usage.Raw("Event")) != "View" || !slices.Contains(d.nameSet(usage.Raw("Category"), ""), "View") {
		return
	}
	for _, o := range d.Array(usage.Raw("OCGs")) {
		r, ok := o.(Ref)
		if !ok {
			continue
		}
		view := d.Dict(d.Dict(d.Dict(r).Raw("Usage")).Raw("View"))
		switch d.Name(view.Raw("ViewState")) {
		case "ON":
			off[r] = false
		case "OFF":
			off[r] = true
		}
	}
}

// maxExpression is the most groups that are looked at for one membership dictionary. Its
// expressions may share parts, so that a bound of depth does not bound the work. Honest expressions
// name a handful of groups.
const maxExpression = 1024

// membership reports whether the membership dictionary dict (clause 8.11.2.2) is visible.
func (d *Document) membership(dict Dict) bool {
	budget := maxExpression // when it is spent the content is shown, so that an absurd expression hides nothing
	if ve := d.Array(dict.Raw("VE")); len(ve) > 0 {
		return d.expression(ve, &budget) || budget < 0
	}
	var groups []Object
	if r, ok := dict.Raw("OCGs").(Ref); ok && d.Dict(r).Len() > 0 {
		groups = []Object{r}
	} else {
		groups = d.Array(dict.Raw("OCGs"))
	}
	on, off := 0, 0
	for _, o := range groups[:min(len(groups), maxExpression)] {
		switch r, ok := o.(Ref); {
		case !ok || d.Dict(r).Len() == 0: // null entries and references to nothing do not count
		case d.groupOff(r):
			off++
		default:
			on++
		}
	}
	return policy(d.Name(dict.Raw("P")), on, off)
}

// policy applies the visibility policy p to the numbers of groups that are on and off. Without
// groups the content is visible.
func policy(p Name, on, off int) bool {
	switch {
	case on+off == 0:
		return true
	case p == "AllOn":
		return off == 0
	case p == "AnyOff":
		return off > 0
	case p == "AllOff":
		return on == 0
	}
	return on > 0 // AnyOn
}

// expression evaluates a visibility expression. If the budget is spent, the result is meaningless.
func (d *Document) expression(ve Array, budget *int) bool {
	op := d.Name(ve[0])
	for _, o := range ve[1:] {
		if *budget--; *budget < 0 {
			return true
		}
		v := d.operand(o, budget)
		switch {
		case op == "Not":
			return !v
		case op == "And" && !v:
			return false
		case op == "Or" && v:
			return true
		}
	}
	return op != "Or" || len(ve) == 1
}

// operand returns the value of a group or of a nested expression.
func (d *Document) operand(o Object, budget *int) bool {
	if nested := d.Array(o); len(nested) > 0 {
		return d.expression(nested, budget)
	}
	r, ok := o.(Ref)
	return !ok || !d.groupOff(r)
}
