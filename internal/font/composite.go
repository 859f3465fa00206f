package font

import (
	"math"
	"sync"
	"sync/atomic"

	"github.com/pagelift/pagelift/internal/limits"
)

// compositeFont is a Type 0 font with its CIDFont (clause 9.7). It finds the meaning of a code when the code
// is first shown, and remembers it in pages of 256 codes.
type compositeFont struct {
	encoding   *cmap
	codeBytes  int // length of all codes; 0: their lengths differ
	pages      [256]atomic.Pointer[page]
	morePages  sync.Map // pages of codes of other than two bytes, by pageKey
	pageCount  atomic.Int32
	unicode    *toUnicode
	collection collection
	program    *lazyProgram
	gids       []byte // CIDToGIDMap stream, two bytes each; nil: CIDs are GIDs
	metrics    cidMetrics
	table      symbolTable
	guessable  bool // not embedded, and its GIDs are those of a system font: see systemGlyph
}

// page remembers 256 codes: all of a simple font, or those of a composite font that differ in the last byte.
type page struct {
	cells   [256]cell
	origins *[256]originCell // vertical writing only
}

const pageSize = 8 * 256 // bytes of a page without origins

// originCell is a position vector. It is stored before the cell that announces it.
type originCell struct{ v atomic.Uint64 }

func (o *originCell) store(x, y float32) {
	o.v.Store(uint64(math.Float32bits(x))<<32 | uint64(math.Float32bits(y)))
}

func (o *originCell) load() (x, y float32) {
	v := o.v.Load()
	return math.Float32frombits(uint32(v >> 32)), math.Float32frombits(uint32(v))
}

// next returns the first character of s.
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

// pageKey identifies the page of a code of n bytes.
func pageKey(code uint32, n int) uint32 { return code>>8 | uint32(n)<<24 }

// char returns the character of code. slot holds its page, or will.
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

// resolve finds the meaning and metrics of code.
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
		ch.Rune = nothingRune // the glyph is that for undefined characters
	default:
		ch.Rune = unknownRune
	}
	return ch
}

// explain returns the meaning of code if ToUnicode does not give it: what is stated about the code, otherwise
// what the text in the font shows, otherwise what the habits of systems suggest.
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

// stated returns the meaning of code that the code itself, its CID or the font program gives.
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

// symbolBase is where Windows puts the codes of symbol fonts in the private use area of Unicode.
const symbolBase = 0xF000

// gid returns the glyph of cid in the embedded program, or 0 when it has none.
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
