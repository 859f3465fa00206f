package language

// Thresholds. They count letters and words, or are shares of words.
const (
	// trigramsCertain is how sure a verdict by trigrams must be to count as certain.
	trigramsCertain = 0.8
	// certainLetters is how many letters make a verdict certain: below a hundred,
	// related languages are mixed up.
	certainLetters = 60
	// fewLetters is how many trigrams need to say anything.
	fewLetters = 20
	// clearShare of common words, clearWords of them and clearLead times as many as
	// any other language has leave no doubt. Running text has 25 to 45 % of them,
	// other languages at most two thirds of that.
	clearShare = 0.1
	clearWords = 5
	clearLead  = 1.3
	// ownShare: Japanese has more kana than kanji, laws and headlines a third of
	// them; Chinese quotes a kana or two.
	ownShare = 0.05
	// syllableWeight and ideographWeight are how many letters of an alphabet say as
	// much: manuals in Chinese and Japanese are half Latin letters.
	syllableWeight  = 2
	ideographWeight = 3
	// passageLetters is the length from which a passage is looked at.
	passageLetters = 60
	// usualTaken is how many frequent words of a document are its usual ones. In
	// running text of the languages measured they are 30 to 45 % of all words.
	usualTaken = 30
	// foreignShare of usual words or less makes a passage suspect: other
	// languages share a few short words.
	foreignShare = 0.12
	// otherShare of words that another language has most, beside them, is needed
	// too. They are 15 to 40 % of its running text, 2 % of lists of names.
	otherShare = 0.08
)
