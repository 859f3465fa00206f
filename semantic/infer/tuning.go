package infer

// Thresholds that several rules share. Lengths are in ems of the text they are compared
// with unless the name says points. What one rule needs alone stands beside it.

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
	// oftenSeen is how many copies make a head one that occurs often.
	oftenSeen = 3
	// mostPages is the largest number that counts as that of a page where nothing
	// but its place speaks for it; years stand alone too.
	mostPages = 1500
	// freeGap is the white space in ems that sets a row at the edge apart, however far the
	// rows inwards are from each other.
	freeGap = 3.0
	// longDocument is the number of pages from which two copies are no evidence:
	// in long ones some lines meet their like by chance.
	longDocument = 12
	// displayRatio is the size against the body from which a repeated row is
	// rather the title of slides than a running head.
	displayRatio = 1.25
	// displaySeen is how many copies even a large row needs to be furniture.
	displaySeen = 6
	// slotApart is the white space in ems that sets a row in a furniture slot
	// apart from the text when its own words do not repeat.
	slotApart = 0.9
	// textGap is how much wider than the gaps between the rows of the text the
	// gap between a running head and the text is. Heads of tables keep the gap.
	textGap = 1.3
	// closestHead is the white space in ems that any running head keeps.
	closestHead = 0.35
)

// Headings. A part is a heading when the weights of what speaks for it, less
// what speaks against it, reach headingWeight.
const (
	headingWeight = 0.5

	// largeRatio is the size against the body that alone makes a heading.
	// Captions and notes are smaller than the body, leads up to 1.1 of it.
	largeRatio  = 1.15
	largeWeight = 0.6
	// largerRatio helps a bold or numbered line.
	largerRatio  = 1.04
	largerWeight = 0.2

	// numberGap is the space in ems behind a capital that is a number: a quad in headings of LaTeX. Words are
	// at most .6 apart in lines that are not justified.
	numberGap     = 0.75
	outlineWeight = 0.6

	// headingLines and headingBytes bound what may be a heading at all.
	headingLines = 5
	headingBytes = 300
	// boldBytes bounds a heading that is no larger than the body: bold
	// paragraphs are longer.
	boldBytes = 160
	// sentenceWord is the letters that the last word of a sentence has; fewer are
	// an abbreviation.
	sentenceWord = 4
	// centredMargin is the room in ems on both sides of a centred line, and
	// centredSlack how far it may be off the middle.
	centredMargin = 2
	centredSlack  = 1.5
	// smallRatio is the size against the body under which text is small print.
	smallRatio = 0.93
	// wholeShare is the share of a part's bytes that must have a look for the
	// part to have it.
	wholeShare = 0.9
)

// Running text: parts of at least runningLines lines and runningBytes bytes.
const (
	runningLines = 3
	runningBytes = 120
)

// Splitting of blocks.
const (
	// lookRatio is the difference in size that makes two lines two looks.
	lookRatio = 1.07
)

// Lists.
const (
	// sameIndent is how far markers of one list may differ, in ems.
	sameIndent = 0.6
	// listDepth bounds nesting. HTML readers announce no more sensibly.
	listDepth = 8
	// hangingIndent is the usual indent, in ems, of an item's text where the words do
	// not tell: from right to left; and the least one of a definition.
	hangingIndent = 1.5
)

// Lines and quotes.
const (
	linesWeight = 0.5
	quoteWeight = 0.4
)

// Lists of terms.
const (
	// descriptionIndent and descriptionDeep are how far in ems a description is set in.
	descriptionIndent = 1
	descriptionDeep   = 8
)

// Lists of contents.
const (
	// leaderDots is the fewest dots of a leader: an ellipsis has three.
	leaderDots = 4

	// contentsBytes bounds the heading of a list of contents, pageDigits a page number.
	contentsBytes = 60
	pageDigits    = 4
)

// Notes. A part is one when the weights of what speaks for it reach noteWeight.
const (
	// noteWeight asks for two signs and the mark in the text, or for a raised sign
	// in small print at the foot, whose mark may be lost in a picture.
	noteWeight = 0.75

	// markBytes bounds a superscript that marks notes: "101, 102, 103".
	markBytes = 24
	// notesPerPage and marksPerNote bound the work that a page of nothing but
	// notes can ask for.
	notesPerPage = 128
	marksPerNote = 64
)

// Paragraphs.
const (
	// sameParagraphSize is the difference in size that a paragraph may show across a break.
	sameParagraphSize = 1.03
	// lookAhead is how many parts may stand between the halves of a paragraph:
	// figures and tables with their captions, and furniture.
	lookAhead = 12
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
)

// Bounds against hostile input.
const (
	// outlineDepth bounds the walk of an outline; more than six levels make no heading.
	outlineDepth = 100
)

// Titles and levels.
const (
	// sameQuarters is the difference in size, in quarter points, that nobody sees.
	sameQuarters = 2
)

// Links and anchors.
const (
	// targetReach is how far above a heading, in ems, a link to it may point.
	targetReach = 3
)

// Language.
const (
	// sampleBytes is the length of each. Trigrams of all 22 documents of known
	// language in five languages were right from 400 bytes on; beyond a few
	// thousand the detector gets worse, for it ranks no more than 300 trigrams.
	sampleBytes = 500
)

// Captions and figures. Distances are in ems of the caption.
const (
	// captionBytes bounds a caption; those of journals have a dozen lines.
	captionBytes = 2000
	// captionTargets bounds the tables and figures, and the captions, of a page.
	captionTargets = 128

	// figureSidePoints is the shorter side of the smallest figure with a caption.
	figureSidePoints = 18
	// labelBytes and labelLines bound the text of a label: what is longer is text
	// on a coloured ground.
	labelBytes = 120
	labelLines = 4
)

// What a structure tree is worth: see derive_trust.go. Of 86 tagged documents that
// were measured nine have trees that reach less than .34 of the text; all others
// reach .90 and more. Steps back are .13 of all at most, in a form, and none in the
// median.
const (
	// fewUnread is how many bytes of text a page must have outside of the tree before
	// it is left aside: a few lines are a stamp or a form that is filled in.
	fewUnread = 300
	// fullCoverage is the share from which on it is said to reach all.
	fullCoverage = 0.98
	// tagWeight is that of what a trusted tree says: more than signs can sum up to.
	tagWeight = 2
)

// What speaks against single elements of a structure tree: see derive_doubt.go.
const (
	// proseCell is how many bytes of text in sentences make a cell or an item one of
	// running text; mostProse the share of the text of a table that stands in such
	// cells in one that is made to place text.
	proseCell = 200
	mostProse = 0.8
)

// nameBytes is how long the name of a control or of a group of them is at most, in
// bytes. The longest label measured, of a tax form, has 108.
const nameBytes = 160
