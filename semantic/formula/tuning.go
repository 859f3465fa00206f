package formula

// Lengths are in ems of the line that is read: the size of its largest letters.
const (
	// fullSize is the least size of what stands in the line itself, as a share of the largest letters
	// there. Scripts have .7 in TeX, .65 to .75 in office programs.
	fullSize = .85

	// levelShift is the most that a sign of the line may stand off its baseline: rounding by programs
	// takes .01 em, the least shift of a subscript is .1.
	levelShift = .06

	// levelAxis is the most that the bar of a fraction, or the
	// middle of a sign that hangs from its origin, may lie off the axis of its line. Those of a
	// script are .2 em away and more.
	levelAxis = .16

	// spaceGap is the most white space between words of one text. wideGap is the least white space that
	// is kept: spaces around relations have .28 em, a quad 1.
	spaceGap = .7
	wideGap  = .8

	// barReach is the most white space between a fraction's bar and what stands next to it.
	barReach = .9

	// stickOut is the most that a numerator may reach beyond its bar: italic letters lean over
	// their advance by up to .15 em.
	stickOut = .2

	// bigFence is the least height of a bracket that has grown. Those of text have 1 em, the
	// next size of TeX has 1.2.
	bigFence = 1.12
)
