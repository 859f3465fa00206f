package webfont

import (
	"strconv"
	"strings"
)

// Operators of CFF dictionaries (Adobe Technical Note 5176). An operator of two bytes has the first
// one in the high byte.
const (
	dictFontBBox    = 5
	dictCharset     = 15
	dictCharStrings = 17
	dictPrivate     = 18
	dictDefaultW    = 20
	dictNominalW    = 21
	dictFontMatrix  = 12<<8 | 7
	dictROS         = 12<<8 | 30
	dictCIDCount    = 12<<8 | 34
	dictFDArray     = 12<<8 | 36
	dictFDSelect    = 12<<8 | 37
	firstOwnString  = 391 // lower numbers are standard strings
)

// cffTable writes the table CFF with one Font DICT. Its glyphs are numbered by CID, so that they
// need no names. width makes the most frequent advance take no bytes.
func cffTable(glyphs []cubic, widths []int, em int, bounds box) []byte {
	usual := mostFrequent(widths)
	codes := make([][]byte, len(glyphs))
	for i, g := range glyphs {
		if widths[i] != usual {
			codes[i] = appendNumber(nil, widths[i]-usual)
		}
		codes[i] = append(append(codes[i], g.code...), opEndChar)
	}
	private := dictEntry(dictEntry(nil, dictDefaultW, usual), dictNominalW, usual)
	head := []byte{1, 0, 4, 4} // version, sizes of the header and of offsets
	head = appendIndex(head, [][]byte{[]byte(fontName)})
	names := appendIndex(nil, [][]byte{[]byte("Adobe"), []byte("Identity")})
	names = append(names, 0, 0) // no global subroutines

	// Offsets in dictionaries always take five bytes, so that the sizes of dictionaries do not depend on them.
	top := func(charset, selector, charStrings, fonts int) []byte {
		d := dictEntry(nil, dictROS, firstOwnString, firstOwnString+1, 0)
		if em != defaultEm {
			d = dictOp(dictMatrix(d, em), dictFontMatrix)
		}
		d = dictEntry(d, dictFontBBox, bounds.x0, bounds.y0, bounds.x1, bounds.y1)
		d = dictEntry(d, dictCIDCount, len(glyphs))
		d = dictOffsets(d, dictCharset, charset)
		d = dictOffsets(d, dictFDSelect, selector)
		d = dictOffsets(d, dictCharStrings, charStrings)
		d = dictOffsets(d, dictFDArray, fonts)
		return appendIndex(nil, [][]byte{d})
	}
	charset := be16([]byte{2}, 1, len(glyphs)-2) // one range, from CID 1 on
	selector := be16([]byte{3}, 1, 0)            // one range, from glyph 0 on
	selector = append(selector, 0)               // of Font DICT 0
	selector = be16(selector, len(glyphs))
	charStrings := appendIndex(nil, codes)

	atCharset := len(head) + len(top(0, 0, 0, 0)) + len(names)
	atSelector := atCharset + len(charset)
	atCharStrings := atSelector + len(selector)
	atPrivate := atCharStrings + len(charStrings)
	atFonts := atPrivate + len(private)
	fonts := appendIndex(nil, [][]byte{dictOffsets(nil, dictPrivate, len(private), atPrivate)})

	out := append(head, top(atCharset, atSelector, atCharStrings, atFonts)...)
	for _, b := range [][]byte{names, charset, selector, charStrings, private, fonts} {
		out = append(out, b...)
	}
	return out
}

// mostFrequent returns the most frequent number. Of equally frequent numbers it returns the least.
func mostFrequent(list []int) int {
	counts := make(map[int]int)
	for _, v := range list {
		counts[v]++
	}
	best := list[0]
	for v, n := range counts {
		if n > counts[best] || n == counts[best] && v < best {
			best = v
		}
	}
	return best
}

// appendIndex writes an INDEX.
func appendIndex(to []byte, items [][]byte) []byte {
	to = be16(to, len(items))
	if len(items) == 0 {
		return to
	}
	total := 1
	for _, b := range items {
		total += len(b)
	}
	size := 1
	for total>>(8*size) != 0 {
		size++
	}
	to = append(to, byte(size))
	at := 1
	for i := 0; ; i++ {
		for k := size - 1; k >= 0; k-- {
			to = append(to, byte(at>>(8*k)))
		}
		if i == len(items) {
			break
		}
		at += len(items[i])
	}
	for _, b := range items {
		to = append(to, b...)
	}
	return to
}

// dictEntry writes an entry of a dictionary.
func dictEntry(to []byte, op int, values ...int) []byte {
	for _, v := range values {
		if v != int(int16(v)) {
			to = appendInteger(to, v)
		} else {
			to = appendNumber(to, v)
		}
	}
	return dictOp(to, op)
}

// dictMatrix writes the matrix that maps units of em to ems, without its operator.
func dictMatrix(to []byte, em int) []byte {
	scale := dictReal(1 / float64(em))
	for i := range 6 {
		if i == 0 || i == 3 {
			to = append(to, scale...)
		} else {
			to = appendNumber(to, 0)
		}
	}
	return to
}

// dictReal writes a small number that is not whole. Each half of a byte holds one digit.
func dictReal(v float64) []byte {
	const end = 15
	halves := map[rune]byte{'.': 10, 'E': 12} // code 12 is E-
	var digits []byte
	for _, c := range strings.ReplaceAll(strconv.FormatFloat(v, 'E', -1, 64), "-", "") {
		if h, ok := halves[c]; ok {
			digits = append(digits, h)
		} else {
			digits = append(digits, byte(c-'0'))
		}
	}
	digits = append(digits, end)
	if len(digits)%2 == 1 {
		digits = append(digits, end)
	}
	out := []byte{30}
	for i := 0; i < len(digits); i += 2 {
		out = append(out, digits[i]<<4|digits[i+1])
	}
	return out
}

// appendInteger writes an operand of a dictionary in five bytes.
func appendInteger(to []byte, v int) []byte {
	return append(to, 29, byte(v>>24), byte(v>>16), byte(v>>8), byte(v))
}

// dictOffsets writes an entry whose operands take five bytes each.
func dictOffsets(to []byte, op int, values ...int) []byte {
	for _, v := range values {
		to = appendInteger(to, v)
	}
	return dictOp(to, op)
}

func dictOp(to []byte, op int) []byte {
	if op > 0xFF {
		to = append(to, byte(op>>8))
	}
	return append(to, byte(op))
}
