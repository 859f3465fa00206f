package recognise

import (
	"context"
	"image"

	"github.com/pagelift/pagelift/internal/scanimage"
	"github.com/pagelift/pagelift/ocr"
)

// The print on the back of a thin sheet shines through. Engines read it as words, and miss the words
// that it lies under:
//
//	 Ships   9          :ɘɿɒʜƧ: and :ƨqiʜƧ: are pale: none of their pixels is halfway from the
//	:ɘɿɒʜƧ: 22 :ƨqiʜƧ:  paper to the ink of the words that are read surely
const (
	// throughShare is the least share of the print that is faint if the back shines through. It is .17 to
	// .46 on such pages, and .12 on a clean page whose tables have shaded heads.
	throughShare = 0.15
	// throughDoubt is the mean confidence from which a page is not read again. Pages where the back shines
	// through have .84 to .94.
	throughDoubt = 0.95
	// throughGain is by how much the mean confidence must rise when the faint print is wiped off.
	throughGain = 0.005
)

// readThrough reads a page again without its faint print, if there is much of it and the page was not
// read surely. It keeps faint words that were read surely: they are pale print. It returns the better
// reading.
func (r *Reader) readThrough(ctx context.Context, p *picture, page *ocr.Page) (*ocr.Page, error) {
	if page.Confidence() >= throughDoubt {
		return page, nil
	}
	w, k := r.clean(page, p), newInk(p.prepared.Image)
	strong := w.halfInk(&k)
	if strong >= k.paper {
		return page, nil
	}
	faint := scanimage.NewFaint(p.bare, k.paper, strong)
	if faint.Share() < throughShare {
		return page, nil
	}
	var sure []image.Rectangle // faint words that are print
	pale, unsure := 0, 0
	for i := range w.lines {
		for _, v := range w.lines[i].words {
			switch {
			case !faint.Is(v.box):
			case v.confidence >= guessed:
				sure, pale = append(sure, v.box), pale+v.chars
			default:
				unsure += v.chars
			}
		}
	}
	if pale > unsure {
		return page, nil
	}
	wiped := faint.Wiped(k.paper, sure)
	again, err := r.call(ctx, p.calls, ocr.Image{Pixels: wiped, DPI: p.prepared.DPI}, page.Languages)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil || again.Confidence() < page.Confidence()+throughGain:
		return page, nil // the first reading stands
	}
	p.bare = wiped
	return again, nil
}
