package css

import "slices"

// A candidate is a rule that selects an element, with what decides between rules.
type candidate struct {
	rule     int32
	weight   specificity
	doubtful bool
	pseudo   bool
}

// surroundings are what selectors may ask of an element and of what is around it.
type surroundings struct {
	name   string
	atoms  []atom // sorted
	parent *Style
	prev   []int32 // parts that the sibling before it matches
	before []int32 // and any sibling before it
}

// atomMarks are the atoms that selectors have set on the current element.
type atomMarks struct {
	marks []uint32
	round uint32
}

// set marks an atom.
func (m *atomMarks) set(a atom) { m.marks[a] = m.round }

// has reports whether an atom is marked on the current element.
func (m *atomMarks) has(a atom) bool { return m.marks[a] == m.round }

// match finds the rules for an element and the parts it matches.
func (s *selectorSet) match(e surroundings, set *atomMarks, work *int) (rules []candidate, parts []int32) {
	set.round++
	for _, i := range s.candidates(e) {
		*work--
		p := &s.parts[i]
		if !p.matches(e, set) || !p.leftMatches(e) {
			continue
		}
		parts = append(parts, i)
		if p.sets != never {
			set.set(p.sets)
		}
		if p.rule >= 0 {
			rules = append(rules, candidate{p.rule, p.weight, p.doubtful, p.pseudo})
		}
	}
	return rules, parts
}

// candidates returns the parts that may match, in order: parts that others depend on come first.
func (s *selectorSet) candidates(e surroundings) []int32 {
	list := slices.Concat(s.anywhere, s.byTag[e.name])
	for _, a := range e.atoms {
		list = append(list, s.byAtom[a]...)
	}
	slices.Sort(list)
	return list
}

// matches reports whether the compound itself matches.
func (p *part) matches(e surroundings, derived *atomMarks) bool {
	if p.tag != "" && p.tag != e.name {
		return false
	}
	for _, a := range p.atoms {
		if _, ok := slices.BinarySearch(e.atoms, a); !ok {
			return false
		}
	}
	for _, a := range p.derived {
		if !derived.has(a) {
			return false
		}
	}
	for _, a := range p.without {
		if derived.has(a) {
			return false
		}
	}
	return true
}

// leftMatches reports whether the left side of the compound matches.
func (p *part) leftMatches(e surroundings) bool {
	var among []int32
	switch p.how {
	case leftmost:
		return true
	case inside:
		among = e.parent.above
	case childOf:
		among = e.parent.here
	case rightAfter:
		among = e.prev
	case after:
		among = e.before
	}
	_, ok := slices.BinarySearch(among, p.left)
	return ok
}

// continuations returns, for every part, the combinators on its right. A part is remembered only if some selector
// continues after it.
func (s *selectorSet) continuations() [][after + 1]bool {
	lead := make([][after + 1]bool, len(s.parts))
	for i := range s.parts {
		if p := &s.parts[i]; p.left >= 0 {
			lead[p.left][p.how] = true
		}
	}
	return lead
}

// union returns the union of two sorted lists. It returns a itself if b adds nothing.
func union(a, b []int32) []int32 {
	missing := slices.ContainsFunc(b, func(x int32) bool {
		_, ok := slices.BinarySearch(a, x)
		return !ok
	})
	if !missing {
		return a
	}
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}
