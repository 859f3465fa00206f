package imaging

// gridPainter is for profiles with tables, whose arithmetic is slow, in images with more pixels than its
// grid has points. It computes the colours at the points, and interpolates between them in integers.
type gridPainter struct {
	cells  [maxLUTInputs][256]gridCell
	nodes  []lanes
	stride [maxLUTInputs]int
	inputs int
	step   int
}

// gridCell is the place of a sample in one dimension: the point before it, and its part of the way
// to the next point.
type gridCell struct {
	at   int32  // in nodes
	part uint64 // of laneFull
}

// The grids have points at every eighth sample of three components, and at every sixteenth sample
// of four. Profiles of presses have 9 to 17 points.
const (
	gridPoints3 = 33
	gridPoints4 = 17
)

// newGridPainter returns nil if a grid would not pay or would be wrong.
func newGridPainter(cs *ColorSpace, tables [][]float64, step, pixels int) *gridPainter {
	points := gridPoints3
	switch len(tables) {
	case 3:
	case 4:
		points = gridPoints4
	default:
		return nil
	}
	if _, ok := cs.model.(*lutModel); !ok {
		return nil // tint functions may have steps; Lab is not smooth where the gamut of screens ends
	}
	p := &gridPainter{inputs: len(tables), step: step}
	ends := make([][2]float64, len(tables))
	nodes := 1
	for i, t := range tables {
		ends[i] = [2]float64{t[0], t[len(t)-1]}
		p.stride[i] = nodes
		nodes *= points
		p.place(i, t, points)
	}
	if pixels <= nodes {
		return nil
	}
	p.reckon(cs, ends, points, nodes)
	return p
}

// place finds the cells of the samples of component i. The grid reaches from one end of Decode to the other.
func (p *gridPainter) place(i int, table []float64, points int) {
	last := len(table) - 1
	for v := range table {
		at := v * (points - 1) * laneFull / last
		cell := min(at/laneFull, points-2)
		p.cells[i][v] = gridCell{int32(cell * p.stride[i]), uint64(at - cell*laneFull)}
	}
}

// reckon computes the nodes. ends are the values of the components at both ends.
func (p *gridPainter) reckon(cs *ColorSpace, ends [][2]float64, points, nodes int) {
	p.nodes = make([]lanes, nodes)
	var c components
	for n := range p.nodes {
		rest := n
		for i, e := range ends {
			c[i] = e[0] + (e[1]-e[0])*float64(rest%points)/float64(points-1)
			rest /= points
		}
		p.nodes[n] = lanesOf(cs.convert(c[:len(ends)]))
	}
}

func (p *gridPainter) row(dst, src []byte) {
	var last [maxLUTInputs]byte
	c := p.mix(&last)
	for x, at := 0, 0; x+bytesNRGBA <= len(dst); x, at = x+bytesNRGBA, at+p.step {
		var s [maxLUTInputs]byte
		copy(s[:], src[at:at+p.inputs])
		if s != last {
			c, last = p.mix(&s), s
		}
		c.put(dst[x : x+4 : x+4])
	}
}

// mix interpolates between the points of a cell in the first dimension, then between the results in
// the last one, and so on downwards.
func (p *gridPainter) mix(s *[maxLUTInputs]byte) lanes {
	first := &p.cells[0][s[0]]
	var c [1 << (maxLUTInputs - 1)]lanes
	at := [1 << (maxLUTInputs - 1)]int32{first.at}
	n := 1
	for i := 1; i < p.inputs; i++ {
		cell := &p.cells[i][s[i]]
		for k := range n {
			at[k] += cell.at
			at[n+k] = at[k] + int32(p.stride[i])
		}
		n *= 2
	}
	for k := range n {
		c[k] = p.nodes[at[k]].toward(p.nodes[at[k]+1], first.part)
	}
	for i := p.inputs - 1; i > 0; i-- {
		part := p.cells[i][s[i]].part
		n /= 2
		for k := range n {
			c[k] = c[k].toward(c[n+k], part)
		}
	}
	return c[0]
}
