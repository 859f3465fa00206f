package css

import "github.com/pagelift/pagelift/a11y/internal/dom"

// normalLineHeight is about the line height that fonts have.
const normalLineHeight = 1.2

// SpacingPixels returns the length that a declaration of letter-spacing, word-spacing or line-height has in a
// style. applies is false for values that are inherited, and for invalid ones.
func (t *StyledTree) SpacingPixels(s *Style, d Declaration) (px float64, known, applies bool) {
	switch keyword(d.value) {
	case "normal", "initial":
		if d.name == "line-height" {
			return normalLineHeight * s.FontSize, true, true
		}
		return 0, true, true
	case "":
	default:
		return 0, false, false
	}
	if factor, unit, ok := d.value[0].number(); ok && unit == "" && len(d.value) == 1 && d.name == "line-height" {
		return factor * s.FontSize, true, true
	}
	l := lengths{em: s.FontSize, rem: t.Style(dom.Outermost).FontSize, percent: s.FontSize, medium: screen}
	px, ok := l.pixels(d.value)
	return px, ok, ok || hasMath(d.value)
}
