package analyze

// Thresholds that several files share. Lengths are in ems of the text at hand unless
// they say points. Each says what it tells apart and what chose it.
const (
	// sameRow is how far two baselines of one row may lie apart. The TeX logo
	// lowers its E by 0.215, beamer raises its bullets by 0.25 of their size; lines
	// set solid are 0.8 apart at the least.
	sameRow = 0.251

	// sameChunk is the same for glyphs painted one after the other: anything more
	// is a script or an accent and looked at by itself.
	sameChunk = 0.04

	// sameChunkSize is the ratio of sizes up to which glyphs may share a chunk.
	sameChunkSize = 1.1

	// splitGap is the gap at which a row is cut into segments for the column
	// analysis. Justified words stay under it but for the worst lines, which
	// stretchGap joins again; the narrowest gutters measured are 0.8 wide.
	splitGap = 0.7

	// stretchGap is the widest gap inside a line of running text; labelGap the
	// widest after a bullet or a number that begins a line.
	stretchGap = 2.2
	labelGap   = 4
	// cellGap is the widest gap inside a cell of table-like text.
	cellGap = 0.95
	// textMiddle is how far the middle of small letters lies above the baseline.
	textMiddle = 0.25
	// A justified line among rows of cells: how much its gaps may differ, how exactly
	// it ends where its neighbour does, and how far that may be indented, in ems.
	evenGap      = 1.35
	measureSlack = 0.25
	// labelRunes is the longest label: "(xviii)", "12.3.4." and "[ABC99]" fit.
	labelRunes = 8

	// overlapStep is how far a glyph may lie back over the one before it in the
	// same chunk: kerned italics reach 0.3.
	overlapStep = 0.35

	// layerOverlap is how far one chunk may lie over another before it is taken
	// for a different layer of text instead of the next part of the line.
	layerOverlap = 1

	// gapAtSpace is what must remain of a gap where a space glyph was shown.
	gapAtSpace = 0.045

	// fewPlain is how many glyphs of the text around a fixed-width name do not give a
	// line its size: a note mark, a bracket.
	fewPlain = 2

	// A script is smaller than its line and off its baseline. TeX raises by 0.29
	// to 0.41 and lowers by 0.15 to 0.25; the A of the LaTeX logo is raised 0.205.
	scriptSize = 0.9
	superRaise = 0.22
	// Smaller glyphs than the A of the logo, which has 0.7, need less: a Garamond
	// sets the signs of notes in 0.56 of the size and raises them by 0.215.
	superSmall      = 0.65
	superRaiseSmall = 0.15
	subDrop         = 0.06
	superReach      = 0.8 // the furthest up that a script is looked for
	subReach        = 0.5
	scriptGap       = 0.45 // the furthest beside its base
	scriptGlyphs    = 24   // the longest script

	// A drop cap is so much larger than the lines beside it and so short.
	dropCapSize   = 1.8
	dropCapGlyphs = 2

	// shownNext is how many glyphs after another one is that follows it in its text: there
	// are spaces, copies and accents between.
	shownNext    = 4
	repeatWindow = 8 // painted glyphs looked back at; ten layers of shadow are not seen

	// A gutter is at least so wide, narrow ones only with more lines.
	gutterWidth     = 0.55
	gutterWide      = 1.3
	gutterLines     = 3
	gutterLinesThin = 5
	gutterActive    = 48  // open white strips kept while sweeping a region
	gutterTried     = 6   // best strips checked
	spansMore       = 1.3 // of the rows of a strip, those of another that is cut first
	regionDepth     = 12  // nested cuts; pages have at most four

	// Sides of so many rows, such a share of which ends in a page number of listedDigits
	// at most behind a comma or dots, are columns of an index or of contents: on six pages
	// of the R index .74 to .93, on two of contents in two columns .61 and .81.
	listedRows   = 8
	listedShare  = 0.5
	endedShare   = 0.8
	listedDigits = 4
	// columnEdge is how far from the edge of its column a heading may begin, in ems
	// of the heading. Running heads are centred, or set to the outer edge.
	columnEdge = 0.25

	// Blocks. Spacing in line pitches, indents and edges in ems, sizes as ratios.
	blockGap     = 1.2
	blockGapSlow = 0.5  // points on top of it, against rounding
	fewSamples   = 3    // fewer distances than this do not speak for a loose leading
	looseLeading = 1.7  // of the size
	tightLeading = 1.25 // of the size, where nothing else is known
	blockFar     = 2.6  // ems: further apart is never one paragraph
	blockIndent  = 0.7
	blockSize    = 1.06

	// borderThick is the thickest border of a table; a shape so thick and borderRatio
	// times as long is one.
	borderThick = 6
	borderRatio = 8

	// A rule this far below the baseline underlines, this far above strikes out;
	// its ends lie this near to the ends of what it marks.
	underlineFrom = -0.02
	underlineTo   = 0.25
	// A rule that is a side of a rectangle higher than underlineBox of the type is the edge of
	// a box around letters: small letters have half of the type's size.
	underlineBox = 0.5
	strikeFrom   = 0.18
	strikeTo     = 0.42
	strikeHigh   = 0.6 // of annotations, which know what they strike out but not where its middle is
	underlineEnd = 0.5
	lineMarks    = 64 // rules looked at for one line

	// dotApart is how far other shapes stay away from a bullet, in points, and
	// dotsWork bounds the pairs of shapes looked at: a page of more is a drawing.
	dotApart = 0.5
	dotsWork = 1 << 20

	// figuresPlaced is how many figures are given a place among the text; a page
	// of more is a mosaic, and they follow it.
	figuresPlaced = 256

	// Labels stand within axisReach ems of a drawing, and
	// axisRounds of them beside each other: numbers, then the name of the axis.
	// labelsNear is how far in points blocks are whose lines are looked at for labels.
	axisReach  = 0.9
	labelsNear = 30
	axisRounds = 2

	looseRounds = 4
	plainBent   = 24
	cutText     = 3
	leastBent   = 3
	leastBars   = 4
	// A drawing with leastOutlines filled shapes of outlineSegments segments is not weak: words
	// drawn letter by letter on a panel have one shape for each letter, an H of 12 segments and
	// an L of 7; frames and shadows of boxes have one or two in all. Of 941 documents two show something
	// more by this rule: three drawings.
	leastOutlines   = 4
	outlineSegments = 7
	// panelBent is how much is bent in a drawing whose text is read by itself.
	panelBent = 8
	// axisChars is how many characters a label beside a drawing has at most, and
	// drawingChars how many those in a drawing have on average.
	axisChars    = 40
	drawingChars = 24
	// captionWord is how many letters the word of a numbered caption has at most, and
	// captionLetters how many bytes at least: 図 has three.
	captionWord    = 12
	captionLetters = 3

	// pictureWide is the share of the page's width or height from which an image is
	// the ground of the page, or a strip of it.
	pictureWide  = 0.85
	drawingsKept = 64

	// farAway bounds coordinates: ISO 32000-2 Annex C lets a page have 14,400
	// units a side, and UserUnit scales them.
	farAway = 4e6

	// skewed is the largest lean in degrees that counts as upright, and level the
	// lean that is no lean at all.
	skewed = 0.5
	level  = 0.02
)

// Tables. Lengths in points where nothing else is said: rules are drawn to fractions
// of a point whatever the size of the text.
const (
	// sameEdge takes the two lines of a double rule for one edge; no row is so low.
	sameEdge = 3.5
	// wallShare is the share of a cell's side that a rule covers when it is drawn.
	wallShare = 0.6
	// Areas that may be cells are so large and no larger than this share of the page,
	// and two by two make a table. No head has more rows than headRowsMost.
	tileWidth    = 10
	tileHeight   = 6
	tileShare    = 0.3
	leastTiles   = 4
	stripeGap    = 1.5 // the height of an unpainted row in that of its painted neighbours
	stripeApart  = 1.2 // the white between the lines of such a row, in ems: cells are padded
	headRowsMost = 6
	// gridsKept is how many tables a page may have, gridSlots how many cells one.
	gridsKept = 128
	gridSlots = 1 << 15

	// Walls that text implies. cellOverhang is how far text may reach over the edge of
	// its cell, in ems; impliedCols the widest cell that is looked at.
	cellOverhang = 0.3
	impliedCols  = 128
	// listAscent and listDescent are the height of a line around its baseline, ems.
	listAscent  = 0.8
	listDescent = 0.2
)

// markDepth bounds walks from a mark to the marks around it.
const markDepth = 64

// Tables told by alignment. Lengths in ems of the text at hand where nothing else is
// said. "Tuned on" are the 84 documents of BENCHMARKS.md, "others" the 135 behind them.
const (
	// alignedSegments and alignedLeast are the fewest parts and lines with gaps.
	alignedSegments = 4
	alignedLeast    = 2
	// partsKept of a line and columnsKept bound what is compared with each other: no
	// page is so wide.
	partsKept   = 512
	columnsKept = 256

	// numberRows lines of numbers below each other are rows whatever the rules say: 2 does the same on 229 tables
	// of LaTeX, 4 costs .0015 of TEDS.
	numberRows = 3

	// Heads: the most lines, how near a head over columns stands, the share of lines of
	// numbers that makes the table one of numbers, how much nearer to the middle of
	// more columns a head must be for each, how near the edges of lines of one head lie.
	headLines   = 12
	headNear    = 2.2
	bodyNumbers = 0.4
	centreGain  = 0.5
	edgeHead    = 0.35
	// A text is common to two columns that are both filled in spreadBoth lines when it stands spreadOff ems from
	// their middle at most: from .2 to .6, and 1 to 3 lines, changes nothing on 229 tables of LaTeX.
	spreadOff  = 0.4
	spreadBoth = 2
	// A title of a group of rows is groupTitleOff ems from the middle of the rules around the table at most: from .3 to
	// .75 changes nothing on 229 tables of LaTeX.
	groupTitleOff = 0.5
	headMiddle    = 1.2 // how near to it what heads all columns stands

	// Contents: how many dots lead, and in what share of the rows.
	leadersLeast = 3
	leadersShare = 0.5
	// Running text: glyphs of a part on average, and the share of lines that plainly
	// begin anew up to which it runs on.
	prosePart  = 28
	proseEarly = 0.4
	// fewRows and fewAligned are rows and alignment below which small tables weigh less.
	fewRows    = 3
	fewAligned = 0.9
)
