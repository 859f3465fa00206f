package dom

import (
	"errors"
	"iter"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// parse reads any document as a browser does, and writes it in canonical form: the form of source that scan reads,
// so that rules know one kind of tree.
func parse(original string, maxElements int) (*Tree, error) {
	marked, duplicates := mark(original)
	doc, err := html.Parse(strings.NewReader(marked))
	if err != nil {
		if strings.Contains(err.Error(), strconv.Itoa(MaxDepth)) {
			return nil, ErrTooDeep
		}
		return nil, errUnreadable
	}
	t, err := canonicalise(doc, maxElements)
	if err != nil {
		return nil, err
	}
	t.original, t.duplicates = original, duplicates
	return t, nil
}

// marker is an attribute that mark adds to each start tag. It holds the offset of the tag. The parser moves,
// copies and implies elements, so counting tags would not do.
const marker = "a11y-offset-e7d1"

// mark returns the document with a marker on each start tag. It also returns, by the offset of the tag, the names
// of attributes that a tag has twice.
func mark(src string) (marked string, duplicates map[int32]string) {
	z := html.NewTokenizer(strings.NewReader(src))
	m := marking{src: src}
	m.out.Grow(len(src) + len(src)/2)
	for {
		kind := z.Next()
		size := len(z.Raw()) // before TagName overwrites what Raw returns
		switch kind {
		case html.ErrorToken:
			m.out.WriteString(src[min(m.pos, len(src)):])
			return m.out.String(), m.duplicates
		case html.StartTagToken, html.SelfClosingTagToken:
			if m.foreign > 0 {
				z.NextIsNotRawText()
			}
			if kind == html.StartTagToken && isForeignRoot(z) {
				m.foreign++
			}
			z.AllowCDATA(m.foreign > 0)
			m.startTag(size)
		case html.EndTagToken:
			if isForeignRoot(z) && m.foreign > 0 {
				m.foreign--
			}
			z.AllowCDATA(m.foreign > 0)
			m.copy(size)
		default:
			m.copy(size)
		}
	}
}

// isForeignRoot reports whether the tag begins or ends SVG or MathML.
func isForeignRoot(z *html.Tokenizer) bool {
	name, _ := z.TagName()
	return string(name) == "svg" || string(name) == "math"
}

// marking is the state of mark.
type marking struct {
	src        string
	pos        int // how much of src was written
	out        strings.Builder
	foreign    int // elements of SVG and MathML that are open
	duplicates map[int32]string
}

// copy writes the next bytes of the source.
func (m *marking) copy(size int) {
	m.out.WriteString(m.src[m.pos : m.pos+size])
	m.pos += size
}

// startTag writes the next start tag, with its marker.
func (m *marking) startTag(size int) {
	start, end := m.pos, m.pos+size
	behind := end // the name: the tokenizer changes its length if it is not UTF-8
	if i := strings.IndexAny(m.src[start+1:end], " \t\n\f\r/>"); i >= 0 {
		behind = start + 1 + i
	}
	if twice := duplicate(m.src[behind:end]); twice != "" {
		if m.duplicates == nil {
			m.duplicates = make(map[int32]string)
		}
		m.duplicates[int32(start)] = twice
	}
	m.copy(behind - start)
	m.out.WriteString(" " + marker + "=" + strconv.Itoa(start) + " ")
	m.copy(end - behind)
}

// duplicate returns the first attribute name that a start tag has twice. tag is the text after the name of the
// tag. The tokenizer drops the second attribute.
func duplicate(tag string) string {
	var few [8]string
	seen := few[:0]
	var many map[string]bool
	for name := range attributeNames(tag) {
		if many == nil && len(seen) == cap(seen) {
			many = make(map[string]bool)
			for _, s := range seen {
				many[s] = true
			}
		}
		if many[name] || slices.Contains(seen, name) {
			return name
		}
		if many != nil {
			many[name] = true
		} else {
			seen = append(seen, name)
		}
	}
	return ""
}

// attributeNames returns the names of attributes in a start tag, in lower case (HTML Standard section 13.2.5.32
// and on).
func attributeNames(tag string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := 0; i < len(tag) && tag[i] != '>'; {
			if IsSpace(tag[i]) || tag[i] == '/' {
				i++
				continue
			}
			end := i + 1 // a "=" at the beginning belongs to the name
			for end < len(tag) && tag[end] != '=' && !endsTagName(tag[end]) {
				end++
			}
			if !yield(strings.ToLower(tag[i:end])) {
				return
			}
			i = skipValue(tag, end)
		}
	}
}

// skipValue returns the index after the value of an attribute whose name ends at i.
func skipValue(tag string, i int) int {
	rest := TrimSpaceLeft(tag[i:])
	if rest == "" || rest[0] != '=' {
		return i
	}
	rest = TrimSpaceLeft(rest[1:])
	i = len(tag) - len(rest)
	if rest != "" && (rest[0] == '"' || rest[0] == '\'') {
		if n := strings.IndexByte(rest[1:], rest[0]); n >= 0 {
			return i + n + 2
		}
		return len(tag)
	}
	for i < len(tag) && tag[i] != '>' && !IsSpace(tag[i]) {
		i++
	}
	return i
}

// Errors of Read.
var (
	ErrTooDeep    = errors.New("elements nested too deep") // deeper than MaxDepth
	ErrTooMany    = errors.New("too many elements")        // more than the caller allows
	errUnreadable = errors.New("the HTML parser gave up")
)

// canonicaliser writes the canonical form of a parsed document.
type canonicaliser struct {
	b    strings.Builder
	tree *Tree
	max  int
}

// canonicalise writes the canonical form of a document and its tree.
func canonicalise(doc *html.Node, maxElements int) (*Tree, error) {
	c := canonicaliser{tree: &Tree{canonical: true}, max: maxElements}
	for n := doc.FirstChild; n != nil; n = n.NextSibling {
		if n.Type != html.ElementNode {
			continue
		}
		if err := c.writeElement(n, None, 0); err != nil {
			return nil, err
		}
	}
	c.tree.src = c.b.String()
	return c.tree, nil
}

// writeElement writes n and all in it; the parser bounds the depth.
func (c *canonicaliser) writeElement(n *html.Node, parent Node, inherited Flags) error {
	id := Node(len(c.tree.elements))
	if int(id) >= c.max {
		return ErrTooMany
	}
	e := Element{Tag: lookupTag(n.Data), Parent: parent, start: int32(c.b.Len()), Flags: inherited}
	switch n.Namespace {
	case "svg":
		e.Space = SpaceSVG
	case "math":
		e.Space = SpaceMath
	}
	if e.Space != SpaceHTML && (e.Tag != TagSVG && e.Tag != TagMath) {
		e.Tag = TagForeign
	}
	if e.Tag == TagTemplate {
		inherited |= InTemplate
	}
	name := plainName(n.Data)
	c.b.WriteByte('<')
	c.b.WriteString(name)
	position := c.writeAttributes(n, &e)
	c.b.WriteByte('>')
	e.Inner = int32(c.b.Len())
	c.tree.elements = append(c.tree.elements, e)
	c.tree.positions = append(c.tree.positions, position)
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		switch child.Type {
		case html.TextNode:
			escape(&c.b, child.Data)
		case html.ElementNode:
			if err := c.writeElement(child, id, inherited); err != nil {
				return err
			}
		}
	}
	at := c.tree.At(id)
	at.Close, at.Next = int32(c.b.Len()), Node(len(c.tree.elements))
	if shapes[e.Tag].model != modelVoid {
		at.Flags |= HasEndTag
		c.b.WriteString("</" + name + ">")
	}
	return nil
}

// writeAttributes writes the attributes of n, and returns the position in their marker.
func (c *canonicaliser) writeAttributes(n *html.Node, e *Element) int32 {
	position := int32(-1)
	for _, a := range n.Attr {
		key := a.Key
		if key == marker {
			if p, err := strconv.ParseInt(a.Val, 10, 32); err == nil {
				position = int32(p)
			}
			continue
		}
		if a.Namespace != "" {
			key = a.Namespace + ":" + key
		}
		e.Flags |= HasAttributes | attributeFlag(key)
		c.b.WriteString(" " + plainName(key) + `="`)
		escape(&c.b, a.Val)
		c.b.WriteByte('"')
	}
	return position
}

// plainName returns a name from the parser without bytes that would end it in the canonical form: the parser
// allows nearly all bytes.
func plainName(name string) string {
	if !strings.ContainsAny(name, "<>/= \t\n\r\f\"'&") && name != "" {
		return name
	}
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("<>/= \t\n\r\f\"'&", r) {
			return '_'
		}
		return r
	}, name) + "_"
}

// escape writes text or a value of an attribute so that it decodes to itself.
func escape(b *strings.Builder, s string) {
	for {
		i := strings.IndexAny(s, `&<>"`)
		if i < 0 {
			b.WriteString(s)
			return
		}
		b.WriteString(s[:i])
		switch s[i] {
		case '&':
			b.WriteString("&amp;")
		case '<':
			b.WriteString("&lt;")
		case '>':
			b.WriteString("&gt;")
		default:
			b.WriteString("&#34;")
		}
		s = s[i+1:]
	}
}
