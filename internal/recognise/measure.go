package recognise

import (
	"context"
	"image"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/ocr"
)

const (
	// runGap is the least gap between words that were shown by different operators, in ems: most programs
	// show each word by itself.
	runGap = 0.05
	// lineGap is the least gap between texts on one baseline that are not one line, in ems. Old books leave
	// 1.5 behind the end of a sentence.
	lineGap = 2.5
	// lineBack is how far before the end of one word the next word of its line may begin, in ems.
	lineBack = 0.5
	// inkAbove and inkBelow are how far above and below its baseline the ink of a word is looked for, in
	// ems of the layer. These are up to 1.5 of the ems of the picture: programs choose the size of a word
	// such that the word fills its box.
	inkAbove = 1.0
	inkBelow = 0.4
	// inkStep is the most white space inside a letter, in ems: that under the dot of an i.
	inkStep = 0.07
	// leastBreadth is the width of a letter without an advance, in pixels.
	leastBreadth = 0.01
	// inkBeyond is how far the ink of a word may reach beyond the box that the layer has for it, in ems.
	inkBeyond = 0.6
	// darkGround is the least share of dark pixels around a light word, with what is above and below it.
	// Bullets and the blackest faces fill .5 of their place.
	darkGround = 0.6
	// nominalHeight is the height of a word whose ink was not found, in ems.
	nominalHeight = 0.7
	// A picture is too coarse to tell the sizes of its type if a quarter of the words differ by more than
	// blurredHeights from the height of their kind in their line. Three of four words are within .06 on
	// pages scanned at 75 dpi (one pixel of 16), and within .13 on a page with letters ten pixels high.
	blurredHeights = 0.1
	// roomyLetter is the least em of a line, in widths of its letters. No layer has a smaller size.
	roomyLetter = 1.6
	// Lines of at most shortLabel letters that are tallLabel times as high as most words are not set in
	// type of that height.
	shortLabel = 3
	tallLabel  = 1.5
	// apartStep times the usual distance between lines is the least distance that begins a paragraph.
	apartStep = 1.6
	// mostLooked is how many times all pixels of the picture may be read. A layer with words all over a
	// page reads them three times.
	mostLooked = 16
	// farPixels is farther than the edge of any picture.
	farPixels = 1 << 20
	// emptyWords is the share of words without ink of their own above which layer and picture do not fit.
	emptyWords = 0.2
)

// MeasureLayer sets the text layer of a scan in the look that the picture shows: in its size, bold
// where its strokes are bold, with bullets, rules and the pictures between the words. A layer says
// what the words are and where they stand. Its sizes are those of the boxes of words, and it has no
// pictures:
//
//	[Table 2] [Results]      the layer: two words of Courier, 11.2 and 14.9 points
//	Table 2   Results        the picture: 9 points, bold; below it a drawing
//
// MeasureLayer returns the number of characters that it set. It leaves the layer as it is if the
// picture is too coarse to measure. It leaves the whole page as it is if the page is no scan with a
// layer, or if layer and picture do not fit. The only error is that of the context.
func MeasureLayer(ctx context.Context, doc *pdf.Document, c *layout.Content) (chars int, err error) {
	l := layerOf(c)
	if l == nil {
		return 0, nil
	}
	p, err := (&Reader{doc: doc}).fromImages(ctx, c)
	if p == nil || err != nil {
		return 0, ctx.Err() // the stage that draws the image reports that it cannot be read
	}
	p.prepare()
	k := newInk(p.prepared.Image)
	w := l.measure(c, p, &k)
	if w == nil {
		return 0, nil
	}
	for i := range w.lines {
		chars += w.lines[i].chars()
	}
	pictures := w.findShown(&k, p.prepared, p.rules).pictures
	if w.blurred {
		newWriter(c, p, w).showPictures(p, pictures)
		return 0, nil
	}
	l.drop(c)
	first := len(c.Runs)
	w.write(c, p, &k, p.rules, pictures)
	for i := first; i < len(c.Runs); i++ {
		c.Runs[i].Confidence = 0 // the layer does not say how sure its words are
	}
	return chars, nil
}

// layerWord is a word of a layer, in pixels of the picture.
type layerWord struct {
	text   string
	chars  int
	x0, x1 float64
	end    float64 // end of the space behind it in its run; x1 when there is none
	foot   float64 // its baseline
	em     float64

	breadths []float32
}

// area returns how many pixels find reads for the word. Columns from most on are not read.
func (v *layerWord) area(most int) int64 {
	breadth := max(v.x1, min(v.end, float64(most))) - v.x0
	return int64((breadth + 1) * ((inkAbove+inkBelow)*v.em + 2))
}

// measure finds the words of l in the picture. It returns nil when they are not there. It removes runs
// that rise or fall steeply from l: they stay in the page as they are.
func (l *layer) measure(c *layout.Content, p *picture, k *ink) *words {
	lines := l.lines(c, p)
	if lines == nil {
		return nil
	}
	w := &words{layer: true}
	var off []float64 // by how much heights differ from those of their kind
	all, empty, looked := 0, 0, int64(0)
	for _, list := range lines {
		out := line{direction: ocr.LeftToRight, baseline: math.NaN()}
		for i := range list {
			v := &list[i]
			least, most := out.box.Max.X, k.img.Rect.Max.X
			if i+1 < len(list) {
				most = int(list[i+1].x0)
			}
			if looked += v.area(most); looked > mostLooked*int64(len(k.img.Pix)) {
				return nil
			}
			box, inked := k.find(v, least, most)
			if box.Empty() {
				return nil // it stands outside of the picture
			}
			all++
			if !inked {
				empty++
			}
			out.words = append(out.words, word{text: v.text, chars: v.chars, box: box, confidence: 1, breadths: v.breadths})
			out.box = out.box.Union(box)
		}
		if len(out.words) > 0 {
			out.lean()
			em, of := out.stemHeights()
			off, out.height = append(off, of...), em*emHeight
			w.lines = append(w.lines, out)
		}
	}
	if all == 0 || float64(empty) > emptyWords*float64(all) {
		return nil
	}
	w.evenShort()
	w.partLines()
	w.skew = skew(w.lines)
	slices.Sort(off)
	w.blurred = len(off) == 0 || off[len(off)*3/4] > blurredHeights
	return w
}

// partLines numbers the paragraphs of the lines as engines do. A heading that stands apart is a
// paragraph of its own.
func (w *words) partLines() {
	var steps []int
	for i := 1; i < len(w.lines); i++ {
		if step := w.lines[i].box.Max.Y - w.lines[i-1].box.Max.Y; step > 0 {
			steps = append(steps, step)
		}
	}
	if len(steps) == 0 {
		return
	}
	slices.Sort(steps)
	most := apartStep * float64(steps[len(steps)/2])
	for i := 1; i < len(w.lines); i++ {
		l := &w.lines[i]
		l.paragraph = w.lines[i-1].paragraph
		if step := l.box.Max.Y - w.lines[i-1].box.Max.Y; step <= 0 || float64(step) > most {
			l.paragraph++
		}
	}
}

// evenShort gives lines of two or three letters that are much taller than other lines the height of
// those: a program read the label of an axis that runs upwards as one such word. A single letter keeps
// its height, since it may be an initial.
func (w *words) evenShort() {
	usual := float64(w.usualHeight())
	for i := range w.lines {
		l := &w.lines[i]
		if n := l.chars(); n > 1 && n <= shortLabel && float64(l.box.Dy()) > tallLabel*usual {
			l.height = usual
		}
	}
}

// leanest is the least number of pixels that a sloping line rises or falls from its first to its last
// word.
const leanest = 2

// lean sets the baseline and the slope of a line by the feet of its words. The layer may say that a
// sloping line is level.
func (l *line) lean() {
	var at, feet []float64 // the middle and the foot of each word without a tail
	for i := range l.words {
		if w := &l.words[i]; !shapeOf(w.text).deep && letters(w.text) >= leanLetters {
			at = append(at, float64(w.box.Min.X+w.box.Max.X)/2)
			feet = append(feet, float64(w.box.Max.Y))
		}
	}
	if len(at) < skewWords {
		return
	}
	var slopes []float64 // from each word of the first half to one of the second half
	for i, j := 0, len(at)/2; j < len(at); i, j = i+1, j+1 {
		slopes = append(slopes, (feet[j]-feet[i])/(at[j]-at[i]))
	}
	slices.Sort(slopes)
	slope := slopes[len(slopes)/2]
	if drop := math.Abs(slope) * (at[len(at)-1] - at[0]); !(math.Abs(slope) <= steepest) || !(drop >= leanest) {
		slope = 0
	}
	for i := range feet { // move it along the slope to the left edge of the line
		feet[i] -= slope * (at[i] - float64(l.box.Min.X))
	}
	slices.Sort(feet)
	l.baseline, l.slope = feet[len(feet)/2], slope
}

// leanLetters is the least number of letters of a word that tells where its line stands: dashes and
// quotes hang above the baseline.
const leanLetters = 2

// copy returns a copy of w that does not share its words.
func (w *words) copy() *words {
	c := *w
	c.lines = slices.Clone(w.lines)
	for i := range c.lines {
		c.lines[i].words = slices.Clone(c.lines[i].words)
	}
	return &c
}

// stem is the kind of the highest letters of a word. In one line all letters of one kind have nearly
// the same height.
type stem int

const (
	noStem    stem = iota // t, i, figures and signs: they end somewhere between the tops of x and of l
	capital               // capitals of Latin, Greek and Cyrillic
	ascender              // b, d, f, h, k and l, up to a tenth higher than capitals
	han                   // two Chinese characters or more; the sizes of kana vary
	stemKinds = int(han) + 1
)

const (
	// unevenSigns are characters whose height differs from face to face, or that reach below the baseline.
	// Figures are among them since they may be old-style figures.
	unevenSigns = "0123456789J" + "рудцщфДЦЩЙЁЇҐ" + "βγζημξρφχψ"
	// ascenders are the Latin letters that have one height in every face.
	ascenders = "bdfhkl"
	// hanHeight is the height of the ink of two Chinese characters, in ems: .90 to .94 in a face for screens.
	hanHeight = 0.92
)

// stemOf returns the kind of the highest letters of a word without descenders.
func stemOf(text string) stem {
	kind, squares := noStem, 0
	for _, r := range text {
		switch {
		case strings.ContainsRune(ascenders, r):
			return ascender
		case r >= 'A' && r <= 'Z', r >= 'Α' && r <= 'Ω', r >= 'А' && r <= 'Я':
			kind = capital
		case unicode.Is(unicode.Han, r):
			squares++
		}
	}
	if squares > 1 {
		return han
	}
	return kind
}

// stemHeights returns the size of the letters of a line in pixels, or 0 if no word has a stem. It
// measures the words with a stem and without descenders, since descenders and the letter x differ most
// between faces. Half of their characters are at most that large. off has for each of these words how
// much its height differs from that of its kind, as a share.
func (l *line) stemHeights() (em float64, off []float64) {
	var chars []float64
	var kinds [stemKinds][]int
	for i := range l.words {
		w := &l.words[i]
		kind := stemOf(w.text)
		if kind == noStem || shapeOf(w.text).deep || strings.ContainsAny(w.text, unevenSigns) {
			continue
		}
		kinds[kind] = append(kinds[kind], w.box.Dy())
		height := emHeight - descentOf
		if kind == han {
			height = hanHeight
		}
		for range w.chars {
			chars = append(chars, float64(w.box.Dy())/height)
		}
	}
	if len(chars) == 0 {
		return 0, nil
	}
	for _, heights := range kinds {
		if len(heights) < 2 {
			continue // the only word of its kind has the height of its kind
		}
		slices.Sort(heights)
		for _, h := range heights {
			off = append(off, math.Abs(float64(h)/float64(heights[len(heights)/2])-1))
		}
	}
	slices.Sort(chars)
	return chars[len(chars)/2], off
}

// lines returns the words of the nearly level runs of l, line by line in the order of the layer. It
// returns nil if words are written from right to left, since a layer does not say how those are
// ordered, or if a word has no place on the page.
func (l *layer) lines(c *layout.Content, p *picture) [][]layerWord {
	g := layerLines{back: p.fromPage()}
	level := l.runs[:0]
	for _, i := range l.runs {
		run := &c.Runs[i]
		g.shown = false
		if run.Flags&layout.VerticalMode != 0 || run.Em[0] <= 0 || math.Abs(float64(run.Em[1])) > steepest*float64(run.Em[0]) || run.Count == 0 {
			continue
		}
		level = append(level, i)
		for _, glyph := range c.Glyphs[run.First : run.First+run.Count] {
			text := string(glyph.Char)
			if glyph.Char < 0 {
				text = c.Strings[^glyph.Char]
			}
			if !g.add(text, &glyph, run) {
				return nil
			}
		}
	}
	l.runs = level
	g.endWord()
	return g.list
}

// layerLines joins glyphs to words, and words to lines.
type layerLines struct {
	back layout.Matrix // page space to pixels
	list [][]layerWord
	word layerWord
	open bool

	shown bool // a glyph of the current run was added
}

// add adds a glyph with its text. It returns false for a glyph that is written from right to left or
// that has no place on the page.
func (g *layerLines) add(text string, glyph *layout.Glyph, run *layout.Run) bool {
	from := g.back.Apply(layout.Point{X: glyph.X, Y: glyph.Y})
	slope := run.Em[1] / run.Em[0]
	along := glyph.Advance / float32(math.Hypot(1, float64(slope)))
	to := g.back.Apply(layout.Point{X: glyph.X + along, Y: glyph.Y + along*slope})
	x0, x1, foot := float64(from.X), float64(to.X), float64(from.Y)
	em := float64(run.Size * g.back.D)
	if !(em > 0 && em < farPixels) || !(x1-x0 < farPixels && x1 >= x0) || !(math.Abs(x0) < farPixels && math.Abs(foot) < farPixels) {
		return strings.TrimSpace(text) == ""
	}
	w, gap := &g.word, runGap
	if g.shown {
		gap = layerGap
	}
	g.shown = true
	if g.open && (w.chars >= mostChars || math.Abs(foot-w.foot) > layerDrop*em || x0 < w.x1-lineBack*em || x0 > w.x1+gap*em) {
		g.endWord()
	}
	for _, r := range text {
		switch {
		case rightToLeft(r):
			return false
		case unicode.IsSpace(r):
			w.end = max(w.end, x1)
			g.endWord()
			continue
		case r == utf8.RuneError, unicode.IsControl(r):
			continue
		}
		if !g.open {
			*w = layerWord{x0: x0, foot: foot, em: em}
			g.open = true
		}
		w.text += string(r)
		w.breadths = append(w.breadths, max(float32(x1-x0)/float32(utf8.RuneCountInString(text)), leastBreadth))
		w.chars++
		w.x1 = max(w.x1, x1)
		w.end = w.x1
	}
	return true
}

// endWord ends the current word, if there is one. The word goes on the current line or begins the next.
func (g *layerLines) endWord() {
	w := g.word
	if !g.open {
		return
	}
	g.open = false
	w.em = max(w.em, roomyLetter*(w.x1-w.x0)/float64(w.chars))
	if n := len(g.list); n > 0 {
		last := &g.list[n-1][len(g.list[n-1])-1]
		if math.Abs(w.foot-last.foot) <= layerDrop*w.em && w.x0 >= last.x1-lineBack*w.em && w.x0 <= last.x1+lineGap*w.em {
			g.list[n-1] = append(g.list[n-1], w)
			return
		}
	}
	g.list = append(g.list, []layerWord{w})
}

// fromPage maps page space to the pixels of the prepared picture.
func (p *picture) fromPage() layout.Matrix {
	page := p.toPage()
	x, y := p.prepared.Given(0, 0)
	ax, ay := p.prepared.Given(1, 0)
	bx, by := p.prepared.Given(0, 1)
	a, b, c, d := ax-x, ay-y, bx-x, by-y // steps of one prepared pixel, in given pixels
	det := a*d - b*c
	if det == 0 || page.A == 0 || page.D == 0 {
		return layout.Matrix{}
	}
	sx, sy := 1/float64(page.A), 1/float64(page.D)
	ex, ey := -float64(page.E)*sx-x, -float64(page.F)*sy-y
	return layout.Matrix{
		A: float32(d * sx / det), B: float32(-b * sx / det), C: float32(-c * sy / det), D: float32(a * sy / det),
		E: float32((d*ex - c*ey) / det), F: float32((a*ey - b*ex) / det),
	}
}

// find returns the box of the ink of v, and whether the ink ends above or below as that of a word
// does. If there is no ink, the box is the place that the layer has for the word. Ink beyond a white
// row belongs to other lines. Some programs squeeze each word together with a space into its box, so
// that the last letter stands on the space: where letters go on past the box, the ink does too, at
// most to the columns least and most. In light words on a dark ground the light pixels are the ink.
func (k *ink) find(v *layerWord, least, most int) (box image.Rectangle, inked bool) {
	x0, x1, foot := int(math.Floor(v.x0)), int(math.Ceil(v.x1)), int(math.Round(v.foot))
	x1 = max(x1, min(int(math.Ceil(v.end)), most))
	reach := image.Rect(x0, foot-int(inkAbove*v.em), x1, foot+int(math.Ceil(inkBelow*v.em))).Intersect(k.img.Rect)
	if reach.Empty() {
		return reach, false
	}
	s := shade{ink: k, light: k.share(reach) > darkGround}
	step := max(int(inkStep*v.em), 1)
	top, bottom, bare := -1, -1, 0
	for y := min(foot, reach.Max.Y) - 1; y >= reach.Min.Y && (top < 0 || bare <= step); y-- {
		if !s.row(reach, y) {
			bare++
			continue
		}
		if bottom < 0 {
			bottom = y + 1
		}
		top, bare = y, 0
	}
	if top < 0 {
		return image.Rect(x0, foot-int(nominalHeight*v.em), x1, foot).Intersect(k.img.Rect), false
	}
	bare = 0
	for y := bottom; y < reach.Max.Y && bare <= step; y++ {
		if bare++; s.row(reach, y) {
			bottom, bare = y+1, 0
		}
	}
	inked = top > reach.Min.Y || bottom < reach.Max.Y
	box = image.Rect(reach.Min.X, top, reach.Max.X, bottom)
	for box.Dx() > 1 && !s.column(box, box.Min.X) {
		box.Min.X++
	}
	for box.Dx() > 1 && !s.column(box, box.Max.X-1) {
		box.Max.X--
	}
	beyond := int(inkBeyond * v.em)
	least, most = max(least, x0-beyond, 0), min(most, x1+beyond, k.img.Rect.Max.X)
	for x, bare := box.Max.X, 0; x < most && bare <= step; x++ {
		if bare++; s.column(box, x) {
			box.Max.X, bare = x+1, 0
		}
	}
	for x, bare := box.Min.X-1, 0; x >= least && bare <= step; x-- {
		if bare++; s.column(box, x) {
			box.Min.X, bare = x, 0
		}
	}
	return box, inked
}

// shade distinguishes the letters of a word from their ground.
type shade struct {
	*ink
	light bool // letters are lighter than their ground
}

// column reports whether column x has a pixel of a letter between the top and the bottom of box.
func (s *shade) column(box image.Rectangle, x int) bool {
	for y := box.Min.Y; y < box.Max.Y; y++ {
		if s.img.Pix[y*s.img.Stride+x] < s.dark != s.light {
			return true
		}
	}
	return false
}

// row reports whether row y of box has a pixel of a letter.
func (s *shade) row(box image.Rectangle, y int) bool {
	for _, v := range s.ink.row(box, y) {
		if v < s.dark != s.light {
			return true
		}
	}
	return false
}
