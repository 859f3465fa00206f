package webfont

// GID returns the number of the glyph of p in its font.
func (p Place) GID() int { return p.gid }
