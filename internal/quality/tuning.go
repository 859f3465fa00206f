package quality

// What decides. The figures are of the dev halves of labelled papers: 18 pairs of one document that
// experts passed and failed.
const (
	// fewFaint letters, and mostFaint of a page, are more than a logotype or a mark of a section.
	fewFaint  = 40
	mostFaint = 0.01

	// needNormal and needLarge are the least ratios of success criterion 1.4.3, largePoints and
	// largeBoldPoints the "large scale" of WCAG 2.2.
	needNormal, needLarge        = 4.5, 3
	largePoints, largeBoldPoints = 18, 14
	// leastInk is the ratio below which nobody can mean a text to be read.
	leastInk = 1.05
	// leastUnder of a text is what a line under or through it covers, mostUnder what a panel covers
	// that ends where the text does.
	leastUnder, mostUnder = 0.1, 0.9

	// smallText is the size in points below which most of a page may not be set, tinyText that
	// below which hardly anything may: papers that experts passed are set in 9 points and more, those
	// that they failed in 8, and footnotes of both in 7.
	smallText, tinyText = 8.5, 6.5
	mostSmall, mostTiny = 0.5, 0.15
	// littleText is above the size in points, 7, of which a page may have mostLittle before a person is asked: papers that
	// experts passed have .02 of it at most, one that they could not judge .14.
	littleText, mostLittle = 7.1, 0.10
	// fewSmall letters of a page may be of any size.
	fewSmall = 100

	// mostBack is the share of the steps from tag to tag that may lead back on the page: of papers
	// that experts passed .05 do, of those they failed .15 and more. fewSteps tell nothing.
	mostBack = 0.10
	fewSteps = 5

	// sureTable is the confidence from which what layout takes for a table is one.
	sureTable = 0.8

	// titleWords is how many words a title of a caption has at most: longer ones say something, even if
	// they stand on the page, too. nameWords is how many a name has, which may stand there anywhere;
	// fileWords how many the name of a file may have that is written with spaces.
	titleWords, nameWords, fileWords = 12, 4, 4

	// mostHeadingWords is how many words a heading has at most: titles of laws and papers have 40.
	mostHeadingWords = 50
)
