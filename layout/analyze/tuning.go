package analyze

// The thresholds of this package. Lengths are in ems of the text at hand unless
// they say points. Each says what it tells apart and what chose it.
const (
	// sameRow is how far two baselines of one row may lie apart. The TeX logo
	// lowers its E by 0.215, beamer raises its bullets by 0.25 of their size; lines
	// set solid are 0.8 apart at the least.
	sameRow = 0.251
	// loweredRow is how far for a letter or two among those of a word: Helvetica
	// lowers that E by 0.266, the manual of BibTeX by 0.301.
	loweredRow = 0.35

	// sameChunk is the same for glyphs painted one after the other: anything more
	// is a script or an accent and looked at by itself.
	sameChunk = 0.04

	// sameSize is the ratio of sizes up to which glyphs may share a chunk.
	sameSize = 1.1

	// splitGap is the gap at which a row is cut into segments for the column
	// analysis. Justified words stay under it but for the worst lines, which
	// stretchGap joins again; the narrowest gutters measured are 0.8 wide.
	splitGap = 0.7

	// stretchGap is the widest gap inside a line of running text; labelGap the
	// widest after a bullet or a number that begins a line.
	stretchGap = 2.2
	labelGap   = 4
	// letterGap is the narrowest gap after a letter that is a label, not the word A or I.
	letterGap = 0.8
	// cellGap is the widest gap inside a cell of table-like text.
	cellGap = 0.95
	// cellFar is the widest gap inside a cell of a table whose edges are known.
	cellFar = 1000
	// endSignGap is the space in ems before the square that ends a proof. No other stands at
	// its place within endSignRows rows, the height of a cell of a table; endSignBeside where
	// text follows, which may be a list of long items in the next column.
	endSignGap    = 0.4
	endSignRows   = 3
	endSignBeside = 20
	// A square that is drawn at the end of a proof is endBoxLow to endBoxHigh ems high, that
	// of amsthm .675, and stands on the baseline by endBoxLevel ems. Its endBoxSides rules are
	// at most endBoxThick points thick, those of TeX 0.4. No other is within endBoxApart of
	// its heights above or below.
	endBoxLow   = 0.4
	endBoxHigh  = 0.9
	endBoxLevel = 0.15
	endBoxSides = 4
	endBoxThick = 1
	endBoxApart = 6
	// textMiddle is how far the middle of small letters lies above the baseline.
	textMiddle = 0.25
	// monoGap is the widest gap inside a line of program text.
	monoGap = 60
	// A justified line among rows of cells: how much its gaps may differ, how exactly
	// it ends where its neighbour does, and how far that may be indented, in ems.
	evenGap      = 1.35
	measureSlack = 0.25
	// In recognised text gaps differ by the white around letters as well, and the
	// widest of lines of two long words are stretchedGap.
	bearings      = 0.3
	stretchedGap  = 4
	measureIndent = 3
	// labelRunes is the longest label: "(xviii)", "12.3.4." and "[ABC99]" fit.
	labelRunes = 8

	// Vertical text made of upright characters: how far each stands below the one
	// before it (browsers put them 1 em apart; rows of text 1.4 and more), how many
	// make a line, the share of a page's text in such lines from which lone
	// characters are vertical too, and the height of an ideograph above its baseline.
	stackStep       = 0.8
	stackStepMost   = 1.3
	stackLeast      = 5
	stackShare      = 0.4
	ideographAscent = 0.88
	// Words of letters below each other: the longest step in ems (forms have 1.2), how
	// far middles, steps and baselines may differ, glyphs of a run with the spaces behind
	// its letter, and how many words of a page are looked at.
	letterStepMost = 1.5
	stackLean      = 0.1
	loneGlyphs     = 3
	stackedWords   = 16

	// overlapStep is how far a glyph may lie back over the one before it in the
	// same chunk: kerned italics reach 0.3.
	overlapStep = 0.35
	// setBack is how far before a point the digit shown after it may begin and still be
	// behind it: more than kerning there, less than half of the narrowest digit.
	setBack = 0.1

	// layerOverlap is how far one chunk may lie over another before it is taken
	// for a different layer of text instead of the next part of the line.
	layerOverlap = 1

	// A gap between words. With real spaces in the line a bare gap must be larger
	// to count, since the producer had another way to say it; without them half
	// the font's own space counts, within bounds. Kerning stays under 0.1.
	gapWithSpaces = 0.19
	gapBare       = 0.14
	gapBareMin    = 0.11
	gapBareMax    = 0.18
	gapOfSpace    = 0.55
	// gapOfShown is the share of the mean space shown in a line that a gap without one has
	// to be there: spaces of .25 and more, which nearly all are, leave gapWithSpaces.
	gapOfShown = 0.76
	// gapBehindSign parts the bullet or dash that begins a line from the letter behind it: slides
	// keep .08 and more, hyphens before letters are kerned by .03 at most.
	gapBehindSign = 0.07
	// longerNumber is how much wider a number is than the one before it in its list at
	// most: 10 is twice as wide as 9, with their stops less.
	longerNumber = 2
	// alikeGaps of one width, within alikeSpread, are spaces although they are narrower
	// than those: bold Manrope has 0.135, set tight. Kerning is not so even, and stays
	// under alikeLeast for most pairs of letters; where the gaps are narrower than any other
	// space there are alikeTight of them: an abstract in Minion Condensed has .094. Words
	// have alikeWord letters and more on average, so letters set apart are none.
	alikeGaps   = 3
	alikeTight  = 6
	alikeWord   = 3
	alikeSpread = 0.01
	alikeLeast  = 0.07
	// besideLarge is how many times larger a word is than the one behind it, when the gap
	// between them is measured in the size of the latter.
	besideLarge = 1.8
	// prefacePages is the last page that is numbered in Roman numerals, lxxxix, and romanLetters how many letters the longest
	// of them has: lxxxviii.
	prefacePages = 89
	romanLetters = 8
	// fewTracked is how many letters are too few to tell whether it is space between letters or words that sets
	// them apart.
	fewTracked = 6
	// gapAtSpace is what must remain of a gap where a space glyph was shown.
	gapAtSpace = 0.045
	// gapBeforeStop is the gap that sets a full stop or comma apart.
	gapBeforeStop = 0.3
	// Fonts with wrong widths. So many pairs of letters are looked at of a font and of each
	// run; the share of them that lies over each other by fitSlack (kerning alone: none) or
	// stands fitWide to fitApart apart in such a font. Words alone part a fifth of the pairs.
	fitPairs  = 64
	fitSample = 8
	fitLeast  = 32
	fitSlack  = 0.1
	fitWide   = 0.05
	fitApart  = 0.6
	fitOver   = 0.1
	fitShort  = 0.75
	fitSpaces = 0.08 // share of pairs that end in a space where these part words
	// The steps from letter to letter that are measured. Characters seen fewSteps times say
	// by how much the steps of their font exceed its advances; no character exceeds its
	// own by stepSlack more.
	// Where spaces are shown, sureSteps of a character are enough to believe.
	stepLeast = 0.02
	stepMost  = 2
	fewSteps  = 4
	sureSteps = 2
	stepSlack = 0.05
	// gapIdeographs is the bare gap that stands for an ideographic space.
	gapIdeographs = 0.85

	// Letter-spaced text: at least so many letters, so large a share of them set
	// apart, and word gaps so much larger than letter gaps.
	spacedLetters = 5
	spacedShare   = 0.7
	spacedWordGap = 1.7

	// fewPlain is how many glyphs of the text around a fixed-width name do not give a
	// line its size: a note mark, a bracket.
	fewPlain = 2

	// Small capitals are set in .68 (browsers) to .8 (word processors) of the size
	// of the capitals before them, and no further behind than letters stand.
	smallCapsLeast = 0.6
	smallCapsMost  = 0.85
	smallCapsGap   = 0.15

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
	// initialScript is the longest script of such a letter: the cents of a price. More
	// is text beside it.
	initialScript = 3

	// The same character within these distances is the same mark painted again
	// for weight or shadow. A double l is 0.22 apart.
	repeatAlong  = 0.15
	repeatShare  = 0.5 // of its own advance
	repeatAcross = 0.15
	// Words painted again are told by all their letters, so they may lie further apart,
	// though not by a letter: copyShare is of the mean step from one to the next.
	copyAlong  = 0.3
	copyShare  = 0.6
	copyAcross = 0.25
	// shownNext is how many glyphs after another one is that follows it in its text: there
	// are spaces, copies and accents between.
	shownNext    = 4
	repeatWindow = 8 // painted glyphs looked back at; ten layers of shadow are not seen

	// accentCover is the share of an accent's width that must lie over its letter;
	// accentRaise how far TeX lifts an accent over a capital.
	accentCover = 0.5
	accentRaise = 0.45

	// Parts of a formula stand closer than lines of text: TeX puts the numerator of a
	// displayed fraction 0.68 above the line and the denominator 0.69 below it; text set
	// solid is 0.8 apart at the least. One of the two is as short as this.
	formulaPitch  = 0.77
	formulaGlyphs = 12

	// An index has so many lines in a column; so large a share of them ends in the number
	// of a page or the comma after one (of those of an index column of the R manual 0.81
	// at the least, of the long lines of the documents tuned on 0.23 at the most), begins at
	// the left edge (the rest are second lines and entries below entries), and so many of
	// the numbers may stand under each other at the right edge, as all do on contents pages.
	indexLines   = 6
	indexNumbers = 0.7
	indexEdge    = 0.4
	indexUnder   = 0.5

	// A gutter is at least so wide, narrow ones only with more lines.
	gutterWidth     = 0.55
	gutterWide      = 1.3
	gutterLines     = 3
	gutterLinesThin = 5
	gutterActive    = 48  // open white strips kept while sweeping a region
	gutterTried     = 6   // best strips checked
	spansMore       = 1.3 // of the rows of a strip, those of another that is cut first
	regionDepth     = 12  // nested cuts; pages have at most four

	// Running text on one side of a gutter: characters of a long segment and the
	// share of the side's text in such (a table may stand in a column), pitch in
	// ems, and how well lines fill the measure when rows are shared as in a table.
	proseChars  = 14
	proseShare  = 0.55
	prosePitch  = 2.4
	proseClose  = 0.5 // share of lines right below the one before, where figures part them
	proseFill   = 0.72
	proseShared = 0.8
	proseRows   = 15   // shared rows past which short lines are an index, not a table
	ownRows     = 0.35 // share of rows in common up to which sides have rows of their own
	ownPitch    = 1.7  // and the factor on prosePitch then
	// Sides of any kind stand apart when they share so few of their rows and reading
	// them row by row would tear so many pairs of lines no farther apart than this, in
	// ems. Fewer are met where one block ends beside the beginning of the next.
	apartRows   = 4
	apartShared = 0.35
	apartTorn   = 3
	apartPitch  = 1.8
	// largePicture is the share of the page that a picture covers at least to tell a column: logos measured
	// have up to .02.
	largePicture = 0.04
	// Sides of so many rows, such a share of which ends in a page number of listedDigits
	// at most behind a comma or dots, are columns of an index or of contents: on six pages
	// of the R index .74 to .93, on two of contents in two columns .61 and .81.
	listedRows   = 8
	listedShare  = 0.5
	endedShare   = 0.8
	listedDigits = 4
	// ledLeast is the fewest lines of a list of contents whose dots lead to a number that
	// keep it from being a table; of ledFalls numbers one may be less than that above it.
	ledLeast    = 3
	ledFalls    = 8
	noteChars   = 6 // marginal notes beside running text
	notesBeside = 30
	notesShare  = 0.6
	noteSize    = 0.93 // against the text, of those on its left
	// sideHeadSize is how large a heading is beside text, against the text: larger than
	// words in bold, smaller than the 2.4 to 3.2 of reports. Its text has sideHeadBeside
	// characters a line, for the column beside it is often narrow (27 in one report).
	sideHeadSize   = 1.5
	sideHeadBeside = 20
	// edgeGap sets a running head or foot apart from the columns, in line pitches.
	edgeGap  = 1.7
	edgeRows = 2
	// columnEdge is how far from the edge of its column a heading may begin, in ems
	// of the heading. Running heads are centred, or set to the outer edge.
	columnEdge = 0.25
	// cutGap is a horizontal white band within a table, in line pitches, and
	// cutShare the share of such bands with text on both sides right below them.
	cutGap   = 1.3
	cutRows  = 3
	cutShare = 0.6
	// cutSteps is the share of such bands in the places where a side begins below a white of
	// its own: tables have 1 but for cells of several paragraphs, two columns .14 to .45.
	cutSteps = 0.5
	// countedEntries is how many numbered entries of a list a column has at least that goes on
	// with it, and countedDigits how many digits their numbers have at most.
	countedEntries = 2
	countedDigits  = 3
	// cellRules is how many rules across a strip make it a table's.
	cellRules = 2

	// tabularShare is the share of rows with several segments that makes a region
	// table-like.
	tabularShare = 0.25
	tabularRows  = 2

	// Blocks. Spacing in line pitches, indents and edges in ems, sizes as ratios.
	blockGap     = 1.2
	blockGapSlow = 0.5  // points on top of it, against rounding
	fewSamples   = 3    // fewer distances than this do not speak for a loose leading
	looseLeading = 1.7  // of the size
	tightLeading = 1.25 // of the size, where nothing else is known
	blockFar     = 2.6  // ems: further apart is never one paragraph
	blockIndent  = 0.7
	blockSize    = 1.06
	// bridgeIndent is the widest indent of a paragraph beside a term in the margin.
	bridgeIndent = 2.5
	// recognisedEven is how far the sizes of recognised words of one text lie apart:
	// those of a scanned journal 7.9 to 12.8 points, around 9.8.
	recognisedEven = 1.3
	// sameFitted is how far the baselines of neighbouring words of one row lie apart that were fitted to their widths, in ems.
	sameFitted = 0.15
	// fittedGap is the white in ems that may be that between columns.
	fittedGap = 2
	// Recognised words that were squeezed with the space behind them do not reach the next
	// word by squeezedGap: other programs let the space end where that begins. So many words
	// are needed to tell, and such a share of them.
	squeezedGap   = 0.1
	squeezedWords = 8
	squeezedShare = 0.6
	// proportional is the mean advance in ems of letters of text fonts (of Times 0.43, of
	// Helvetica 0.48), and typewriter how far the sizes of words of fixed width differ that
	// are fitted to a picture with such: in one of a book half of them were off by 6 %.
	proportional = 0.45
	typewriter   = 0.03
	centred      = 0.6
	// Up to midLines lines are a heading set in the middle above a paragraph if there are midRoom ems
	// free on either side of each, and no more than midOff ems more on one. The paragraph begins at most
	// midIndent ems from the margin.
	midLines    = 3
	midRoom     = 4
	midOff      = 2
	midIndent   = 2.5
	shortLine   = 2   // white at the end that a short last line leaves
	shortWord   = 1.3 // times the first word of the next line would have fitted
	verbatimGap = 2.3 // pitches: blank lines inside program text

	// leastPitch is the narrowest advance of a fixed-width character: condensed ones
	// have 0.4. maxSpaces is how many spaces one gap stands for at most.
	leastPitch = 0.2
	maxSpaces  = 100
	// programSlack is how far the lines of a column of program text may begin apart.
	programSlack = 0.1
	// Letters spread over columns wider than they are, as the LaTeX package listings
	// sets them: 0.6 ems for letters of 0.525. In advances: how much these may differ,
	// the least step from letter to letter in such lines, and the step from which on
	// there is a space between two.
	columnSame   = 0.02
	columnSpread = 1.03
	columnNext   = 1.6
	// boxHigh is the height of a box around one line of program text at the most.
	// Style sheets pad it by an em on either side.
	boxHigh = 4

	// Rules: thickness and length in points, how far they may lean, how many are
	// kept of a page. shortBar is the least length of a bar of a formula: one over a digit
	// of five points, the smallest that TeX sets, has 2.5.
	rulingThick = 3
	rulingLong  = 4
	shortBar    = 2
	rulingRatio = 4
	rulingLean  = 0.4
	// rulingImage is the thickest image that is a rule, in points: thicker ones are bars of
	// charts and borders with a pattern.
	rulingImage = 1.5
	rulingsKept = 4096
	// borderThick is the thickest border of a table; a shape so thick and borderRatio
	// times as long is one.
	borderThick = 6
	borderRatio = 8

	// slantLeast is how far text leans, as a share of its height, that is meant as
	// italic: browsers lean it by 0.25, LibreOffice by 0.33, TeX by 0.167.
	slantLeast = 0.12

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
	// The glyphs over an underline stand on the baseline of the line, but for
	// underlineOff of its size; underlineMost of them do, for the rest are raised or
	// lowered.
	underlineOff  = 0.1
	underlineMost = 0.5
	// Rules are one if their height and thickness differ by ruleLevel points and
	// they are ruleJoin ems apart: rules of words without the spaces between. Each is
	// compared with the last rulesJoined.
	ruleLevel   = 0.3
	ruleJoin    = 0.4
	rulesJoined = 8

	// What strikes text out reaches strikeEnd ems past its ends or ends so far before
	// them, is at most strikeThick ems thick and stays strikeApart points away from
	// upright rules. It goes through strikeSigns letters and digits, or it repeats its
	// look: strikesAlike with that look are on the page, of strikesKept looked at. One
	// painted under its text goes through strikeUnder, and one of recognised text, where
	// boxes are rough and noise makes rules, through strikeRead; they always repeat.
	strikeEnd    = 0.25
	strikeThick  = 0.16
	strikeApart  = 1
	strikeSigns  = 2
	strikeUnder  = 3
	strikeRead   = 4
	strikesAlike = 2
	strikesKept  = 1 << 12
	// markWork bounds what is compared with the rules under and through text: a page of
	// a thousand underlined lines and strikes takes some two million comparisons.
	markWork = 1 << 23

	// A bar of a fraction is at most fractionWide ems long. What is under it has its
	// baseline fractionFrom to fractionDeep of its size lower, stands under the middle
	// by fractionSlack ems, and nothing is fractionApart ems beside it: TeX sets
	// denominators 0.85 to 0.95 lower, lines of text with underlines 1.05 at least.
	fractionWide  = 12
	fractionFrom  = 0.45
	fractionDeep  = 1.3
	fractionSlack = 0.2
	fractionApart = 0.6

	// A painted bullet: its side in points and how far from square it may be; its
	// height, its middle above the baseline and its distance from the text in ems.
	// Chromium draws discs of 0.34 with the middle 0.3 up and 0.75 before the text.
	dotLeast = 1
	dotMost  = 16
	dotRatio = 1.3
	dotTall  = 0.6
	dotLow   = 0.12
	dotHigh  = 0.5
	dotNear  = 0.15
	dotFar   = 1.6
	// dotApart is how far other shapes stay away from a bullet, in points, and
	// dotsWork bounds the pairs of shapes looked at: a page of more is a drawing.
	dotApart = 0.5
	dotsWork = 1 << 20

	// A panel: its least size in points (a box of two lines of small print), the share
	// of the page from which it is the paper, the rows of text in it, how many are
	// listed, kept and nested, and how far sides of one panel differ in points.
	panelHigh  = 18
	panelWide  = 36
	panelMost  = 0.9
	panelRows  = 2
	fieldWide  = 0.8 // of the rules above and below: a wider box is a frame around them
	panelsSeen = 2048
	panelsKept = 96
	panelDepth = 5
	sameSide   = 1.5
	// panelSlack is how far in points the lines of a block may reach over its panel.
	panelSlack = 4
	// boxedMost is the share of the page from which a box is not beside its text.
	boxedMost = 0.5
	// A box with rounded corners has at most so many parts, and so much of its
	// outline is straight.
	boxParts    = 14
	boxStraight = 0.6
	// Numbers of lines: their digits, how many there are at least when some lines are
	// numbered and when each is (a list of so many short items is rare), the share of
	// them that must count right, and of their lines that go on in small letters.
	lineDigits    = 4
	linesNumbered = 4
	linesEach     = 10
	linesCounted  = 0.8
	linesRunning  = 0.3

	// A pull quote: how large its lines are at least, in sizes of the text, and how many; their
	// ascent, descent and widest pitch in their own size. Beside it stand quoteBeside lines of
	// text at least, at most quoteApart away; lines above and below are looked for as far as
	// quoteReach, begin or end quoteIndent from those beside it and reach over it by quoteOver,
	// all in sizes of the text. Nature sets a quote at 1.09 of its text in a hole of six lines,
	// another at 1.8 to 2.8 over the gutter, 3.2 away. A page of fewer than
	// quoteText segments has no hole, one of more than quoteSeen is no text; quoteWork bounds
	// the pairs that are looked at.
	quoteSize    = 1.05
	quoteRows    = 2
	quoteAscent  = 0.8
	quoteDescent = 0.25
	quotePitch   = 1.8
	quoteBeside  = 3
	quoteApart   = 4.5
	quoteReach   = 6
	quoteIndent  = 2
	quoteOver    = 1
	quoteText    = 12
	quoteSeen    = 2000
	quoteWork    = 1 << 18

	// A float: how far around its end the text that flows around it is looked for, in
	// segments, and the widest pitch of that text in ems.
	floatReach = 12
	floatPitch = 1.7
	// obstaclesKept is how many pictures and floats are looked for beside each line.
	obstaclesKept = 16
	// Short texts in a panel are cells of a table when they stand on fewer rows than
	// this, or so many of those have text beside the panel.
	cellsRows   = 4
	cellsShared = 0.7
	// tableOverlap is the share of a panel inside a table that makes it part of it.
	tableOverlap = 0.5

	// Links: height of a bucket in points and the most areas in one.
	linkBucket  = 24
	linkBuckets = 4096
	linkAreas   = 128

	// figuresPlaced is how many figures are given a place among the text; a page
	// of more is a mosaic, and they follow it.
	figuresPlaced = 256
	// figureLinks is how many links of a page are compared with its figures.
	figureLinks = 1024
	// figureSide is the smallest side of an image that is a figure, in points.
	figureSide = 1
	// stripGap is how far the strips and tiles that a picture is cut into lie apart, or
	// over each other, at most, in points; overlaysSought bounds the pictures that are
	// compared to find those that lie on others.
	stripGap       = 1
	overlaysSought = 128

	// A picture in a line of text is insetMost points high at most, and not longer than
	// insetShape times that; what has a side under insetLeast, or fewer than insetSamples
	// samples one way, is a rule or a colour. It is no higher than insetHigh ems of the
	// text beside it, as a fraction is, and stands within insetReach ems of that, which is
	// what justified lines put between words. What is lower than insetLow ems is a dot,
	// unless it touches the text, as a letter that is a picture does.
	// insetsMost is how many of them a page has, and insetWork bounds the pairs of a
	// picture and a glyph that are looked at.
	insetMost    = 72
	insetShape   = 25
	insetLeast   = 2
	insetSamples = 3
	insetHigh    = 2
	insetReach   = 1
	insetLow     = 0.6
	insetTouch   = 0.2
	insetsMost   = 256
	insetWork    = 1 << 24
	// A picture that is a bullet is no higher than an em and no lower than bulletLeast,
	// and has no text before it within bulletAlone ems.
	// smallDrawingsMost is how many shapes of that size a page has that is no map.
	bulletLeast       = 0.1
	bulletAlone       = 3
	smallDrawingsMost = 512

	// Drawings. A page with fewer paths than drawingPaths has none. Paths meet in
	// bins of drawingBin points, or in so many on the longer side of a large page;
	// drawingWork bounds the bins marked. What covers more than drawingGround of
	// the page is its ground. A drawing has a side of drawingSide points at least,
	// and something bent among its paths or many flat ones: a box around text has one, or four strokes.
	// drawingStrokes is the share of bins with bent strokes among which no table
	// stands that is told by its text alone.
	drawingPaths   = 3
	drawingBin     = 8
	drawingBins    = 256
	drawingWork    = 1 << 18
	drawingGround  = 0.6
	drawingSide    = 36
	drawingSmall   = 24 // of one with drawingDense strokes and more: charts of 31 points have 1,000
	drawingDense   = 200
	drawingBent    = 1
	drawingBends   = 8 // counted of one path
	drawingFlat    = 6
	drawingInside  = 0.7
	drawingStrokes = 0.1
	// drawingCorner is the share of its path's side that a round corner takes at
	// most; drawingLabels is how much is bent in a drawing whose text is labels.
	drawingCorner = 0.3
	drawingLabels = 2

	// Drawings that are figures. Text of graphicText bytes in lines of graphicWords or
	// more, a program of graphicCode lines, graphicItems items of a list, and graphicItem bytes behind a bullet, is
	// running text: no label of a chart or box of a diagram measured has as much. Lines of graphicLine bytes are sentences.
	// graphicWork bounds the pairs of things looked at on a page, graphicImages the images
	// that are looked for in drawings.
	graphicText   = 90
	graphicWords  = 22
	graphicCode   = 3
	graphicItems  = 3
	graphicItem   = 25
	graphicLine   = 45
	graphicWork   = 1 << 20
	graphicImages = 256
	// Labels stand within axisReach ems of a drawing, and
	// axisRounds of them beside each other: numbers, then the name of the axis.
	// labelsNear is how far in points blocks are whose lines are looked at for labels.
	axisReach  = 0.9
	labelsNear = 30
	axisRounds = 2
	// sideLabel is the share of a drawing's width that a label at its side has at most.
	sideLabel = 0.4
	// A drawing of which running text covers groundText is its ground, and one of which
	// sentences cover weakText is weak; so is one without leastBent slanted or bent
	// strokes or leastBars bars and, below plainBent, one that cuts text by cutText points.
	// legendGap is how far from a chart its key stands at most, and looseRounds how often
	// a drawing takes in the strokes that stand so near.
	// What is as large as a page is its frame, frameBins bins thick, when no more than
	// the share hollow of the bins inside of that are drawn in.
	groundText = 0.3
	frameBins  = 4
	hollow     = 0.02
	weakText   = 0.12
	legendGap  = 14

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
	// Words that are drawn. A shape is outlineLeast points long at least, and a page of more
	// than outlinesMost is a map. Letters stand within outlineGap of the height of the taller
	// one, which spaces between words have, and parts of a formula within outlineStack above
	// each other, less than lines do; each is compared with outlinesSought before it. A word
	// has outlinesWord letters, is outlineHigh points high at least and outlineWide times as
	// wide as high. Those in no line are one within looseWordGap of their height. A line of
	// text of which wordOnText is on a word stands on it.
	outlineLeast   = 1.5
	outlinesMost   = 4096
	outlineGap     = 0.8
	outlineStack   = 0.12
	outlinesSought = 400
	outlinesWord   = 2
	outlineHigh    = 4
	outlineWide    = 0.5
	looseWordGap   = 1
	wordOnText     = 0.4
	// panelBent is how much is bent in a drawing whose text is read by itself.
	panelBent = 8
	// axisChars is how many characters a label beside a drawing has at most, and
	// drawingChars how many those in a drawing have on average.
	axisChars    = 40
	drawingChars = 24
	// tableDrawing is the share of a drawing from which a table in it is all of it: the
	// key of a chart may look like one.
	tableDrawing = 0.5
	// A graphic that was placed in a clip has placedParts paths, images and shadings at least,
	// and text of placedText bytes at most, on placedShare of its area (.07 in a figure of three
	// panels with twenty labels); a page of more than placedClips clips is a drawing
	// itself, or the work of a browser, which clips each box.
	placedParts = 3
	placedText  = 600
	placedShare = 0.2
	placedClips = 4096
	// placedNearer is how many times farther than the block below a figure the one above it
	// stands, when the figure belongs to the former.
	placedNearer = 2
	// Panels of one figure: how far below the lowest its caption begins at most, how far over
	// it, in points, and how many figures of a page are looked at.
	// captionsApart is the white in a line, in its size, that parts two captions.
	captionReach  = 36
	captionOver   = 4
	captionsApart = 3
	panelsJoined  = 64
	// captionWord is how many letters the word of a numbered caption has at most, and
	// captionLetters how many bytes at least: 図 has three.
	captionWord    = 12
	captionLetters = 3
	// annotated is the share of an arrow or the like that lies on the image it belongs to.
	annotated = 0.3
	// mixedBent is how much is bent in what is drawn on an image, and frameShare is the
	// share of a drawing from which an image in it that has less is framed by it.
	mixedBent  = 2
	frameShare = 0.5

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
	// leastRules is the fewest rules that make a table: two by two cells with an
	// open frame are two.
	leastRules = 2
	// sameRule is how far apart two rules are pieces of one line, ruleGap the gap
	// between its dashes, ruleTouch how near rules come that meet: borders of cells
	// drawn as boxes of their own stay 2 apart.
	sameRule  = 1
	ruleGap   = 3
	ruleTouch = 2.5
	// jointPiece is how long the pieces of an upright line are at least whose ends tell
	// rows: no row is so low, and no dash so long.
	// jointCross is how far around its middle a text is crossed by what parts rows, in ems.
	// jointMiddle is how far a text is at most from the middle of the rows that it stands beside, in ems: from .15 to
	// .4 changes nothing on 229 tables of LaTeX.
	jointPiece  = 6
	jointCross  = 0.3
	jointMiddle = 0.25
	// sameEdge takes the two lines of a double rule for one edge; no row is so low.
	sameEdge = 3.5
	// openEdge is how far rules run on behind the last one that crosses them when
	// the frame is open on that side.
	openEdge = 6
	// wallShare is the share of a cell's side that a rule covers when it is drawn.
	wallShare = 0.6
	// Areas: how many are kept of a page, the least level of red, green and blue that
	// is paper, and the pairs of an area and a place that are looked at.
	areasKept  = 4096
	whiteLevel = 0xF8
	areaWork   = 1 << 22
	// Areas that may be cells are so large and no larger than this share of the page,
	// and two by two make a table. No head has more rows than headRowsMost.
	tileWidth    = 10
	tileHeight   = 6
	tileShare    = 0.3
	leastTiles   = 4
	stripeGap    = 1.5 // the height of an unpainted row in that of its painted neighbours
	stripeApart  = 1.2 // the white between the lines of such a row, in ems: cells are padded
	headRowsMost = 6
	// sliverTall is how tall a sliver between painted cells is at most, in tileWidth.
	sliverTall = 3
	// gridsKept is how many tables a page may have, gridSlots how many cells one.
	gridsKept = 128
	gridSlots = 1 << 15
	// farDown is how far below its middle the baseline of a text may lie.
	farDown = 72

	// Walls that text implies. cellOverhang is how far text may reach over the edge of
	// its cell, in ems; impliedCols the widest cell that is looked at.
	cellOverhang = 0.3
	impliedCols  = 128
	// Lines of a cell run on when the next word would not have fitted; of lines that
	// are rows of their own no more than forcedShare look so. listShare of the rows
	// have text in most columns, and listRowsLeast if others have not.
	forcedShare   = 0.25
	listShare     = 0.7
	listRowsLeast = 3
	// listAscent and listDescent are the height of a line around its baseline, ems.
	listAscent  = 0.8
	listDescent = 0.2

	// What rules part is a table with text in so many cells, and in such a share of
	// them; in a drawing more words than crossedShare have a rule running through,
	// which is so far inside them, in ems.
	leastFilled = 3
	filledShare = 0.2
	// An empty table has a head of so many columns, all with text, and rows up to
	// blankRows: those beyond have text or are ruled paper.
	blankCols = 3
	blankRows = 5
	// A table of one column has columnRows rows at least, of columnLines lines each on average
	// at most. With such a head one of 904 documents has some.
	columnRows  = 4
	columnLines = 2
	// regularShare is the least number of cells for the slots of the grid: tables have
	// .73 and more, rows of one cell left out; forms and drawings up to .56.
	regularShare = 0.6
	crossedBy    = 0.5
	crossedShare = 0.15
	// Cells of longCell lines in an open frame are columns of text when half of the cells
	// with text are so long.
	longCell = 12
	// A drawing: the share of the ends of its rules that lie beside all edges (in tables up
	// to .11, in drawings .31 and more), and how many cells with text there are for each
	// bent stroke over several cells.
	looseShare   = 0.25
	strokesShare = 4
	// sewnGap is the widest space between words of a text, in ems; an edge lies in such a
	// space on more than sewnShare of the lines where areas are behind running text: in
	// none of 310 tables, in .09 and more of what was none.
	sewnGap   = 0.36
	sewnShare = 0.05
	// A scale beside a chart has axisTicks numbers of axisDigits characters at most, whose
	// edges or middles lie within axisEdge ems, whose distances differ by axisPitch of one
	// and whose steps by axisSame of one. It stands no farther from its bars than axisAway
	// of its height. A page with more than axisNumbers numbers is one of tables.
	// Of the text beside it, axisBetween and most stand farther than axisLevel ems from
	// the baselines of its numbers: bars end anywhere, cells of one row do not.
	axisTicks   = 4
	axisLevel   = 0.15
	axisBetween = 3
	axisDigits  = 8
	axisEdge    = 0.3
	axisPitch   = 0.1
	axisSame    = 0.01
	axisAway    = 0.5
	axisNumbers = 400
	// barsLeast is the fewest areas without text that are the bars of a chart: the charts
	// of a paper have 13 to 56, with no area that has text.
	barsLeast = 3
	// How sure a table with rules is: on its own, for cells with text, for cells of one
	// slot, against words that rules run through, and with less than ruledFew cells with
	// text, which boxes around text have, too.
	ruledBase    = 0.6
	ruledFilled  = 0.25
	ruledRegular = 0.15
	ruledCrossed = 0.2
	ruledSmall   = 0.1
	ruledFew     = 6
	ruledLeast   = 0.3
)

// notesLines is how many lines running text has at least beside which marginal
// notes are looked for.
const notesLines = 6

// markDepth bounds walks from a mark to the marks around it.
const markDepth = 64

// Tables told by alignment. Lengths in ems of the text at hand where nothing else is
// said. "Tuned on" are the 84 documents of BENCHMARKS.md, "others" the 135 behind them.
const (
	// alignedSegments and alignedLeast are the fewest parts and lines with gaps.
	alignedSegments = 4
	alignedLeast    = 2
	// alignedAccept is the weight that makes a table. On those tuned on and on the others, teds
	// and tbl_none: .40 gives .90 and .95 to 1, .45 .89 and .98 to 1, .60 .84 and 1.
	alignedAccept = 0.45
	// alignedSure is what a table between rules needs where a picture lies behind it.
	alignedSure = 0.9
	// partsKept of a line and columnsKept bound what is compared with each other: no
	// page is so wide.
	partsKept   = 512
	columnsKept = 256

	// A band: bandFar is how far its lines may stand apart (heads stand 2.5 above
	// their numbers), bandCrossing how many lines in a row may cross the gaps of those
	// before, bandStray how many lines of long cells may lack gaps. A line of bandProse
	// glyphs without gaps is running text, one of bandTitle no title of a group, one
	// larger by bandSize a heading.
	bandFar      = 3.6
	bandCrossing = 2
	bandStray    = 12
	bandProse    = 70
	bandTitle    = 48
	bandSize     = 1.1
	// textLines is how many lines of bandProse glyphs, as wide as the rules of a table, end it; its notes and the
	// titles of its groups have one.
	textLines = 2

	// sparseKeys is how many lines at least have a text of a column that few have: one text may be a note. From 1 to 3
	// nothing changes on 229 tables of LaTeX.
	sparseKeys = 2

	// stackCrossed is the share of lines that may cross a channel between rules of
	// one length, crossedMost how many at most; channelWidth is its least width.
	// Columns whose entries never share a line and that lie no further apart than
	// columnApart are one.
	stackCrossed = 0.3
	crossedMost  = 24
	channelWidth = 0.15
	columnApart  = 0.6
	// sparseGaps is the share of lines with gaps below which all lines tell columns.
	sparseGaps = 0.45

	// Channels between words inside a column: their least width, which is more than
	// the space of any usual font (Helvetica .28, DejaVu .32), how many lines and what
	// share of them have words on both sides, the share that may cross, and the most
	// columns looked into.
	refineWidth    = 0.36
	refineLines    = 3
	refineShare    = 0.4
	refineCrossed  = 0.1
	columnsRefined = 64

	// A part is cut over a channel at a gap of cutGapWide, or cutGapUsual times its
	// other gaps, which are taken for usualSpace when there are none.
	cutGapWide  = 0.6
	cutGapUsual = 1.4
	usualSpace  = 0.28

	// Rules: how much of a table a wide one covers, how many times wider than the
	// table it may be; how far above the first line and below the last one they are
	// looked for; how many lines a rule may take on or off.
	ruleWide   = 0.75
	ruleWidest = 1.6
	ruleAbove  = 2.2
	ruleBelow  = 1.6
	limitLines = 8
	// ruleClear is how far above a baseline a rule lies that cuts no text.
	ruleClear = 0.6

	// Rules of one length: how far their ends may differ, how far above the first and
	// below the last text is looked at, all in points; stackWork bounds the parts.
	stackEnds  = 2.5
	stackAbove = 110 // eight lines of small print: heads, and rows before the first subtotal
	stackBelow = 160
	aboveLines = 40 // looked at above the first rule of a run of slabs
	stackWork  = 1 << 16
	// stackPart is the share of its width up to which a table found before inside such
	// rules is a part of this one.
	stackPart = 0.75
	// Running text below the last rule takes tailWide of its length and has a stretch of tailText
	// characters without gaps; its other gaps are tailGap ems at most.
	tailWide = 0.95
	tailGap  = 1.5
	tailText = 20
	// The heads of a table below a paragraph are paragraphApart ems from it, when no rule lies between them: 1.0 and
	// 2.5 each lose one of the two such tables among 229 of LaTeX.
	paragraphApart = 1.7
	// stackInner is the width of the rules of another table between two rules, as a share of theirs:
	// rules over some columns of a table are shorter. From .4 to .8 nothing changes.
	stackInner = 0.6
	// refinedRows is the share of rows with numbers in several of the columns that stand between two
	// upright rules. On 229 tables of LaTeX .3 does the same; .9 costs .006 of TEDS.
	refinedRows = 0.6
	// A slab between two rules: slabTall is its height for each of its lines and slabPad
	// lines more when none has gaps, slabEmpty that of a double rule; a line larger by slabSize is a
	// heading; one that begins within slabSide of the edge and is wide is full, and
	// slabFull lines with gaps outweigh it. At least slabsLeast slabs are rows, if only
	// one in slabsSeveral has several entries.
	// What is slabApart ems from a rule is not of the table that ends there: rows are up to 2 in tables
	// of LaTeX, tables 4 and more apart.
	slabTall     = 2
	slabPad      = 0.5
	ruleNear     = 1.2 // above the first rule: what is further up is no head of the table
	slabEmpty    = 0.6
	slabSize     = 1.2
	slabSide     = 2
	slabFull     = 2
	slabApart    = 3
	slabsLeast   = 2
	slabsSeveral = 4
	// numberRows lines of numbers below each other are rows whatever the rules say: 2 does the same on 229 tables
	// of LaTeX, 4 costs .0015 of TEDS.
	numberRows = 3
	// Text stands between two rows when these are at most betweenRows times as far apart as rows
	// are; lines of it are at most stubTight times their size apart. It is in the middle of
	// a group of rows when it is stubOff ems from it at most: .15 costs .002 of TEDS on 229 tables of LaTeX,
	// .6 costs .005; betweenRows from 1.2 to 1.8 changes .001, stubTight from 1.2 to 1.8 nothing.
	// A column of such texts is added where at most stubConflicts of the lines have two parts in one
	// of the other columns: .1 costs .004.
	betweenRows   = 1.4
	stubTight     = 1.45
	stubOff       = 0.3
	stubConflicts = 0.25
	// A line between two rows is halfRows of their distance from either at most: .5 loses one table, 1.1 does the
	// same. A stretch between rules may have other texts for stubGroups texts in the middle of their rows: 5 does the
	// same, 2 gains .001.
	halfRows   = 0.75
	stubGroups = 3

	// Rules that mark text: how far from its baseline they are looked for in points,
	// how far they reach over it, and how many pairs are compared.
	underlineReach = 24
	underlineOver  = 0.15
	rulesWork      = 1 << 20

	// Heads: the most lines, how near a head over columns stands, the share of lines of
	// numbers that makes the table one of numbers, how much nearer to the middle of
	// more columns a head must be for each, how near the edges of lines of one head lie.
	headLines   = 12
	headNear    = 2.2
	bodyNumbers = 0.4
	centreGain  = 0.5
	edgeHead    = 0.35
	// Cells touch when words begin edgeTouch ems from the left of their columns at most, at more than touchEdges
	// of these. A word of prose begins that near to a given place one time in fourteen.
	edgeTouch  = 0.1
	touchEdges = 2
	// A text is common to two columns that are both filled in spreadBoth lines when it stands spreadOff ems from
	// their middle at most: from .2 to .6, and 1 to 3 lines, changes nothing on 229 tables of LaTeX.
	spreadOff  = 0.4
	spreadBoth = 2
	// A title of a group of rows is titleOff ems from the middle of the rules around the table at most: from .3 to
	// .75 changes nothing on 229 tables of LaTeX.
	titleOff   = 0.5
	headMiddle = 1.2 // how near to it what heads all columns stands

	// Lines of one cell: set at most pitchTight times wider than the tightest, a label
	// that goes on indented by stubIndent below one that fills cellFull of its column.
	// Rows stand looseRatio times further apart than lines if one such line in
	// looseWhole at most is an entry, and one row in looseKeyless lacks its key.
	// fitsMore is the room that remains besides a word that would have fitted.
	pitchTight   = 1.15
	stubIndent   = 0.4
	cellFull     = 0.6
	looseRatio   = 1.18
	looseWhole   = 3
	looseKeyless = 4
	fitsMore     = 1.5

	// How far a line with gaps stands above what follows when it is no head of it, and
	// a heading below the text before it. Chosen by eye on a manual of 2,300 pages with
	// running heads: its argument lists begin behind them, and no table of the documents tuned on is cut.
	aloneApart = 1.9
	openApart  = 1.7

	// A stroke points at a line from so far above its baseline; in drawings it does at
	// more than pointShare of the lines, in tables at a line or two.
	pointHigh  = 0.5
	pointLow   = 0.15
	pointShare = 0.5

	// Formulas: the share of letters that mathematics has in one, in one with growing
	// signs on so many of its lines or with its number behind it, and between so many
	// rules; the share of fixed-width letters that names signs instead. Chosen on the
	// displays and the tables of signs of a book on LaTeX and a manual of mathematics:
	// 27 displays are no tables any more, no table of the documents tuned on went.
	formulaMost  = 0.6
	formulaSome  = 0.2
	formulaBig   = 0.3
	formulaRules = 3
	formulaRuled = 0.8
	formulaTyped = 0.3

	// Cells set to the middle of their rows: how much more than the smallest distance
	// lines of a cell may stand apart (browsers round to .75 points), how much more
	// others stand at least; how many may begin anew, how many rows have keys.
	cellsApart = 0.08
	cellsStep  = 0.15
	cellsWrong = 0.1
	cellsKeys  = 0.8

	// A justified line: its smallest gap, how many times wider the others are, and how
	// many parts with the same gaps are one.
	stretchLeast = 0.38
	stretchSame  = 1.5
	sameGapParts = 3

	// Fixed-width text is a table where typedShare of the page is typed so and
	// typedNumbers of the parts are numbers, or where rules part rows as neat as
	// typedNeat; monoLines is the share of lines that makes it such.
	monoLines    = 0.5
	typedShare   = 0.8
	typedNumbers = 0.5
	typedNeat    = 0.9
	// Of such a page a region is running text where typedText of the lines without a blank one between them,
	// and typedRuns at least, go on in the middle of a sentence below a full line. Two lines are so close below
	// typedClose pitches. Lines are laid out where typedOdd of them have gaps of more than typedGap characters,
	// which the end of a sentence has not, or change their indent.
	typedText  = 0.35
	typedRuns  = 3
	typedClose = 1.4
	typedOdd   = 0.34
	typedGap   = 2.3

	// A number has numberLetters digits for each letter, or a unit of unitLetters; a
	// year has yearDigits; a unit of thousands has unitZeros and no other digits,
	// a month monthLetters; a sign for no value is at most noValueRunes long.
	numberLetters = 2
	unitLetters   = 6
	unitZeros     = 3
	monthLetters  = 3
	yearDigits    = 4
	noValueRunes  = 4
	// Contents: how many dots lead, and in what share of the rows.
	leaderDots   = 3
	leadersShare = 0.5
	// Running text: glyphs of a part on average, and the share of lines that plainly
	// begin anew up to which it runs on.
	proseCell  = 28
	proseEarly = 0.4
	// severalShare is the share of rows with text in several columns that a table has,
	// crossedFree that of rows with spans which costs nothing, edgeSame how near
	// aligned edges lie.
	severalShare = 0.4
	// blankRules and blankNames are the least rules and rows of a table to be filled in: one rule above the names of
	// its columns and one at its end.
	blankRules  = 2
	blankNames  = 3
	crossedFree = 0.25
	edgeSame    = 0.2
	// fewRows and fewAligned are rows and alignment below which small tables weigh less.
	fewRows    = 3
	fewAligned = 0.9

	// The weights of the evidence; see weigh. Numbers with columns, or rules with
	// aligned rows, are enough; two columns of words without rules are not quite.
	weightBase    = 0.15
	weightNumbers = 0.3
	weightKeys    = 0.5 // of weightNumbers, for numbers in the first column
	weightBold    = 0.15
	weightHeaded  = 0.25
	weightRules   = 0.35
	weightColumns = 0.3
	weightRows    = 0.15
	weightAligned = 0.2
	weightLabels  = 0.6
	weightProse   = 0.25
	weightWrapped = 0.2
	weightEmpty   = 0.5
	weightColons  = 0.3
	weightCrossed = 0.8
	weightFew     = 0.25
	// linesBelow lines in one column below few rows say that the page has columns there.
	linesBelow = 2

	// paragraphLines next to a row of few, as wide as it to justifiedEdge of the type at both edges, say that it is a line
	// of their paragraph. Edges of justified lines differ by hyphens and points in the margin (.05 measured).
	paragraphLines = 2
	justifiedEdge  = 0.15
)

// edgeCandidates is how many places the vote on an edge keeps.
const edgeCandidates = 4

// Controls of forms.
const (
	// Boxes to tick are squares of at least tickLeast points, whose sides differ by no
	// more than tickRatio. There are tickBoxesMost on a page at most.
	tickLeast     = 4
	tickRatio     = 1.15
	tickBoxesMost = 1000
	// What is in a ticked box reaches at most tickOver sides beyond it and is larger than
	// tickFull of a side. It is a cross if it has points within tickCorner of its size
	// from its four corners. It is made of tickParts paths at most, and tickPoints
	// points of it are looked at. A circle has circleArcs arcs, or twice as many.
	tickOver   = 0.5
	tickFull   = 0.25
	tickCorner = 0.3
	tickParts  = 4
	tickPoints = 64
	// tickComb is the room between two boxes of a comb at most, of the width of one: forms have
	// 0 to .5 of it. Between two boxes to tick without a word between them they leave more.
	tickComb = 0.75
	// tickFrame is how wide the dark edge around the white inside of a box is at most, of
	// its side: programs paint edges of a tenth.
	tickFrame = 0.25
	// capitalHalf is where the middle of a capital is over its baseline, in ems: it has .66
	// to .73 of an em.
	capitalHalf = 0.35
	circleArcs  = 4
)
