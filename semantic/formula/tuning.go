package formula

// Lengths are in ems of the line that is read: the size of its largest letters.
const (
	// fullSize is the least size of what stands in the line itself, relative to the largest
	// there. Scripts have .7 in TeX, .65 to .75 in programs of offices.
	fullSize = .85

	// levelShift is how far a sign of the line may leave its baseline: rounding of writers
	// takes .01 em, the least shift of a subscript is .1.
	levelShift = .06

	// levelAxis is how far the bar of a fraction may lie from the axis of its line, and the
	// middle of a sign that hangs from its origin; that of a script is .2 em away and more.
	levelAxis = .16

	// spaceGap is the most between words of one text, wideGap the least of white space that
	// means something: spaces around relations have .28 em, a quad 1.
	spaceGap = .7
	wideGap  = .8

	// barReach is the most white space between a fraction's bar and what stands next to it,
	// overReach that between a line over or under a thing and the thing.
	barReach  = .9
	overReach = .45

	// stickOut is how far a numerator may stick out of its bar: italic letters lean over
	// their advance by up to .15 em.
	stickOut = .2

	// bigFence is the least height of a bracket that grew; those of text have 1 em, the
	// next size of TeX has 1.2.
	bigFence = 1.12
)
