package content

import (
	"sync"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// formCache holds decoded streams of the document that are drawn repeatedly: form XObjects and glyph procedures.
type formCache struct {
	mu    sync.Mutex
	byRef map[pdf.Ref][]byte // nil: drawn only once so far, like most figures of a manual
	size  int
}

// decode returns the decoded data of the stream s. A full cache is emptied: what is drawn often comes back soon.
func (in *interp) decode(s *pdf.Stream) []byte {
	c := &in.r.forms
	again := false
	if s.Ref.Num != 0 {
		c.mu.Lock()
		var data []byte
		data, again = c.byRef[s.Ref]
		c.mu.Unlock()
		if data != nil {
			return data
		}
	}
	data, err := in.r.doc.Decode(in.b.ctx, s)
	if in.b.ended() {
		return nil // data that was cut short must not get into the cache
	}
	if err != nil {
		in.b.warn(warnDamaged, "stream of a form: "+err.Error())
	}
	if s.Ref.Num != 0 {
		c.keep(s.Ref, data, again)
	}
	return data
}

// keep keeps the data of ref if it was drawn before.
func (c *formCache) keep(ref pdf.Ref, data []byte, again bool) {
	if !again || len(data) > limits.FormCacheBytes/4 {
		data = nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byRef == nil || c.size+len(data) > limits.FormCacheBytes {
		c.byRef, c.size = make(map[pdf.Ref][]byte), 0
	}
	c.size += len(data) - len(c.byRef[ref])
	c.byRef[ref] = data
}

// form is a form XObject (ISO 32000-2 clause 8.10), a tiling cell or an appearance: a stream with its own space,
// bounds and resources.
type form struct {
	stream    *pdf.Stream
	matrix    matrix
	box       pdf.Box
	boxed     bool // it has a BBox
	resources pdf.Dict
	group     bool // it is a transparency group
	isolated  bool
	knockout  bool
	parents   bool // it has StructParents: MCIDs in it are its own
	scope     *scope
}

func (in *interp) readForm(s *pdf.Stream) *form {
	doc, d := in.r.doc, s.Dict
	f := &form{
		stream: s, matrix: numbersMatrix(doc.Numbers(d.Raw("Matrix"))),
		parents: d.Has("StructParents"), resources: doc.Dict(d.Raw("Resources")),
	}
	f.box, f.boxed = numbersBox(doc.Numbers(d.Raw("BBox")))
	if g := doc.Dict(d.Raw("Group")); doc.Name(g.Raw("S")) == "Transparency" {
		f.group = true
		f.isolated = doc.Bool(g.Raw("I"), false)
		f.knockout = doc.Bool(g.Raw("K"), false)
	}
	return f
}

// enter begins the interpretation of the stream ref. It reports whether that is allowed: not inside of itself, and
// not too deep.
func (in *interp) enter(ref pdf.Ref) bool {
	if in.depth >= limits.FormDepth {
		in.b.warn(warnTruncated, "forms nested too deeply")
		return false
	}
	if ref.Num != 0 {
		for _, r := range in.active {
			if r == ref {
				in.b.warn(warnDamaged, "a form that draws itself")
				return false
			}
		}
	}
	in.active = append(in.active, ref)
	return true
}

func (in *interp) leave() { in.active = in.active[:len(in.active)-1] }

// formCost is the cost of drawing a form besides its operators, counted in operators, so that empty forms have a
// cost.
const formCost = 16

// drawForm paints f in the current state.
func (in *interp) drawForm(f *form) {
	if !in.b.charge(formCost) || !in.enter(f.stream.Ref) {
		return
	}
	if f.scope == nil {
		f.scope = in.scopeOf(f.resources)
	}
	gs, text, owner, faded, clip := in.gs, in.text, in.owner, in.faded, in.textClip
	in.concat(f.matrix)
	in.path = path{first: len(in.c.Segments)}
	if f.boxed {
		in.rect(f.box.X0, f.box.Y0, f.box.X1-f.box.X0, f.box.Y1-f.box.Y0)
		in.path.clip = true
		in.paintPath(0)
	}
	if f.parents {
		in.owner = f.stream.Ref.Num
	}
	in.textClip = textClip{}
	group := int32(len(in.c.Groups))
	if f.group {
		in.beginGroup(f)
	}
	in.stream(in.decode(f.stream), f.scope)
	if f.group {
		in.c.Items = append(in.c.Items, layout.Item{Kind: layout.KindGroupEnd, Index: group})
	}
	in.gs, in.text, in.owner, in.faded, in.textClip = gs, text, owner, faded, clip
	in.leave()
}

// beginGroup opens a transparency group. Inside, opacity, blend mode and mask start anew (clause 11.6.6). The
// group as a whole is painted with the old ones.
func (in *interp) beginGroup(f *form) {
	c, g := in.c, &in.gs
	c.Items = append(c.Items, layout.Item{Kind: layout.KindGroup, Index: int32(len(c.Groups))})
	box := g.clipBox
	if f.boxed {
		box = g.ctm.bounds(f.box).Intersect(box)
	}
	c.Groups = append(c.Groups, layout.Group{
		Box: box, Isolated: f.isolated, Knockout: f.knockout,
		Paint: in.paint(false), Clip: g.clip, Mark: in.mark,
	})
	if g.fillAlpha == 0 {
		in.faded = true
	}
	g.fillAlpha, g.strokeAlpha, g.blend, g.softMask = 1, 1, "", 0
	g.restyle()
}
