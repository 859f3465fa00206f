package infer

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/language"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// lexicon counts, over the whole document, the words that hyphens at line ends
// could make, joined and hyphenated, and the compounds that begin as they do.
type lexicon struct {
	words  map[string]int32 // index into counts
	counts []int32
	// breaks is whether the document breaks words of a script at line ends at all.
	// Text of a browser does not: each hyphen there was in the word before.
	breaks [words.Scripts]bool
	// solid is whether compounds are one word, without a hyphen.
	solid bool
}

// newLexicon looks at the line ends first, so that only the words in question
// are counted.
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
		if words.MayCompound(e.head, e.tail) { // copies: parts of a page would hold it
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

// addQuestion puts a word in question.
func (x *lexicon) addQuestion(word string, filter *wordFilter) {
	if _, known := x.words[word]; !known {
		x.words[word] = int32(len(x.words))
		filter[filterKey(word)] = true
	}
}

// countOf is how often a word stands in the document; 0 for words not in question.
func (x *lexicon) countOf(word string) int32 {
	if i, ok := x.words[word]; ok {
		return x.counts[i]
	}
	return 0
}

// tornPair is what stands before and behind a hyphen at a line end, in lower case.
type tornPair struct {
	head, tail string
	capital    bool // tail began with a capital: no word is broken there without evidence
}

// tornPairs are the words that line ends may break, in no order, and how many
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

// countWords counts the words in question.
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

// countWord counts word when it is in question.
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
	// without other evidence is one that breaks words. Browsers, which do not,
	// leave under one line in fifty; TeX breaks one in ten and more.
	hyphenRate = 0.03
)

// decide finds out whether the document breaks words of each script, from those
// line ends for which the rest of the document tells, or the words themselves.
func (x *lexicon) decide(ends []tornPair, lines int) {
	for _, e := range ends {
		if i, ok := x.words[e.tail]; ok {
			x.counts[i]-- // it was counted where it begins its line
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

// wordFilter tells, by the ends and the length of a word, that it is not in
// question: nearly all need no look-up.
type wordFilter [1 << 16]bool

// filterKey is the same for a word in capitals and in lower case, as long as its
// ends are ASCII; all other words share one key.
func filterKey(word string) uint16 {
	first, last := word[0], word[len(word)-1]
	if first >= utf8.RuneSelf || last >= utf8.RuneSelf {
		return 0xffff
	}
	return uint16(first&0x1f)<<11 | uint16(last&0x1f)<<6 | uint16(len(word)&0x3f)
}
