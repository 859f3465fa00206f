package infer

// Every threshold of the rules stands here. Lengths are in ems of the text
// they are compared with unless the name says points.

// Furniture.
const (
	// edgeShare is the share of the page's height, at top and bottom, in which
	// running heads and feet are looked for.
	edgeShare = 0.18
	// edgeRows is how many rows at each edge can be furniture: a page number above
	// a legal notice of six lines.
	edgeRows = 8
	// sameSlotPoints is how far the same running head may move between pages.
	sameSlotPoints = 4
	// scannedSlotPoints is how far on scans: a journal of six pages moves its own by
	// 13 points.
	scannedSlotPoints = 18
	// scannedCountPoints is how far rows move there whose numbers count the pages: 24 points in the same journal.
	scannedCountPoints = 36
	// neighbourPages is how far apart two copies of a running head may be: left
	// and right pages alternate.
	neighbourPages = 2
	// sparsePages is the same for heads that occur often: chapter openings leave them out.
	sparsePages = 6
	// oftenSeen is how many copies make a head one that occurs often.
	oftenSeen = 3
	// mostPages is the largest number that counts as that of a page where nothing
	// but its place speaks for it; years stand alone too.
	mostPages = 1500
	// mostRunning is the largest number of a page of a journal.
	mostRunning = 99999
	// longestNumber is the length of a page number in Chinese, "第 123 頁", and more.
	longestNumber = 8
	// longestChapter is the length of the chapter in page numbers like "A12-3".
	longestChapter = 3
	// aloneWeight is what must speak for a running head or foot of a document with
	// too few pages for repetition to show it. The signs were weighed on 430 single
	// pages out of 120 documents whose heads and feet repeat.
	aloneWeight       = 1.0
	numberPartWeight  = 0.8 // a page number beside words
	printedWeight     = 0.4 // an address, the time, "2 / 14", ©
	smallerWeight     = 0.4 // smaller than the text by smallerRatio
	closeWeight       = 0.3 // within closeShare of the page's height from the edge
	clearWeight       = 0.2 // clearGap from the text, and again farGap
	numberedWeight    = 0.4 // another row of the page is a page number
	boldCost          = 0.1 // bold, as headings are
	sentenceAloneCost = 0.4 // ends as a sentence does
	sparseCost        = 0.4 // on a page of less than sparseLines lines
	smallerRatio      = 1.05
	numberNearWeight  = 0.4 // a number that may be a page's beside words
	ruledWeight       = 0.3 // a rule between it and the text
	spreadWeight      = 0.3 // at both margins, as heads of two parts are
	otherWeight       = 0.2 // in italics or capitals
	nearWeight        = 0.2 // within nearShare instead
	closeShare        = 0.075
	nearShare         = 0.1
	clearGap          = 1.2 // ems of the body
	farGap            = 1.8
	// bandRows is the most rows of a running head or foot that stand close together.
	bandRows = 4
	// mostHeadings is the largest number that a heading or a note of a page may have in
	// front: numbers above it are those of pages.
	mostHeadings = 30
	// spreadWide is the share of the page's width that a head of two parts has at least,
	// and spreadGap that of the white space between them, spreadWhite where it has three.
	spreadWide  = 0.6
	spreadGap   = 0.2
	spreadWhite = 0.3
	// spreadParts is how many parts such a head has at most: heads of tables have more.
	spreadParts = 3
	// footNumberGap is the white space in ems that parts a page number at a foot from the words
	// behind it, where notes begin with numbers, too.
	footNumberGap = 3.0
	// A head of partedHead texts ends where the line under it does, up to partedOff ems at both sides together, and
	// keeps partedGap ems of white space at least: lines that are recognised may touch.
	partedHead = 3
	partedOff  = 3
	partedGap  = 0
	// freeGap is the white space in ems that sets a row at the edge apart, however far the
	// rows inwards are from each other.
	freeGap = 3.0
	// smallGap is the white space in ems of the body that a row smaller than it keeps.
	smallGap = 0.9
	// sparseLines is how many lines a page of text has at least: covers and slides have
	// fewer, and what stands at their edges may be all that they say.
	sparseLines = 15
	// ruleDip is how far into the line a rule under it may reach, in ems.
	ruleDip = 0.3
	// partGap is the white space between a page number and the words of a head.
	partGap = 1.0
	// marginShare is the share of the page's width, left and right, in which stamps
	// stand: that of arXiv ends at .06; labels of axes stand inside of the text's margin.
	marginShare = 0.08
	// mostStamps is how many turned lines may be stamps, on a page of at least
	// stampedLines upright ones; turned tables and charts have more.
	mostStamps   = 3
	stampedLines = 5
	// longDocument is the number of pages from which two copies are no evidence:
	// in long ones some lines meet their like by chance.
	longDocument = 12
	// displayRatio is the size against the body from which a repeated row is
	// rather the title of slides than a running head.
	displayRatio = 1.25
	// displaySeen is how many copies even a large row needs to be furniture.
	displaySeen = 6
	// blankOff is how far from the middle of the text, as a share of the page's width, the number of a page stands
	// that has a blank foot.
	blankOff = 0.02
	// largestHead is that of heads at both margins which are recognised, the size of capitals being read too large,
	// or which have a rule and the number of the page.
	largestHead = 1.6
	// mirrorPoints is how much farther from its edge a running head may stand than the foot of its page: 4 in
	// what Chromium prints. mirrorGap is the white space in ems that such a head keeps: .31 there. sameSizeRatio
	// is the difference in size of two rows that one program set.
	mirrorPoints  = 6
	mirrorGap     = 0.2
	sameSizeRatio = 1.02
	// countingGap is the white space in ems below a head on a scan whose number counts the pages.
	countingGap = 0.5
	// slotApart is the white space in ems that sets a row in a furniture slot
	// apart from the text when its own words do not repeat.
	slotApart = 0.9
	// outerShare: from the text a row of furniture keeps at least this share of
	// the widest gap outside of it. Heads of tables, much closer, stay under half.
	outerShare = 0.8
	// textGap is how much wider than the gaps between the rows of the text the
	// gap between a running head and the text is. Heads of tables keep the gap.
	textGap = 1.3
	// closestHead is the white space in ems that any running head keeps.
	closestHead = 0.35
	// denseShare is the share of the pages from its first to its last that a
	// running foot stands on, one that alternates with another included.
	denseShare = 0.4
	// sharePages is how many pages before and behind one are looked at for furniture at the same place, and
	// shareLeast how many of its format there must be. In 1,340 pages of 268 manuals and papers running heads
	// stood on half of them or more. filledShare is the share from which text stands at their height. rareShare is the share under which a row repeats by chance, and footShare
	// the one from which a foot may be as close to the text as its lines are.
	sharePages  = 4
	shareLeast  = 6
	filledShare = 0.2
	rareShare   = 0.25
	footShare   = 0.6
	// mostFound is the share of a document's text that running heads and feet
	// may be; legal notices on slides come to two fifths.
	mostFound = 0.5
	// mostMarked is the same for what the document marks itself: some producers
	// mark pages whole.
	mostMarked = 0.9
	// markedBody is how many bytes of marked text in sentences, away from the edges of
	// its page, are no furniture: two lines of a page.
	markedBody = 160
)

// Headings. A part is a heading when the weights of what speaks for it, less
// what speaks against it, reach headingWeight.
const (
	headingWeight = 0.5

	// largeRatio is the size against the body that alone makes a heading.
	// Captions and notes are smaller than the body, leads up to 1.1 of it.
	largeRatio  = 1.15
	largeWeight = 0.6
	// displayWeight is for what is larger than headings in the text are (displayRatio).
	displayWeight = 0.8
	// largerRatio helps a bold or numbered line.
	largerRatio  = 1.04
	largerWeight = 0.2

	boldWeight   = 0.35
	capsWeight   = 0.2
	italicWeight = 0.1
	apartWeight  = 0.2
	numberWeight = 0.2
	// numberGap is the space in ems behind a capital that is a number: a quad in headings of LaTeX. Words are
	// at most .6 apart in lines that are not justified.
	numberGap     = 0.75
	outlineWeight = 0.6
	// nameWeight is for the names of parts that most documents have, leadWeight for
	// looks that lead text wherever they are used: at least leadingLeast times and
	// in leadingShare of the parts in them.
	nameWeight = 0.3
	leadWeight = 0.25
	// leadListWeight is for bold lines with a colon above a list.
	leadListWeight = 0.15
	leadingLeast   = 3
	leadingShare   = 0.75
	// inkWeight, underlineWeight and centredWeight help a line that other signs
	// speak for: coloured notes and underlined words stand alone, and only lines
	// in capitals are looked at for being centred: captions are too.
	inkWeight       = 0.15
	underlineWeight = 0.2
	centredWeight   = 0.1

	sentenceCost = 0.35 // ends as a sentence or clause does
	colonCost    = 0.15 // ends in a colon, as labels do
	captionCost  = 0.6  // begins as a caption does
	leaderCost   = 1.0  // a line of a contents page
	longCost     = 0.15 // longer than longHeading
	veryLongCost = 0.35 // longer than boldBytes
	commasCost   = 0.4  // manyCommas: authors, addresses
	termCost     = 0.4  // a term above its definition
	bulletCost   = 1.0  // begins with a bullet
	fewCost      = 0.4  // one letter or none: labels in drawings
	lowerCost    = 0.3  // begins in lower case
	gapsCost     = 0.5  // words set in columns: a row of a table
	amountCost   = 0.8  // ends in a sum: "Total due 13,576.63", larger and bold too
	besideCost   = 0.4  // other text of its column on the same line: a cell
	smallCost    = 0.5  // smaller than the body

	// headingLines and headingBytes bound what may be a heading at all.
	headingLines = 5
	headingBytes = 300
	// boldBytes bounds a heading that is no larger than the body: bold
	// paragraphs are longer.
	boldBytes = 160
	// sequenceWeight is what a numbered line may lack to be a heading where the numbers of sequenceLeast such lines, and of
	// sequenceShare of all, follow one another.
	sequenceWeight = 0.2
	sequenceLeast  = 4
	sequenceShare  = 0.75
	// likeHeadings is how many headings of one look and depth of numbering make
	// another line like them a heading although it ends as a sentence.
	likeHeadings = 2
	// longHeading is the length in bytes that few headings have.
	longHeading = 120
	// sentenceWord is the letters that the last word of a sentence has; fewer are
	// an abbreviation.
	sentenceWord = 4
	// manyCommas is how many commas make an enumeration; headings of the documents
	// tuned on have three at the most.
	manyCommas = 4
	// centredMargin is the room in ems on both sides of a centred line, and
	// centredSlack how far it may be off the middle.
	centredMargin = 2
	centredSlack  = 1.5
	// apartRatio is the white space above in ems that sets a line apart.
	apartRatio = 0.65
	// wideGap is a gap between words, in ems, that a line without columns has not
	// unless it is justified.
	wideGap = 1.0
	// noteTextBytes is the least text above notes that can have them.
	noteTextBytes = 150
	// smallRatio is the size against the body under which text is small print.
	smallRatio = 0.93
	// headingJoin is the white space in ems up to which two lines in one look
	// are one heading.
	headingJoin = 0.75
	// narrowLetter is the width in ems of a narrow letter: a line with room for the
	// next word in such letters was ended on purpose.
	narrowLetter = 0.4
	// handBroken is the size against the body from which lines are broken by hand,
	// as those of titles are.
	handBroken = 1.8
	// chapterBytes is the length of the number of a chapter, and numberJoin the white space below it in ems, up
	// to its name.
	chapterBytes = 2
	numberJoin   = 1.2
	// wholeShare is the share of a part's bytes that must have a look for the
	// part to have it.
	wholeShare = 0.9
)

// Running text: parts of at least runningLines lines and runningBytes bytes.
const (
	runningLines = 3
	runningBytes = 120
	// runningShare is the share of a look's bytes that must be running text, and
	// runningParts how many parts, for none of its lines to be a heading by it:
	// titles of three lines have the look to themselves.
	runningShare = 0.5
	runningParts = 2
	// runningRatio is the size against the body up to which a look can be one of
	// running text.
	runningRatio = 1.6
	// runningLeast is the share of the document that must be running text for its
	// size to be the one that headings are held against.
	runningLeast = 0.15
)

// Looks.
const (
	// monoBody is how many times more fixed pitch text than other text there must
	// be for it to be the body and not the listings of a manual.
	monoBody = 4
	// capsLetters is how many capitals make a line one in capitals; fewer are an
	// abbreviation.
	capsLetters = 4
	// blankNotice is the longest notice, in bytes, that a page is left blank.
	blankNotice = 80
	// capsForLower is how many capitals a line in capitals has at least for each letter that is none.
	capsForLower = 12
)

// Splitting of blocks.
const (
	// lookRatio is the difference in size that makes two lines two looks.
	lookRatio = 1.07
	// shortLine is the share of the block's width a bold first line may fill
	// and still be a line of its own, not the start of a bold sentence.
	shortLine = 0.85
)

// Lists.
const (
	// sameIndent is how far markers of one list may differ, in ems.
	sameIndent = 0.6
	// listDepth bounds nesting. HTML readers announce no more sensibly.
	listDepth = 8
	// itemGap is the white space in ems above a further paragraph of an item.
	itemGap = 3.0
	// itemReach is how many parts may stand between a lone number and the one
	// before it for both to be items of one list.
	itemReach = 12
	// hangingIndent is the usual indent, in ems, of an item's text where the words do
	// not tell: from right to left; and the least one of a definition.
	hangingIndent = 1.5
)

// Lines and quotes.
const (
	linesWeight = 0.5
	quoteWeight = 0.4
	// lineRoom is the white space in ems that a word needs besides its width to
	// find room on the line above.
	lineRoom = 0.8
	// verseLines is how many lines that begin anew are verse on a page without a
	// line as wide as its margins let it be.
	verseLines = 3
	// quoteIndent is how far in ems a quote is set in from either side.
	quoteIndent = 1.2
	// quoteEven is the least share of the left indent that the right one has:
	// descriptions are set in from the left alone and end where their words do.
	quoteEven = 0.6
	// quoteLines is the fewest lines of a quote in the look of the text that is not
	// set in from both sides alike.
	quoteLines = 3
)

// Lists of terms.
const (
	// definitionWeight is above that of the outline's and most headings' claims, which
	// are made on the look of a single line.
	definitionWeight = 0.65
	// definedTerms is how many terms with indented text under them make a list,
	// runInTerms how many paragraphs that hang under bold words.
	definedTerms = 3
	runInTerms   = 2
	// boldTerms is how many bold terms make a list where no text stands as far out
	// as they do: fewer may be headings over a page that is indented all over.
	boldTerms = 5
	// termCopies is how often one bold line may stand in a document and be a term.
	// "Details" stands on 900 pages of the manual of R.
	termCopies = 2
	// termNear is how many parts before and behind a term text is looked for.
	termNear = 64
	// descriptionParts bounds the paragraphs of one description: where there are more,
	// the bold lines are headings over indented text.
	descriptionParts = 2
	// descriptionIndent and descriptionDeep are how far in ems a description is set in.
	descriptionIndent = 1
	descriptionDeep   = 8
	// termBytesMost bounds a term.
	termBytesMost = 80
)

// Lists of contents.
const (
	// tocWeight: page numbers that ascend behind leaders are nothing else.
	tocWeight      = 0.9
	contentsWeight = 0.6
	// tocGap is the white space in ems before a page number without a leader.
	tocGap = 1.2
	// leaderDots is the fewest dots of a leader: an ellipsis has three.
	leaderDots = 4
	// tocLeast is the fewest entries of a list, and tocFalls how many of them may
	// be followed by a lower page number: one in so many.
	tocLeast = 3
	tocFalls = 10
	// tocRowsPerEntry is how many rows an entry has at most, on average, and
	// tocPending how many rows without a page may stand between entries.
	tocRowsPerEntry = 3
	tocPending      = 4
	// tocRowGap is the white space in ems between two rows of one entry.
	tocRowGap = 1

	// tocLinked is the share of a row's text that is its link where no page number says that it is an entry: .9 and more
	// in entries, under .1 in the lines of a paragraph with a citation.
	tocLinked = 0.5
	// tocNumbered is the share of numbered entries from which numbers tell depths,
	// tocNear how far, in entries, one without a number looks for its like.
	tocNumbered = 0.6
	tocNear     = 40
	// headsOfWords is how many headings of the same words are looked at for an entry.
	headsOfWords = 64
	// contentsBytes bounds the heading of a list of contents, pageDigits a page number.
	contentsBytes = 60
	pageDigits    = 4
	// pagesOfChapter sets pages counted by chapter in order, "5-12" before "6-1".
	pagesOfChapter = 10_000
)

// Notes. A part is one when the weights of what speaks for it reach noteWeight.
const (
	// noteWeight asks for two signs and the mark in the text, or for a raised sign
	// in small print at the foot, whose mark may be lost in a picture.
	noteWeight = 0.75

	raisedWeight    = 0.35
	symbolWeight    = 0.15
	plainWeight     = 0.1
	smallNoteWeight = 0.25
	footWeight      = 0.2
	markWeight      = 0.35
	nextNoteWeight  = 0.25

	// marginNumber is how far before a formula the number of an equation begins at least, in sizes
	// of its line: a mark as wide as (1) and the white behind it make 1.9.
	marginNumber = 3.0
	// noteLabelRunes bounds a label: note 999, four asterisks.
	noteLabelRunes = 4
	// markBytes bounds a superscript that marks notes: "101, 102, 103".
	markBytes = 24
	// yearDigits is how many digits before a raised number are no base of a power.
	yearDigits = 4
	// noteGap is the white space in ems above a further paragraph of a note.
	noteGap = 1.2
	// footSlack is how far, in ems, boxes of lines under each other may overlap.
	footSlack = 0.3
	// floorStrips is how finely a page is cut upright to see what stands under
	// what: 5 points on paper, less than any gutter.
	floorStrips = 128
	// restShare is the share of the page above which no note of the page before goes on.
	restShare = 0.4
	// notesSkipped is how many numbers the notes of one block may leave out, those of other
	// columns and tables: years lie hundreds beyond.
	notesSkipped = 50
	// notesPerPage and marksPerNote bound the work that a page of nothing but
	// notes can ask for.
	notesPerPage = 128
	marksPerNote = 64
	// endnotesLeast is the fewest entries of a list of notes, and how many of them
	// must have a mark; endnotesTied is the share that must have one where the marks
	// are raised numbers, which may be powers. Lists of sources have it that are
	// cited in part only.
	endnotesLeast = 2
	endnotesTied  = 0.5
	// noteHeadBytes bounds the heading of such a list.
	noteHeadBytes = 60
)

// Paragraphs.
const (
	// breakingLines is how many lines a paragraph has at least that goes on in another column
	// or page with a capital letter.
	breakingLines = 3
	// fullLine is the share of its column a last line must fill to run on.
	fullLine = 0.7
	// sameSize is the difference in size that a paragraph may show across a break.
	sameSize = 1.03
	// closeGap is the white space in ems up to which two blocks of a column may be
	// one paragraph, and closeMargin how much room the last line may leave.
	closeGap    = 1.2
	closeMargin = 3
	// lookAhead is how many parts may stand between the halves of a paragraph:
	// figures and tables with their captions, and furniture.
	lookAhead = 12
)

// Asides.
const (
	asideWeight = 0.6
	// asideBytes is the length of a paragraph or item that makes the text of a box
	// more than labels and values.
	asideBytes = 40
	// asideShare is the share of a page's text that the text of one box may be, and
	// asideBoxes how many boxes a page may have that is no form.
	asideShare = 0.5
	// asideSlack is how far in points the sides of two boxes may be apart that are one.
	asideSlack = 4
	asideBoxes = 4
)

// Weights of whole claims that need no sum.
const (
	markedWeight    = 1.0 // the document says so
	repeatedWeight  = 0.9
	verbatimWeight  = 0.7
	pictureWeight   = 0.9
	groupWeight     = 0.95
	captionWeight   = 0.92
	silentWeight    = 0.6  // of one without a label
	tableWeight     = 0.95 // the heads of tables repeat as running heads do
	titleWeight     = 0.8
	listWeight      = 0.6
	paragraphWeight = 0.1
)

// Rows and numbers.
const (
	// sameBaseline is how far baselines of one row may differ, in ems.
	sameBaseline = 0.3
	// numberCap keeps numbers in range; no page number has more than seven digits.
	numberCap = 1_000_000
)

// Bounds against hostile input.
const (
	// outlineDepth bounds the walk of an outline; more than six levels make no heading.
	outlineDepth = 100
	// outlineEntries is how many entries of an outline are offered for navigation: a
	// list that takes more than some screens helps nobody to find a place, and the
	// outlines of manuals have thousands (the largest measured, 5,168).
	outlineEntries = 400
	// besideLines is how many lines of one height are looked at.
	besideLines = 64
	// maxIndent is the deepest indent of a line of code, in characters.
	maxIndent = 200
	// maxBlankLines is how many blank lines one gap in code stands for at most.
	maxBlankLines = 10
)

// Code. Lengths are in ems.
const (
	// codeLeadingLeast and codeLeadingMost hold the distances of lines of code from
	// baseline to baseline: less is one row, more has a blank line in it. blankShare
	// is the share of a line from which on white space is one.
	codeLeadingLeast = 0.8
	codeLeadingMost  = 1.5
	blankShare       = 0.4

	// A single line of fixed width is code when the weights of what speaks for it
	// reach codeLineLeast: any two good signs. On 43 development documents that takes
	// the F1 of words in code from .876 to .982, boxedWeight alone .04 of it.
	codeLineLeast   = 0.5
	insetWeight     = 0.3
	colonWeight     = 0.35
	promptWeight    = 0.4
	boxedWeight     = 0.35
	signsWeight     = 0.15
	severalWeight   = 0.15
	manyWeight      = 0.25 // for manyWords or more: no name has so many
	manyWords       = 4
	codeLeftWeight  = 0.3
	describedWeight = 0.5 // against it, as boldCodeWeight
	boldCodeWeight  = 0.4
	// codeLineWeight is below that of definitions.
	codeLineWeight = 0.6
	// codeInset is how far code is set in from the text at the least, codeNear how
	// many parts away that text is looked for.
	codeInset = 0.9
	codeNear  = 6
)

// outlineSlack is how much longer, in bytes, a heading may be than its entry in
// the outline: its number and the spaces in it.
const outlineSlack = 24

// Hyphens.
const (
	// hyphenRate is the share of lines that end in a hyphen from which a document
	// without other evidence is one that breaks words. Browsers, which do not,
	// leave under one line in fifty; TeX breaks one in ten and more.
	hyphenRate = 0.03
	// prefixUses is how many compounds with a word before their hyphen make a line
	// end behind that word the hyphen of another one.
	prefixUses = 2
	// compoundLong is the bytes of halves of which the second one tells alone: a
	// break leaves such a rest, a word of its own, by chance in 1 of 134 words.
	compoundLong = 6
)

// Titles and levels.
const (
	// bylineHeads is how many headings may stand between a title and the text and
	// still be a subtitle, authors and dates; more are the headings of a form.
	bylineHeads = 5
	// stackedHeads is how many headings of one look without text between them are
	// the lines of a list, an address, or labels.
	stackedHeads = 3
	// titleLetters is the fewest letters of a title.
	titleLetters = 3
	// titleBytes bounds it: longer ones are abstracts.
	titleBytes = 400
	// titleStep makes the claim of a title heavier than its claim as a heading.
	titleStep = 0.01
	// titlePageBytes bounds the text of a page that has a title and little else.
	titlePageBytes = 400
	// coverText bounds the text of a cover, and coverHeads is how many headings beside the title it has at least
	// to be no page with the heading of a text that follows.
	coverText  = 800
	coverHeads = 2
	// slidesLeast is the pages and slidesShare the share of them, wider than high and
	// with a heading in the upper slideTop of the page, that make a document slides.
	slidesLeast = 3
	slidesShare = 0.7
	slideTop    = 0.45
	// slideTitleLines is how many lines the title of a slide has at most.
	slideTitleLines = 3
	// slideLines is how many headings under its title may be the text of a slide.
	slideLines = 2
	// maxLevel is the deepest heading of HTML.
	maxLevel = 6
	// sameQuarters is the difference in size, in quarter points, that nobody sees.
	sameQuarters = 2
	// fewNumbered: less than one in so many numbered says nothing.
	fewNumbered = 8
)

// Links and anchors.
const (
	// uriBytes bounds a link; browsers stop at about this length.
	uriBytes = 1 << 16
	// slugBytes bounds an anchor made of a heading's words.
	slugBytes = 60
	// targetReach is how far above a heading, in ems, a link to it may point.
	targetReach = 3
	// equationSize is the size that formulas count as for it, in points.
	equationSize = 10
)

// Tables. A row is a head when the weights of what speaks for it, less what speaks
// against it, reach headWeight.
const (
	headWeight = 0.5
	// flaggedWeight: rules or shading set it apart.
	flaggedWeight = 0.6
	// markedHeadWeight: bold, coloured, italic or larger, other than the body.
	markedHeadWeight = 0.6
	// contrastWeight: words, or years, over columns of numbers.
	contrastWeight = 0.5
	// labelColumnWeight: all that stands at the side ends with a colon, nothing else does.
	labelColumnWeight = 0.6
	// cornerWeight: names of columns, but none over the names of the rows.
	cornerWeight = 0.5
	// dividesWeight: the second row of a stacked head.
	dividesWeight = 0.5
	// spanWeight: some of its cells span columns.
	spanWeight = 0.3
	// shortHeadWeight: nothing but fewer words than the cells below have.
	shortHeadWeight = 0.5
	// valuesCost: there are numbers in it, over numbers.
	valuesCost = 0.4
	// loneCost: only the first cell has text; such rows head a section of the body.
	loneCost = 1.5

	// headRows bounds the rows of a head: stacked heads of statistics have four
	// where layout gives each line a row.
	headRows = 6
	// plainShare is the share of the body's cells that may look as the head does:
	// totals and section heads are bold too.
	plainShare = 0.4
	// headBytes is the mean length of words that name columns.
	headBytes = 30
	// longerBody is how much longer the cells below are then.
	longerBody = 1.5
	// noteBytes is the length from which text across all columns, in the last rows
	// of a table, is a note to it.
	noteBytes = 60
	// columnOverlap is the share of the narrower column that two halves of a table
	// have in common; aligned columns are only as wide as their widest text.
	columnOverlap = 0.5
	// adjoinGap is the room in ems between two pieces of one table: rows set loosely
	// leave as much, tables under each other more than twice that.
	adjoinGap = 0.9
	// continuedBytes bounds "Table 3: Exports by country (continued)".
	continuedBytes = 160
	// cellGap is the white space in ems between two paragraphs of a cell; lines set
	// loosely leave half an em.
	cellGap = 0.7

	// gridSide bounds rows and columns, gridPlaces and gridSparse the places of a
	// table: some and as many for each cell. The emptiest statistics seen have nine
	// places a cell.
	gridSide   = 1 << 14
	gridPlaces = 1 << 10
	gridSparse = 32
)

// Language.
const (
	// samplesTaken of the text decide about the language of a document: three can
	// outvote one that fell on a list of names.
	samplesTaken = 3
	// samplesInDoubt are taken when those disagree: statements and indexes, which
	// are mostly names, come out right by the weight of seven.
	samplesInDoubt = 7
	// sampleBytes is the length of each. Trigrams of all 22 documents of known
	// language in five languages were right from 400 bytes on; beyond a few
	// thousand the detector gets worse, for it ranks no more than 300 trigrams.
	sampleBytes = 500
	// suspectBytes of a part are enough to suspect it: thirty words.
	suspectBytes = 200
	// passagesAsked and one more for each pagesPerPassage pages is how often
	// trigrams are asked about passages, at most: lists of names are suspect too.
	passagesAsked   = 32
	pagesPerPassage = 8
)

// Captions and figures. Distances are in ems of the caption.
const (
	// captionNear is how far a caption stands at most; a line of units may stand
	// between it and its table.
	captionNear = 4.0
	// captionFar is how far when nothing stands between: textbooks and reports have rules between,
	// and captions 4.3 to 5.1 away. captionWork is how many parts of a page are looked at for that.
	captionFar  = 7.0
	captionWork = 1 << 20
	// captionSide is what the other side costs: captions stand above tables and
	// below figures, with few exceptions, where there is a choice.
	captionSide = 1.0
	// captionOther: a table that is an image, a figure that is a table.
	captionOther = 2.0
	// captionBeside is what standing at the left or right of a figure costs.
	captionBeside = 1.5
	// captionOverlap is the share of the narrower one that stands above the other.
	captionOverlap = 0.5
	// captionGap is the white space in ems between the lines of one caption.
	captionGap = 0.9
	// captionSetOn is that below a caption of one line, up to a line that is its next; creditLines are the most
	// that follow a caption in the size of the text.
	captionSetOn = 0.5
	creditLines  = 2
	// captionBytes bounds a caption; those of journals have a dozen lines.
	captionBytes = 2000
	// captionSilent is what the lack of a label costs: one that has it is nearer than any.
	captionSilent = captionNear
	// A caption without a label stands within captionTight below its picture (those of the
	// corpus of regress .5 to .9), reaches at most captionOut beyond its sides, and has up to
	// captionLines lines and captionWords words in the first of them at least: fewer are marks
	// of a drawing, or the name below a logo.
	captionTight = 1.2
	captionOut   = 0.5
	captionLines = 5
	captionWords = 3
	// captionTargets bounds the tables and figures, and the captions, of a page.
	captionTargets = 128

	// titleLines, titleGap and titleOff are how many lines the title of a table
	// without a number has, how far in ems above it they stand, and how far off
	// its middle.
	titleLines = 2
	titleGap   = 1.5
	titleOff   = 1.0

	// figureSidePoints is the shorter side of the smallest figure with a caption.
	figureSidePoints = 18
	// figurePage is the share of the page from which an image is its background.
	figurePage = 0.9
	// besideGap is how far apart, in points, pictures stand at most that have one caption;
	// a label with its white space stands between.
	besideGap = 30
	// labelShare is the share of a text's box that lies in a figure it belongs to.
	labelShare = 0.9
	// chartTable is the share of a drawing that its labels may take and still be no table: the
	// key of a chart of the BMJ, with numbers beside it, takes .2.
	chartTable = 0.35
	// labelBytes and labelLines bound the text of a label: what is longer is text
	// on a coloured ground.
	labelBytes = 120
	labelLines = 4
	// labelSize is how much larger than the body text a label is at most: the title of a
	// slide may stand beside a logo.
	labelSize = 1.25
	// largeLabel is how many bytes a larger one has at most, inside of what is plainly a drawing: the names
	// of the parts of a circuit.
	largeLabel = 12
	// drawingPage is the share of the page from which a drawing is rather the
	// ground of all that stands on it.
	drawingPage = 0.6
)

// cellPictures is how many pictures of a page are looked for in the cells of one table.
const cellPictures = 256

// Decoration: images that say nothing. Lengths are in points.
const (
	// ruleSide is the shorter side of an image that is a rule; one that is wider is a
	// strip below stripSide when it is stripShape times as long: bars below headings
	// are, and lines of text that are images are shorter or higher.
	ruleSide   = 3
	stripSide  = 12
	stripShape = 25
	// iconSide is the longer side of the smallest image that shows anything: bullets
	// and dots are smaller, signs of 9 points and more are letters of their own.
	iconSide = 9
	// flatSamples is how many samples one way a run of colours has, or a plain surface.
	flatSamples = 2
	// groundPage is the share of the page from which an image is its ground, or the page
	// itself as it was scanned; groundBytes is how much text makes a smaller one the
	// ground of what stands on it: titles and labels of pictures have less. Of one that is
	// the page coverBytes do: a title and who wrote it.
	groundPage  = 0.75
	groundBytes = 240
	coverBytes  = 120
	// shownPart is the share of a page that an image takes at least which is shown although its tags
	// call it decoration. Two charts that were tagged so take .074 of their pages. Of 941 documents 8 show
	// something more by this rule.
	shownPart = 0.03
	// drawnSide is the shorter side of the smallest drawing that is no word, as in layout.
	drawnSide = 36
	// groundTargets is of how many pictures of a page that is asked.
	groundTargets = 256
	// repeatedPages is on how many pages an image has the same place, within placeStep,
	// that belongs to the pages and not to what they say. The first copy of one that
	// takes less than logoPage of its page stays: it may say whose document it is.
	repeatedPages = 3
	placeStep     = 4
	logoPage      = 0.1
)

// figureParts is how many pictures an element of the structure tree can be.
const figureParts = 256

// alternativeBytes is how long an alternative made of a caption is at most: its first
// sentence, as a rule. Screen readers read it in one go. What ends within labelLength
// is "Figure 3." or an abbreviation, and no sentence.
const (
	alternativeBytes = 150
	labelLength      = 20
)

// What a structure tree is worth: see derive_trust.go. Of 86 tagged documents that
// were measured nine have trees that reach less than .34 of the text; all others
// reach .90 and more. Steps back are .13 of all at most, in a form, and none in the
// median.
const (
	// leastCoverage is the share of the text that a tree must reach to be used.
	leastCoverage = 0.5
	// fewUnread is how many bytes of text a page must have outside of the tree before
	// it is left aside: a few lines are a stamp or a form that is filled in.
	fewUnread = 300
	// fullCoverage is the share from which on it is said to reach all.
	fullCoverage = 0.98
	// mostDisorder is the share of steps back on the page that a tree may have, and
	// fewSteps how many steps say anything. A shuffled tree has .5. A few pages of a
	// good one, with notes in the margin, have up to .27, since layout reads boxes
	// elsewhere than their author does.
	mostDisorder = 0.35
	fewSteps     = 20
	// A tree tears a page when it goes elsewhere in the midst of tornParagraphs of it or more,
	// tornShare of all, and more of its steps than tornDisorder lead back. So do three of three
	// trees whose order experts failed, and none of those that they passed, of 40 other
	// documents and of the 23 tagged ones; a form of many fields tears its lines, with .15 of
	// the steps back. It is not the order of the document if tornPagesShare of its pages are torn.
	tornParagraphs = 2
	tornShare      = 0.25
	tornDisorder   = 0.2
	tornPagesShare = 0.2
	// suspectCoverage and suspectDisorder are the same for trees of which the document
	// says that some of it may be wrong. None of the 86 does.
	suspectCoverage = 0.9
	suspectDisorder = 0.12
	// mostHeads is the share of the text that headings can be; fewTagged how many
	// bytes say anything: a leaflet may be nothing but a heading. The most seen is .16.
	mostHeads = 0.5
	fewTagged = 1000
	// mostLines is the share of paragraphs of layout in which each line may be an
	// element of its own, as verse has it; fewBlocks how many say anything. The most
	// seen is .24.
	mostLines = 0.5
	fewBlocks = 5
	// tagWeight is that of what a trusted tree says: more than signs can sum up to.
	tagWeight = 2
)

// What speaks against single elements of a structure tree: see derive_doubt.go.
const (
	// A heading is doubted when it has clauseBytes of text that is set no larger than
	// clauseSize of the text, not bolder than it, and ends as a sentence does or holds
	// clauseSentences of them; one of longClause whatever it looks like.
	clauseBytes     = 80
	clauseSize      = 1.08
	clauseSentences = 2
	longClause      = 300
	// mostClauses is the share of doubted headings above which none is believed, and
	// fewClauses how many say anything.
	mostClauses = 0.5
	fewClauses  = 3
	// proseCell is how many bytes of text in sentences make a cell or an item one of
	// running text; mostProse the share of the text of a table that stands in such
	// cells in one that is made to place text.
	proseCell = 200
	mostProse = 0.8
	// mostWrongCells is the share of neighbouring cells that stand otherwise in a table
	// that layout found with sureGrid, mostLostCells that of those which do not stand
	// beside each other at all, where layout found none; fewCellSteps how many say
	// anything.
	mostWrongCells = 0.1
	mostLostCells  = 0.3
	sureGrid       = 0.9
	fewCellSteps   = 4
	// mostEntries is the share of the items of a list that lead to pages, as those of
	// contents do; fewEntries how many say anything.
	mostEntries = 0.6
	fewEntries  = 3
	// manyReturns is how many pages a list of elements may come back to until that is
	// the order of a repair. A leaflet that is folded comes back to one or two.
	manyReturns = 3
	// mostFigure is the share of the text of a page that a figure may hold.
	mostFigure = 0.5
	// emptyActual is how many letters an empty ActualText may stand for: a bullet, a
	// hyphen, a number of a line. leastShared is the share of swallowedLetters letters
	// that an ActualText must have; repeatedActual how long it is, in bytes, when it
	// says a whole paragraph at each of its pieces.
	emptyActual      = 6
	swallowedLetters = 20
	leastShared      = 0.5
	repeatedActual   = 60
)

// listStep is how much further in, in points, an inner list stands: the least
// indent seen is 9, and what differs by less is one margin.
const listStep = 4

// nameBytes is how long the name of a control or of a group of them is at most, in
// bytes. The longest label measured, of a tax form, has 108.
const nameBytes = 160

// References to places. placeBytes is how long the word or the number of one is at most:
// the longest word for one, of those known, has 22 bytes. citationBytes is how far before
// one the bracket may be that names another document: "[Knuth, The TeXbook, Section 3]".
const (
	placeBytes    = 24
	citationBytes = 80
)

// The foot of a table. footRows is how many rows there are above a sum at least, and
// totalLabel how many words name one at most: "Total for the year". The feet of
// 16 of the documents tuned on and the others were looked at: all are sums.
const (
	footRows   = 2
	totalLabel = 4
)
