package css

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/a11y/internal/dom"
)

const (
	// maxStyles bounds the distinct styles of a document: elements hold an index of two bytes. Elements beyond the
	// bound have an unknown style.
	maxStyles = math.MaxUint16

	// styleWork bounds the parts of selectors and the declarations that are examined for one document: 10,000
	// styles of a large style sheet, with some hundreds for each element.
	styleWork = 4_000_000

	// offscreen is how far a box must be moved, in pixels, to count as hidden on purpose: -9999px and -999em are
	// common.
	offscreen = -900
)

// varWork bounds the custom properties and their tokens that are kept for one
// document: a page of a framework has 20,000.
const varWork = 1 << 20

// The first styles of every list.
const (
	styleOutside uint16 = iota // around the root
	styleUnknown               // more styles than are computed
)

// styles are the computed styles of a document. Element.Style is an index.
type styles struct {
	sheets *sheets
	list   []*Style
	// overlays are the parents of elements that are painted out of the flow. What is inside of these parents may
	// be covered, or may have something painted under it.
	overlays []dom.Node
}

// computeStyles gives each element of the tree its style in a medium.
func computeStyles(t *dom.Tree, s *sheets) *styles {
	outside := &Style{values: initial, ground: &canvas, Doubt: s.incomplete || s.selectors.beyond}
	unknown := &Style{values: initial, ground: &canvas, Doubt: true}
	unknown.values.unknown = 1<<PropCount - 1
	w := &styleWalk{
		tree: t, sheets: s, out: &styles{sheets: s, list: []*Style{outside, unknown}},
		leads: s.selectors.continuations(), memo: map[styleKey]uint16{}, interned: map[string]int32{"": 0}, work: styleWork, rem: initialFontSize,
		stateParts: s.selectors.stateParts(), ordered: s.selectors.ordered(), byType: s.selectors.byType(), marks: atomMarks{marks: make([]uint32, s.selectors.atoms)}, varWork: varWork,
	}
	for n := range t.Count() {
		w.visit(n)
		if n == dom.Outermost {
			w.rem = w.out.list[t.At(n).Style].FontSize
		}
	}
	return w.out
}

// ordered reports whether a selector asks for the position of an element among its siblings.
func (s *selectorSet) ordered() bool {
	return s.siblings || slices.ContainsFunc(s.states, func(t stateTest) bool {
		return t.state.kind == stateNth && t.state != lastChild || t.state.kind == stateOnly
	})
}

// byType reports whether a selector asks for the position of an element among siblings of its type.
func (s *selectorSet) byType() bool {
	return slices.ContainsFunc(s.states, func(t stateTest) bool { return t.state.ofType })
}

// styleWalk goes through a tree in document order.
type styleWalk struct {
	tree   *dom.Tree
	sheets *sheets
	out    *styles
	leads  [][after + 1]bool
	memo   map[styleKey]uint16
	recent [256]struct { // a cache of the last elements, without hashing
		key   styleKey
		style uint16
	}
	interned map[string]int32
	work     int
	varWork  int
	marks    atomMarks
	rem      float64 // font size of the root
	ordered  bool
	byType   bool
	frames   []frame

	stateParts [][]int32 // by state; see isAsked

	// of the current element
	atoms []atom
	hints string
	key   []byte
}

// A styleKey is everything that the style of an element depends on.
type styleKey struct {
	parent   uint16
	tag      dom.Tag
	space    dom.Namespace
	attrs    int32
	siblings int32
}

// A frame is an element whose children are being visited, kept if their order matters.
type frame struct {
	node         dom.Node
	count, all   int // children so far, and the number of all once they were counted
	ofType       map[string]int
	total        map[string]int
	prev, before []int32
}

// visit gives one element its style.
func (w *styleWalk) visit(n dom.Node) {
	e := w.tree.At(n)
	if w.work <= 0 {
		e.Style = styleUnknown
		return
	}
	k := styleKey{tag: e.Tag, space: e.Space}
	if e.Parent != dom.None {
		k.parent = w.tree.At(e.Parent).Style
	}
	if w.ordered {
		k.siblings = w.enter(n)
	}
	inline := ""
	k.attrs, inline = w.seeAttributes(n, e)
	slot := &w.recent[(uint(k.parent)*31+uint(k.tag)+uint(k.attrs)*7)%uint(len(w.recent))]
	if slot.key == k && slot.style != 0 {
		e.Style = slot.style
	} else {
		index, ok := w.memo[k]
		if !ok {
			index = w.add(n, k, inline)
			w.memo[k] = index
		}
		slot.key, slot.style = k, index
		e.Style = index
	}
	w.remember(n)
}

// remember records what later elements may have to know.
func (w *styleWalk) remember(n dom.Node) {
	e := w.tree.At(n)
	s := w.out.list[e.Style]
	if w.ordered && e.Parent != dom.None {
		f := w.frame(e.Parent)
		f.prev = w.continued(s.here, rightAfter)
		f.before = union(f.before, w.continued(s.here, after))
	}
	if s.position == positionOut && e.Parent != dom.None && s.Visible() && (len(s.ownBackground()) > 0 || s.image.unknown || replaced.Has(e.Tag)) {
		if k := len(w.out.overlays); k == 0 || w.out.overlays[k-1] != e.Parent {
			w.out.overlays = append(w.out.overlays, e.Parent)
		}
	}
}

// replaced elements paint something without having a background.
var replaced = dom.Tags(dom.TagImg, dom.TagVideo, dom.TagCanvas, dom.TagSVG, dom.TagIframe, dom.TagObject, dom.TagEmbed, dom.TagPicture)

// continued returns the parts of a list after which a selector continues with a combinator.
func (w *styleWalk) continued(parts []int32, how combinator) []int32 {
	var out []int32
	for _, i := range parts {
		if w.leads[i][how] {
			out = append(out, i)
		}
	}
	return out
}

// enter counts n among its siblings, and returns a key for what selectors can see of them.
func (w *styleWalk) enter(n dom.Node) int32 {
	parent := w.tree.Parent(n)
	for len(w.frames) > 0 && w.frames[len(w.frames)-1].node != parent {
		w.frames = w.frames[:len(w.frames)-1]
	}
	if parent == dom.None {
		w.frames = append(w.frames, frame{node: n})
		return 0
	}
	if len(w.frames) == 0 || w.frames[len(w.frames)-1].node != parent {
		w.frames = append(w.frames, frame{node: parent})
	}
	f := w.frame(parent)
	f.count++
	if w.byType {
		if f.ofType == nil {
			f.ofType = map[string]int{}
		}
		f.ofType[w.tree.Name(n)]++
	}
	w.frames = append(w.frames, frame{node: n})
	w.work -= len(f.prev) + len(f.before)
	return w.intern(appendInts(appendInts(w.key[:0], f.prev), f.before))
}

// frame returns the frame of an element whose children are being visited.
func (w *styleWalk) frame(n dom.Node) *frame {
	for i := len(w.frames) - 1; i >= 0; i-- {
		if w.frames[i].node == n {
			return &w.frames[i]
		}
	}
	return &frame{}
}

// appendInts writes a list so that different lists are written differently.
func appendInts(b []byte, list []int32) []byte {
	for _, v := range list {
		b = binary.AppendUvarint(b, uint64(v)+1)
	}
	return append(b, 0)
}

// intern returns a number for a key. The empty key has 0.
func (w *styleWalk) intern(key []byte) int32 {
	id, ok := w.interned[string(key)]
	if !ok {
		id = int32(len(w.interned))
		w.interned[string(key)] = id
	}
	return id
}

// seeAttributes collects what style sheets and the browser see of the attributes of n: its atoms, hints, and the
// style attribute.
func (w *styleWalk) seeAttributes(n dom.Node, e *dom.Element) (key int32, inline string) {
	s := &w.sheets.selectors
	w.atoms = w.atoms[:0]
	w.hints = ""
	if e.Tag <= dom.TagForeign {
		w.hints = w.tree.Name(n) + ";"
	}
	if e.Flags&dom.HasAttributes != 0 {
		for name, raw := range w.tree.RawAttrs(n) {
			w.hints += w.seeAttribute(e.Tag, name, raw)
			if name == "style" {
				inline = dom.UnescapeAttr(raw)
			}
			if len(s.attrs) == 0 {
				continue
			}
			for _, test := range s.attrs[name] {
				if test.matches(dom.UnescapeAttr(raw)) {
					w.atoms = append(w.atoms, test.atom)
				}
			}
		}
	}
	for i, st := range s.states {
		if w.isAsked(i, n, e) && w.matchesState(st.state, n) {
			w.atoms = append(w.atoms, st.atom)
		}
	}
	if len(w.atoms) == 0 && w.hints == "" && inline == "" {
		return 0, ""
	}
	slices.Sort(w.atoms)
	w.key = w.key[:0]
	for _, a := range w.atoms {
		w.key = binary.AppendUvarint(w.key, uint64(a))
	}
	w.key = append(append(append(append(w.key, 0), w.hints...), 0), inline...)
	return w.intern(w.key), inline
}

// fewParts is up to how many parts that ask for a state are examined for an element.
const fewParts = 8

// stateParts returns the parts that ask for each state. It has nil for a state that many parts ask for.
func (s *selectorSet) stateParts() [][]int32 {
	list := make([][]int32, len(s.states))
	number := make(map[atom]int, len(s.states))
	for i, st := range s.states {
		list[i] = make([]int32, 0, fewParts)
		number[st.atom] = i
	}
	for k := range s.parts {
		for _, a := range s.parts[k].atoms {
			if i, ok := number[a]; ok && list[i] != nil {
				if list[i] = append(list[i], int32(k)); len(list[i]) > fewParts {
					list[i] = nil
				}
			}
		}
	}
	return list
}

// isAsked reports whether a part that may match n asks for state i. Elements that differ only in what nobody asks
// for share one style.
func (w *styleWalk) isAsked(i int, n dom.Node, e *dom.Element) bool {
	if w.stateParts[i] == nil || e.Parent == dom.None {
		return true
	}
	around := surroundings{parent: w.out.list[w.tree.At(e.Parent).Style]}
	for _, k := range w.stateParts[i] {
		p := &w.sheets.selectors.parts[k]
		if p.tag != "" && p.tag != w.tree.Name(n) {
			continue
		}
		if p.how == rightAfter || p.how == after || p.leftMatches(around) {
			return true
		}
	}
	return false
}

// seeAttribute collects the atoms of classes and ids, and returns the hints of other attributes.
func (w *styleWalk) seeAttribute(t dom.Tag, name, raw string) string {
	s := &w.sheets.selectors
	switch name {
	case "class":
		if len(s.classes) > 0 {
			for class := range strings.FieldsSeq(dom.UnescapeAttr(raw)) {
				if a, ok := s.classes[class]; ok && !slices.Contains(w.atoms, a) {
					w.atoms = append(w.atoms, a)
				}
			}
		}
	case "id":
		if len(s.ids) > 0 {
			if a, ok := s.ids[dom.UnescapeAttr(raw)]; ok {
				w.atoms = append(w.atoms, a)
			}
		}
	case "hidden", "open", "href", "controls", "type":
		return hint(t, name, raw)
	case "bgcolor", "background", "text", "color", "size":
		if d := presentation(t, name, dom.UnescapeAttr(raw)); d != "" {
			return hintDeclare + d + ";"
		}
	}
	return ""
}

// add computes a style that does not exist yet.
func (w *styleWalk) add(n dom.Node, k styleKey, inline string) uint16 {
	if len(w.out.list) >= maxStyles {
		return styleUnknown
	}
	e := w.tree.At(n)
	parent := w.out.list[k.parent]
	around := surroundings{name: w.tree.Name(n), atoms: w.atoms, parent: parent}
	if w.ordered && e.Parent != dom.None {
		f := w.frame(e.Parent)
		around.prev, around.before = f.prev, f.before
	}
	rules, parts := w.sheets.selectors.match(around, &w.marks, &w.work)
	s := w.compute(parent, e, rules, inline)
	s.here = parts
	s.above = union(parent.above, w.continued(parts, inside))
	w.work -= len(parts) + len(s.above)
	w.out.list = append(w.out.list, s)
	return uint16(len(w.out.list) - 1)
}

// compute applies the cascade, and computes what follows from it.
func (w *styleWalk) compute(parent *Style, e *dom.Element, rules []candidate, inline string) *Style {
	c := computing{values: parent.child(), around: &parent.values, medium: w.sheets.medium, vars: parent.vars, rem: w.rem, varWork: &w.varWork}
	c.browserSheet(e.Tag, e.Space, parent.closed, w.hints)
	var old []Declaration
	for _, part := range strings.Split(w.hints, hintDeclare)[1:] {
		decl, _, _ := strings.Cut(part, ";")
		old = append(old, ParseDeclarations(decl)...)
	}
	list := w.sheets.cascaded(rules, old, ParseDeclarations(inline))
	w.work -= len(list)
	c.apply(list)
	c.painted, c.Generated = w.sheets.paintsPseudo(rules), w.sheets.saysPseudo(rules)
	if c.display == displayInline && (c.floats || c.position == positionOut || parent.display == displayFlex) {
		c.display = displayBlock // CSS Display 3 section 2.7
	}
	s := &Style{values: c.values, parent: parent, vars: c.vars, Doubt: parent.Doubt}
	s.closed = e.Tag == dom.TagDetails && !strings.Contains(w.hints, hintOpen)
	s.gone = parent.gone || s.display == displayNone || parent.skipped
	s.unseen = parent.unseen && s.position != positionOut || s.hiddenByPlace() || parent.clipped
	if s.position == positionOut && parent.unseen {
		s.unseen = true
	}
	s.backdrop(parent.ground)
	return s
}

// hiddenByPlace reports whether a box is moved away, clipped or shrunk to nothing. Pages do so to give text to
// screen readers only.
func (s *Style) hiddenByPlace() bool {
	small := func(o offset) bool { return o.set && o.px <= 1 }
	if s.clipped && (s.position == positionOut || s.overflow) {
		return true
	}
	if s.overflow && (small(s.width) && small(s.height) || s.height.set && s.height.px == 0 || s.width.set && s.width.px == 0) {
		return true
	}
	if s.indent <= offscreen || s.FontSize == 0 && !s.unknown.has(PropFontSize) {
		return true
	}
	if s.position == positionStatic {
		return false
	}
	return s.inset[0].set && s.inset[0].px <= offscreen || s.inset[3].set && s.inset[3].px <= offscreen ||
		s.inset[1].set && s.inset[1].px <= offscreen
}

// matchesState reports whether the element of the walk has a state.
func (w *styleWalk) matchesState(st state, n dom.Node) bool {
	t := w.tree
	switch st.kind {
	case stateRoot:
		return t.Parent(n) == dom.None
	case stateLink:
		return (t.Tag(n) == dom.TagA || t.Tag(n) == dom.TagArea) && t.HasAttr(n, "href")
	case stateEmpty:
		return t.At(n).Next == n+1 && t.At(n).Inner == t.At(n).Close
	case stateNth:
		if st == lastChild { // many style sheets have it, and it needs no counting
			return t.Parent(n) == dom.None || t.At(n).Next == t.At(t.Parent(n)).Next
		}
		return nthHolds(st.a, st.b, w.place(n, st))
	case stateOnly:
		first, last := state{ofType: st.ofType}, state{ofType: st.ofType, last: true}
		return w.place(n, first) == 1 && w.place(n, last) == 1
	case stateChecked:
		return t.HasAttr(n, "checked") || t.HasAttr(n, "selected")
	case stateDisabled:
		return dom.DisableableTags.Has(t.Tag(n)) && t.HasAttr(n, "disabled")
	case stateEnabled:
		return dom.DisableableTags.Has(t.Tag(n)) && !t.HasAttr(n, "disabled")
	case stateRequired:
		return dom.FieldTags.Has(t.Tag(n)) && t.HasAttr(n, "required")
	case stateOptional:
		return dom.FieldTags.Has(t.Tag(n)) && !t.HasAttr(n, "required")
	case stateOpen:
		return t.HasAttr(n, "open")
	}
	return false
}

// place returns the position of n among its siblings, from 1, counted as the state says.
func (w *styleWalk) place(n dom.Node, st state) int {
	parent := w.tree.Parent(n)
	if parent == dom.None {
		return 1
	}
	f := w.frame(parent)
	if !st.last {
		if st.ofType {
			return f.ofType[w.tree.Name(n)]
		}
		return f.count
	}
	w.countChildren(f)
	if st.ofType {
		return f.total[w.tree.Name(n)] - f.ofType[w.tree.Name(n)] + 1
	}
	return f.all - f.count + 1
}

// countChildren counts the children of an element once.
func (w *styleWalk) countChildren(f *frame) {
	if f.all > 0 {
		return
	}
	if w.byType {
		f.total = map[string]int{}
	}
	for c := range w.tree.Children(f.node) {
		f.all++
		if w.byType {
			f.total[w.tree.Name(c)]++
		}
	}
}
