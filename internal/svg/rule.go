package svg

import "strings"

// rule is a declaration that only CSS can express. In a file of its own it is the style of an
// element. In HTML, where a policy may forbid such styles, it is a class.
type rule struct{ class, css string }

var (
	isolated  = rule{"isolate", "isolation:isolate"}
	alphaMask = rule{"alpha", "mask-type:alpha"}
	pixelated = rule{"pixelated", "image-rendering:pixelated"}
)

// blending returns the rule of a CSS blend mode.
func blending(mode string) rule { return rule{mode, "mix-blend-mode:" + mode} }

// addRule appends the attribute that gives the open element the rule r. The zero value is no rule.
func (w *writer) addRule(out []byte, r rule) []byte {
	switch {
	case r == rule{}:
		return out
	case w.exact:
		w.isStyled = true
		return append(out, ` class="`+r.class+`"`...)
	}
	return append(out, ` style="`+r.css+`"`...)
}

// LayerStyles returns the rules of the classes in layers and of their blend modes.
func LayerStyles() string {
	var b strings.Builder
	rules := []rule{isolated, alphaMask, pixelated}
	for _, mode := range strings.Fields("multiply screen overlay darken lighten color-dodge color-burn hard-light soft-light difference exclusion hue saturation color luminosity") {
		rules = append(rules, blending(mode))
	}
	for _, r := range rules {
		b.WriteString(".g." + r.class + ",.g ." + r.class + "{" + r.css + "}")
	}
	return b.String()
}
