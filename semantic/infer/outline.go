package infer

import (
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// outlineIndex finds the entries of the document's outline by their words.
type outlineIndex struct {
	entries map[string][]outlineEntry
	longest int // bytes of the longest title
}

// outlineKey is long enough for nearly every title, so that a look-up needs no
// memory.
const outlineKey = 128

type outlineEntry struct {
	page  int // 1-based; 0: unknown
	depth int8
}

// newOutlineIndex makes the index of an outline.
func newOutlineIndex(items []semantic.OutlineItem) *outlineIndex {
	x := &outlineIndex{entries: map[string][]outlineEntry{}}
	x.add(items, 1, nil)
	x.sort()
	return x
}

func (x *outlineIndex) sort() {
	for _, list := range x.entries {
		slices.SortStableFunc(list, func(a, b outlineEntry) int { return cmp.Compare(a.page, b.page) })
	}
}

// numberedEntry is the number of an entry, and its depth.
type numberedEntry struct {
	number words.Number
	depth  int8
}

// add adds the entries below the numbered entry above, or at the top if above is nil. If the number of an
// entry follows that of above, the entry counts as beside it, even if a person put it below:
//
//	1 Preface                     depth 1
//	  2 Transition                      1
//	  3 Extensions                      1
//	    3.1 Transparency                2
//	      3.2 Collections               2
func (x *outlineIndex) add(items []semantic.OutlineItem, depth int8, above *numberedEntry) {
	for i := range items {
		item, below := &items[i], numberedEntry{depth: depth}
		below.number = words.NumberOf(item.Title)
		if above != nil && below.number.Depth == above.number.Depth && below.number.Word == above.number.Word && below.number.Follows(above.number) {
			above.number, below.depth = below.number, above.depth
		}
		x.addTitle(item.Title, outlineEntry{item.Target.Page, below.depth})
		switch {
		case below.depth >= outlineDepth:
		case below.number.Depth > 0:
			x.add(item.Children, below.depth+1, &below)
		default:
			x.add(item.Children, below.depth+1, above)
		}
	}
}

// addTitle adds a title with and without its number.
func (x *outlineIndex) addTitle(title string, entry outlineEntry) {
	x.longest = max(x.longest, len(title))
	x.addKey(title, entry)
	if n := words.NumberOf(title); n.Depth > 0 {
		x.addKey(title[n.Bytes:], entry)
	}
}

func (x *outlineIndex) addKey(title string, entry outlineEntry) {
	if key := string(appendWords(nil, title)); key != "" {
		x.entries[key] = append(x.entries[key], entry)
	}
}

// find returns the depth of the entry that names text on the page, or 0. An entry
// may lead to the end of the page before. It may not lead to the page behind: a
// page of contents before that page has the same words.
func (x *outlineIndex) find(text string, page int) int8 {
	if depth := x.lookup(text, page); depth > 0 {
		return depth
	}
	if n := words.NumberOf(text); n.Depth > 0 {
		return x.lookup(text[n.Bytes:], page)
	}
	return 0
}

func (x *outlineIndex) lookup(text string, page int) int8 {
	var storage [outlineKey]byte
	list := x.entries[string(appendWords(storage[:0], text))]
	if len(list) == 0 {
		return 0
	}
	// "See also" may be in the outline a thousand times.
	i, _ := slices.BinarySearchFunc(list, page-1, func(e outlineEntry, page int) int { return cmp.Compare(e.page, page) })
	switch {
	case i < len(list) && list[i].page <= page:
		return list[i].depth
	case list[0].page == 0:
		return list[0].depth
	}
	return 0
}

// appendWords appends the letters and digits of text in lower case. So spaces, hyphens and
// quotes do not matter.
func appendWords(buf []byte, text string) []byte {
	for _, r := range text {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			buf = append(buf, byte(r))
		case r >= 'A' && r <= 'Z':
			buf = append(buf, byte(r)|0x20)
		case r >= utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			buf = utf8.AppendRune(buf, unicode.ToLower(r))
		}
	}
	return buf
}
