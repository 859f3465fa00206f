package semantic

import (
	"github.com/abadojack/whatlanggo"
	bcp47 "golang.org/x/text/language"
)

// guess is what a text seems to be written in.
type guess struct {
	lang    string  // BCP 47, "" for nothing to tell it by
	script  int     // of most letters: an index into writings
	weight  float32 // letters times how sure it is
	certain bool
}

// identify finds the language of text: by its script where that tells, else by
// its common words, else by its trigrams, which cost about half a millisecond
// whatever the length of the text.
func identify(text string) guess {
	var l letters
	l.count(text)
	g := guess{script: l.main()}
	if g.script == noWriting {
		return g
	}
	sure, reliable := float32(1), true
	if g.lang = writings[g.script].lang; g.lang == "" {
		if l.all < fewLetters {
			return g
		}
		if g.lang = byCommonWords(text, g.script); g.lang == "" {
			info := whatlanggo.DetectWithOptions(text, candidates)
			g.lang, sure, reliable = info.Lang.Iso6391(), max(float32(info.Confidence), 0), info.IsReliable()
		}
	}
	g.weight = sure * float32(l.all)
	g.certain = reliable && l.all >= certainLetters
	return g
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

// candidates leaves out Esperanto: the short texts that are taken for it are in
// the languages that it is made of.
var candidates = whatlanggo.Options{Blacklist: map[whatlanggo.Lang]bool{whatlanggo.Epo: true}}

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
