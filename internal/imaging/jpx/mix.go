package jpx

// unmix undoes the transformation of the first three components (annex G).
func (d *decoder) unmix() {
	a, b, c := &d.planes[0], &d.planes[1], &d.planes[2]
	if a.reversible {
		unmixReversible(a.ints, b.ints, c.ints)
	} else {
		unmixIrreversible(a.floats, b.floats, c.floats)
	}
}

// unmixReversible undoes RCT (G.2).
func unmixReversible(a, b, c []int32) {
	b, c = b[:len(a)], c[:len(a)]
	for i, y := range a {
		u, v := b[i], c[i]
		g := y - (u+v)>>2
		a[i], b[i], c[i] = v+g, g, u+g
	}
}

// unmixIrreversible undoes ICT (G.3), which is YCbCr as in JPEG.
func unmixIrreversible(a, b, c []float32) {
	b, c = b[:len(a)], c[:len(a)]
	for i, y := range a {
		cb, cr := b[i], c[i]
		a[i] = y + 1.402*cr
		b[i] = y - 0.344136*cb - 0.714136*cr
		c[i] = y + 1.772*cb
	}
}
