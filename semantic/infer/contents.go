package infer

import (
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// headingsListed adds the entries of those lists of contents that list headings to an index.
func (d *draft) headingsListed(x *outlineIndex) {
	lists := map[int32]bool{} // whether each list has headings as entries
	for i := range d.contents {
		e := &d.contents[i]
		if e.above != "" {
			lists[e.list], _ = words.ContentsName(words.ContentsKey(e.above))
		}
		if !lists[e.list] {
			continue
		}
		page := 0
		if e.target != nil {
			page = e.target.Page
		}
		x.addTitle(d.entryText(e), outlineEntry{page, e.depth})
	}
	x.sort()
}

// resolveContents finds where the entries of the lists of contents lead: to the
// heading that their link or their words name, else to the page.
func (d *draft) resolveContents() {
	if len(d.contents) == 0 {
		return
	}
	heads := d.headsByWords()
	var offsets pageOffsets
	labels := map[string]int{} // page numbers by the label of the page
	for i := range d.pages {
		if _, twice := labels[d.pages[i].Label]; !twice {
			labels[d.pages[i].Label] = d.pages[i].Number
		}
	}
	for i := range d.contents {
		e := &d.contents[i]
		h := d.headOf(e, heads)
		if h != nil {
			e.href = d.anchors[h]
			if !e.number.empty() && !e.roman {
				offsets.vote(d.pages[h.sheet].Number - int(e.value))
			}
		}
	}
	for i := range d.contents {
		if e := &d.contents[i]; e.href == "" {
			e.href = d.pageOf(e, labels, offsets)
		}
	}
}

// headsByWords returns the headings by their words, with and without their numbers.
func (d *draft) headsByWords() map[string][]*part {
	heads := map[string][]*part{}
	var key []byte
	for _, h := range d.heads {
		text := d.chainText(h)
		key = appendWords(key[:0], text)
		heads[string(key)] = append(heads[string(key)], h)
		if n := words.NumberOf(text); n.Depth > 0 {
			key = appendWords(key[:0], text[n.Bytes:])
			heads[string(key)] = append(heads[string(key)], h)
		}
	}
	return heads
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// headsOfWords is the most headings with the same words that are compared with an entry.
	headsOfWords = limits.EqualHeadings
)

// headOf returns the heading that an entry names, or nil: the one on the page of its link, else the
// first one behind the list with the words of the entry.
func (d *draft) headOf(e *tocEntry, heads map[string][]*part) *part {
	text := d.entryText(e)
	list := heads[string(appendWords(nil, text))]
	if n := words.NumberOf(text); n.Depth > 0 && len(list) == 0 {
		list = heads[string(appendWords(nil, text[n.Bytes:]))]
	}
	var first *part
	for _, h := range list[:min(len(list), headsOfWords)] {
		page := &d.pages[h.sheet]
		switch {
		case e.target != nil && page.Number == e.target.Page:
			return h
		case h.sheet < e.sheet || h.sheet == e.sheet && h.box.Y0 <= d.sheets[e.sheet].line(e.first).Box.Y0:
		case page.Label != "" && page.Label == d.pageText(e):
			return h
		case first == nil:
			first = h
		}
	}
	if e.target != nil {
		return nil
	}
	return first
}

// entryText returns the text of an entry's words.
func (d *draft) entryText(e *tocEntry) string {
	text := ""
	s := &d.sheets[e.sheet]
	if e.sheet != e.wordsEnd.sheet {
		return s.text(e.first)
	}
	for i := e.first; i < e.wordsEnd.line; i++ {
		text += s.text(i) + " "
	}
	return text + s.Text[s.line(e.wordsEnd.line).Start:e.words]
}

// pageText returns the printed page number of an entry, or "".
func (d *draft) pageText(e *tocEntry) string {
	return d.sheets[e.wordsEnd.sheet].Text[e.number.start:e.number.end]
}

// pageOf returns the anchor of the page to which an entry leads, or "" when it is not known.
func (d *draft) pageOf(e *tocEntry, labels map[string]int, offsets pageOffsets) string {
	if e.target != nil {
		return d.anchor(e.target.Page, e.target.At.Y)
	}
	if e.number.empty() {
		return ""
	}
	if number, ok := labels[d.pageText(e)]; ok {
		return pageAnchor(number)
	}
	if offset, ok := offsets.most(); ok && !e.roman {
		return d.anchor(offset+int(e.value), -1)
	}
	return ""
}

// pageOffsets counts the differences between the position of a page in the file and its
// printed number.
type pageOffsets struct {
	counts map[int]int
}

func (o *pageOffsets) vote(offset int) {
	if o.counts == nil {
		o.counts = map[int]int{}
	}
	o.counts[offset]++
}

// most returns the commonest offset; of equals the least.
func (o *pageOffsets) most() (offset int, ok bool) {
	best := 0
	for k, n := range o.counts {
		if n > best || n == best && k < offset {
			offset, best = k, n
		}
	}
	return offset, best > 0
}
