package imaging

import (
	"bytes"
	"encoding/binary"
)

// exifTurns reports whether an Exif segment asks for an orientation other than that of the rows
// (CIPA DC-008 clause 4.6.4, tag 274). It returns false for segments that cannot be read.
func exifTurns(segment []byte) bool {
	const header, entrySize, orientationTag, upright = 8, 12, 274, 1
	i := bytes.Index(segment, []byte("Exif\x00\x00"))
	if i < 0 {
		return false
	}
	tiff := segment[i+6:]
	if len(tiff) < header {
		return false
	}
	var order binary.ByteOrder = binary.BigEndian
	if tiff[0] == 'I' {
		order = binary.LittleEndian
	}
	at := int64(order.Uint32(tiff[4:]))
	if at+2 > int64(len(tiff)) {
		return false
	}
	entries := tiff[at+2:]
	for n := int(order.Uint16(tiff[at:])); n > 0 && len(entries) >= entrySize; n-- {
		if order.Uint16(entries) == orientationTag {
			v := order.Uint16(entries[8:])
			return v > upright && v <= 8
		}
		entries = entries[entrySize:]
	}
	return false
}
