package infer

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/language"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// lexicon decides whether a hyphen at a line end belongs to its word. It counts, over the whole
// document, the words that such hyphens could make, joined and hyphenated, and the compounds that
// begin with the same word.
type lexicon struct {
	words  map[string]int32 // index into counts
	counts []int32
	// breaks tells for each script whether the document breaks its words at line ends at all.
	// Browsers do not: there each hyphen belongs to the word.
	breaks [words.Scripts]bool
	// solid tells that the language writes compounds as one word, without a hyphen.
	solid bool
}

// newLexicon reads the line ends first, so that only the words in question are counted.
func newLexicon(ctx context.Context, d *draft) (*lexicon, error) {
	ends, lines, err := d.tornPairs(ctx)
	language, _, _ := strings.Cut(d.lang, "-")
	x := &lexicon{words: map[string]int32{}, solid: solidLanguages[language]}
	if err != nil || len(ends) == 0 {
		return x, err
	}
	var filter wordFilter
	for _, e := range ends {
		x.addQuestion(e.head+e.tail, &filter)
		x.addQuestion(e.head+"-"+e.tail, &filter)
		x.addQuestion(e.head+"-", &filter)
		if words.MayCompound(e.head, e.tail) { // copies, since parts of a page's text would keep all of it in memory
			x.addQuestion(strings.Clone(e.head), &filter)
			x.addQuestion(strings.Clone(e.tail), &filter)
		}
	}
	if err := x.countWords(ctx, d, &filter); err != nil {
		return x, err
	}
	x.decide(ends, lines)
	return x, nil
}

// addQuestion adds a word to those that are counted.
func (x *lexicon) addQuestion(word string, filter *wordFilter) {
	if _, known := x.words[word]; !known {
		x.words[word] = int32(len(x.words))
		filter[filterKey(word)] = true
	}
}

// countOf returns how often a word stands in the document, or 0 for words that are not counted.
func (x *lexicon) countOf(word string) int32 {
	if i, ok := x.words[word]; ok {
		return x.counts[i]
	}
	return 0
}

// tornPair is the text before and behind a hyphen at a line end, in lower case.
type tornPair struct {
	head, tail string
	capital    bool // tail began with a capital: the pair is no evidence for broken words
}

// tornPairs returns the pairs at line ends that may be broken words, in no order, and how many
// lines there are.
func (d *draft) tornPairs(ctx context.Context) (ends []tornPair, lines int, err error) {
	var found []*[]tornPair // by each worker
	err = d.shareSheets(ctx, func() func([]sheet) {
		ends := new([]tornPair)
		found = append(found, ends)
		add := func(line, next string) {
			if head, tail := tornWord(line, next); head != "" && tail != "" {
				first, _ := utf8.DecodeRuneInString(next)
				*ends = append(*ends, tornPair{head, tail, !unicode.IsLower(first)})
			}
		}
		return func(sheets []sheet) {
			for i := range sheets {
				for k := range sheets[i].parts {
					d.hyphens(&sheets[i].parts[k], add)
				}
			}
		}
	})
	for _, more := range found {
		ends = append(ends, *more...)
	}
	for i := range d.sheets {
		lines += len(d.sheets[i].Lines)
	}
	return ends, lines, err
}

// countWords counts the words in question on all pages.
func (x *lexicon) countWords(ctx context.Context, d *draft, filter *wordFilter) error {
	var counts [][]int32 // of each worker
	err := d.shareSheets(ctx, func() func([]sheet) {
		own := make([]int32, len(x.words))
		counts = append(counts, own)
		return func(sheets []sheet) {
			for i := range sheets {
				x.countPage(&sheets[i], filter, own)
			}
		}
	})
	x.counts = counts[0]
	for _, more := range counts[1:] {
		for i, n := range more {
			x.counts[i] += n
		}
	}
	return err
}

func (x *lexicon) countPage(s *sheet, filter *wordFilter, counts []int32) {
	for i := range s.Lines {
		text := s.text(int32(i))
		for len(text) > 0 {
			var word string
			word, text = language.NextWord(text)
			if word == "" || text == "" && s.Lines[i].Hyphen {
				continue
			}
			x.countWord(word, filter, counts)
			if head := strings.IndexByte(word, '-'); head > 0 {
				x.countWord(word[:head+1], filter, counts)
			}
		}
	}
}

// countWord counts word if it is in question.
func (x *lexicon) countWord(word string, filter *wordFilter, counts []int32) {
	if !filter[filterKey(word)] {
		return
	}
	if at, ok := x.words[strings.ToLower(word)]; ok {
		counts[at]++
	}
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// hyphenRate is the share of lines that end in a hyphen from which a document
	// without other evidence breaks words. Browsers, which do not,
	// leave under one line in fifty; TeX breaks one in ten and more.
	hyphenRate = 0.03
)

// decide finds whether the document breaks words of each script. It uses the line ends for
// which the rest of the document, or the words themselves, give an answer.
func (x *lexicon) decide(ends []tornPair, lines int) {
	for _, e := range ends {
		if i, ok := x.words[e.tail]; ok {
			x.counts[i]-- // it was counted at the start of its line
		}
	}
	var all, broken, whole [words.Scripts]int
	for _, e := range ends {
		if e.capital {
			continue
		}
		script := words.ScriptOf(e.head)
		all[script]++
		switch joined, hyphened := x.countOf(e.head+e.tail), x.countOf(e.head+"-"+e.tail); {
		case joined > hyphened, joined == hyphened && words.IsEnding(e.tail):
			broken[script]++
		case hyphened > joined, !x.solid && words.Hyphenates(e.head, e.tail):
			whole[script]++
		}
	}
	for script := range x.breaks {
		x.breaks[script] = broken[script] > whole[script] ||
			broken[script] == whole[script] && float64(all[script]) >= hyphenRate*float64(lines)
	}
}

// wordFilter is false for words that are not in question, by their ends and their length. So
// nearly all words need no look-up.
type wordFilter [1 << 16]bool

// filterKey returns the key of a word in wordFilter. Upper and lower case have the same key if the
// ends of the word are ASCII. All other words share one key.
func filterKey(word string) uint16 {
	first, last := word[0], word[len(word)-1]
	if first >= utf8.RuneSelf || last >= utf8.RuneSelf {
		return 0xffff
	}
	return uint16(first&0x1f)<<11 | uint16(last&0x1f)<<6 | uint16(len(word)&0x3f)
}
