package recognise

import (
	"image"
	"strings"
)

// Engines read the bullet of a list item as a letter or another sign. Its ink tells what it is:
//
//	e  Apples      a disc, read as e: nearly all of its box is dark
//	o  Pears       a ring, read as o: its middle is white, and the text stands farther off
//	$ ls           a sign that is no bullet: see noBullets
const (
	// A bullet is a spot of ink before the first word of its line. Engines read it as up to bulletChars
	// characters. Its longer side has at most bulletSide ems, and at least bulletInk of its box is dark:
	// .79 of discs, all of squares. Letters that look like bullets fill .3 to .55.
	bulletChars = 2
	bulletSide  = 0.62
	bulletInk   = 0.66
	// bulletShape is how many times as long as the shorter side the longer one may be. Dashes are longer.
	bulletShape = 1.5
	// bulletGap is the least white space between a bullet and the text, in ems. ringGap is the same behind
	// a ring, which may be the letter o.
	bulletGap = 0.35
	ringGap   = 0.5
	// At most ringHole of the middle of a ring is dark, and at least ringInk of all of it.
	ringHole = 0.1
	ringInk  = 0.2
	// noBullets are characters that the engine read right: # and $ begin lines of commands, digits begin
	// the items of numbered lists.
	noBullets = "#$%&>123456789"
)

// findBullets puts • and ◦ where the engine read a bullet as letters or other signs.
func (w *words) findBullets(k *ink, sizes []float64) {
	for i := range w.lines {
		l := &w.lines[i]
		if l.turn != 0 || len(l.words) < 2 {
			continue
		}
		first := &l.words[0]
		if first.chars > bulletChars || strings.ContainsAny(first.text, noBullets) || first.box.Max.X > l.words[1].box.Min.X {
			continue
		}
		box := k.trim(first.box)
		bullet := k.bullet(box, sizes[i], float64(l.words[1].box.Min.X-box.Max.X))
		if bullet == "" {
			continue
		}
		first.text, first.chars, first.box = bullet, 1, box
		first.confidence = max(first.confidence, l.words[1].confidence)
	}
}

// bullet returns the bullet that box holds, or "" when it holds none. gap is the white space behind
// the box.
func (k *ink) bullet(box image.Rectangle, em, gap float64) string {
	long, short := float64(max(box.Dx(), box.Dy())), float64(min(box.Dx(), box.Dy()))
	if long > bulletSide*em || long > bulletShape*short || gap < bulletGap*em {
		return ""
	}
	share := k.share(box)
	if share >= bulletInk {
		return "•"
	}
	middle := image.Rect(box.Min.X+box.Dx()/3, box.Min.Y+box.Dy()/3, box.Max.X-box.Dx()/3, box.Max.Y-box.Dy()/3)
	if share >= ringInk && gap >= ringGap*em && k.share(middle) <= ringHole {
		return "◦"
	}
	return ""
}
