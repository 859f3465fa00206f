package content

import (
	"math"
	"sync"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/mathfont"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// fontTable holds the fonts of the document. Each is loaded once.
type fontTable struct {
	mu     sync.Mutex
	byKey  map[any]*fontEntry // pdf.Ref, or Dict.Identity of a direct dictionary
	direct int                // direct fonts so far
}

// fontEntry is a font of the document. once guards the fields below it. So a font that is slow to load delays only
// the pages that need it.
type fontEntry struct {
	id   int
	once sync.Once
	font *font.Font
	face *layout.Font
	em   float64 // ems of face in ems of font; 1 except for Type 3 fonts

	feetOnce sync.Once
	feet     bool // see hasFeet
}

// fontUse is a font on the page.
type fontUse struct {
	*fontEntry
	index int32 // Content.Fonts
}

// entry returns the entry of the font with this key. The id of an indirect font is its object number, so ids do
// not depend on the order of the pages.
func (t *fontTable) entry(key any) *fontEntry {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e := t.byKey[key]; e != nil {
		return e
	}
	e := &fontEntry{}
	if ref, ok := key.(pdf.Ref); ok {
		e.id = ref.Num
	} else {
		t.direct++
		e.id = limits.Objects + t.direct
	}
	if t.byKey == nil {
		t.byKey = make(map[any]*fontEntry)
	}
	t.byKey[key] = e
	return e
}

// standIn is the key of the font for text that names none.
type standIn struct{}

// useFont returns the font o, a reference or a dictionary, as a font of this page.
func (in *interp) useFont(o pdf.Object) *fontUse {
	dict := in.r.doc.Dict(o)
	var key any = standIn{}
	if ref, ok := o.(pdf.Ref); ok {
		key = ref
	} else if id := dict.Identity(); id != nil {
		key = id
	}
	e := in.r.fontEntry(key, dict)
	if u := in.fonts[e]; u != nil {
		return u
	}
	if len(e.font.Damage) > 0 {
		in.b.warn(warnFont, clean([]byte(e.font.Name+": "+e.font.Damage[0])))
	}
	u := &fontUse{fontEntry: e, index: int32(len(in.c.Fonts))}
	in.c.Fonts = append(in.c.Fonts, e.face)
	in.fonts[e] = u
	return u
}

// fontEntry returns the entry of the font dict, loaded.
func (r *Reader) fontEntry(key any, dict pdf.Dict) *fontEntry {
	e := r.fonts.entry(key)
	e.once.Do(func() {
		var find func() *font.Reading
		if ref, ok := key.(pdf.Ref); ok && !r.plain {
			find = func() *font.Reading { return r.readingOf(ref) }
		}
		e.load(r.doc, r.loader, dict, find)
	})
	return e
}

func (e *fontEntry) load(doc *pdf.Document, loader *font.Loader, dict pdf.Dict, find func() *font.Reading) {
	if dict.Len() == 0 {
		dict = pdf.NewDict(pdf.Name("Type"), pdf.Name("Font"), pdf.Name("Subtype"), pdf.Name("Type1"),
			pdf.Name("BaseFont"), pdf.Name("Helvetica"))
	}
	f := loader.LoadReading(dict, find)
	e.font, e.em = f, 1
	e.face = &layout.Font{
		ID: e.id, Name: f.Name, Family: f.Family,
		Ascent: f.Ascent, Descent: f.Descent, Space: f.Space, XHeight: f.XHeight,
		Bold: f.Bold, Italic: f.Italic, Mono: f.Mono, Serif: f.Serif, Symbolic: f.Symbolic,
		Type3: f.Type3 != nil, Handle: f,
	}
	if f.Type3 != nil {
		if !dict.Has("FontDescriptor") || math.Abs(f.Type3.Matrix[3]) > outlineUnit {
			e.fitType3(doc.Numbers(dict.Raw("FontBBox")))
		}
		f.Type3.Em = e.em
	}
	e.face.Math, e.face.Shapes = mathfont.Of(f)
}

// setFont is the operator Tf. It sets font and size.
func (in *interp) setFont() {
	lx := in.frame.lex
	if lx.n < 2 || !lx.ops[lx.n-2].isName() || lx.ops[lx.n-1].kind != kindNumber {
		lx.damage++
		return
	}
	name := lx.bytes(lx.ops[lx.n-2])
	s := in.frame.scope
	u, ok := s.fonts.get(name)
	if !ok {
		u = in.useFont(in.resource(s, "Font", name))
		s.fonts.put(name, u)
	}
	in.gs.text.font, in.gs.text.size = u, lx.ops[lx.n-1].num
}
