package a11y

// rotations are how far each element is turned, in degrees, on a screen held upright and
// on the same screen held the other way. They are nil unless a sheet turns something
// under a condition on the orientation.
func (t *styledTree) rotations() (upright, across []float32) {
	if !t.styles.sheets.turns {
		return nil, nil
	}
	return t.turns(screen.turned()), t.turns(screen)
}

// turns are the rotations of all elements in degrees in a medium.
func (t *styledTree) turns(m medium) []float32 {
	kept := make([]uint16, t.count())
	out := make([]float32, t.count())
	for n := range t.count() {
		kept[n] = t.at(n).style
	}
	list := computeStyles(t.tree, t.sheetsFor(m)).list
	for n := range t.count() {
		e := t.at(n)
		s := list[e.style]
		out[n] = float32(s.turn + s.turn2)
		e.style = kept[n]
	}
	return out
}
