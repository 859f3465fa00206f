package a11y

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/a11y/internal/css"
	"github.com/pagelift/pagelift/a11y/internal/dom"
)

// Text spacing that users cannot change: an important declaration in a style attribute overrides any style sheet
// that a tool adds to a page.
//
//	<p style="line-height:1 !important">...</p>     fails where the text has several lines
var spacingRules = []rule{
	{
		Rule: Rule{
			ID: "avoid-inline-spacing", Impact: Serious, Level: AA, ACT: []string{"24afc2", "78fd32", "9e45ec"}, WCAG: []string{"1.4.12"},
			Help: "Important spacing in style attributes is wide enough",
		},
		on: trigger{flags: dom.HasStyle}, each: inlineSpacing,
	},
}

// spacing is a property, the least multiple of the font size that success criterion 1.4.12 asks for, and the ACT
// rule about it.
type spacing struct {
	property string
	least    float64
	act      string
}

var spacings = [...]spacing{{"letter-spacing", 0.12, "24afc2"}, {"line-height", 1.5, "78fd32"}, {"word-spacing", 0.16, "9e45ec"}}

// inlineSpacing decides the worst of the three properties.
func inlineSpacing(p *page, n dom.Node) verdict {
	s := p.Style(n)
	source := p.Value(n, "style")
	if !strings.Contains(source, "!") || !s.Visible() || p.At(n).Space != dom.SpaceHTML || p.Has(n, dom.Unrendered) || !p.HasOwnText(n) {
		return verdict{}
	}
	var worst verdict
	list := css.ParseDeclarations(source)
	for _, kind := range spacings {
		if d, ok := list.Important(kind.property); ok {
			if v := p.judgeSpacing(n, s, kind, d); v.outcome > worst.outcome {
				worst = v
			}
		}
	}
	return worst
}

// judgeSpacing decides one declaration.
func (p *page) judgeSpacing(n dom.Node, s *css.Style, kind spacing, d css.Declaration) verdict {
	if !s.Knows(css.PropFontSize) || s.Doubt {
		return unsure("the size of the text is not known")
	}
	px, known, applies := p.SpacingPixels(s, d)
	if !applies {
		return verdict{}
	}
	if !known {
		return unsure("the value of " + kind.property + " is not known")
	}
	v := fail(fmt.Sprintf("%s is %.3g times the font size and cannot be changed, needed is %g", kind.property, px/s.FontSize, kind.least))
	const tolerance = 1e-6
	if px >= kind.least*s.FontSize-tolerance {
		v = pass
	}
	if kind.property == "line-height" {
		switch p.wraps(n, s) {
		case css.No:
			return verdict{}
		case css.Maybe:
			if v.outcome == failed {
				return unsure("line-height cannot be changed, which matters if the text has several lines")
			}
		}
	}
	return v.with("property", kind.property).with("act", kind.act)
}

const (
	// narrowText and wideText bound the mean width of the characters of a text, in multiples of the font size.
	// Running text in Latin script has 0.4 to 0.5.
	narrowText = 0.35
	wideText   = 0.65
	// fullWidth is the width of a text in a script such as Chinese.
	fullWidth = 1.0
)

// wraps returns whether the text of n takes more than one line. Only its length and the widths that are set can
// tell that here.
func (p *page) wraps(n dom.Node, s *css.Style) css.Truth {
	if s.Nowrap {
		return css.No
	}
	words := dom.Squeeze(p.Text(n))
	width := s.MaxWidth()
	runes := utf8.RuneCountInString(words)
	length := float64(runes) * s.FontSize
	switch {
	case length*narrowText > width && strings.Contains(words, " "):
		return css.Yes
	case length*wideText < width && len(words) == runes, length*fullWidth < width:
		return css.No
	}
	return css.Maybe
}
