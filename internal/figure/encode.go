package figure

import (
	"encoding/binary"
	"image"

	"github.com/pagelift/pagelift/internal/imaging"
)

// encode writes pixels: photographs without transparent parts as JPEG.
func encode(img image.Image, photo bool) (*imaging.File, error) {
	if !photo || !isOpaque(img) {
		return imaging.PNG(img)
	}
	return imaging.JPEG(img)
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
