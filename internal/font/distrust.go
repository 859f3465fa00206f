package font

// A ToUnicode CMap is dropped when it cannot have been meant. It is looked at
// closely only when it is of a shape that broken writers produce.

// minSuspect is the number of codes below which a map may say anything: a font of
// three glyphs may well be three spaces.
const minSuspect = 4

// isMonotonous is monotonous of a map that may be nil.
func (u *toUnicode) isMonotonous() bool { return u != nil && u.monotonous }

// monotonous reports whether nearly all codes have one character.
func (rs codeRanges) monotonous() bool {
	// The character of a majority survives when each of another kind cancels one.
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
	// Glyphs that are not to be read are often called spaces.
	return codes >= minSuspect && 4*same > 3*codes && candidate != ' '
}

// single reports whether r gives one code one character.
func (r *codeRange) single() bool { return r.lo == r.hi && r.text == 0 }

// distrust drops a ToUnicode CMap that says nonsense.
func (s *simpleFont) distrust(f *Font) {
	switch {
	case s.unicode.isMonotonous():
		f.damage("ToUnicode gives most codes the same character")
	case s.unicode != nil && s.unicode.echoes && s.numeric.math() != NoTeX:
		// Programs that repair files write it, for glyphs whose names look like letters.
	case s.unicode != nil && s.unicode.echoes && s.namesDisagree():
		f.damage("ToUnicode repeats the codes")
	default:
		return
	}
	s.unicode = nil
}

// namesDisagree reports whether the names in Differences mean something else than
// ToUnicode says, for most of the codes where both speak.
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
