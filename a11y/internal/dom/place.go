package dom

import (
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Places finds where elements stand: in the source, in the tree, in the PDF. It computes nothing before the first
// element.
type Places struct {
	t     *Tree
	lines []int // offsets of the beginnings of lines
	pages []pageAnchor
}

// pageAnchor is where a page of the PDF begins.
type pageAnchor struct {
	node   Node
	number int
}

// place is where one element stands.
type place struct {
	HTML         string // the beginning of the element in the source
	Selector     string // a CSS selector that finds it
	Line, Column int    // of its start tag, from 1; columns count bytes
	Page         int    // of the PDF, from 1; 0 when the document does not say
}

// Places returns a Places for the tree.
func (t *Tree) Places() *Places { return &Places{t: t} }

// Find returns where n stands.
func (pl *Places) Find(n Node) place {
	offset := pl.t.offset(n)
	line, column := pl.position(offset)
	return place{HTML: pl.t.snippet(n, offset), Selector: pl.t.Selector(n), Line: line, Column: column, Page: pl.page(n)}
}

// maxSnippet bounds the HTML of a finding, in bytes.
const maxSnippet = 240

// maxSiblings bounds the search for the place of an element among its siblings
// in a selector.
const maxSiblings = 20_000

// offset returns the offset at which n begins, or the nearest element around n that is written in the source.
func (t *Tree) offset(n Node) int {
	if t.positions == nil {
		return int(t.At(n).start)
	}
	for ; n != None; n = t.Parent(n) {
		if t.positions[n] >= 0 {
			return int(t.positions[n])
		}
	}
	return 0
}

// position returns an offset as line and column.
func (pl *Places) position(offset int) (line, column int) {
	if pl.lines == nil {
		pl.lines = []int{0}
		src := pl.t.original
		for i := 0; ; {
			j := strings.IndexByte(src[i:], '\n')
			if j < 0 {
				break
			}
			i += j + 1
			pl.lines = append(pl.lines, i)
		}
	}
	line = sort.SearchInts(pl.lines, offset+1)
	return line, offset - pl.lines[line-1] + 1
}

// snippet returns the source from the beginning of n to its end, or maxSnippet bytes of it.
func (t *Tree) snippet(n Node, offset int) string {
	s := t.original[offset:]
	if t.positions == nil {
		s = t.original[offset:t.after(n)]
	} else if t.positions[n] < 0 {
		return "<" + t.Name(n) + ">"
	} else if end := strings.IndexByte(s, '>'); end >= 0 && t.At(n).Flags&HasEndTag == 0 {
		s = s[:end+1]
	} else if end := strings.Index(s, "</"+t.Name(n)+">"); end >= 0 && end < maxSnippet {
		s = s[:end+len(t.Name(n))+3]
	}
	if len(s) <= maxSnippet {
		return s
	}
	end := maxSnippet
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "…"
}

// pagePrefix is the prefix of ids of page anchors in our HTML.
const pagePrefix = "page-"

// page returns the page of the last anchor before n, or at the beginning of its content.
func (pl *Places) page(n Node) int {
	if pl.pages == nil {
		pl.pages = append([]pageAnchor{{None, 0}}, pl.t.pageAnchors()...)
	}
	i := sort.Search(len(pl.pages), func(i int) bool { return pl.pages[i].node > n })
	return pl.pages[i-1].number
}

// pageAnchors returns the anchors of the pages of the PDF, in document order.
func (t *Tree) pageAnchors() []pageAnchor {
	var list []pageAnchor
	for n := range t.Count() {
		if t.elements[n].Flags&(HasID|HasRole) != HasID|HasRole || t.Value(n, "role") != "doc-pagebreak" {
			continue
		}
		digits, ok := strings.CutPrefix(t.Value(n, "id"), pagePrefix)
		if number, err := strconv.Atoi(digits); ok && err == nil && number > 0 {
			list = append(list, pageAnchor{n, number})
		}
	}
	return list
}

// Selector returns a CSS selector for n: steps from the root, or from the nearest element with an id of its own.
func (t *Tree) Selector(n Node) string {
	var steps []string
	for ; n != None; n = t.Parent(n) {
		if id, ok := t.Attr(n, "id"); ok && plainIdent(id) && t.ByID(id) == n {
			steps = append(steps, "#"+id)
			break
		}
		steps = append(steps, t.step(n))
		if t := t.Tag(n); t == TagBody || t == TagHead {
			break
		}
	}
	slices.Reverse(steps)
	return strings.Join(steps, " > ")
}

// step returns the type of n, and its position among siblings of its type if there are several.
func (t *Tree) step(n Node) string {
	name, parent := t.Name(n), t.Parent(n)
	if parent == None {
		return name
	}
	place, like, seen := 0, 0, 0
	for c := range t.Children(parent) {
		if seen++; seen > maxSiblings {
			break
		}
		if t.Name(c) == name {
			if like++; c == n {
				place = like
			}
		}
	}
	if like < 2 || place == 0 {
		return name
	}
	return name + ":nth-of-type(" + strconv.Itoa(place) + ")"
}

// plainIdent reports whether an id needs no escapes in a selector.
func plainIdent(id string) bool {
	for i := range len(id) {
		if c := id[i]; !isAlnum(c) && c != '-' && c != '_' && c < utf8.RuneSelf {
			return false
		}
	}
	return id != "" && (id[0] < '0' || id[0] > '9') && id[0] != '-'
}

// HasDuplicateAttrs reports whether any start tag of the document has an attribute twice.
func (t *Tree) HasDuplicateAttrs() bool { return len(t.duplicates) > 0 }

// DuplicateAttr returns the first attribute that the start tag of n has twice, if there is one.
func (t *Tree) DuplicateAttr(n Node) (name string, ok bool) {
	name, ok = t.duplicates[int32(t.offset(n))]
	return name, ok && (t.positions == nil || t.positions[n] >= 0)
}
