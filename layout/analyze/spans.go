package analyze

import "github.com/pagelift/pagelift/layout"

// look finds the style, mark and link of g and opens a span when they change.
func (s *writeStage) look(g *glyph, at *layout.Line) {
	w := &s.out
	if g.run == w.run && g.v == w.v && g.flags&repeated == w.flags && len(s.links.near) == 0 && len(s.under) == 0 {
		if w.space {
			w.text = append(w.text, ' ')
		}
		return
	}
	if g.run != w.run {
		r := &s.c.Runs[g.run]
		at.OCR = at.OCR || s.runs[g.run].recognised
		at.Artifact = at.Artifact && r.Flags&layout.ArtifactRun != 0
	}
	w.run, w.v, w.flags = g.run, g.v, g.flags&repeated
	style, mark, link := s.styleOf(g.run, s.looksOf(g, w.line.v-g.v)), int32(-1), int32(-1)
	r := &s.c.Runs[g.run]
	if r.Mark >= 0 && int(r.Mark) < len(s.p.Marks) {
		mark = r.Mark
	}
	if len(s.links.near) > 0 {
		link = s.linkAt(g)
	}
	w.bridge(style, mark, link, r.Confidence)
}

// looksOf returns the looks that g has because of its place in the line.
func (s *writeStage) looksOf(g *glyph, raise float32) looks {
	var l looks
	line := s.out.line
	if line.smallCaps && raise == 0 {
		l |= looksSmallCaps
	}
	if raise == 0 && g.flags&repeated == 0 && len(s.under) == 0 {
		return l
	}
	if raise != 0 && s.runs[g.run].height < scriptSize*line.size {
		if raise > superRaise*line.size || raise > superRaiseSmall*line.size && s.runs[g.run].height < superSmall*line.size {
			l |= looksRaised
		} else if raise < -subDrop*line.size {
			l |= looksLowered
		}
	}
	if g.flags&repeated != 0 {
		l |= looksBold
	}
	if len(s.under) > 0 && !isTickSign(g.char) { // the sides of the box are rules
		under, strike := s.marked(g)
		if under {
			l |= looksUnder
		}
		if strike {
			l |= looksStruck
		}
	}
	return l
}

// bridge writes the space before the next glyph, if there is one, and opens a span if the glyph's style,
// mark or link is new. The space goes to the plainer of the two spans.
func (w *writer) bridge(style, mark, link int32, confidence float32) {
	after := false
	if w.open {
		last := &w.spans[len(w.spans)-1]
		if style == last.Style && mark == last.Mark && link == last.Link && doubted(confidence) == doubted(last.Confidence) {
			if w.space {
				w.text = append(w.text, ' ')
			}
			if confidence < last.Confidence {
				last.Confidence = confidence
			}
			return
		}
		if w.space {
			if after = !w.plainer(last, style, link); !after {
				w.text = append(w.text, ' ')
			}
		}
		last.End = int32(len(w.text))
	}
	var sp *layout.Span
	w.spans, sp = added(w.spans)
	sp.Start, sp.Style, sp.Mark, sp.Link, sp.Confidence = int32(len(w.text)), style, mark, link, confidence
	w.open = true
	if after {
		w.text = append(w.text, ' ')
	}
}

// doubted reports whether text was recognised with so little confidence that it gets a
// span of its own.
func doubted(confidence float32) bool { return confidence > 0 && confidence < layout.Doubted }

// plainer reports whether a space after span a belongs to a and not to what follows.
func (w *writer) plainer(a *layout.Span, style, link int32) bool {
	if (a.Link < 0) != (link < 0) {
		return a.Link < 0
	}
	return emphasis(&w.styles[a.Style]) <= emphasis(&w.styles[style])
}

// emphasis counts the looks that set the style off from plain text.
func emphasis(st *layout.Style) int {
	n := 0
	for _, on := range [...]bool{st.Bold, st.Italic, st.Underline, st.Strike, st.Super, st.Sub} {
		if on {
			n++
		}
	}
	return n
}

// usualStyle returns the style of most text of spans, the first of several equal ones. As in lookOver,
// fixed-width names in other text do not count.
func (w *writer) usualStyle(spans []layout.Span) int32 {
	if len(spans) == 1 {
		return spans[0].Style
	}
	w.counts = sized(w.counts, len(w.styles))
	for _, sp := range spans {
		w.counts[sp.Style] = 0
	}
	best, most := spans[0].Style, int32(-1)
	for _, sp := range spans {
		w.counts[sp.Style] += sp.End - sp.Start
	}
	for _, sp := range spans {
		n := w.counts[sp.Style]
		if n > fewPlain && !w.styles[sp.Style].Mono {
			n += int32(len(w.text))
		}
		if n > most {
			best, most = sp.Style, n
		}
	}
	return best
}
