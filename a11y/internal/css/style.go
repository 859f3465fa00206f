package css

// Style is a computed style with what follows from those around it.
type Style struct {
	values
	parent *Style
	vars   *scope // custom properties
	// above and here are the parts of selectors that an element around or this one
	// matches, and that others go on from.
	above, here []int32
	Doubt       bool // a sheet is missing: any declaration might be overruled

	// gone: not rendered at all, nor announced.
	gone bool
	// unseen: rendered, but moved away or clipped to nothing.
	unseen bool
	// closed: a details element whose content is folded away.
	closed bool
	// ground says what the text of the element is painted on.
	ground *ground
	// ratio is the contrast of text in this style; made on demand.
	ratio *ContrastRange
}

// rendered reports whether the element makes boxes, seen or not.
func (s *Style) rendered() bool { return !s.gone }

// Visible reports whether text in the element can be seen.
func (s *Style) Visible() bool {
	return !s.gone && !s.hidden && !s.skipped && !s.unseen && !s.isTransparent()
}

// announced reports whether assistive technology reaches the element, as far as
// styles decide.
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

// MaxWidth returns how wide the text of the element can be at most, in pixels: the least of the
// screen and the widths that are set, here and around.
func (s *Style) MaxWidth() float64 {
	width := screen.width
	for a := s; a != nil; a = a.parent {
		if a.width.set {
			width = min(width, a.width.px)
		}
	}
	return width
}

// A ground is what text is painted on: the backgrounds inside of the innermost
// element with an opacity, then that element as a whole on what is behind it, and so on.
type ground struct {
	opacity float64
	layers  []RGBA  // what may be behind the text inside of the group; more than one under a gradient
	unknown string  // why it is not known, or ""
	altered bool    // text inside may be shown in another colour
	effect  bool    // all that is painted inside may be
	behind  *ground // nil for the canvas
}

// isTransparent reports whether nothing of the element can be seen for its opacity.
func (s *Style) isTransparent() bool {
	for g := s.ground; g != nil; g = g.behind {
		if g.opacity == 0 {
			return true
		}
	}
	return false
}

// A ContrastRange is what is known of the contrast of text: the ratios on the
// least and the most favourable of the colours that may be behind it.
type ContrastRange struct {
	Least, Most float64
	Text, Back  RGBA   // those of most
	Unknown     string // why what is behind is not known, or ""; most is then that of the best of all colours
}
