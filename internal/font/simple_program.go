package font

// programText returns what the embedded program says about code c, whose glyph is called name.
func (s *simpleFont) programText(c byte, name string) text {
	p := s.program.get()
	if p == nil {
		return text{}
	}
	gid, ok := s.gid(p, c, name)
	if !ok {
		return text{}
	}
	return s.program.glyphText(gid)
}

// gid returns the glyph that code c shows (clause 9.6.5.4 for TrueType).
func (s *simpleFont) gid(p *program, c byte, name string) (int, bool) {
	if p.kind != trueType {
		if name == "" {
			return 0, false
		}
		return p.gidByName(name)
	}
	if name != "" {
		if gid, ok := trueTypeGlyph(p, name); ok {
			return gid, true
		}
	}
	if m := p.cmap(3, 0); m != nil {
		for _, high := range [...]uint32{0xF000, 0, 0xF100, 0xF200} {
			if gid, ok := m.lookup(high + uint32(c)); ok {
				return gid, true
			}
		}
	}
	if m := p.cmap(1, 0); m != nil {
		return m.lookup(uint32(c))
	}
	return 0, false
}

// trueTypeGlyph finds a glyph by name, through the Unicode map, the Macintosh map or the program's own names.
func trueTypeGlyph(p *program, name string) (int, bool) {
	if m := p.cmap(3, 1); m != nil {
		if t := listText(name); t.r != 0 {
			if gid, ok := m.lookup(uint32(t.r)); ok {
				return gid, true
			}
		}
	}
	if m := p.cmap(1, 0); m != nil {
		for c := range macRomanEncoding {
			if macRomanEncoding[c] == name {
				if gid, ok := m.lookup(uint32(c)); ok {
					return gid, true
				}
			}
		}
	}
	return p.gidByName(name)
}
