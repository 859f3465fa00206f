package semantic

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf8"
)

// findPassages notes the parts that are in another language than the document.
// A part in its script is asked about only when the words that the document uses
// most are missing from it, and those of another language are there.
func (d *draft) findPassages(ctx context.Context, samples []string, script int) error {
	t := tongue{script: script, usual: usualWords(samples)}
	for _, text := range samples {
		for word := range wordsOf(text) {
			t.common.add(word)
		}
	}
	suspects, err := d.suspects(ctx, &t)
	if err != nil {
		return err
	}
	suspects = suspects[:min(len(suspects), passagesAsked+len(d.sheets)/pagesPerPassage)]
	langs := make([]string, len(suspects))
	err = d.share(ctx, len(suspects), func() func(int) {
		return func(i int) { langs[i] = passageLanguage(d.sample(suspects[i], sampleBytes)) }
	})
	d.passages = map[*part]string{}
	for i, lang := range langs {
		if lang != "" && !related(d.lang, lang) {
			d.passages[suspects[i]] = lang
		}
	}
	return err
}

// suspects are the parts that may be in another language, in order.
func (d *draft) suspects(ctx context.Context, t *tongue) ([]*part, error) {
	found := make([][]*part, d.turns())
	err := d.shareSheets(ctx, func() func([]sheet) {
		return func(sheets []sheet) {
			var list []*part
			for i := range sheets {
				for k := range sheets[i].parts {
					if p := &sheets[i].parts[k]; d.speaks(p) && !p.continued && p.bytes >= passageLetters && t.isForeign(d.sample(p, suspectBytes)) {
						list = append(list, p)
					}
				}
			}
			found[sheets[0].turn()] = list
		}
	})
	return slices.Concat(found...), err
}

// sample is the beginning of p, of size bytes or a line more.
func (d *draft) sample(p *part, size int) string {
	var text strings.Builder
	text.Grow(min(int(p.bytes+p.count), 2*size))
	d.appendText(&text, p, size)
	return text.String()
}

// passageLanguage is the language of a text that may be in another one than the
// document, "" when that is not certain. In Latin letters only its common words
// make it certain: lists of names and formulas seem to trigrams to be in this
// language here and in that one there.
func passageLanguage(text string) string {
	found, _ := glance(text)
	if found.lang == "" && found.script != latin {
		found = identify(text)
	}
	if !found.certain {
		return ""
	}
	return found.lang
}

// tongue is what is known of the language of a document without its name.
type tongue struct {
	script int
	usual  map[string]bool
	common commonCount
}

// isForeign reports whether text may be in another language.
func (t *tongue) isForeign(text string) bool {
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

// wordsOf yields the words of text in lower case.
func wordsOf(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for len(text) > 0 {
			start := 0
			for start < len(text) && !isLetterAt(text, start) {
				start++
			}
			end := start
			for end < len(text) && isLetterAt(text, end) {
				_, size := utf8.DecodeRuneInString(text[end:])
				end += size
			}
			if end > start && !yield(strings.ToLower(text[start:end])) {
				return
			}
			text = text[end:]
		}
	}
}
