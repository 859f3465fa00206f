package recognise

import (
	"image"
	"math"

	"github.com/pagelift/pagelift/internal/limits"
)

// A cell of a table that holds nothing but a dash has no value. Engines take the dash for dust or for
// another sign, so its ink is looked for. All lengths are in heights of most words, which are .7 ems:
//
//	|          |
//	|    ---   |   dashHigh at most, dashShort to dashLong wide
//	|          |   and dashFree from the rules around it
const (
	// dashHigh is the greatest height: dashes have .1. Dots and specks are as high as they are wide.
	dashHigh = 0.25
	// dashShort and dashLong are the least and greatest width: a hyphen has .45, a long dash 1.4.
	dashShort = 0.3
	dashLong  = 1.6
	// dashSlender is how many times as wide as high a dash is at least: hyphens have 3.
	dashSlender = 2
	// dashFree is the least white space around a dash. What is left of an erased rule lies at the edge of
	// its cell.
	dashFree = 0.25
	// dashInk is the least share of its box that is dark.
	dashInk = 0.6
	// dashSure is the confidence of a dash that was found by its ink: that of a word that was read surely.
	dashSure = 0.9
)

// findDashes puts – into the cells of ruled tables that hold a dash and nothing else.
func (w *words) findDashes(p *picture, cells []image.Rectangle) {
	high := w.usualHeight()
	if high == 0 {
		return
	}
	k, inside, found := newInk(p.bare), w.byCell(), []slot(nil)
	for _, cell := range cells {
		cell = cell.Intersect(p.bare.Rect)
		if cell.Empty() || len(found) == limits.OCRCells {
			continue
		}
		read := inside(cell)
		if len(read) > 1 || len(read) == 1 && read[0].chars > 1 {
			continue
		}
		box := k.trim(cell)
		if !k.isDash(box, cell, float64(high)) {
			continue
		}
		v := word{text: "–", chars: 1, box: box, confidence: dashSure}
		// The dash is a line of its own. Its letters would be as high as most of the page.
		foot := float64(box.Max.Y) + dashFree*float64(high)
		found = append(found, slot{cell: cell, words: []word{v}, line: line{box: box, baseline: foot, slope: w.skew, height: math.Round(float64(high) * emHeight / (emHeight - descentOf))}})
	}
	for i := range found {
		w.put(&found[i])
	}
}

// isDash reports whether box, which is all of the ink of a cell, holds a dash.
func (k *ink) isDash(box, cell image.Rectangle, high float64) bool {
	wide, tall := float64(box.Dx()), float64(box.Dy())
	free := int(math.Ceil(dashFree * high))
	return box.In(cell.Inset(free)) && tall <= dashHigh*high && wide >= dashShort*high && wide <= dashLong*high &&
		wide >= dashSlender*tall && k.share(box) >= dashInk
}
