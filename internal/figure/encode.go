package figure

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/jpeg"

	"github.com/pagelift/pagelift/internal/imaging"
)

const jpegType = "image/jpeg"

// quality is that of photographs which had to be cut or put together: at 90 nobody
// sees that they were written twice.
const quality = 90

// encode writes pixels: photographs without transparent parts as JPEG.
func encode(img image.Image, photo bool) (*imaging.File, error) {
	if !photo || !isOpaque(img) {
		return imaging.PNG(img)
	}
	if n, ok := img.(*image.NRGBA); ok { // the same bytes, which package jpeg reads in one go
		img = &image.RGBA{Pix: n.Pix, Stride: n.Stride, Rect: n.Rect}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: quality}); err != nil {
		return nil, err
	}
	size := img.Bounds().Size()
	return &imaging.File{MediaType: jpegType, Data: b.Bytes(), Width: size.X, Height: size.Y, Opaque: true}, nil
}

func isOpaque(img image.Image) bool {
	o, ok := img.(interface{ Opaque() bool })
	return ok && o.Opaque()
}

// turnFile is a JPEG file that says how it lies (Exif orientation, CIPA DC-008 clause
// 4.6.4): browsers turn it as they show it, and nothing is lost.
func turnFile(f *imaging.File, t turn) *imaging.File {
	const orientation, short, startOfImage = 274, 3, 2
	if t == upright {
		return f
	}
	tiff := []byte("MM\x00*\x00\x00\x00\x08\x00\x01")
	tiff = binary.BigEndian.AppendUint16(tiff, orientation)
	tiff = binary.BigEndian.AppendUint16(tiff, short)
	tiff = append(tiff, 0, 0, 0, 1, 0, byte(t)+1, 0, 0, 0, 0, 0, 0)
	segment := append([]byte("Exif\x00\x00"), tiff...)

	data := make([]byte, 0, len(f.Data)+len(segment)+4)
	data = append(data, f.Data[:startOfImage]...)
	data = append(data, 0xff, 0xe1)
	data = binary.BigEndian.AppendUint16(data, uint16(len(segment)+2))
	data = append(append(data, segment...), f.Data[startOfImage:]...)
	out := *f
	out.Data = data
	if t.swaps() {
		out.Width, out.Height = f.Height, f.Width
	}
	return &out
}
