package semantic

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"
)

// findPassages notes the parts that are in another language than the document.
// A part in its script is asked about only when the words that the document uses
// most are missing from it.
func (d *draft) findPassages(ctx context.Context, samples []string, script int) error {
	usual := usualWords(samples)
	asked, mostAsked := 0, passagesAsked+len(d.sheets)/pagesPerPassage
	d.passages = map[*part]string{}
	return d.eachSheet(ctx, func(s *sheet) {
		for i := range s.parts {
			p := &s.parts[i]
			if !d.speaks(p) || p.continued || p.bytes < passageLetters {
				continue
			}
			var text strings.Builder
			d.appendText(&text, p, sampleBytes)
			if asked == mostAsked || !isForeign(text.String(), script, usual) {
				continue
			}
			asked++
			if lang := passageLanguage(text.String(), script); lang != "" && !related(d.lang, lang) {
				d.passages[p] = lang
			}
		}
	})
}

// passageLanguage is the language of a text that may be in another one than the
// document, "" when that is not certain. In the script of the document both of
// its halves must say the same: lists of names and formulas seem to be in this
// language here and in that one there.
func passageLanguage(text string, script int) string {
	found := identify(text)
	switch {
	case !found.certain:
		return ""
	case found.script != script:
		return found.lang
	}
	middle := strings.IndexByte(text[len(text)/2:], ' ') + len(text)/2
	for _, half := range []string{text[:middle], text[middle:]} {
		if v := identify(half); !v.certain || v.lang != found.lang {
			return ""
		}
	}
	return found.lang
}

// isForeign reports whether text may be in another language than that of the
// script and the usual words.
func isForeign(text string, script int, usual map[string]bool) bool {
	var l letters
	l.count(text)
	if l.all < passageLetters {
		return false
	}
	if l.main() != script {
		return true
	}
	if writings[script].lang != "" {
		return false
	}
	words, known := 0, 0
	for word := range wordsOf(text) {
		words++
		if usual[word] {
			known++
		}
	}
	return float32(known) < foreignShare*float32(words)
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

// wordsOf yields the words of text in lower case.
func wordsOf(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		notLetter := func(r rune) bool { return !unicode.IsLetter(r) }
		for word := range strings.FieldsFuncSeq(text, notLetter) {
			if !yield(strings.ToLower(word)) {
				return
			}
		}
	}
}
