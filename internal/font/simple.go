package font

import (
	"slices"
	"sync/atomic"

	"github.com/pagelift/pagelift/internal/pdf"
)

// simpleFont is a font with single-byte codes (clause 9.6). It finds the meaning of a code when the
// code is first shown. Several goroutines may do so at once and find the same.
type simpleFont struct {
	page  page
	pages [1]atomic.Pointer[page] // page, as in a composite font

	subtype pdf.Name
	base    *[256]string // nil: the program has its own encoding, see baseNames
	diffs   []difference
	unicode *toUnicode
	face    *stdFace // the standard font that replaces this one if widths are missing
	table   symbolTable
	numeric numericNames
	program *lazyProgram // nil when not embedded
	lowered bool         // ToUnicode maps some capitals to their small letters: see lowersSome
	counted bool         // codes and names are numbers that glyphs got in the order of their first use

	firstChar int
	widths    []float32 // ems
	missing   float32   // width of codes without one; 0: the file gives none
}

// difference is an entry of a Differences array (clause 9.6.5.1).
type difference struct {
	code byte
	name string
}

func (f *Font) loadSimple(doc *pdf.Document, dict pdf.Dict, subtype pdf.Name) {
	s := &simpleFont{subtype: subtype}
	s.pages[0].Store(&s.page)
	f.simple = s
	d := f.describe(doc, doc.Name(dict.Raw("BaseFont")), doc.Dict(dict.Raw("FontDescriptor")))
	s.program = d.program
	if subtype == "Type3" {
		f.loadType3(doc, dict)
	} else {
		s.face = standardFace(f)
	}
	s.unicode = f.loader.toUnicode(dict.Raw("ToUnicode"))
	s.table = symbolTableOf(f.Name)
	s.loadEncoding(doc, f, dict.Raw("Encoding"))
	s.numeric = numericNamesOf(s.diffs, subtype)
	s.loadWidths(doc, f, dict, d)
	if s.numeric == texNames || s.numeric == corkNames {
		s.numeric = s.texEncodingOf(s.numeric, f.Type3.Matrix[0])
	}
	s.counted = s.numbered() && s.unicode == nil && (s.numeric == codeNames || len(s.diffs) == 0 && subtype == "TrueType" && s.program != nil)
	if s.counted {
		s.numeric = ordinaryNames
	}
	if subtype == "Type3" {
		f.loadProcs(doc, dict)
	}
	if s.table == symbolSymbols && s.base != nil && !f.Symbolic {
		s.table = noSymbols // its names are those of its own glyphs
	}
	s.distrust(f)
	s.lowered = s.lowersSome()
	f.finish(d)
	f.Space = s.spaceWidth(f)
	if f.Type3 == nil {
		f.settleLook(d, s.declaredAdvance)
	} else {
		f.Mono = f.Mono || isFixedWidth(s.declaredAdvance)
	}
}

// char returns the character of code c.
func (s *simpleFont) char(f *Font, c byte) Char {
	width, r, ok := s.page.cells[c].load()
	if !ok {
		width, r = s.resolve(f, c)
		s.page.cells[c].store(width, r)
	}
	return Char{Code: uint32(c), Width: width, Rune: r, Space: c == ' '}
}

// resolve finds the meaning and the width of code c.
func (s *simpleFont) resolve(f *Font, c byte) (width float32, r rune) {
	m, said := s.unicode.text(uint32(c))
	if symbol, ok := s.table.symbolOf(m); ok && s.table != zapfSymbols {
		if picture := s.table.text(symbol, ""); picture.known() {
			m = picture
		}
	}
	switch {
	case m.known() && !m.private() && !s.table.overrules(m, c) && !s.overruled(c, m):
	case said && !m.known():
		r = nothingRune
	default:
		name := s.name(c)
		m = s.explain(f, c, name)
		if !m.known() && !s.shows(f, c, name) {
			r = nothingRune
		}
	}
	if r == 0 {
		r = unknownRune
		if m.known() {
			r = f.pictureOf(uint32(c), f.signOf(uint32(c), f.texts.rune(m)))
		}
	}
	return s.width(c), r
}

// explain returns the meaning of code c if ToUnicode does not give it: what is stated about the
// code, otherwise what the text in the font shows, otherwise what the habits of writers suggest.
func (s *simpleFont) explain(f *Font, c byte, name string) text {
	if f.Type3 != nil && len(name) <= shortName {
		if m := f.read(uint32(c)); m.known() { // A may be the number ten and not the letter
			return m
		}
	}
	if m := s.stated(c, name); m.known() {
		return m
	}
	unnamed := text{}
	if s.subtype == "TrueType" && name == "" {
		// Nothing names the glyphs of a symbolic TrueType font. If its codes are letters, they are
		// those of the system of its maker, since otherwise there would be a ToUnicode.
		unnamed = nameText(winAnsiEncoding[c])
		if unnamed.known() && !s.counted {
			return unnamed
		}
	}
	if m := f.read(uint32(c)); m.known() {
		return m
	}
	if m := guessName(name); m.known() {
		return m
	}
	return unnamed
}

// shortName is the length of names that may be either numbers in base 36 or letters.
const shortName = 2

// The codes of a row without gaps from the first code on are numbers that glyphs got in the order
// of their first use. The codes of a text leave gaps, since no text uses all of the controls,
// punctuation and capitals there. A row of fewer than minNumbered codes may be chance. A row of
// more than maxNumbered widths is that of a whole font.
const (
	maxFirst    = 1
	minNumbered = 8
	maxNumbered = 120
)

// numbered reports whether the codes are such a row.
func (s *simpleFont) numbered() bool {
	row := s.widths
	for len(row) > 0 && row[len(row)-1] == 0 {
		row = row[:len(row)-1]
	}
	return s.firstChar <= maxFirst && len(row) >= minNumbered && len(row) <= maxNumbered && !slices.Contains(row[1:], 0)
}

// stated returns the meaning of code c by the name of its glyph, or by what the program says about the glyph.
func (s *simpleFont) stated(c byte, name string) text {
	if m := s.table.text(c, name); m.known() {
		return m
	}
	if m := s.numeric.text(c, name); m.known() {
		return m
	}
	if m := nameText(name); m.known() && name != "" && !s.counted {
		return m
	}
	return s.programText(c, name)
}

// shows reports whether code c paints a glyph at all.
func (s *simpleFont) shows(f *Font, c byte, name string) bool {
	if f.Type3 != nil {
		return f.Type3.Procs[c] != nil
	}
	if name == notdef {
		return false
	}
	p := s.program.get()
	if p == nil {
		return name != "" || s.program != nil // a program that cannot be read may show anything
	}
	gid, ok := s.gid(p, c, name)
	return ok && (gid > 0 || p.kind != trueType) // only in TrueType is .notdef always the first glyph
}

// name returns the glyph name of code c from Differences, the base encoding, or the program's own
// encoding, or "" when none gives one.
func (s *simpleFont) name(c byte) string {
	for i := len(s.diffs) - 1; i >= 0; i-- { // the last entry counts
		if s.diffs[i].code == c {
			return s.diffs[i].name
		}
	}
	if s.base != nil {
		return s.base[c]
	}
	if e := s.program.encoding(); e != nil {
		return e[c]
	}
	if s.subtype == "TrueType" || s.subtype == "Type3" {
		return ""
	}
	return standardEncoding[c]
}

// spaceWidth returns the advance of the space, or 0 when there is none.
func (s *simpleFont) spaceWidth(f *Font) float32 {
	if w, r, ok := s.peek(f, ' '); ok && (r == ' ' || r == 0xA0) {
		return w
	}
	if u := s.unicode; u != nil && u.hasSpace && u.space < 256 {
		if w, r, ok := s.peek(f, byte(u.space)); ok && r == ' ' {
			return w
		}
	}
	for _, d := range s.diffs {
		if d.name == "space" {
			return s.width(d.code)
		}
	}
	return 0
}

// peek is char for codes that the text may never show. It does not read the program for them.
func (s *simpleFont) peek(f *Font, c byte) (float32, rune, bool) {
	if i := int(c) - s.firstChar; s.program != nil && (i < 0 || i >= len(s.widths) || s.widths[i] == 0) {
		return 0, 0, false
	}
	if s.base == nil && s.program != nil {
		if _, said := s.unicode.text(uint32(c)); !said {
			return 0, 0, false
		}
	}
	ch := s.char(f, c)
	return ch.Width, ch.Rune, true
}
