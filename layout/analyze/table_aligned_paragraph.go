package analyze

// runsOn reports whether the last row of the band is the first line of a justified paragraph, or the first
// row a line of one above: the lines next to it fill the same width, at the step of lines, and have no
// gaps.
//
//	10              CHAPTER 2. BACKGROUND
//
//	package.  Packages cannot be nested.  Folders can be nested to group
//	packages, but the packages have to be imported and addressed one by one.
//	Wildcards cannot be used for importing packages, every package has to be
func (a *bandStage) runsOn() bool {
	first := a.after - len(a.band)
	return a.fillsLike(a.after-1, 1) || a.fillsLike(first, -1)
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// A row is a line of a justified paragraph if paragraphLines lines next to it are as wide: their edges
	// differ by at most justifiedEdge ems. Hyphens and points in the margin make them differ (.05
	// measured).
	paragraphLines = 2
	justifiedEdge  = 0.15
)

// fillsLike reports whether paragraphLines lines from line i on, in the direction of step, are as wide as
// line i, as lines of one justified paragraph are.
func (a *partStage) fillsLike(i, step int) bool {
	l := &a.lines[i]
	for n := 1; n <= paragraphLines; n++ {
		k := i + n*step
		if k < 0 || k >= len(a.lines) {
			return false
		}
		m := &a.lines[k]
		if m.solid || m.gaps || m.end-m.first != 1 || m.size > sameChunkSize*l.size || l.size > sameChunkSize*m.size ||
			abs(m.u0-l.u0) > justifiedEdge*l.size || abs(m.u1-l.u1) > justifiedEdge*l.size || abs(m.v-a.lines[k-step].v) > apartPitch*l.size {
			return false
		}
	}
	return true
}
