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

// normalLineHeight is about what fonts have.
const normalLineHeight = 1.2

// inlineSpacing decides the worst of the three properties.
func inlineSpacing(p *page, n node) verdict {
	s := p.styleOf(n)
	source := p.value(n, "style")
	if !strings.Contains(source, "!") || !s.visible() || p.at(n).space != spaceHTML || p.has(n, unrendered) || !p.hasOwnText(n) {
		return verdict{}
	}
	var worst verdict
	for _, d := range important(parseDeclarations(source)) {
		for _, kind := range spacings {
			if kind.property != d.name {
				continue
			}
			if v := p.spacing(n, s, kind, d.value); v.outcome > worst.outcome {
				worst = v
			}
		}
	}
	return worst
}

// important are the important declarations of spacing that win over others of the
// same name.
func important(list []declaration) []declaration {
	var out []declaration
	for _, kind := range spacings {
		for i := len(list) - 1; i >= 0; i-- {
			if d := list[i]; d.important && d.name == kind.property {
				out = append(out, d)
				break
			}
		}
	}
	return out
}

// spacing decides one declaration.
func (p *page) spacing(n node, s *style, kind spacing, value []cssToken) verdict {
	if s.unknown.has(propFontSize) || s.doubt {
		return unsure("the size of the text is not known")
	}
	px, known, applies := p.spacingPixels(s, kind, value)
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

// spacingPixels is the length that a value means. Values that are taken from around, and
// invalid ones, do not apply.
func (p *page) spacingPixels(s *style, kind spacing, value []cssToken) (px float64, known, applies bool) {
	switch keyword(value) {
	case "normal", "initial":
		if kind.property == "line-height" {
			return normalLineHeight * s.fontSize, true, true
		}
		return 0, true, true
	case "":
	default:
		return 0, false, false
	}
	if factor, unit, ok := value[0].number(); ok && unit == "" && len(value) == 1 && kind.property == "line-height" {
		return factor * s.fontSize, true, true
	}
	l := lengths{em: s.fontSize, rem: p.styleOf(first).fontSize, percent: s.fontSize, medium: screen}
	px, ok := l.of(value)
	return px, ok, ok || hasMath(value)
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
	width := screen.width
	for a := s; a != nil; a = a.parent {
		if a.width.set {
			width = min(width, a.width.px)
		}
	}
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
