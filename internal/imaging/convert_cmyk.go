package imaging

// cmykPainter is cmykModel in integers, for images.
type cmykPainter struct {
	table [4][256]uint64 // amount of ink by sample, in parts of laneFull
	step  int
}

func newCMYKPainter(tables [][]float64, step int) *cmykPainter {
	p := &cmykPainter{step: step}
	for i, t := range tables {
		for v := range t {
			p.table[i][v] = uint64(laneFull*clamp(t[v], 0, 1) + 0.5)
		}
	}
	return p
}

// cmykLanes are cmykCorners as lanes.
var cmykLanes = func() (c [len(cmykCorners)]lanes) {
	for i := range c {
		c[i] = lanesOf(rgb{cmykCorners[i][0] / 255, cmykCorners[i][1] / 255, cmykCorners[i][2] / 255})
	}
	return c
}()

func (p *cmykPainter) row(dst, src []byte) {
	var last [4]byte
	c := p.mix(last)
	for x, at := 0, 0; x+bytesNRGBA <= len(dst); x, at = x+bytesNRGBA, at+p.step {
		if s := [4]byte(src[at : at+4]); s != last {
			last, c = s, p.mix(s)
		}
		c.put(dst[x : x+4 : x+4])
	}
}

// mix interpolates between the corners, one ink after the other, black first.
func (p *cmykPainter) mix(s [4]byte) lanes {
	var c [8]lanes
	k, y, m := p.table[3][s[3]], p.table[2][s[2]], p.table[1][s[1]]
	for i := range c {
		c[i] = cmykLanes[i].toward(cmykLanes[i+8], k)
	}
	for i := range 4 {
		c[i] = c[i].toward(c[i+4], y)
	}
	for i := range 2 {
		c[i] = c[i].toward(c[i+2], m)
	}
	return c[0].toward(c[1], p.table[0][s[0]])
}
