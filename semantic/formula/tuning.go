package formula

// Lengths are in ems of the line that is read: the size of its largest letters.
const (
	// fullSize is the least size of a sign that stands in the line itself, as a share of the largest letters
	// there. Scripts have .7 in TeX, .65 to .75 in office programs.
	fullSize = .85

	// levelShift is how far a sign of the line may stand off its baseline. Rounding by programs takes .01 em,
	// the least shift of a subscript is .1.
	levelShift = .06

	// levelAxis is how far the bar of a fraction, or the middle of a sign that hangs from its origin, may lie
	// off the axis of its line. Those of a script are .2 em away and more.
	levelAxis = .16

	// spaceGap is the most white space between words of one text. wideGap is the least white space that is
	// kept: spaces around relations have .28 em, a quad has 1.
	spaceGap = .7
	wideGap  = .8

	// barReach is the most white space between the bar of a fraction and the items next to it.
	barReach = .9

	// stickOut is how far a numerator may reach beyond its bar. Italic letters lean over their advance by up
	// to .15 em.
	stickOut = .2

	// bigFence is the least height of a large bracket. Brackets of text have 1 em, the next size of TeX 1.2.
	bigFence = 1.12
)
