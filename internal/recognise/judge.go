package recognise

import (
	"fmt"
	"unicode"

	"github.com/pagelift/pagelift/layout"
)

// Verdict is what the text of a page is worth.
type Verdict struct {
	// Reason says why the page should be recognised; "": its text serves.
	Reason string
	// Drop: the text that the page has is worse than none.
	Drop bool
	// Layer: the text that the page has was recognised before, and makes way for what
	// is better.
	Layer bool
}

const (
	// pictureShare is how much of the page images cover from when on it is a picture.
	// Of 1,322 pages of public collections those above it without text were scans, or
	// covers all of one photograph.
	pictureShare = 0.6
	// stampedShare is the same for a page with some text: slides have a title and
	// photographs on up to .85 of the page, scans with a stamp cover all of it.
	stampedShare = 0.9
	// someShare is the same for a page without any text: a receipt on a sheet.
	someShare = 0.1
	// stampText is the most characters within the margins that a page may have and
	// be a picture all the same: what libraries print on scans. margin is the height
	// of the margins, in which any number may stand.
	stampText = 30
	margin    = 0.1
	// outlines is how many curved shapes a page without text or images has at least
	// when its text was turned into shapes: a line of it.
	outlines = 60
	// outlinesBeside is how many of them there are at least for each character that such a page
	// has as text: a poster with the name of a site under it has 1,500. On no other page of
	// 904 documents with less than stampText characters are there 40.
	outlinesBeside = 40

	// judgedText is the least text that is judged by its characters, and readText how
	// many characters of a page are looked at.
	judgedText = 50
	readText   = 1024
	// unreadableShare is how much of the text may have no Unicode. On pages of which
	// some can be read bullets and formulas without it make .26 at most.
	unreadableShare = 0.3
	// foreignShare is how much of it may be between U+00A0 and U+00FF. Languages that
	// use these characters have .15 of them. Chinese, Cyrillic and other bytes that a font
	// says are Latin become nothing else.
	foreignShare = 0.5
)

// Judge looks at the text of a page.
func Judge(c *layout.Content) Verdict {
	t := readTexts(c)
	if t.all >= judgedText {
		if share := float64(t.unreadable) / float64(t.all); share > unreadableShare {
			return Verdict{Reason: fmt.Sprintf("%.0f %% of its characters have no Unicode", 100*share), Drop: true}
		}
		if float64(t.foreign) > foreignShare*float64(t.all) {
			return Verdict{Reason: "its text is in an encoding that the font does not name", Drop: true}
		}
	}
	if t.body >= stampText {
		return Verdict{}
	}
	switch covered := coverage(c); {
	case covered >= pictureShare && t.all == 0 || covered >= stampedShare:
		return Verdict{Reason: "it is a picture without text"}
	case covered >= someShare && t.all == 0:
		return Verdict{Reason: "it has a picture and no text"}
	case shapes(c) >= max(outlines, outlinesBeside*t.all):
		return Verdict{Reason: "its text is painted as shapes"}
	}
	return Verdict{}
}

// texts counts the characters of a page that are not space and can be seen.
type texts struct {
	all, body  int // body: within the margins
	unreadable int
	foreign    int // see foreignShare
}

func readTexts(c *layout.Content) (t texts) {
	top, bottom := margin*c.Height, (1-margin)*c.Height
	for i := range c.Runs {
		run := &c.Runs[i]
		if !run.Flags.IsContent() || run.Origin == layout.FromField {
			continue
		}
		for _, g := range c.Glyphs[run.First : run.First+run.Count] {
			char := g.Char
			if char < 0 {
				if char = firstOf(c.Strings[^char]); char == 0 && run.Flags&layout.Unmapped == 0 {
					continue // the text of the glyph before it stands for both
				}
			}
			if char == ' ' || char == noBreakSpace || t.all >= readText {
				continue
			}
			t.all++
			if g.Y > top && g.Y < bottom {
				t.body++
			}
			t.count(char)
		}
		if t.all >= readText {
			return t
		}
	}
	return t
}

// noBreakSpace is what programs indent listings with.
const noBreakSpace = '\u00a0'

// firstOf is the first character of a text, 0 for none.
func firstOf(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}

// count counts one character by what it is.
func (t *texts) count(char rune) {
	switch {
	case char > 0 && char < 0xA0:
	case char <= 0xFF && char > 0:
		t.foreign++
	case char == 0 || char == unicode.ReplacementChar || unicode.Is(unicode.Co, char):
		t.unreadable++
	}
}

// coverage is the share of the page under its images; those that overlap count twice.
func coverage(c *layout.Content) float32 {
	area := float32(0)
	for i := range c.Images {
		if b := visible(c, &c.Images[i]); !b.Empty() {
			area += b.Width() * b.Height()
		}
	}
	if page := c.Width * c.Height; page > 0 {
		return area / page
	}
	return 0
}

// visible is what is seen of an image.
func visible(c *layout.Content, m *layout.Image) layout.Rect {
	if m.Flags&layout.Unseen != 0 {
		return layout.Rect{}
	}
	box := m.Box.Intersect(layout.Rect{X1: c.Width, Y1: c.Height})
	if m.Clip >= 0 && int(m.Clip) < len(c.Clips) {
		box = box.Intersect(c.Clips[m.Clip].Box)
	}
	return box
}

// shapes counts the filled shapes with curves.
func shapes(c *layout.Content) int {
	count := 0
	for i := range c.Paths {
		p := &c.Paths[i]
		if p.Op&layout.Fill == 0 || p.Rectangle || p.Flags&layout.Unseen != 0 {
			continue
		}
		for _, s := range c.Segments[p.First : p.First+p.Count] {
			if s.Verb == layout.MoveTo {
				count++ // letters of a word may be one path
			}
		}
	}
	return count
}
