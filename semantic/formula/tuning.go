package formula

// Lengths are in ems of the line that is read: the size of its largest letters.
const (
	// axisHeight is how high the middle of fractions, operators and brackets stands above the
	// baseline where the formula has no sign to measure it by: .25 em in Computer Modern, .23
	// to .27 in the others.
	axisHeight = .25

	// fullSize is the least size of what stands in the line itself, relative to the largest
	// there. Scripts have .7 in TeX, .65 to .75 in programs of offices.
	fullSize = .85

	// sameSize is the least size, relative to it, of what is as large as another: scripts of scripts
	// have .89 of the size of a script in some fonts.
	sameSize = .95

	// levelShift is how far a sign of the line may leave its baseline: rounding of writers
	// takes .01 em, the least shift of a subscript is .1.
	levelShift = .06

	// levelAxis is how far the bar of a fraction may lie from the axis of its line, and the
	// middle of a sign that hangs from its origin; that of a script is .2 em away and more.
	levelAxis = .16

	// dotsClear is how far over or under three dots something stands that does not part them: a brace, another row.
	dotsClear = .1

	// wordGap is the most white space between letters of one word or digits of one number:
	// kerns take up to .1 em, a thin space has .167.
	wordGap = .12

	// spaceGap is the most between words of one text, wideGap the least of white space that
	// means something: spaces around relations have .28 em, a quad 1.
	spaceGap = .7
	wideGap  = .8

	// betweenWords is the least white space beside a word that is one between words: .33 em, and .22
	// where the line is tight; what TeX sets beside the name of a function is .17.
	betweenWords = .21

	// runGap is the most white space inside what stands over or under a sign.
	runGap = .3

	// centred is how far the middles of a sign and of its limit may lie apart: TeX shifts
	// those of slanted integrals by half of their italic correction, .22 em.
	centred = .3

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

	// largeSign is the least height of a sign that is a large operator, not the small one
	// of that shape: ∪ has .6 em, letters at most .75, the large ones 1 and more.
	largeSign = .9

	// gutter is the least white space between the columns of a matrix: those of TeX have
	// 1 em, of small ones .5.
	gutter = .45

	// binomialStep is the least distance between the baselines of the two lines of a
	// binomial in a display, 1.36 em in TeX; rows of a matrix have 1.2.
	binomialStep = 1.28
)
