package content

import (
	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// interp interprets the streams of one page, cell or mask into c. Its storage is used again for the next.
type interp struct {
	r *Reader
	c *layout.Content
	b *budget

	gs    gstate
	stack []gstate
	text  textObject
	path  path
	frame frame

	depth  int       // nested streams, with those of the parent interp
	active []pdf.Ref // streams being interpreted, to detect cycles
	lexers []*lexer  // by depth

	pageBox   layout.Rect
	origin    layout.Origin
	mark      int32           // innermost marked-content sequence; -1: none
	markFlags layout.RunFlags // those of OptionalOff, ArtifactRun and InPattern that hold here
	marks     []openMark
	owner     int  // object number of the form that the current MCIDs belong to
	hidden    int  // nested optional content that is off
	faded     bool // inside a group that is painted with no opacity
	colorless bool // colour operators are ignored (clause 8.7.3.3)

	textClip  textClip
	textClips []clippedRuns
	procs     []glyphProc
	unmapped  int
	damage    int // operators that made no sense, besides those that lexers count

	fonts    map[*fontEntry]*fontUse
	texts    map[textKey]int32 // index of Content.Strings << 1 | not known
	paints   [paintSlots]int32 // Content.Paints + 1 by hash
	patterns map[patternKey]int32
	masks    map[maskKey]int32

	devices [3]*imaging.ColorSpace // without defaults

	boxes      []layout.Rect // of the runs, as core computes them
	buffer     []byte        // content of the page
	dash       []float32
	components [maxOperands]float64
	tags       map[string]string
	judge      judge
}

// frame is the state that belongs to one stream.
type frame struct {
	lex      *lexer
	scope    *scope
	base     matrix // space of the stream, in which its patterns are anchored
	floor    int    // stack entries of the enclosing streams
	marks    int    // marks of the enclosing streams
	unsaved  int    // q operators over the limit
	unmarked int    // BMC operators over the limit
	compat   int    // nested BX
}

// worker returns an interp that is ready to fill c.
func (r *Reader) worker(c *layout.Content, b *budget, base matrix) *interp {
	in, ok := r.workers.Get().(*interp)
	if !ok {
		in = &interp{
			fonts: make(map[*fontEntry]*fontUse), texts: make(map[textKey]int32),
			patterns: make(map[patternKey]int32), masks: make(map[maskKey]int32),
			tags: make(map[string]string),
		}
	}
	in.r, in.c, in.b = r, c, b
	in.gs = initialState(base)
	in.text = textObject{identity, identity}
	in.mark = -1
	in.pageBox = layout.Rect{X1: c.Width, Y1: c.Height}
	in.gs.clipBox = in.pageBox
	return in
}

// maxBuffer is the largest page content whose storage is kept for the next page. Larger pages are rare.
const maxBuffer = 16 << 20

// release gives in back for another page.
func (r *Reader) release(in *interp) {
	clear(in.fonts)
	clear(in.texts)
	clear(in.patterns)
	clear(in.masks)
	clear(in.stack[:cap(in.stack)])
	if cap(in.buffer) > maxBuffer {
		in.buffer = nil
	}
	*in = interp{
		stack: in.stack[:0], active: in.active[:0], lexers: in.lexers, marks: in.marks[:0],
		textClips: in.textClips[:0], procs: in.procs[:0],
		fonts: in.fonts, texts: in.texts, patterns: in.patterns, masks: in.masks,
		boxes: in.boxes[:0], buffer: in.buffer, dash: in.dash, tags: in.tags, judge: in.judge,
	}
	r.workers.Put(in)
}

// child returns an interp for content of its own that is part of this page.
func (in *interp) child(c *layout.Content, base matrix) *interp {
	ch := in.r.worker(c, in.b, base)
	ch.depth = in.depth
	ch.active = append(ch.active, in.active...)
	ch.frame.scope = in.frame.scope
	return ch
}

// stream interprets src. Names are looked up in sc. What the stream leaves open is closed.
func (in *interp) stream(src []byte, sc *scope) {
	src = src[:in.b.read(len(src))]
	outer := in.frame
	if in.depth >= len(in.lexers) {
		in.lexers = append(in.lexers, make([]*lexer, in.depth+1-len(in.lexers))...)
	}
	lx := in.lexers[in.depth]
	if lx == nil {
		lx = new(lexer)
		in.lexers[in.depth] = lx
	}
	lx.reset(src)
	in.frame = frame{lex: lx, scope: sc, base: in.gs.ctm, floor: len(in.stack), marks: len(in.marks)}
	in.path = path{first: len(in.c.Segments)}
	in.depth++
	for !in.b.stopped {
		op := lx.next()
		if op == 0 || !in.b.charge(1+lx.dictBytes) {
			break
		}
		in.execute(op)
	}
	in.depth--
	in.stack = in.stack[:in.frame.floor]
	for len(in.marks) > in.frame.marks {
		in.endMark()
	}
	in.c.Segments = in.c.Segments[:in.path.first]
	in.path = path{first: len(in.c.Segments)}
	in.damage += lx.damage
	lx.release()
	in.frame = outer
}

// finish turns the counts into warnings.
func (in *interp) finish() {
	if in.damage > 0 {
		in.b.warnN(warnDamaged, "operators or operands that make no sense", in.damage)
	}
	if in.unmapped > 0 {
		in.b.warnN(warnUnmapped, "glyphs whose Unicode could not be found", in.unmapped)
	}
	in.warnReadings()
	in.likenFixedWidth()
	in.doubtIdeographs()
}
