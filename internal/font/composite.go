package font

import (
	"math"
	"sync"
	"sync/atomic"

	"github.com/pagelift/pagelift/internal/limits"
)

// compositeFont is a Type 0 font with its CIDFont (clause 9.7). Codes are looked
// at when they are first shown, and remembered in pages of 256.
type compositeFont struct {
	encoding   *cmap
	codeBytes  int // when all codes have the same length; 0 otherwise
	pages      [256]atomic.Pointer[page]
	morePages  sync.Map // of codes other than two-byte ones, by pageKey
	pageCount  atomic.Int32
	unicode    *toUnicode
	collection collection
	program    *lazyProgram
	gids       []byte // CIDToGIDMap stream, two bytes each; nil: GIDs are CIDs
	metrics    cidMetrics
	table      symbolTable
	guessable  bool // not embedded, GIDs of a system font: see systemGlyph
}

// page is what is remembered of 256 codes: all of a simple font, or those of a
// composite one that differ in the last byte.
type page struct {
	cells   [256]cell
	origins *[256]originCell // vertical writing only
}

const pageSize = 8 * 256 // bytes of a page, origins left out

// originCell is a position vector, stored before the cell that announces it.
type originCell struct{ v atomic.Uint64 }

func (o *originCell) store(x, y float32) {
	o.v.Store(uint64(math.Float32bits(x))<<32 | uint64(math.Float32bits(y)))
}

func (o *originCell) load() (x, y float32) {
	v := o.v.Load()
	return math.Float32frombits(uint32(v >> 32)), math.Float32frombits(uint32(v))
}

// next is the first character of s.
func (c *compositeFont) next(f *Font, s []byte) (Char, int) {
	if c.codeBytes == 2 && len(s) >= 2 {
		return c.char(f, &c.pages[s[0]], uint32(s[0])<<8|uint32(s[1]), 2), 2
	}
	code, n, ok := c.encoding.next(s)
	if !ok {
		return Char{Code: code, Rune: nothingRune}, n
	}
	if n == 2 {
		return c.char(f, &c.pages[code>>8], code, n), n
	}
	slot, _ := c.morePages.Load(pageKey(code, n))
	if slot == nil {
		if c.pageCount.Add(1) > limits.FontPages {
			return c.resolve(f, code, n), n
		}
		slot, _ = c.morePages.LoadOrStore(pageKey(code, n), new(atomic.Pointer[page]))
	}
	return c.char(f, slot.(*atomic.Pointer[page]), code, n), n
}

// pageKey names the page of a code of n bytes.
func pageKey(code uint32, n int) uint32 { return code>>8 | uint32(n)<<24 }

// char is the character with code, whose page is or goes to slot.
func (c *compositeFont) char(f *Font, slot *atomic.Pointer[page], code uint32, n int) Char {
	p := slot.Load()
	if p == nil {
		if !f.loader.afford(pageSize) {
			return c.resolve(f, code, n)
		}
		p = new(page)
		if f.Vertical {
			p.origins = new([256]originCell)
		}
		if !slot.CompareAndSwap(nil, p) {
			p = slot.Load()
		}
	}
	i := code & 0xFF
	width, r, ok := p.cells[i].load()
	if !ok {
		ch := c.resolve(f, code, n)
		if p.origins != nil {
			p.origins[i].store(ch.VX, ch.VY)
		}
		p.cells[i].store(ch.Width, ch.Rune)
		return ch
	}
	ch := Char{Code: code, Width: width, Rune: r, Space: n == 1 && code == ' '}
	if p.origins != nil {
		ch.VX, ch.VY = p.origins[i].load()
	}
	return ch
}

// resolve finds out what code is.
func (c *compositeFont) resolve(f *Font, code uint32, n int) Char {
	cid := c.encoding.cid(code, n)
	ch := Char{Code: code, Space: n == 1 && code == ' '}
	ch.Width, ch.VX, ch.VY = c.metrics.metricsOf(cid, f.Vertical)
	m, said := c.unicode.text(code)
	if said && !m.known() {
		ch.Rune = nothingRune
		return ch
	}
	if symbol, ok := c.table.symbolOf(m); ok {
		if picture := c.table.text(symbol, ""); picture.known() {
			m = picture
		}
	}
	if !m.known() || m.private() {
		if better := c.explain(f, code, n, cid); better.known() {
			m = better
		}
	}
	switch {
	case m.known() && !m.private():
		ch.Rune = f.texts.rune(m)
	case cid == 0 && c.program != nil:
		ch.Rune = nothingRune // the glyph for undefined characters
	default:
		ch.Rune = unknownRune
	}
	return ch
}

// explain is what code means when ToUnicode does not say: by what is stated of it, by
// the text that is shown in the font, and at last by the habits of systems.
func (c *compositeFont) explain(f *Font, code uint32, n int, cid uint32) text {
	if m := c.stated(code, n, cid); m.known() {
		return m
	}
	if m := f.read(code); m.known() {
		return m
	}
	if c.guessable {
		return systemGlyph(c.gid(cid))
	}
	return text{}
}

// stated is what code means by the code itself, by its CID, or by the program.
func (c *compositeFont) stated(code uint32, n int, cid uint32) text {
	if r := c.encoding.scalar(code, n); r != 0 {
		if m := (text{r: r}).clean(); m.known() && !m.private() {
			return m
		}
	}
	if m := unicodeOf(c.collection).text(cid); m.known() {
		return m
	}
	return c.program.glyphText(c.gid(cid))
}

// symbolBase is where Windows puts the codes of symbol fonts in the private use area.
const symbolBase = 0xF000

// gid is the glyph of cid in the embedded program; 0 when it has none.
func (c *compositeFont) gid(cid uint32) int {
	if c.gids != nil {
		if i := int(2 * cid); i+1 < len(c.gids) {
			return int(c.gids[i])<<8 | int(c.gids[i+1])
		}
		return 0
	}
	if c.program == nil {
		return int(cid)
	}
	gid, _ := c.program.gidOfCID(uint16(cid))
	return gid
}
