package font

// A ToUnicode CMap that cannot be meant is dropped. Only CMaps of a shape that broken writers produce are
// examined closely.

// minSuspect is the least number of codes of a suspect map. A font of three glyphs may well have three spaces.
const minSuspect = 4

// isMonotonous reports whether u is monotonous. u may be nil.
func (u *toUnicode) isMonotonous() bool { return u != nil && u.monotonous }

// monotonous reports whether nearly all codes have the same character.
func (rs codeRanges) monotonous() bool {
	// If each code cancels one with another character, the character of a majority remains.
	var candidate uint32
	codes, votes := uint64(0), 0
	for i := range rs {
		r := &rs[i]
		codes += uint64(r.hi-r.lo) + 1
		switch {
		case !r.single():
		case votes == 0:
			candidate, votes = r.value, 1
		case r.value == candidate:
			votes++
		default:
			votes--
		}
	}
	same := uint64(0)
	for i := range rs {
		if r := &rs[i]; r.single() && r.value == candidate {
			same++
		}
	}
	// Writers often give the space to glyphs that nobody should read.
	return codes >= minSuspect && 4*same > 3*codes && candidate != ' '
}

// single reports whether r gives a single code a single character.
func (r *codeRange) single() bool { return r.lo == r.hi && r.text == 0 }

// distrust drops a ToUnicode CMap that is nonsense.
func (s *simpleFont) distrust(f *Font) {
	switch {
	case s.unicode.isMonotonous():
		f.damage("ToUnicode gives most codes the same character")
	case s.unicode != nil && s.unicode.echoes && s.numeric.math() != NoTeX:
		// Programs that repair files write such a CMap, for glyphs whose names look like letters.
	case s.unicode != nil && s.unicode.echoes && s.namesDisagree():
		f.damage("ToUnicode repeats the codes")
	default:
		return
	}
	s.unicode = nil
}

// namesDisagree reports whether the names in Differences contradict ToUnicode for most of the codes that both
// define.
func (s *simpleFont) namesDisagree() bool {
	both, disagree := 0, 0
	for _, d := range s.diffs {
		named := nameText(d.name)
		m, said := s.unicode.text(uint32(d.code))
		if !said || !named.known() || named.private() {
			continue
		}
		both++
		if named != m {
			disagree++
		}
	}
	return both >= minSuspect && 2*disagree > both
}
