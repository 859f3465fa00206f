package shading

import (
	"context"
	"math"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
)

// vertex is a corner of a mesh, in the space of the mesh.
type vertex struct {
	Point
	shade
}

// triangles is a mesh of triangles (clauses 8.7.4.5.5 and 8.7.4.5.6).
type triangles struct {
	palette *palette
	list    [][3]vertex
}

func (t *triangles) paint(c *raster, to Matrix) {
	for i := range t.list {
		var corners [3]corner
		for k, v := range t.list[i] {
			corners[k] = corner{to.Apply(v.Point), v.shade}
		}
		if !c.triangle(t.palette, corners) {
			return
		}
	}
}

// meshReader reads the data of a mesh.
type meshReader struct {
	data                         []byte
	at                           int // position in bits
	coordinate, component, flags int // numbers of bits
	decode                       []float64
	palette                      *palette
}

// readMesh reads the stream o of a mesh.
func (s *Shading) readMesh(ctx context.Context, doc *pdf.Document, o pdf.Object, d pdf.Dict, kind int, p *palette) error {
	stream := doc.Stream(o)
	if stream == nil {
		return errEmpty
	}
	data, err := doc.Decode(ctx, stream)
	if err != nil && len(data) == 0 {
		return err
	}
	r := meshReader{
		data: data, palette: p, decode: doc.Numbers(d.Raw("Decode")),
		coordinate: doc.Int(d.Raw("BitsPerCoordinate"), 0), component: doc.Int(d.Raw("BitsPerComponent"), 0), flags: doc.Int(d.Raw("BitsPerFlag"), 0),
	}
	if r.coordinate < 1 || r.coordinate > 32 || r.component < 1 || r.component > 16 || r.flags < 0 || r.flags > 8 ||
		kind != 5 && r.flags < 2 || len(r.decode) < 4+2*p.components {
		return errEmpty
	}
	switch kind {
	case 4:
		err = s.readFree(&r)
	case 5:
		err = s.readLattice(&r, doc.Int(d.Raw("VerticesPerRow"), 0))
	default:
		err = s.readPatches(&r, kind == 7)
	}
	return err
}

// bits returns the next number of n bits, at most 32. ok is false at the end.
func (r *meshReader) bits(n int) (v uint32, ok bool) {
	if r.at+n > 8*len(r.data) {
		return 0, false
	}
	for range n {
		v = v<<1 | uint32(r.data[r.at>>3]>>(7-r.at&7)&1)
		r.at++
	}
	return v, true
}

// align moves to the next whole byte.
func (r *meshReader) align() { r.at = (r.at + 7) &^ 7 }

// number returns the next number of n bits, mapped to interval i of Decode.
func (r *meshReader) number(n, i int) (v float64, ok bool) {
	raw, ok := r.bits(n)
	lo, hi := r.decode[2*i], r.decode[2*i+1]
	return lo + float64(raw)*(hi-lo)/(math.Exp2(float64(n))-1), ok
}

func (r *meshReader) point() (p Point, ok bool) {
	p.X, _ = r.number(r.coordinate, 0)
	p.Y, ok = r.number(r.coordinate, 1)
	return p, ok
}

func (r *meshReader) shade() (s shade, ok bool) {
	var values [limits.Components]float64
	for i := range r.palette.components {
		if values[i], ok = r.number(r.component, 2+i); !ok {
			return s, false
		}
	}
	return r.palette.shade(values[:r.palette.components]), true
}

func (r *meshReader) vertex() (v vertex, ok bool) {
	if v.Point, ok = r.point(); ok {
		v.shade, ok = r.shade()
	}
	r.align()
	return v, ok
}

// readFree reads triangles. Each may share two corners with the one before.
func (s *Shading) readFree(r *meshReader) error {
	t := &triangles{palette: r.palette}
	var open [3]vertex
	for n := 0; len(t.list) < limits.MeshPieces; {
		flag, _ := r.bits(r.flags)
		v, ok := r.vertex()
		if !ok {
			break
		}
		switch flag &= 3; {
		case n%3 != 0: // it is a corner of a new triangle
		case len(t.list) == 0 || flag == 0:
			n = 0
		case flag == 1:
			open, n = [3]vertex{open[1], open[2]}, 2
		default:
			open, n = [3]vertex{open[0], open[2]}, 2
		}
		s.cover(v.Point, len(t.list) == 0 && n == 0)
		open[n] = v
		if n++; n == 3 {
			t.list, n = append(t.list, open), 0
		}
	}
	if s.painter = t; len(t.list) == 0 {
		return errEmpty
	}
	return nil
}

// readLattice reads rows of corners, with two triangles between every four corners.
func (s *Shading) readLattice(r *meshReader, cols int) error {
	if cols < 2 || cols > limits.MeshPieces {
		return errEmpty
	}
	t := &triangles{palette: r.palette}
	var above, row []vertex
	for len(t.list) < limits.MeshPieces {
		v, ok := r.vertex()
		if !ok {
			break
		}
		s.cover(v.Point, above == nil && len(row) == 0)
		if row = append(row, v); len(row) < cols {
			continue
		}
		for i := 0; above != nil && i+1 < cols; i++ {
			t.list = append(t.list, [3]vertex{above[i], above[i+1], row[i]}, [3]vertex{above[i+1], row[i], row[i+1]})
		}
		above, row = row, nil
	}
	if s.painter = t; len(t.list) == 0 {
		return errEmpty
	}
	return nil
}
