package words

// Numbering.
const (
	// maxNumberDepth bounds "1.2.3...": standards go to six.
	maxNumberDepth = 8
	// romanMost is above all roman numbers that are taken for one: larger ones have the letters of units and initials.
	romanMost = 400
	// itemNumber bounds the numbers taken for item labels; larger ones are years.
	itemNumber = 999
	// valueCap keeps the value of a number in range while its digits are read.
	valueCap = 1_000_000
)

// Dates.
const (
	// datesBytes and datesWords bound a span of time: "September 2019 – December 2021".
	datesBytes = 40
	datesWords = 2
)

// Compounds.
const (
	// compoundHead and compoundTail are the least letters of words that, found
	// alone elsewhere, make a torn word a compound of the two.
	compoundHead = 3
	compoundTail = 4
)
