package jpx

// synthesize converts the bands of a plane to samples (F.3). It goes from one size to the next,
// first along the rows and then along the columns.
func (d *decoder) synthesize(p *plane, sizes []resolution) error {
	pitch := p.width()
	for r := 1; r < len(sizes); r++ {
		low, full := sizes[r-1].rect, sizes[r].rect
		if full.empty() {
			continue
		}
		if err := d.work.ctx.Err(); err != nil {
			return err
		}
		if p.reversible {
			synthesizeRows(p.ints, pitch, low, full, &d.scratch, lift53)
			synthesizeColumns(p.ints, pitch, low, full, &d.scratch, liftLanes53)
		} else {
			synthesizeRows(p.floats, pitch, low, full, &d.floats, lift97)
			synthesizeColumns(p.floats, pitch, low, full, &d.floats, liftLanes97)
		}
	}
	return nil
}

// synthesizeRows joins the low and the high half of each row.
func synthesizeRows[T int32 | float32](plane []T, pitch int, low, full rect, scratch *[]T, lift func(dst, low, high []T, odd int)) {
	w, lw := full.width(), low.width()
	*scratch = grown(*scratch, w)
	for y := range full.height() {
		row := plane[y*pitch:][:w]
		lift(*scratch, row[:lw], row[lw:], full.x0&1)
		copy(row, *scratch)
	}
}

// lanes is the number of columns that are processed together: a cache line.
const lanes = 16

// synthesizeColumns joins the low and the high half of each column.
func synthesizeColumns[T int32 | float32](plane []T, pitch int, low, full rect, scratch *[]T, lift func(rows []T, odd int)) {
	w, h, lh := full.width(), full.height(), low.height()
	*scratch = grown(*scratch, h*lanes)
	rows := *scratch
	odd := full.y0 & 1
	for x := 0; x < w; x += lanes {
		n := min(lanes, w-x)
		for y := range lh {
			copy(rows[(2*y+odd)*lanes:], plane[y*pitch+x:][:n])
		}
		for y := range h - lh {
			copy(rows[(2*y+1-odd)*lanes:], plane[(lh+y)*pitch+x:][:n])
		}
		lift(rows, odd)
		for y := range h {
			copy(plane[y*pitch+x:][:n], rows[y*lanes:])
		}
	}
}

// grown returns a slice of n elements. It reuses the storage of s if that is large enough.
func grown[T any](s []T, n int) []T {
	if n > cap(s) {
		return make([]T, n)
	}
	return s[:n]
}

// lift53 applies the reversible filter (F.3.8.2.1.1) to one row. odd is 1 if the first sample is
// from the high half.
func lift53(dst, low, high []int32, odd int) {
	if len(dst) == 1 {
		if odd == 1 {
			dst[0] = high[0] >> 1
		} else {
			dst[0] = low[0]
		}
		return
	}
	for i, v := range low { // it is between high[i-1] and high[i], or one further if odd
		left, right := max(i-1+odd, 0), min(i+odd, len(high)-1)
		dst[2*i+odd] = v - (high[left]+high[right]+2)>>2
	}
	last := 2*(len(low)-1) + odd
	for i, v := range high {
		at := 2*i + 1 - odd
		left, right := at-1, at+1
		if left < 0 {
			left = right
		}
		if right > last {
			right = left
		}
		dst[at] = v + (dst[left]+dst[right])>>1
	}
}

// liftLanes53 is lift53 for adjacent columns.
func liftLanes53(rows []int32, odd int) {
	n := len(rows) / lanes
	if n == 1 {
		if odd == 1 {
			for i, v := range rows {
				rows[i] = v >> 1
			}
		}
		return
	}
	for y := odd; y < n; y += 2 {
		v, a, b := neighbours(rows, y, n)
		for i := range v {
			v[i] -= (a[i] + b[i] + 2) >> 2
		}
	}
	for y := 1 - odd; y < n; y += 2 {
		v, a, b := neighbours(rows, y, n)
		for i := range v {
			v[i] += (a[i] + b[i]) >> 1
		}
	}
}

// neighbours returns row y of n and the rows above and below it. At the ends these two mirror each other.
func neighbours[T any](rows []T, y, n int) (v, above, below *[lanes]T) {
	a, b := y-1, y+1
	if a < 0 {
		a = b
	}
	if b == n {
		b = a
	}
	row := func(y int) *[lanes]T { return (*[lanes]T)(rows[y*lanes:]) }
	return row(y), row(a), row(b)
}

// Steps of the irreversible filter (table F.4).
const (
	lift97A = -1.586134342059924
	lift97B = -0.052980118572961
	lift97C = 0.882911075530934
	lift97D = 0.443506852043971
	lift97K = 1.230174104914001
)

// lift97 applies the irreversible filter (F.3.8.2.1.2) to one row.
func lift97(dst, low, high []float32, odd int) {
	if len(dst) == 1 {
		if odd == 1 {
			dst[0] = high[0] / 2
		} else {
			dst[0] = low[0]
		}
		return
	}
	for i, v := range low {
		dst[2*i+odd] = lift97K * v
	}
	for i, v := range high {
		dst[2*i+1-odd] = v / lift97K
	}
	liftStep(dst, odd, lift97D)
	liftStep(dst, 1-odd, lift97C)
	liftStep(dst, odd, lift97B)
	liftStep(dst, 1-odd, lift97A)
}

// liftStep adds a part of both neighbours to every second sample.
func liftStep(s []float32, from int, part float32) {
	n := len(s)
	i := from
	if i == 0 {
		s[0] -= 2 * part * s[1]
		i = 2
	}
	for ; i+1 < n; i += 2 {
		s[i] -= part * (s[i-1] + s[i+1])
	}
	if i < n {
		s[i] -= 2 * part * s[i-1]
	}
}

// liftLanes97 is lift97 for adjacent columns.
func liftLanes97(rows []float32, odd int) {
	n := len(rows) / lanes
	if n == 1 {
		if odd == 1 {
			for i, v := range rows {
				rows[i] = v / 2
			}
		}
		return
	}
	for y := range n {
		scale := float32(lift97K)
		if y&1 != odd {
			scale = 1 / lift97K
		}
		v := (*[lanes]float32)(rows[y*lanes:])
		for i := range v {
			v[i] *= scale
		}
	}
	for step, part := range [...]float32{lift97D, lift97C, lift97B, lift97A} {
		for y := odd ^ step&1; y < n; y += 2 {
			v, a, b := neighbours(rows, y, n)
			for i := range v {
				v[i] -= part * (a[i] + b[i])
			}
		}
	}
}
