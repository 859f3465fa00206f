package dom

import "strings"

// MaxDepth is the depth at which golang.org/x/net/html gives up. scan keeps to it.
const MaxDepth = 512

// scan reads a regular document in one pass, without building strings. It returns the tree that the algorithm of
// the HTML standard gives. At the first sign that the document is not regular it gives up; then the parser reads
// the document.
func scan(src string, maxElements int) (*Tree, bool) {
	if strings.IndexByte(src, 0) >= 0 || strings.IndexByte(src, '\r') >= 0 {
		return nil, false // the parser drops the first and rewrites the second
	}
	s := scanner{src: src, tree: &Tree{src: src, original: src}, maxElements: maxElements}
	tags := strings.Count(src, "<")
	s.tree.elements = make([]Element, 0, min(tags/2+tags/16+16, maxElements)) // void elements have one tag
	if !s.prologue() || !s.document() {
		return nil, false
	}
	return s.tree, true
}

type scanner struct {
	src         string
	pos         int
	tree        *Tree
	maxElements int

	open  Node // the current element
	depth int
	model model
	// groups counts the open elements of each group.
	groups [groupCount]int
	// root says how far the document is: html, head, body seen, body closed.
	seenHead, seenBody bool
}

const doctype = "<!doctype html>"

// prologue reads the doctype, without which a document is read in quirks mode.
func (s *scanner) prologue() bool {
	if len(s.src) < len(doctype) || !strings.EqualFold(s.src[:len(doctype)], doctype) {
		return false
	}
	s.pos = len(doctype)
	s.open, s.model = None, modelParts
	return true
}

// document reads tags and the texts before them until the root element is closed.
func (s *scanner) document() bool {
	for {
		i := strings.IndexByte(s.src[s.pos:], '<')
		if i < 0 {
			break
		}
		if s.model == modelParts && !IsBlankASCII(s.src[s.pos:s.pos+i]) {
			return false
		}
		s.pos += i
		if s.pos+1 >= len(s.src) {
			return false
		}
		var ok bool
		switch c := s.src[s.pos+1]; {
		case c == '/':
			ok = s.endTag()
		case c == '!':
			ok = s.comment()
		default:
			ok = s.startTag()
		}
		if !ok {
			return false
		}
	}
	return s.open == None && s.seenBody && IsBlankASCII(s.src[s.pos:])
}

// IsBlankASCII reports whether s, as it stands in the source, is nothing but white space of ASCII. It is a fast
// form of IsBlank.
func IsBlankASCII(s string) bool {
	for i := range len(s) {
		if c := s[i]; c != ' ' && c != '\n' && c != '\t' && c != '\f' {
			return false
		}
	}
	return true
}

// comment skips a comment of the plain form.
func (s *scanner) comment() bool {
	rest, ok := strings.CutPrefix(s.src[s.pos:], "<!--")
	if !ok || rest == "" || rest[0] == '>' || rest[0] == '-' {
		return false
	}
	end := strings.Index(rest, "--")
	if end < 0 || !strings.HasPrefix(rest[end:], "-->") {
		return false
	}
	s.pos += len("<!--") + end + len("-->")
	return true
}

// endTag checks how the end tag is written
func (s *scanner) endTag() bool {
	if s.open == None {
		return false
	}
	e := s.tree.At(s.open)
	name := s.tree.Name(s.open)
	end := s.pos + len("</") + len(name)
	if end >= len(s.src) || s.src[end] != '>' || s.src[s.pos+2:end] != name {
		return false
	}
	e.Close, e.Next = int32(s.pos), Node(len(s.tree.elements))
	e.Flags |= HasEndTag
	s.pos = end + 1
	s.closeElement(e)
	return true
}

// closeElement makes the parent of e the current element.
func (s *scanner) closeElement(e *Element) {
	s.groups[shapes[e.Tag].alone]--
	s.open = e.Parent
	s.depth--
	if s.open == None {
		s.model = modelParts
		return
	}
	p := s.tree.At(s.open)
	if p.Space != SpaceHTML {
		s.model = modelForeign
		return
	}
	s.model = shapes[p.Tag].model
}

// startTag adds an element, or gives up.
func (s *scanner) startTag() bool {
	start := s.pos
	i := start + 1
	inSVG := s.model == modelForeign && s.tree.At(s.open).Space == SpaceSVG
	for i < len(s.src) && (s.src[i] >= 'a' && s.src[i] <= 'z' || s.src[i] >= '0' && s.src[i] <= '9' || inSVG && isUpper(s.src[i])) {
		i++
	}
	if i == len(s.src) || i == start+1 || !endsTagName(s.src[i]) {
		return false
	}
	name := s.src[start+1 : i]
	e := Element{Tag: lookupTag(name), Parent: s.open, start: int32(start)}
	if !s.mayStand(&e, name) || len(s.tree.elements) == s.maxElements || s.depth >= MaxDepth-1 {
		return false
	}
	end, selfClosed, ok := s.attributes(i, &e)
	if !ok {
		return false
	}
	s.pos = end
	n := Node(len(s.tree.elements))
	e.Inner, e.Close, e.Next = int32(end), int32(end), n+1
	m := shapes[e.Tag].model
	if e.Space != SpaceHTML {
		m = modelForeign
	}
	s.tree.elements = append(s.tree.elements, e)
	if m == modelVoid || selfClosed {
		return !selfClosed || m == modelVoid || e.Space != SpaceHTML
	}
	s.open, s.model = n, m
	s.depth++
	s.groups[shapes[e.Tag].alone]++
	if m == modelRaw {
		return s.rawText(name)
	}
	return true
}

// mayStand reports whether the element may stand here without a repair by the parser.
func (s *scanner) mayStand(e *Element, name string) bool {
	if s.model == modelForeign {
		e.Tag, e.Space = TagForeign, s.tree.At(s.open).Space
		if e.Space == SpaceSVG {
			return svgNames[name]
		}
		return mathNames[name]
	}
	sh := &shapes[e.Tag]
	switch {
	case s.open == None:
		return e.Tag == TagHTML && len(s.tree.elements) == 0
	case sh.model == modelUnknown:
		return false
	case sh.closesP && s.groups[groupP] > 0, sh.alone != ungrouped && s.groups[sh.alone] > 0:
		return false
	}
	switch parent := s.tree.Tag(s.open); {
	case parent == TagHTML:
		return s.isNextSection(e.Tag)
	case parent == TagHead:
		return sh.in.Has(TagHead) || e.Tag == TagScript || e.Tag == TagStyle
	case sh.in != TagSet{}:
		return sh.in.Has(parent) || s.inDescription(e.Tag, parent)
	case e.Tag == TagMath:
		e.Space = SpaceMath
		return s.model == modelFlow
	case e.Tag == TagSVG:
		e.Space = SpaceSVG
		return s.model == modelFlow
	default:
		return s.model == modelFlow
	}
}

// isNextSection reports whether t is the head or body that comes next.
func (s *scanner) isNextSection(t Tag) bool {
	switch {
	case t == TagHead && !s.seenHead:
		s.seenHead = true
		return true
	case t == TagBody && s.seenHead && !s.seenBody:
		s.seenBody = true
		return true
	}
	return false
}

// inDescription reports whether t is a term or description in a div of a dl.
func (s *scanner) inDescription(t, parent Tag) bool {
	if t != TagDt && t != TagDd || parent != TagDiv {
		return false
	}
	list := s.tree.Parent(s.open)
	return list != None && s.tree.Tag(list) == TagDl
}

// rawText skips the text of an element without markup. A text is not regular if the parser would end it elsewhere
// or read it in another way.
func (s *scanner) rawText(name string) bool {
	for rest := s.src[s.pos:]; ; {
		i := strings.IndexByte(rest, '<')
		if i < 0 || strings.HasPrefix(rest[i:], "<!--") {
			return false // a comment in a script can hide its end tag
		}
		rest = rest[i:]
		if len(rest) > len(name)+2 && rest[1] == '/' && strings.EqualFold(rest[2:2+len(name)], name) {
			s.pos = len(s.src) - len(rest)
			return true // and endTag sees whether it is written plainly
		}
		rest = rest[1:]
	}
}

// maxScanned bounds the attributes of an element that scan reads: it compares
// each with all before it.
const maxScanned = 24

// attributes reads what stands from i to the end of the start tag and returns the
// offset behind it.
func (s *scanner) attributes(i int, e *Element) (end int, selfClosed, ok bool) {
	var names [maxScanned]string
	src := s.src
	for n := 0; ; n++ {
		spaces := i
		for i < len(src) && IsSpace(src[i]) {
			i++
		}
		switch {
		case i == len(src):
			return 0, false, false
		case src[i] == '>':
			return i + 1, false, true
		case src[i] == '/':
			return i + 2, true, i+1 < len(src) && src[i+1] == '>'
		case i == spaces || n == maxScanned:
			return 0, false, false
		}
		name := attributeName(src[i:])
		if e.Space == SpaceSVG {
			name = svgAttributeName(src[i:])
		}
		for _, before := range names[:n] {
			if before == name {
				return 0, false, false
			}
		}
		if i += len(name); name == "" || i == len(src) || e.Space != SpaceHTML && foreignAttribute(name) {
			return 0, false, false
		}
		names[n] = name
		e.Flags |= HasAttributes | attributeFlag(name)
		if src[i] != '=' {
			if !endsTagName(src[i]) {
				return 0, false, false
			}
			continue
		}
		if i+1 >= len(src) || src[i+1] != '"' && src[i+1] != '\'' {
			return 0, false, false
		}
		closing := strings.IndexByte(src[i+2:], src[i+1])
		if closing < 0 {
			return 0, false, false
		}
		i += closing + 3
		if i < len(src) && !endsTagName(src[i]) {
			return 0, false, false
		}
	}
}

// attributeName returns the name that s begins with, if it needs no change of case.
func attributeName(s string) string {
	i := 0
	for i < len(s) && (s[i] >= 'a' && s[i] <= 'z' || s[i] >= '0' && s[i] <= '9' || s[i] == '-' || s[i] == '_' || s[i] == ':') {
		i++
	}
	return s[:i]
}

// svgAttributeName returns the name of an attribute in a drawing. It may have capital letters.
func svgAttributeName(s string) string {
	i := 0
	for i < len(s) && (len(attributeName(s[i:i+1])) > 0 || isUpper(s[i])) {
		i++
	}
	if name := s[:i]; svgAttributes[name] || name == attributeName(name) && !svgAttributesLow[name] {
		return name
	}
	return ""
}

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }

// foreignAttribute reports whether the parser changes the name of an attribute in foreign content.
func foreignAttribute(name string) bool {
	return name == "definitionurl" || strings.IndexByte(name, ':') >= 0
}
