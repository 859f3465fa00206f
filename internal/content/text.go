package content

import "github.com/pagelift/pagelift/layout"

// textObject is the state from BT to ET (ISO 32000-2 clause 9.4). Text outside of a text object is shown as if it
// were inside one.
type textObject struct {
	tm, line matrix // text matrix and text line matrix
}

func (in *interp) beginText() {
	in.text = textObject{identity, identity}
	if !in.textClip.used {
		in.textClip.runs = len(in.c.Runs)
	}
}

func (in *interp) endText() { in.clipText() }

// moveText is the operator Td. It moves to another line.
func (in *interp) moveText(x, y float64) {
	m := &in.text.line
	e, f := m.e+x*m.a+y*m.c, m.f+x*m.b+y*m.d
	if !usable(e, f) {
		in.damage++
		return
	}
	m.e, m.f = e, f
	in.text.tm = *m
}

// setTextMatrix is the operator Tm. It sets the text matrix and the text line matrix.
func (in *interp) setTextMatrix(m matrix) {
	if m, ok := m.finite(); ok {
		in.text = textObject{m, m}
	} else {
		in.damage++
	}
}

// nextLine is the operator T*. It moves to the start of the next line.
func (in *interp) nextLine() { in.moveText(0, -in.gs.text.leading) }

// showOne is the operator Tj, and the second half of ' and ". It shows one string.
func (in *interp) showOne() {
	lx := in.frame.lex
	if lx.n < 1 || !lx.ops[lx.n-1].isString() {
		lx.damage++
		return
	}
	in.show(lx.ops[lx.n-1 : lx.n])
}

// showArray is the operator TJ. It shows strings, with moves between them.
func (in *interp) showArray() {
	lx := in.frame.lex
	if lx.n < 1 || lx.ops[lx.n-1].kind != kindArray {
		in.showOne() // some writers forget the brackets
		return
	}
	o := lx.ops[lx.n-1]
	in.show(lx.elems[o.start:o.end])
}

// showSpaced is the operator ". It sets word and character spacing and shows text on the next line.
func (in *interp) showSpaced() {
	lx := in.frame.lex
	if lx.n >= 3 && lx.ops[lx.n-3].kind == kindNumber && lx.ops[lx.n-2].kind == kindNumber {
		in.gs.text.wordSpace, in.gs.text.charSpace = lx.ops[lx.n-3].num, lx.ops[lx.n-2].num
	}
	in.nextLine()
	in.showOne()
}

// strokes reports whether the render mode paints outlines.
func strokes(mode uint8) bool { return mode&3 == 1 || mode&3 == 2 }

// fills reports whether the render mode paints the inside.
func fills(mode uint8) bool { return mode&3 == 0 || mode&3 == 2 }

// coreHeight is the part of an em above the baseline that tests of visibility look at. It is the height of small
// letters, which all text except a few marks fills.
const coreHeight = 0.5

// core returns the box of the glyphs of a run between the baseline and coreHeight. It reaches from the outermost
// origin to the pen at the end of the run. For vertical text it lies around the line through the vertical origins.
func (p *pen) core(run *layout.Run) layout.Rect {
	low, high := min(p.low, p.at), max(p.high, p.at)
	x0, y0 := coord(p.x+low*p.stepX), coord(p.y+low*p.stepY)
	x1, y1 := coord(p.x+high*p.stepX), coord(p.y+high*p.stepY)
	r := layout.Rect{X0: min(x0, x1), Y0: min(y0, y1), X1: max(x0, x1), Y1: max(y0, y1)}
	if run.Flags&layout.VerticalMode != 0 {
		dx, dy := run.Em[0]*coreHeight/2, run.Em[1]*coreHeight/2
		return grow(grow(r, dx, dy), -dx, -dy)
	}
	return grow(r, run.Em[2]*coreHeight, run.Em[3]*coreHeight)
}

// grow returns the union of r, of r moved by (dx, dy), and of what is between them.
func grow(r layout.Rect, dx, dy float32) layout.Rect {
	return layout.Rect{
		X0: min(r.X0, r.X0+dx), Y0: min(r.Y0, r.Y0+dy),
		X1: max(r.X1, r.X1+dx), Y1: max(r.Y1, r.Y1+dy),
	}
}
