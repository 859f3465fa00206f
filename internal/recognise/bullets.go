package recognise

import (
	"image"
	"strings"
)

const (
	// A bullet is a spot of ink before the first word of its line, of which engines make
	// up to bulletChars characters. bulletSide is its longest side in ems and bulletInk how
	// much of its box is dark at least. Discs have .79, squares all; letters taken for
	// them fill .3 to .55.
	bulletChars = 2
	bulletSide  = 0.62
	bulletInk   = 0.66
	// bulletShape is how much longer than the other one side may be: dashes are longer.
	bulletShape = 1.5
	// bulletGap is how far the text stands off at least, in ems; ringGap likewise behind
	// a ring, which may be the letter o.
	bulletGap = 0.35
	ringGap   = 0.5
	// ringHole is how much of the middle of a ring is dark at most, and ringInk how much
	// of all of it at least.
	ringHole = 0.1
	ringInk  = 0.2
	// noBullets are read for what they are: # and $ begin lines of commands, numbers
	// lists.
	noBullets = "#$%&>123456789"
)

// findBullets puts • and ◦ where the engine took a bullet for letters or signs.
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

// bullet is the bullet that box holds, "" when it holds none. gap is the white space
// behind it.
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
