package imaging

import (
	"bytes"
	"image"
	"image/jpeg"
	"io"
)

// repair decodes what JPEG data that ends early has. From a progressive file it takes the whole
// scans. A sequential file is continued with zeros, for which every Huffman table has a code. The
// rows that do not depend on the continuation are true, and rows is their number. The image is nil
// when nothing can be decoded.
func (j *jpegFile) repair() (img image.Image, rows int) {
	if j.frame == frameProgressive {
		img, _ = jpeg.Decode(bytes.NewReader(j.wholeScans()))
		return img, j.height
	}
	img, err := jpeg.Decode(j.continued(0))
	if err != nil {
		return nil, 0
	}
	other, err := jpeg.Decode(j.continued(0xa4)) // other bits from the first one on; no table has long codes of them
	if err != nil {
		return img, j.height
	}
	return img, sameRows(img, other)
}

// wholeScans returns the data without its last scan, which is incomplete.
func (j *jpegFile) wholeScans() []byte {
	last := bytes.LastIndex(j.data, []byte{0xff, markSOS})
	return append(bytes.Clone(j.data[:last]), 0xff, markEOI)
}

// continued returns the data followed by repetitions of a byte, with restart markers in between if
// the file has them, and then the end.
func (j *jpegFile) continued(with byte) io.Reader {
	data := j.data
	if n := len(data); n > 2 && data[n-2] == 0xff && data[n-1] == markEOI {
		data = data[:n-2] // the end came too early
	}
	data = bytes.TrimRight(data, "\xff") // half of a marker, or of a byte
	mcus, blocks := j.mcus()
	intervals, each := 1, mcus
	if j.restart > 0 {
		intervals, each = (mcus+j.restart-1)/j.restart, min(j.restart, mcus)
	}
	readers := []io.Reader{bytes.NewReader(data)}
	for n := restarts(data); n < intervals; n++ {
		// A block of 64 coefficients takes at most 32 bits for each.
		const bytesOfBlock = 64 * 4
		readers = append(readers,
			io.LimitReader(same(with), int64(each)*int64(blocks)*bytesOfBlock),
			bytes.NewReader([]byte{0xff, markRST0 + byte(n%8)}))
	}
	return io.MultiReader(append(readers, bytes.NewReader([]byte{0xff, markEOI}))...)
}

// mcus returns the number of minimum coded units of the image (T.81 clause A.2), and the number of
// blocks in each.
func (j *jpegFile) mcus() (count, blocks int) {
	const block = 8
	across, down := 1, 1
	for _, s := range j.sampling[:j.components] {
		across, down = max(across, s.across), max(down, s.down)
		blocks += max(s.across*s.down, 1)
	}
	if j.components == 1 { // its sampling does not matter then
		across, down, blocks = 1, 1, 1
	}
	return ceilDiv(j.width, block*across) * ceilDiv(j.height, block*down), blocks
}

func ceilDiv(a, b int) int { return (a + b - 1) / b }

// restarts returns the number of restart markers in the data.
func restarts(data []byte) int {
	n := 0
	for i := 1; i < len(data); i++ {
		if data[i-1] == 0xff && data[i] >= markRST0 && data[i] < markSOI {
			n++
		}
	}
	return n
}

// same is an endless reader of one byte.
type same byte

func (s same) Read(p []byte) (int, error) {
	fill(p, byte(s))
	return len(p), nil
}

// sameRows returns the number of rows from the top in which a and b are equal.
func sameRows(a, b image.Image) int {
	size := a.Bounds().Size()
	for y := range size.Y {
		for x := range size.X {
			if a.At(x, y) != b.At(x, y) {
				return y
			}
		}
	}
	return size.Y
}
