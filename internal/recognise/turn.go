package recognise

import (
	"context"
	"image"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/scanimage"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/ocr"
)

const (
	// turnDoubt is the mean confidence below which a page may have been read the wrong way up. Printed pages
	// have .85 and more, handwritten letters .5 to .8, pages upside down .25 to .5.
	turnDoubt = 0.55
	// turnWords is the least number of words of a page that is tried in other turns. Photographs in which an
	// engine sees letters have fewer.
	turnWords = 12
	// turnGain is by how much the mean confidence of a part of the page must rise in another turn. In the
	// right turn it rises by .3 and more.
	turnGain = 0.15
	// turnPart is the share of each side of the page that the tried part takes.
	turnPart = 0.4
	// turnLoss is by how much the mean confidence of a page may fall once the page is upright. It may fall
	// because the engine then finds words that it did not see before.
	turnLoss = 0.05
)

// upright finds which side of a page is up, and reads the page again if that is not the top:
//
//	+-------+      +-------+
//	| bbb b |      | A     |
//	|       |  ->  |       |
//	|     ∀ |      | q qqq |
//	+-------+      +-------+
//
// The engine may report the turn (ocr.Page.Turn). If it does not and the page came out badly, a part is
// read in all four turns. Only pages that came out badly cost more than one reading. turn is the
// clockwise turn that the page had. It is 0 if nothing has changed.
func (r *Reader) upright(ctx context.Context, p *picture, page *ocr.Page) (q *picture, again *ocr.Page, turn int, err error) {
	turn = turnOf(int16(page.Turn))
	if turn == 0 && len(page.Words) >= turnWords && page.Confidence() < turnDoubt {
		if turn, err = r.bestTurn(ctx, p); err != nil {
			return nil, nil, 0, err
		}
	}
	if turn == 0 {
		return p, page, 0, nil
	}
	q = p.turned(turn)
	q.prepare()
	again, err = r.recognise(ctx, q, "")
	switch {
	case ctx.Err() != nil:
		return nil, nil, 0, ctx.Err()
	case err != nil || again.Confidence() < page.Confidence()-turnLoss:
		return p, page, 0, nil // the first reading stands
	}
	return q, again, turn, nil
}

// bestTurn reads the middle of the page in four turns and returns the turn in which the engine is surest.
// It returns 0 if no turn is clearly better than the present one.
func (r *Reader) bestTurn(ctx context.Context, p *picture) (best int, err error) {
	languages := r.asked
	if len(languages) == 0 {
		languages = listened
	}
	size := p.prepared.Image.Rect.Size()
	margin := image.Pt(int((1-turnPart)/2*float64(size.X)), int((1-turnPart)/2*float64(size.Y)))
	part := scanimage.Gray(p.prepared.Image.SubImage(image.Rectangle{Min: margin, Max: size.Sub(margin)}))
	surest := 0.0
	for turn := 0; turn < limits.OCRTurns*90; turn += 90 {
		page, err := r.call(ctx, p.calls, ocr.Image{Pixels: scanimage.Turned(part, turn), DPI: p.prepared.DPI}, languages)
		switch {
		case ctx.Err() != nil:
			return 0, ctx.Err()
		case err != nil:
			return 0, nil // without a reading the page stays as it lies
		case turn == 0:
			surest = page.Confidence() + turnGain
		case page.Turn == 0 && page.Confidence() > surest:
			best, surest = turn, page.Confidence()
		}
	}
	return best, nil
}

// turned returns the picture turned back by turn, so that words that were turned clockwise are upright.
func (p *picture) turned(turn int) *picture {
	q := *p
	q.pixels, q.prepared = scanimage.Turned(p.pixels, turn), nil
	q.box = quarter(turn, p.width, p.height).Bounds(p.box)
	if turn%180 != 0 {
		q.width, q.height = p.height, p.width
	}
	return &q
}

// quarter returns the matrix that turns a page of width w and height h back by turn.
//
//	90: the lines run down    180: on its head      270: the lines run up
//	x' = y, y' = w - x        x' = w - x, y' = h - y   x' = h - y, y' = x
func quarter(turn int, w, h float32) layout.Matrix {
	switch turn {
	case 90:
		return layout.Matrix{B: -1, C: 1, F: w}
	case 180:
		return layout.Matrix{A: -1, D: -1, E: w, F: h}
	case 270:
		return layout.Matrix{B: 1, C: -1, E: h}
	}
	return layout.Matrix{A: 1, D: 1}
}

// turnable reports whether all that is painted on the page can be turned: images, paths and text can.
func turnable(c *layout.Content) bool {
	return len(c.Shadings) == 0 && len(c.Patterns) == 0 && len(c.Groups) == 0 && len(c.Masks) == 0
}

// turnPage turns the whole page back by turn, so that its words are upright: its size, images, paths,
// text, links and form fields.
func turnPage(c *layout.Content, turn int) {
	m := quarter(turn, c.Width, c.Height)
	if turn%180 != 0 {
		c.Width, c.Height = c.Height, c.Width
	}
	for i := range c.Images {
		c.Images[i].M, c.Images[i].Box = after(c.Images[i].M, m), m.Bounds(c.Images[i].Box)
	}
	for i := range c.Segments {
		for j, p := range c.Segments[i].P {
			c.Segments[i].P[j] = m.Apply(p)
		}
	}
	for i := range c.Paths {
		c.Paths[i].Box = m.Bounds(c.Paths[i].Box)
	}
	for i := range c.Clips {
		c.Clips[i].Box = m.Bounds(c.Clips[i].Box)
	}
	for i := range c.Runs {
		em := &c.Runs[i].Em
		em[0], em[1] = m.A*em[0]+m.C*em[1], m.B*em[0]+m.D*em[1]
		em[2], em[3] = m.A*em[2]+m.C*em[3], m.B*em[2]+m.D*em[3]
	}
	for i := range c.Glyphs {
		at := m.Apply(layout.Point{X: c.Glyphs[i].X, Y: c.Glyphs[i].Y})
		c.Glyphs[i].X, c.Glyphs[i].Y = at.X, at.Y
	}
	for i := range c.Links {
		for j, area := range c.Links[i].Areas {
			c.Links[i].Areas[j] = m.Bounds(area)
		}
	}
	for i := range c.Fields {
		c.Fields[i].Box = m.Bounds(c.Fields[i].Box)
	}
}

// after returns the matrix that first does m and then by.
func after(m, by layout.Matrix) layout.Matrix {
	return layout.Matrix{
		A: by.A*m.A + by.C*m.B, B: by.B*m.A + by.D*m.B,
		C: by.A*m.C + by.C*m.D, D: by.B*m.C + by.D*m.D,
		E: by.A*m.E + by.C*m.F + by.E, F: by.B*m.E + by.D*m.F + by.F,
	}
}
