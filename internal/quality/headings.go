package quality

import (
	"fmt"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// byNumber are the pages by their numbers.
func (c *checker) byNumber() map[int]*layout.Page {
	m := make(map[int]*layout.Page, len(c.Pages))
	for _, p := range c.Pages {
		m[p.Number] = p
	}
	return m
}

// headings compares the headings of the tags with those that the pages show.
func (c *checker) headings() {
	if c.Structure == nil {
		return
	}
	tagged := 0
	for i := range c.Structure.Elements {
		if !isHeading(c.Structure.Elements[i].Role) {
			continue
		}
		tagged++
		text, page := c.textOf(int32(i))
		if n := len(wordsOf(text)); n > mostHeadingWords {
			c.breaks(&headingBodies, Finding{Page: page, Text: text, Message: fmt.Sprintf("%d words are tagged as a heading", n)})
			continue
		}
		c.holds(&headingBodies)
	}
	if c.Seen == nil {
		return
	}
	pages := c.byNumber()
	var missing []Finding
	seen, found := 0, 0
	for n := range c.Seen.Root.All() {
		if n.Role != semantic.H && n.Role != semantic.Title || pages[int(n.Page)] == nil || n.Block < 0 {
			continue
		}
		p := pages[int(n.Page)]
		if int(n.Block) >= len(p.Blocks) {
			continue
		}
		seen++
		as, other := 0, 0
		block := &p.Blocks[n.Block]
		text := ""
		for i := range p.BlockLines(block) {
			text += p.LineText(i) + " "
			for _, s := range p.LineSpans(i) {
				switch e := c.elementOf(p, s.Mark); {
				case e < 0:
				case c.within(e, isHeading):
					as++
				default:
					other++
				}
			}
		}
		switch {
		case as > 0:
			found++
		case other > 0:
			missing = append(missing, Finding{Page: p.Number, Box: block.Box, Text: text, Message: "this looks like a heading and is tagged as something else"})
		}
	}
	out := c.of(&headingTags)
	out.Held = found
	for _, f := range missing {
		// One that is left out may be none: layout takes a bold line for a heading that its author
		// did not mean as one. That none at all is tagged where several are seen is no such error.
		if tagged == 0 && len(missing) >= fewHeadings {
			c.breaks(&headingTags, f)
		} else {
			c.doubts(&headingTags, f)
		}
	}
}
