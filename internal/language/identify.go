package language

import (
	"slices"
	"strings"

	bcp47 "golang.org/x/text/language"
)

// Guess is what a text seems to be written in.
type Guess struct {
	Lang    string  // BCP 47, "" for nothing to tell it by
	Script  int     // of most letters: an index into writings
	Weight  float32 // letters times how sure it is
	Certain bool
}

// Vague reports whether there were too few letters to say anything.
func (g Guess) Vague() bool { return g.Weight < fewLetters }

// IsLatin reports whether most letters are Latin ones, which many languages have.
func (g Guess) IsLatin() bool { return g.Script == latin }

// IsUsual reports whether many documents are in the language: its common words are known here.
func (g Guess) IsUsual() bool {
	return g.Lang != "" && slices.ContainsFunc(commonWords[:], func(c commonOf) bool { return c.lang == g.Lang })
}

// Identify is the BCP 47 tag of the language that text is written in, "" when
// it is too short or too mixed to be certain.
func Identify(text string) string {
	g := GuessOf(text)
	if !g.Certain {
		return ""
	}
	return g.Lang
}

// GuessOf finds the language of text: by its script or its common words where
// those tell, else by its trigrams.
func GuessOf(text string) Guess {
	g, count := Glance(text)
	if g.Lang != "" || g.Script == noWriting || count < fewLetters {
		return g
	}
	lang, confidence := byTrigrams(text, g.Script)
	g.Lang, g.Weight = lang, confidence*float32(count)
	g.Certain = confidence > trigramsCertain && count >= certainLetters
	return g
}

// Glance is GuessOf without trigrams, and how many letters text has.
func Glance(text string) (g Guess, count int) {
	var l letters
	l.count(text)
	g = Guess{Script: l.main()}
	if g.Script == noWriting {
		return g, 0
	}
	if g.Lang = writings[g.Script].lang; g.Lang == "" && l.all >= fewLetters {
		g.Lang = byCommonWords(text, g.Script)
	}
	if g.Lang != "" {
		g.Weight, g.Certain = float32(l.all), l.all >= certainLetters
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

// WellFormed is tag in its usual spelling, "" when it is no language tag (BCP 47).
func WellFormed(tag string) string {
	t, err := bcp47.Raw.Parse(tag)
	if err != nil || t == bcp47.Und {
		return ""
	}
	return t.String()
}

// Related reports whether a text marked as given need not be marked again as
// found: "no" and "nb", "pt-BR" and "pt". What is no language tag is related to
// nothing.
func Related(given, found string) bool {
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
