package a11y

import (
	"iter"
	"strings"
)

// node is the index of an element in a tree: document order, parents before
// their children.
type node int32

// first is the outermost element, html in a page.
const first node = 0

// none is no element.
const none node = -1

// element is one element of a document, 28 bytes. Its attributes and texts stay
// in the source and are decoded only when a rule looks at them.
type element struct {
	tag    tag
	space  namespace
	style  uint16 // index of its computed style
	flags  flags
	parent node  // none for the root
	next   node  // the first element behind the subtree
	start  int32 // offset of the start tag
	inner  int32 // offset behind the start tag
	close  int32 // offset of the end tag; inner when there is none
}

// namespace is the language of an element.
type namespace uint8

const (
	spaceHTML namespace = iota
	spaceSVG
	spaceMath
)

// flags say what is worth looking for on an element.
type flags uint32

const (
	hasAttributes flags = 1 << iota
	hasRole
	hasARIA      // some aria-* attribute
	hasID        // id
	hasStyle     // style
	hasClass     // class
	hasHidden    // hidden or inert
	hasTabindex  // tabindex
	hasLang      // lang or xml:lang
	hasTitle     // title
	hasAccesskey // accesskey
	hasEditable  // contenteditable
	hasComplete  // autocomplete
	hasEndTag    // an end tag stands at close
	inTemplate   // in a template: not part of the document
)

// tree is a document. Its source is the one given when that is regular (see
// scan), else the canonical form of what the HTML parser made of it (see parse).
type tree struct {
	src      string
	elements []element

	// canonical says that src was written by canonicalise: text is escaped
	// everywhere, also in script and style.
	canonical bool

	// original is the document given. positions are the offsets of the start
	// tags in it, -1 for elements that the parser implied; nil when src is original.
	original  string
	positions []int32

	// duplicates are the attributes written more than once on one start tag,
	// by its offset in the original; all but the first are lost.
	duplicates map[int32]string

	ids map[string]node // built on demand by byID
}

// count is how many elements there are: nodes are 0 to count-1.
func (t *tree) count() node { return node(len(t.elements)) }

func (t *tree) at(n node) *element { return &t.elements[n] }

func (t *tree) tag(n node) tag { return t.elements[n].tag }

func (t *tree) parent(n node) node { return t.elements[n].parent }

func (t *tree) has(n node, f flags) bool { return t.elements[n].flags&f != 0 }

// name is the element type as written: lower case in HTML.
func (t *tree) name(n node) string {
	e := t.at(n)
	if e.tag > tagForeign {
		return tagNames[e.tag]
	}
	end := int(e.start) + 1
	for end < len(t.src) && !endsTagName(t.src[end]) {
		end++
	}
	return t.src[e.start+1 : end]
}

// after is the offset behind the whole element.
func (t *tree) after(n node) int {
	e := t.at(n)
	if e.flags&hasEndTag == 0 {
		return int(e.inner)
	}
	return int(e.close) + len("</>") + len(t.name(n))
}

// root is the html element; none when the document is empty or of another language.
func (t *tree) root() node {
	if len(t.elements) == 0 || t.elements[0].flags&inTemplate != 0 {
		return none
	}
	return 0
}

// withoutImplied takes html, head and body out of the document when html is not written in
// it: the parser has put them around the root of another language.
func (t *tree) withoutImplied() {
	if len(t.elements) == 0 || t.positions[0] >= 0 {
		return
	}
	for n := range t.count() {
		if e := t.at(n); e.tag == tagHTML || e.tag == tagHead || e.tag == tagBody {
			e.flags |= inTemplate
		}
	}
}

// children are the child elements of n in order.
func (t *tree) children(n node) iter.Seq[node] {
	return func(yield func(node) bool) {
		for c, end := n+1, t.elements[n].next; c < end; c = t.elements[c].next {
			if !yield(c) {
				return
			}
		}
	}
}

// subtree are the elements inside n in order, without n.
func (t *tree) subtree(n node) iter.Seq[node] {
	return func(yield func(node) bool) {
		for c, end := n+1, t.elements[n].next; c < end; c++ {
			if !yield(c) {
				return
			}
		}
	}
}

// contains reports whether n is a or stands inside it.
func (t *tree) contains(a, n node) bool { return n >= a && n < t.elements[a].next }

// ancestor is the nearest element around n, without n, whose tag is in set.
func (t *tree) ancestor(n node, set *tagSet) node {
	for n = t.parent(n); n != none && !set.has(t.tag(n)); {
		n = t.parent(n)
	}
	return n
}

// firstChild is the first child of a tag, or none.
func (t *tree) firstChild(n node, want tag) node {
	for c := range t.children(n) {
		if t.tag(c) == want {
			return c
		}
	}
	return none
}

// firstSummary is the summary that a details element shows, or none.
func (t *tree) firstSummary(details node) node {
	for c := range t.children(details) {
		if t.tag(c) == tagSummary {
			return c
		}
	}
	return none
}

// isPage reports an HTML page, which a document of SVG or MathML is not, though the
// HTML parser makes a page of it.
func (t *tree) isPage() bool {
	s := strings.TrimPrefix(t.original, "\ufeff")
	for {
		s = strings.TrimLeft(s, " \t\r\n\f")
		end := -1
		switch {
		case strings.HasPrefix(s, "<!--"):
			end = strings.Index(s, "-->")
		case strings.HasPrefix(s, "<?"), strings.HasPrefix(s, "<!"):
			end = strings.IndexByte(s, '>')
		}
		if end < 0 {
			break
		}
		s = s[end:]
		s = s[strings.IndexByte(s, '>')+1:]
	}
	for _, root := range [...]string{"<svg", "<math"} {
		if rest, ok := strings.CutPrefix(s, root); ok && rest != "" && endsTagName(rest[0]) {
			return false
		}
	}
	return true
}
