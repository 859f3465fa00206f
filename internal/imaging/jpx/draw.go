package jpx

// draw writes component i of a tile to the image, into all channels that use it.
func (d *decoder) draw(t *tile, i int, p *plane) {
	if p.empty() {
		return
	}
	s := &d.main.size
	c := &s.components[i]
	area := t.subsampled(s.fine).halved(d.reduce)
	d.line = grown(d.line, p.width())
	d.columns = grown(d.columns, area.width())
	for x := range d.columns {
		d.columns[x] = int32(d.nearest(area.x0+x, s.fine.x, c.step.x, p.x0, p.x1))
	}
	last := -1
	for y := area.y0; y < area.y1; y++ {
		if row := d.nearest(y, s.fine.y, c.step.y, p.y0, p.y1); row != last {
			p.samples(d.line, row, c)
			last = row
		}
		for k := range d.channels {
			if d.channels[k].component == i {
				d.drawRow(k, area.x0-d.grid.x0, y-d.grid.y0)
			}
		}
	}
}

// nearest returns the place of the sample that is shown at a place of the image, from first to end in a
// plane. The steps between samples of the image and of the component are on the reference grid.
func (d *decoder) nearest(at, fine, step, first, end int) int {
	if step != fine {
		at = (at << d.reduce) * fine / step >> d.reduce
	}
	return min(max(at, first), end-1) - first
}

// samples writes the samples of a row to dst, unsigned.
func (p *plane) samples(dst []uint16, y int, c *component) {
	half, top := 1<<(c.depth-1), 1<<c.depth-1
	if p.reversible {
		for x, v := range p.ints[y*p.width():][:len(dst)] {
			dst[x] = uint16(min(max(int(v)+half, 0), top))
		}
		return
	}
	for x, v := range p.floats[y*p.width():][:len(dst)] {
		// Round to the nearest. NaN becomes 0.
		if v += float32(half) + 0.5; v > 0 {
			dst[x] = uint16(min(int(min(v, 1<<maxDepth)), top))
		} else {
			dst[x] = 0
		}
	}
}

// drawRow writes the samples of a line to channel k, from place x, y of the image on.
func (d *decoder) drawRow(k, x, y int) {
	img, c := d.image, &d.channels[k]
	bytes := 1
	if img.Wide {
		bytes = 2
	}
	step := bytes * len(d.channels)
	pix := img.Pix[(y*img.Width+x)*step+k*bytes:]
	at := 0
	for _, column := range d.columns {
		v := d.line[column]
		if c.column != nil {
			v = c.column[min(int(v), len(c.column)-1)]
		}
		if img.Wide {
			pix[at] = byte(v >> 8)
			pix[at+1] = byte(v)
		} else {
			pix[at] = byte(v)
		}
		at += step
	}
}
