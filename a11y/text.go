package a11y

import (
	"iter"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
)

var rawTags = tagsOf(tagScript, tagStyle, tagXmp, tagIframe, tagNoembed, tagNoframes, tagNoscript, tagPlaintext)

// content is what n holds, in order: texts as they stand in the source, with
// none, and child elements, with "".
func (t *tree) content(n node) iter.Seq2[node, string] {
	return func(yield func(node, string) bool) {
		pos := int(t.at(n).inner)
		for c, end := n+1, t.elements[n].next; c < end; c = t.elements[c].next {
			if s := t.src[pos:t.elements[c].start]; s != "" && !yield(none, s) || !yield(c, "") {
				return
			}
			pos = t.after(c)
		}
		if s := t.src[pos:t.at(n).close]; s != "" {
			yield(none, s)
		}
	}
}

// decode is a text of content as a reader has it: without comments, character
// references resolved.
func (t *tree) decode(n node, raw string) string {
	if rawTags.has(t.tag(n)) && !t.canonical {
		return raw
	}
	if strings.IndexByte(raw, '<') >= 0 && t.tag(n) != tagTextarea && t.tag(n) != tagTitle {
		raw = withoutComments(raw)
	}
	if strings.IndexByte(raw, '&') >= 0 {
		raw = html.UnescapeString(raw)
	}
	return raw
}

// withoutComments is s without its comments: of a piece between two tags, the
// only markup there is.
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

// ownText is the text directly in n.
func (t *tree) ownText(n node) string {
	var b strings.Builder
	for c, s := range t.content(n) {
		if c == none {
			b.WriteString(t.decode(n, s))
		}
	}
	return b.String()
}

// text is all text in n, as the DOM's textContent.
func (t *tree) text(n node) string {
	var b strings.Builder
	t.appendText(&b, n)
	return b.String()
}

func (t *tree) appendText(b *strings.Builder, n node) {
	for c, s := range t.content(n) {
		if c == none {
			b.WriteString(t.decode(n, s))
		} else {
			t.appendText(b, c)
		}
	}
}

// isBlank reports whether a decoded text has nothing but white space.
func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

// squeeze is s with runs of white space as one space, none at the ends.
func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

// hasOwnText reports whether a text directly in n is more than white space.
func (t *tree) hasOwnText(n node) bool {
	e := t.at(n)
	if unreadTags.has(e.tag) {
		return false
	}
	if e.inner < e.close {
		if first := t.src[e.inner]; first != '<' && first != '&' && first > ' ' && first < utf8.RuneSelf {
			return true
		}
	}
	for c, raw := range t.content(n) {
		if c == none && !isBlank(raw) && !isBlank(t.decode(n, raw)) {
			return true
		}
	}
	return false
}

// unreadTags hold text that nobody reads.
var unreadTags = tagsOf(tagScript, tagStyle, tagTemplate, tagIframe, tagNoscript, tagNoembed, tagNoframes, tagObject, tagVideo, tagAudio, tagCanvas)
