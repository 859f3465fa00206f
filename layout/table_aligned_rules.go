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
	s.levels = s.dropUnderlines(joinRules(s.levels), f)
	return s.levels
}

// dropUnderlines leaves out the rules that mark text: they lie right below a
// baseline and no further than the text.
func (s *scratch) dropUnderlines(rules []rule, f *frame) []rule {
	segs := s.segments[f.segments.first : f.segments.first+f.segments.count]
	kept, compared := rules[:0], 0
	at := 0
	for _, r := range rules {
		for at < len(segs) && segs[at].v < r.at-underlineReach {
			at++
		}
		marks := false
		for i := at; i < len(segs) && segs[i].v <= r.at+underlineReach && compared < rulesWork; i++ {
			g := &segs[i]
			compared++
			if d := (r.at - g.v) / g.size; d >= underlineFrom && d <= underlineTo &&
				r.from >= g.u0-underlineOver*g.size && r.to <= g.u1+underlineOver*g.size {
				marks = true
				break
			}
		}
		if !marks {
			kept = append(kept, r)
		}
	}
	return kept
}
