package a11y

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Text spacing that users cannot change: an important declaration in a style
// attribute wins over any sheet that a tool adds to a page.
var spacingRules = []rule{
	{
		Rule: Rule{
			ID: "avoid-inline-spacing", Impact: Serious, Level: AA, ACT: []string{"24afc2", "78fd32", "9e45ec"}, WCAG: []string{"1.4.12"},
			Help: "Important spacing in style attributes is wide enough",
		},
		on: trigger{flags: hasStyle}, each: inlineSpacing,
	},
}

// spacing is a property with the least multiple of the font size that success
// criterion 1.4.12 asks for, and the ACT rule about it.
type spacing struct {
	property string
	least    float64
	act      string
}

var spacings = [...]spacing{{"letter-spacing", 0.12, "24afc2"}, {"line-height", 1.5, "78fd32"}, {"word-spacing", 0.16, "9e45ec"}}

// inlineSpacing decides the worst of the three properties.
func inlineSpacing(p *page, n node) verdict {
	s := p.styleOf(n)
	source := p.value(n, "style")
	if !strings.Contains(source, "!") || !s.visible() || p.at(n).space != spaceHTML || p.has(n, unrendered) || !p.hasOwnText(n) {
		return verdict{}
	}
	var worst verdict
	list := parseDeclarations(source)
	for _, kind := range spacings {
		if d, ok := list.important(kind.property); ok {
			if v := p.spacing(n, s, kind, d); v.outcome > worst.outcome {
				worst = v
			}
		}
	}
	return worst
}

// spacing decides one declaration.
func (p *page) spacing(n node, s *style, kind spacing, d declaration) verdict {
	if !s.knows(propFontSize) || s.doubt {
		return unsure("the size of the text is not known")
	}
	px, known, applies := p.spacingPixels(s, d)
	if !applies {
		return verdict{}
	}
	if !known {
		return unsure("the value of " + kind.property + " is not known")
	}
	v := fail(fmt.Sprintf("%s is %.3g times the font size and cannot be changed, needed is %g", kind.property, px/s.fontSize, kind.least))
	const tolerance = 1e-6
	if px >= kind.least*s.fontSize-tolerance {
		v = pass
	}
	if kind.property == "line-height" {
		switch p.wraps(n, s) {
		case no:
			return verdict{}
		case maybe:
			if v.outcome == failed {
				return unsure("line-height cannot be changed, which matters if the text has several lines")
			}
		}
	}
	return v.with("property", kind.property).with("act", kind.act)
}

const (
	// narrowText and wideText bound the mean width of the characters of a text in
	// multiples of the font size: running text in Latin script has 0.4 to 0.5.
	narrowText = 0.35
	wideText   = 0.65
	// fullWidth is the width of a text in a script such as Chinese.
	fullWidth = 1.0
)

// wraps reports whether the text of n takes more than one line, which only its
// length and the widths that are set can tell here.
func (p *page) wraps(n node, s *style) truth {
	if s.nowrap {
		return no
	}
	words := squeeze(p.text(n))
	width := s.room()
	runes := utf8.RuneCountInString(words)
	length := float64(runes) * s.fontSize
	switch {
	case length*narrowText > width && strings.Contains(words, " "):
		return yes
	case length*wideText < width && len(words) == runes, length*fullWidth < width:
		return no
	}
	return maybe
}
