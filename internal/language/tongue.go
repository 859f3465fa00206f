package language

import (
	"cmp"
	"slices"
	"strings"
)

// MayBePassage reports whether a text of this many bytes is long enough for its language
// to be asked for: shorter ones are never foreign.
func MayBePassage(bytes int) bool { return bytes >= passageLetters }

// OfPassage is the language of a text that may be in another one than the
// document, "" when that is not certain. In Latin letters only its common words
// make it certain: lists of names and formulas seem to trigrams to be in this
// language here and in that one there.
func OfPassage(text string) string {
	found, _ := Glance(text)
	if found.Lang == "" && found.Script != latin {
		found = GuessOf(text)
	}
	if !found.Certain {
		return ""
	}
	return found.Lang
}

// Tongue is what is known of the language of a document without its name.
type Tongue struct {
	script int
	usual  map[string]bool
	common commonCount
}

// NewTongue reads samples of the text of a document, most of whose letters are of the
// writing script.
func NewTongue(script int, samples []string) *Tongue {
	t := &Tongue{script: script, usual: usualWords(samples)}
	for _, text := range samples {
		for word := range wordsOf(text) {
			t.common.add(word)
		}
	}
	return t
}

// IsForeign reports whether text may be in another language.
func (t *Tongue) IsForeign(text string) bool {
	var l letters
	l.count(text)
	if l.all < passageLetters {
		return false
	}
	if l.main() != t.script {
		return true
	}
	if writings[t.script].lang != "" {
		return false
	}
	words, known := 0, 0
	for word := range wordsOf(text) {
		words++
		if t.usual[word] {
			known++
		}
	}
	if float32(known) >= foreignShare*float32(words) { // nearly always
		return false
	}
	var common commonCount
	for word := range wordsOf(text) {
		common.add(word)
	}
	own, best := t.common.most(), common.most()
	return t.script != latin || common[best] > common[own] && float32(common[best]) >= otherShare*float32(words)
}

// usualWords are the most frequent words of the samples: articles, prepositions,
// what every sentence of the language has.
func usualWords(samples []string) map[string]bool {
	counts := map[string]int{}
	for _, text := range samples {
		for word := range wordsOf(text) {
			counts[word]++
		}
	}
	words := make([]string, 0, len(counts))
	for word := range counts {
		words = append(words, word)
	}
	slices.SortFunc(words, func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
	})
	usual := map[string]bool{}
	for _, word := range words[:min(len(words), usualTaken)] {
		usual[word] = true
	}
	return usual
}
