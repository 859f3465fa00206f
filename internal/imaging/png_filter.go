package imaging

import (
	"io"

	"github.com/klauspost/compress/zlib"
)

// rowFilter filters the rows of an image so that they pack better (ISO/IEC 15948 clause 9). It
// chooses one filter for all rows by packing some of them with each filter.
type rowFilter struct {
	p     *pngImage
	kind  byte
	pixel int    // bytes of a pixel, at least 1
	buf   []byte // storage for a row
	above []byte // the row before; zeros before the first
	out   []byte // the filter's kind and the filtered row

	// sparse is set if packing the rows thoroughly pays and takes little time.
	sparse bool
}

// The filters that are tried. Average never won on the measured images.
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
		sparse: p.bits == 1, // it is an eighth of the bytes, most of them ground
	}
	if p.bits == 8 && p.kind != pngIndexed && p.height >= filterLeast {
		f.choose()
	}
	f.out[0] = f.kind
	return f
}

// next returns row y.
func (f *rowFilter) next(y int) []byte { return f.p.row(y, f.buf) }

// keep makes row, which next returned, the row above the next one.
func (f *rowFilter) keep(row []byte) {
	if f.kind == filterUp || f.kind == filterPaeth || len(row) > 0 && &row[0] == &f.buf[0] {
		copy(f.above, row)
		return
	}
	f.above = row
}

// filtered returns row after the filter, with the kind of the filter in front.
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
	// filterLeast is the least number of rows of an image whose filter is chosen. For smaller
	// images it does not matter.
	filterLeast = 16
	// A filter is tried on filterBands bands of filterRows rows each.
	filterBands, filterRows = 4, 6
	// filterGain is the ratio of sizes below which a filter is worth its time.
	filterGain = 0.95
	// sparseRate is the least ratio of packing of sparse rows. Scans of text on clean ground become
	// a hundred times smaller, photographs three times.
	sparseRate = 20
)

// choose finds the filter with which the tried rows are smallest.
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

// sampleSize returns the packed size of the tried rows with the current filter.
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
