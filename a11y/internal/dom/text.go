package dom

import (
	"iter"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
)

var rawTags = Tags(TagScript, TagStyle, TagXmp, TagIframe, TagNoembed, TagNoframes, TagNoscript, TagPlaintext)

// Content returns what n contains, in order. A text comes as it stands in the source, with None; a child element
// comes with "".
func (t *Tree) Content(n Node) iter.Seq2[Node, string] {
	return func(yield func(Node, string) bool) {
		pos := int(t.At(n).Inner)
		for c, end := n+1, t.elements[n].Next; c < end; c = t.elements[c].Next {
			if s := t.src[pos:t.elements[c].start]; s != "" && !yield(None, s) || !yield(c, "") {
				return
			}
			pos = t.after(c)
		}
		if s := t.src[pos:t.At(n).Close]; s != "" {
			yield(None, s)
		}
	}
}

// Decode returns a text of Content as a reader sees it: without comments, and with character references resolved.
func (t *Tree) Decode(n Node, raw string) string {
	if rawTags.Has(t.Tag(n)) && !t.canonical {
		return raw
	}
	if strings.IndexByte(raw, '<') >= 0 && t.Tag(n) != TagTextarea && t.Tag(n) != TagTitle {
		raw = withoutComments(raw)
	}
	if strings.IndexByte(raw, '&') >= 0 {
		raw = html.UnescapeString(raw)
	}
	return raw
}

// withoutComments returns s without comments. Between two tags there is no other markup.
func withoutComments(s string) string {
	var b strings.Builder
	for {
		i := strings.Index(s, "<!--")
		if i < 0 {
			break
		}
		j := strings.Index(s[i:], "-->")
		if j < 0 {
			break
		}
		b.WriteString(s[:i])
		s = s[i+j+len("-->"):]
	}
	b.WriteString(s)
	return b.String()
}

// OwnText returns the text directly in n.
func (t *Tree) OwnText(n Node) string {
	var b strings.Builder
	for c, s := range t.Content(n) {
		if c == None {
			b.WriteString(t.Decode(n, s))
		}
	}
	return b.String()
}

// Text returns all text in n, as the DOM's textContent.
func (t *Tree) Text(n Node) string {
	var b strings.Builder
	t.appendText(&b, n)
	return b.String()
}

// appendText writes all text in n.
func (t *Tree) appendText(b *strings.Builder, n Node) {
	for c, s := range t.Content(n) {
		if c == None {
			b.WriteString(t.Decode(n, s))
		} else {
			t.appendText(b, c)
		}
	}
}

// IsBlank reports whether a decoded text has nothing but white space.
func IsBlank(s string) bool { return strings.TrimSpace(s) == "" }

// Squeeze returns s with each run of white space as one space, and none at the ends.
func Squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

// HasOwnText reports whether a text directly in n is more than white space.
func (t *Tree) HasOwnText(n Node) bool {
	e := t.At(n)
	if unreadTags.Has(e.Tag) {
		return false
	}
	if e.Inner < e.Close {
		if first := t.src[e.Inner]; first != '<' && first != '&' && first > ' ' && first < utf8.RuneSelf {
			return true
		}
	}
	for c, raw := range t.Content(n) {
		if c == None && !IsBlank(raw) && !IsBlank(t.Decode(n, raw)) {
			return true
		}
	}
	return false
}

// unreadTags hold text that nobody reads.
var unreadTags = Tags(TagScript, TagStyle, TagTemplate, TagIframe, TagNoscript, TagNoembed, TagNoframes, TagObject, TagVideo, TagAudio, TagCanvas)
