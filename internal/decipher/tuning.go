package decipher

// Evidence is in nats: 1 says that a reading is e times as likely as before.
const (
	// convincing is the evidence that a reading needs: the best of some thousand
	// candidates for random codes stays below 6.
	convincing = 12
	// convincingWords is how much of that must be the words of the text, and fewCodes how
	// many different codes say anything: eight bullets and operators, read as letters,
	// make words of some language.
	convincingWords = 8
	fewCodes        = 10
	// clearLead is how far the best reading is ahead of another one that is to be
	// ruled out by that.
	clearLead = 4
	// readFirst is the share of the text that the first part of a reading explains at
	// least: the letters of Russian text, without spaces and signs, are .8 of it.
	readFirst = .6
	// enoughRead is the share of the text that a reading must explain: words with more
	// holes than that are worth less than the picture of the page.
	enoughRead = .9

	// A trigram of a text is among the most frequent of its language in .45 of cases
	// (.26 for names, .69 for German prose), of letters at random in .08.
	hitsOfText, hitsOfNoise = .45, .08
	// A word of a Greek text is one of the common ones in .25 of cases.
	wordsOfText, wordsOfNoise = .25, .01

	// What a text does not have: signs that are no punctuation, capitals behind small
	// letters, codes without a meaning.
	oddSign, innerCapital, noMeaning = -2, -1.5, -.2

	// ownAccent is for a letter beyond ASCII that the language of the text has,
	// otherAccent for one that it does not have.
	ownAccent, otherAccent = 1.5, -2

	// habitual is for the ways in which many writers number glyphs, strange for all
	// others, and habitHere for one that another font of the document has.
	habitual, strange, habitHere = 4, -2, 10

	// sameShape is for each code whose outline has the same meaning in another font,
	// otherShape for each that has another one.
	sameShape, otherShape = 3, -6

	// plainAdvances is the correlation of the advances with those of a standard face
	// that says nothing: small letters of any wrong order of glyphs reach it.
	plainAdvances = .5
	// mostAdvances bounds what advances say: faces differ.
	mostAdvances = 10
	// fewAdvances is how many different glyphs it takes to compare them.
	fewAdvances = 6

	// confidenceScale makes evidence a probability that readers of warnings can use:
	// .55 where it barely convinces, .96 for a paragraph.
	confidenceScale = 15
	mostConfidence  = .99
	shapeConfidence = .95

	// keptCandidates of each numbering and alphabet are judged by their text: the right
	// shift is the first by the frequency of letters in all but short texts.
	keptCandidates = 3
	// judgedCodes is how many codes of the text are judged.
	judgedCodes = 1500
)
