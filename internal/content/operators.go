package content

// The operators of ISO 32000-2 Annex A, packed as next returns them: the first byte lowest.
const (
	opSave         = 'q'
	opRestore      = 'Q'
	opConcat       = 'c' | 'm'<<8
	opLineWidth    = 'w'
	opCap          = 'J'
	opJoin         = 'j'
	opMiter        = 'M'
	opDash         = 'd'
	opIntent       = 'r' | 'i'<<8
	opFlatness     = 'i'
	opExtState     = 'g' | 's'<<8
	opMove         = 'm'
	opLine         = 'l'
	opCurve        = 'c'
	opCurveV       = 'v'
	opCurveY       = 'y'
	opClose        = 'h'
	opRect         = 'r' | 'e'<<8
	opStroke       = 'S'
	opCloseStroke  = 's'
	opFill         = 'f'
	opFillOld      = 'F'
	opFillEO       = 'f' | '*'<<8
	opBoth         = 'B'
	opBothEO       = 'B' | '*'<<8
	opCloseBoth    = 'b'
	opCloseBothEO  = 'b' | '*'<<8
	opEndPath      = 'n'
	opClip         = 'W'
	opClipEO       = 'W' | '*'<<8
	opBeginText    = 'B' | 'T'<<8
	opEndText      = 'E' | 'T'<<8
	opCharSpace    = 'T' | 'c'<<8
	opWordSpace    = 'T' | 'w'<<8
	opScale        = 'T' | 'z'<<8
	opLeading      = 'T' | 'L'<<8
	opFont         = 'T' | 'f'<<8
	opRender       = 'T' | 'r'<<8
	opRise         = 'T' | 's'<<8
	opTextMove     = 'T' | 'd'<<8
	opTextMoveLead = 'T' | 'D'<<8
	opTextMatrix   = 'T' | 'm'<<8
	opNextLine     = 'T' | '*'<<8
	opShow         = 'T' | 'j'<<8
	opShowArray    = 'T' | 'J'<<8
	opLineShow     = '\''
	opSpacedShow   = '"'
	opWidth        = 'd' | '0'<<8
	opWidthBox     = 'd' | '1'<<8
	opStrokeSpace  = 'C' | 'S'<<8
	opFillSpace    = 'c' | 's'<<8
	opStrokeColor  = 'S' | 'C'<<8
	opStrokeColorN = 'S' | 'C'<<8 | 'N'<<16
	opFillColor    = 's' | 'c'<<8
	opFillColorN   = 's' | 'c'<<8 | 'n'<<16
	opStrokeGray   = 'G'
	opFillGray     = 'g'
	opStrokeRGB    = 'R' | 'G'<<8
	opFillRGB      = 'r' | 'g'<<8
	opStrokeCMYK   = 'K'
	opFillCMYK     = 'k'
	opShade        = 's' | 'h'<<8
	opInlineImage  = 'B' | 'I'<<8
	opImageData    = 'I' | 'D'<<8
	opEndImage     = 'E' | 'I'<<8
	opXObject      = 'D' | 'o'<<8
	opPoint        = 'M' | 'P'<<8
	opPointProps   = 'D' | 'P'<<8
	opMark         = 'B' | 'M'<<8 | 'C'<<16
	opMarkProps    = 'B' | 'D'<<8 | 'C'<<16
	opEndMark      = 'E' | 'M'<<8 | 'C'<<16
	opCompat       = 'B' | 'X'<<8
	opEndCompat    = 'E' | 'X'<<8
)

// Values of keyword for words that are no operators.
const (
	opLiteral = 0xFFFF_FFFE // true, false, null
	opUnknown = 0xFFFF_FFFF
)

// arity returns how many numbers an operator needs. Operators with other operands check those themselves.
func arity(op uint32) int {
	switch op {
	case opConcat, opCurve, opTextMatrix, opWidthBox:
		return 6
	case opCurveV, opCurveY, opRect, opStrokeCMYK, opFillCMYK:
		return 4
	case opStrokeRGB, opFillRGB:
		return 3
	case opMove, opLine, opTextMove, opTextMoveLead, opWidth:
		return 2
	case opLineWidth, opCap, opJoin, opMiter, opCharSpace, opWordSpace, opScale, opLeading,
		opRender, opRise, opStrokeGray, opFillGray:
		return 1
	}
	return 0
}

// known reports whether op is an operator.
func known(op uint32) bool {
	if arity(op) > 0 {
		return true
	}
	switch op {
	case opSave, opRestore, opDash, opIntent, opFlatness, opExtState, opClose,
		opStroke, opCloseStroke, opFill, opFillOld, opFillEO, opBoth, opBothEO, opCloseBoth, opCloseBothEO,
		opEndPath, opClip, opClipEO, opBeginText, opEndText, opFont, opNextLine,
		opShow, opShowArray, opLineShow, opSpacedShow,
		opStrokeSpace, opFillSpace, opStrokeColor, opStrokeColorN, opFillColor, opFillColorN,
		opShade, opInlineImage, opXObject, opPoint, opPointProps, opMark, opMarkProps, opEndMark,
		opCompat, opEndCompat:
		return true
	}
	return false
}

// maxGlued is the longest word that is tried as several operators without white space between them, such as "ETQ"
// or "EMCQ".
const maxGlued = 8

// unglue returns how many bytes of word are its first operator, if the whole word is a sequence of operators, else
// 0.
func unglue(word []byte) int {
	if len(word) > maxGlued {
		return 0
	}
	first := 0
	for at := 0; at < len(word); {
		n := 0
		for l := min(3, len(word)-at); l > 0 && n == 0; l-- {
			if known(pack(word[at : at+l])) {
				n = l
			}
		}
		if n == 0 {
			return 0
		}
		if first == 0 {
			first = n
		}
		at += n
	}
	return first
}

// pack packs the first three bytes of word.
func pack(word []byte) uint32 {
	op := uint32(0)
	for i, c := range word {
		op |= uint32(c) << (8 * i)
	}
	return op
}
