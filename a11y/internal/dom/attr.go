package dom

import (
	"iter"
	"strings"

	"golang.org/x/net/html"
)

// Attr returns the decoded value of an attribute of n, and whether n has the attribute. name is in lower case.
func (t *Tree) Attr(n Node, name string) (string, bool) {
	if !t.Has(n, HasAttributes) {
		return "", false
	}
	for key, raw := range t.RawAttrs(n) {
		if key == name {
			return UnescapeAttr(raw), true
		}
	}
	return "", false
}

// Value returns the value of an attribute, or "" if n does not have it.
func (t *Tree) Value(n Node, name string) string {
	v, _ := t.Attr(n, name)
	return v
}

// HasAttr reports whether n has the attribute.
func (t *Tree) HasAttr(n Node, name string) bool {
	_, ok := t.Attr(n, name)
	return ok
}

// Attrs returns the attributes of n in order, values decoded.
func (t *Tree) Attrs(n Node) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for key, raw := range t.RawAttrs(n) {
			if !yield(key, UnescapeAttr(raw)) {
				return
			}
		}
	}
}

// RawAttrs returns the attributes of n as they stand in the source, in the two forms that scan allows: name, and
// name="value" in either quotes.
func (t *Tree) RawAttrs(n Node) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		e := t.At(n)
		s := t.src[e.start+1 : e.Inner]
		s = s[len(t.Name(n)):]
		for {
			s = TrimSpaceLeft(s)
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

// UnescapeAttr decodes the character references of an attribute. References without a semicolon mean something
// else in attributes than in text, so the tokenizer of the parser decodes them.
func UnescapeAttr(raw string) string {
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

// attributeFlag returns the flag that the presence of an attribute sets.
func attributeFlag(name string) Flags {
	switch name {
	case "role":
		return HasRole
	case "id":
		return HasID
	case "style":
		return HasStyle
	case "class":
		return HasClass
	case "hidden", "inert":
		return HasHidden
	case "tabindex":
		return HasTabindex
	case "lang", "xml:lang":
		return HasLang
	case "title":
		return HasTitle
	case "accesskey":
		return HasAccesskey
	case "contenteditable":
		return HasEditable
	case "autocomplete":
		return HasComplete
	}
	if strings.HasPrefix(name, "aria-") {
		return HasARIA
	}
	return 0
}

// ByID returns the first element with the id, or None.
func (t *Tree) ByID(id string) Node {
	if t.ids == nil {
		t.ids = make(map[string]Node)
		for n := range t.Count() {
			if !t.Has(n, HasID) {
				continue
			}
			if id, _ := t.Attr(n, "id"); id != "" {
				if _, taken := t.ids[id]; !taken {
					t.ids[id] = n
				}
			}
		}
	}
	if n, ok := t.ids[id]; ok {
		return n
	}
	return None
}
