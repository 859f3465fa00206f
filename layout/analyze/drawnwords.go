package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// drawnWord is a word or a formula that is drawn as outlines: filled shapes with as many corners as
// letters have, side by side as in a word. No text says it:
//
//	the value of  /\ |  \/ | /_\   lies above
//	-- text ----  --- outlines --   -- text --
type drawnWord struct {
	box    layout.Rect
	lines  []layout.Rect // its closed lines; an o has two
	bent   int32
	mark   int32   // mark of its first shape; -1: none
	paths  []int32 // Content.Paths
	bullet bool    // it stands before a line, as others like it stand before other lines
}

// wordFinder finds the words that are drawn.
type wordFinder struct {
	found  []drawnWord
	wordOf []int32 // by path: its word + 1, 0: none; empty if the page has no words
	first  int     // the first of shapeStage.rasters that is a word
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// Words that are drawn. A shape is at least outlineLeast points long; a page with more than
	// outlinesMost shapes is a map. Letters stand within outlineGap times the height of the taller one, as
	// wide as spaces between words. Parts of a formula stand within outlineStack above each other, closer
	// than lines. Each shape is compared with outlinesSought before it. A word has outlinesWord letters,
	// is at least outlineHigh points high, and outlineWide times as wide as high. Words in no line of text
	// join within looseWordGap of their height. A line of text stands on a word if wordOnText of it does.
	outlineLeast   = 1.5
	outlinesMost   = limits.DrawnLetters
	outlineGap     = 0.8
	outlineStack   = 0.12
	outlinesSought = limits.DrawnLettersSought
	outlinesWord   = 2
	outlineHigh    = 4
	outlineWide    = 0.5
	looseWordGap   = 1
	wordOnText     = 0.4
)

// findWords finds the words and formulas that are drawn. Those that turn out to be a part of a
// chart, or a ground of text, are left out later.
func (s *shapeStage) findWords() {
	w := &s.words
	w.found, w.wordOf = w.found[:0], w.wordOf[:0]
	var shapes []drawnWord
	for i := range s.c.Paths {
		p := &s.c.Paths[i]
		box, ok := s.drawn(p)
		if !ok || !s.isOutline(p, &box) || box.Height() > drawingSide || box.Width() > insetShape*drawingSide {
			continue
		}
		if len(shapes) == outlinesMost {
			return // a map
		}
		shapes = append(shapes, drawnWord{box: box, lines: s.linesOf(p), bent: s.bends(p), mark: p.Mark, paths: []int32{int32(i)}})
	}
	if len(shapes) == 0 {
		return
	}
	words := joinShapes(shapes)
	s.addStrokes(words)
	words = joinShapes(words) // a bar or a dot may have joined two
	s.compared = 0
	words = slices.DeleteFunc(words, func(d drawnWord) bool { return !d.isWord() || s.isPartOfPath(&d) })
	if w.found = append(w.found, words...); len(words) == 0 {
		return
	}
	w.wordOf = sized(w.wordOf, len(s.c.Paths))
	clear(w.wordOf)
	for i := range words {
		for _, path := range words[i].paths {
			w.wordOf[path] = int32(i) + 1
		}
	}
}

// isOutline reports whether p, of which box is visible, may be the outline of a letter. White shapes are
// none: paper hides them, and on a panel they are a drawing together with it.
func (s *contentStage) isOutline(p *layout.Path, box *layout.Rect) bool {
	return p.Op&layout.Fill != 0 && !p.Rectangle && p.Count >= outlineSegments && p.Flags&(layout.ArtifactRun|layout.PaintedGlyph) == 0 &&
		max(box.Width(), box.Height()) >= outlineLeast && !isWhite(hex(s.paint(p.Paint).Fill))
}

// linesOf returns the boxes around the closed lines of path p, the first outlinesSought of them.
func (s *contentStage) linesOf(p *layout.Path) (list []layout.Rect) {
	first, end := clampRange(p.First, p.Count, len(s.c.Segments))
	for _, g := range s.c.Segments[first:end] {
		to := g.P[0]
		switch g.Verb {
		case layout.MoveTo:
			if len(list) == outlinesSought {
				return list
			}
			list = append(list, layout.Rect{X0: to.X, Y0: to.Y, X1: to.X, Y1: to.Y})
			continue
		case layout.CurveTo:
			to = g.P[2]
		case layout.Close:
			continue
		}
		if n := len(list); n > 0 {
			b := &list[n-1]
			*b = layout.Rect{X0: min(b.X0, to.X), Y0: min(b.Y0, to.Y), X1: max(b.X1, to.X), Y1: max(b.Y1, to.Y)}
		}
	}
	return list
}

// joinShapes joins shapes into words: those as near to each other as letters, or as the parts of a
// formula. It compares each shape with outlinesSought others at most.
func joinShapes(shapes []drawnWord) []drawnWord {
	slices.SortStableFunc(shapes, func(a, b drawnWord) int { return compare(a.box.X0, b.box.X0) })
	leader := make([]int, len(shapes)) // by shape: the first of the shapes that it is joined with
	find := func(i int) int {
		for leader[i] != i {
			leader[i] = leader[leader[i]]
			i = leader[i]
		}
		return i
	}
	for i := range shapes {
		leader[i] = i
		for k := i - 1; k >= max(i-outlinesSought, 0); k-- {
			if areOfOneWord(&shapes[k].box, &shapes[i].box) {
				a, b := find(i), find(k)
				leader[max(a, b)] = min(a, b)
			}
		}
	}
	var words []drawnWord
	at := make(map[int]int)
	for i := range shapes {
		k, known := at[find(i)]
		if !known {
			at[find(i)] = len(words)
			words = append(words, shapes[i])
			continue
		}
		words[k].add(&shapes[i])
	}
	return words
}

func (d *drawnWord) add(o *drawnWord) {
	d.box = d.box.Union(o.box)
	d.bent += o.bent
	d.lines, d.paths = append(d.lines, o.lines...), append(d.paths, o.paths...)
}

// areOfOneWord reports whether two shapes stand side by side within outlineGap of the height
// of the taller one, or one right above the other.
func areOfOneWord(a, b *layout.Rect) bool {
	em := max(a.Height(), b.Height())
	beside := max(a.X0, b.X0) - min(a.X1, b.X1)
	above := max(a.Y0, b.Y0) - min(a.Y1, b.Y1)
	return beside <= outlineGap*em && above < 0 || beside < 0 && above <= outlineStack*em
}

// addStrokes adds to words what is drawn without the look of a letter: dots, minus signs, the bar of a
// fraction. Such a stroke lies in a word, or beside it at its height. One at two words belongs to both, so
// that joinShapes joins them.
func (s *contentStage) addStrokes(words []drawnWord) {
	work := 0
	for i := range s.c.Paths {
		p := &s.c.Paths[i]
		if p.Flags&(layout.ArtifactRun|layout.PaintedGlyph) != 0 || s.isOutline(p, &p.Box) {
			continue
		}
		box, ok := s.drawn(p)
		if !ok {
			continue
		}
		if work += len(words); work > dotsWork {
			return
		}
		for k := range words {
			b := &words[k].box
			gap := outlineGap * b.Height()
			if box.Y0 >= b.Y0-rulingThick && box.Y1 <= b.Y1+rulingThick && box.X0 >= b.X0-gap && box.X1 <= b.X1+gap {
				words[k].box = b.Union(box)
				words[k].paths = append(words[k].paths, int32(i))
			}
		}
	}
}

// isWord reports whether there are enough letters in a row for a word. A shape in, over or under a letter
// is no letter of its own:
//
//	 __   _            +-----+
//	|__| |_| | |       |  o  |
//	|    | \ |_|       |_____|
//	three               one
func (d *drawnWord) isWord() bool {
	w, h := d.box.Width(), d.box.Height()
	if h < outlineHigh || h > drawingSide || w < h*outlineWide {
		return false
	}
	slices.SortFunc(d.lines, func(a, b layout.Rect) int { return compare(a.X0, b.X0) })
	letters, end := 0, float32(-farAway)
	for _, l := range d.lines {
		if (l.X0+l.X1)/2 > end {
			letters++
		}
		end = max(end, l.X1)
	}
	return letters >= outlinesWord
}

// isPartOfPath reports whether the word is a part of a drawing: a larger path touches or surrounds it that
// is neither a box nor the ground of the page.
func (s *contentStage) isPartOfPath(d *drawnWord) bool {
	if s.compared += len(s.c.Paths); s.compared > dotsWork {
		return true
	}
	for i := range s.c.Paths {
		p := &s.c.Paths[i]
		box, ok := s.drawn(p)
		if !ok || apart(&box, &d.box, 0) || holdsBox(d.box, box, rulingThick) || min(box.Width(), box.Height()) <= rulingThick {
			continue
		}
		if !s.isBox(p) {
			return true
		}
	}
	return false
}

// wordFigures returns the drawn words as pictures.
func (s *shapeStage) wordFigures() []layout.Figure {
	s.words.first = len(s.rasters)
	var list []layout.Figure
	for i := range s.words.found {
		d := &s.words.found[i]
		f := layout.Figure{Box: d.box, Vector: true, Bent: int(d.bent)}
		f.Alt, f.Mark = s.altOf(d.mark)
		list = append(list, f)
	}
	return list
}

// has reports whether a path belongs to a drawn word.
func (w *wordFinder) has(path int) bool { return path < len(w.wordOf) && w.wordOf[path] != 0 }

// settleWords returns words that stand in no line of text to the drawings: words of a chart are part of
// it, and a page of such words is a drawing.
func (s *shapeStage) settleWords() {
	w := &s.words
	loose := false
	for i := range w.found {
		if s.rasters[w.first+i].Inset == nil {
			loose = true
			for _, path := range w.found[i].paths {
				w.wordOf[path] = 0
			}
		}
	}
	if loose {
		s.findDrawings()
	}
}

// looseWords makes drawings of the words that stand in no line of text, and not in one of the graphics
// that are shown. It joins those near each other or in a row. It leaves out words that text stands on:
// they are its shadow or its ground.
func (s *figureStage) looseWords(words []layout.Figure, graphics []graphic) []graphic {
	var loose []graphic
	for i := range words {
		f := &words[i]
		if len(loose) == figuresPlaced {
			break
		}
		if slices.ContainsFunc(graphics, func(g graphic) bool { return !g.weak && mostlyIn(f.Box, g.box) }) || s.holdsControl(f.Box) || s.holdsText(f.Box) {
			continue
		}
		loose = append(loose, graphic{box: f.Box, bent: int32(f.Bent), mark: f.Mark})
	}
	for i := 0; i < len(loose); i++ {
		for k := i + 1; k < len(loose) && s.graphics.work < graphicWork; k++ {
			a, b := &loose[i], &loose[k]
			both := a.box.Union(b.box)
			near := !apart(&a.box, &b.box, looseWordGap*min(a.box.Height(), b.box.Height())) || s.isOneRow(&a.box, &b.box)
			if !near || s.contentMark(a.mark) != s.contentMark(b.mark) || s.holdsText(both) {
				continue
			}
			a.box, a.bent = both, a.bent+b.bent
			loose = slices.Delete(loose, k, k+1)
			k = i // it is larger now
		}
	}
	return loose
}

// isOneRow reports whether a and b stand beside each other under or over one line of text, as the parts of
// a formula and its number do.
func (s *figureStage) isOneRow(a, b *layout.Rect) bool {
	if ya, yb := a.Center().Y, b.Center().Y; (ya < b.Y0 || ya > b.Y1) && (yb < a.Y0 || yb > a.Y1) {
		return false
	}
	if s.graphics.work += len(s.p.Lines); s.graphics.work > graphicWork {
		return false
	}
	both := a.Union(*b)
	return slices.ContainsFunc(s.p.Lines, func(l layout.Line) bool {
		return l.Box.X0 <= both.X0+rulingThick && l.Box.X1 >= both.X1-rulingThick
	})
}

// holdsText reports whether a line of text stands in box. It reports false once the work for the page is
// used up: what is shown twice is not lost.
func (s *figureStage) holdsText(box layout.Rect) bool {
	if s.graphics.work += len(s.p.Lines); s.graphics.work > graphicWork {
		return false
	}
	return slices.ContainsFunc(s.p.Lines, func(l layout.Line) bool {
		in := box.Intersect(l.Box)
		return in.Width() > 0 && in.Height() > 0 && in.Width()*in.Height() >= wordOnText*min(box.Width()*box.Height(), l.Box.Width()*l.Box.Height())
	})
}
