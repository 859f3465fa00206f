package decipher

// Evidence is in nats: 1 means that a reading is e times as likely as before.
const (
	// convincing is the least evidence of a reading that is accepted. The best of some thousand
	// candidates for random codes stays below 6.
	convincing = 12
	// convincingWords is the least part of that evidence from the words of the text. fewCodes is the least
	// number of different codes: eight bullets and operators, read as letters, make words of some language.
	convincingWords = 8
	fewCodes        = 10
	// clearLead is the least lead over another reading that contradicts the best one.
	clearLead = 4
	// readFirst is the least share of the text that the first part of a reading explains. The
	// letters of Russian text, without spaces and signs, are .8 of it.
	readFirst = .6
	// enoughRead is the least share of the text that a reading explains. Words with more holes are
	// worth less than the picture of the page.
	enoughRead = .9

	// hitsOfText is the share of the trigrams of a text that are among the most frequent of its
	// language (.26 for names, .69 for German prose). hitsOfNoise is the same for random letters.
	hitsOfText, hitsOfNoise = .45, .08
	// wordsOfText is the share of common words in a Greek text, wordsOfNoise that in noise.
	wordsOfText, wordsOfNoise = .25, .01

	// Evidence of things that texts do not have: signs that are no punctuation, capitals behind
	// small letters, codes without a meaning.
	oddSign, innerCapital, noMeaning = -2, -1.5, -.2

	// ownAccent is the evidence of a letter beyond ASCII that the language of the text has,
	// otherAccent that of one that it does not have.
	ownAccent, otherAccent = 1.5, -2

	// habitual is the evidence for a way in which many writers number glyphs, strange that for any
	// other way, and habitHere that for a way of another font in the document.
	habitual, strange, habitHere = 4, -2, 10

	// sameShape is the evidence of a code whose outline has the same meaning in another font,
	// otherShape that of a code whose outline has another meaning there.
	sameShape, otherShape = 3, -6

	// plainAdvances is the correlation of advances with those of a standard face that is no
	// evidence. Small letters reach it in any wrong order of glyphs.
	plainAdvances = .5
	// mostAdvances is the most evidence from advances, since faces differ.
	mostAdvances = 10
	// fewAdvances is the least number of different glyphs whose advances are compared.
	fewAdvances = 6

	// confidenceScale converts evidence to the confidence that warnings show: .55 for a reading
	// that is just convincing, .96 for a paragraph.
	confidenceScale = 15
	mostConfidence  = .99
	shapeConfidence = .95

	// keptCandidates is how many candidates of each numbering and alphabet are judged by their
	// text. Except for short texts, the right shift is the first one by letter frequency.
	keptCandidates = 3
	// judgedCodes is how many codes of the text are judged.
	judgedCodes = 1500
)
