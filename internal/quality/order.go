package quality

import (
	"fmt"
)

// order walks the pages as they are read and counts the steps from one element to the next that
// lead back in the tree.
//
//	page    1 Title   2 Abstract   3 Methods        tree   Methods, Title, Abstract
//	steps   Title > Abstract on, Abstract > Methods back
func (c *checker) order() {
	if c.Structure == nil {
		return
	}
	steps, back := 0, 0
	var found []Finding
	for _, p := range c.Pages {
		last := int32(-1)
		for i := range p.Lines {
			if c.over() {
				return
			}
			for _, s := range p.LineSpans(i) {
				e := c.elementOf(p, s.Mark)
				if e < 0 || c.tags.nested[e].note {
					continue // a note is tagged where its mark stands, and set elsewhere
				}
				at := c.tags.nested[e].block
				if at == last {
					continue
				}
				if last >= 0 {
					if steps++; at < last {
						back++
						keep(&found, Finding{Page: p.Number, Box: p.Lines[i].Box, Text: p.LineText(i), Message: "the tags have this before what stands above it on the page"})
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
		out.Findings[0].Message = fmt.Sprintf("%.0f %% of the steps from one tag to the next lead back on the page; here the first", 100*share)
	case back > 0:
		out := c.resultOf(&tagOrder)
		out.Held, out.Doubtful, out.Doubts = steps-back, back, found
	default:
		c.resultOf(&tagOrder).Held = steps
	}
}
