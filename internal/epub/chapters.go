package epub

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const (
	// chapterLeast is the text, in bytes, that a file has before another heading of the top begins a new one:
	// pages of a book open at once, and a document of a few pages is one file.
	chapterLeast = 24 << 10
	// chapterMost is what a file has at most where the flow can be cut: old reading systems stop at 300 kilobytes.
	chapterMost = 200 << 10
)

// chapter is one file of the flow.
type chapter struct {
	name        string // relative to the package document
	nodes       []*html.Node
	size        int // bytes of text
	math, forms bool
}

// chapters are the files of the flow, with what leads from one to another.
type chapters struct {
	list     []*chapter
	language string            // of the page
	ids      map[string]string // by name in the page: as XML has it
	files    map[string]string // by name in the page: the file that it is in
	headings []heading
	pages    []page
	unnamed  bool            // a picture has no text that stands for it
	named    map[string]bool // addresses in the flow
}

// heading is an entry of the contents.
type heading struct {
	level    int
	text, id string
}

// page is where a printed page begins.
type page struct{ label, id string }

// cut cuts the flow of a page into chapters.
func cut(page string) (*chapters, error) {
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		return nil, fmt.Errorf("epub: %w", err)
	}
	flow := find(root, atom.Article)
	if flow == nil {
		if flow = find(root, atom.Main); flow == nil {
			return nil, errors.New("epub: the page has no main part")
		}
	}
	c := &chapters{ids: map[string]string{}, files: map[string]string{}, named: map[string]bool{}}
	if top := find(root, atom.Html); top != nil {
		c.language = attr(top, "lang")
	}
	prune(flow)
	for _, n := range units(flow) {
		c.add(n)
	}
	if len(c.list) == 0 {
		c.list = append(c.list, &chapter{name: fileName(1)})
	}
	taken := map[string]bool{}
	for _, k := range c.list {
		for _, n := range k.nodes {
			c.read(k, n, taken)
		}
	}
	return c, nil
}

// unflowing are the classes of what a facsimile adds to the flowing document: drawings, markers, signs for the
// eye, glyphs of formulas, labels, the list of pages. A book flows and has no place for them.
var unflowing = []string{"g", "k", "m", "x", "rest", "leaves"}

// prune takes out of n what has one of these classes. A name in it becomes that of n, for links that lead there.
func prune(n *html.Node) {
	for k := n.FirstChild; k != nil; {
		next := k.NextSibling
		if k.Type == html.ElementNode && slices.ContainsFunc(strings.Fields(attr(k, "class")), func(c string) bool { return slices.Contains(unflowing, c) }) {
			n.RemoveChild(k)
			if id := firstID(k); id != "" && attr(n, "id") == "" {
				n.Attr = append(n.Attr, html.Attribute{Key: "id", Val: id})
			}
		} else {
			prune(k)
		}
		k = next
	}
}

// firstID is the name of n, or else of what is in it.
func firstID(n *html.Node) string {
	if id := attr(n, "id"); id != "" {
		return id
	}
	for k := range n.Descendants() {
		if id := attr(k, "id"); id != "" {
			return id
		}
	}
	return ""
}

func fileName(n int) string { return "part-" + strconv.Itoa(n) + ".xhtml" }

// units are the children of n in order; what is larger than a file is taken apart.
func units(n *html.Node) (list []*html.Node) {
	for k := n.FirstChild; k != nil; k = k.NextSibling {
		if k.Type == html.ElementNode && (k.DataAtom == atom.Section || k.DataAtom == atom.Article || k.DataAtom == atom.Div) && textSize(k) > chapterMost {
			list = append(list, units(k)...)
			continue
		}
		list = append(list, k)
	}
	return list
}

// add adds n to the last chapter, or begins one with it.
func (c *chapters) add(n *html.Node) {
	size := textSize(n)
	last := len(c.list) - 1
	opens := n.Type == html.ElementNode && n.DataAtom == atom.Section
	if last < 0 || c.list[last].size > 0 && (c.list[last].size+size > chapterMost || opens && c.list[last].size >= chapterLeast) {
		c.list = append(c.list, &chapter{name: fileName(len(c.list) + 1)})
		last++
	}
	c.list[last].nodes = append(c.list[last].nodes, n)
	c.list[last].size += size
}

// read notes what chapter k has at n and below: names, headings, page breaks.
func (c *chapters) read(k *chapter, n *html.Node, taken map[string]bool) {
	if n.Type == html.ElementNode {
		for _, key := range []string{"src", "href"} {
			if v := attr(n, key); v != "" {
				c.named[v] = true
			}
		}
		c.unnamed = c.unnamed || slices.Contains(strings.Fields(attr(n, "class")), unnamedClass)
		switch n.DataAtom {
		case atom.Math:
			k.math = true
		case atom.Input, atom.Select, atom.Textarea, atom.Button, atom.Form:
			k.forms = true
		}
		level := headingLevel(n)
		if c.ids[attr(n, "id")] != "" || attr(n, "id") == "" { // that of another element, or none
			n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "id" })
			if level > 0 {
				n.Attr = append(n.Attr, html.Attribute{Key: "id", Val: "heading-" + strconv.Itoa(len(c.headings)+1)})
			}
		}
		if id := attr(n, "id"); id != "" {
			name := xmlName(id)
			for i := 2; taken[name]; i++ {
				name = xmlName(id) + "-" + strconv.Itoa(i)
			}
			taken[name], c.ids[id], c.files[id] = true, name, k.name
		}
		if level > 0 {
			c.headings = append(c.headings, heading{level, textOf(n), attr(n, "id")})
		}
		if attr(n, "role") == "doc-pagebreak" && attr(n, "id") != "" {
			c.pages = append(c.pages, page{strings.TrimPrefix(attr(n, "title"), "Page "), attr(n, "id")})
		}
	}
	for ch := n.FirstChild; ch != nil; ch = ch.NextSibling {
		c.read(k, ch, taken)
	}
}

// link is where the element that the page calls id is, from the package document.
func (c *chapters) link(id string) string { return c.files[id] + "#" + c.ids[id] }

// unnamedClass is that of pictures whose alternative says no more than that they are there.
const unnamedClass = "unnamed"

func headingLevel(n *html.Node) int {
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return int(n.Data[1] - '0')
	}
	if attr(n, "role") == "heading" {
		level, _ := strconv.Atoi(attr(n, "aria-level")) // 0 where it is none
		return level
	}
	return 0
}

func find(n *html.Node, a atom.Atom) *html.Node {
	for k := range n.Descendants() {
		if k.Type == html.ElementNode && k.DataAtom == a {
			return k
		}
	}
	return nil
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key && a.Namespace == "" {
			return a.Val
		}
	}
	return ""
}

// textSize is how many bytes of text stand below n.
func textSize(n *html.Node) (size int) {
	if n.Type == html.TextNode {
		return len(n.Data)
	}
	for k := range n.Descendants() {
		if k.Type == html.TextNode {
			size += len(k.Data)
		}
	}
	return size
}

// textOf is the text below n in one line, without what stands beside formulas.
func textOf(n *html.Node) string {
	var b strings.Builder
	var add func(n *html.Node)
	add = func(n *html.Node) {
		switch {
		case n.Type == html.TextNode:
			b.WriteString(n.Data)
		case n.Data == "annotation":
		case n.DataAtom == atom.Br:
			b.WriteByte(' ')
		default:
			for k := n.FirstChild; k != nil; k = k.NextSibling {
				add(k)
			}
		}
	}
	add(n)
	return strings.Join(strings.Fields(b.String()), " ")
}

// xmlName is id as XML may have it (an NCName): it begins with a letter and has no signs but - and _.
func xmlName(id string) string {
	var b strings.Builder
	for i, r := range id {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r == '_':
			b.WriteRune(r)
		case r >= '0' && r <= '9', r == '-', r == '.':
			if i == 0 {
				b.WriteString("n-")
			}
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "_%x", r)
		}
	}
	return b.String()
}

// has reports whether the element that the page calls id is in chapter k.
func (c *chapters) has(k *chapter, id string) bool { return c.files[id] == k.name }

// references are the attributes whose values are ids of elements of the same file.
var references = []string{"for", "headers", "list", "aria-labelledby", "aria-describedby", "aria-details", "aria-controls", "aria-owns", "aria-flowto"}

func isReference(key string) bool { return slices.Contains(references, key) }
