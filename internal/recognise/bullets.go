package recognise

import "strings"

const (
	// A bullet is a spot of ink before the first word of its line: bulletSide is its
	// longest side in ems and bulletInk how much of its box is dark at least. Discs
	// have .79, squares all; letters taken for them fill .3 to .55.
	bulletSide = 0.62
	bulletInk  = 0.66
	// bulletShape is how much longer than the other one side may be: dashes are longer.
	bulletShape = 1.5
	// bulletGap is how far the text stands off at least, in ems.
	bulletGap = 0.35
	// noBullets are read for what they are: # and $ begin lines of commands, numbers
	// lists.
	noBullets = "#$%&>0123456789"
)

// findBullets puts • where the engine took a bullet for a letter or sign.
func (w *words) findBullets(k *ink, sizes []float64) {
	for i := range w.lines {
		l := &w.lines[i]
		if l.turn != 0 || len(l.words) < 2 {
			continue
		}
		first := &l.words[0]
		if first.chars != 1 || strings.Contains(noBullets, first.text) || first.box.Max.X > l.words[1].box.Min.X {
			continue
		}
		box := k.trim(first.box)
		long, short := float64(max(box.Dx(), box.Dy())), float64(min(box.Dx(), box.Dy()))
		gap := float64(l.words[1].box.Min.X - box.Max.X)
		if long > bulletSide*sizes[i] || long > bulletShape*short || gap < bulletGap*sizes[i] || k.share(box) < bulletInk {
			continue
		}
		first.text, first.box = "•", box
		first.confidence = max(first.confidence, l.words[1].confidence)
	}
}
