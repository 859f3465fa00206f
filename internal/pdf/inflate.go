package pdf

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"sync"
)

var errDeflate = errors.New("damaged deflate data")

// inflater inflates a whole deflate stream (RFC 1951) in memory into a slice. It replaces
// compress/flate for two reasons (docs/adr/0003-own-inflate.md). A reader that can stop at any byte
// is slower: inflating is the largest part of reading a document, and is 1.8 to 2.5 times as fast
// here. And everything before the damage in a stream must be kept.
type inflater struct {
	src  []byte
	pos  int
	bits uint64 // next bits, lowest first; those from n on are as in src
	n    int    // number of bits that count
	out  []byte // output, with all its room
	w    int    // number of bytes written to out
	base int    // place in out where the output of this stream begins
	max  int    // most bytes in out
	pace pace

	codes   *codeTables // tables of the block: own, or the fixed ones
	own     codeTables
	lengths [maxLiterals + maxDistances]uint8
}

// codeTables are the decoding tables of a block.
type codeTables struct {
	literals  [literalTable]uint32
	distances [distanceTable]uint32
}

// Sizes of the alphabets, and of tables that hold any code over them. A table has a first level
// and, in the worst case, a second level for each symbol.
const (
	maxLiterals   = 288
	maxDistances  = 32
	literalBits   = 11
	distanceBits  = 8
	maxCodeLength = 15
	literalTable  = 1<<literalBits + maxLiterals<<(maxCodeLength-literalBits)
	distanceTable = 1<<distanceBits + maxDistances<<(maxCodeLength-distanceBits)
)

// The longest match, the room that copying it needs behind it, and the most bytes that one turn of
// the fast loop writes.
const (
	maxMatch = 258
	copySlop = 16
	fastRoom = maxMatch + copySlop + 4
)

// Masks of the indexes into the two levels of the tables.
const (
	literalMask    = 1<<literalBits - 1
	secondLiteral  = 1<<(maxCodeLength-literalBits) - 1
	distanceMask   = 1<<distanceBits - 1
	secondDistance = 1<<(maxCodeLength-distanceBits) - 1
)

var inflaters = sync.Pool{New: func() any { return new(inflater) }}

// inflate appends the data of the deflate stream src to dst, at most room bytes. On damage, and
// when ctx ends, it returns what came before.
func inflate(ctx context.Context, dst, src []byte, room int) ([]byte, error) {
	f := inflaters.Get().(*inflater)
	defer func() {
		f.src, f.out, f.pace = nil, nil, pace{}
		inflaters.Put(f)
	}()
	f.src, f.pos, f.bits, f.n = src, 0, 0, 0
	f.base, f.w, f.max = len(dst), len(dst), len(dst)+room
	f.out = dst[:cap(dst)]
	f.pace = pace{ctx: ctx}
	err := f.run()
	if f.w > f.max {
		return f.out[:f.max], ErrLimit
	}
	return f.out[:f.w], err
}

// blockCost is how many bytes of output each block counts for besides its own. So many bytes can be
// written in the time that reading its codes takes, and blocks may be empty.
const blockCost = 16 << 10

func (f *inflater) run() error {
	for {
		if err := f.pace.countBytes(blockCost); err != nil {
			return err
		}
		f.refill()
		header := f.bits
		if !f.drop(3) {
			return io.ErrUnexpectedEOF
		}
		var err error
		switch header >> 1 & 3 {
		case 0:
			err = f.stored()
		case 1:
			f.codes = fixedCodes()
			err = f.block()
		case 2:
			if err = f.readCodes(); err == nil {
				err = f.block()
			}
		default:
			err = errDeflate
		}
		if err != nil || header&1 != 0 {
			return err
		}
		if f.w > f.max {
			return ErrLimit
		}
	}
}

// refill makes at least 56 bits count, or all that are left.
func (f *inflater) refill() {
	if f.pos+8 <= len(f.src) {
		f.bits |= binary.LittleEndian.Uint64(f.src[f.pos:]) << f.n
		f.pos += (63 - f.n) >> 3
		f.n |= 56
		return
	}
	for f.n <= 56 && f.pos < len(f.src) {
		f.bits |= uint64(f.src[f.pos]) << f.n
		f.pos++
		f.n += 8
	}
}

// drop removes n bits. It returns false when there are fewer.
func (f *inflater) drop(n int) bool {
	f.bits >>= n
	f.n -= n
	return f.n >= 0
}

// ensure makes room for n bytes more.
func (f *inflater) ensure(n int) {
	if len(f.out)-f.w >= n {
		return
	}
	size := max(2*len(f.out), f.w+n, f.w+3*(len(f.src)-f.pos))
	size = max(min(size, f.max+fastRoom), f.w+n)
	grown := make([]byte, size)
	copy(grown, f.out[:f.w])
	f.out = grown
}

// stored copies a stored block (clause 3.2.4 of RFC 1951). If the data is shorter than the block
// claims, it copies the data.
func (f *inflater) stored() error {
	f.drop(f.n & 7)
	f.pos -= f.n >> 3
	f.bits, f.n = 0, 0
	if f.pos+4 > len(f.src) {
		return io.ErrUnexpectedEOF
	}
	length := int(binary.LittleEndian.Uint16(f.src[f.pos:]))
	check := int(binary.LittleEndian.Uint16(f.src[f.pos+2:]))
	if length != check^0xffff {
		return errDeflate
	}
	f.pos += 4
	n := min(length, len(f.src)-f.pos)
	f.ensure(n)
	f.w += copy(f.out[f.w:], f.src[f.pos:f.pos+n])
	f.pos += n
	if n < length {
		return io.ErrUnexpectedEOF
	}
	return f.pace.countBytes(n)
}

// block inflates a compressed block with the current codes.
func (f *inflater) block() error {
	for {
		// Bounding the room here, and not in the loop of fast, keeps fast quick.
		start, room := f.w, f.out
		f.out = room[:min(len(room), start+paceBytes)]
		ended, err := f.fast()
		f.out = room
		if ended {
			return err
		}
		if ended, err := f.symbol(); ended {
			return err
		}
		if err := f.pace.countBytes(f.w - start); err != nil {
			return err
		}
	}
}

// fast inflates while neither the input nor the room for output is near its end, so that it checks
// nothing but the data. ended reports that the block has ended or is damaged.
func (f *inflater) fast() (ended bool, err error) {
	src, out := f.src, f.out
	pos, bits, n, w := f.pos, f.bits, f.n, f.w
	literals, distances := &f.codes.literals, &f.codes.distances
	for pos <= len(src)-8 && w <= len(out)-fastRoom {
		bits |= binary.LittleEndian.Uint64(src[pos:]) << (n & 63)
		pos += (63 - n) >> 3
		n |= 56
		e := literals[bits&literalMask]
		if e&isLiteral != 0 {
			// Literals come in runs: three take 33 bits at most.
			bits >>= e & lengthMask
			n -= int(e & lengthMask)
			out[w] = byte(e >> valueShift)
			w++
			if e = literals[bits&literalMask]; e&isLiteral != 0 {
				bits >>= e & lengthMask
				n -= int(e & lengthMask)
				out[w] = byte(e >> valueShift)
				w++
				if e = literals[bits&literalMask]; e&isLiteral != 0 {
					bits >>= e & lengthMask
					n -= int(e & lengthMask)
					out[w] = byte(e >> valueShift)
					w++
					continue
				}
			}
			if n < matchBits {
				if pos > len(src)-8 {
					break
				}
				bits |= binary.LittleEndian.Uint64(src[pos:]) << (n & 63)
				pos += (63 - n) >> 3
				n |= 56
			}
		}
		if e&isSpecial != 0 {
			if e&isLink != 0 {
				e = literals[e>>valueShift+uint32(bits>>literalBits)&secondLiteral]
			}
			bits >>= e & lengthMask
			n -= int(e & lengthMask)
			if e&isLiteral != 0 {
				out[w] = byte(e >> valueShift)
				w++
				continue
			}
			if e&isSpecial != 0 {
				ended = true
				if e&isEnd == 0 {
					err = errDeflate
				}
				break
			}
		} else {
			bits >>= e & lengthMask
			n -= int(e & lengthMask)
		}
		extra := e >> extraShift & extraMask
		length := int(e>>valueShift) + int(bits&(1<<extra-1))
		bits >>= extra
		n -= int(extra)

		e = distances[bits&distanceMask]
		if e&isLink != 0 {
			e = distances[e>>valueShift+uint32(bits>>distanceBits)&secondDistance]
		}
		bits >>= e & lengthMask
		n -= int(e & lengthMask)
		extra = e >> extraShift & extraMask
		distance := int(e>>valueShift) + int(bits&(1<<extra-1))
		bits >>= extra
		n -= int(extra)
		if e&isSpecial != 0 || distance > w-f.base {
			ended, err = true, errDeflate
			break
		}
		copyMatch(out, w, distance, length)
		w += length
	}
	f.pos, f.bits, f.n, f.w = pos, bits, n, w
	return ended, err
}

// symbol inflates one literal or match. It checks the ends of input and output.
func (f *inflater) symbol() (ended bool, err error) {
	if f.w > f.max {
		return true, ErrLimit
	}
	f.ensure(fastRoom)
	f.refill()
	e := f.codes.literals[f.bits&literalMask]
	if e&isLink != 0 {
		e = f.codes.literals[e>>valueShift+uint32(f.bits>>literalBits)&secondLiteral]
	}
	switch {
	case !f.drop(int(e & lengthMask)):
		return true, io.ErrUnexpectedEOF
	case e&isLiteral != 0:
		f.out[f.w] = byte(e >> valueShift)
		f.w++
		return false, nil
	case e&isEnd != 0:
		return true, nil
	case e&isSpecial != 0:
		return true, errDeflate
	}
	length := f.value(e)
	e = f.codes.distances[f.bits&distanceMask]
	if e&isLink != 0 {
		e = f.codes.distances[e>>valueShift+uint32(f.bits>>distanceBits)&secondDistance]
	}
	if e&isSpecial != 0 {
		return true, errDeflate
	}
	f.drop(int(e & lengthMask))
	distance := f.value(e)
	switch {
	case f.n < 0:
		return true, io.ErrUnexpectedEOF
	case distance > f.w-f.base:
		return true, errDeflate
	}
	copyMatch(f.out, f.w, distance, length)
	f.w += length
	return false, nil
}

// value returns the length or distance of the entry e, with its extra bits.
func (f *inflater) value(e uint32) int {
	extra := e >> extraShift & extraMask
	v := int(e>>valueShift) + int(f.bits&(1<<extra-1))
	f.drop(int(extra))
	return v
}

// matchBits is the most bits of a match: two codes and their extra bits.
const matchBits = 15 + 5 + 15 + 13

// longRun is the length from which a match is copied in wide steps. It exceeds every multiple of a
// short distance that these steps need.
const longRun = 32

// copyMatch copies length bytes from distance before w. It may write up to copySlop bytes more.
func copyMatch(out []byte, w, distance, length int) {
	from := w - distance
	if distance < 16 && length > longRun {
		// A sequence that repeats after a few bytes also repeats after multiples of them.
		wide := (15 + distance) / distance * distance
		for i := range wide {
			out[w+i] = out[from+i]
		}
		from, w, distance, length = w, w+wide, wide, length-wide
	}
	if distance >= 16 {
		src, dst := out[from:], out[w:w+length+copySlop]
		for i := 0; i < length; i += 16 {
			*(*[16]byte)(dst[i:]) = *(*[16]byte)(src[i:])
		}
		return
	}
	if distance >= 8 {
		src, dst := out[from:], out[w:w+length+copySlop]
		for i := 0; i < length; i += 8 {
			binary.LittleEndian.PutUint64(dst[i:], binary.LittleEndian.Uint64(src[i:]))
		}
		return
	}
	for i := range length {
		out[w+i] = out[from+i]
	}
}
