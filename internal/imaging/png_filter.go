package imaging

import (
	"io"

	"github.com/klauspost/compress/zlib"
)

// rowFilter makes the rows of an image easier to pack (ISO/IEC 15948 clause 9). One
// filter is chosen for all rows, by packing some of them with each.
type rowFilter struct {
	p     *pngImage
	kind  byte
	pixel int    // bytes of a pixel, at least 1
	buf   []byte // storage for a row
	above []byte // the row before, zeros before the first
	out   []byte // the filter's kind and the filtered row

	// sparse: the rows are worth to be packed thoroughly, and that takes little.
	sparse bool
}

// The filters that are tried. Average has never won on the images that were measured.
const (
	filterNone  = 0
	filterSub   = 1
	filterUp    = 2
	filterPaeth = 4
)

func newRowFilter(p *pngImage) *rowFilter {
	n := rowBytes(p.width, p.channels, p.bits)
	f := &rowFilter{
		p: p, pixel: max(p.channels*p.bits/8, 1),
		buf: make([]byte, n), above: make([]byte, n), out: make([]byte, 1+n),
		sparse: p.bits == 1, // an eighth of the bytes, and most of them ground
	}
	if p.bits == 8 && p.kind != pngIndexed && p.height >= filterLeast {
		f.choose()
	}
	f.out[0] = f.kind
	return f
}

// next is row y.
func (f *rowFilter) next(y int) []byte { return f.p.row(y, f.buf) }

// keep makes row, which next gave, the one above the next.
func (f *rowFilter) keep(row []byte) {
	if f.kind == filterUp || f.kind == filterPaeth || len(row) > 0 && &row[0] == &f.buf[0] {
		copy(f.above, row)
		return
	}
	f.above = row
}

// filtered is row after the filter, with its kind in front.
func (f *rowFilter) filtered(row []byte) []byte {
	f.apply(f.out[1:], row)
	return f.out
}

func (f *rowFilter) apply(out, row []byte) {
	n := f.pixel
	switch f.kind {
	case filterNone:
		copy(out, row)
	case filterSub:
		copy(out, row[:min(n, len(row))])
		for i := n; i < len(row); i++ {
			out[i] = row[i] - row[i-n]
		}
	case filterUp:
		above := f.above[:len(row)]
		for i, v := range row {
			out[i] = v - above[i]
		}
	case filterPaeth:
		above := f.above[:len(row)]
		for i := range min(n, len(row)) {
			out[i] = row[i] - above[i]
		}
		for i := n; i < len(row); i++ {
			out[i] = row[i] - paeth(row[i-n], above[i], above[i-n])
		}
	}
}

// paeth returns the one of three neighbours that is nearest to left + up - corner.
func paeth(left, up, corner byte) byte {
	a, b, c := int(left), int(up), int(corner)
	pa, pb, pc := distance(b, c), distance(a, c), distance(a+b, 2*c)
	switch {
	case pa <= pb && pa <= pc:
		return left
	case pb <= pc:
		return up
	}
	return corner
}

func distance(a, b int) int {
	if a < b {
		return b - a
	}
	return a - b
}

const (
	// filterLeast is how many rows an image has whose filter is chosen: for smaller
	// ones it does not matter.
	filterLeast = 16
	// Rows are tried in as many bands as filterBands, each of filterRows rows.
	filterBands, filterRows = 4, 6
	// filterGain is how much smaller a filter must make the rows to be worth its time.
	filterGain = 0.95
	// sparseRate is how much smaller packing makes what is sparse. Scans of text on clean
	// ground are a hundred times smaller, photographs three times.
	sparseRate = 20
)

// choose finds the filter with which bands of rows take least.
func (f *rowFilter) choose() {
	best, least := byte(filterNone), 0.0
	for _, kind := range [...]byte{filterNone, filterUp, filterSub, filterPaeth} {
		f.kind = kind
		size := float64(f.sampleSize())
		if kind == filterNone {
			least = filterGain * size
		} else if size < least {
			best, least = kind, size
		}
	}
	f.kind = best
	f.sparse = least*sparseRate < float64(filterBands*filterRows*len(f.out))
	clear(f.above)
}

// sampleSize returns how many bytes some bands of rows take with the filter at hand.
func (f *rowFilter) sampleSize() int {
	var count byteCount
	z := packers.Get().(*zlib.Writer)
	defer packers.Put(z)
	z.Reset(&count)
	rows := min(filterRows, f.p.height/filterBands)
	for band := range filterBands {
		from := band * (f.p.height - rows) / (filterBands - 1)
		for y := from; y < from+rows; y++ {
			row := f.next(y)
			if y > from {
				z.Write(f.filtered(row))
			}
			copy(f.above, row)
		}
	}
	z.Close()
	return int(count)
}

// byteCount is a writer that only counts.
type byteCount int

func (c *byteCount) Write(p []byte) (int, error) {
	*c += byteCount(len(p))
	return len(p), nil
}

var _ io.Writer = (*byteCount)(nil)
