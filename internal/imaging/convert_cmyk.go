package imaging

// cmykPainter is cmykModel in whole numbers, for images.
type cmykPainter struct {
	table [4][256]int32 // ink by sample, 0 to inkFull
	step  int
}

// Inks are whole in 2^inkBits parts, and so is a level of a colour: the largest
// product, 255 * 2^22, fits.
const (
	inkBits = 11
	inkFull = 1 << inkBits
)

func newCMYKPainter(tables [][]float64, step int) *cmykPainter {
	p := &cmykPainter{step: step}
	for i, t := range tables {
		for v := range t {
			p.table[i][v] = int32(inkFull*clamp(t[v], 0, 1) + 0.5)
		}
	}
	return p
}

// cmykCornersFixed are cmykCorners in parts of 2^inkBits of a level.
var cmykCornersFixed = func() (c [len(cmykCorners)][3]int32) {
	for i := range c {
		for k := range c[i] {
			c[i][k] = int32(cmykCorners[i][k]) << inkBits
		}
	}
	return c
}()

func (p *cmykPainter) row(dst, src []byte) {
	var last [4]byte
	r, g, b := p.mix(last)
	for x, at := 0, 0; x+bytesNRGBA <= len(dst); x, at = x+bytesNRGBA, at+p.step {
		if s := [4]byte(src[at : at+4]); s != last {
			last = s
			r, g, b = p.mix(s)
		}
		d := dst[x : x+4 : x+4]
		d[0], d[1], d[2], d[3] = r, g, b, opaque
	}
}

// mix interpolates between the corners, one ink after the other from black down.
func (p *cmykPainter) mix(s [4]byte) (r, g, b uint8) {
	var c [8][3]int32
	k := p.table[3][s[3]]
	for i := range c {
		c[i] = between(&cmykCornersFixed[i], &cmykCornersFixed[i+8], k)
	}
	for ink, n := 2, 4; n > 0; ink, n = ink-1, n/2 {
		part := p.table[ink][s[ink]]
		for i := range n {
			c[i] = between(&c[i], &c[i+n], part)
		}
	}
	const half = inkFull / 2
	return uint8((c[0][0] + half) >> inkBits), uint8((c[0][1] + half) >> inkBits), uint8((c[0][2] + half) >> inkBits)
}

func between(a, b *[3]int32, part int32) [3]int32 {
	if part == 0 {
		return *a
	}
	return [3]int32{
		a[0] + (b[0]-a[0])*part>>inkBits, a[1] + (b[1]-a[1])*part>>inkBits, a[2] + (b[2]-a[2])*part>>inkBits,
	}
}
