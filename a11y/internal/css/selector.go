package css

import (
	"slices"
	"strings"

	syntax "github.com/tdewolff/parse/v2/css"
)

// maxSelectorParts bounds the compounds of all selectors: the sheets of the
// largest frameworks have 15,000.
const maxSelectorParts = 60_000

// A combinator says how a compound is related to the one on its left.
type combinator uint8

const (
	leftmost   combinator = iota
	inside                // A B
	childOf               // A > B
	rightAfter            // A + B
	after                 // A ~ B
)

// An atom is one condition of selectors on an element, the same number for the
// same condition anywhere in the sheets.
type atom int32

// never is the atom that no element has: the state of a mouse, a part of a shadow tree.
const never atom = 0

// A part is one compound of a complex selector with its place in it.
type part struct {
	tag     string // element type, "" any
	atoms   []atom
	derived []atom // atoms that other selectors set, for :is()
	without []atom // atoms that must not be set, for :not()
	left    int32  // the part on the left, -1
	how     combinator
	last    bool // the compound that the selector selects
	sets    atom // the atom that an element gets if the last part matches, for :is() and :not(); or never
	// rule and weight: what a last part of a rule selects it for. -1 for others.
	rule     int32
	weight   specificity
	doubtful bool // the selector has a condition that cannot be decided here
	pseudo   bool // the selector is for ::before or ::after
}

// specificity packs the three counts of Selectors 4 section 17, ten bits each.
type specificity uint32

const (
	idWeight    specificity = 1 << 20
	classWeight specificity = 1 << 10
	typeWeight  specificity = 1
)

// A selectorSet has all selectors of a document. A selector is a chain of parts. Each element records which parts
// it matches. So its children and later siblings know which of their parts are satisfied on the left, without
// looking back.
type selectorSet struct {
	parts   []part
	atoms   int32 // how many there are
	classes map[string]atom
	ids     map[string]atom
	attrs   map[string][]attrTest // by attribute name
	states  []stateTest
	// tests and asked find the entries of attrs and states.
	tests map[attrKey]atom
	asked map[state]atom
	// byAtom, byTag and anywhere find the parts that an element may match: a part is listed under its first atom,
	// or else under its tag.
	byAtom   map[atom][]int32
	byTag    map[string][]int32
	anywhere []int32
	siblings bool // some part depends on siblings
	beyond   bool // some selector was left out because of a bound
}

// attrTest is an atom for the value of an attribute.
type attrTest struct {
	attrKey
	atom atom
}

// attrKey is the condition of a test.
type attrKey struct {
	name  string
	op    syntax.TokenType // of the operator; DelimToken is "=", ErrorToken presence
	value string
	fold  bool // letter case does not matter
}

// stateTest is an atom for a pseudo-class.
type stateTest struct {
	state state
	atom  atom
}

// A selectorList is a parsed list that is not yet bound to a rule. It has the last part of each complex selector.
type selectorList struct {
	lasts    []int32
	weight   specificity // the largest
	doubtful bool
}

// newSelectorSet returns an empty set. Atom 0 is never.
func newSelectorSet() selectorSet {
	return selectorSet{
		atoms: 1, classes: map[string]atom{}, ids: map[string]atom{}, attrs: map[string][]attrTest{},
		tests: map[attrKey]atom{}, asked: map[state]atom{},
		byAtom: map[atom][]int32{}, byTag: map[string][]int32{},
	}
}

// bind binds the selectors of a list to a rule, and indexes them. A list is bound again for the declarations in a
// nested group.
func (s *selectorSet) bind(list selectorList, rule int32) {
	for _, last := range list.lasts {
		if s.parts[last].rule >= 0 {
			s.parts = append(s.parts, s.parts[last])
			last = int32(len(s.parts) - 1)
		}
		s.parts[last].rule = rule
		s.index(last)
	}
}

// derive returns an atom that is set on every element which a selector of the list matches.
func (s *selectorSet) derive(list selectorList) atom {
	if len(list.lasts) == 0 {
		return never
	}
	if a := s.parts[list.lasts[0]].sets; a != never {
		return a // the list of the enclosing rule, which every nested rule refers to
	}
	a := s.newAtom()
	for _, last := range list.lasts {
		s.parts[last].sets = a
		s.index(last)
	}
	return a
}

// index indexes a part, and the parts on its left.
func (s *selectorSet) index(last int32) {
	var chain []int32
	for i := last; i >= 0; i = s.parts[i].left {
		chain = append(chain, i)
	}
	slices.Reverse(chain) // in rising order, as in the lists
	for _, i := range chain {
		p := &s.parts[i]
		switch {
		case len(p.atoms) > 0:
			s.byAtom[p.atoms[0]] = insertOnce(s.byAtom[p.atoms[0]], i)
		case p.tag != "":
			s.byTag[p.tag] = insertOnce(s.byTag[p.tag], i)
		default:
			s.anywhere = insertOnce(s.anywhere, i)
		}
		s.siblings = s.siblings || p.how == rightAfter || p.how == after
	}
}

// insertOnce keeps a sorted list without repeats; new parts mostly come last.
func insertOnce(list []int32, i int32) []int32 {
	if n := len(list); n == 0 || list[n-1] < i {
		return append(list, i)
	}
	at, found := slices.BinarySearch(list, i)
	if found {
		return list
	}
	return slices.Insert(list, at, i)
}

// newAtom returns an atom that is not in use yet.
func (s *selectorSet) newAtom() atom {
	s.atoms++
	return atom(s.atoms - 1)
}

// named returns the atom of a class or an id, and creates it the first time.
func (s *selectorSet) named(m map[string]atom, key string) atom {
	a, ok := m[key]
	if !ok {
		a = s.newAtom()
		m[key] = a
	}
	return a
}

const (
	// maxAttrTests bounds the tests of one attribute, because each of them runs on every element with the
	// attribute. maxStates bounds the pseudo-classes, because each of them is tested on every element. The style
	// sheets of frameworks have up to 60 and 20.
	maxAttrTests = 256
	maxStates    = 64
)

// attrAtom returns the atom of a test, and creates it the first time. ok is false beyond the bound.
func (s *selectorSet) attrAtom(key attrKey) (a atom, ok bool) {
	if a, ok = s.tests[key]; ok {
		return a, true
	}
	if len(s.attrs[key.name]) >= maxAttrTests {
		return never, false
	}
	a = s.newAtom()
	s.tests[key] = a
	s.attrs[key.name] = append(s.attrs[key.name], attrTest{key, a})
	return a, true
}

// stateAtom returns the atom of a pseudo-class. ok is false beyond the bound.
func (s *selectorSet) stateAtom(st state) (a atom, ok bool) {
	if a, ok = s.asked[st]; ok {
		return a, true
	}
	if len(s.states) >= maxStates {
		return never, false
	}
	a = s.newAtom()
	s.asked[st] = a
	s.states = append(s.states, stateTest{st, a})
	return a, true
}

// matches reports whether the attribute value passes the test.
func (a attrKey) matches(v string) bool {
	want := a.value
	if a.fold {
		v, want = strings.ToLower(v), strings.ToLower(want)
	}
	switch a.op {
	case syntax.ErrorToken:
		return true
	case syntax.IncludeMatchToken:
		return want != "" && slices.Contains(strings.Fields(v), want)
	case syntax.DashMatchToken:
		return v == want || strings.HasPrefix(v, want+"-")
	case syntax.PrefixMatchToken:
		return want != "" && strings.HasPrefix(v, want)
	case syntax.SuffixMatchToken:
		return want != "" && strings.HasSuffix(v, want)
	case syntax.SubstringMatchToken:
		return want != "" && strings.Contains(v, want)
	}
	return v == want
}
