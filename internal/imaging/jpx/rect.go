package jpx

// rect is a rectangle of samples or grid points. x1 and y1 are outside of it.
type rect struct{ x0, y0, x1, y1 int }

type point struct{ x, y int }

func (r rect) width() int  { return r.x1 - r.x0 }
func (r rect) height() int { return r.y1 - r.y0 }
func (r rect) empty() bool { return r.x1 <= r.x0 || r.y1 <= r.y0 }

// cut returns the part of r within o.
func (r rect) cut(o rect) rect {
	r = rect{max(r.x0, o.x0), max(r.y0, o.y0), min(r.x1, o.x1), min(r.y1, o.y1)}
	return rect{r.x0, r.y0, max(r.x0, r.x1), max(r.y0, r.y1)}
}

// subsampled returns r in a component that has a sample at every step of the grid (B.2).
func (r rect) subsampled(step point) rect {
	return rect{ceilDiv(r.x0, step.x), ceilDiv(r.y0, step.y), ceilDiv(r.x1, step.x), ceilDiv(r.y1, step.y)}
}

// halved returns r after every second sample is dropped, n times (B.5).
func (r rect) halved(n int) rect { return r.band(n, 0, 0) }

// band returns r in a sub-band of decomposition n (B.5). The sub-band is high in the directions
// where high is 1.
func (r rect) band(n, highX, highY int) rect {
	dx, dy := int64(highX)<<n>>1, int64(highY)<<n>>1
	part := func(v int, d int64) int { return int((int64(v) - d + 1<<n - 1) >> n) }
	return rect{part(r.x0, dx), part(r.y0, dy), part(r.x1, dx), part(r.y1, dy)}
}

// cells returns r in the cells of a grid. A cell has 2^x by 2^y points.
func (r rect) cells(x, y int) rect {
	if r.empty() {
		return rect{}
	}
	return rect{r.x0 >> x, r.y0 >> y, ceilShift(r.x1, x), ceilShift(r.y1, y)}
}

func ceilDiv(a, b int) int   { return (a + b - 1) / b }
func ceilShift(a, n int) int { return (a + 1<<n - 1) >> n }
