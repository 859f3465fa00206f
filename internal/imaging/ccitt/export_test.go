package ccitt

// The tables of codes, for the encoder of the tests.
const (
	WhiteTerminating = whiteTerminating
	WhiteMakeup      = whiteMakeup
	BlackTerminating = blackTerminating
	BlackMakeup      = blackMakeup
	LongMakeup       = longMakeup
)
