package css

// computing computes a style.
type computing struct {
	values
	around   *values
	defaults values // with the browser's style sheet applied
	rem      float64
	medium   medium
	vars     *scope
	varWork  *int
}

// inherited returns the style of the parent.
func (c *computing) inherited() *values { return c.around }

// lengths returns the units, once the font size is known.
func (c *computing) lengths(percent float64) lengths {
	return lengths{em: c.FontSize, rem: c.rem, percent: percent, medium: c.medium}
}

// A scope is the custom properties that an element sets, and those around it.
type scope struct {
	own    map[string][]token // nil tokens: no value
	around *scope
}

// get returns the value of a custom property.
func (s *scope) get(name string) ([]token, bool) {
	for ; s != nil; s = s.around {
		if v, ok := s.own[name]; ok {
			return v, v != nil
		}
	}
	return nil, false
}
