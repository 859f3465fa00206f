package shading

import (
	"math"

	"github.com/pagelift/pagelift/internal/limits"
)

// patch is a surface defined by sixteen points, by row and column, with a colour at each corner
// (clauses 8.7.4.5.7 and 8.7.4.5.8).
type patch struct {
	p      [4][4]Point
	corner [4]shade // colours of p[0][0], p[0][3], p[3][3], p[3][0]
}

// patches is a mesh of patches.
type patches struct {
	palette *palette
	list    []patch
}

// edge is the order of the outer points of a patch in the data. Every third point is a corner.
var edge = [12][2]int{{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 3}, {2, 3}, {3, 3}, {3, 2}, {3, 1}, {3, 0}, {2, 0}, {1, 0}}

// inner is the order of the inner points.
var inner = [4][2]int{{1, 1}, {1, 2}, {2, 2}, {2, 1}}

// readPatches reads patches. Each but the first may share a side with the one before. The data of
// tensor-product patches has their inner points.
func (s *Shading) readPatches(r *meshReader, tensor bool) error {
	m := &patches{palette: r.palette}
	for len(m.list) < limits.MeshPieces {
		var last *patch
		if n := len(m.list); n > 0 {
			last = &m.list[n-1]
		}
		p, ok := r.patch(last, tensor)
		if !ok {
			break
		}
		for i := range p.p {
			for k := range p.p[i] {
				s.cover(p.p[i][k], len(m.list) == 0 && i == 0 && k == 0)
			}
		}
		m.list = append(m.list, p)
	}
	if s.painter = m; len(m.list) == 0 {
		return errEmpty
	}
	return nil
}

// patch reads a patch.
func (r *meshReader) patch(last *patch, tensor bool) (p patch, ok bool) {
	flag, ok := r.bits(r.flags)
	if !ok {
		return p, false
	}
	points, colors := 0, 0
	if side := int(flag & 3); side > 0 && last != nil {
		for i := range 4 {
			at := edge[(3*side+i)%len(edge)]
			p.p[edge[i][0]][edge[i][1]] = last.p[at[0]][at[1]]
		}
		p.corner[0], p.corner[1] = last.corner[side], last.corner[(side+1)%4]
		points, colors = 4, 2
	}
	for _, at := range edge[points:] {
		if p.p[at[0]][at[1]], ok = r.point(); !ok {
			return p, false
		}
	}
	for _, at := range inner {
		switch {
		case !tensor:
			p.p[at[0]][at[1]] = p.coons(at[0], at[1])
		default:
			if p.p[at[0]][at[1]], ok = r.point(); !ok {
				return p, false
			}
		}
	}
	for i := colors; i < len(p.corner); i++ {
		if p.corner[i], ok = r.shade(); !ok {
			return p, false
		}
	}
	r.align()
	return p, true
}

// coons returns the inner point that turns a Coons patch, which has only edges, into a patch of sixteen points.
func (p *patch) coons(row, col int) Point {
	// All four inner points are computed alike, each from the corner next to it and the corner across.
	i, k := 3*(row/2), 3*(col/2)
	j, l := 3-i, 3-k
	sum := func(factor float64, at ...Point) (s Point) {
		for _, a := range at {
			s.X, s.Y = s.X+factor*a.X, s.Y+factor*a.Y
		}
		return s
	}
	parts := [...]Point{
		sum(-4, p.p[i][k]), sum(6, p.p[i][col], p.p[row][k]), sum(-2, p.p[i][l], p.p[j][k]),
		sum(3, p.p[j][col], p.p[row][l]), sum(-1, p.p[j][l]),
	}
	return sum(1.0/9, parts[:]...)
}

// at returns a point of the surface. u runs along the rows and v along the columns.
func (p *patch) at(u, v float64) Point {
	bu, bv := bernstein(u), bernstein(v)
	var at Point
	for i := range p.p {
		for k := range p.p[i] {
			w := bu[i] * bv[k]
			at.X, at.Y = at.X+w*p.p[i][k].X, at.Y+w*p.p[i][k].Y
		}
	}
	return at
}

func bernstein(t float64) [4]float64 {
	s := 1 - t
	return [4]float64{s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t}
}

const (
	// A patch is painted in pieces. patchStep is the length of the sides of a piece in pixels.
	// patchSteps is the most pieces along a side.
	patchStep  = 8
	patchSteps = 32
)

func (m *patches) paint(c *raster, to Matrix) {
	for i := range m.list {
		if !m.list[i].paint(c, m.palette, to) {
			return
		}
	}
}

// paint paints the surface as small triangles.
func (p *patch) paint(c *raster, colors *palette, to Matrix) bool {
	steps := p.steps(to)
	rows := [2][patchSteps + 1]corner{}
	for i := range steps + 1 {
		u := float64(i) / float64(steps)
		left, right := between(p.corner[0], p.corner[3], u), between(p.corner[1], p.corner[2], u)
		row, above := &rows[i%2], &rows[1-i%2]
		for k := range steps + 1 {
			v := float64(k) / float64(steps)
			row[k] = corner{to.Apply(p.at(u, v)), between(left, right, v)}
			if i == 0 || k == 0 {
				continue
			}
			if !c.triangle(colors, [3]corner{above[k-1], above[k], row[k-1]}) || !c.triangle(colors, [3]corner{above[k], row[k-1], row[k]}) {
				return false
			}
		}
	}
	return true
}

// steps returns the number of pieces in each direction.
func (p *patch) steps(to Matrix) int {
	lo, hi := to.Apply(p.p[0][0]), to.Apply(p.p[0][0])
	for i := range p.p {
		for k := range p.p[i] {
			at := to.Apply(p.p[i][k])
			lo, hi = Point{min(lo.X, at.X), min(lo.Y, at.Y)}, Point{max(hi.X, at.X), max(hi.Y, at.Y)}
		}
	}
	size := max(hi.X-lo.X, hi.Y-lo.Y)
	if !(size >= 0) {
		return 1
	}
	return int(min(math.Ceil(size/patchStep)+1, patchSteps))
}
