package analyze

import "github.com/pagelift/pagelift/internal/limits"

// The thresholds of formulas. Lengths are in ems of the larger of two glyphs. TeX sets
// thin, medium and thick spaces of .167, .222 and .278; its bars lie .25 above the
// baseline, its scripts are .7 and .5 of the size. Spaces between words of justified
// lines begin at .22. The figures are those of 100 pages in seven families of fonts.
const (
	// formulaLevel is how far two baselines of one row may lie apart: what is more is a
	// script, the smallest shift of which is .15.
	formulaLevel = 0.1
	// formulaWordGap is the widest gap between two letters of a word: capitals in italics have up to .13, words of tight
	// lines .2.
	formulaWordGap = 0.15
	// fenceHigh is the height from which on a bracket grows with what it holds: those of
	// texts have 1 to 1.1.
	fenceHigh = 1.35
	// Heights of letters whose outlines nobody knows.
	inkCapital = 0.7
	inkSmall   = 0.45
	inkUnder   = 0.22

	// What may stand between two glyphs of a formula: a space around an operator, which
	// justified lines stretch, and behind a comma of a font of mathematics; a space between
	// variables; behind a comma of the text, where a word space is wider; between others.
	gapOperator = 0.52
	gapLetters  = 0.4
	gapComma    = 0.27
	gapOthers   = 0.21
	gapThin     = 0.18 // a thin space
	gapName     = 0.3
	gapBracket  = 0.25
	gapFence    = 0.45
	// gapBeside is the widest gap between two formulas of a line that are one: a word space and
	// what is set behind a script.
	gapBeside = 0.36
	// modulusGap is the widest before (mod n): TeX sets .44 in lines, 1 in displays, and that is stretched.
	modulusGap = 1.2
	// gapLoosest is the widest gap beside a relation in a line that is justified, relationStretch
	// how much wider it is than the widest between words: .28 em stretch by all of it where .25 to
	// .33 stretch by half, in the Times of XeTeX 1.85 and the white behind a script. Words up to
	// wordsFar away are measured: a sentence may end in several formulas.
	gapLoosest      = 2.2
	relationStretch = 2
	wordsFar        = 25
	// gapSigns is that beside signs of fonts with all of mathematics, which browsers set between
	// two thick spaces (.56) besides the white that they have around themselves.
	gapSigns = 0.65
	// gapBehindScript is a thin space and what is set behind each script.
	gapBehindScript = 0.34
	// gapBack is how far a glyph may begin before the end of the one on its left.
	gapBack = 0.6

	// scriptRatio is the size of a script in that of its base at most; scriptUp and
	// scriptDown how far it is moved in ems of its base, scriptBeside how far beside it.
	// Of scripts of scripts in the smallest size both have the same: scriptShift is the
	// least move then.
	scriptRatio = 0.87
	scriptUp    = 0.75
	// scriptUpBefore is scriptUp for a script before its base, or of what stands before it, and for scripts of scripts:
	// those of the line above are .65 and more over what stands below them.
	scriptUpBefore = 0.55
	scriptDown     = 0.5
	scriptBeside   = 0.22
	scriptShift    = 0.12

	// scriptLong is how far from the words of a script something larger stands, ems of the text;
	// levelNoise is what baselines of one row differ by.
	scriptLong = 8
	levelNoise = 0.05

	// Bars: barThick the thickest (TeX .04), barShort the shortest, barWide how far one may
	// stand out beside what it parts, barNear how far the ink above and below it may be.
	barThick = 0.12
	barShort = 0.2
	barWide  = 0.7
	barNear  = 0.55
	barFar   = 1.5 // of small letters beside high ones
	barClose = 0.3 // over and under what is marked
	barAxis  = 0.25
	barOnRow = 0.16

	// limitNear is how far limits stand over and under their sign.
	limitNear = 0.5
	// braceNear is how far what a level brace embraces is from it, and the words at it: TeX sets .3 and .6 between.
	braceNear = 0.75
	// braceRatio is how much longer than thick the stroke of a level brace is at least: shorter ones are between pieces
	// that nearly touch.
	braceRatio = 1.5
	// limitWide is the least width of a relation that has something over or under it, limitParted how far the bar of a
	// fraction is at most from what it parts: more than barNear, for small letters stand beside high ones.
	limitWide   = 0.4
	limitParted = 0.8
	// integralSlant is how far the scripts of an integral stand before its end and behind it, the lower and the upper
	// one: .44 em in Computer Modern.
	integralSlant = 0.5
	// limitLongest is how many glyphs of a script are followed back to its base.
	limitLongest = 12

	// rowChain is the widest gap between words of one line of text, beside formulas.
	rowChain = 1.3

	// A candidate higher than linesHigh, in sizes of the text, may be of two lines: those are linesApart at least, in
	// sizes of the formula, and have words linesBeside their ends. TeX sets lines 1.2 apart, tight papers 1.1.
	linesHigh   = 1.5
	linesApart  = 0.95
	linesBeside = 0.8
	linesScript = 0.6 // how far the scripts between may be moved
	linesSteps  = 60  // parts of formulas that are looked over

	// tallSlack is how far beyond a tall sign the middle of what goes with it may be.
	tallSlack = 0.1
	// bracketLow is how far a bracket may be set out of its line; .17 is what fonts do.
	bracketLow = 0.25
	// pieceNear is how far pieces of one sign may be from each other.
	pieceNear = 0.3
	// textLetters is how many letters of words make a size one of a text, as that of notes
	// is: words of scripts on one page have fewer.
	textLetters = 60
	// gapScriptWord is the widest space between words of a script.
	gapScriptWord = 0.4
	// rootNear is how far the bar of a root may be from the end of its sign.
	rootNear = 0.15
	// barTorn is how far beside a bar words show that it underlines a text; barSeed the
	// widest fraction that is one without any other sign of mathematics.
	barTorn = 0.6
	// barBeside is how far a word reaches over the height of a bar that it stands beside: small
	// letters are .45 high, bars of TeX lie .25, those of LibreOffice .38 over the baseline.
	barBeside = 0.05
	barSeed   = 4

	// The raster for neighbours: points of a cell, cells along the page at most, cells for
	// one atom.
	formulaCell   = 14
	formulaCells  = 128
	formulaSpread = 256

	// Between two pieces of one formula: pieceOperator where one ends in an operator, has a
	// large sign or its limits at its end, or a bracket open, pieceName before the name of a
	// function or behind one with its subscript, pieceBracket beside brackets, pieceOthers
	// between others. Lines that are stretched have .3 between words, and thick spaces of .62.
	pieceOperator = 0.62
	pieceComma    = 1.4 // behind a comma of a font of mathematics: a thin space and a quad
	pieceName     = 0.42
	pieceBracket  = 0.38
	pieceOthers   = 0.3

	// unitLongest is how many letters a unit has.
	unitLongest = 3
	// nameBefore is the widest gap between a name and its bracket.
	nameBefore = 0.08
	// numberApart is the least white before the number of a formula, numberSignGap what the sign
	// leaves of it, numberFar the widest in that of the page; numberLongest is how many glyphs
	// it has.
	numberApart   = 0.6
	numberSignGap = 0.5
	numberFar     = 0.6
	numberLongest = 10
	// signReach is how far the text is that a sign looks like; signAcross how much further
	// another line is than another word.
	signReach  = 3
	signAcross = 4
	// ligatureLongest is how many letters a ligature has.
	ligatureLongest = 4

	// A row of words is of the column around a formula from columnLetters letters on;
	// columnFar is how far it is, columnDeep how many ems of lines beyond are looked at.
	columnLetters = 8
	columnFar     = 25
	columnDeep    = 6
	// A display is indented by more than displayIndent, or further below the text than
	// displayPitch. One with words has as much room on both sides but for displayMiddle, is
	// displayApart from other text, and displayShare of it is mathematics. displayQuad is the
	// widest space in one; displayLeast how many glyphs it has.
	// Lines of one text begin within flushSlack of each other: letters have white of .1 before them.
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
	// neighbourFar is how far a row beside one is looked for where no column is known.
	neighbourFar = 20
	// figuresApart is the least white between two figures of a table: groups of three digits
	// have a thin space.
	figuresApart = 0.45
	// entriesLeast terms without a relation that stand entriesApart from each other are heads of a table: of 641
	// displays of articles none is such, and two of 229 tables have such a row.
	entriesLeast = 3
	entriesApart = 0.9
	// displayNear is how far the rows of one display are apart; rows that lap over each other
	// by more than displayLap are one; alignSlack is how exactly relations stand in line.
	displayNear = 0.85
	displayLap  = 0.1
	alignSlack  = 0.12
	// Words in italics of up to italicLetters letters may be products of variables, where the
	// words beside them, up to italicBeside away, are not in italics.
	// italicFar is how many glyphs away the words of the same text are, beyond formulas.
	italicLetters = 4
	italicFar     = 150
	italicBeside  = 0.6
	// insideHigh is from what height on brackets hold rows, casesHigh from what on a brace
	// alone does, as far as casesGap parts it.
	insideHigh = 1.25
	casesHigh  = 2
	insideWide = 30 // how far brackets are apart
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
	formulaLevels     = 64   // brackets that a piece is looked for among, from the last
	formulaFences     = 2000 // pieces of high brackets on a page
)
