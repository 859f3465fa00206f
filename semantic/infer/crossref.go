package infer

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// refersToPlaces reports whether text of the role may refer to other places. Headings and captions
// do not: they begin with a number of their own.
func refersToPlaces(r semantic.Role) bool {
	switch r {
	case semantic.P, semantic.LI, semantic.TD, semantic.FENote, semantic.BlockQuote:
		return true
	}
	return false
}

// crossref makes links of references such as "Figure 3" and "Section 4.1", if exactly one place of
// the document has the number. It looks at spans outside of links. own is the anchor of the paragraph.
func (b *builder) crossref(nodes []*semantic.Node, own string) []*semantic.Node {
	var out []*semantic.Node
	before := "" // the text of the span before
	for i, n := range nodes {
		found := b.findRefs(n, own, before)
		before = ""
		if n.Role == semantic.Span {
			before = n.Text
		}
		if len(found) == 0 {
			if out != nil {
				out = append(out, n)
			}
			continue
		}
		if out == nil {
			out = append(make([]*semantic.Node, 0, len(nodes)+2*len(found)), nodes[:i]...)
		}
		out = b.appendRefs(out, n, found)
	}
	if out == nil {
		return nodes
	}
	return out
}

// placeRef is a reference to a place in a span.
type placeRef struct {
	start, end int
	href       string
}

// findRefs returns the references in n to places other than own. before is the text of the node
// before n: the word for a formula may stand there if its number has another style than the text
// around it, as in a theorem in italics.
func (b *builder) findRefs(n *semantic.Node, own, before string) []placeRef {
	if n.Role != semantic.Span || n.Style&semantic.Monospace != 0 {
		return nil
	}
	found := b.refs[:0]
	more := "" // the series of the last reference, while further numbers may follow
	if at := len(n.Text) - len(strings.TrimLeft(n.Text, " ")); before != "" && at < len(n.Text) && n.Text[at] == '(' {
		lead := strings.TrimRight(before, " ") + " "
		if r, follows := b.formulaRef(lead+n.Text[at:], len(lead), false); r.href != "" && r.href != own {
			r.start, r.end = at, r.end-len(lead)+at
			found = append(found, r)
			if follows {
				more = equations
			}
		}
	}
	for at := 0; ; {
		space := strings.IndexByte(n.Text[at:], ' ')
		if space < 0 {
			break
		}
		at += space + 1
		if len(found) > 0 && at < found[len(found)-1].end {
			continue
		}
		if r, follows := b.formulaRef(n.Text, at, more == equations); r.href != "" && r.href != own {
			found = append(found, r)
			at, more = r.end, ""
			if follows {
				more = equations
			}
			continue
		}
		size := placeNumber(n.Text[at:])
		if size == 0 {
			continue
		}
		start, series := seriesBefore(n.Text[:at-1])
		if series == "" && more != "" && linksNumbers(n.Text[found[len(found)-1].end:at]) {
			start, series = at, more
		}
		more = ""
		if series == "" {
			continue
		}
		href, length := b.place(series, n.Text[at:at+size])
		if href == "" || href == own || isElsewhere(n.Text[:start], n.Text[at+length:]) {
			continue
		}
		found = append(found, placeRef{start, at + length, href})
		at += length
		more = series
	}
	b.refs = found
	return found
}

// Thresholds.
//
// References to places. placeBytes is the longest word or number of a reference: the longest
// known word has 22 bytes. citationBytes is how far before a reference a bracket may open that
// names another document: "[Knuth, The TeXbook, Section 3]".
const (
	placeBytes    = 24
	citationBytes = 80
)

// formulaRef returns the reference to a formula whose number in brackets stands at a place of
// text, or the zero value. Before the number stands a word for formulas, or a word after which only
// formulas have such numbers, or the number includes its chapter. follows tells that further
// numbers may follow.
//
//	Eq. (2)    by (2)    (3.14)    Eqs. (2) and (3)
func (b *builder) formulaRef(text string, at int, more bool) (r placeRef, follows bool) {
	if text[at:] == "" || text[at] != '(' {
		return placeRef{}, false
	}
	size := strings.IndexByte(text[at:min(len(text), at+placeBytes)], ')')
	if size < 0 || !isFormulaName(text[at+1:at+size]) {
		return placeRef{}, false
	}
	name := text[at+1 : at+size]
	href := b.d.places[equations+" "+name]
	if href == "" {
		return placeRef{}, false
	}
	start, series := seriesBefore(text[:at-1])
	switch {
	case series == equations:
		return placeRef{start, at + size + 1, href}, true
	case series == "" && (more || strings.ContainsRune(name, '.') || isEquationLead(wordBefore(text[:at-1]))):
		return placeRef{at, at + size + 1, href}, more
	}
	return placeRef{}, false
}

// wordBefore returns the last word of text in lower case.
func wordBefore(text string) string {
	return strings.ToLower(text[strings.LastIndexByte(text, ' ')+1:])
}

// appendRefs appends n to out, cut into text and links at its references.
func (b *builder) appendRefs(out []*semantic.Node, n *semantic.Node, found []placeRef) []*semantic.Node {
	at := 0
	for _, r := range found {
		if r.start > at {
			out = append(out, b.piece(n, at, r.start))
		}
		link := b.node(semantic.Link, nil)
		link.Attr = b.linkTo(r.href)
		link.Children = b.children([]*semantic.Node{b.piece(n, r.start, r.end)})
		out = append(out, link)
		at = r.end
	}
	if at < len(n.Text) {
		out = append(out, b.piece(n, at, len(n.Text)))
	}
	return out
}

// placeNumber returns the length of the number at the start of text if a reference may have it,
// else 0: "3rd", "A cat", "5%".
func placeNumber(text string) int {
	if text == "" || !(text[0] >= '0' && text[0] <= '9' || text[0] >= 'A' && text[0] <= 'Z') {
		return 0
	}
	size := words.CaptionNumber(text)
	if size == 0 || size > placeBytes {
		return 0
	}
	r, n := utf8.DecodeRuneInString(text[size:])
	if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '%' || r == '-' && len(text) > size+n && isAlphanumeric(text[size+n]) {
		return 0
	}
	return size
}

// place returns the anchor of a place and how much of number names it. "3a" is a part of
// "3", and "3-5" begins with it.
func (b *builder) place(series, number string) (href string, size int) {
	var key [placeBytes * 2]byte
	for size = len(number); size > 0; {
		name := append(append(append(key[:0], series...), ' '), number[:size]...)
		if href = b.d.places[string(name)]; href != "" {
			if size+1 == len(number) && words.IsASCIILetter(number[size]) {
				size++
			}
			return href, size
		}
		switch cut := strings.IndexByte(number[:size], '-'); {
		case cut > 0:
			size = cut
		case size > 1 && number[size-1] >= 'a':
			size--
		default:
			return "", 0
		}
	}
	return "", 0
}

// seriesBefore returns the series that the last word of text names, and where the word
// begins. series is "" when it names none.
func seriesBefore(text string) (start int, series string) {
	word := strings.TrimSuffix(text, ".")
	start = len(word)
	for start > 0 && len(word)-start < placeBytes {
		r, size := utf8.DecodeLastRuneInString(word[:start])
		if !unicode.IsLetter(r) {
			break
		}
		start -= size
	}
	if start == len(word) {
		return 0, ""
	}
	word = word[start:]
	lower := strings.ToLower(word) // copies nothing if word is in lower case
	if series = sectionSeries[lower]; series != "" {
		return start, series
	}
	if isEquationWord(lower) {
		return start, equations
	}
	if kind := words.CaptionKindOf(lower); kind != words.NoCaption {
		return start, captionSeries(words.CaptionLabel{Kind: kind, Word: lower})
	}
	return 0, ""
}

// linksNumbers reports whether nothing but a comma or a word for "and" stands between
// two numbers.
func linksNumbers(text string) bool {
	switch strings.Trim(text, " ,") {
	case "", "and", "or", "to", "&", "–", "und", "oder", "bis", "et", "ou", "y", "e":
		return true
	}
	return false
}

// isElsewhere reports whether the texts before and behind a reference show that it names a
// place of another document: "Section 3 of the Act", "[5, Section 3]".
func isElsewhere(before, behind string) bool {
	if rest, ok := strings.CutPrefix(behind, " in "); ok {
		r, _ := utf8.DecodeRuneInString(rest)
		return r == '[' || unicode.IsUpper(r)
	}
	for _, word := range [...]string{" of ", " from ", " des ", " der ", " von ", " du ", " de ", " del ", " della "} {
		if rest, ok := strings.CutPrefix(behind, word); ok {
			return !strings.HasPrefix(rest, "this ") && !strings.HasPrefix(rest, "the present ")
		}
	}
	before = before[max(0, len(before)-citationBytes):]
	open := max(strings.LastIndexByte(before, '['), strings.LastIndexByte(before, '('))
	if open < 0 || strings.ContainsAny(before[open:], "])") {
		return false
	}
	return before[open] == '[' || hasYear(before[open:])
}

// hasYear reports whether text has a number of four digits.
func hasYear(text string) bool {
	digits := 0
	for i := 0; i < len(text); i++ {
		if c := text[i]; c < '0' || c > '9' {
			digits = 0
		} else if digits++; digits == 4 {
			return true
		}
	}
	return false
}
