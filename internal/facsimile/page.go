package facsimile

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/svg"
	"github.com/pagelift/pagelift/internal/webfont"
	"github.com/pagelift/pagelift/layout"
)

// Page is what is kept of the content of a page.
type Page struct {
	number        int
	width, height float32 // points
	kept          packed
	strings       []string
	graphics      *svg.PageLayers // without what they say of runs, which these have

	runs   []run // by their first glyph; those and glyphs are there in the page of a sheet
	glyphs []glyph
	near   int // the run that was asked for last
}

// room is what the sheet of a page is made in. It is used again for another.
type room struct {
	runs   []run
	glyphs []glyph
	atoms  []atom
	shown  []bool
	spans  []span
	text   layout.Page
	places []*webfont.Place // of the atoms, as far as pieces are resolved or set
}

var rooms = sync.Pool{New: func() any { return new(room) }}

// leave lets go of all that is for spans to be made.
func (s *sheet) leave() {
	if s.room == nil {
		return
	}
	s.room.runs, s.room.glyphs, s.room.atoms = s.runs[:0], s.glyphs[:0], s.atoms[:0]
	s.room.text.Text, s.room.text.Formulas = "", nil
	clear(s.room.places)
	rooms.Put(s.room)
	s.room, s.runs, s.glyphs, s.atoms, s.lines, s.strings = nil, nil, nil, nil, nil, nil
}

// run is a row of glyphs in one look.
type run struct {
	first, count int32
	look         look
	charSpace    float32 // ems
	wide         float32 // an em along the line in points, in the page of a sheet
}

// look is all that tells the text of two runs apart, but for where they stand.
type look struct {
	font  *layout.Font
	em    [4]float32
	color uint32 // 0xRRGGBB
	alpha uint8
	level uint8
	shown showing
	down  bool // vertical writing
}

// showing is how the glyphs of a run come to be seen.
type showing uint8

const (
	asText      showing = iota // in a web font
	transparent                // nobody sees it: the words that were recognised in a scan
	drawn                      // in a layer, with transparent text on it
	hidden                     // not at all
)

// glyph is one glyph of the content.
type glyph struct {
	x, y, advance float32 // points
	code          uint32
	char          rune // as layout.Glyph has it
}

// Shows tells of each glyph of a page whether HTML can show it as text: it is filled with
// a colour, and in a font that browsers can have.
func Shows(c *layout.Content) []bool {
	shows := make([]bool, len(c.Glyphs))
	for i := range c.Runs {
		r := &c.Runs[i]
		if r.First < 0 || r.Count <= 0 || int(r.First)+int(r.Count) > len(shows) || !showsRun(c, r) {
			continue
		}
		for k := range r.Count {
			shows[r.First+k] = true
		}
	}
	return shows
}

func showsRun(c *layout.Content, r *layout.Run) bool {
	switch {
	case r.RenderMode == invisibleMode, r.Origin == layout.FromOCR, r.Flags&layout.Transcript != 0:
		return true // transparent
	case r.RenderMode != 0, r.Font < 0 || int(r.Font) >= len(c.Fonts):
		return false
	case r.Paint >= 0 && int(r.Paint) < len(c.Paints) && c.Paints[r.Paint].Fill.Pattern != 0:
		return false
	}
	return !c.Fonts[r.Font].Type3 // one whose program cannot be read is as if it had none
}

// Read keeps what a facsimile of the page needs of its content.
func Read(c *layout.Content, layers *svg.PageLayers) *Page {
	glyphs := make([]glyph, len(c.Glyphs))
	for i := range c.Glyphs {
		s := &c.Glyphs[i]
		glyphs[i] = glyph{s.X, s.Y, s.Advance, s.Code, s.Char}
	}
	runs := make([]run, 0, len(c.Runs))
	for i := range c.Runs {
		if r, ok := readRun(c, i, layers); ok {
			runs = append(runs, r)
		}
	}
	slices.SortStableFunc(runs, func(a, b run) int { return cmp.Compare(a.first, b.first) })
	graphics := *layers
	graphics.Texts = nil
	return &Page{
		number: c.Page, width: c.Width, height: c.Height, kept: pack(runs, glyphs), graphics: &graphics, strings: slices.Clone(c.Strings),
	}
}

// readRun reads run i of the content. ok is false for what shows nothing and says nothing.
func readRun(c *layout.Content, i int, layers *svg.PageLayers) (run, bool) {
	s := &c.Runs[i]
	if s.Count <= 0 || s.First < 0 || int(s.First)+int(s.Count) > len(c.Glyphs) || s.Font < 0 || int(s.Font) >= len(c.Fonts) || s.Origin >= layout.FromField {
		return run{}, false
	}
	wide, high := length(s.Em[0], s.Em[1]), length(s.Em[2], s.Em[3])
	if !(wide > leastType && high > leastType && wide < mostType && high < mostType) {
		return run{}, false
	}
	r := run{first: s.First, count: s.Count, charSpace: s.CharSpace / wide}
	r.look = look{font: c.Fonts[s.Font], em: s.Em, level: 1, alpha: 255, down: s.Flags&layout.VerticalMode != 0}
	if s.Paint >= 0 && int(s.Paint) < len(c.Paints) {
		p := &c.Paints[s.Paint]
		r.look.color = uint32(p.Fill.R)<<16 | uint32(p.Fill.G)<<8 | uint32(p.Fill.B)
		r.look.alpha = uint8(math.Round(float64(min(max(p.FillAlpha, 0), 1)) * 255))
	}
	switch {
	case s.Origin == layout.FromOCR, s.RenderMode == invisibleMode, s.Flags&layout.Transcript != 0:
		r.look.shown = transparent
	case s.Flags&layout.Unseen&^layout.Tiny != 0 && s.RenderMode != clipMode:
		r.look.shown = hidden
	case !showsRun(c, s):
		r.look.shown = drawn
	}
	if i < len(layers.Texts) {
		t := layers.Texts[i]
		r.look.level = uint8(min(t.Level, math.MaxUint8))
		switch {
		case t.Show == svg.Absent && r.look.shown != transparent:
			r.look.shown = hidden
		case t.Show == svg.Transparent && r.look.shown == asText:
			r.look.shown = drawn
		}
	}
	return r, true
}

// Text rendering modes that paint nothing (ISO 32000-2 table 104).
const (
	invisibleMode = 3
	clipMode      = 7
)

// The least and the largest size of type that is set, in points. Browsers have no smaller
// one, and a page is no larger.
const (
	leastType = 0.1
	mostType  = 20000
)

// runOf is the run of a glyph; nil: it is none that is kept.
func (p *Page) runOf(glyph int32) *run {
	if p.near < len(p.runs) { // most are of the run of the one before
		r := &p.runs[p.near]
		if glyph > r.first && glyph < r.first+r.count && (p.near+1 == len(p.runs) || glyph < p.runs[p.near+1].first) {
			return r
		}
	}
	i, found := slices.BinarySearchFunc(p.runs, glyph, func(r run, at int32) int { return cmp.Compare(r.first, at) })
	if !found {
		i--
	}
	if i < 0 || glyph >= p.runs[i].first+p.runs[i].count {
		return nil
	}
	p.near = i
	return &p.runs[i]
}

// measure notes how wide the ems of the runs are.
func (p *Page) measure() {
	for i := range p.runs {
		r := &p.runs[i]
		e := &r.look.em
		if r.look.down {
			r.wide = length(e[2], e[3])
		} else {
			r.wide = length(e[0], e[1])
		}
	}
}

// begins reports whether a text begins with what a glyph stands for, and how many bytes of it that is.
func (p *Page) begins(text string, g *glyph) (size int, ok bool) {
	if g.char < 0 {
		own := p.text(g)
		return len(own), strings.HasPrefix(text, own)
	}
	char := g.char
	if !utf8.ValidRune(char) {
		char = utf8.RuneError // as string has it
	}
	r, size := utf8.DecodeRuneInString(text)
	return size, r == char && size == utf8.RuneLen(char)
}

// text is what a glyph stands for, "" when nobody knows.
func (p *Page) text(g *glyph) string {
	if g.char >= 0 {
		return string(g.char)
	}
	if i := int(^g.char); i < len(p.strings) {
		return p.strings[i]
	}
	return ""
}

func length(x, y float32) float32 { return float32(math.Hypot(float64(x), float64(y))) }

func abs(v float32) float32 { return max(v, -v) }
