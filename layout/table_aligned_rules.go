package layout

// levelRules are the rules along the text of a frame from top to bottom, their
// pieces joined. The result is good until the next call for another frame.
func (s *scratch) levelRules(frame int32) []rule {
	if s.levelsOf == frame+1 {
		return s.levels
	}
	s.levelsOf, s.levels = frame+1, s.levels[:0]
	f := &s.frames[frame]
	for i := range s.rulings {
		b := &s.rulings[i].Box
		u0, v0 := b.X0*f.cos+b.Y0*f.sin, b.Y0*f.cos-b.X0*f.sin
		u1, v1 := b.X1*f.cos+b.Y1*f.sin, b.Y1*f.cos-b.X1*f.sin
		if abs(u1-u0) > abs(v1-v0) {
			s.levels = append(s.levels, rule{at: (v0 + v1) / 2, from: min(u0, u1), to: max(u0, u1)})
		}
	}
	s.levels = joinRules(s.levels)
	return s.levels
}
