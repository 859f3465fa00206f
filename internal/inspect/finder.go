package inspect

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/pagelift/pagelift/layout"
)

// Finder finds a text in the stages of a conversion and explains what became of
// it. White space and case do not matter. Content and Layout are hooks for
// convert.Trace; they may be called from several goroutines at once, for one page
// one after the other.
type Finder struct {
	query string // folded

	mu      sync.Mutex
	pending map[int]*layout.Content // pages between the two hooks
	found   []*foundPage
}

// foundPage is a page that has the text in some form.
type foundPage struct {
	content *layout.Content
	page    *layout.Page
}

// NewFinder is a Finder of text; text without a letter or sign matches nothing.
func NewFinder(text string) *Finder {
	return &Finder{query: fold(text).text, pending: map[int]*layout.Content{}}
}

// Content keeps what the page paints until Layout has decided.
func (f *Finder) Content(c *layout.Content) {
	kept := &layout.Content{
		Page: c.Page, Width: c.Width, Height: c.Height,
		Runs: slices.Clone(c.Runs), Glyphs: slices.Clone(c.Glyphs), Strings: slices.Clone(c.Strings),
		Fonts: slices.Clone(c.Fonts), Paints: slices.Clone(c.Paints), Marks: slices.Clone(c.Marks),
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.pending[c.Page] = kept
}

// Layout keeps the page if it has the text, as lines, as unseen text or as painted.
func (f *Finder) Layout(p *layout.Page) {
	f.mu.Lock()
	content := f.pending[p.Number]
	delete(f.pending, p.Number)
	f.mu.Unlock()
	if f.query == "" || content == nil || !f.matches(content, p) {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.found = append(f.found, &foundPage{content, p})
}

func (f *Finder) matches(c *layout.Content, p *layout.Page) bool {
	if strings.Contains(fold(p.Text).text, f.query) {
		return true
	}
	for i := range p.Unseen {
		if strings.Contains(fold(p.Unseen[i].Text).text, f.query) {
			return true
		}
	}
	return strings.Contains(fold(paintedText(c)).text, f.query)
}

// paintedText is the text of all runs in the order of painting.
func paintedText(c *layout.Content) string {
	var b strings.Builder
	for i := range c.Runs {
		b.WriteString(runText(c, &c.Runs[i]))
	}
	return b.String()
}

// folded is a text without white space and case, with the way back.
type folded struct {
	text string
	from []int32 // from[i]: where byte i of text comes from in the original
}

func fold(s string) folded {
	var b strings.Builder
	var from []int32
	for i, r := range s {
		if unicode.IsSpace(r) || r == '\u00ad' { // soft hyphen
			continue
		}
		n := b.Len()
		b.WriteRune(unicode.ToLower(r))
		for range b.Len() - n {
			from = append(from, int32(i))
		}
	}
	return folded{b.String(), from}
}

// textRange is a stretch of an original text.
type textRange struct{ start, end int32 }

// all are the places of query in the original text of f.
func (f *folded) all(query string) []textRange {
	var ranges []textRange
	for at := 0; ; {
		i := strings.Index(f.text[at:], query)
		if i < 0 || query == "" {
			return ranges
		}
		at += i + len(query)
		ranges = append(ranges, textRange{f.from[at-len(query)], f.from[at-1] + 1})
	}
}
