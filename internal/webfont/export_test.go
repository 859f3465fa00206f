package webfont

// GID is the number of the glyph of p in its font.
func (p Place) GID() int { return p.gid }
