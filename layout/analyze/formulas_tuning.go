package analyze

import "github.com/pagelift/pagelift/internal/limits"

// The thresholds of formulas. Lengths are in ems of the larger of two glyphs. TeX sets thin, medium and
// thick spaces of .167, .222 and .278. Its bars lie .25 above the baseline; its scripts have .7 and .5 of
// the size. Spaces between words of justified lines begin at .22. The figures come from 100 pages in seven
// families of fonts.
const (
	// formulaLevel is how far apart two baselines of one row may lie. A glyph further off is a script; the
	// smallest shift of one is .15.
	formulaLevel = 0.1
	// formulaWordGap is the widest gap between two letters of a word: capitals in italics have up to .13, words of tight
	// lines .2.
	formulaWordGap = 0.15
	// angleGap is the widest gap between an angle bracket and the word in it: TeX sets none there, and .28 beside a
	// relation.
	angleGap = 0.1
	// leaderDots is the fewest dots of a leader: an ellipsis and the end of a sentence have four. leaderGap is the
	// widest gap between two of them: those of TeX's lists of contents have .7.
	leaderDots = 6
	leaderGap  = 1.0
	// fenceHigh is the height from which a bracket grows with what it holds: those of texts have 1 to 1.1.
	fenceHigh = 1.35
	// Heights of letters whose outlines are not known.
	inkCapital = 0.7
	inkSmall   = 0.45
	inkUnder   = 0.22
	// inkIdeograph and inkBelow are how far ideographs reach above and below the baseline. The medians of 32,000 in a
	// Chinese document are .77 and .16, of 37,000 in a Japanese one .78 and .04.
	inkIdeograph = 0.78
	inkBelow     = 0.1

	// Gaps between two glyphs of a formula. gapOperator is the widest around an operator, which justified
	// lines stretch, and behind a comma of a font of mathematics; gapLetters between variables; gapComma
	// behind a comma of the text, where a word space is wider; gapOthers between others.
	gapOperator = 0.52
	gapLetters  = 0.4
	gapComma    = 0.27
	gapOthers   = 0.21
	gapThin     = 0.18 // a thin space
	gapName     = 0.3
	gapBracket  = 0.25
	gapFence    = 0.45
	// gapBeside is the widest gap between two formulas of a line that are one: a word space, and the white
	// behind a script.
	gapBeside = 0.36
	// modulusGap is the widest gap before (mod n): TeX sets .44 in lines, 1 in displays, and lines stretch
	// it.
	modulusGap = 1.2
	// gapLoosest is the widest gap beside a relation in a justified line. relationStretch is how many
	// times wider it is than the widest gap between words: a thick space of .28 em stretches by all of its
	// width, word spaces of .25 to .33 by half; the Times of XeTeX has 1.85 and the white behind a script.
	// Words up to wordsFar away are measured: a sentence may end in several formulas.
	gapLoosest      = 2.2
	relationStretch = 2
	wordsFar        = 25
	// gapSigns is the widest gap beside signs of fonts with all of mathematics. Browsers set these between
	// two thick spaces (.56), and the signs have white of their own around them.
	gapSigns = 0.65
	// gapBehindScript is a thin space and the white behind a script.
	gapBehindScript = 0.34
	// gapBack is how far a glyph may begin before the end of the one on its left.
	gapBack = 0.6

	// scriptRatio is the largest size of a script as a share of its base's. scriptUp and scriptDown are
	// how far it is moved, in ems of its base, scriptBeside how far beside the base it stands. Scripts of
	// scripts may have the smallest size like their base; scriptShift is the least move then.
	scriptRatio = 0.87
	scriptUp    = 0.75
	// scriptUpBefore is scriptUp for a script that stands before its base, and for scripts of scripts.
	// The scripts of the line above stand .65 and more over what is below them.
	scriptUpBefore = 0.55
	// scriptUpFraction is scriptUp for the sign before a fraction: LibreOffice has .87, and more for larger halves.
	scriptUpFraction = 1.2
	scriptDown       = 0.5
	scriptBeside     = 0.22
	scriptShift      = 0.12

	// scriptLong is how far from the words of a script something larger stands, in ems of the text;
	// levelNoise is how much baselines of one row differ.
	scriptLong = 8
	levelNoise = 0.05

	// Bars: barThick is the thickest (TeX .04), barShort the shortest. barWide is how far a bar may stand
	// out beside what it separates, barNear how far the ink above and below it may be.
	barThick = 0.12
	barShort = 0.2
	barWide  = 0.7
	barNear  = 0.55
	barFar   = 1.5 // barNear for small letters beside high ones
	barClose = 0.3 // barNear over and under what a bar marks
	barAxis  = 0.25
	barOnRow = 0.16
	// strokeLevel is how far apart the heights of two pieces of one bar may be, strokeApart how wide the gap between
	// them may be. strokeDiffer is how much their lengths may differ, in points. Those of troff have one height and one
	// length, and touch or lie on each other; programs round to hundredths of a point.
	strokeLevel  = 0.01
	strokeApart  = 0.02
	strokeDiffer = 0.05

	// largeRatio is how many times larger a letter is than its neighbours if it is a sum or a product. Those of eqn have
	// 1.5 in text of 10 points, 1.4 in text of 12.
	largeRatio = 1.2
	// infinityLow is how far a sign of infinity from a larger size of its font lies below the baseline: troff has .12.
	infinityLow = 0.15
	// limitNear is how far limits stand over and under their sign.
	limitNear = 0.5
	// braceNear is how far the terms and the words at a level brace are from it: TeX sets .3 and .6
	// between.
	braceNear = 0.75
	// braceRatio is how many times longer than thick the stroke of a level brace is at least. Shorter ones
	// lie between pieces that nearly touch.
	braceRatio = 1.5
	// limitWide is the least width of a relation with something over or under it. limitParted is how far
	// the bar of a fraction is at most from what it separates: more than barNear, for small letters stand
	// beside high ones.
	limitWide   = 0.4
	limitParted = 0.8
	// integralSlant is how far the lower script of an integral may begin before its end, and the upper one
	// behind it: .44 em in Computer Modern.
	integralSlant = 0.5
	// limitLongest is how many glyphs of a script are looked back over to find its base.
	limitLongest = 12

	// rowChain is the widest gap between words of one line of text beside formulas.
	rowChain = 1.3

	// A candidate higher than linesHigh, in sizes of the text, may hold two lines. Lines are at least
	// linesApart apart, in sizes of the formula, and have words within linesBeside of their ends. TeX sets
	// lines 1.2 apart, tight papers 1.1.
	linesHigh   = 1.5
	linesApart  = 0.95
	linesPitch  = 2.2 // how far apart at most: papers with two spaces between lines have 2
	linesBeside = 0.8
	linesScript = 0.6 // how far the scripts between may be moved
	linesSteps  = 60  // how many parts of formulas are passed on the way to a word

	// tallSlack is how far beyond a tall sign the middle of what goes with it may be.
	tallSlack = 0.1
	// bracketLow is how far a bracket may be set out of its line; .17 is what fonts do.
	bracketLow = 0.25
	// pieceNear is how far pieces of one sign may be from each other.
	pieceNear = 0.3
	// textLetters is how many letters of words make a size one of a text, as that of notes is. Words in
	// scripts have fewer letters on a page.
	textLetters = 60
	// gapScriptWord is the widest space between words of a script.
	gapScriptWord = 0.4
	// rootNear is how far the bar of a root may be from the end of its sign.
	rootNear = 0.15
	// barTorn is how far beside a bar words stand if it underlines a text. barSeed is the widest fraction
	// that counts as one without any other sign of mathematics.
	barTorn = 0.6
	// barBeside is how far a word that stands beside a bar reaches above its height: small letters are .45
	// high; bars of TeX lie .25 over the baseline, those of LibreOffice .38.
	barBeside = 0.05
	barSeed   = 4

	// The raster for neighbours: the size of a cell in points, the most cells along a side of the page,
	// the most cells for one atom.
	formulaCell   = 14
	formulaCells  = 128
	formulaSpread = 256

	// Gaps between two pieces of one formula. pieceOperator: one piece ends in an operator, in a large
	// sign or its limits, or has a bracket open. pieceName: before the name of a function, or behind one
	// with its subscript; authors set a space between words there. pieceBracket: beside brackets. pieceOthers: all
	// others. Stretched lines have .3 between words, and thick spaces of .62.
	pieceOperator = 0.62
	pieceComma    = 1.4 // behind a comma of a font of mathematics: a thin space and a quad
	pieceName     = 0.52
	pieceBracket  = 0.38
	pieceOthers   = 0.3

	// unitLongest is how many letters a unit has.
	unitLongest = 3
	// nameBefore is the widest gap between a name and its bracket.
	nameBefore = 0.08
	// numberApart is the least white before the number of a formula; numberSignGap is the white that the
	// sign of the formula leaves before the number; numberFar is the widest gap to it, as a share of the
	// page. numberLongest is how many glyphs a number has.
	numberApart   = 0.6
	numberSignGap = 0.5
	numberFar     = 0.6
	numberLongest = 10
	// A sign looks like the text within signReach of it. signAcross is how many times further away another
	// line counts than another word of the same line.
	signReach  = 3
	signAcross = 4
	// ligatureLongest is how many letters a ligature has.
	ligatureLongest = 4

	// A row of words belongs to the column around a formula from columnLetters letters on, up to columnFar
	// away. columnDeep is how many ems of lines beyond that row are looked at.
	columnLetters = 8
	columnFar     = 25
	columnDeep    = 6
	// A display is indented by more than displayIndent, or stands further below the text than
	// displayPitch. A display with words has as much room on one side as on the other, give or take
	// displayMiddle; it is displayApart from other text, and displayShare of its width is mathematics.
	// displayQuad is the widest space in a display, displayLeast how many glyphs it has. Lines of one text
	// begin within flushSlack of each other: letters have white of .1 before them.
	displayIndent = 0.6
	flushSlack    = 0.15
	displayPitch  = 1.55
	displayMiddle = 1.5
	displayApart  = 0.35
	// displayRuleEnds is how far the ends of the rules of one table lie apart, in points, and
	// displayRules how many such rules it has: two are a frame around a display.
	displayRuleEnds = 2
	displayRules    = 3
	displayShare    = 0.3
	displayQuad     = 3.2
	displayLeast    = 3
	// neighbourFar is how far beside a row another one is looked for if its column is not known.
	neighbourFar = 20
	// figuresApart is the least white between two figures of a table: groups of three digits
	// have a thin space.
	figuresApart = 0.45
	// Heads of a table are at least entriesLeast terms without a relation, entriesApart from each other:
	// no display among 641 in articles is such, and two of 229 tables have such a row.
	entriesLeast = 3
	entriesApart = 0.9
	// displayNear is how far apart the rows of one display are at most. Rows that overlap by more than
	// displayLap are one. alignSlack is how exactly relations line up.
	displayNear = 0.85
	displayLap  = 0.1
	alignSlack  = 0.12
	// Words in italics of up to italicLetters letters may be products of variables, if the words beside
	// them, up to italicBeside away, are not in italics. italicFar is how many glyphs away the next words
	// of the same text may be, beyond formulas.
	italicLetters = 4
	italicFar     = 150
	italicBeside  = 0.6
	// Brackets from insideHigh on hold rows. A brace that nothing closes does so from casesHigh on, up to
	// a gap of casesGap.
	insideHigh = 1.25
	casesHigh  = 2
	insideWide = 30 // how far apart two brackets of a pair may be
	casesGap   = 3
)

// Caps on the work for one page: see limits.
const (
	formulaAtoms      = limits.FormulaPageGlyphs
	formulaBars       = limits.FormulaPageBars
	formulasMost      = limits.FormulasPage
	formulaGlyphsMost = limits.FormulaGlyphs
	formulaWork       = limits.FormulaWork
	formulaVotes      = 400
	formulaLevels     = 64   // how many of the last brackets a piece is compared with
	formulaFences     = 2000 // how many pieces of high brackets a page may have
)
