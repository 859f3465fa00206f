package imaging

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// jpegFile is the content of the markers of a JPEG file before its first scan (ITU-T T.81 annex B).
type jpegFile struct {
	data          []byte // from SOI on
	width, height int
	components    int
	precision     int
	frame         byte // low byte of the SOFn marker
	ids           [4]byte
	sampling      [4]struct{ across, down int } // of the components, in an MCU
	restart       int                           // number of MCUs between restart markers; 0: none

	jfif  bool
	adobe int // the colour transform of the Adobe marker, or noAdobe
	exif  []span
	icc   []span
	raw   bool // the three planes are colours without a transform, though nothing in the file says so
}

// span is a part of the data, including its marker.
type span struct{ from, to int }

const noAdobe = -1

// Low bytes of the markers of T.81 table B.1.
const (
	markSOI   = 0xd8
	markEOI   = 0xd9
	markSOS   = 0xda
	markDRI   = 0xdd
	markTEM   = 0x01
	markRST0  = 0xd0
	markAPP0  = 0xe0
	markAPP1  = 0xe1
	markAPP2  = 0xe2
	markAPP14 = 0xee
)

// Kinds of frames in Huffman-coded DCT.
const (
	frameBaseline    = 0xc0
	frameExtended    = 0xc1
	frameProgressive = 0xc2
)

// isFrame reports whether the marker begins a frame header. These are SOF0 to SOF15 without DHT, JPG and DAC.
func isFrame(m byte) bool {
	return m >= 0xc0 && m <= 0xcf && m != 0xc4 && m != 0xc8 && m != 0xcc
}

// readJPEG reads the markers up to the first scan.
func readJPEG(data []byte) (*jpegFile, error) {
	start := bytes.Index(data, []byte{0xff, markSOI})
	if start < 0 {
		return nil, fmt.Errorf("%w: no JPEG data", ErrDamaged)
	}
	j := &jpegFile{data: data[start:], adobe: noAdobe}
	for at := 2; ; {
		marker, body, next, ok := segment(j.data, at)
		if !ok || marker == markEOI {
			return nil, fmt.Errorf("%w: JPEG data ends before its first scan", ErrDamaged)
		}
		if marker == markSOS {
			break
		}
		j.read(marker, body, span{at, next})
		at = next
	}
	if j.frame == 0 || j.components < 1 || j.components > len(j.ids) {
		return nil, fmt.Errorf("%w: JPEG data without a usable frame", ErrDamaged)
	}
	return j, nil
}

// segment returns the marker segment that begins at or behind at. Like all readers, it skips bytes
// that belong to no segment.
func segment(data []byte, at int) (marker byte, body []byte, next int, ok bool) {
	for {
		i := bytes.IndexByte(data[min(at, len(data)):], 0xff)
		if i < 0 || at+i+1 >= len(data) {
			return 0, nil, 0, false
		}
		at += i + 1
		switch marker = data[at]; {
		case marker == 0xff:
		case marker == 0, marker == markTEM, marker >= markRST0 && marker <= markSOI:
			at++
		case marker == markEOI:
			return marker, nil, at + 1, true
		default:
			at++
			if at+2 > len(data) {
				return 0, nil, 0, false
			}
			n := int(binary.BigEndian.Uint16(data[at:]))
			if n < 2 || at+n > len(data) {
				return 0, nil, 0, false
			}
			return marker, data[at+2 : at+n], at + n, true
		}
	}
}

func (j *jpegFile) read(marker byte, body []byte, where span) {
	switch {
	case isFrame(marker) && j.frame == 0 && len(body) >= 6:
		j.frameHeader(marker, body)
	case marker == markDRI && len(body) >= 2:
		j.restart = int(binary.BigEndian.Uint16(body))
	case marker == markAPP0 && bytes.HasPrefix(body, []byte("JFIF\x00")):
		j.jfif = true
	case marker == markAPP14 && bytes.HasPrefix(body, []byte("Adobe")) && len(body) >= 12:
		j.adobe = int(body[11])
	case marker == markAPP1 && bytes.HasPrefix(body, []byte("Exif\x00")):
		j.exif = append(j.exif, where)
	case marker == markAPP2 && bytes.HasPrefix(body, []byte("ICC_PROFILE\x00")):
		j.icc = append(j.icc, where)
	}
}

// frameHeader reads a frame header (T.81 clause B.2.2).
func (j *jpegFile) frameHeader(marker byte, body []byte) {
	j.frame, j.precision = marker, int(body[0])
	j.height = int(binary.BigEndian.Uint16(body[1:]))
	j.width = int(binary.BigEndian.Uint16(body[3:]))
	j.components = int(body[5])
	for i := range min(j.components, len(j.ids)) {
		if at := 6 + 3*i; at+1 < len(body) {
			j.ids[i] = body[at]
			j.sampling[i].across, j.sampling[i].down = int(body[at+1]>>4), int(body[at+1]&15)
		}
	}
}

// transform applies the entry ColorTransform, which is -1 if it is missing. An Adobe marker in the file
// overrides the entry. Without either, three components are YCbCr and four have no transform (table 13).
//
// The standard library needs an Adobe marker for four components, and inverts the values in files
// that have one. PDF does not invert them. Writers that store inverted values say so in Decode.
func (j *jpegFile) transform(entry int) {
	switch {
	case j.adobe != noAdobe:
	case j.components == 3:
		j.raw = entry == 0
	case j.components == 4:
		j.data = withAdobe(j.data, byte(max(entry, 0)*2))
	}
}

// withAdobe inserts an Adobe marker with a colour transform behind SOI.
func withAdobe(data []byte, transform byte) []byte {
	out := make([]byte, 0, len(data)+16)
	out = append(out, data[:2]...)
	out = append(out, 0xff, markAPP14, 0, 14, 'A', 'd', 'o', 'b', 'e', 0, 100, 0, 0, 0, 0, transform)
	return append(out, data[2:]...)
}
