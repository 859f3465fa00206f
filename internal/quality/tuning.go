package quality

// Thresholds. The figures were measured on the development half of a set of papers that experts have judged: 18
// documents, each in a version that passed and one that failed.
const (
	// A page with fewFaint faint letters, which are the share mostFaint of its letters, has more faint text than
	// a logotype or the mark of a section.
	fewFaint  = 40
	mostFaint = 0.01

	// needNormal is the least contrast of text by success criterion 1.4.3 of WCAG 2.2, needLarge that of large
	// text. Text is large from largePoints points on, bold text from largeBoldPoints on.
	needNormal, needLarge        = 4.5, 3
	largePoints, largeBoldPoints = 18, 14
	// leastInk is the contrast below which a text is invisible, so nobody is meant to read it.
	leastInk = 1.05
	// An area under less than the share leastUnder of a text counts as none, as a line under or through the
	// text. An area under the share mostUnder counts as one under all of it, as a panel that ends where the text does.
	leastUnder, mostUnder = 0.1, 0.9

	// smallText and tinyText are sizes in points. The share mostSmall of the letters of a page may not be smaller
	// than smallText, the share mostTiny not smaller than tinyText. Papers that experts passed have text of 9
	// points and more, papers that they failed have 8; both have footnotes of 7.
	smallText, tinyText = 8.5, 6.5
	mostSmall, mostTiny = 0.5, 0.15
	// littleText is just above 7 points. If the share mostLittle of the letters of a page is smaller, a person has
	// to look. Papers that experts passed have .02 at most, one that they could not judge has .14.
	littleText, mostLittle = 7.1, 0.10
	// fewSmall is how many letters of a page must be small before their size is judged.
	fewSmall = 100

	// mostBack is the share of the steps from one text on the page to the next that may lead back in the tags. It is
	// .05 in papers that experts passed, .15 and more in those that they failed. With fewer than fewSteps steps
	// nothing is judged.
	mostBack = 0.10
	fewSteps = 5

	// sureTable is the confidence of layout from which a table without rules is taken for one with no doubt.
	sureTable = 0.8

	// titleWords is how many words the title in a caption has at most. A longer text describes something, even
	// if it stands on the page, too. nameWords is how many words a name has at most, which may stand on the page,
	// too. fileWords is how many words the name of a file has at most, if there are spaces in it.
	titleWords, nameWords, fileWords = 12, 4, 4

	// mostHeadingWords is how many words a heading has at most. Titles of laws and papers have up to 40.
	mostHeadingWords = 50
)
