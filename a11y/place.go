package a11y

import (
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// places says where elements stand: in the source, in the tree, in the PDF.
// Nothing of it is computed before there is something to place.
type places struct {
	p     *page
	lines []int // offsets of the beginnings of lines
	pages []pageAnchor
}

// pageAnchor is where a page of the PDF begins.
type pageAnchor struct {
	node   node
	number int
}

func (p *page) newPlaces() *places { return &places{p: p} }

func (pl *places) nodes(found []finding) []Node {
	nodes := make([]Node, 0, len(found))
	for _, f := range found {
		offset := pl.p.offset(f.node)
		line, column := pl.position(offset)
		nodes = append(nodes, Node{
			HTML: pl.p.snippet(f.node, offset), Target: pl.p.selector(f.node),
			Line: line, Column: column, Page: pl.page(f.node),
			Message: f.message, Data: f.data,
		})
	}
	return nodes
}

// offset is where n or the nearest written element around it begins.
func (t *tree) offset(n node) int {
	if t.positions == nil {
		return int(t.at(n).start)
	}
	for ; n != none; n = t.parent(n) {
		if t.positions[n] >= 0 {
			return int(t.positions[n])
		}
	}
	return 0
}

// position is an offset as line and column.
func (pl *places) position(offset int) (line, column int) {
	if pl.lines == nil {
		pl.lines = []int{0}
		src := pl.p.original
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

// snippet is the source from where n begins, cut at the end of n or maxSnippet.
func (t *tree) snippet(n node, offset int) string {
	s := t.original[offset:]
	if t.positions == nil {
		s = t.original[offset:t.after(n)]
	} else if t.positions[n] < 0 {
		return "<" + t.name(n) + ">"
	} else if end := strings.IndexByte(s, '>'); end >= 0 && t.at(n).flags&hasEndTag == 0 {
		s = s[:end+1]
	} else if end := strings.Index(s, "</"+t.name(n)+">"); end >= 0 && end < maxSnippet {
		s = s[:end+len(t.name(n))+3]
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

// pagePrefix begins the ids of the anchors of pages in our HTML.
const pagePrefix = "page-"

// page is the page of the last anchor before n or in front of its content.
func (pl *places) page(n node) int {
	if pl.pages == nil {
		pl.pages = append([]pageAnchor{{none, 0}}, pl.p.pageAnchors()...)
	}
	i := sort.Search(len(pl.pages), func(i int) bool { return pl.pages[i].node > n })
	return pl.pages[i-1].number
}

func (t *tree) pageAnchors() []pageAnchor {
	var list []pageAnchor
	for n := range node(len(t.elements)) {
		if t.elements[n].flags&(hasID|hasRole) != hasID|hasRole || t.value(n, "role") != "doc-pagebreak" {
			continue
		}
		digits, ok := strings.CutPrefix(t.value(n, "id"), pagePrefix)
		if number, err := strconv.Atoi(digits); ok && err == nil && number > 0 {
			list = append(list, pageAnchor{n, number})
		}
	}
	return list
}

// selector is a CSS selector for n: steps from the root or the nearest element with
// an id of its own.
func (p *page) selector(n node) string {
	var steps []string
	for ; n != none; n = p.parent(n) {
		if id, ok := p.attr(n, "id"); ok && plainIdent(id) && p.byID(id) == n {
			steps = append(steps, "#"+id)
			break
		}
		steps = append(steps, p.step(n))
		if t := p.tag(n); t == tagBody || t == tagHead {
			break
		}
	}
	slices.Reverse(steps)
	return strings.Join(steps, " > ")
}

// step is the type of n, and its place among its like when there are several.
func (p *page) step(n node) string {
	name, parent := p.name(n), p.parent(n)
	if parent == none {
		return name
	}
	place, like, seen := 0, 0, 0
	for c := range p.children(parent) {
		if seen++; seen > maxSiblings {
			break
		}
		if p.name(c) == name {
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

// plainIdent reports an id that needs no escapes in a selector.
func plainIdent(id string) bool {
	for i := range len(id) {
		if c := id[i]; !isAlnum(c) && c != '-' && c != '_' && c < utf8.RuneSelf {
			return false
		}
	}
	return id != "" && (id[0] < '0' || id[0] > '9') && id[0] != '-'
}
