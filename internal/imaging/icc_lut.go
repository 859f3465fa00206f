package imaging

import (
	"encoding/binary"
	"math"
)

// lutModel is a profile with tables: curves of the components, a grid of colours, and curves and a
// matrix behind it (ISO 15076-1 clauses 10.10 to 10.12). It interpolates within the grid.
type lutModel struct {
	in     []curve
	grid   []int // number of points in each dimension; empty: no grid
	stride []int // of each dimension, in nodes
	nodes  []byte
	wide   bool // two bytes a value instead of one

	middle [3]curve     // curves behind the grid; nil: none
	toPCS  *[12]float64 // matrix and offsets behind these curves
	out    [3]curve

	lab    bool // the connection space is L*a*b*, otherwise XYZ
	legacy bool // values have the 16-bit encoding of version 2, in which 0xFF00 is 1
	adapt  adaptation
	black  float64 // luminance of the darkest colour, which is mapped to black
}

// maxLUTInputs is the most dimensions of a grid: each doubles the cost.
const maxLUTInputs = 4

func (m *lutModel) size() int { return len(m.nodes) }

func (m *lutModel) simplest(int) model { return m }

func (m *lutModel) rgb(c components) rgb {
	v := m.xyz(c)
	for i := range v { // black point compensation (ISO 18619): linear, and white stays white
		v[i] = (v[i] - m.black*d50[i]) / (1 - m.black)
	}
	return m.adapt.rgb(v)
}

// findBlack sets the black point: the colour of all inks, or of no light. If the darkest colour of
// a profile is lighter than middle gray, the profile is unusual, and middle gray is used.
func (m *lutModel) findBlack() {
	var c components
	if len(m.in) == 4 {
		c = components{1, 1, 1, 1}
	}
	const middleGray = 0.184
	m.black = clamp(m.xyz(c)[1], 0, middleGray)
}

// xyz returns the colour under D50.
func (m *lutModel) xyz(c components) xyz {
	var at [maxLUTInputs]float64
	for i := range m.in {
		at[i] = m.in[i].at(c[i])
	}
	v := xyz(at[:3])
	if len(m.grid) > 0 {
		v = m.blend(&at)
	}
	for i := range v {
		v[i] = m.middle[i].at(v[i])
	}
	if t := m.toPCS; t != nil {
		v = xyz{
			t[0]*v[0] + t[1]*v[1] + t[2]*v[2] + t[9],
			t[3]*v[0] + t[4]*v[1] + t[5]*v[2] + t[10],
			t[6]*v[0] + t[7]*v[1] + t[8]*v[2] + t[11],
		}
	}
	for i := range v {
		v[i] = m.out[i].at(v[i])
	}
	return m.connect(v)
}

// connect converts values of the connection space (ISO 15076-1 clause 6.3.4) to XYZ under D50.
func (m *lutModel) connect(v xyz) xyz {
	if !m.lab {
		const whole = 1 + 32767.0/32768
		return xyz{v[0] * whole, v[1] * whole, v[2] * whole}
	}
	scale := 1.0
	if m.legacy {
		scale = 65535.0 / 65280
	}
	l := (100*v[0]*scale + 16) / 116
	return xyz{
		d50[0] * labDecode(l+(255*v[1]*scale-128)/500),
		d50[1] * labDecode(l),
		d50[2] * labDecode(l-(255*v[2]*scale-128)/200),
	}
}

// blend interpolates between the nodes around at in all dimensions.
func (m *lutModel) blend(at *[maxLUTInputs]float64) xyz {
	var node [1 << maxLUTInputs]int
	var share [1 << maxLUTInputs]float64
	share[0] = 1
	n := 1
	for k, size := range m.grid {
		p := clamp(at[k], 0, 1) * float64(size-1)
		cell := min(int(p), max(size-2, 0))
		part := p - float64(cell)
		for i := range n {
			node[i] += cell * m.stride[k]
		}
		if part == 0 {
			continue
		}
		for i := range n {
			node[n+i], share[n+i] = node[i]+m.stride[k], share[i]*part
			share[i] *= 1 - part
		}
		n *= 2
	}
	var sum xyz
	for i := range n {
		v := m.node(node[i])
		sum[0] += share[i] * v[0]
		sum[1] += share[i] * v[1]
		sum[2] += share[i] * v[2]
	}
	return sum
}

// node returns a point of the grid, with values from 0 to 1.
func (m *lutModel) node(i int) xyz {
	if m.wide {
		b := m.nodes[6*i : 6*i+6]
		return xyz{
			float64(binary.BigEndian.Uint16(b)) / math.MaxUint16,
			float64(binary.BigEndian.Uint16(b[2:])) / math.MaxUint16,
			float64(binary.BigEndian.Uint16(b[4:])) / math.MaxUint16,
		}
	}
	b := m.nodes[3*i : 3*i+3]
	return xyz{float64(b[0]) / math.MaxUint8, float64(b[1]) / math.MaxUint8, float64(b[2]) / math.MaxUint8}
}

// setGrid takes the nodes from data and returns their number of bytes. ok is false when there are too few.
func (m *lutModel) setGrid(sizes []int, data []byte, wide bool) (used int, ok bool) {
	nodes := 1
	m.grid, m.wide = sizes, wide
	m.stride = make([]int, len(sizes))
	for i := len(sizes) - 1; i >= 0; i-- {
		if sizes[i] < 1 || sizes[i] > len(data)/nodes {
			return 0, false
		}
		m.stride[i] = nodes
		nodes *= sizes[i]
	}
	used = 3 * nodes
	if wide {
		used *= 2
	}
	if used > len(data) {
		return 0, false
	}
	m.nodes = data[:used]
	return used, true
}
