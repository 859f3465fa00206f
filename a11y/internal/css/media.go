package css

import (
	"strings"

	syntax "github.com/tdewolff/parse/v2/css"
)

// Truth is the answer to a condition. Maybe says that the answer needs a browser.
type Truth uint8

const (
	No Truth = iota
	Maybe
	Yes
)

// not returns the opposite. The opposite of Maybe is Maybe.
func (t Truth) not() Truth { return Yes - t }

// matches answers a list of media queries (Media Queries 4 section 3).
func (m medium) matches(list []token) Truth {
	if len(withoutSpaces(list)) == 0 {
		return Yes
	}
	answer := No
	for _, query := range splitTop(list, ',') {
		answer = max(answer, m.query(withoutSpaces(query)))
	}
	return answer
}

// query answers "[not|only] type [and condition]" or a condition.
func (m medium) query(w []token) Truth {
	if len(w) == 0 {
		return No
	}
	negated := false
	if w[0].kind == syntax.IdentToken {
		switch w[0].name() {
		case "not":
			if len(w) > 1 && w[1].kind == syntax.IdentToken {
				negated, w = true, w[1:]
			}
		case "only":
			w = w[1:]
		}
	}
	answer := Yes
	if len(w) > 0 && w[0].kind == syntax.IdentToken && w[0].name() != "not" {
		if name := w[0].name(); name != "all" && name != "screen" {
			answer = No
		}
		w = w[1:]
		if len(w) > 0 && w[0].kind == syntax.IdentToken && w[0].name() == "and" {
			w = w[1:]
		}
	}
	if len(w) > 0 {
		answer = min(answer, m.condition(w, 0))
	}
	if negated {
		return answer.not()
	}
	return answer
}

// condition answers features joined by and, or, not. "and" does not bind more closely than "or", because the
// grammar forbids to mix them.
func (m medium) condition(w []token, depth int) Truth {
	const maxDepth = 8
	if depth > maxDepth {
		return Maybe
	}
	answer, join, negate := Yes, "and", false
	for i := 0; i < len(w); i++ {
		t := w[i]
		if t.kind == syntax.IdentToken {
			switch t.name() {
			case "not":
				negate = true
			case "and", "or":
				join = t.name()
			default:
				return No
			}
			continue
		}
		if !t.opens() {
			return No
		}
		end := closing(w, i)
		one := m.inBrackets(w[i+1:end], depth)
		if negate {
			one, negate = one.not(), false
		}
		if join == "or" {
			answer = max(answer, one)
		} else {
			answer = min(answer, one)
		}
		i = end
	}
	return answer
}

// inBrackets answers the condition between parentheses.
func (m medium) inBrackets(w []token, depth int) Truth {
	if len(w) == 0 {
		return No
	}
	if w[0].opens() || w[0].kind == syntax.IdentToken && w[0].name() == "not" {
		return m.condition(w, depth+1)
	}
	return m.feature(w)
}

// feature answers one media feature: plain, boolean, or a range.
func (m medium) feature(w []token) Truth {
	if w[0].kind == syntax.IdentToken && len(w) == 1 {
		return m.boolean(w[0].name())
	}
	if w[0].kind == syntax.IdentToken && w[1].kind == syntax.ColonToken {
		return m.plain(w[0].name(), w[2:])
	}
	return m.between(w)
}

// boolean answers a feature without a value.
func (m medium) boolean(name string) Truth {
	switch name {
	case "width", "height", "color", "hover", "any-hover", "pointer", "any-pointer", "orientation", "aspect-ratio",
		"resolution", "prefers-color-scheme", "color-gamut", "dynamic-range", "scripting", "update", "overflow-block", "overflow-inline":
		return Yes
	}
	return No
}

// keywordFeatures has the values of features with keywords, in a browser with its default settings.
var keywordFeatures = map[string]string{
	"prefers-color-scheme": "light", "prefers-reduced-motion": "no-preference", "prefers-contrast": "no-preference",
	"prefers-reduced-transparency": "no-preference", "prefers-reduced-data": "no-preference", "forced-colors": "none",
	"inverted-colors": "none", "hover": "hover", "any-hover": "hover", "pointer": "fine", "any-pointer": "fine",
	"display-mode": "browser", "scripting": "enabled", "update": "fast", "dynamic-range": "standard", "scan": "progressive",
	"overflow-block": "scroll", "overflow-inline": "scroll", "color-gamut": "srgb",
}

// plain answers "name: value".
func (m medium) plain(name string, value []token) Truth {
	if len(value) == 0 {
		return No
	}
	if name == "orientation" {
		return truthIf(value[0].name() == m.orientation())
	}
	if want, ok := keywordFeatures[name]; ok {
		return truthIf(value[0].name() == want)
	}
	bare := strings.TrimPrefix(strings.TrimPrefix(name, "-webkit-"), "-moz-")
	side := "="
	for prefix, op := range map[string]string{"min-": ">=", "max-": "<="} {
		if rest, ok := strings.CutPrefix(bare, prefix); ok {
			bare, side = rest, op
		}
	}
	return m.compare(bare, side, value)
}

// between answers "(a < name <= b)" and its shorter forms.
func (m medium) between(w []token) Truth {
	var sides [][]token
	var ops []string
	from := 0
	for i := 0; i < len(w); i++ {
		if !w[i].is('<') && !w[i].is('>') && !w[i].is('=') {
			continue
		}
		op, next := w[i].text, i+1
		if next < len(w) && w[next].is('=') && op != "=" {
			op += "="
			next++
		}
		sides, ops, from = append(sides, w[from:i]), append(ops, op), next
		i = next - 1
	}
	sides = append(sides, w[from:])
	answer := Yes
	for i, op := range ops {
		left, right := sides[i], sides[i+1]
		switch {
		case len(left) == 1 && left[0].kind == syntax.IdentToken:
			answer = min(answer, m.compare(left[0].name(), op, right))
		case len(right) == 1 && right[0].kind == syntax.IdentToken:
			answer = min(answer, m.compare(right[0].name(), mirrored(op), left))
		default:
			return No
		}
	}
	if len(ops) == 0 {
		return No
	}
	return answer
}

// mirrored returns the operator for swapped sides.
func mirrored(op string) string {
	return strings.NewReplacer("<", ">", ">", "<").Replace(op)
}

// compare answers "name op value" for a feature with a length or a number.
func (m medium) compare(name, op string, value []token) Truth {
	var have float64
	switch name {
	case "width", "device-width":
		have = m.width
	case "height", "device-height":
		have = m.height
	case "aspect-ratio", "device-aspect-ratio":
		have = m.width / m.height
	case "resolution", "device-pixel-ratio":
		have = 1
	case "color":
		have = 8
	case "monochrome", "color-index", "grid":
		have = 0
	default:
		return No
	}
	want, ok := m.quantity(value)
	if !ok {
		return No
	}
	switch op {
	case ">=":
		return truthIf(have >= want)
	case "<=":
		return truthIf(have <= want)
	case ">":
		return truthIf(have > want)
	case "<":
		return truthIf(have < want)
	}
	return truthIf(have == want)
}

// quantity returns a length in pixels, a ratio, a resolution in dots per pixel or a number.
func (m medium) quantity(value []token) (float64, bool) {
	l := lengths{em: initialFontSize, rem: initialFontSize, medium: m}
	if len(value) == 3 && value[1].is('/') {
		a, _, okA := value[0].number()
		b, _, okB := value[2].number()
		return a / b, okA && okB && b != 0
	}
	if len(value) == 1 {
		switch v, unit, ok := value[0].number(); unit {
		case "", "x", "dppx":
			return v, ok
		case "dpi":
			return v / 96, ok
		}
	}
	return l.pixels(value)
}

// truthIf returns Yes or No.
func truthIf(condition bool) Truth {
	if condition {
		return Yes
	}
	return No
}
