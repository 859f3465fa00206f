package imaging

// lanes is a colour in sRGB. Its red, green and blue have 21 bits each, so that one operation
// changes all three. A channel takes the lower 11 bits, in eighths of a level. The other bits are
// room for a product with laneFull.
type lanes uint64

const (
	laneBits = 21
	laneUnit = 8   // parts of a level
	laneFull = 256 // the part that means the whole way, see toward

	laneOnes lanes = 1 | 1<<laneBits | 1<<(2*laneBits)
	laneMask       = laneOnes * (laneFull*laneUnit - 1)
)

// lanesOf returns c, clipped, as lanes.
func lanesOf(c rgb) lanes {
	var l lanes
	for i, v := range c {
		l |= lanes(255*laneUnit*clamp(v, 0, 1)+0.5) << (i * laneBits)
	}
	return l
}

// toward returns the colour at part of the way from l to m, rounded to an eighth of a level.
func (l lanes) toward(m lanes, part uint64) lanes {
	return (l*lanes(laneFull-part) + m*lanes(part) + laneOnes*(laneFull/2)) / laneFull & laneMask
}

// put writes the colour as four bytes of NRGBA.
func (l lanes) put(d []byte) {
	l += laneOnes * (laneUnit / 2)
	_ = d[3]
	d[0], d[1], d[2], d[3] = byte(l/laneUnit), byte(l>>laneBits/laneUnit), byte(l>>(2*laneBits)/laneUnit), opaque
}
