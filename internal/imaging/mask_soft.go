package imaging

// matteColor returns the entry Matte of the soft mask (clause 11.6.5.2), or nil when there is none.
func (h *header) matteColor() *[3]uint8 {
	if len(h.matte) == 0 || h.space == nil || len(h.matte) != h.space.Components {
		return nil
	}
	return matteOf(h.space, h.matte)
}

func matteOf(cs *ColorSpace, c []float64) *[3]uint8 {
	var m [3]uint8
	m[0], m[1], m[2] = cs.RGB(c)
	return &m
}

// unmatte undoes c = m + alpha * (original - m). It does so in sRGB and not in the space of the
// image: images with Matte are RGB or gray.
func unmatte(d []byte, m *[3]uint8, a byte) {
	if a == 0 || a == opaque {
		return
	}
	for i, m := range m {
		v := int(m) + (int(d[i])-int(m))*opaque/int(a)
		d[i] = byte(min(max(v, 0), 255))
	}
}

// sampler reads an alpha at another size.
type sampler struct {
	a       *alpha
	height  int
	columns []int32 // column of the nearest sample, or of the left one of two
	part    []int32 // share of the right one, in sampleFull; nil: nearest
}

// sampleFull is the share of a whole sample. 255 * sampleFull^2 fits in 32 bits.
const sampleFull = 1 << 8

func (a *alpha) sampler(width, height int) *sampler {
	s := &sampler{a: a, height: height}
	if !a.smooth || (width == a.width && height == a.height) {
		s.columns = spread(a.width, width)
		return s
	}
	s.columns, s.part = make([]int32, width), make([]int32, width)
	for x := range width {
		s.columns[x], s.part[x] = straddle(x, width, a.width)
	}
	return s
}

// straddle returns the sample left of the middle of place x of n, and the share that the next sample has there.
func straddle(x, n, m int) (left, part int32) {
	at := ((2*x+1)*m*sampleFull/n - sampleFull) / 2 // the middle, in parts
	at = min(max(at, 0), (m-1)*sampleFull)
	return int32(at / sampleFull), int32(at % sampleFull)
}

func (s *sampler) row(dst []byte, y int) {
	a := s.a
	if s.part == nil {
		row := a.pix[y*a.height/s.height*a.width:]
		for x, c := range s.columns {
			dst[x] = row[c]
		}
		return
	}
	top, down := straddle(y, s.height, a.height)
	upper := a.pix[int(top)*a.width:][:a.width]
	lower := a.pix[min(int(top)+1, a.height-1)*a.width:][:a.width]
	for x, c := range s.columns {
		next, part := min(int(c)+1, a.width-1), s.part[x]
		u := int32(upper[c])*(sampleFull-part) + int32(upper[next])*part
		l := int32(lower[c])*(sampleFull-part) + int32(lower[next])*part
		dst[x] = byte((u*(sampleFull-down) + l*down + sampleFull*sampleFull/2) / (sampleFull * sampleFull))
	}
}
