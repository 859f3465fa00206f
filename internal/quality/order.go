package quality

import (
	"fmt"
)

// order walks through the text of the pages in the order in which people read it. It counts the steps from one
// element to the next, and those of them that lead back in the structure tree.
//
//	the page has              1 Title   2 Abstract   3 Methods
//	the tree has              1 Methods   2 Title   3 Abstract
//	Title to Abstract         leads on
//	Abstract to Methods       leads back
func (c *checker) order() {
	if c.Structure == nil {
		return
	}
	steps, back := 0, 0
	var found []Finding
	for _, p := range c.Pages {
		last := int32(-1)
		for i := range p.Lines {
			if c.ended() {
				return
			}
			for _, s := range p.LineSpans(i) {
				e := c.elementOf(p, s.Mark)
				if e < 0 || c.tags.nested[e].note {
					continue // the tag of a note stands where its mark is, its text elsewhere on the page
				}
				at := c.tags.nested[e].block
				if at == last {
					continue
				}
				if last >= 0 {
					if steps++; at < last {
						back++
						keep(&found, Finding{Page: p.Number, Box: p.Lines[i].Box, Text: p.LineText(i), Message: "on the page this follows other text, but its tag comes before the tag of that text; check the order of the tags"})
					}
				}
				last = at
			}
		}
	}
	switch share := float64(back) / float64(max(steps, 1)); {
	case steps < fewSteps:
		return
	case share > mostBack:
		out := c.resultOf(&tagOrder)
		out.Broken, out.Findings = back, found
		out.Findings[0].Message = fmt.Sprintf("%.0f %% of the steps from one text on the page to the next lead back in the tags, first here; put the tags in the order in which people read the page", 100*share)
	case back > 0:
		out := c.resultOf(&tagOrder)
		out.Held, out.Doubtful, out.Doubts = steps-back, back, found
	default:
		c.resultOf(&tagOrder).Held = steps
	}
}
