package pdf

import (
	"math/bits"
	"sync"
)

// An entry of a decoding table has, from its lowest bit on: the length of the code, the number of extra
// bits, flags, and the value. The value is a literal, the base of a length or distance, or the place of
// a second level. A fixed number of input bits selects the entry of the first level. An entry there may
// link to a second level behind it, whose entries have the length of the whole code.
const (
	lengthMask = 0x3f
	extraShift = 8
	extraMask  = 0xf
	isEnd      = 1 << 12 // end of block
	isLink     = 1 << 13
	isSpecial  = 1 << 14 // neither literal, length nor distance
	isLiteral  = 1 << 15
	valueShift = 16
)

// buildTable makes in tab the table of the canonical code with the given lengths: a first level of
// first bits, and behind it levels of second bits for longer codes. It returns false when there are
// more codes than the lengths allow. Codes that stand for nothing are found only when they occur.
func buildTable(tab []uint32, first, second int, lengths []uint8, entry func(int) uint32) bool {
	sorted, counts, ok := sortCodes(lengths)
	if !ok {
		return false
	}
	// The table of the codes up to a length is that of the codes up to the length before, taken
	// twice, with the codes of this length added.
	tab[0] = isSpecial
	code, next := 0, counts[0]
	for l := 1; l <= first; l++ {
		size := 1 << (l - 1)
		copy(tab[size:2*size], tab[:size])
		code <<= 1
		for range counts[l] {
			tab[reverse(code, l)] = entry(int(sorted[next])) | uint32(l)
			code++
			next++
		}
	}
	used, prefix, level := 1<<first, -1, tab[:0]
	for l := first + 1; l <= maxCodeLength; l++ {
		code <<= 1
		for range counts[l] {
			reversed := reverse(code, l)
			if p := reversed & (1<<first - 1); p != prefix {
				prefix = p
				tab[p] = uint32(used)<<valueShift | isSpecial | isLink
				level = tab[used:][:1<<second]
				used += len(level)
				for i := range level {
					level[i] = isSpecial
				}
			}
			e := entry(int(sorted[next])) | uint32(l)
			for i := reversed >> first; i < len(level); i += 1 << (l - first) {
				level[i] = e
			}
			code++
			next++
		}
	}
	return true
}

// sortCodes sorts symbols by the lengths of their codes, those without a code first, and counts the
// codes of each length.
func sortCodes(lengths []uint8) (sorted [maxLiterals]uint16, counts [maxCodeLength + 1]int, ok bool) {
	for _, l := range lengths {
		counts[l]++
	}
	var at [maxCodeLength + 1]int
	room := 1 // number of codes of this length that are still free
	for l := 1; l <= maxCodeLength; l++ {
		if room = room<<1 - counts[l]; room < 0 {
			return sorted, counts, false
		}
		at[l] = at[l-1] + counts[l-1]
	}
	for symbol, l := range lengths {
		sorted[at[l]] = uint16(symbol)
		at[l]++
	}
	return sorted, counts, true
}

// reverse returns the code of length l as it stands in the input, lowest bit first.
func reverse(code, l int) int { return int(bits.Reverse16(uint16(code)) >> (16 - l)) }

// Bases and extra bits of lengths and distances (clause 3.2.5 of RFC 1951).
var (
	lengthBase = [...]uint16{3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258}
	lengthBits = [...]uint8{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0}
	distBase   = [...]uint16{1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577}
	distBits   = [...]uint8{0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13}
)

const endOfBlock = 256

func literalEntry(symbol int) uint32 {
	switch i := symbol - endOfBlock - 1; {
	case symbol < endOfBlock:
		return uint32(symbol)<<valueShift | isLiteral
	case symbol == endOfBlock:
		return isSpecial | isEnd
	case i < len(lengthBase):
		return uint32(lengthBase[i])<<valueShift | uint32(lengthBits[i])<<extraShift
	}
	return isSpecial
}

func distanceEntry(symbol int) uint32 {
	if symbol >= len(distBase) {
		return isSpecial
	}
	return uint32(distBase[symbol])<<valueShift | uint32(distBits[symbol])<<extraShift
}

func plainEntry(symbol int) uint32 { return uint32(symbol) << valueShift }

// set builds the tables of a block.
func (t *codeTables) set(literals, distances []uint8) bool {
	return buildTable(t.literals[:], literalBits, maxCodeLength-literalBits, literals, literalEntry) &&
		buildTable(t.distances[:], distanceBits, maxCodeLength-distanceBits, distances, distanceEntry)
}

// fixedCodes returns the tables of the fixed codes (clause 3.2.6 of RFC 1951). They are made once,
// since many short streams use them.
var fixedCodes = sync.OnceValue(func() *codeTables {
	var literals [maxLiterals]uint8
	for i := range literals {
		switch {
		case i < 144:
			literals[i] = 8
		case i < 256:
			literals[i] = 9
		case i < 280:
			literals[i] = 7
		default:
			literals[i] = 8
		}
	}
	var distances [maxDistances]uint8
	for i := range distances {
		distances[i] = 5
	}
	t := new(codeTables)
	t.set(literals[:], distances[:])
	return t
})

// orderBits is the length of the longest code of a code length.
const orderBits = 7

// codeOrder is the order of the lengths of the code lengths in the stream.
var codeOrder = [...]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// readCodes reads the codes at the head of a dynamic block (clause 3.2.7).
func (f *inflater) readCodes() error {
	f.codes = &f.own
	f.refill()
	literals := int(f.bits&31) + 257
	distances := int(f.bits>>5&31) + 1
	count := int(f.bits>>10&15) + 4
	f.drop(14)

	var order [len(codeOrder)]uint8
	for _, at := range codeOrder[:count] {
		f.refill()
		order[at] = uint8(f.bits & 7)
		f.drop(3)
	}
	// The table of the code for code lengths is needed only until that of the literals is made.
	if f.n < 0 || literals > maxLiterals || !buildTable(f.own.literals[:], orderBits, 0, order[:], plainEntry) {
		return errDeflate
	}
	lengths := f.lengths[:literals+distances]
	if !f.readLengths(lengths) || !f.own.set(lengths[:literals], lengths[literals:]) {
		return errDeflate
	}
	return nil
}

// readLengths reads code lengths, which are themselves coded.
func (f *inflater) readLengths(lengths []uint8) bool {
	for i := 0; i < len(lengths); {
		f.refill()
		e := f.own.literals[f.bits&(1<<orderBits-1)]
		if e&isSpecial != 0 || !f.drop(int(e&lengthMask)) {
			return false
		}
		symbol := int(e >> valueShift)
		if symbol < 16 {
			lengths[i] = uint8(symbol)
			i++
			continue
		}
		var value uint8
		var repeat int
		switch symbol {
		case 16:
			if i == 0 {
				return false
			}
			value, repeat = lengths[i-1], 3+int(f.bits&3)
			f.drop(2)
		case 17:
			repeat = 3 + int(f.bits&7)
			f.drop(3)
		default:
			repeat = 11 + int(f.bits&127)
			f.drop(7)
		}
		if f.n < 0 || i+repeat > len(lengths) {
			return false
		}
		for range repeat {
			lengths[i] = value
			i++
		}
	}
	return true
}
