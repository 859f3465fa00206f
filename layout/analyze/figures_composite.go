package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// A figure of several panels is one figure when its captions say so. Panels are drawings and pictures
// close to each other. What is written on and between them are labels:
//
//	(a) Model     (b) Simulation
//	 .------.      +----------+ |.5      a drawing, a picture, and its scale
//	 |  o-o |      | picture  | |
//	 '------'      +----------+ |0
//	Figure 1. Both of them.

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// Panels of one figure. The caption begins at most captionReach points below the lowest panel, or
	// captionOver points above its foot. captionsApart is the white, in its size, that parts two captions
	// in a line. panelsJoined is how many figures of a page are looked at.
	captionReach  = 36
	captionOver   = 4
	captionsApart = 3
	panelsJoined  = limits.JoinedPanels
)

// joinPanels joins the panels above each caption of a figure: drawings, also with pictures among them.
// Pictures alone stay apart, side by side.
func (s *figureStage) joinPanels(figures []layout.Figure) []layout.Figure {
	if len(figures) < 2 || len(figures) > panelsJoined {
		return figures
	}
	if !slices.ContainsFunc(figures, func(f layout.Figure) bool { return f.Vector && f.Inset == nil }) {
		return figures
	}
	s.listTexts()
	for i := range s.graphics.texts {
		if c := &s.graphics.texts[i]; s.isCaption(c) && s.captionsIn(c) == 1 {
			figures = s.joinAbove(figures, &c.box)
		}
	}
	return figures
}

// joinAbove makes one figure of the panels above a caption.
func (s *figureStage) joinAbove(figures []layout.Figure, caption *layout.Rect) []layout.Figure {
	first := -1
	for i := range figures {
		if s.captionBelow(&figures[i].Box) == *caption && figures[i].Inset == nil && (first < 0 || figures[i].Box.Y1 > figures[first].Box.Y1) {
			first = i
		}
	}
	if first < 0 {
		return figures
	}
	box, members, drawn := figures[first].Box, []int{first}, figures[first].Vector
	for grown := true; grown; {
		grown = false
		for i := range figures {
			f := &figures[i]
			if f.Inset != nil || slices.Contains(members, i) || apart(&f.Box, &box, legendGap) || s.isApart(f.Mark, figures[first].Mark) {
				continue
			}
			if c := s.captionBelow(&f.Box); !c.Empty() && c != *caption {
				continue
			}
			if all := box.Union(f.Box); s.onlyLabels(all, caption) {
				box, grown = all, true
				members, drawn = append(members, i), drawn || f.Vector
			}
		}
	}
	if len(members) < 2 || !drawn {
		return figures
	}
	slices.Sort(members)
	all := layout.Figure{Box: box, Vector: true, Mark: figures[first].Mark}
	for _, i := range members {
		f := &figures[i]
		all.Images, all.Parts = append(all.Images, f.Images...), append(all.Parts, f.Parts...)
		all.Text, all.Bent, all.Alt = joinText(all.Text, f.Text), all.Bent+f.Bent, joinText(all.Alt, f.Alt)
	}
	figures[members[0]] = all
	for _, i := range slices.Backward(members[1:]) {
		figures = slices.Delete(figures, i, i+1)
	}
	return figures
}

// isCaption reports whether t begins as captions do.
func (s *figureStage) isCaption(t *textBlock) bool {
	return numbered(s.p.LineText(int(s.blocks[t.block].FirstLine)))
}

// captionsIn counts the captions in t: those of figures side by side may be one block.
func (s *figureStage) captionsIn(t *textBlock) int {
	count := 0
	for i, l := range s.p.BlockLines(&s.blocks[t.block]) {
		if numbered(s.p.LineText(i)) && l.WideGap < captionsApart*l.Size {
			count++
		}
	}
	return count
}

// captionBelow returns the box of the nearest numbered caption right below a panel, within its width;
// empty: there is none.
func (s *figureStage) captionBelow(panel *layout.Rect) layout.Rect {
	var best layout.Rect
	for i := range s.graphics.texts {
		t := &s.graphics.texts[i]
		if t.box.Y0 < panel.Y1-captionOver || t.box.Y0 > panel.Y1+captionReach || t.box.X0 >= panel.X1 || t.box.X1 <= panel.X0 ||
			!s.isCaption(t) {
			continue
		}
		if best.Empty() || t.box.Y0 < best.Y0 {
			best = t.box
		}
	}
	return best
}

// onlyLabels reports whether all text in box is labels: no running text, no long line, no caption but the given one, if any.
func (s *figureStage) onlyLabels(box layout.Rect, caption *layout.Rect) bool {
	for i := range s.graphics.texts {
		t := &s.graphics.texts[i]
		in := t.box.Intersect(box)
		if min(in.Width(), in.Height()) <= cutText {
			continue
		}
		if t.running || t.long || caption != nil && t.box == *caption || s.isCaption(t) {
			return false
		}
	}
	return true
}
