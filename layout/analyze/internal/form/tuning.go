package form

// Thresholds of what stands beside controls, in ems where nothing else is said.
const (
	// fieldText is the size of text on a page that has none, points.
	fieldText = 10

	// fieldLeast is the least width and height of a stand-in in ems.
	fieldLeast = 0.5

	// fieldLines: a control higher than this, in ems, holds several lines, of which the
	// first is where it stands. Those of one line are up to 2.2 high.
	fieldLines = 2.5

	// fieldRise is how far the baseline of the first line is below the top of such a
	// control, in ems.
	fieldRise = 1.1

	// fieldReach is how far to the side of a control text may be that lends it its
	// baseline, in ems. Labels to the left of a column of controls end up to 15 away.
	fieldReach = 20

	// fieldClose is how near to a control text stands that is its label whatever stands
	// over it, in ems.
	fieldClose = 1.2

	// fieldOver and fieldUnder are how far the baseline of text over a control is above
	// its top, and that of text under it below its foot, at most, in ems. fieldInside is
	// how far the former may be below its top.
	fieldOver   = 1.0
	fieldUnder  = 1.6
	fieldInside = 0.6

	// fieldColumn is the most space between two controls of a column, in ems: labels have
	// no room there.
	fieldColumn = 0.7

	// fieldRuns is how many ticks of a row are looked at to see on which side their
	// labels stand.
	fieldRuns = 16

	// fieldTickReach and fieldRowReach are how far, in ems, text may be from a tick or
	// another control on its row and still be read with it.
	fieldTickReach = 12
	fieldRowReach  = 12

	// fieldPairs bounds the pairs of a control and text that are looked at on a page.
	// Those of tax forms have some 10,000.
	fieldPairs = 1 << 20

	// ruleSigns is how many underscores or dots in a row are a rule to write on.
	ruleSigns = 3

	// ruleCovered is the share of such a rule, or of the control, that the other covers.
	ruleCovered = 0.5

	// captionGap is the white space that parts two labels on a line, in ems. Wide word
	// spaces of justified lines have up to 1.
	captionGap = 1.2

	// labelLines is how many lines a label has at most; more are running text.
	labelLines = 4

	// labelBand is the height of the bands in which labels are looked for, points, and
	// labelBands how many there are at most.
	labelBand  = 24
	labelBands = 1024

	// labelTicks is the space to the next tick, in widths of one, up to which text before
	// or over them names all of a row: their own labels have no room between them.
	labelTicks = 2

	// labelReach is how far over and under a control its label is looked for, points.
	labelReach = 40

	// labelSlack is how far text and control may lap over each other, or a label stand
	// above or below the row of its control, in ems.
	labelSlack = 0.5

	// labelSlope is what the space between a control and text beside it costs per em,
	// and labelShift what it costs to begin elsewhere than the control under it. Space
	// over and under a control costs 1: it is where the next control may be.
	labelSlope = 0.2
	labelShift = 0.1

	// labelFar is the most that space to text before a control costs: leaders lead the
	// eye over it. labelCode is what it costs a label to be the number of a line, of
	// codeRunes characters at most.
	labelFar  = 1.2
	labelCode = 1.5
	codeRunes = 4

	// codeGap is the space behind such a number up to the text that it numbers, in ems.
	codeGap = 3

	// labelTie is what an em of space to text before a control costs besides: of two the
	// nearer counts.
	labelTie = 0.001

	// How far, in ems, a label stands at most behind a control, over it and under it.
	labelBehindReach = 4
	labelOverReach   = 2
	labelUnderReach  = 1

	// labelWall is what a rule between a control and its label costs, labelProse what
	// it costs a label to be of running text. labelLeads is what it costs text to name a
	// control over or under it though it leads to another one on its own row: of 242
	// controls of a tax form, set in dense rows, 28 had no name without it, 14 with it.
	labelWall  = 1.5
	labelLeads = 1.5
	labelProse = 1.5

	// A box to tick is as high as the text beside it by tickLow to tickHigh ems and level
	// with its capitals, whose middle is capitalMiddle ems above the baseline, by
	// tickLevel. The text is at most tickGap ems away and has tickLetters at least: what
	// is beside the marks of plots has fewer.
	tickLow       = 0.5
	tickHigh      = 1.7
	capitalMiddle = 0.35
	tickLevel     = 0.35
	tickGap       = 2
	tickLetters   = 2
)

// Measures that package analyze has, too.
const (
	// textMiddle is how far the middle of text is above its baseline, in ems; it reaches
	// ascent above it and descent below it, where fonts say nothing.
	textMiddle = 0.25
	ascent     = 0.8
	descent    = 0.2

	// sameRow is how far the baselines of one row differ, in ems.
	sameRow = 0.251

	// sameSide is how far the sides of boxes that stand in line differ, in points.
	sameSide = 1.5

	// farAway is beyond all places of a page, in points.
	farAway = 4e6
)
