package content

import (
	"strings"

	"github.com/pagelift/pagelift/layout"
)

const (
	// scanShare is the share of the page that images must cover for the page to count as a scan. Invisible text on
	// or under the images of a scan is what was recognised in them.
	scanShare = 0.5

	// sheetShare is the same share for a page with more invisible than visible text: a receipt or a card on a
	// sheet, with a line that names the publisher.
	sheetShare = 0.1

	// stampShare is how much visible text a page may have, as a share of the hidden text, for clipped or
	// switched-off text to be a layer. Charts clip labels, and slides clip what moves in later.
	stampShare = 0.1
)

// hides are the flags of text that programs put over or under a picture: not painted, in the colour of the paper,
// behind the picture, clipped to nothing, or switched off.
const hides = layout.Invisible | layout.SameAsPaper | layout.Covered | layout.Clipped | layout.OptionalOff

// findTranscripts flags the text layers of scans.
//
//	+----------------+     the picture of a page, in one image or in many,
//	| Dear Sir,      |     and under or on it, where nobody sees them,
//	| we have your   |     the words "Dear Sir, we have your"
//	+----------------+
//
// Text that is painted normally and has a picture over it may be something else: the template of a slide, which
// the slide hides. For such text, the pixels decide; see shows.
func (in *interp) findTranscripts() {
	c, j := in.c, &in.judge
	if len(c.Images) == 0 {
		return
	}
	hidden, seen := 0, 0
	for i := range c.Runs {
		switch run := &c.Runs[i]; {
		case run.Flags&layout.Unseen == 0:
			seen += int(run.Count)
		case in.mayTranscribe(i):
			hidden += int(run.Count)
		}
	}
	if hidden == 0 {
		return
	}
	j.pictured.read(in)
	if share := j.pictured.share(); share < scanShare && (share < sheetShare || seen > hidden) {
		return
	}
	stamped := float32(seen) <= stampShare*float32(hidden)
	var doubted []int32
	for i := range c.Runs {
		switch run := &c.Runs[i]; {
		case run.Flags&(layout.Clipped|layout.OptionalOff) != 0 && !stamped:
		case !in.mayTranscribe(i) || !j.pictured.holds(in.boxes[i].Center()):
		case in.isTemplate(run):
			doubted = append(doubted, int32(i))
		default:
			run.Flags |= layout.Transcript
		}
	}
	if len(doubted) > 0 && in.picturesShow(doubted) {
		for _, i := range doubted {
			c.Runs[i].Flags |= layout.Transcript
		}
	}
}

// mayTranscribe reports whether run i is hidden in one of the ways of layers.
func (in *interp) mayTranscribe(i int) bool {
	run := &in.c.Runs[i]
	return run.Flags&layout.Unseen != 0 && run.Flags&layout.Unseen&^hides == 0 && !in.judge.panelled[i] && run.Origin == layout.FromPDF
}

// isTemplate reports whether run may be ordinary text that is covered or switched off: it is painted, in a visible
// colour, in a font of letters.
func (in *interp) isTemplate(run *layout.Run) bool {
	if by := run.Flags & hides &^ layout.OptionalOff; by != layout.Covered && by != 0 {
		return false
	}
	name := ""
	if run.Font >= 0 && int(run.Font) < len(in.c.Fonts) {
		name = in.c.Fonts[run.Font].Name
	}
	for _, sign := range layerFonts {
		if strings.Contains(name, sign) {
			return false
		}
	}
	return true
}

// layerFonts are parts of the names of fonts that programs make for layers: Tesseract and programs built on it,
// Acrobat.
var layerFonts = [...]string{"GlyphLess", "HiddenHorzOCR", "HiddenVertOCR"}

// gridSide is how many cells a pictureGrid has across and down. On a page a cell is 19 points wide: a line of text
// and its gap.
const gridSide = 32

// pictureGrid says where a page has images, in any number of pieces.
type pictureGrid struct {
	width, height float32 // of the page
	cells         [gridSide]uint32
}

// read fills the grid. A cell is set if an image covers its middle.
func (p *pictureGrid) read(in *interp) {
	*p = pictureGrid{width: in.pageBox.X1, height: in.pageBox.Y1}
	for i := range in.c.Images {
		m := &in.c.Images[i]
		box := in.clipped(m.Box, m.Clip).Intersect(in.pageBox)
		if m.Flags&layout.Unseen != 0 || !(box.Width() > 0) || !(box.Height() > 0) {
			continue
		}
		x0, x1 := cellsOf(box.X0, box.X1, p.width)
		y0, y1 := cellsOf(box.Y0, box.Y1, p.height)
		for y := y0; y < y1; y++ {
			p.cells[y] |= (1<<(x1-x0) - 1) << x0
		}
	}
}

// cellsOf returns the cells whose middles lie between two positions on a side of the page.
func cellsOf(from, to, side float32) (first, end int) {
	step := side / gridSide
	first = max(int(from/step+0.5), 0)
	return first, max(min(int(to/step+0.5), gridSide), first)
}

// share returns the share of the page that images cover.
func (p *pictureGrid) share() float32 {
	n := 0
	for _, row := range p.cells {
		for ; row != 0; row &= row - 1 {
			n++
		}
	}
	return float32(n) / (gridSide * gridSide)
}

// holds reports whether the page has an image at this point.
func (p *pictureGrid) holds(at layout.Point) bool {
	x, y := int(at.X/p.width*gridSide), int(at.Y/p.height*gridSide)
	return x >= 0 && x < gridSide && y >= 0 && y < gridSide && p.cells[y]>>x&1 != 0
}
