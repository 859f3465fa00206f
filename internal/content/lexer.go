package content

import (
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
)

// kind says what an operand is.
type kind uint8

const (
	kindNumber  kind = iota + 1 // num
	kindName                    // src[start:end]
	kindString                  // src[start:end]
	kindEscName                 // a name with #xx, decoded into scratch[start:end]
	kindEscaped                 // a string with escapes, decoded into scratch[start:end]
	kindArray                   // elems[start:end]
	kindDict                    // dicts[start]
	kindMCID                    // a dictionary with only MCID, whose value is in num
	kindOther                   // true, false, null
)

// operand is one operand of an operator. Operands hold no pointers: they are ranges of the lexer's storage, and
// valid until the next call of next.
type operand struct {
	num        float64
	start, end int32
	kind       kind
}

// maxOperands is more than any operator takes. scn takes 33, in a DeviceN space of 32 colorants with a pattern
// name.
const maxOperands = 40

// maxDictFailures is how many dictionaries of one stream may fail to parse. After that "<<" is only skipped,
// because each failure may have read far ahead.
const maxDictFailures = 64

// maxDictBytes is how many bytes of dictionaries are parsed for one operator. These bytes cost as much time as
// operators do. The longest honest dictionaries hold the text of an ActualText.
const maxDictBytes = 256 << 10

// lexer splits a content stream (ISO 32000-2 clause 7.8.2) into operators with their operands. It never fails. It
// skips what is neither an object nor an operator, and counts it as damage.
type lexer struct {
	src    []byte
	pos    int
	opAt   int // where the last operator began
	damage int

	n       int // operands in ops
	dropped int // operands over the limit since the last operator
	ops     [maxOperands]operand
	elems   []operand // elements of arrays
	scratch []byte    // decoded strings and names
	dicts   []pdf.Object

	dictFailures int
	dictBytes    int // bytes parsed of dictionaries since the last operator
	search       imageSearch
}

// reset starts on src and keeps the storage.
func (lx *lexer) reset(src []byte) {
	lx.src, lx.pos, lx.opAt, lx.damage, lx.dictFailures = src, 0, 0, 0, 0
	lx.search = imageSearch{}
	lx.clear()
}

// maxKept is the largest storage, in elements, that is kept for the next stream.
const maxKept = 1 << 14

// release releases the stream, and storage that is unusually large.
func (lx *lexer) release() {
	lx.src = nil
	if cap(lx.elems) > maxKept {
		lx.elems = nil
	}
	if cap(lx.scratch) > maxKept {
		lx.scratch = nil
	}
	lx.clear()
}

// clear forgets the operands.
func (lx *lexer) clear() {
	lx.n, lx.dropped, lx.dictBytes = 0, 0, 0
	lx.elems, lx.scratch = lx.elems[:0], lx.scratch[:0]
	if len(lx.dicts) > 0 {
		clear(lx.dicts)
		lx.dicts = lx.dicts[:0]
	}
}

// next collects operands up to the next operator. It returns the operator packed, with its first byte lowest, or 0
// at the end.
func (lx *lexer) next() uint32 {
	lx.clear()
	src, pos := lx.src, lx.pos
	for pos < len(src) {
		c := src[pos]
		switch class[c] {
		case clWhite:
			pos++
		case clDigit:
			var v float64
			v, pos = number(src, pos)
			if lx.n < maxOperands {
				lx.ops[lx.n] = operand{num: v, kind: kindNumber}
				lx.n++
				continue
			}
			lx.push(operand{num: v, kind: kindNumber})
		case clAlpha:
			var op uint32
			lx.opAt = pos
			if op, pos = keyword(src, pos); op != opLiteral {
				lx.pos = pos
				return op
			}
			lx.push(operand{kind: kindOther})
		case clComment:
			pos = skipComment(src, pos)
		default:
			var o operand
			if o, pos = lx.object(pos); o.kind != 0 {
				lx.push(o)
			}
		}
		if lx.dropped > maxDropped {
			lx.pos, lx.opAt = pos, pos
			return opUnknown
		}
	}
	lx.pos = pos
	return 0
}

// maxDropped is how many operands may be dropped before next returns without an operator, so that its caller can
// check the context.
const maxDropped = 4096

// push adds an operand. If there are more than any operator takes, it drops the oldest: operators read theirs from
// the end.
func (lx *lexer) push(o operand) {
	if lx.n == maxOperands {
		copy(lx.ops[:], lx.ops[1:])
		lx.n--
		lx.dropped++
		lx.damage++
	}
	lx.ops[lx.n] = o
	lx.n++
}

// object reads the string, name, array or dictionary at pos. If none begins there, it skips a byte and returns an
// operand of kind 0.
func (lx *lexer) object(pos int) (operand, int) {
	src := lx.src
	switch src[pos] {
	case '(':
		return lx.literal(pos + 1)
	case '/':
		return lx.name(pos + 1)
	case '[':
		return lx.array(pos + 1)
	case '<':
		if pos+1 < len(src) && src[pos+1] == '<' {
			return lx.dict(pos)
		}
		return lx.hex(pos + 1)
	}
	lx.damage++
	return operand{}, pos + 1
}

// array reads the elements of an array up to its end. The brackets of inner arrays are ignored: no operator takes
// inner arrays. Some writers set the character spacing in the middle of an array. So words other than literals are
// skipped, unless they show that the closing bracket is missing.
func (lx *lexer) array(pos int) (operand, int) {
	src, elems := lx.src, lx.elems
	start := len(elems)
	nested := 0
scan:
	for pos < len(src) {
		c := src[pos]
		o := operand{}
		switch class[c] {
		case clWhite:
			pos++
			continue
		case clDigit:
			o.kind = kindNumber
			o.num, pos = number(src, pos)
		case clAlpha:
			op, after := keyword(src, pos)
			if endsArray(op) {
				lx.damage++
				break scan
			}
			pos = after
			if op != opLiteral {
				lx.damage++
				continue
			}
			o.kind = kindOther
		case clComment:
			pos = skipComment(src, pos)
			continue
		default:
			switch c {
			case '(':
				o, pos = lx.literal(pos + 1)
			case ']':
				pos++
				if nested == 0 {
					break scan
				}
				nested--
				continue
			case '[':
				pos++
				nested++
				continue
			default:
				if o, pos = lx.object(pos); o.kind == 0 {
					continue
				}
			}
		}
		if len(elems) >= limits.ArrayOperands {
			lx.damage++
			break
		}
		elems = append(elems, o)
	}
	lx.elems = elems
	return operand{kind: kindArray, start: int32(start), end: int32(len(elems))}, pos
}

// endsArray reports whether op takes an array or cannot stand among text. Then the array before it has ended.
func endsArray(op uint32) bool {
	switch op {
	case opShowArray, opDash, opShow, opBeginText, opEndText, opSave, opRestore:
		return true
	}
	return false
}

// dict reads a dictionary. By far the most frequent one, << /MCID n >>, is read without making an object.
func (lx *lexer) dict(pos int) (operand, int) {
	if v, after, ok := mcidDict(lx.src, pos); ok {
		return operand{kind: kindMCID, num: v}, after
	}
	if lx.dictFailures < maxDictFailures {
		window := lx.src[pos:min(len(lx.src), pos+maxDictBytes-lx.dictBytes)]
		obj, n, ok := pdf.ParseDirect(window)
		if d, isDict := obj.(pdf.Dict); ok && isDict {
			lx.dictBytes += n
			lx.dicts = append(lx.dicts, d)
			return operand{kind: kindDict, start: int32(len(lx.dicts) - 1)}, pos + n
		}
		lx.dictFailures++
		lx.dictBytes += len(window)
	}
	lx.damage++
	return operand{}, pos + 2
}

// mcidDict reads a dictionary whose only entry is /MCID with a plain number.
func mcidDict(src []byte, pos int) (v float64, after int, ok bool) {
	pos = skipWhite(src, pos+2)
	const key = "/MCID"
	if len(src)-pos < len(key)+1 || string(src[pos:pos+len(key)]) != key || class[src[pos+len(key)]] != clWhite {
		return 0, 0, false
	}
	pos = skipWhite(src, pos+len(key))
	if pos >= len(src) || src[pos] < '0' || src[pos] > '9' {
		return 0, 0, false
	}
	v, pos = number(src, pos)
	pos = skipWhite(src, pos)
	if len(src)-pos < 2 || src[pos] != '>' || src[pos+1] != '>' {
		return 0, 0, false
	}
	return v, pos + 2, true
}

// bytes returns the bytes of the name or string o, valid until the next call of next. It returns nil for other
// operands.
func (lx *lexer) bytes(o operand) []byte {
	switch o.kind {
	case kindName, kindString:
		return lx.src[o.start:o.end]
	case kindEscName, kindEscaped:
		return lx.scratch[o.start:o.end]
	}
	return nil
}

// isName reports whether o is a name.
func (o operand) isName() bool { return o.kind == kindName || o.kind == kindEscName }

// isString reports whether o is a string.
func (o operand) isString() bool { return o.kind == kindString || o.kind == kindEscaped }
