package imaging

import (
	"encoding/binary"
	"math"
)

// lut reads a tag with tables. It returns nil when the tag is of another kind, broken, or of other dimensions.
func (p profile) lut(tag []byte, inputs int) profileModel {
	const outputs = 3
	if len(tag) < 32 || int(tag[8]) != inputs || tag[9] != outputs || inputs > maxLUTInputs {
		return nil
	}
	m := &lutModel{adapt: newAdaptation(d50)}
	switch string(p.data[profilePCS : profilePCS+4]) {
	case "Lab ":
		m.lab = true
	case "XYZ ":
	default:
		return nil
	}
	ok := false
	switch string(tag[:4]) {
	case "mft1":
		ok = m.readOld(tag, inputs, 1)
	case "mft2":
		m.legacy = true
		ok = m.readOld(tag, inputs, 2)
	case "mAB ":
		ok = m.readNew(tag, inputs)
	}
	if !ok {
		return nil
	}
	m.findBlack()
	return m
}

// readOld reads lut8Type and lut16Type. Their matrix applies only to components that are XYZ.
func (m *lutModel) readOld(tag []byte, inputs, width int) bool {
	at, entries, outEntries := 48, 256, 256
	if width == 2 {
		if len(tag) < 52 {
			return false
		}
		entries, outEntries = int(binary.BigEndian.Uint16(tag[48:])), int(binary.BigEndian.Uint16(tag[50:]))
		at = 52
	}
	grid := make([]int, inputs)
	for i := range grid {
		grid[i] = int(tag[10])
	}
	m.in = make([]curve, inputs)
	for i := range m.in {
		if m.in[i], at = oldCurve(tag, at, entries, width); m.in[i] == nil {
			return false
		}
	}
	used, ok := m.setGrid(grid, tag[at:], width == 2)
	if !ok {
		return false
	}
	at += used
	for i := range m.out {
		if m.out[i], at = oldCurve(tag, at, outEntries, width); m.out[i] == nil {
			return false
		}
	}
	return true
}

// oldCurve reads a table of entries at at, and returns where the table ends.
func oldCurve(tag []byte, at, entries, width int) (curve, int) {
	end := at + entries*width
	if entries < 2 || end > len(tag) {
		return nil, at
	}
	c := make(curve, entries)
	for i := range c {
		if width == 2 {
			c[i] = float64(binary.BigEndian.Uint16(tag[at+2*i:])) / math.MaxUint16
		} else {
			c[i] = float64(tag[at+i]) / math.MaxUint8
		}
	}
	return c, end
}

// readNew reads lutAToBType: A curves, grid, M curves, matrix, B curves. All but the last may be missing.
func (m *lutModel) readNew(tag []byte, inputs int) bool {
	part := func(i int) []byte { // the part whose offset is entry i of the header; nil: missing
		at := int64(binary.BigEndian.Uint32(tag[12+4*i:]))
		if at == 0 || at >= int64(len(tag)) {
			return nil
		}
		return tag[at:]
	}
	b, matrixPart, mCurves, grid, a := part(0), part(1), part(2), part(3), part(4)
	if !newCurves(m.out[:], b) || (mCurves != nil && !newCurves(m.middle[:], mCurves)) {
		return false
	}
	m.in = make([]curve, inputs)
	if a != nil && !newCurves(m.in, a) {
		return false
	}
	if matrixPart != nil {
		if len(matrixPart) < 48 {
			return false
		}
		m.toPCS = &[12]float64{}
		for i := range m.toPCS {
			m.toPCS[i] = fixed(matrixPart[4*i:])
		}
	}
	if grid == nil {
		return inputs == 3
	}
	const header = 20 // 16 sizes, the bytes of a value, padding
	if len(grid) < header {
		return false
	}
	sizes := make([]int, inputs)
	for i := range sizes {
		sizes[i] = int(grid[i])
	}
	_, ok := m.setGrid(sizes, grid[header:], grid[16] == 2)
	return ok
}

// newCurves reads consecutive curves, each padded to four bytes.
func newCurves(dst []curve, data []byte) bool {
	for i := range dst {
		c, size := nextCurve(data)
		if c == nil {
			return false
		}
		dst[i] = c
		data = data[min((size+3)&^3, len(data)):]
	}
	return true
}
