package analyze

import (
	"math"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// addLabels adds the short lines that stand beside the drawing f: the numbers and
// names of axes. A label may stand beside a label, and lines may hang from one:
//
//	\______
//	 1%            the first line stands at the drawing, the others belong to it
//	 STRONGLY
//	 DISAGREE
func (s *figureStage) addLabels(f *graphic) {
	g := &s.graphics
	g.labels = g.labels[:0]
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
				if (standsBeside(&l.Box, &f.box, axisReach*l.Size) || g.hangs(l)) && !numbered(s.p.LineText(k)) && !s.isHeading(k, f) {
					box = box.Union(l.Box)
					g.labels = append(g.labels, l.Box)
				}
			}
		}
		if box == f.box {
			return
		}
		f.box = box
	}
}

// hangs reports whether l stands right below a label, at its left edge.
func (g *graphicFinder) hangs(l *layout.Line) bool {
	g.work += len(g.labels)
	return slices.ContainsFunc(g.labels, func(b layout.Rect) bool {
		return abs(l.Box.X0-b.X0) <= hangAside*l.Size && abs(l.Box.Y0-b.Y1) <= hangBelow*l.Size
	})
}

// isHeading reports whether line i beside the drawing f is a heading. It has words, is bold and larger than the text
// of the page ("36%" is a label); or it is the largest and first line of the page above f, as the title of a slide.
func (s *figureStage) isHeading(i int, f *graphic) bool {
	g, l := &s.graphics, &s.p.Lines[i]
	if spans := s.p.LineSpans(i); l.Size > g.usual*sameChunkSize && len(spans) > 0 && s.p.Styles[spans[0].Style].Bold {
		return strings.ContainsFunc(s.p.LineText(i), chars.IsLetter)
	}
	return l.Size >= g.largest && l.Box.Center().Y < f.box.Y0 && l.Size > g.smallest*sameChunkSize && l.Box.Y0 <= g.top+l.Size
}

// measureLines finds the sizes of the lines of the page and where the first one begins.
func (s *figureStage) measureLines() {
	g := &s.graphics
	g.smallest, g.largest, g.top = math.MaxFloat32, 0, math.MaxFloat32
	if g.sizes == nil {
		g.sizes = map[float32]int32{}
	}
	clear(g.sizes)
	most := int32(0)
	for i := range s.p.Lines {
		l := &s.p.Lines[i]
		g.smallest, g.largest, g.top = min(g.smallest, l.Size), max(g.largest, l.Size), min(g.top, l.Box.Y0)
		n := g.sizes[l.Size] + l.End - l.Start
		if g.sizes[l.Size] = n; n > most {
			g.usual, most = l.Size, n
		}
	}
}

// apart reports whether a and b are farther from each other than gap.
func apart(a, b *layout.Rect, gap float32) bool {
	return a.X0 > b.X1+gap || a.X1 < b.X0-gap || a.Y0 > b.Y1+gap || a.Y1 < b.Y0-gap
}

// numbered reports whether text begins with a word and a number, as captions do: "Figure 2". Names of axes
// such as "x1" are too short.
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
