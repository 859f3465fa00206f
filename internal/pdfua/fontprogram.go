package pdfua

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/pagelift/pagelift/internal/font"
)

// subsetTag matches the beginning of the name of a font subset (ISO 32000-1 clause 9.6.4).
var subsetTag = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Z]{6}\+`) })

// charSet checks the list of glyphs in the descriptor of a Type 1 subset. If there is one, it must
// have all glyphs (ISO 14289-1 clause 7.21.4.2).
func (c *Checker) charSet(f *font.Font, at place) {
	d := c.doc
	descriptor := d.Dict(f.Dict.Raw("FontDescriptor"))
	listed, ok := d.Bytes(descriptor.Raw("CharSet"))
	if !ok || !subsetTag().MatchString(string(d.Name(f.Dict.Raw("BaseFont")))) {
		return
	}
	names := f.GlyphNames()
	if len(names) == 0 {
		return
	}
	set := map[string]bool{}
	for name := range strings.SplitSeq(string(listed), "/") {
		set[strings.TrimSpace(name)] = true
	}
	missing := slices.IndexFunc(names, func(name string) bool { return !set[name] })
	if missing < 0 {
		c.test("7.21.4.2-t01", true, at, "")
		return
	}
	c.test("7.21.4.2-t01", false, at, "the font %.60q has the glyph %.40q, which its CharSet leaves out", f.Name, names[missing])
}

// maxCIDSet is the number of bytes that have a bit for every CID.
const maxCIDSet = 1 << 16 / 8

// cidSet checks the CIDSet of a CIDFont in the same way. It has a bit for each CID; the highest bit
// of the first byte is that of CID 0.
func (c *Checker) cidSet(f *font.Font, at place) {
	d := c.doc
	descendant := c.descendant(f)
	s := d.Stream(d.Dict(descendant.Raw("FontDescriptor")).Raw("CIDSet"))
	if s == nil || !subsetTag().MatchString(string(d.Name(descendant.Raw("BaseFont")))) {
		return
	}
	bits, missing, read := d.DecodeHead(d.Context(), s, maxCIDSet), -1, false
	f.CIDs(func(cid int) bool {
		read = true
		if cid/8 >= len(bits) || bits[cid/8]>>(7-cid%8)&1 == 0 {
			missing = cid
		}
		return missing < 0
	})
	if read {
		c.test("7.21.4.2-t02", missing < 0, at, "the font %.60q has a glyph for CID %d, which its CIDSet leaves out", f.Name, missing)
	}
}

// characterMaps checks the character maps of an embedded TrueType program (ISO 14289-1 clause 7.21.6).
// A font of letters needs a map for letters. Any other font needs a single map or the one for symbols.
func (c *Checker) characterMaps(f *font.Font, symbolic bool, at place) {
	maps, ok := f.CharacterMaps()
	if !ok {
		return
	}
	hasSymbols := slices.Contains(maps, [2]uint16{3, 0})
	if symbolic {
		c.test("7.21.6-t04", len(maps) == 1 || hasSymbols, at, "the symbolic font %.60q has %d character maps and none for symbols", f.Name, len(maps))
		return
	}
	c.test("7.21.6-t01", len(maps) > 1 || len(maps) == 1 && !hasSymbols, at, "the font %.60q has no character map for letters", f.Name)
}
