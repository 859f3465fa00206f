package pdfua

import (
	"bytes"
	"regexp"
	"strconv"
	"sync"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/pdf"
)

// invisible is the text rendering mode that paints nothing.
const invisible = 3

// font checks the dictionaries of a font once. It also checks whether the font is embedded, once
// its text is visible.
func (c *Checker) font(f *font.Font, mode uint8, at place) {
	if c.content.fonts == nil {
		c.content.fonts = make(map[*font.Font]bool)
	}
	seen, known := c.content.fonts[f]
	if !known {
		c.content.fonts[f] = false
		c.fontDict(f, at)
	}
	if !seen && mode != invisible {
		c.content.fonts[f] = true
		c.fontEmbedded(f, at)
	}
}

// descendant returns the CIDFont of a composite font.
func (c *Checker) descendant(f *font.Font) pdf.Dict {
	fonts := c.doc.Array(f.Dict.Raw("DescendantFonts"))
	if len(fonts) == 0 {
		return pdf.Dict{}
	}
	return c.doc.Dict(fonts[0])
}

// programOf returns the embedded program of a simple font or CIDFont, or nil when there is none.
func (c *Checker) programOf(dict pdf.Dict) *pdf.Stream {
	descriptor := c.doc.Dict(dict.Raw("FontDescriptor"))
	for _, key := range [...]pdf.Name{"FontFile", "FontFile2", "FontFile3"} {
		if s := c.doc.Stream(descriptor.Raw(key)); s != nil {
			return s
		}
	}
	return nil
}

func (c *Checker) fontEmbedded(f *font.Font, at place) {
	dict := f.Dict
	switch c.doc.Name(dict.Raw("Subtype")) {
	case "Type3":
		return
	case "Type0":
		dict = c.descendant(f)
	}
	c.test("7.21.4.1-t01", c.programOf(dict) != nil, at, "the font %.60q is not embedded", f.Name)
}

func (c *Checker) fontDict(f *font.Font, at place) {
	switch c.doc.Name(f.Dict.Raw("Subtype")) {
	case "Type0":
		c.composite(f, at)
		c.cidSet(f, at)
	case "TrueType":
		c.trueType(f, at)
	case "Type1", "MMType1":
		c.charSet(f, at)
	}
}

// composite checks a Type 0 font and its CMap (ISO 32000-1 clause 9.7).
func (c *Checker) composite(f *font.Font, at place) {
	d, descendant := c.doc, c.descendant(f)
	if d.Name(descendant.Raw("Subtype")) == "CIDFontType2" && c.programOf(descendant) != nil {
		to := d.Get(descendant, "CIDToGIDMap")
		_, isStream := to.(*pdf.Stream)
		c.test("7.21.3.2-t01", isStream || to == pdf.Name("Identity"), at, "the font %.60q has no CIDToGIDMap", f.Name)
	}
	switch encoding := d.Get(f.Dict, "Encoding").(type) {
	case pdf.Name:
		c.test("7.21.3.3-t01", predefinedCMaps()[encoding], at, "the CMap %.60q is neither predefined nor embedded", encoding)
	case *pdf.Stream:
		c.test("7.21.3.3-t01", true, at, "")
		c.sameCollection(descendant, encoding, at)
		c.cmap(encoding, at)
	}
}

// sameCollection checks that a CIDFont has the character collection to which its embedded CMap maps.
func (c *Checker) sameCollection(descendant pdf.Dict, cmap *pdf.Stream, at place) {
	d := c.doc
	mine, theirs := d.Dict(descendant.Raw("CIDSystemInfo")), d.Dict(cmap.Dict.Raw("CIDSystemInfo"))
	same := func(key pdf.Name) bool {
		a, okA := d.Bytes(mine.Raw(key))
		b, okB := d.Bytes(theirs.Raw(key))
		return okA && okB && a == b
	}
	a, okA := d.Number(mine.Raw("Supplement"))
	b, okB := d.Number(theirs.Raw("Supplement"))
	c.test("7.21.3.1-t01", same("Registry") && same("Ordering") && okA && okB && a <= b, at,
		"font and CMap are of different character collections")
}

// Entries of a CMap file (Adobe Technical Note 5014).
var (
	writingMode = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`/WMode\s+(\d)\s+def`) })
	builtOn     = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`/([^\s/<>\[\]()]+)\s+usecmap`) })
)

// maxCMap is how many bytes of an embedded CMap are searched. The relevant entries are at its beginning.
const maxCMap = 64 << 10

// cmap checks an embedded CMap.
func (c *Checker) cmap(s *pdf.Stream, at place) {
	d := c.doc
	head := d.DecodeHead(d.Context(), s, maxCMap)
	mode := 0
	if m := writingMode().FindSubmatch(head); m != nil {
		mode, _ = strconv.Atoi(string(m[1]))
	}
	stated := d.Int(s.Dict.Raw("WMode"), 0)
	c.test("7.21.3.3-t02", mode == stated, at, "the CMap has WMode %d and says %d", mode, stated)

	if base := d.Name(s.Dict.Raw("UseCMap")); base != "" {
		c.test("7.21.3.3-t03", predefinedCMaps()[base], at, "the CMap builds on %.60q", base)
	} else if m := builtOn().FindSubmatch(head); m != nil && bytes.Contains(head, []byte("usecmap")) {
		c.test("7.21.3.3-t03", predefinedCMaps()[pdf.Name(m[1])], at, "the CMap builds on %.60q", m[1])
	}
}

// symbolicFont is the flag of fonts whose characters are not those of Latin text (ISO 32000-1 Table 123).
const symbolicFont = 1 << 2

// trueType checks the encoding of a TrueType font (ISO 14289-1 clause 7.21.6).
func (c *Checker) trueType(f *font.Font, at place) {
	d := c.doc
	descriptor := d.Dict(f.Dict.Raw("FontDescriptor"))
	if descriptor.Len() == 0 {
		return // it is not embedded, which another rule reports
	}
	encoding := d.Get(f.Dict, "Encoding")
	symbolic := d.Int(descriptor.Raw("Flags"), 0)&symbolicFont != 0
	c.characterMaps(f, symbolic, at)
	if symbolic {
		c.test("7.21.6-t03", encoding == nil, at, "the font %.60q is symbolic and has an encoding", f.Name)
		return
	}
	name, standard := d.Name(encoding), true
	if dict, ok := encoding.(pdf.Dict); ok {
		name = d.Name(dict.Raw("BaseEncoding"))
		for _, o := range firstOf(d.Array(dict.Raw("Differences")), maxDifferences) {
			if glyph, ok := d.Resolve(o).(pdf.Name); ok && !font.IsStandardName(string(glyph)) {
				standard = false
			}
		}
	}
	ok := (name == "MacRomanEncoding" || name == "WinAnsiEncoding") && standard
	c.test("7.21.6-t02", ok, at, "the encoding of the font %.60q is not standard", f.Name)
}

// maxDifferences is the most elements of a Differences array: a code and a name for each of 256 codes.
const maxDifferences = 512
