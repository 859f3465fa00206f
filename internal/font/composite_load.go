package font

import (
	"cmp"
	"strings"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
)

func (f *Font) loadComposite(doc *pdf.Document, dict pdf.Dict) {
	c := &compositeFont{}
	f.composite = c
	descendant := doc.Dict(dict.Raw("DescendantFonts")) // a dictionary without an array is wrong, but occurs
	if a := doc.Array(dict.Raw("DescendantFonts")); len(a) > 0 {
		descendant = doc.Dict(a[0])
	}
	if descendant.Len() == 0 {
		f.damage("Type 0 font without descendant")
	}
	desc := doc.Dict(descendant.Raw("FontDescriptor"))
	d := f.describe(doc, cmp.Or(doc.Name(descendant.Raw("BaseFont")), doc.Name(dict.Raw("BaseFont"))), desc)
	c.program = d.program
	c.table = symbolTableOf(f.Name)
	c.encoding = loadCMap(doc, f, dict.Raw("Encoding"), maxUseCMap)
	c.codeBytes = c.encoding.uniform()
	f.Vertical = c.encoding.vertical
	c.unicode = f.loader.toUnicode(dict.Raw("ToUnicode"))
	if c.unicode.isMonotonous() {
		f.damage("ToUnicode gives most codes the same character")
		c.unicode = nil
	}
	c.loadCollection(doc, descendant)
	c.loadGIDs(doc, descendant, f)
	c.metrics.load(f.loader, descendant)
	f.finish(d)
	f.Space = c.spaceWidth()
	f.settleLook(d, c.declaredAdvance)
}

// loadCMap reads the Encoding of a Type 0 font (clause 9.7.5).
func loadCMap(doc *pdf.Document, f *Font, o pdf.Object, depth int) *cmap {
	switch o := doc.Resolve(o).(type) {
	case pdf.Name:
		if m := predefinedCMap(string(o)); m != nil {
			return m
		}
		f.damage("unknown CMap " + shorten(string(o)))
		return identityCMap(strings.HasSuffix(string(o), "-V"))
	case *pdf.Stream:
		return loadCMapStream(doc, f, o, depth)
	}
	f.damage("Type 0 font without Encoding")
	return identityCMap(false)
}

// maxNameShown is how many bytes of a name from the file go into a message.
const maxNameShown = 40

func shorten(name string) string {
	return strings.ToValidUTF8(name[:min(len(name), maxNameShown)], "?")
}

// loadCMapStream reads an embedded CMap (clause 9.7.5.3).
func loadCMapStream(doc *pdf.Document, f *Font, s *pdf.Stream, depth int) *cmap {
	data, err := f.loader.decode(s, limits.CMapBytes)
	if err != nil {
		f.damage("Encoding CMap is damaged")
	}
	p := parseCMap(data)
	if !f.loader.afford(codeRangeSize * (cap(p.cids) + cap(p.notdef) + cap(p.unicode))) {
		f.damage("Encoding CMap is too large")
		return identityCMap(p.vertical)
	}
	m := &cmap{
		vertical: p.vertical || doc.Int(s.Dict.Raw("WMode"), 0) == 1,
		spaces:   p.spaces, cids: p.cids, notdef: p.notdef,
	}
	if use := s.Dict.Raw("UseCMap"); use != nil && depth > 0 {
		m.parent = loadCMap(doc, f, use, depth-1)
	} else if p.use != "" {
		m.parent = predefinedCMap(p.use)
	}
	if m.parent != nil {
		m.spaces = append(m.spaces, m.parent.spaces...)
		m.collection = m.parent.collection
		m.vertical = m.vertical || m.parent.vertical
	} else if len(m.cids) == 0 {
		// The CMap maps nothing, or is a ToUnicode CMap in the wrong place. Viewers then use the codes as CIDs.
		m.identity = true
	}
	if len(m.spaces) == 0 {
		m.spaces = []codespace{{2, 0, 0xFFFF}}
	}
	return m
}

// loadCollection finds the character collection of the CIDs (clause 9.7.3).
func (c *compositeFont) loadCollection(doc *pdf.Document, descendant pdf.Dict) {
	info := doc.Dict(descendant.Raw("CIDSystemInfo"))
	if o, ok := doc.Bytes(info.Raw("Ordering")); ok {
		c.collection = collectionOf(string(o))
	}
	if c.collection == noCollection {
		c.collection = c.encoding.collection
	}
}

// loadGIDs reads CIDToGIDMap (clause 9.7.4.2).
func (c *compositeFont) loadGIDs(doc *pdf.Document, descendant pdf.Dict, f *Font) {
	if s := doc.Stream(descendant.Raw("CIDToGIDMap")); s != nil {
		data, err := f.loader.decode(s, limits.CMapBytes)
		if err != nil {
			f.damage("CIDToGIDMap is damaged")
		}
		c.gids = data[:min(len(data), 2*(maxCID+1))]
	}
	c.guessable = c.program == nil && c.collection == noCollection && c.encoding.identity &&
		doc.Name(descendant.Raw("Subtype")) == "CIDFontType2" && !containsAny(f.Name, unordered[:]...)
}

// unordered are families of Windows that do not begin with the standard Macintosh glyphs.
var unordered = [...]string{"Calibri", "Cambria", "Candara", "Consolas", "Constantia", "Corbel", "Segoe"}
