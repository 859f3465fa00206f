package css

import "math"

// maxBackdrops bounds the colours that are distinguished behind one text.
const maxBackdrops = 256

// canvas is the ground of a page without any background.
var canvas = ground{opacity: 1, layers: []RGBA{white}}

// Reasons why a backdrop is not known, in the words of a report.
const (
	whyImage      = "the text stands on an image"
	whyEffect     = "a filter or a blend mode changes the colours"
	WhyPositioned = "the text is positioned and may stand on anything"
	whyPseudo     = "generated content may lie behind the text"
	WhyUnknown    = "the colours are not known without the missing style sheet"
	whyManyColors = "too many colours lie behind the text"
)

// backdrop sets the group of a style, given the group of its parent.
func (s *Style) backdrop(around *ground) {
	own := s.ownBackground()
	why := s.whyUnknown()
	if len(own) == 0 && why == "" && s.opacity == 1 {
		s.ground = around
		return
	}
	g := &ground{opacity: s.opacity, behind: around, layers: []RGBA{transparent}}
	if s.opacity == 1 {
		*g = *around
	}
	g.altered, g.effect = around.altered || s.alters(), around.effect || s.effect || s.unknown.has(PropEffect)
	if len(own) > 0 {
		g.layers = painted(own, g.layers)
		if len(g.layers) > maxBackdrops {
			g.layers, why = g.layers[:1], whyManyColors
		}
		if opaque(own) && why == "" && !g.effect {
			g.unknown = "" // nothing behind it shows
		}
	}
	if why != "" {
		g.unknown = why
	}
	s.ground = g
}

// whyUnknown returns why nothing can be said about what is behind the text, or "".
func (s *Style) whyUnknown() string {
	switch {
	case s.image.unknown || s.bgClip:
		return whyImage
	case s.effect || s.blurred:
		return whyEffect
	case s.painted:
		return whyPseudo
	case s.unknown.has(PropBackgroundColor) || s.unknown.has(PropBackgroundImage) || s.unknown.has(PropBackgroundClip) || s.unknown.has(PropBackgroundTiles) ||
		s.unknown.has(PropOpacity) || s.unknown.has(PropEffect) || s.unknown.has(PropBackdropFilter) || s.unknown.has(PropPosition):
		return WhyUnknown
	case (s.position == positionOut || s.moved || s.position == positionRelative && s.shifted()) && !opaque(s.ownBackground()):
		return WhyPositioned
	}
	return ""
}

// alters reports whether something may change the colours of the text itself, not only of what
// is behind it: an effect, generated content that may lie before it, opacity.
func (s *Style) alters() bool {
	return s.effect || s.painted || s.opacity != 1 || s.unknown.has(PropEffect) || s.unknown.has(PropOpacity)
}

// shifted reports whether the box is moved by an offset that is not zero.
func (s *Style) shifted() bool {
	for _, o := range s.inset {
		if o.set && o.px != 0 {
			return true
		}
	}
	return false
}

// ownBackground returns the colours that the background may have in any place. A gradient need not cover all of
// its element; then the colour under it counts, too.
func (s *Style) ownBackground() []RGBA {
	base := s.background
	if s.bgIsCurrent {
		base = s.Color
	}
	if len(s.image.colors) == 0 {
		if base.a == 0 {
			return nil
		}
		return []RGBA{base}
	}
	out := make([]RGBA, 0, len(s.image.colors)+1)
	for _, c := range s.image.colors {
		out = append(out, c.over(base))
	}
	if s.partial {
		out = append(out, base)
	}
	return out
}

// opaque reports whether nothing shows through any of the colours.
func opaque(colors []RGBA) bool {
	for _, c := range colors {
		if c.a < 1 {
			return false
		}
	}
	return len(colors) > 0
}

// painted returns every colour of top over every colour of bottom.
func painted(top, bottom []RGBA) []RGBA {
	var out []RGBA
	for _, b := range bottom {
		for _, t := range top {
			if out = append(out, t.over(b)); len(out) > maxBackdrops {
				return out
			}
		}
	}
	return out
}

// mostContrast is the contrast of black on white.
const mostContrast = 21

// unknownContrast returns the range for text whose own colour is not known.
func unknownContrast(why string) ContrastRange {
	return ContrastRange{Least: 1, Most: mostContrast, Unknown: why}
}

// contrastOnAnything returns the contrast of text in a colour on an unknown background. No colour is farther from
// it than black or white.
func (s *Style) contrastOnAnything(ink RGBA, why string) ContrastRange {
	if ink.a < 1 || len(s.shadows) > 0 || s.ground.altered {
		return unknownContrast(why)
	}
	r := ContrastRange{Least: 1, Most: ContrastRatio(ink, white), Text: ink, Back: white, Unknown: why}
	if onBlack := ContrastRatio(ink, black); onBlack > r.Most {
		r.Most, r.Back = onBlack, black
	}
	return r
}

// Contrast returns the contrast of text in the style. It is computed once.
func (s *Style) Contrast() *ContrastRange {
	if s.ratio == nil {
		r := s.measure()
		s.ratio = &r
	}
	return s.ratio
}

// measure computes the contrast of the text with everything that may be behind it.
func (s *Style) measure() ContrastRange {
	ink := s.Color
	if s.filled {
		ink = s.fill
	}
	if s.Doubt || s.unknown&(1<<PropColor|1<<PropFill|1<<PropTextShadow) != 0 {
		return unknownContrast(WhyUnknown)
	}
	pairs := []pair{{ink, transparent}}
	for _, shadow := range s.shadows {
		// The background is between the two: a shadow is blurred, and need not touch the text.
		pairs = append(pairs, pair{ink.over(shadow), shadow})
	}
	for g := s.ground; g != nil; g = g.behind {
		if g.unknown != "" {
			return s.contrastOnAnything(ink, g.unknown)
		}
		if len(pairs)*len(g.layers) > maxBackdrops {
			return s.contrastOnAnything(ink, whyManyColors)
		}
		pairs = onLayers(pairs, g)
	}
	r := ContrastRange{Least: math.Inf(1)}
	for _, p := range pairs {
		ratio := ContrastRatio(p.text, p.back)
		r.Least = min(r.Least, ratio)
		if ratio > r.Most {
			r.Most, r.Text, r.Back = ratio, p.text, p.back
		}
	}
	return r
}

// A pair is the colour of text, and the colour beside it.
type pair struct{ text, back RGBA }

// onLayers paints pairs on each colour of a group, then the group at its opacity on what is behind.
func onLayers(pairs []pair, g *ground) []pair {
	out := make([]pair, 0, len(pairs)*len(g.layers))
	for _, layer := range g.layers {
		for _, p := range pairs {
			out = append(out, pair{p.text.over(layer).faded(g.opacity), p.back.over(layer).faded(g.opacity)})
		}
	}
	return out
}
