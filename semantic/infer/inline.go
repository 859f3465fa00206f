package infer

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// signsMost is the longest run of signs, in bytes, that takes its emphasis from the words beside
// it: one sign, or a few with spaces.
const signsMost = 12

// inliner makes the inline nodes of a paragraph: one Span for each stretch of
// one style, and Links around those that lead somewhere. It also normalises spaces:
// one between words, none at either end, and none inside of emphasis at its ends.
type inliner struct {
	b     *builder
	nodes []*semantic.Node // finished
	inner []*semantic.Node // of the open link
	href  string           // of the open link
	ref   noteRef          // where the open link leads, if its href is that of a note
	text  []byte           // of the open span
	from  originList
	style semantic.TextStyle
	doubt float32 // confidence of the open span if it is low, else 0
	begin int32   // where the line begins that is added
	space bool    // a space is due before the next text
	plain bool    // no links are made: all text stands in one link
	field fieldInline

	refers bool   // the text may refer to places by their numbers: see crossref
	own    string // the anchor of the paragraph, to which it does not refer itself

	frames []inlineFrame // open elements of the structure tree, outermost first
	bare   []bareLink    // links without text that are still to be put in their places
}

// part adds the lines of p, without the first skip bytes. after returns the line that
// follows the last one, or "" at the end of the paragraph.
func (in *inliner) part(p *part, skip int32, after func() string) {
	d := in.b.d
	s := d.sheetOf(p)
	base := d.baseStyle(p)
	for i := p.first; i <= p.last(); i++ {
		text := s.text(i)
		next := ""
		if i < p.last() {
			next = s.text(i + 1)
		} else {
			next = after()
		}
		drop, glue := in.b.words.lineEnd(text, next)
		l := s.line(i)
		start := l.Start + min(skip, l.End-l.Start)
		skip = 0
		if p.leads {
			if at, size := leaderIn(s.Text[start:l.End]); size > 0 { // a space says as much
				in.line(s, i, start, start+int32(at), base)
				in.space = true
				start += int32(at + size)
			}
		}
		in.line(s, i, start, l.End-int32(drop), base)
		if p.keepsLines && (i < p.last() || p.leads && p.next != nil && p.next.leads) {
			in.lineBreak()
			continue
		}
		in.space = in.space || !glue && !ideographs(text, next) && !in.tearsLink(s, i, next)
	}
}

// line adds the bytes [start, end) of the page's text. They lie in line i.
func (in *inliner) line(s *sheet, i, start, end int32, base semantic.TextStyle) {
	at := start
	in.begin = start
	refs := s.refsFrom(start)
	spans := s.LineSpans(int(i))
	for k, span := range spans {
		from, to := max(span.Start, at), min(span.End, end)
		if from > at && from <= end {
			in.add(s, at, from, 0, "") // only spaces stand between spans
		}
		if to <= from {
			continue
		}
		href := ""
		if !in.plain && span.Link >= 0 && int(span.Link) < len(in.b.hrefs(s)) {
			href = in.b.hrefs(s)[span.Link]
		}
		in.doubted(span.Confidence)
		style := s.emphasis(spans, k)
		if s.content != nil {
			in.space = in.space || s.Text[from] == ' ' // the space stands before the element that begins here
			style |= in.enter(s, span.Mark)
		}
		style &^= base
		for len(refs) > 0 && refs[0].start < to {
			r := refs[0]
			refs = refs[1:]
			begin, end := max(r.start, from), min(r.end, to)
			if begin < end {
				in.between(s, from, begin, style, href)
				in.reference(s, begin, end, style, r)
				from = end
			}
		}
		in.between(s, from, to, style, href)
		at = to
	}
	if at < end {
		in.add(s, at, end, 0, "")
	}
}

// doubted ends the open span where the confidence of recognised words becomes low or high
// again, so that each span has one confidence.
func (in *inliner) doubted(confidence float32) {
	if confidence >= layout.Doubted {
		confidence = 0
	}
	if confidence != in.doubt {
		in.flush()
		in.doubt = confidence
	}
}

// add adds the bytes [from, to) of the page's text. They are of one style.
func (in *inliner) add(s *sheet, from, to int32, style semantic.TextStyle, href string) {
	start, end := from, to
	for start < end && s.Text[start] == ' ' {
		start++
	}
	in.space = in.space || start > from
	if start == end {
		return
	}
	for s.Text[end-1] == ' ' {
		end--
	}
	spaceBehind := end < to
	if href != "" || in.plain {
		style &^= semantic.Underline // links are underlined anyway
	}
	if style != in.style || href != in.href {
		in.change(style, href)
	}
	if in.field.behind {
		in.field.behind, in.space = false, in.space && opensText(s.Text[start:end])
	}
	if in.space && in.started() {
		in.text = append(in.text, ' ')
	}
	in.appendSingle(s, start, end)
	in.space = spaceBehind
}

// appendSingle adds the bytes [start, end) of the page's text and makes one space of
// several. Lines of fixed width may have several.
func (in *inliner) appendSingle(s *sheet, start, end int32) {
	for {
		text := s.Text[start:end]
		next := end
		if i := strings.Index(text, "  "); i >= 0 {
			next = end - int32(len(strings.TrimLeft(text[i:], " ")))
			text = text[:i+1]
		}
		in.from.add(len(in.text), s.Page, start, start+int32(len(text)))
		in.text = append(in.text, text...)
		if next == end {
			return
		}
		start = next
	}
}

// refsFrom returns the references of the page that begin at start or behind it.
func (s *sheet) refsFrom(start int32) []noteRef {
	i, _ := slices.BinarySearchFunc(s.refs, start, func(r noteRef, at int32) int { return cmp.Compare(r.start, at) })
	return s.refs[i:]
}

// reference adds the sign of a note as a link of its own.
func (in *inliner) reference(s *sheet, start, end int32, style semantic.TextStyle, r noteRef) {
	if in.href != "" {
		in.flush()
		in.closeLink()
	}
	in.add(s, start, end, style, "#"+noteID(r.note))
	in.flush()
	in.ref = r
	in.closeLink()
	if r.nth == 1 && !in.b.inNote {
		in.b.stretch.notes = append(in.b.stretch.notes, noteStand{note: r.note, mark: true, at: len(in.b.flow)})
	}
}

// change ends the open span and begins one in another style. If a space is due, it
// goes where there is no emphasis and no link.
func (in *inliner) change(style semantic.TextStyle, href string) {
	if in.space && in.started() && (style != 0 || href != "") {
		if in.style != 0 || in.href != "" && href != in.href {
			in.flush()
			in.style = 0
			if href != in.href {
				in.closeLink()
			}
		}
		in.text = append(in.text, ' ')
		in.space = false
	}
	in.flush()
	if href != in.href {
		in.closeLink()
		in.href = href
	}
	in.style = style
}

// flush makes a Span of the open text.
func (in *inliner) flush() {
	if len(in.text) == 0 {
		return
	}
	n := in.b.node(semantic.Span, nil)
	n.Style, n.Text = in.style, in.b.keep(in.text)
	in.b.setOrigins(n, in.from.flush())
	if in.doubt > 0 {
		attrOf(n).Confidence = in.doubt
	}
	in.text = in.text[:0]
	in.put(n)
}

// put adds a finished inline node.
func (in *inliner) put(n *semantic.Node) {
	if in.href != "" {
		in.inner = append(in.inner, n)
	} else {
		in.place(n)
	}
}

// place adds a finished node outside of links.
func (in *inliner) place(n *semantic.Node) {
	if in.field.label != nil {
		in.field.inner = append(in.field.inner, n)
	} else {
		in.nodes = append(in.nodes, n)
	}
}

// started reports whether anything stands before what comes next.
func (in *inliner) started() bool {
	return len(in.text) > 0 || len(in.nodes) > 0 || len(in.inner) > 0 || len(in.field.inner) > 0
}

// closeLink makes a Link of the spans gathered for it.
func (in *inliner) closeLink() {
	switch {
	case len(in.inner) == 0:
	case in.ref == (noteRef{}) && in.repeatsLink(): // see autolink
		for _, n := range in.inner {
			in.place(n)
		}
		in.inner = in.inner[:0]
	default:
		n := in.b.node(semantic.Link, nil)
		var behind *semantic.Node
		if in.ref != (noteRef{}) {
			n.Role, n.Attr = semantic.Reference, in.ref.attr()
		} else {
			behind = in.punctuation()
			n.Attr = in.b.linkTo(in.href)
		}
		n.Children = in.b.children(in.inner)
		in.inner = in.inner[:0]
		in.place(n)
		if behind != nil {
			in.place(behind)
		}
	}
	in.href, in.ref = "", noteRef{}
}

// punctuation cuts the full stop, comma or semicolon off the end of the open link and returns
// it as a node, or nil. The area of a link is often drawn around that sign, too.
func (in *inliner) punctuation() *semantic.Node {
	last := in.inner[len(in.inner)-1]
	n := len(last.Text) - 1
	if last.Role != semantic.Span || n < 1 || !strings.ContainsRune(".,;", rune(last.Text[n])) || strings.HasSuffix(in.href, last.Text[n:]) {
		return nil
	}
	behind := in.b.piece(last, n, n+1)
	last.Text = last.Text[:n]
	in.b.setOrigins(last, cutOrigins(in.b.origins[last], 0, n))
	return behind
}

// lineBreak ends a line that matters.
func (in *inliner) lineBreak() {
	in.flush()
	in.closeLink()
	in.place(in.b.node(semantic.LineBreak, nil))
	in.style, in.space = 0, false
}

// pageBreak puts the anchor of a page between two words.
func (in *inliner) pageBreak(n *semantic.Node) {
	if in.space && len(in.text) > 0 {
		in.text = append(in.text, ' ')
		in.space = false
	}
	in.flush()
	in.put(n)
}

// finish returns the nodes and makes the inliner ready for the next paragraph. The nodes are
// valid until then.
func (in *inliner) finish() []*semantic.Node {
	in.leave(0)
	in.flush()
	in.closeLink()
	in.closeLabel()
	nodes := in.nodes
	in.nodes, in.style, in.doubt, in.space = nodes[:0], 0, 0, false
	if in.plain {
		return nodes
	}
	nodes = in.b.autolink(nodes)
	if in.refers {
		nodes = in.b.crossref(nodes, in.own)
	}
	return nodes
}

// baseStyle returns the style that the text of p has because of its role: headings and heads of tables
// are bold, and in a bold document the body is. Such a style is no emphasis.
func (d *draft) baseStyle(p *part) semantic.TextStyle {
	l := d.body
	if p.role == semantic.H || p.role == semantic.Title || p.role == semantic.TH {
		l = p.look
		l.bold = true
		if p.role == semantic.TH {
			l.mono = d.body.mono // a head that is code is marked as such
		}
	}
	switch {
	case p.role == semantic.Caption:
		l.italic = l.italic || p.look.italic
	case p.defines == definedTerm:
		l.bold = true // as all terms are
	}
	var base semantic.TextStyle
	if l.bold {
		base |= semantic.Bold
	}
	if l.italic {
		base |= semantic.Italic
	}
	if l.mono {
		base |= semantic.Monospace
	}
	return base
}

// emphasis returns what the look of spans[k] means. The font of signs says little: in "∼ 0.5",
// "10 × 5" and bold "36.11", a font of mathematics in italics may hold the tilde, the cross and the
// point. So a run of nothing but signs is bold or italic only if a neighbour in the line is. Inside a
// word it is bold if both neighbours are. It does not become italic there: a bracket of a formula is
// upright between letters in italics.
func (s *sheet) emphasis(spans []layout.Span, k int) semantic.TextStyle {
	const slant = semantic.Bold | semantic.Italic
	own := meaning(&s.Styles[spans[k].Style])
	if !s.isSigns(spans[k]) {
		return own
	}
	before, behind := s.wordsBeside(spans, k, -1), s.wordsBeside(spans, k, 1)
	if before == nil && behind == nil {
		return own &^ semantic.Italic
	}
	var l, r, inside semantic.TextStyle
	if before != nil {
		l = meaning(&s.Styles[before.Style])
	}
	if behind != nil {
		r = meaning(&s.Styles[behind.Style])
	}
	if k > 0 && k+1 < len(spans) && s.touch(spans[k-1], spans[k]) && s.touch(spans[k], spans[k+1]) {
		inside = l & r & semantic.Bold
	}
	return own&^slant | (own&(l|r)|inside)&slant
}

// touch reports whether no space stands between a and the next span b.
func (s *sheet) touch(a, b layout.Span) bool {
	return a.End == b.Start && a.End > a.Start && b.End > b.Start && s.Text[a.End-1] != ' ' && s.Text[b.Start] != ' '
}

// wordsBeside returns the first span before (step -1) or behind (step 1) spans[k] that has a letter
// or a digit, or nil.
func (s *sheet) wordsBeside(spans []layout.Span, k, step int) *layout.Span {
	for k += step; k >= 0 && k < len(spans); k += step {
		if !s.isSigns(spans[k]) {
			return &spans[k]
		}
	}
	return nil
}

// isSigns reports whether a span is short and has neither letters nor digits.
func (s *sheet) isSigns(span layout.Span) bool {
	return span.End-span.Start <= signsMost && strings.IndexFunc(s.Text[span.Start:span.End], func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsNumber(r)
	}) < 0
}

// meaning returns what a style means.
func meaning(s *layout.Style) semantic.TextStyle {
	var t semantic.TextStyle
	for _, b := range []struct {
		set  bool
		mean semantic.TextStyle
	}{
		{s.Bold, semantic.Bold}, {s.Italic, semantic.Italic}, {s.Underline, semantic.Underline}, {s.Strike, semantic.Strike},
		{s.Super, semantic.Superscript}, {s.Sub && !s.Super, semantic.Subscript}, {s.SmallCaps, semantic.SmallCaps}, {s.Mono, semantic.Monospace},
	} {
		if b.set {
			t |= b.mean
		}
	}
	return t
}

// ideographs reports whether a line ends and the next begins with a character of a script
// without spaces between words.
func ideographs(line, next string) bool {
	a, _ := utf8.DecodeLastRuneInString(line)
	b, _ := utf8.DecodeRuneInString(next)
	return words.IsIdeograph(a) && words.IsIdeograph(b)
}
