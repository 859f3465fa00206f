package words

import "github.com/pagelift/pagelift/internal/limits"

// Numbering.
const (
	// maxNumberDepth is the most components of "1.2.3...": standards have up to six.
	maxNumberDepth = 8
	// romanMost is above all Roman numbers that are read as numbers: larger ones have letters of units and initials.
	romanMost = 400
	// itemNumber is the largest number that is the label of an item; larger ones are years.
	itemNumber = 999
	// valueCap keeps the value of a number in range while its digits are read.
	valueCap = limits.NumberValue
)

// Dates.
const (
	// datesBytes and datesWords are the most of a span of time: "September 2019 – December 2021".
	datesBytes = 40
	datesWords = 2
)

// Compounds.
const (
	// compoundHead and compoundTail are the fewest letters of two words that stand
	// alone elsewhere and make a word at a line end a compound of both.
	compoundHead = 3
	compoundTail = 4
)
