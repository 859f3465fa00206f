package imaging

import (
	"bytes"
	"image"
	"image/jpeg"
	"io"
)

// repair decodes what is there of JPEG data that ends early. Of a progressive
// file those are its whole scans. A sequential one is continued with zeros, which
// every Huffman table has a code for; how far the picture is true shows
// where it does not change with what follows. rows is how many rows are true. The
// image is nil when nothing can be had.
func (j *jpegFile) repair() (img image.Image, rows int) {
	if j.frame == frameProgressive {
		img, _ = jpeg.Decode(bytes.NewReader(j.wholeScans()))
		return img, j.height
	}
	img, err := jpeg.Decode(j.continued(0))
	if err != nil {
		return nil, 0
	}
	other, err := jpeg.Decode(j.continued(0x24)) // short codes of the usual tables
	if err != nil {
		return img, j.height
	}
	return img, sameRows(img, other)
}

// wholeScans is the data up to its last scan, which is the one that broke off.
func (j *jpegFile) wholeScans() []byte {
	last := bytes.LastIndex(j.data, []byte{0xff, markSOS})
	return append(bytes.Clone(j.data[:last]), 0xff, markEOI)
}

// continued is the data, then the byte again and again, then the end. One block of
// 64 coefficients takes at most 32 bits for each; 6 blocks of 4:2:0 make 256 pixels.
func (j *jpegFile) continued(with byte) io.Reader {
	data := j.data
	if n := len(data); n > 2 && data[n-2] == 0xff && data[n-1] == markEOI {
		data = data[:n-2] // the end came too early
	}
	const block, bytesOfBlock = 8, 64 * 4
	blocks := int64(j.width/block+2) * int64(j.height/block+2) * int64(j.components)
	return io.MultiReader(
		bytes.NewReader(data),
		io.LimitReader(same(with), blocks*bytesOfBlock),
		bytes.NewReader([]byte{0xff, markEOI}),
	)
}

// same is a reader of one byte without end.
type same byte

func (s same) Read(p []byte) (int, error) {
	fill(p, byte(s))
	return len(p), nil
}

// sameRows is how many rows from the top a and b have in common.
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
