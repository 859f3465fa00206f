package a11y

import (
	"iter"
	"strings"

	"golang.org/x/net/html"
)

// attr is the value of an attribute of n, decoded, and whether it is there. The
// name is in lower case.
func (t *tree) attr(n node, name string) (string, bool) {
	if !t.has(n, hasAttributes) {
		return "", false
	}
	for key, raw := range t.rawAttrs(n) {
		if key == name {
			return unescapeAttr(raw), true
		}
	}
	return "", false
}

// value is attr for those who do not care whether the attribute is there.
func (t *tree) value(n node, name string) string {
	v, _ := t.attr(n, name)
	return v
}

// hasAttr reports whether n has the attribute.
func (t *tree) hasAttr(n node, name string) bool {
	_, ok := t.attr(n, name)
	return ok
}

// attrs are the attributes of n in order, values decoded.
func (t *tree) attrs(n node) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for key, raw := range t.rawAttrs(n) {
			if !yield(key, unescapeAttr(raw)) {
				return
			}
		}
	}
}

// rawAttrs are the attributes of n as they stand in the source, which has them in
// the two forms that scan allows: name and name="value" in either quotes.
func (t *tree) rawAttrs(n node) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		e := t.at(n)
		s := t.src[e.start+1 : e.inner]
		s = s[len(t.name(n)):]
		for {
			s = trimSpaceLeft(s)
			end := 0
			for end < len(s) && s[end] != '=' && !endsTagName(s[end]) {
				end++
			}
			if end == 0 {
				return
			}
			name, value := s[:end], ""
			if s = s[end:]; s != "" && s[0] == '=' {
				closing := strings.IndexByte(s[2:], s[1])
				value, s = s[2:2+closing], s[2+closing+1:]
			}
			if !yield(name, value) {
				return
			}
		}
	}
}

// unescapeAttr decodes the character references of an attribute. References
// without a semicolon mean something else there than in text, so they are left to the
// tokenizer of the parser.
func unescapeAttr(raw string) string {
	i := strings.IndexByte(raw, '&')
	if i < 0 {
		return raw
	}
	if plainReferences(raw[i:]) {
		return html.UnescapeString(raw)
	}
	quote := `"`
	if strings.Contains(raw, quote) {
		quote = "'"
	}
	z := html.NewTokenizer(strings.NewReader("<a x=" + quote + raw + quote + ">"))
	z.Next()
	z.TagName()
	_, v, _ := z.TagAttr()
	return string(v)
}

// plainReferences reports whether each ampersand of s begins a reference with a
// semicolon.
func plainReferences(s string) bool {
	for {
		i := strings.IndexByte(s, '&')
		if i < 0 {
			return true
		}
		s = s[i+1:]
		j := 0
		for j < len(s) && (s[j] == '#' && j == 0 || isAlnum(s[j])) {
			j++
		}
		if j == 0 || j == len(s) || s[j] != ';' {
			return false
		}
	}
}

// flagOf is what the presence of an attribute says.
func flagOf(name string) flags {
	switch name {
	case "role":
		return hasRole
	case "id":
		return hasID
	case "style":
		return hasStyle
	case "class":
		return hasClass
	case "hidden", "inert":
		return hasHidden
	case "tabindex":
		return hasTabindex
	case "lang", "xml:lang":
		return hasLang
	case "title":
		return hasTitle
	case "accesskey":
		return hasAccesskey
	case "contenteditable":
		return hasEditable
	case "autocomplete":
		return hasComplete
	}
	if strings.HasPrefix(name, "aria-") {
		return hasARIA
	}
	return 0
}

// byID is the first element with the id, or none.
func (t *tree) byID(id string) node {
	if t.ids == nil {
		t.ids = make(map[string]node)
		for n := range t.count() {
			if !t.has(n, hasID) {
				continue
			}
			if id, _ := t.attr(n, "id"); id != "" {
				if _, taken := t.ids[id]; !taken {
					t.ids[id] = n
				}
			}
		}
	}
	if n, ok := t.ids[id]; ok {
		return n
	}
	return none
}
