package infer

import "github.com/pagelift/pagelift/internal/limits"

// Thresholds that several rules share. Lengths are in ems of the text they are compared
// with unless the name says points. A threshold that only one file needs stands in that file.

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
	// oftenSeen is the number of copies from which a head counts as frequent.
	oftenSeen = 3
	// mostPages is the largest number that can be a page number where only its place
	// speaks for it. A larger number alone on a line is rather a year.
	mostPages = 1500
	// freeGap is the white space in ems that sets a row at the edge apart, however far the
	// rows further inwards are from each other.
	freeGap = 3.0
	// longDocument is the number of pages from which two copies prove nothing: in long
	// documents some lines are equal by chance.
	longDocument = 12
	// displayRatio is the size against the body from which a repeated row is rather
	// the title of slides than a running head.
	displayRatio = 1.25
	// displaySeen is how many copies even a large row needs to be furniture.
	displaySeen = 6
	// slotApart is the white space in ems that sets a row apart from the text when its
	// words do not repeat but other pages have furniture at its place.
	slotApart = 0.9
	// textGap is the least ratio of the gap between a running head and the text to the gaps
	// between the rows of the text. The heads of tables stand no further away than the rows.
	textGap = 1.3
	// closestHead is the least white space in ems between a running head and the text.
	closestHead = 0.35
)

// Headings. A part is a heading when the weights of the signs for it, less those of the
// signs against it, reach headingWeight.
const (
	headingWeight = 0.5

	// largeRatio is the size against the body that makes a heading without other signs.
	// Captions and notes are smaller than the body, leads up to 1.1 of it.
	largeRatio  = 1.15
	largeWeight = 0.6
	// largerRatio is the size against the body that speaks for a bold or numbered line.
	largerRatio  = 1.04
	largerWeight = 0.2

	// numberGap is the least space in ems between a heading and a single capital that is its number:
	// LaTeX sets a quad there. Words are at most .6 apart in lines that are not justified.
	numberGap     = 0.75
	outlineWeight = 0.6

	// headingLines and headingBytes are the most that a heading can have.
	headingLines = 5
	headingBytes = 300
	// boldBytes is the most for a heading that is no larger than the body: bold
	// paragraphs are longer.
	boldBytes = 160
	// sentenceWord is the least number of letters in the last word of a sentence. A shorter
	// word with a full stop is an abbreviation.
	sentenceWord = 4
	// centredMargin is the least room in ems on both sides of a centred line, and
	// centredSlack the most that it may be off the middle.
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
	// lookRatio is the ratio of sizes from which two lines differ in look.
	lookRatio = 1.07
)

// Lists.
const (
	// sameIndent is how far markers of one list may differ, in ems.
	sameIndent = 0.6
	// listDepth bounds nesting. Screen readers say nothing useful about deeper lists.
	listDepth = 8
	// hangingIndent is the usual indent, in ems, of the text of an item. It is used where the
	// words do not tell, as from right to left. It is also the least indent of a definition.
	hangingIndent = 1.5
)

// Lines and quotes.
const (
	linesWeight = 0.5
	quoteWeight = 0.4
)

// Lists of terms.
const (
	// descriptionIndent and descriptionDeep are the least and the most that a description is
	// indented, in ems.
	descriptionIndent = 1
	descriptionDeep   = 8
)

// Lists of contents.
const (
	// leaderDots is the fewest dots of a leader: an ellipsis has three.
	leaderDots = 4
	// pageDigits is the most digits of a page number.
	pageDigits = 4
)

// Notes. A part is a note when the weights of the signs for it reach noteWeight.
const (
	// noteWeight asks for two signs and the mark in the text. A raised sign in small print at
	// the foot is enough, too: its mark may be lost in a picture.
	noteWeight = 0.75

	// markBytes is the longest superscript that marks notes: "101, 102, 103".
	markBytes = 24
	// notesPerPage and marksPerNote bound the work on a page that has nothing but notes.
	notesPerPage = limits.PageNotes
	marksPerNote = limits.NoteMarks
)

// Paragraphs.
const (
	// sameParagraphSize is the largest ratio of sizes between the halves of one paragraph.
	sameParagraphSize = 1.03
	// lookAhead is how many parts may stand between the halves of a paragraph:
	// figures and tables with their captions, and furniture.
	lookAhead = 12
)

// Weights of claims that are not summed from signs.
const (
	markedWeight    = 1.0 // the document says so
	repeatedWeight  = 0.9
	verbatimWeight  = 0.7
	pictureWeight   = 0.9
	groupWeight     = 0.95
	captionWeight   = 0.92
	silentWeight    = 0.6  // of a caption without a label
	tableWeight     = 0.95 // heavier than repeatedWeight: the heads of tables repeat as running heads do
	titleWeight     = 0.8
	listWeight      = 0.6
	paragraphWeight = 0.1
)

// Rows and numbers.
const (
	// sameBaseline is the most that baselines of one row differ, in ems.
	sameBaseline = 0.3
)

// Bounds against hostile input.
const (
	// outlineDepth bounds the walk of an outline; more than six levels make no heading.
	outlineDepth = 100
)

// Titles and levels.
const (
	// sameQuarters is a difference in size, in quarter points, that nobody sees.
	sameQuarters = 2
)

// Links and anchors.
const (
	// targetReach is the most, in ems, that a link to a heading may point above it.
	targetReach = 3
)

// Language.
const (
	// sampleBytes is the length of each sample. Trigrams of all 22 documents of known language
	// in five languages were right from 400 bytes on. Beyond a few thousand bytes the detector
	// gets worse, since it ranks no more than 300 trigrams.
	sampleBytes = 500
)

// Captions and figures. Distances are in ems of the caption.
const (
	// captionBytes is the longest caption; those of journals have a dozen lines.
	captionBytes = 2000
	// captionTargets is the most tables and figures, and the most captions, that one page may have.
	captionTargets = limits.CaptionTargets

	// figureSidePoints is the shorter side of the smallest figure with a caption.
	figureSidePoints = 18
	// labelBytes and labelLines are the most that a label inside of a figure has. Longer text
	// is text on a coloured ground.
	labelBytes = 120
	labelLines = 4
)

// What a structure tree is worth: see derive_trust.go. Of 86 tagged documents that
// were measured, nine have trees that reach less than .34 of the text; all others
// reach .90 and more. At most .13 of the steps lead back, in a form; in the median none does.
const (
	// fewUnread is the least text, in bytes, that a page has outside of the tree when the tree is not
	// used for it. A few lines are a stamp, or what somebody filled into a form.
	fewUnread = 300
	// fullCoverage is the share from which on a tree counts as reaching all text.
	fullCoverage = 0.98
	// tagWeight is the weight of what a trusted tree says: more than any sum of signs.
	tagWeight = 2
)

// What speaks against single elements of a structure tree: see derive_doubt.go.
const (
	// proseCell is the least text in sentences, in bytes, that makes a cell or an item running
	// text. mostProse is the share of such cells in the text of a table from which the table
	// only places text.
	proseCell = 200
	mostProse = 0.8
)

// nameBytes is the longest name of a control or of a group of controls, in bytes. The
// longest label that was measured, on a tax form, has 108.
const nameBytes = 160
