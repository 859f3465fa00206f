package quality

import (
	"fmt"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// byNumber returns the pages by their numbers.
func (c *checker) byNumber() map[int]*layout.Page {
	m := make(map[int]*layout.Page, len(c.Pages))
	for _, p := range c.Pages {
		m[p.Number] = p
	}
	return m
}

// headings compares the headings in the tags with the headings that the pages show.
func (c *checker) headings() {
	tagged := c.taggedHeadings()
	if c.Seen == nil {
		return
	}
	pages := c.byNumber()
	var missing []Finding
	for n := range c.Seen.Root.All() {
		if c.ended() {
			return
		}
		if n.Role != semantic.H && n.Role != semantic.Title || pages[int(n.Page)] == nil || n.Block < 0 {
			continue
		}
		p := pages[int(n.Page)]
		if int(n.Block) >= len(p.Blocks) {
			continue
		}
		as, other := 0, 0
		block := &p.Blocks[n.Block]
		text := ""
		for i := range p.BlockLines(block) {
			if len(text) < limits.FindingText {
				text += p.LineText(i) + " "
			}
			for _, s := range p.LineSpans(i) {
				switch e := c.elementOf(p, s.Mark); {
				case e >= 0 && c.tags.nested[e].heading:
					as++
				case e >= 0 || !artifact(p, s.Mark):
					other++
				}
			}
		}
		switch {
		case as > 0:
			c.holds(&headingTags)
		case other > 0:
			missing = append(missing, Finding{Page: p.Number, Box: block.Box, Text: text, Message: "this looks like a heading but is not tagged as one; if it is a heading, tag it as one"})
		}
	}
	for _, f := range missing {
		// Layout may take a bold line for a heading that its author did not mean as one. So a person has to
		// look if other headings are tagged. If the tags have no heading at all, that is the author's error.
		if tagged == 0 {
			c.breaks(&headingTags, f)
		} else {
			c.doubts(&headingTags, f)
		}
	}
}

// taggedHeadings judges the headings in the tags and returns how many there are.
func (c *checker) taggedHeadings() int {
	if c.Structure == nil {
		return 0
	}
	tagged := 0
	for i := range c.Structure.Elements {
		if c.ended() {
			break
		}
		if !isHeading(c.Structure.Elements[i].Role) {
			continue
		}
		tagged++
		text, page := c.textOf(int32(i))
		if n := len(wordsOf(text)); n > mostHeadingWords {
			c.breaks(&headingBodies, Finding{Page: page, Text: text, Message: fmt.Sprintf("%d words are tagged as one heading; tag running text as a paragraph", n)})
			continue
		}
		c.holds(&headingBodies)
	}
	return tagged
}
