package a11y

import (
	"fmt"
	"strings"
)

// Links in running text.
var linkColorRules = []rule{
	{
		Rule: Rule{
			ID: "link-in-text-block", Impact: Serious, Level: A, WCAG: []string{"1.4.1"},
			Help: "Links in a text stand out by more than their colour",
		},
		weight: 7, on: trigger{tags: []tag{tagA}}, each: linkInText,
	},
	{
		Rule: Rule{
			ID: "target-size", Impact: Serious, Level: AA, WCAG: []string{"2.5.8"},
			Help: "What is clicked has 24 by 24 pixels or room around it",
		},
		on: trigger{tags: []tag{tagButton, tagInput, tagSelect}}, each: targetSize,
	},
}

// leastLinkContrast is the ratio to the text around from which a link may be told from
// it (technique G183, which asks for more when the link is used).
const leastLinkContrast = 3

func linkInText(p *page, n node) verdict {
	s := p.styleOf(n)
	if !p.hasAttr(n, "href") || !s.visible() || p.has(n, unrendered) || !s.inline() && !s.doubt || !p.inRunningText(n) {
		return verdict{}
	}
	around := p.styleOf(p.parent(n))
	if s.standsOut(around) {
		return pass
	}
	text := p.soleStyle(n)
	if text == nil || text.doubt || around.doubt || !text.knows(propColor) || !around.knows(propColor) || !s.certain() {
		return unsure("how the link looks is not known")
	}
	ratio := contrast(text.color, around.color)
	if ratio >= leastLinkContrast {
		return unsure("the link has no underline; it must change when it is pointed at or focused")
	}
	return fail("the link has no underline and nearly the colour of the text around").with("ratio", formatRatio(ratio))
}

// soleStyle is the style of the only element whose text the link shows, or nil.
func (p *page) soleStyle(n node) *style {
	if p.at(n).next == n+1 {
		return p.styleOf(n)
	}
	return nil
}

// inRunningText reports whether the block around a link holds more text than its links do.
func (p *page) inRunningText(n node) bool {
	if !p.hasText(n) {
		return false
	}
	block := p.parent(n)
	for block != none && p.styleOf(block).inline() {
		block = p.parent(block)
	}
	if block == none {
		return false
	}
	running, known := p.textBlocks[block]
	if !known {
		if p.textBlocks == nil {
			p.textBlocks = map[node]bool{}
		}
		running = p.measureBlock(block)
		p.textBlocks[block] = running
	}
	return running
}

// measureBlock compares the text of a block outside of links and controls with that
// inside of them. Blocks within it are not looked into.
func (p *page) measureBlock(block node) bool {
	outside, inside := 0, 0
	var walk func(n node, linked bool)
	walk = func(n node, linked bool) {
		for c, raw := range p.content(n) {
			switch {
			case c == none:
				length := len(strings.TrimSpace(raw))
				if linked {
					inside += length
				} else {
					outside += length
				}
			case p.styleOf(c).inline() && p.visible(c):
				walk(c, linked || p.tag(c) == tagA && p.hasAttr(c, "href") || controlTags.has(p.tag(c)))
			}
		}
	}
	walk(block, false)
	return outside > inside
}

// hasText reports whether anything in n has text.
func (p *page) hasText(n node) bool {
	for c := n; c < p.at(n).next; c++ {
		if p.hasOwnText(c) {
			return true
		}
	}
	return false
}

// targetSize can only ask for a look: sizes are not known without a browser.
func targetSize(p *page, n node) verdict {
	if !p.visible(n) || p.tag(n) == tagInput && strings.EqualFold(p.value(n, "type"), "hidden") {
		return verdict{}
	}
	return unsure("the size of the control is not known")
}

// formatRatio is a ratio of contrast for messages.
func formatRatio(r float64) string { return fmt.Sprintf("%.2f", r) }
