package analyze

import (
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// addLabels adds the short lines that stand beside the drawing f: the numbers and
// names of axes. A label may stand beside a label.
func (s *figureStage) addLabels(f *graphic) {
	g := &s.graphics
	for range axisRounds {
		box := f.box
		for i := range g.texts {
			t := &g.texts[i]
			if g.work++; g.work > graphicWork {
				return
			}
			if t.running || apart(&t.box, &f.box, labelsNear) || holdsBox(f.box, t.box, 0) {
				continue
			}
			b := &s.blocks[t.block]
			g.work += int(b.LineCount)
			for k, l := range s.p.BlockLines(b) {
				if standsBeside(&l.Box, &f.box, axisReach*l.Size) && !numbered(s.p.LineText(k)) && !g.isTitle(l, f) {
					box = box.Union(l.Box)
				}
			}
		}
		if box == f.box {
			return
		}
		f.box = box
	}
}

// isTitle reports whether a line above the drawing f is the largest of its page and the first, as
// the title of a slide is: it heads the page, not the drawing.
func (g *graphicFinder) isTitle(l *layout.Line, f *graphic) bool {
	return l.Size >= g.largest && l.Box.Center().Y < f.box.Y0 && l.Size > g.smallest*sameSize && l.Box.Y0 <= g.top+l.Size
}

// apart reports whether a and b are farther from each other than gap.
func apart(a, b *layout.Rect, gap float32) bool {
	return a.X0 > b.X1+gap || a.X1 < b.X0-gap || a.Y0 > b.Y1+gap || a.Y1 < b.Y0-gap
}

// numbered reports whether text begins with a word and a number, as captions do; x1 is the
// name of an axis.
func numbered(text string) bool {
	letters := 0
	for i, r := range text {
		switch {
		case chars.IsLetter(r):
			letters++
		case letters == 0:
			return false
		case r == ' ' || r == '.':
		default:
			return r >= '0' && r <= '9' && i >= captionLetters
		}
		if letters > captionWord {
			return false
		}
	}
	return false
}
