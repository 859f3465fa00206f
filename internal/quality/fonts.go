package quality

import (
	"fmt"

	"github.com/pagelift/pagelift/internal/limits"
)

// sizes judges the size of the text of each page. It does not count raised and lowered characters, and lets a
// few small words pass, because neither is running text.
func (c *checker) sizes() {
	for _, p := range c.Pages {
		all, small, little, tiny := 0, 0, 0, 0
		var at Finding
		for i := range p.Lines {
			line := &p.Lines[i]
			n := 0
			for _, s := range p.LineSpans(i) {
				if st := &p.Styles[s.Style]; !st.Super && !st.Sub {
					n += letters(p.Text[s.Start:s.End])
				}
			}
			if all += n; line.Size >= smallText || line.Size <= 0 {
				continue
			}
			small += n
			if line.Size < littleText {
				little += n
			}
			if line.Size < tinyText {
				tiny += n
			}
			if len(at.Text) < limits.FindingText {
				at.Text += p.LineText(i) + " "
				at.Box = at.Box.Union(line.Box)
			}
		}
		at.Page = p.Number
		whole := float64(max(all, 1))
		switch {
		case all == 0:
		case small < fewSmall:
			c.holds(&textSize)
		case float64(tiny) >= mostTiny*whole:
			at.Message = fmt.Sprintf("%.0f %% of the text on the page is smaller than %g points; set it larger", 100*float64(tiny)/whole, tinyText)
			c.breaks(&textSize, at)
		case float64(small) >= mostSmall*whole:
			at.Message = fmt.Sprintf("%.0f %% of the text on the page is smaller than %g points; set it larger", 100*float64(small)/whole, smallText)
			c.breaks(&textSize, at)
		case float64(little) >= mostLittle*whole:
			at.Message = fmt.Sprintf("%.0f %% of the text on the page has 7 points or less; set it larger if people are meant to read it", 100*float64(little)/whole)
			c.doubts(&textSize, at)
		default:
			c.holds(&textSize)
		}
	}
}
