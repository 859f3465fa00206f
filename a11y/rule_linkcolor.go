package a11y

import (
	"fmt"
	"strings"

	"github.com/pagelift/pagelift/a11y/internal/css"
	"github.com/pagelift/pagelift/a11y/internal/dom"
)

// Links in running text that differ from the text only by their colour, and the size of controls.
//
//	a { text-decoration: none; color: #224 }     fails in a paragraph of black text
var linkColorRules = []rule{
	{
		Rule: Rule{
			ID: "link-in-text-block", Impact: Serious, Level: A, WCAG: []string{"1.4.1"},
			Help: "Links in a text stand out by more than their colour",
		},
		weight: 7, on: trigger{tags: []dom.Tag{dom.TagA}}, each: linkInText,
	},
	{
		Rule: Rule{
			ID: "target-size", Impact: Serious, Level: AA, WCAG: []string{"2.5.8"},
			Help: "What is clicked has 24 by 24 pixels or room around it",
		},
		on: trigger{tags: []dom.Tag{dom.TagButton, dom.TagInput, dom.TagSelect}}, each: targetSize,
	},
}

// leastLinkContrast is the contrast with the text around from which a link can be recognised by its colour
// (technique G183, which asks for more when the link is used).
const leastLinkContrast = 3

// linkInText decides a link in a block that holds more text than its links do.
func linkInText(p *page, n dom.Node) verdict {
	s := p.Style(n)
	if !p.HasAttr(n, "href") || !s.Visible() || p.Has(n, dom.Unrendered) || !s.Inline() && !s.Doubt || !p.inRunningText(n) {
		return verdict{}
	}
	around := p.Style(p.Parent(n))
	if s.StandsOut(around) {
		return pass
	}
	text := p.soleStyle(n)
	if text == nil || text.Doubt || around.Doubt || !text.Knows(css.PropColor) || !around.Knows(css.PropColor) || !s.Certain() {
		return unsure("how the link looks is not known")
	}
	ratio := css.ContrastRatio(text.Color, around.Color)
	if ratio >= leastLinkContrast {
		return unsure("the link has no underline; it must change when it is pointed at or focused")
	}
	return fail("the link has no underline and nearly the colour of the text around").with("ratio", formatRatio(ratio))
}

// soleStyle returns the style of the only element whose text the link shows, or nil.
func (p *page) soleStyle(n dom.Node) *css.Style {
	if p.At(n).Next == n+1 {
		return p.Style(n)
	}
	return nil
}

// inRunningText reports whether the block around a link holds more text than its links do.
func (p *page) inRunningText(n dom.Node) bool {
	if !p.hasText(n) {
		return false
	}
	block := p.Parent(n)
	for block != dom.None && p.Style(block).Inline() {
		block = p.Parent(block)
	}
	if block == dom.None {
		return false
	}
	running, known := p.textBlocks[block]
	if !known {
		if p.textBlocks == nil {
			p.textBlocks = map[dom.Node]bool{}
		}
		running = p.measureBlock(block)
		p.textBlocks[block] = running
	}
	return running
}

// measureBlock reports whether the text of a block outside of links and controls is longer than that inside of
// them. It does not count blocks within the block.
func (p *page) measureBlock(block dom.Node) bool {
	outside, inside := 0, 0
	var walk func(n dom.Node, linked bool)
	walk = func(n dom.Node, linked bool) {
		for c, raw := range p.Content(n) {
			switch {
			case c == dom.None:
				length := len(strings.TrimSpace(raw))
				if linked {
					inside += length
				} else {
					outside += length
				}
			case p.Style(c).Inline() && p.Visible(c):
				walk(c, linked || p.Tag(c) == dom.TagA && p.HasAttr(c, "href") || dom.ControlTags.Has(p.Tag(c)))
			}
		}
	}
	walk(block, false)
	return outside > inside
}

// hasText reports whether anything in n has text.
func (p *page) hasText(n dom.Node) bool {
	for c := n; c < p.At(n).Next; c++ {
		if p.HasOwnText(c) {
			return true
		}
	}
	return false
}

// targetSize can only ask a person to look: sizes are not known without a browser.
func targetSize(p *page, n dom.Node) verdict {
	if !p.Visible(n) || p.Tag(n) == dom.TagInput && strings.EqualFold(p.Value(n, "type"), "hidden") {
		return verdict{}
	}
	return unsure("the size of the control is not known")
}

// formatRatio returns a ratio of contrast for messages.
func formatRatio(r float64) string { return fmt.Sprintf("%.2f", r) }
