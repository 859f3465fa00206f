package imaging

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// jpxFile is what is known of JPEG 2000 data before it is decoded (ITU-T T.800
// annexes A and I).
type jpxFile struct {
	codestream    []byte
	width, height int
	components    int
	depth         int  // bits of the first component
	palette       bool // a palette box turns samples into colours
	inks          bool // the file says that its components are inks
}

// maxJPXComponents is more than any colour space and its alpha need.
const maxJPXComponents = 5

// Lengths in the marker segment SIZ (T.800 table A.9), behind its marker.
const (
	sizLength    = 38
	sizComponent = 3
)

func readJPX(data []byte) (*jpxFile, error) {
	j := &jpxFile{codestream: data}
	if !bytes.HasPrefix(data, []byte{0xff, 0x4f}) {
		j.codestream = nil
		j.boxes(data, 0)
	}
	siz := j.codestream
	if len(siz) < 4+sizLength+sizComponent || !bytes.HasPrefix(siz, []byte{0xff, 0x4f, 0xff, 0x51}) {
		return nil, fmt.Errorf("%w: no JPEG 2000 codestream", ErrDamaged)
	}
	siz = siz[4:]
	at := func(i int) int { return int(binary.BigEndian.Uint32(siz[i:])) }
	j.width, j.height = at(4)-at(12), at(8)-at(16)
	j.components = int(binary.BigEndian.Uint16(siz[36:]))
	j.depth = int(siz[sizLength]&0x7f) + 1
	tileWidth, tileHeight := at(20), at(24)
	switch {
	case j.components < 1 || j.components > maxJPXComponents:
		return nil, fmt.Errorf("%w: JPEG 2000 of %d components", ErrUnsupported, j.components)
	case j.width <= 0 || j.height <= 0 || tileWidth <= 0 || tileHeight <= 0:
		return nil, fmt.Errorf("%w: JPEG 2000 of %d by %d", ErrDamaged, j.width, j.height)
	}
	return j, nil
}

// boxes walks the boxes of a JP2 file (T.800 clause I.4), and those in its header
// box.
func (j *jpxFile) boxes(data []byte, depth int) {
	const cmyk = 12
	for len(data) >= 8 {
		size, head := int64(binary.BigEndian.Uint32(data)), int64(8)
		if size == 1 && len(data) >= 16 {
			size, head = int64(binary.BigEndian.Uint64(data[8:])), 16
		}
		if size == 0 || size > int64(len(data)) {
			size = int64(len(data))
		}
		if size < head {
			return
		}
		body := data[head:size]
		switch string(data[4:8]) {
		case "jp2h":
			if depth == 0 {
				j.boxes(body, depth+1)
			}
		case "jp2c":
			if j.codestream == nil {
				j.codestream = body
			}
		case "pclr":
			j.palette = true
		case "colr": // method 1: one of a list
			j.inks = j.inks || (len(body) >= 7 && body[0] == 1 && binary.BigEndian.Uint32(body[3:]) == cmyk)
		}
		data = data[size:]
	}
}
