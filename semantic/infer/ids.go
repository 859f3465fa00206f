package infer

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/semantic"
)

// nameHeads gives each heading an anchor made of its words. It also gives anchors to other places to
// which the text refers by a number.
func (d *draft) nameHeads() {
	d.anchors = make(map[*part]string, len(d.heads))
	d.headsByPage = map[int32][]*part{}
	next := map[string]int{}
	if d.tree != nil {
		d.nameElements(next)
	}
	for _, h := range d.heads {
		if d.anchors[h] = d.ownAnchor(h); d.anchors[h] == "" {
			d.anchors[h] = unique("#"+slug(d.chainText(h)), next)
		}
		d.headsByPage[h.sheet] = append(d.headsByPage[h.sheet], h)
	}
	for _, list := range d.headsByPage {
		slices.SortStableFunc(list, func(a, b *part) int { return cmp.Compare(a.box.Y1, b.box.Y1) })
	}
	if d.tree != nil {
		return
	}
	d.nameEquations(next)
	if !d.isLinked() {
		d.namePlaces(next)
	}
}

// ownAnchor returns the anchor of heading h in the structure tree, or "".
func (d *draft) ownAnchor(h *part) string {
	if d.tree == nil || h.loose || !h.typed {
		return ""
	}
	c := &d.tree.chunks[h.chunk]
	if id := d.tree.ids[c.leaf]; id != "" && d.tagged[c.first] == h && d.tree.tags[c.leaf].first == h.chunk {
		return "#" + id
	}
	return ""
}

// unique returns name, with a number behind it if name is in use. next holds the
// number to try next for each name.
func unique(name string, next map[string]int) string {
	id := name
	for n := max(next[name], 1); ; n++ {
		if n > 1 {
			id = name + "-" + strconv.Itoa(n)
		}
		if next[id] == 0 {
			next[name] = n + 1
			next[id] = max(next[id], 1)
			return id
		}
	}
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// slugBytes is the longest anchor made of a heading's words.
	slugBytes = 60
)

// slug returns an anchor made of text: letters and digits in lower case, and one hyphen for
// everything between. It never looks like the anchor of a page or a control.
func slug(text string) string {
	var b strings.Builder
	gap := false
	for _, r := range text {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) {
			gap = b.Len() > 0
			continue
		}
		if b.Len()+utf8.RuneLen(r) > slugBytes {
			break
		}
		if gap {
			b.WriteByte('-')
			gap = false
		}
		b.WriteRune(unicode.ToLower(r))
	}
	s := b.String()
	if s == "" {
		return "section"
	}
	for _, taken := range [...]string{"page-", controlPrefix} {
		if rest, ok := strings.CutPrefix(s, taken); ok && strings.Trim(rest, "0123456789-") == "" {
			return "section-" + s
		}
	}
	return s
}

// tagOf returns n.Attr.Tag and makes it first when n has none.
func tagOf(n *semantic.Node) *semantic.Tag {
	if attrOf(n).Tag == nil {
		n.Attr.Tag = &semantic.Tag{}
	}
	return n.Attr.Tag
}
