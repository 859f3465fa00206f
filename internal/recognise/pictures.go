package recognise

import (
	"image"
	"slices"

	"github.com/pagelift/pagelift/internal/scanimage"
	"github.com/pagelift/pagelift/layout"
)

// Pictures are found on a grid of square cells. The cells of a picture are inked, and neither a word
// nor a rule stands on them:
//
//	. . . . . . . .
//	. # # # # . w w     #  inked cells that lie together: a picture
//	. # # # # . . .     w  inked cells of words: cleared
//	. # # # # . - -     -  inked cells of a rule: cleared
//	. . . . . . . .
const (
	// cellPoints is the side of a cell: less than the gap between a picture and its caption.
	cellPoints = 6
	// A cell is inked if at least cellInk of it is darker than paper. The dust on a scan is less.
	cellInk = 0.08
	// paperShade is the shade below which a pixel is darker than paper, as a share of the shade of the
	// paper. It is high because photographs have light parts.
	paperShade = 0.85
	// pictureInk is the least share of the inked cells of a picture that are as dark as the ink of the page.
	// Photographs and drawings have .1 and more. What shines through from the back of the sheet has none,
	// and neither have stains and the grain of old paper.
	pictureInk = 0.02
	// pictureCells is the least width and height of a picture, 48 points. pictureFill is the least share of
	// its box that is inked. Line charts have .2, the dark edges around a sheet .03.
	pictureCells = 8
	pictureFill  = 0.12
	// bareFill replaces pictureFill for a picture of at least bareCells in width and height, 72 points, if
	// words take at most bareWords of its box. The curve of a chart whose axes were taken for rules has .05.
	bareFill  = 0.04
	bareWords = 0.02
	bareCells = 12
	// pictureWords is the largest share of a picture that its words may take. A box with more is a panel of
	// text.
	pictureWords = 0.25
	// mostPictures is the most pictures of a page.
	mostPictures = 64
	// guessed is the mean confidence below which the text of a picture counts as misread.
	guessed = 0.75
	// A word that was read without confidence is no word if it is tallWord times as high as most words: an
	// engine took a face for a letter. Initials of chapters and headings are as high, but engines are sure
	// of them.
	tallWord = 3
)

// grid records which cells of a picture are inked.
type grid struct {
	cols, rows int
	cell       int // pixels
	inked      []bool
	dark       []bool // the cell is as dark as ink
}

// display is what a picture shows besides words and rules.
type display struct {
	pictures []image.Rectangle // the large inked parts
	share    float64           // of all inked cells, the share that neither words nor rules take
}

// findShown finds what the page shows besides words and rules.
func (w *words) findShown(k *ink, p *scanimage.Prepared, rules []scanimage.Ruling) (d display) {
	if p.DPI <= 0 {
		return d
	}
	g := newGrid(p, uint8(paperShade*float64(k.paper)), w.halfInk(k))
	all := g.count()
	tall := tallWord * w.usualHeight()
	for i := range w.lines {
		for _, word := range w.lines[i].words {
			if word.confidence >= guessed || word.box.Dy() <= tall {
				g.clear(word.box)
			}
		}
	}
	for _, r := range rules {
		g.clear(image.Rect(int(r.X0), int(r.Y0), int(r.X1)+1, int(r.Y1)+1))
	}
	d.share = float64(g.count()) / float64(max(all, 1))
	for _, c := range g.components() {
		most := pictureWords
		if c.sparse {
			most = bareWords
		}
		if len(d.pictures) < mostPictures && w.share(c.box) < most {
			d.pictures = append(d.pictures, withAxes(c.box, rules, g.cell).Intersect(p.Image.Rect))
		}
	}
	return d
}

// axisLength is the greatest length of an axis, in lengths of its chart.
const axisLength = 1.5

// withAxes returns box together with the axes of its chart: the rules that touch it and are not much
// longer than it.
func withAxes(box image.Rectangle, rules []scanimage.Ruling, cell int) image.Rectangle {
	near, out := box.Inset(-2*cell), box
	for _, r := range rules {
		axis := image.Rect(int(r.X0), int(r.Y0), int(r.X1)+1, int(r.Y1)+1)
		if axis.Overlaps(near) && float64(axis.Dx()) <= axisLength*float64(box.Dx()) && float64(axis.Dy()) <= axisLength*float64(box.Dy()) {
			out = out.Union(axis)
		}
	}
	return out
}

// halfInk returns the shade halfway between the paper and the ink of words. It takes the darkest pixel
// of each word that was read surely, and of these the median. Otsu's threshold does not serve here:
// where the back of the sheet shines through, it separates that from the paper.
func (w *words) halfInk(k *ink) uint8 {
	var darkest []uint8
	for i := range w.lines {
		for _, word := range w.lines[i].words {
			if word.confidence < guessed {
				continue
			}
			at := uint8(255)
			for y := word.box.Min.Y; y < word.box.Max.Y; y += 2 {
				at = min(at, slices.Min(k.row(word.box, y)))
			}
			darkest = append(darkest, at)
		}
	}
	if len(darkest) == 0 {
		return k.dark
	}
	slices.Sort(darkest)
	return uint8((int(darkest[len(darkest)/2]) + int(k.paper)) / 2)
}

// usualHeight returns the median of the heights of the words.
func (w *words) usualHeight() int {
	var heights []int
	for i := range w.lines {
		for _, word := range w.lines[i].words {
			heights = append(heights, word.box.Dy())
		}
	}
	if len(heights) == 0 {
		return 0
	}
	slices.Sort(heights)
	return heights[len(heights)/2]
}

// count returns the number of inked cells.
func (g *grid) count() (n int) {
	for _, inked := range g.inked {
		if inked {
			n++
		}
	}
	return n
}

// newGrid finds the cells that are darker than shade, and those that are darker than ink. It reads
// every other row of pixels.
func newGrid(p *scanimage.Prepared, shade, ink uint8) *grid {
	size := p.Image.Rect.Size()
	cell := max(int(p.DPI*cellPoints/pointsPerInch), 2)
	g := &grid{cols: (size.X + cell - 1) / cell, rows: (size.Y + cell - 1) / cell, cell: cell}
	g.inked, g.dark = make([]bool, g.cols*g.rows), make([]bool, g.cols*g.rows)
	counts, darks := make([]int, g.cols), make([]int, g.cols)
	for row := range g.rows {
		clear(counts)
		clear(darks)
		end := min((row+1)*cell, size.Y)
		for y := row * cell; y < end; y += 2 {
			line := p.Image.Pix[y*p.Image.Stride:][:size.X]
			for col := range counts {
				for _, v := range line[col*cell : min((col+1)*cell, size.X)] {
					if v < shade {
						counts[col]++
					}
					if v < ink {
						darks[col]++
					}
				}
			}
		}
		for col, n := range counts {
			g.inked[row*g.cols+col] = float64(2*n) > cellInk*float64(cell*cell)
			g.dark[row*g.cols+col] = float64(2*darks[col]) > cellInk*float64(cell*cell)
		}
	}
	return g
}

// clear marks the cells that box meets as not inked.
func (g *grid) clear(box image.Rectangle) {
	for row := max(box.Min.Y, 0) / g.cell; row <= (box.Max.Y-1)/g.cell && row < g.rows; row++ {
		for col := max(box.Min.X, 0) / g.cell; col <= (box.Max.X-1)/g.cell && col < g.cols; col++ {
			g.inked[row*g.cols+col] = false
		}
	}
}

// component is a group of inked cells that lie together.
type component struct {
	box    image.Rectangle // pixels
	sparse bool            // a picture only if no words are in its box
}

// components returns the groups of inked cells that are large and full enough for a picture. The cells
// of a group are at most one cell apart.
func (g *grid) components() []component {
	const reach = 2
	var out []component
	var stack []int
	for start := range g.inked {
		if !g.inked[start] {
			continue
		}
		g.inked[start] = false
		stack = append(stack[:0], start)
		cells, dark, box := 0, 0, image.Rectangle{}
		for len(stack) > 0 {
			at := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			row, col := at/g.cols, at%g.cols
			cells++
			if g.dark[at] {
				dark++
			}
			box = box.Union(image.Rect(col, row, col+1, row+1))
			for r := max(row-reach, 0); r <= min(row+reach, g.rows-1); r++ {
				for c := max(col-reach, 0); c <= min(col+reach, g.cols-1); c++ {
					if next := r*g.cols + c; g.inked[next] {
						g.inked[next] = false
						stack = append(stack, next)
					}
				}
			}
		}
		if least := min(box.Dx(), box.Dy()); least >= pictureCells && float64(dark) >= pictureInk*float64(cells) {
			fill := float64(cells) / float64(box.Dx()*box.Dy())
			if fill >= pictureFill || fill >= bareFill && least >= bareCells {
				out = append(out, component{image.Rectangle{Min: box.Min.Mul(g.cell), Max: box.Max.Mul(g.cell)}, fill < pictureFill})
			}
		}
	}
	return out
}

// share returns the share of box that words take.
func (w *words) share(box image.Rectangle) float64 {
	area := 0
	for i := range w.lines {
		if w.lines[i].confidence() < guessed || !w.lines[i].box.Overlaps(box) {
			continue
		}
		for _, word := range w.lines[i].words {
			part := word.box.Intersect(box)
			area += part.Dx() * part.Dy()
		}
	}
	return float64(area) / float64(max(box.Dx()*box.Dy(), 1))
}

// dropGuesses removes the lines in pictures that were read without confidence.
func (w *words) dropGuesses(pictures []image.Rectangle) {
	kept := w.lines[:0]
	for i := range w.lines {
		l := &w.lines[i]
		middle := l.box.Min.Add(l.box.Max).Div(2)
		inside := false
		for _, box := range pictures {
			inside = inside || middle.In(box)
		}
		if !inside || l.confidence() >= guessed {
			kept = append(kept, *l)
		}
	}
	w.lines = kept
}

// confidence returns the mean confidence of the words, each weighted by its characters.
func (l *line) confidence() float64 {
	sum, chars := 0.0, 0
	for i := range l.words {
		sum += float64(l.words[i].confidence) * float64(l.words[i].chars)
		chars += l.words[i].chars
	}
	return sum / float64(max(chars, 1))
}

// showPictures adds each picture to the page once more as an image of its own, cut from the images of
// the page. If no image shows all of a picture, as in scans that consist of strips, it is cut from all
// images that show some of it.
func (o *writer) showPictures(p *picture, pictures []image.Rectangle) {
	images := len(o.c.Images)
	for _, box := range pictures {
		at := p.onScan(box)
		for i := o.ground(at, images); i < images; i++ {
			if part := visible(o.c, &o.c.Images[i]).Intersect(at); part.Empty() {
				continue
			}
			m := o.c.Images[i]
			m.Clip = o.clip(at, m.Clip)
			o.c.Items = append(o.c.Items, layout.Item{Kind: layout.KindImage, Index: int32(len(o.c.Images))})
			o.c.Images = append(o.c.Images, m)
		}
	}
}

// wholePart is the least share of a picture that an image shows if it hides the images below it.
const wholePart = 0.95

// ground returns the uppermost of the first n images that shows all of at, or 0 when none does. Stencils
// do not count, since other images are visible through them.
func (o *writer) ground(at layout.Rect, n int) int {
	for i := n - 1; i > 0; i-- {
		m := &o.c.Images[i]
		if part := visible(o.c, m).Intersect(at); !m.Stencil && part.Width()*part.Height() >= wholePart*at.Width()*at.Height() {
			return i
		}
	}
	return 0
}

// clip adds a clip of this box within parent and returns its index.
func (o *writer) clip(box layout.Rect, parent int32) int32 {
	if parent >= 0 {
		box = box.Intersect(o.c.Clips[parent].Box)
	}
	clip := layout.Clip{Parent: parent, Rectangle: true, Box: box, First: int32(len(o.c.Segments)), Count: rectangleSteps}
	o.c.Segments = appendRectangle(o.c.Segments, box)
	o.c.Clips = append(o.c.Clips, clip)
	return int32(len(o.c.Clips) - 1)
}

// rectangleSteps is the number of path segments of a rectangle.
const rectangleSteps = 5

func appendRectangle(list []layout.Segment, r layout.Rect) []layout.Segment {
	return append(list,
		layout.Segment{Verb: layout.MoveTo, P: [3]layout.Point{{X: r.X0, Y: r.Y0}}},
		layout.Segment{Verb: layout.LineTo, P: [3]layout.Point{{X: r.X1, Y: r.Y0}}},
		layout.Segment{Verb: layout.LineTo, P: [3]layout.Point{{X: r.X1, Y: r.Y1}}},
		layout.Segment{Verb: layout.LineTo, P: [3]layout.Point{{X: r.X0, Y: r.Y1}}},
		layout.Segment{Verb: layout.Close})
}
