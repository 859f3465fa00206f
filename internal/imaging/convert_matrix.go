package imaging

// matrixPainter is for spaces that consist of three curves and a matrix: ICC profiles of screens
// and cameras, and CalRGB.
type matrixPainter struct {
	light  [3][256]float32 // light by sample
	toRGB  [9]float32
	encode []byte // sRGB by light, 0 to 1 in encodeSteps
	step   int
}

// encodeSteps is so fine that a step is a fifth of a level where the curve of sRGB is steepest, in the dark.
const encodeSteps = 1 << 14

// newMatrixPainter returns nil for other spaces.
func newMatrixPainter(cs *ColorSpace, tables [][]float64, step int) *matrixPainter {
	var toLight func(i int, v float64) float64
	var toRGB matrix
	switch m := cs.model.(type) {
	case *matrixModel:
		toLight, toRGB = func(i int, v float64) float64 { return m.curves[i].at(v) }, m.toRGB
	case *calRGBModel:
		toLight, toRGB = m.light, m.toRGB
	default:
		return nil
	}
	p := &matrixPainter{step: step, encode: make([]byte, encodeSteps+1)}
	for i, t := range tables {
		for v := range t {
			p.light[i][v] = float32(toLight(i, clamp(t[v], 0, 1)))
		}
	}
	for i, v := range toRGB {
		p.toRGB[i] = float32(v)
	}
	for i := range p.encode {
		p.encode[i] = byteOf(encodeSRGB(float64(i) / encodeSteps))
	}
	return p
}

func (p *matrixPainter) row(dst, src []byte) {
	m := &p.toRGB
	for x, at := 0, 0; x+bytesNRGBA <= len(dst); x, at = x+bytesNRGBA, at+p.step {
		d, s := dst[x:x+4:x+4], src[at:at+3:at+3]
		r, g, b := p.light[0][s[0]], p.light[1][s[1]], p.light[2][s[2]]
		d[0] = p.level(m[0]*r + m[1]*g + m[2]*b)
		d[1] = p.level(m[3]*r + m[4]*g + m[5]*b)
		d[2] = p.level(m[6]*r + m[7]*g + m[8]*b)
		d[3] = opaque
	}
}

func (p *matrixPainter) level(light float32) byte {
	return p.encode[int(min(max(light, 0), 1)*encodeSteps+0.5)]
}
