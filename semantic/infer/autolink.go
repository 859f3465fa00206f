package infer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// autolink makes links of web and mail addresses, as readers of a web page expect. It looks at spans
// outside of links.
//
//	the maps (www.foxes.org/maps).     www.foxes.org/maps becomes a link, without the brackets
//
// Addresses of fixed width stay text: in commands they are names of things more often than places to
// go to. Mail addresses stay text if the document has links of its own: its author chose not to link
// them.
func (b *builder) autolink(nodes []*semantic.Node) []*semantic.Node {
	first := slices.IndexFunc(nodes, b.mayLink)
	if first < 0 {
		return nodes
	}
	out := slices.Clone(nodes[:first])
	for _, n := range nodes[first:] {
		out = b.appendLinked(out, n)
	}
	return out
}

func (b *builder) mayLink(n *semantic.Node) bool {
	return n.Role == semantic.Span && n.Style&semantic.Monospace == 0 &&
		(strings.Contains(n.Text, "://") || strings.Contains(n.Text, "www.") || b.linkMail && strings.IndexByte(n.Text, '@') > 0)
}

// hasLinks reports whether the document itself has links to other places.
func (d *draft) hasLinks() bool {
	for i := range d.sheets {
		for k := range d.sheets[i].Links {
			if d.sheets[i].Links[k].URI != "" {
				return true
			}
		}
	}
	return false
}

// appendLinked appends n to out, cut into text and links at its addresses.
func (b *builder) appendLinked(out []*semantic.Node, n *semantic.Node) []*semantic.Node {
	if !b.mayLink(n) {
		return append(out, n)
	}
	rest, from := n.Text, 0 // rest is n.Text from byte from on
	for at := 0; at < len(rest); {
		size := strings.IndexByte(rest[at:], ' ')
		if size < 0 {
			size = len(rest) - at
		}
		start, end, href := b.findAddress(rest[at : at+size])
		if href == "" || linkBefore(out, rest[:at+start]) == href {
			at += size + 1
			continue
		}
		if at+start > 0 {
			out = append(out, b.piece(n, from, from+at+start))
		}
		link := b.node(semantic.Link, nil)
		link.Attr = b.linkTo(href)
		link.Children = b.children([]*semantic.Node{b.piece(n, from+at+start, from+at+end)})
		out = append(out, link)
		rest, from, at = rest[at+end:], from+at+end, 0
	}
	if rest != "" {
		out = append(out, b.piece(n, from, len(n.Text)))
	}
	return out
}

// findAddress finds a web or mail address in a word, without the signs around it.
func (b *builder) findAddress(word string) (start, end int, href string) {
	if start = addressStart(word); start >= 0 {
		end = start + len(trimAddress(word[start:]))
		// No browser opens ftp addresses any more: they stay as they are printed.
		if uri := safeURI(tildes.Replace(word[start:end])); uri != "" && hasDomain(uri) && !strings.HasPrefix(uri, "ftp:") {
			return start, end, uri
		}
		return 0, 0, ""
	}
	if b.linkMail {
		return findMail(word)
	}
	return 0, 0, ""
}

// tildes replaces the signs that fonts paint for the tilde of an address: the small tilde of TeX's accents and the
// operator of its mathematics.
var tildes = strings.NewReplacer("\u02dc", "~", "\u223c", "~")

// addressStart returns where a web address begins in word, or -1 when there is none.
func addressStart(word string) int {
	for _, scheme := range [...]string{"https://", "http://", "ftp://"} {
		if i := strings.Index(word, scheme); i >= 0 && !endsInLetter(word[:i]) {
			return i
		}
	}
	if i := strings.Index(word, "www."); i >= 0 && !endsInLetter(word[:i]) && !strings.Contains(word, "://") && !strings.Contains(word, "@") {
		return i
	}
	return -1
}

// endsInLetter reports whether s ends in a letter or digit of a script with spaces
// between words. Then no address begins behind it.
func endsInLetter(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !words.IsIdeograph(r)
}

func isAlphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// trimAddress returns the address s without what belongs to the sentence around it. It
// ends at quotes and angle brackets, before closing brackets that it does not open,
// and before punctuation.
func trimAddress(s string) string {
	if i := strings.IndexAny(s, "<>\"“”„«»{}|\\^`"); i >= 0 {
		s = s[:i]
	}
	for s != "" {
		switch c := s[len(s)-1]; c {
		case '.', ',', ';', ':', '!', '?', '\'', '*':
		case ')', ']':
			open := byte('(')
			if c == ']' {
				open = '['
			}
			if strings.Count(s, string(open)) >= strings.Count(s, string(c)) {
				return s
			}
		default:
			if r, size := utf8.DecodeLastRuneInString(s); r == '’' || r == '…' || r == '。' || r == '，' || r == '）' {
				s = s[:len(s)-size]
				continue
			}
			return s
		}
		s = s[:len(s)-1]
	}
	return s
}

// hasDomain reports whether the host of uri is a name with a top-level domain that
// may exist. The example hosts of manuals lead nowhere.
func hasDomain(uri string) bool {
	_, host, _ := strings.Cut(uri, "://")
	if i := strings.IndexAny(host, "/?#"); i >= 0 {
		host = host[:i]
	}
	host = host[strings.LastIndexByte(host, '@')+1:]
	host, _, _ = strings.Cut(host, ":")
	return isDomain(host)
}

// isDomain reports whether name is several labels with dots between them. The last label has no
// digits (RFC 1123 clause 2.1, RFC 3696 clause 2), and RFC 2606 does not reserve it.
func isDomain(name string) bool {
	labels := strings.Split(strings.TrimSuffix(name, "."), ".")
	for _, label := range labels {
		if label == "" || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		for i := 0; i < len(label); i++ {
			if c := label[i]; !isAlphanumeric(c) && c != '-' && c != '_' && c < utf8.RuneSelf {
				return false
			}
		}
	}
	top := strings.ToLower(labels[len(labels)-1])
	return len(labels) > 1 && len(top) >= 2 && strings.IndexFunc(top, func(r rune) bool { return r >= '0' && r <= '9' }) < 0 &&
		top != "example" && top != "test" && top != "invalid" && top != "localhost" && !strings.EqualFold(labels[len(labels)-2], "example")
}

// findMail finds a mail address in a word.
func findMail(word string) (start, end int, href string) {
	at := strings.IndexByte(word, '@')
	if at <= 0 || strings.Contains(word, "://") || strings.Count(word, "@") > 1 {
		return 0, 0, ""
	}
	start, end = at, at+1
	for start > 0 && (isAlphanumeric(word[start-1]) || strings.IndexByte("._%+-", word[start-1]) >= 0) {
		start--
	}
	for end < len(word) && (isAlphanumeric(word[end]) || word[end] == '.' || word[end] == '-') {
		end++
	}
	for end > at+1 && !isAlphanumeric(word[end-1]) {
		end--
	}
	if start == at || word[start] == '.' || endsInLetter(word[:start]) || !isDomain(word[at+1:end]) || end < len(word) && (word[end] == '/' || word[end] == ':') && end+1 < len(word) {
		return 0, 0, "" // git@example.com:path and the like are no mail addresses
	}
	return start, end, safeURI("mailto:" + word[start:end])
}

// tornAddress reports whether a line ends inside a web address, and the next line
// goes on with it.
func tornAddress(line, next string) bool {
	head := line[strings.LastIndexByte(line, ' ')+1:]
	if strings.HasPrefix(next, "//") && addressStart(head+"//") >= 0 {
		return true
	}
	if !strings.Contains(head, "://") && !strings.Contains(head, "www.") || addressStart(head) < 0 || next == "" {
		return false
	}
	tail, _, _ := strings.Cut(next, " ")
	if strings.IndexByte("/?&=_%#", tail[0]) >= 0 {
		return true
	}
	inside := tail[:len(tail)-1]
	return strings.IndexByte("/?&=_%#~-.:", head[len(head)-1]) >= 0 && strings.ContainsAny(inside, "/._=&?%#")
}
