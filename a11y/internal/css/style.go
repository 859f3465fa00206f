package css

// Style is a computed style, with what follows from the elements around.
type Style struct {
	values
	parent *Style
	vars   *scope // custom properties
	// above and here are the parts of selectors that an element around this one, or this one, matches, and after
	// which selectors continue.
	above, here []int32
	Doubt       bool // a style sheet is missing, so any declaration may be overridden

	// gone says that the element is neither rendered nor announced.
	gone bool
	// unseen says that the element is rendered, but moved away or clipped to nothing.
	unseen bool
	// closed says that the element is a details element whose content is hidden.
	closed bool
	// ground says what the text of the element is painted on.
	ground *ground
	// ratio is the contrast of text in this style, computed on demand.
	ratio *ContrastRange
}

// rendered reports whether the element has boxes, visible or not.
func (s *Style) rendered() bool { return !s.gone }

// Visible reports whether text in the element can be seen.
func (s *Style) Visible() bool {
	return !s.gone && !s.hidden && !s.skipped && !s.unseen && !s.isTransparent()
}

// announced reports whether assistive technology gets the element, as far as styles decide.
func (s *Style) announced() bool { return !s.gone && !s.hidden }

// Inline reports whether the element is set in the lines of the text around it.
func (s *Style) Inline() bool { return s.display == displayInline }

// Certain reports whether the values of all properties are known.
func (s *Style) Certain() bool { return s.unknown == 0 }

// StandsOut reports whether text in the style differs from text in the style around it by
// more than its colour: by a line, a background, or another font.
func (s *Style) StandsOut(around *Style) bool {
	return s.underline || s.border || s.painted ||
		s.Weight != around.Weight || s.italic != around.italic || s.FontSize != around.FontSize ||
		s.background != around.background && s.background.a > 0 || s.image.unknown || len(s.image.colors) > 0
}

// MaxWidth returns the greatest width that the text of the element can have, in pixels: the least of the width of
// the screen and the widths that are set on the element and around it.
func (s *Style) MaxWidth() float64 {
	width := screen.width
	for a := s; a != nil; a = a.parent {
		if a.width.set {
			width = min(width, a.width.px)
		}
	}
	return width
}

// A ground is what text is painted on: the backgrounds inside of the innermost element with an opacity, then that
// element as a whole on what is behind it, and so on.
type ground struct {
	opacity float64
	layers  []RGBA  // what may be behind the text inside of the group; more than one under a gradient
	unknown string  // why it is unknown, or ""
	altered bool    // text inside may get another colour
	effect  bool    // everything painted inside may get another colour
	behind  *ground // nil for the canvas
}

// isTransparent reports whether the opacity makes the element invisible.
func (s *Style) isTransparent() bool {
	for g := s.ground; g != nil; g = g.behind {
		if g.opacity == 0 {
			return true
		}
	}
	return false
}

// A ContrastRange is what is known of the contrast of text: the ratios on the least and on the most favourable of
// the colours that may be behind the text.
type ContrastRange struct {
	Least, Most float64
	Text, Back  RGBA   // colours of the ratio most
	Unknown     string // why the background is unknown, or ""; most is then the ratio on the best of all colours
}
