package dom

import (
	"iter"
	"strings"
)

// Node is the index of an element in a tree, in document order: parents come before their children.
type Node int32

// Outermost is the outermost element, html in a page.
const Outermost Node = 0

// None for the root
const None Node = -1

// Element is one element of a document, 28 bytes. Its attributes and texts stay
// in the source and are decoded only when a rule looks at them.
type Element struct {
	Tag    Tag
	Space  Namespace
	Style  uint16 // index of its computed style; package css sets it
	Flags  Flags
	Parent Node  // none for the root
	Next   Node  // the first element after the subtree; Count at the end
	start  int32 // offset of the start tag
	Inner  int32 // offset after the start tag
	Close  int32 // offset of the end tag; Inner if there is none
}

// Namespace is the language of an element.
type Namespace uint8

// The namespaces.
const (
	SpaceHTML Namespace = iota
	SpaceSVG
	SpaceMath
)

// Flags say which attributes an element has, and what it inherits.
type Flags uint32

// The flags that the attributes of an element set. Flags that it inherits begin with Unrendered.
const (
	HasAttributes Flags = 1 << iota // any at all
	HasRole                         // role
	HasARIA                         // some aria-* attribute
	HasID                           // id
	HasStyle                        // style
	HasClass                        // class
	HasHidden                       // hidden or inert
	HasTabindex                     // tabindex
	HasLang                         // lang or xml:lang
	HasTitle                        // title
	HasAccesskey                    // accesskey
	HasEditable                     // contenteditable
	HasComplete                     // autocomplete
	HasEndTag                       // an end tag stands at Close
	InTemplate                      // in a template: not part of the document
)

// Tree is a document: its elements in document order. The source is the given one if that is regular (scan.go),
// else the canonical form of what the HTML parser made of it (parse.go).
type Tree struct {
	src      string
	elements []Element

	// canonical says that src was written by canonicalise: text is escaped
	// everywhere, also in script and style.
	canonical bool

	// original is the given document. positions are the offsets of the start tags in it, -1 for elements that the
	// parser implied. positions is nil if src is original.
	original  string
	positions []int32

	// duplicates are the attributes that a start tag has more than once, by the offset of the tag in the original.
	// All but the first are lost.
	duplicates map[int32]string

	ids map[string]Node // built on demand by ByID
}

// Count returns the number of elements. Nodes are 0 to Count-1.
func (t *Tree) Count() Node { return Node(len(t.elements)) }

// At returns element n. The pointer stays valid. Rules do not change the element.
func (t *Tree) At(n Node) *Element { return &t.elements[n] }

// Tag returns the type of element n.
func (t *Tree) Tag(n Node) Tag { return t.elements[n].Tag }

// Parent returns the element around n, or None.
func (t *Tree) Parent(n Node) Node { return t.elements[n].Parent }

// Has reports whether n has one of the flags.
func (t *Tree) Has(n Node, f Flags) bool { return t.elements[n].Flags&f != 0 }

// Name returns the element type as written; in HTML it is lower case.
func (t *Tree) Name(n Node) string {
	e := t.At(n)
	if e.Tag > TagForeign {
		return tagNames[e.Tag]
	}
	end := int(e.start) + 1
	for end < len(t.src) && !endsTagName(t.src[end]) {
		end++
	}
	return t.src[e.start+1 : end]
}

// after returns the offset after the whole element.
func (t *Tree) after(n Node) int {
	e := t.At(n)
	if e.Flags&HasEndTag == 0 {
		return int(e.Inner)
	}
	return int(e.Close) + len("</>") + len(t.Name(n))
}

// Root returns the html element, or None if the document is empty or of another language.
func (t *Tree) Root() Node {
	if len(t.elements) == 0 || t.elements[0].Flags&InTemplate != 0 {
		return None
	}
	return 0
}

// DropImplied removes html, head and body from the document if html is not written in it: the parser has put them
// around the root of another language.
func (t *Tree) DropImplied() {
	if len(t.elements) == 0 || t.positions[0] >= 0 {
		return
	}
	for n := range t.Count() {
		if e := t.At(n); e.Tag == TagHTML || e.Tag == TagHead || e.Tag == TagBody {
			e.Flags |= InTemplate
		}
	}
}

// Children returns the child elements of n in order.
func (t *Tree) Children(n Node) iter.Seq[Node] {
	return func(yield func(Node) bool) {
		for c, end := n+1, t.elements[n].Next; c < end; c = t.elements[c].Next {
			if !yield(c) {
				return
			}
		}
	}
}

// Subtree returns the elements inside of n in order, without n.
func (t *Tree) Subtree(n Node) iter.Seq[Node] {
	return func(yield func(Node) bool) {
		for c, end := n+1, t.elements[n].Next; c < end; c++ {
			if !yield(c) {
				return
			}
		}
	}
}

// Contains reports whether n is a, or stands inside of a.
func (t *Tree) Contains(a, n Node) bool { return n >= a && n < t.elements[a].Next }

// Ancestor returns the nearest element around n, without n, whose tag is in set.
func (t *Tree) Ancestor(n Node, set *TagSet) Node {
	for n = t.Parent(n); n != None && !set.Has(t.Tag(n)); {
		n = t.Parent(n)
	}
	return n
}

// FirstChild returns the first child with a tag, or None.
func (t *Tree) FirstChild(n Node, want Tag) Node {
	for c := range t.Children(n) {
		if t.Tag(c) == want {
			return c
		}
	}
	return None
}

// FirstSummary returns the summary that a details element shows, or None.
func (t *Tree) FirstSummary(details Node) Node {
	for c := range t.Children(details) {
		if t.Tag(c) == TagSummary {
			return c
		}
	}
	return None
}

// IsPage reports whether the document is an HTML page. A document of SVG or MathML is not, though the HTML parser
// makes a page of it.
func (t *Tree) IsPage() bool {
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
