package a11y

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// parse reads any document as a browser does, and brings it into the canonical
// form: the same source form that scan reads, so that rules know one tree only.
func parse(original string, maxElements int) (*tree, error) {
	marked, duplicates := mark(original)
	doc, err := html.Parse(strings.NewReader(marked))
	if err != nil {
		if strings.Contains(err.Error(), strconv.Itoa(maxDepth)) {
			return nil, &Error{Code: TooDeep, Detail: fmt.Sprintf("more than %d elements inside each other", maxDepth)}
		}
		return nil, &Error{Code: Unreadable}
	}
	t, err := canonicalise(doc, maxElements)
	if err != nil {
		return nil, err
	}
	t.original, t.duplicates = original, duplicates
	return t, nil
}

// marker is an attribute that mark adds to each start tag: where it stands. The
// parser moves, copies and implies elements, so that counting tags would not do.
const marker = "a11y-offset-e7d1"

// mark returns the document with a marker on each start tag, and the names of
// attributes written twice on one tag by its offset.
func mark(src string) (marked string, duplicates map[int32]string) {
	z := html.NewTokenizer(strings.NewReader(src))
	var b strings.Builder
	b.Grow(len(src) + len(src)/2)
	pos, foreign := 0, 0
	for {
		kind := z.Next()
		raw := z.Raw()
		if kind == html.ErrorToken {
			b.WriteString(src[min(pos, len(src)):])
			return b.String(), duplicates
		}
		if kind != html.StartTagToken && kind != html.SelfClosingTagToken && kind != html.EndTagToken {
			b.WriteString(src[pos : pos+len(raw)])
			pos += len(raw)
			continue
		}
		size := len(raw) // raw is overwritten by TagName
		name, _ := z.TagName()
		at := pos + size // behind the name, which has another length when it is no UTF-8
		if end := strings.IndexAny(src[pos+1:pos+size], " \t\n\f\r/>"); end >= 0 {
			at = pos + 1 + end
		}
		outermost := string(name) == "svg" || string(name) == "math"
		if kind == html.EndTagToken {
			if outermost && foreign > 0 {
				foreign--
			}
			b.WriteString(src[pos : pos+size])
			pos += size
			z.AllowCDATA(foreign > 0)
			continue
		}
		if foreign > 0 {
			z.NextIsNotRawText()
		}
		if outermost && kind == html.StartTagToken {
			foreign++
		}
		z.AllowCDATA(foreign > 0)
		if twice := duplicate(src[at : pos+size]); twice != "" {
			if duplicates == nil {
				duplicates = make(map[int32]string)
			}
			duplicates[int32(pos)] = twice
		}
		b.WriteString(src[pos:at])
		b.WriteString(" " + marker + "=" + strconv.Itoa(pos) + " ")
		b.WriteString(src[at : pos+size])
		pos += size
	}
}

// duplicate is the first attribute name that a start tag has twice; tag is what
// stands behind its name. The tokenizer keeps no attribute the second time.
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

// attributeNames are the names of attributes in a start tag, lower case (HTML
// Standard section 13.2.5.32 and on).
func attributeNames(tag string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := 0; i < len(tag) && tag[i] != '>'; {
			if isSpace(tag[i]) || tag[i] == '/' {
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

// skipValue is the index behind the value of an attribute whose name ends at i.
func skipValue(tag string, i int) int {
	rest := trimSpaceLeft(tag[i:])
	if rest == "" || rest[0] != '=' {
		return i
	}
	rest = trimSpaceLeft(rest[1:])
	i = len(tag) - len(rest)
	if rest != "" && (rest[0] == '"' || rest[0] == '\'') {
		if n := strings.IndexByte(rest[1:], rest[0]); n >= 0 {
			return i + n + 2
		}
		return len(tag)
	}
	for i < len(tag) && tag[i] != '>' && !isSpace(tag[i]) {
		i++
	}
	return i
}

var errTooMany = errors.New("too many elements")

// canonicaliser writes the canonical form of a parsed document.
type canonicaliser struct {
	b    strings.Builder
	tree *tree
	max  int
}

func canonicalise(doc *html.Node, maxElements int) (*tree, error) {
	c := canonicaliser{tree: &tree{canonical: true}, max: maxElements}
	for n := doc.FirstChild; n != nil; n = n.NextSibling {
		if n.Type != html.ElementNode {
			continue
		}
		if err := c.element(n, none, 0); err != nil {
			return nil, &Error{Code: TooManyElements, Detail: fmt.Sprintf("more than %d", maxElements)}
		}
	}
	c.tree.src = c.b.String()
	return c.tree, nil
}

// element writes n and all in it; the parser bounds the depth.
func (c *canonicaliser) element(n *html.Node, parent node, inherited flags) error {
	id := node(len(c.tree.elements))
	if int(id) >= c.max {
		return errTooMany
	}
	e := element{tag: lookupTag(n.Data), parent: parent, start: int32(c.b.Len()), flags: inherited}
	switch n.Namespace {
	case "svg":
		e.space = spaceSVG
	case "math":
		e.space = spaceMath
	}
	if e.space != spaceHTML && (e.tag != tagSVG && e.tag != tagMath) {
		e.tag = tagForeign
	}
	if e.tag == tagTemplate {
		inherited |= inTemplate
	}
	name := plainName(n.Data)
	c.b.WriteByte('<')
	c.b.WriteString(name)
	position := c.attributes(n, &e)
	c.b.WriteByte('>')
	e.inner = int32(c.b.Len())
	c.tree.elements = append(c.tree.elements, e)
	c.tree.positions = append(c.tree.positions, position)
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		switch child.Type {
		case html.TextNode:
			escape(&c.b, child.Data)
		case html.ElementNode:
			if err := c.element(child, id, inherited); err != nil {
				return err
			}
		}
	}
	at := c.tree.at(id)
	at.close, at.next = int32(c.b.Len()), node(len(c.tree.elements))
	if shapes[e.tag].model != modelVoid {
		at.flags |= hasEndTag
		c.b.WriteString("</" + name + ">")
	}
	return nil
}

// attributes writes the attributes of n and returns the position they bear.
func (c *canonicaliser) attributes(n *html.Node, e *element) int32 {
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
		e.flags |= hasAttributes | flagOf(key)
		c.b.WriteString(" " + plainName(key) + `="`)
		escape(&c.b, a.Val)
		c.b.WriteByte('"')
	}
	return position
}

// plainName is a name of the parser without the bytes that would end it in the
// canonical form: the parser allows nearly all.
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
