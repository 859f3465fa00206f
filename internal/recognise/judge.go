package recognise

import (
	"fmt"
	"unicode"

	"github.com/pagelift/pagelift/layout"
)

// Verdict says whether the text of a page can be used.
type Verdict struct {
	// Reason says why the page should be recognised. It is "" if its own text serves.
	Reason string
	// Drop is set if the text of the page is worse than none.
	Drop bool
	// Layer is set if the text of the page is the work of an earlier recognition, which a better one may
	// replace.
	Layer bool
}

const (
	// A page without text is a picture if its images cover pictureShare of it. In 1,322 pages of public
	// collections such pages were scans, or covers that consist of one photograph.
	pictureShare = 0.6
	// stampedShare is the same for a page with a little text. Slides have a title and photographs on up to
	// .85 of the page; scans with a stamp cover all of it.
	stampedShare = 0.9
	// someShare is the least share that images cover of a page without text that is worth recognising: a
	// receipt on a sheet of paper.
	someShare = 0.1
	// stampText is the number of characters between the margins from which a page is no mere picture. With
	// fewer, it may be a scan that a library stamped. margin is the height of the margins, as a share of
	// the page; text in the margins is not counted.
	stampText = 30
	margin    = 0.1
	// outlines is the least number of curved shapes on a page without text or images whose text was turned
	// into shapes: that of one line of text.
	outlines = 60
	// outlinesBeside is the least number of curved shapes for each character that such a page has as text.
	// A poster with the name of a site under it has 1,500. Of the pages of 904 documents no other one with
	// fewer than stampText characters has 40.
	outlinesBeside = 40

	// judgedText is the least number of characters from which they are judged.
	judgedText = 50
	// fewSigns is how many different glyphs without Unicode are the points of a plot, however often they are shown:
	// the plots seen have one to three. Text without Unicode has the letters of a language.
	fewSigns = 4
	// unreadableShare is the largest share of characters without Unicode in text that serves. On pages that
	// can be read in part, bullets and formulas make up .26 at most.
	unreadableShare = 0.3
	// foreignShare is the largest share of characters from U+00A0 to U+00FF in text that serves. Languages
	// that use these characters have .15 of them. If a font wrongly says that its codes are Latin, Chinese
	// and Cyrillic text consists of nothing else.
	foreignShare = 0.5
)

// Judge decides whether the text of a page can be used:
//
//	a scanned page        no text, and an image of the whole page     recognised
//	a scan with a stamp   text in the margin, and such an image       recognised
//	a slide               a title, and a photograph on .8 of it       its text serves
//	a poster in curves    no text, but hundreds of curved shapes      recognised
//	a page of a font whose codes have no Unicode                      recognised; its text goes
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

// texts counts the visible characters of a page, without white space.
type texts struct {
	all, body  int // body: between the top and bottom margins
	unreadable int
	foreign    int // see foreignShare
}

// sign is a glyph without Unicode.
type sign struct {
	font int32 // Content.Fonts
	code uint32
}

func readTexts(c *layout.Content) (t texts) {
	top, bottom := margin*c.Height, (1-margin)*c.Height
	signs := map[sign]bool{} // the first ones
	unreadable := texts{}
	for i := range c.Runs {
		run := &c.Runs[i]
		if !run.Flags.IsContent() || run.Origin == layout.FromField {
			continue
		}
		for _, g := range c.Glyphs[run.First : run.First+run.Count] {
			char := g.Char
			if char < 0 {
				if char = firstOf(c.Strings[^char]); char == 0 && run.Flags&layout.Unmapped == 0 {
					continue // the text of the previous glyph stands for both
				}
			}
			if char == ' ' || char == noBreakSpace {
				continue
			}
			to := &t
			if isUnreadable(char) {
				to = &unreadable
				if len(signs) <= fewSigns {
					signs[sign{run.Font, g.Code}] = true
				}
			}
			to.all++
			if g.Y > top && g.Y < bottom {
				to.body++
			}
			if char >= 0xA0 && char <= 0xFF {
				to.foreign++
			}
		}
	}
	if len(signs) > fewSigns {
		t.all, t.body, t.unreadable = t.all+unreadable.all, t.body+unreadable.body, unreadable.all
	}
	return t
}

// noBreakSpace is the character by which programs indent listings.
const noBreakSpace = '\u00a0'

// firstOf returns the first character of a text, or 0 when it is empty.
func firstOf(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}

// isUnreadable reports whether char says nothing about the letter that is shown.
func isUnreadable(char rune) bool {
	return char == 0 || char == unicode.ReplacementChar || char > 0xFF && unicode.Is(unicode.Co, char)
}

// coverage returns the share of the page that images cover. Where images overlap, it counts the area
// twice.
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

// visible returns the visible part of an image.
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

// shapes returns the number of filled shapes other than rectangles.
func shapes(c *layout.Content) int {
	count := 0
	for i := range c.Paths {
		p := &c.Paths[i]
		if p.Op&layout.Fill == 0 || p.Rectangle || p.Flags&layout.Unseen != 0 {
			continue
		}
		for _, s := range c.Segments[p.First : p.First+p.Count] {
			if s.Verb == layout.MoveTo {
				count++ // one path may hold all letters of a word
			}
		}
	}
	return count
}
