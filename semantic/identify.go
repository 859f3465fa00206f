package semantic

import (
	"strings"

	bcp47 "golang.org/x/text/language"
)

// guess is what a text seems to be written in.
type guess struct {
	lang    string  // BCP 47, "" for nothing to tell it by
	script  int     // of most letters: an index into writings
	weight  float32 // letters times how sure it is
	certain bool
}

// IdentifyLanguage is the BCP 47 tag of the language that text is written in, "" when
// it is too short or too mixed to be certain.
func IdentifyLanguage(text string) string {
	g := identify(text)
	if !g.certain {
		return ""
	}
	return g.lang
}

// identify finds the language of text: by its script or its common words where
// those tell, else by its trigrams.
func identify(text string) guess {
	g, count := glance(text)
	if g.lang != "" || g.script == noWriting || count < fewLetters {
		return g
	}
	lang, confidence := byTrigrams(text, g.script)
	g.lang, g.weight = lang, confidence*float32(count)
	g.certain = confidence > trigramsCertain && count >= certainLetters
	return g
}

// glance is identify without trigrams, and how many letters text has.
func glance(text string) (g guess, count int) {
	var l letters
	l.count(text)
	g = guess{script: l.main()}
	if g.script == noWriting {
		return g, 0
	}
	if g.lang = writings[g.script].lang; g.lang == "" && l.all >= fewLetters {
		g.lang = byCommonWords(text, g.script)
	}
	if g.lang != "" {
		g.weight, g.certain = float32(l.all), l.all >= certainLetters
	}
	return g, l.all
}

// byCommonWords is the language that the common words of text tell, else "".
func byCommonWords(text string, script int) string {
	if script != latin {
		return ""
	}
	var common commonCount
	words := 0
	for word := range wordsOf(text) {
		words++
		common.add(word)
	}
	return common.language(words)
}

// wellFormed is tag in its usual spelling, "" when it is no language tag (BCP 47).
func wellFormed(tag string) string {
	t, err := bcp47.Raw.Parse(tag)
	if err != nil || t == bcp47.Und {
		return ""
	}
	return t.String()
}

// related reports whether a text marked as given need not be marked again as
// found: "no" and "nb", "pt-BR" and "pt". What is no language tag is related to
// nothing.
func related(given, found string) bool {
	if base, _, _ := strings.Cut(given, "-"); base != "" && base == found {
		return true // most pairs, without the tables of the matcher
	}
	a, err := bcp47.Parse(given)
	if err != nil {
		return false
	}
	b, err := bcp47.Parse(found)
	if err != nil {
		return false
	}
	_, _, confidence := bcp47.NewMatcher([]bcp47.Tag{a}).Match(b)
	return confidence != bcp47.No
}
