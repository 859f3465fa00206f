package css

// Rotations returns how far each element is turned, in degrees, on the screen and on the same screen rotated by a
// right angle. They are nil unless a style sheet turns something under a condition on the orientation.
func (t *StyledTree) Rotations() (upright, across []float32) {
	if !t.styles.sheets.turns {
		return nil, nil
	}
	return t.rotationsIn(screen.turned()), t.rotationsIn(screen)
}

// rotationsIn returns the rotations of all elements in degrees in a medium.
func (t *StyledTree) rotationsIn(m medium) []float32 {
	kept := make([]uint16, t.Count())
	out := make([]float32, t.Count())
	for n := range t.Count() {
		kept[n] = t.At(n).Style
	}
	list := computeStyles(t.Tree, t.sheetsFor(m)).list
	for n := range t.Count() {
		e := t.At(n)
		s := list[e.Style]
		out[n] = float32(s.turn + s.turn2)
		e.Style = kept[n]
	}
	return out
}
