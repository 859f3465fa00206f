package recognise

import (
	"cmp"
	"context"
	"image"
	"math"
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/scanimage"
	"github.com/pagelift/pagelift/ocr"
)

const (
	// cellDoubt is the confidence below which the cell of a word is read again. Digits that are read right
	// in a cell of their own have .88 and more.
	cellDoubt = 0.8
	// A second reading replaces the first if its mean confidence is at least cellSure and exceeds that of
	// the first by cellGain.
	cellSure = 0.6
	cellGain = 0.05
	// The ink of a cell that is read again is at most cellLine times as high as words, which is one line,
	// and at least cellSpeck times, which leaves out specks.
	cellLine  = 1.8
	cellSpeck = 0.45
	// cellJoint is the greatest gap between the ends of two rules that meet, in points. cellEdge is the
	// margin of a cell that is not read, in points: the blurred edges of its rules lie there.
	cellJoint = 2
	cellEdge  = 1
)

// slot is a cell of a table that is read again, and its place on the sheet of such cells.
type slot struct {
	cell  image.Rectangle // in the picture
	at    image.Point     // on the sheet
	words []word          // the words of the second reading
	line  line            // the shape of the line on the sheet that has the words
	was   float64         // the mean confidence of the first reading
}

// readCells reads cells of ruled tables again if the engine found nothing in them or is not sure of
// what it found: engines overlook single digits on a page. All such cells are copied onto one sheet,
// and the engine reads the sheet in one call. The cells of one row of a table stand in one line:
//
//	| Dunmere | dl, | 348 |          1     9
//	|---------+-----+-----|    ->
//	| Lindenau| 0   |     |          3
func (r *Reader) readCells(ctx context.Context, p *picture, w *words, languages []string) error {
	if !p.tables {
		return nil
	}
	cells := cellsOf(p.rules, p.prepared.DPI)
	w.findDashes(p, cells)
	slots := w.doubtfulCells(p, cells)
	if len(slots) == 0 {
		return nil
	}
	sheet := sheetOf(p.bare, slots, newInk(p.bare).paper)
	page, err := r.callFor(ctx, p.calls, ocr.Image{Pixels: sheet, DPI: p.prepared.DPI}, ocr.Options{Languages: languages, Segmentation: ocr.SingleBlock})
	if err != nil {
		return ctx.Err() // the first reading stands
	}
	again := clean(page, sheet.Rect.Size())
	for i := range again.lines {
		l := &again.lines[i]
		for _, v := range l.words {
			if s := slotAt(slots, v.box.Min.Add(v.box.Max).Div(2)); s != nil {
				s.addWord(v, l)
			}
		}
	}
	for i := range slots {
		w.replace(&slots[i])
	}
	return nil
}

// doubtfulCells returns the cells, and parts of cells, that have ink which no sure word accounts for.
func (w *words) doubtfulCells(p *picture, cells []image.Rectangle) (slots []slot) {
	k, high := newInk(p.bare), w.usualHeight()
	inside := w.byCell()
	for _, cell := range cells {
		cell = cell.Intersect(p.bare.Rect)
		if cell.Empty() || len(slots) == limits.OCRCells || high == 0 {
			continue
		}
		read := inside(cell)
		sum, doubt := 0.0, len(read) == 0
		for _, v := range read {
			sum += float64(v.confidence)
			doubt = doubt || v.confidence < cellDoubt
		}
		parts := []image.Rectangle{cell}
		if ink := k.trim(cell); float64(ink.Dy()) > cellLine*float64(high) {
			continue
		}
		if !doubt {
			parts, sum = unread(cell, read, high/3), 0
		}
		for _, part := range parts {
			ink := k.trim(part)
			if ink == part || float64(ink.Dy()) < cellSpeck*float64(high) || len(slots) == limits.OCRCells {
				continue
			}
			margin := high / 3
			part.Min.X, part.Max.X = max(part.Min.X, ink.Min.X-margin), min(part.Max.X, ink.Max.X+margin)
			slots = append(slots, slot{cell: part, was: sum / float64(max(len(read), 1))})
		}
	}
	return slots
}

// unread returns the parts of a cell beside its words. The cell has one line; the engine may have
// missed words of it. The rules between the cells of a black table head are black too and are not
// found, so that the whole head is one cell:
//
//	## District ### Schools ### Wells ##
//	   [ read ]     [ read ]   unread
func unread(cell image.Rectangle, read []word, margin int) (parts []image.Rectangle) {
	slices.SortStableFunc(read, func(a, b word) int { return cmp.Compare(a.box.Min.X, b.box.Min.X) })
	from := cell.Min.X
	add := func(to int) {
		if to-from > margin {
			parts = append(parts, image.Rect(from, cell.Min.Y, to, cell.Max.Y))
		}
	}
	for _, v := range read {
		add(v.box.Min.X - margin)
		from = max(from, v.box.Max.X+margin)
	}
	add(cell.Max.X)
	return parts
}

// byCell returns a function that finds the words whose middles lie in a cell.
func (w *words) byCell() func(image.Rectangle) []word {
	var boxes []image.Rectangle
	var all []word
	for i := range w.lines {
		for _, v := range w.lines[i].words {
			boxes, all = append(boxes, v.box), append(all, v)
		}
	}
	near := newShelf(boxes)
	return func(cell image.Rectangle) (out []word) {
		for i := range near.boxesOver(cell) {
			if middle(all[i].box).In(cell) {
				out = append(out, all[i])
			}
		}
		return out
	}
}

func middle(box image.Rectangle) image.Point { return box.Min.Add(box.Max).Div(2) }

// cellsOf returns the boxes between rules that meet, row by row, without a margin of cellEdge.
func cellsOf(rules []scanimage.Ruling, dpi float64) (cells []image.Rectangle) {
	joint, edge := cellJoint*dpi/pointsPerInch, cellEdge*dpi/pointsPerInch
	var across, down []scanimage.Ruling
	for _, r := range rules {
		if r.Vertical {
			down = append(down, r)
		} else {
			across = append(across, r)
		}
	}
	if len(across) > limits.OCRCells || len(down) > limits.OCRCells {
		return nil // squared paper
	}
	slices.SortStableFunc(across, func(a, b scanimage.Ruling) int { return cmp.Compare(a.Y0, b.Y0) })
	slices.SortStableFunc(down, func(a, b scanimage.Ruling) int { return cmp.Compare(a.X0, b.X0) })
	for i, top := range across {
		var left *scanimage.Ruling
		for j := range down {
			r := &down[j]
			if r.Y0 > top.Y1+joint || r.Y1 < top.Y1+joint || r.X1 < top.X0-joint || r.X0 > top.X1+joint {
				continue // the rule does not continue below top
			}
			if left != nil && r.X0-left.X1 > joint {
				if foot := below(across[i+1:], top.Y1+joint, left.X1, r.X0, joint); foot > 0 && min(left.Y1, r.Y1) >= foot-joint {
					cells = append(cells, image.Rect(int(left.X1+edge), int(top.Y1+edge), int(math.Ceil(r.X0-edge)), int(math.Ceil(foot-edge))))
				}
			}
			left = r
		}
		if len(cells) > limits.OCRCells {
			break
		}
	}
	return cells
}

// below returns the top of the first rule below y that reaches from from to to, or 0 when there is none.
func below(across []scanimage.Ruling, y, from, to, joint float64) float64 {
	for _, r := range across {
		if r.Y0 > y && r.X0 <= from+joint && r.X1 >= to-joint {
			return r.Y0
		}
	}
	return 0
}

// sheetOf copies the cells onto one sheet and sets the place of each slot. The cells of one row of a
// table stand side by side.
func sheetOf(img *image.Gray, slots []slot, paper uint8) *image.Gray {
	const least = 24 // the least number of pixels between two cells; it separates words of any size
	x, y, high, width := least, least, 0, 0
	for i := range slots {
		s := &slots[i]
		gap := max(s.cell.Dy(), least)
		if i > 0 && (s.cell.Min.Y != slots[i-1].cell.Min.Y || x+s.cell.Dx()+gap > img.Rect.Dx()) {
			x, y, high = least, y+high+least, 0
		}
		s.at = image.Pt(x, y)
		x += s.cell.Dx() + gap
		high, width = max(high, s.cell.Dy()), max(width, x)
	}
	sheet := image.NewGray(image.Rect(0, 0, width, y+high+least))
	for i := range sheet.Pix {
		sheet.Pix[i] = paper
	}
	for _, s := range slots {
		for dy := range s.cell.Dy() {
			copy(sheet.Pix[(s.at.Y+dy)*sheet.Stride+s.at.X:], img.Pix[(s.cell.Min.Y+dy)*img.Stride:][s.cell.Min.X:s.cell.Max.X])
		}
	}
	return sheet
}

// slotAt returns the slot that has a place of the sheet, or nil when there is none.
func slotAt(slots []slot, at image.Point) *slot {
	for i := range slots {
		if s := &slots[i]; at.In(image.Rectangle{Min: s.at, Max: s.at.Add(s.cell.Size())}) {
			return s
		}
	}
	return nil
}

// addWord adds to s a word that was read in line l of the sheet, and moves it to its place in the
// picture.
func (s *slot) addWord(v word, l *line) {
	move := s.cell.Min.Sub(s.at)
	if len(s.words) == 0 {
		s.line = *l
		s.line.baseline += float64(move.Y) + l.slope*float64(v.box.Min.X-l.box.Min.X)
		s.line.box = image.Rectangle{}
	}
	v.box = v.box.Add(move).Intersect(s.cell)
	s.words = append(s.words, v)
	s.line.box = s.line.box.Union(v.box)
}

// replace replaces the words in the cell of s by those of the second reading if these are surer.
func (w *words) replace(s *slot) {
	l := line{words: s.words}
	if sure := l.confidence(); len(s.words) > 0 && sure >= cellSure && sure >= s.was+cellGain {
		w.put(s)
	}
}

// put replaces the words in the cell of s by those of s.
func (w *words) put(s *slot) {
	l := s.line
	l.words = s.words
	kept := w.lines[:0]
	for i := range w.lines {
		o := &w.lines[i]
		if o.box.Overlaps(s.cell) {
			o.words = slices.DeleteFunc(o.words, func(v word) bool { return middle(v.box).In(s.cell) })
		}
		if len(o.words) > 0 {
			kept = append(kept, *o)
		}
	}
	l.paragraph = -1 - int32(len(kept)) // a paragraph of its own
	w.lines = append(kept, l)
}
