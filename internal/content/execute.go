package content

import "github.com/pagelift/pagelift/layout"

// args returns the last n operands if they are numbers. Otherwise it returns nil, and the operator is skipped.
func (lx *lexer) args(n int) []operand {
	if lx.n < n {
		lx.damage++
		return nil
	}
	a := lx.ops[lx.n-n : lx.n]
	for i := range a {
		if a[i].kind != kindNumber {
			lx.damage++
			return nil
		}
	}
	return a
}

// nameArg returns the last operand if it is a name, otherwise nil.
func (lx *lexer) nameArg() []byte {
	if lx.n == 0 || !lx.ops[lx.n-1].isName() {
		lx.damage++
		return nil
	}
	return lx.bytes(lx.ops[lx.n-1])
}

// execute runs one operator. It is a table, in the order of how often operators occur. It checks the number of
// operands; the operators check their meaning.
func (in *interp) execute(op uint32) {
	lx, g := in.frame.lex, &in.gs
	var a []operand
	if n := arity(op); n > 0 {
		if a = lx.args(n); a == nil {
			return
		}
	}
	switch op {
	case opMove:
		in.moveTo(a[0].num, a[1].num)
	case opLine:
		in.lineTo(a[0].num, a[1].num)
	case opCurve:
		in.curveTo(a[0].num, a[1].num, a[2].num, a[3].num, a[4].num, a[5].num)
	case opCurveV:
		in.curveTo(in.path.x, in.path.y, a[0].num, a[1].num, a[2].num, a[3].num)
	case opCurveY:
		in.curveTo(a[0].num, a[1].num, a[2].num, a[3].num, a[2].num, a[3].num)
	case opClose:
		in.closePath()
	case opRect:
		in.rect(a[0].num, a[1].num, a[2].num, a[3].num)
	case opStroke:
		in.paintPath(layout.Stroke)
	case opCloseStroke:
		in.closePath()
		in.paintPath(layout.Stroke)
	case opFill, opFillOld:
		in.paintPath(layout.Fill)
	case opFillEO:
		in.paintPath(layout.Fill | layout.EvenOdd)
	case opBoth:
		in.paintPath(layout.Fill | layout.Stroke)
	case opBothEO:
		in.paintPath(layout.Fill | layout.Stroke | layout.EvenOdd)
	case opCloseBoth:
		in.closePath()
		in.paintPath(layout.Fill | layout.Stroke)
	case opCloseBothEO:
		in.closePath()
		in.paintPath(layout.Fill | layout.Stroke | layout.EvenOdd)
	case opEndPath:
		in.paintPath(0)
	case opClip:
		in.path.clip, in.path.clipEO = true, false
	case opClipEO:
		in.path.clip, in.path.clipEO = true, true

	case opShow:
		in.showOne()
	case opShowArray:
		in.showArray()
	case opLineShow:
		in.nextLine()
		in.showOne()
	case opSpacedShow:
		in.showSpaced()
	case opTextMove:
		in.moveText(a[0].num, a[1].num)
	case opTextMoveLead:
		g.text.leading = -a[1].num
		in.moveText(a[0].num, a[1].num)
	case opTextMatrix:
		in.setTextMatrix(argMatrix(a))
	case opNextLine:
		in.nextLine()
	case opFont:
		in.setFont()
	case opCharSpace:
		g.text.charSpace = a[0].num
	case opWordSpace:
		g.text.wordSpace = a[0].num
	case opScale:
		g.text.scale = a[0].num / 100
	case opLeading:
		g.text.leading = a[0].num
	case opRise:
		g.text.rise = a[0].num
	case opRender:
		in.setRender(a[0].num)
	case opBeginText:
		in.beginText()
	case opEndText:
		in.endText()

	case opSave:
		in.save()
	case opRestore:
		in.restore()
	case opConcat:
		in.concat(argMatrix(a))
	case opLineWidth:
		g.lineWidth = a[0].num
		g.fullPaint = -1
	case opCap:
		g.cap = style(a[0].num)
		g.fullPaint = -1
	case opJoin:
		g.join = style(a[0].num)
		g.fullPaint = -1
	case opMiter:
		g.miter = a[0].num
		g.fullPaint = -1
	case opDash:
		in.setDash()
	case opExtState:
		if name := lx.nameArg(); name != nil {
			in.extState(name)
		}
	default:
		in.executeRare(op, a)
	}
}

// executeRare is the rest of the table: colours, objects, marked content.
func (in *interp) executeRare(op uint32, a []operand) {
	lx, g := in.frame.lex, &in.gs
	switch op {
	case opFillGray:
		in.setDevice(&g.fill, deviceGray, a)
	case opStrokeGray:
		in.setDevice(&g.stroke, deviceGray, a)
	case opFillRGB:
		in.setDevice(&g.fill, deviceRGB, a)
	case opStrokeRGB:
		in.setDevice(&g.stroke, deviceRGB, a)
	case opFillCMYK:
		in.setDevice(&g.fill, deviceCMYK, a)
	case opStrokeCMYK:
		in.setDevice(&g.stroke, deviceCMYK, a)
	case opFillColor, opFillColorN:
		in.setColor(&g.fill)
	case opStrokeColor, opStrokeColorN:
		in.setColor(&g.stroke)
	case opFillSpace:
		if name := lx.nameArg(); name != nil {
			in.setSpace(&g.fill, name)
		}
	case opStrokeSpace:
		if name := lx.nameArg(); name != nil {
			in.setSpace(&g.stroke, name)
		}
	case opShade:
		if name := lx.nameArg(); name != nil {
			in.shade(name)
		}
	case opXObject:
		if name := lx.nameArg(); name != nil {
			in.xobject(name)
		}
	case opInlineImage:
		in.inlineImage()
	case opMark:
		if name := lx.nameArg(); name != nil {
			in.beginMark(name, operand{})
		}
	case opMarkProps:
		in.beginMarkProps()
	case opEndMark:
		if len(in.marks) > in.frame.marks || in.frame.unmarked > 0 {
			in.endMark()
		} else {
			lx.damage++
		}
	case opWidth:
	case opWidthBox:
		in.setShape()
	case opPoint, opPointProps, opIntent, opFlatness: // nothing visible
	case opCompat:
		in.frame.compat++
	case opEndCompat:
		in.frame.compat = max(in.frame.compat-1, 0)
	default:
		in.unknown()
	}
}

// unknown splits a word that is several operators without white space between them. It counts a word that is not.
func (in *interp) unknown() {
	lx := in.frame.lex
	word := lx.src[lx.opAt:lx.pos]
	if len(word) == 0 {
		return // operands without end, which were counted already
	}
	if n := unglue(word); n > 0 {
		lx.damage++
		lx.pos = lx.opAt + n
		in.execute(pack(word[:n]))
		return
	}
	if in.frame.compat == 0 {
		in.b.warn(warnUnknown, clean(word))
	}
}

func argMatrix(a []operand) matrix {
	return matrix{a[0].num, a[1].num, a[2].num, a[3].num, a[4].num, a[5].num}
}

// maxMode is the last text render mode (clause 9.3.6).
const maxMode = 7

// setRender is the operator Tr. It sets the text render mode.
func (in *interp) setRender(v float64) {
	if v >= 0 && v < maxMode+1 {
		in.gs.text.mode = uint8(v)
	} else {
		in.damage++
	}
}

// setShape is the operator d1: the glyph procedure is a shape without colour. It says where paint goes, but not
// which paint. On a page the operator means nothing.
func (in *interp) setShape() {
	if in.depth > 1 {
		in.colorless = true
	}
}
