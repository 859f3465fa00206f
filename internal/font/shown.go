package font

// Shown is what an embedded program has for a character code. ISO 14289-1 clauses 7.21.4, 7.21.5
// and 7.21.8 have requirements on each code that is shown.
type Shown struct {
	// Undefined is set if the code means .notdef, whatever the program has.
	Undefined bool
	// Known is set if the program can be read. The other fields are about its glyph.
	Known   bool
	Missing bool // the program has no glyph for the code
	// Stated is the advance in the font dictionary, Drawn that in the program, in thousandths of an
	// em. Both are 0 unless Measured is set.
	Stated, Drawn float32
	Measured      bool
}

// Shown looks code up in the embedded program.
func (f *Font) Shown(code uint32) Shown {
	switch {
	case f.Type3 != nil:
		return Shown{}
	case f.simple != nil:
		return f.simple.shown(byte(code))
	case f.composite != nil:
		return f.composite.shown(code)
	}
	return Shown{}
}

func (s *simpleFont) shown(c byte) Shown {
	name := s.name(c)
	shown := Shown{Undefined: name == notdef}
	p := s.program.get()
	if p == nil || p.kind != trueType && name == "" {
		return shown
	}
	gid, ok := s.gid(p, c, name)
	stated := float32(-1)
	if i := int(c) - s.firstChar; i >= 0 && i < len(s.widths) && s.widths[i] == s.widths[i] { // not NaN
		stated = s.widths[i]
	}
	shown.look(p, gid, ok && (gid > 0 || p.kind != trueType || shown.Undefined), stated)
	return shown
}

func (c *compositeFont) shown(code uint32) Shown {
	n := c.codeBytes
	if n == 0 {
		n = twoBytes
	}
	cid := c.encoding.cid(code, n)
	shown := Shown{Undefined: cid == 0}
	p := c.program.get()
	if p == nil {
		return shown
	}
	gid, ok := c.gid(cid), true
	if c.gids == nil {
		gid, ok = c.program.gidOfCID(uint16(cid))
	}
	stated, _, _ := c.metrics.metricsOf(cid, false)
	shown.look(p, gid, ok && (gid > 0 || cid == 0), stated)
	return shown
}

// look finds glyph gid, if there is one, and compares its advance with stated, in ems. A negative
// stated means that the document gives no advance.
func (s *Shown) look(p *program, gid int, there bool, stated float32) {
	s.Known = true
	s.Missing = !there || gid >= p.glyphCount
	if drawn, ok := p.width(gid); ok && !s.Missing && stated >= 0 {
		s.Stated, s.Drawn, s.Measured = stated*unitsPerEm, drawn*unitsPerEm, true
	}
}

// notdef is the name of the glyph for undefined characters.
const notdef = ".notdef"

// GlyphNames returns the names of the glyphs of an embedded Type 1 or CFF program without .notdef.
// It returns nil when the program has no names, as a CID-keyed one.
func (f *Font) GlyphNames() []string {
	if f.simple == nil {
		return nil
	}
	p := f.simple.program.get()
	if p == nil || p.kind == trueType || p.cids != nil {
		return nil
	}
	names := make([]string, 0, p.glyphCount)
	for gid := range p.glyphCount {
		if name := p.glyphName(gid); name != "" && name != notdef {
			names = append(names, name)
		}
	}
	return names
}

// CIDs calls do for each CID other than 0 that has a glyph with an outline in the embedded program.
// It stops when do returns false.
func (f *Font) CIDs(do func(cid int) bool) {
	if f.composite == nil {
		return
	}
	c := f.composite
	p := c.program.get()
	switch {
	case p == nil:
	case p.cids != nil:
		for _, cid := range p.cids {
			if cid != 0 && !do(int(cid)) {
				return
			}
		}
	case c.gids != nil:
		for cid := 1; 2*cid+1 < len(c.gids); cid++ {
			if gid := c.gid(uint32(cid)); gid > 0 && gid < p.glyphCount && p.hasOutline(gid) && !do(cid) {
				return
			}
		}
	default:
		for gid := 1; gid < p.glyphCount; gid++ {
			if p.hasOutline(gid) && !do(gid) {
				return
			}
		}
	}
}

// hasOutline reports whether a glyph is more than an advance. TrueType subsets keep the numbers of
// glyphs that they leave out.
func (p *program) hasOutline(gid int) bool {
	f, ok := p.glyphs.(*sfnt)
	if !ok || f.cff != nil {
		return true
	}
	loca := f.table("loca")
	if f.table("head").u16(50) == 1 { // indexToLocFormat: offsets have four bytes
		return loca.u32(4*gid+4) > loca.u32(4*gid)
	}
	return loca.u16(2*gid+2) > loca.u16(2*gid)
}

// CharacterMaps returns the platform and encoding of each character map of the embedded TrueType program of
// a simple font, including those of unknown format. ok is false when there is no such program.
func (f *Font) CharacterMaps() (maps [][2]uint16, ok bool) {
	if f.simple == nil {
		return nil, false
	}
	p := f.simple.program.get()
	if p == nil || p.kind != trueType {
		return nil, false
	}
	t := p.glyphs.(*sfnt).table("cmap")
	const header, record = 4, 8
	for i := range min(t.u16(2), maxCmaps) {
		at := header + i*record
		if !t.has(at, record) {
			break
		}
		maps = append(maps, [2]uint16{uint16(t.u16(at)), uint16(t.u16(at + 2))})
	}
	return maps, true
}
