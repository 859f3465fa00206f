package facsimile

import (
	"context"
	"math"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/webfont"
	"github.com/pagelift/pagelift/layout"
)

// face is a font of the document, or the same without ink: for text that something else
// shows, or nothing.
type face struct {
	font  *layout.Font
	blank bool

	usage webfont.Usage
	set   *webfont.Set // nil: there is no web font of it
	index int          // in set
	cast  *cast
}

// cast is what one call of webfont makes: of all parts that writers have made of one font,
// page by page.
type cast struct {
	faces []*face
	set   *webfont.Set
	first int // number of its first family in the book

	admitted, listed bool
}

// faces are those of a book.
type faces struct {
	byFont map[*layout.Font]*[2]*face // with ink, and blank
	list   []*face                    // in the order of the pages that use them

	files, bytes int  // of the fonts made so far
	full         bool // there are more than a document may have
}

func (f *faces) faceOf(l *layout.Font, blank bool) *face {
	pair := f.byFont[l]
	if pair == nil {
		if f.byFont == nil {
			f.byFont = map[*layout.Font]*[2]*face{}
		}
		pair = new([2]*face)
		f.byFont[l] = pair
	}
	i := 0
	if blank {
		i = 1
	}
	if pair[i] == nil {
		pair[i] = &face{font: l, blank: blank}
		f.list = append(f.list, pair[i])
	}
	return pair[i]
}

// usages are what one page shows of each font.
type usages struct {
	byFont map[faceKey]*webfont.Usage
	order  []faceKey
}

type faceKey struct {
	font  *layout.Font
	blank bool
}

func (u *usages) usageOf(k faceKey) *webfont.Usage {
	if u.byFont == nil {
		u.byFont = map[faceKey]*webfont.Usage{}
	}
	usage := u.byFont[k]
	if usage == nil {
		usage = &webfont.Usage{Space: k.font.Space}
		u.byFont[k] = usage
		u.order = append(u.order, k)
	}
	return usage
}

// fonts are those with ink.
func (u *usages) fonts() (list []*layout.Font) {
	for _, k := range u.order {
		if !k.blank {
			list = append(list, k.font)
		}
	}
	return list
}

// merge adds what a page shows.
func (f *faces) merge(u *usages) {
	for _, k := range u.order {
		f.faceOf(k.font, k.blank).usage.Merge(u.byFont[k])
	}
}

// pagesPerTurn is of how many pages what they show is kept apart, until it is merged in
// their order: it takes 100 KB a page.
const pagesPerTurn = 16

// gather has count tell for n pages what each shows.
func (f *faces) gather(ctx context.Context, n, workers int, count func(page int, shown *usages)) error {
	for from := 0; from < n; from += pagesPerTurn {
		turn := make([]usages, min(n-from, pagesPerTurn))
		if err := each(ctx, len(turn), workers, func(i int) { count(from+i, &turn[i]) }); err != nil {
			return err
		}
		for i := range turn {
			f.merge(&turn[i])
		}
	}
	return nil
}

// build makes the fonts of faces that have none yet, with several workers. A font that
// cannot be had leaves its faces without a set.
func (f *faces) build(ctx context.Context, blank bool, workers int) error {
	var casts []*cast
	byName := map[string]*cast{}
	for _, face := range f.list {
		if face.blank != blank || !blank && !isProgram(face.font) {
			continue
		}
		c := byName[face.font.Name]
		if c == nil || blank || face.font.Name == "" {
			c = &cast{}
			casts = append(casts, c)
			byName[face.font.Name] = c
		}
		face.cast, face.index = c, len(c.faces)
		c.faces = append(c.faces, face)
	}
	for len(casts) > 0 && !f.full {
		turn := casts[:min(len(casts), fontsPerTurn)]
		casts = casts[len(turn):]
		if err := each(ctx, len(turn), workers, func(i int) { turn[i].build(ctx) }); err != nil {
			return err
		}
		for _, c := range turn {
			for _, face := range c.faces {
				f.admit(face.cast)
			}
		}
	}
	f.full = f.full || len(casts) > 0
	return nil
}

// fontsPerTurn is how many fonts are made until their sizes are looked at. It does not
// depend on the workers, so that what is made does not.
const fontsPerTurn = 32

// admit counts the fonts of a cast. Those that are more than a document may have are let
// go.
func (f *faces) admit(c *cast) {
	if c.set == nil || c.admitted {
		return
	}
	c.admitted = true
	size := 0
	for _, family := range c.set.Families {
		size += family.Size()
	}
	if f.files+len(c.set.Families) > limits.DocumentFonts || f.bytes+size > limits.DocumentFontBytes {
		f.full, c.set = true, nil
		for _, face := range c.faces {
			face.set = nil
		}
		return
	}
	f.files, f.bytes = f.files+len(c.set.Families), f.bytes+size
}

// isProgram reports whether the document has the program of a font whose glyphs are
// outlines and nothing else.
func isProgram(l *layout.Font) bool {
	f, ok := l.Handle.(*font.Font)
	return ok && f.Embedded && f.Type3 == nil && f.UnitsPerEm() > 0
}

// isEmbedded reports whether the document has a program of a font, be it broken.
func isEmbedded(l *layout.Font) bool {
	f, ok := l.Handle.(*font.Font)
	return ok && f.Embedded
}

// build makes the fonts. A face that cannot be had is left out, and the others are made.
func (c *cast) build(ctx context.Context) {
	faces := make([]webfont.Face, len(c.faces))
	for i, f := range c.faces {
		faces[i] = webfont.Face{Source: f.source(), Usage: &f.usage}
	}
	set, err := webfont.Build(ctx, faces)
	if err != nil {
		if len(c.faces) > 1 {
			for _, f := range c.faces {
				f.cast, f.index = &cast{faces: []*face{f}}, 0
				f.cast.build(ctx)
			}
		}
		return
	}
	c.set = set
	for _, f := range c.faces {
		f.set = set
	}
}

func (f *face) source() webfont.Source {
	if f.blank {
		return blankSource{}
	}
	return f.font.Handle.(*font.Font)
}

// blankSource is a font whose glyphs have no ink.
type blankSource struct{}

func (blankSource) Glyph(code uint32) (int, bool) { return int(code & math.MaxInt32), true }
func (blankSource) Outline(uint32) font.Outline   { return nil }
func (blankSource) TrueType() *font.TrueType      { return nil }
func (blankSource) UnitsPerEm() int               { return 1000 }

// families are the fonts of all faces, in their order, and the number of the first of each
// cast.
func (f *faces) families() []*webfont.Family {
	var list []*webfont.Family
	for _, face := range f.list {
		c := face.cast
		if c == nil || c.set == nil || c.listed {
			continue
		}
		c.listed = true
		c.first = len(list)
		list = append(list, c.set.Families...)
	}
	return list
}

// useOf is what an atom of a line shows. Advances are rounded to a tenth of a thousandth of
// an em: they come out of sizes in points, and equal ones must be equal.
func (s *sheet) useOf(l *line, a *atom) webfont.Use {
	g := &s.glyphs[a.glyph]
	text := l.text[a.start:a.end]
	return webfont.Use{
		Code: g.code, Width: float32(math.Round(float64(s.advanceOf(a))*10000) / 10000),
		Text: text, Form: webfont.Joining(l.text[:a.start], text, l.text[a.end:]),
	}
}

// advanceOf is how wide an atom is, in ems.
func (s *sheet) advanceOf(a *atom) float32 {
	r := s.runOf(a.glyph)
	if a.count == 1 {
		return s.ems(r, abs(s.glyphs[a.glyph].advance))
	}
	last := a.glyph + a.count - 1
	along, _ := s.step(r, a.glyph, last)
	return abs(along) + s.ems(r, abs(s.glyphs[last].advance))
}
