package language

import "github.com/pagelift/pagelift/internal/trigram"

// trigramScripts are the writings that trigrams are known of.
var trigramScripts = [...]trigram.Script{
	latin: trigram.Latin, cyrillic: trigram.Cyrillic, arabic: trigram.Arabic, devanagari: trigram.Devanagari,
}

// byTrigrams is the language of text, which is in the writing script, and how sure
// that is, 0 to 1.
func byTrigrams(text string, script int) (lang string, confidence float32) {
	if script < 0 || script >= len(trigramScripts) {
		return "", 0
	}
	return trigram.Language(text, trigramScripts[script])
}
