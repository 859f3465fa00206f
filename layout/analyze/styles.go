package analyze

import (
	"math"

	"github.com/pagelift/pagelift/layout"
)

// looks are the parts of a style that its run does not tell.
type looks uint8

const (
	looksRaised looks = 1 << iota
	looksLowered
	looksBold
	looksUnder
	looksStruck
	looksSmallCaps
)

// lookKey identifies a style by its parts.
type lookKey struct {
	font, paint int32
	size        float32
	height      float32
	stroked     bool
	slanted     bool
	recognised  bool
	looks       looks
	valid       bool
}

// lookSlots is how many styles are cached by their parts. A page has about a dozen, and finding one by its
// parts is cheaper than by its name.
const lookSlots = 64

// lookCache caches styles by their parts.
type lookCache [lookSlots]struct {
	key   lookKey
	style int32
}

// styleOf returns the index of the style of a run with looks l.
func (s *writeStage) styleOf(run int32, l looks) int32 {
	r, info := &s.c.Runs[run], &s.runs[run]
	height, stroked, slanted, recognised := info.height, isStroked(r), info.slanted, info.recognised
	slot := &s.looks[uint32(r.Font*7+r.Paint*13+int32(r.Size*16)+int32(l))%lookSlots]
	// Field by field: comparing with a new key would have to wait for its parts.
	if k := &slot.key; !k.valid || k.font != r.Font || k.paint != r.Paint || k.size != r.Size ||
		k.height != height || k.stroked != stroked || k.slanted != slanted || k.recognised != recognised || k.looks != l {
		*k = lookKey{r.Font, r.Paint, r.Size, height, stroked, slanted, recognised, l, true}
		slot.style = s.intern(s.styleValue(run, l))
	}
	return slot.style
}

// isStroked reports whether the outlines of text give it its colour.
func isStroked(r *layout.Run) bool { return r.RenderMode == 1 || r.RenderMode == 5 }

// sizeStep is the precision of sizes in styles, in points. Finer differences come from rounded matrices,
// and would make many styles of one.
const sizeStep = 0.05

func (s *runStage) styleValue(run int32, l looks) layout.Style {
	r := &s.c.Runs[run]
	size := float64(r.Size)
	if !(size > 0 && size < farAway) || s.runs[run].recognised {
		size = float64(s.runs[run].height)
	}
	st := layout.Style{
		Size:      float32(math.Round(size/sizeStep) * sizeStep),
		Bold:      l&looksBold != 0,
		Underline: l&looksUnder != 0,
		Strike:    l&looksStruck != 0,
		Super:     l&looksRaised != 0,
		Sub:       l&looksLowered != 0,
		SmallCaps: l&looksSmallCaps != 0,
	}
	if f := s.font(run); f != nil {
		st.Font = f.Name
		st.Bold = st.Bold || f.Bold
		st.Italic, st.Mono, st.Serif = f.Italic, s.mono(run), f.Serif
	}
	st.Italic = st.Italic || s.runs[run].slanted // programs lean fonts that have no italic
	paint := s.paint(r.Paint)
	if isStroked(r) {
		st.Color = hex(paint.Stroke)
	} else {
		st.Color = hex(paint.Fill)
	}
	return st
}

// intern returns the index of st among the page's styles, and adds it if it is new.
func (s *writeStage) intern(st layout.Style) int32 {
	if i, ok := s.styles[st]; ok {
		return i
	}
	i := int32(len(s.out.styles))
	s.out.styles = append(s.out.styles, st)
	s.styles[st] = i
	return i
}
