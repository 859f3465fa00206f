package a11y

// normalLineHeight is about what fonts have.
const normalLineHeight = 1.2

// spacingPixels is the length that a declaration of letter-spacing, word-spacing or
// line-height means in a style. Values that are taken from around, and invalid ones, do not
// apply.
func (t *styledTree) spacingPixels(s *style, d declaration) (px float64, known, applies bool) {
	switch keyword(d.value) {
	case "normal", "initial":
		if d.name == "line-height" {
			return normalLineHeight * s.fontSize, true, true
		}
		return 0, true, true
	case "":
	default:
		return 0, false, false
	}
	if factor, unit, ok := d.value[0].number(); ok && unit == "" && len(d.value) == 1 && d.name == "line-height" {
		return factor * s.fontSize, true, true
	}
	l := lengths{em: s.fontSize, rem: t.styleOf(first).fontSize, percent: s.fontSize, medium: screen}
	px, ok := l.of(d.value)
	return px, ok, ok || hasMath(d.value)
}
