package analyze

import "github.com/pagelift/pagelift/internal/limits"

// Thresholds that several files share. Lengths are in ems of the text at hand unless
// they say points. Each says what it tells apart and what chose it.
const (
	// sameRow is how far two baselines of one row may lie apart. The TeX logo
	// lowers its E by 0.215, beamer raises its bullets by 0.25 of their size; lines
	// set solid are 0.8 apart at the least.
	sameRow = 0.251

	// sameChunk is how far the baselines of glyphs painted one after the other may lie apart in one chunk.
	// A glyph further off is a script or an accent and gets a chunk of its own.
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
	// A line is justified if its widest gap is at most evenGap times its narrowest. It ends within
	// measureSlack ems of where the line above or below it ends.
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

	// fewPlain is how many glyphs of other text beside a fixed-width name are too few to set the size of
	// the line: a note mark, a bracket.
	fewPlain = 2

	// A script is smaller than scriptSize of its line, and raised by more than superRaise or lowered by
	// more than subDrop. TeX raises by 0.29 to 0.41 and lowers by 0.15 to 0.25; the A of the LaTeX logo is
	// raised 0.205.
	scriptSize = 0.9
	superRaise = 0.22
	// Glyphs smaller than superSmall of their line need only superRaiseSmall: a Garamond sets the signs of
	// notes in 0.56 of the size and raises them by 0.215. The A of the logo has 0.7.
	superSmall      = 0.65
	superRaiseSmall = 0.15
	subDrop         = 0.06
	superReach      = 0.8 // the furthest up that a script is looked for
	subReach        = 0.5
	scriptGap       = 0.45 // the furthest beside its base
	scriptGlyphs    = 24   // the longest script

	// A drop cap is at least dropCapSize times as large as the lines beside it and has at most
	// dropCapGlyphs glyphs.
	dropCapSize   = 1.8
	dropCapGlyphs = 2

	// shownNext is how many places further on in the paint order a glyph may be and still follow another
	// one directly: spaces, copies and accents come between.
	shownNext    = 4
	repeatWindow = 8 // how many painted glyphs are compared for copies; ten layers of shadow are not seen

	// A gutter is at least gutterWidth wide. It has gutterLines rows of text on each side, or
	// gutterLinesThin if it is narrower than gutterWide.
	gutterWidth     = 0.55
	gutterWide      = 1.3
	gutterLines     = 3
	gutterLinesThin = 5
	gutterActive    = limits.OpenGutters // open white strips kept while sweeping a region
	gutterTried     = 6                  // best strips checked
	spansMore       = 1.3                // a strip with so many times the rows of the best one inside it is cut first
	regionDepth     = 12                 // nested cuts; pages have at most four

	// A side of a gutter is a column of an index or of contents if it has listedRows rows and listedShare
	// of them end in a page number: a comma or dots and at most listedDigits digits. The share is .74 to
	// .93 on six pages of the R index, .61 and .81 on two contents pages in two columns. endedShare is the
	// share of rows on the left that end so, or in a number alone.
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
	looseLeading = 1.7  // times the size
	tightLeading = 1.25 // times the size, where nothing else is known
	blockFar     = 2.6  // ems: further apart is never one paragraph
	blockIndent  = 0.7
	blockSize    = 1.06

	// borderThick is the thickest border of a table. A filled shape up to that thick and borderRatio times
	// as long is a border.
	borderThick = 6
	borderRatio = 8

	// A rule underlines text from underlineFrom to underlineTo below the baseline, and strikes it out from
	// strikeFrom to strikeTo above. Its ends lie within underlineEnd of the ends of words.
	underlineFrom = -0.02
	underlineTo   = 0.25
	// A side of a rectangle higher than underlineBox underlines nothing: it is the edge of a box around
	// letters. Small letters are half an em high.
	underlineBox = 0.5
	strikeFrom   = 0.18
	strikeTo     = 0.42
	strikeHigh   = 0.6 // strikeTo for annotations: they say what they strike out, but not where its middle is
	underlineEnd = 0.5
	lineMarks    = limits.LineRules // rules looked at for one line

	// dotApart is how far other shapes stay away from a bullet, in points, and
	// dotsWork bounds the pairs of shapes looked at: a page of more is a drawing.
	dotApart = 0.5
	dotsWork = 1 << 20

	// figuresPlaced is how many figures are given a place among the text; a page
	// of more is a mosaic, and they follow it.
	figuresPlaced = limits.PlacedFigures

	// The labels of a drawing stand within axisReach ems of it, and up to axisRounds of them beside each
	// other: numbers, then the name of the axis. Only blocks within labelsNear points of the drawing are
	// searched for labels. Lines that hang from a label begin within hangAside ems of its left edge, and
	// hangBelow of its lower one.
	axisReach  = 0.9
	labelsNear = 30
	axisRounds = 2
	hangAside  = 0.2
	hangBelow  = 0.5

	// These tell drawings from strokes that only frame or underline text: see graphics_weigh.go.
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
	// panelBent is how many bends a drawing has whose text is read by itself.
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
	drawingsKept = limits.PageDrawings

	// farAway bounds coordinates: ISO 32000-2 Annex C lets a page have 14,400
	// units a side, and UserUnit scales them.
	farAway = limits.Coordinate

	// skewed is the largest lean in degrees that counts as upright; a lean below level counts as none.
	skewed = 0.5
	level  = 0.02
)

// Tables. Lengths in points where nothing else is said: rules are drawn to fractions
// of a point whatever the size of the text.
const (
	// sameEdge is how far apart two edges may lie and count as one: the lines of a double rule. No row is
	// so low.
	sameEdge = 3.5
	// wallShare is the share of a cell's side that a rule covers when it is drawn.
	wallShare = 0.6
	// An area may be a cell from tileWidth by tileHeight up to tileShare of the page. leastTiles areas
	// make a table: two by two. No head has more rows than headRowsMost.
	tileWidth    = 10
	tileHeight   = 6
	tileShare    = 0.3
	leastTiles   = 4
	stripeGap    = 1.5 // the height of an unpainted row in that of its painted neighbours
	stripeApart  = 1.2 // the white between the lines of such a row, in ems: cells are padded
	headRowsMost = 6
	// gridsKept is how many tables a page may have, gridSlots how many cells one.
	gridsKept = limits.PageTables
	gridSlots = 1 << 15

	// Walls that text implies: cellOverhang is how far text may reach over the edge of its cell, in ems;
	// impliedCols is the widest cell that is looked at, in columns.
	cellOverhang = 0.3
	impliedCols  = limits.ImpliedColumns
	// listAscent and listDescent are the height of a line around its baseline, ems.
	listAscent  = 0.8
	listDescent = 0.2
)

// markDepth bounds walks from a mark to the marks around it.
const markDepth = limits.MarksAround

// Tables told by alignment. Lengths in ems of the text at hand where nothing else is said. "Documents
// tuned on" are 84 with known truth, "others" 135 besides (docs/benchmarks/diary.md).
const (
	// A table has at least alignedSegments parts and alignedLeast lines with gaps.
	alignedSegments = 4
	alignedLeast    = 2
	// At most partsKept parts of a line and columnsKept columns are compared with each other: no page is
	// so wide.
	partsKept   = limits.LineParts
	columnsKept = limits.AlignedColumns

	// numberRows lines of numbers below each other are rows whatever the rules say: 2 does the same on 229 tables
	// of LaTeX, 4 costs .0015 of TEDS.
	numberRows = 3

	// A head has at most headLines lines. A head over columns stands within headNear ems of the next line.
	// A table is one of numbers if bodyNumbers of its lines with gaps are mostly numbers. A head extends
	// over one more column if that brings it centreGain ems nearer to the middle. The lines of one head
	// begin, end or have their middles within edgeHead ems of each other.
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
	headMiddle    = 1.2 // how near to the middle of all columns what heads them all stands

	// A contents page: how many dots lead to a number, and in what share of the rows.
	leadersLeast = 3
	leadersShare = 0.5
	// Running text has prosePart glyphs a part on average, and less than proseEarly of its lines plainly
	// begin anew.
	prosePart  = 28
	proseEarly = 0.4
	// Tables of fewer rows than fewRows weigh less if less than fewAligned of them is aligned.
	fewRows    = 3
	fewAligned = 0.9
)
