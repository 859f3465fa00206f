package pdf

import (
	"cmp"
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
)

// namedDests holds the destinations that the names of the document stand for.
type namedDests struct {
	index map[string]int32
	dests []namedDest
}

// namedDest is the destination of a name.
type namedDest struct {
	dest  Destination // its Name is set
	alias Object      // another name, instead of dest
}

// namedDestination looks name up in Dests of the catalog, which has names (PDF 1.1), and in the
// name tree Dests, which has strings. Writers mix the two.
func (d *Document) namedDestination(name []byte, depth int) Destination {
	d.trees.names.Do(d.readNamedDestinations)
	i, ok := d.trees.named.index[string(name)]
	if !ok {
		return Destination{Name: String(name).Text()}
	}
	named := &d.trees.named.dests[i]
	dest := named.dest
	if named.alias != nil {
		dest = d.destinationIn(named.alias, depth+1)
		dest.Name = named.dest.Name
	}
	return dest
}

// readNamedDestinations reads all names at once, in the order of their objects and not of the
// names. Manuals have tens of thousands of names all over their object streams. To look each name
// up when a link uses it would inflate the same streams again and again.
func (d *Document) readNamedDestinations() {
	type entry struct {
		name  string
		value Object
		num   int // object number of value
		order int
	}
	var entries []entry
	add := func(name string, value Object) bool {
		r, _ := value.(Ref)
		if len(entries) == cap(entries) {
			entries = slices.Grow(entries, len(entries)+1) // append would grow it many times by a quarter
		}
		entries = append(entries, entry{name, value, r.Num, len(entries)})
		return len(entries) < limits.NamedDestinations
	}
	for name, o := range d.Dict(d.Catalog().Raw("Dests")).All() {
		if !add(string(name), o) {
			break
		}
	}
	tree := d.Dict(d.Catalog().Raw("Names")).Raw("Dests")
	d.leaves(tree, "Names", func(key, value Object) bool {
		name, ok := d.Bytes(key)
		return !ok || add(string(name), value)
	})
	slices.SortFunc(entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.num, b.num), cmp.Compare(a.order, b.order))
	})
	t := namedDests{make(map[string]int32, len(entries)), make([]namedDest, len(entries))}
	for i, e := range entries { // if a name occurs twice, the newer object counts
		t.dests[i] = d.namedTarget(e.value, 0)
		t.dests[i].dest.Name = String(e.name).Text()
		t.index[e.name] = int32(i)
	}
	d.trees.named = t
}

// namedTarget reads the value of a name. It does not look at other names, since not all of them are read yet.
func (d *Document) namedTarget(o Object, depth int) namedDest {
	if r, ok := o.(Ref); ok {
		if dest, ok := d.destinationAt(r); ok {
			return namedDest{dest: dest}
		}
	}
	switch v := d.Resolve(o).(type) {
	case Array:
		return namedDest{dest: d.explicitDestination(v)}
	case Dict:
		if depth == maxDestinationChain {
			return namedDest{}
		}
		if target := d.namedTarget(v.Raw("SD"), depth+1); target.dest.Page > 0 {
			return target
		}
		return d.namedTarget(v.Raw("D"), depth+1)
	case Name, String:
		return namedDest{alias: v}
	}
	return namedDest{}
}
