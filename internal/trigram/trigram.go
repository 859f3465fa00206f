package trigram

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"unicode"
)

//go:generate go run ./gen

// trigramData holds the most frequent trigrams of the languages that share a
// script: see gen/main.go for its form. It is looked up as it lies, since most
// documents never ask.
//
//go:embed trigrams.bin
var trigramData string

const (
	trigramBytes = 6 // of a trigram in trigramData, three UTF-16 units
	rankBytes    = 3
	subtagBytes  = 3
	// trigramsKept of each language are in trigramData.
	trigramsKept = 300
)

// How far the best language must be ahead of the next, as a part of its score, to be
// sure; short texts, which have few trigrams, need more. The two figures, and
// trigramsAlone, the score of a language that no other comes near, are those with which
// the profiles were published.
const (
	trigramsAhead      = 0.05
	trigramsAheadShort = 12
	trigramsAlone      = 500
)

// Script is a script that several languages share, by its sign in trigramData.
type Script byte

// The scripts that are known.
const (
	Latin      Script = 'l'
	Cyrillic   Script = 'c'
	Arabic     Script = 'a'
	Devanagari Script = 'd'
)

// Table is what is known about the languages of one script.
type Table struct {
	languages, trigrams, ends, ranks string
}

// Of is the table of a script. It is not ok when the script has none.
func Of(script Script) (t Table, ok bool) {
	for rest := trigramData; rest != ""; {
		sign, n := rest[0], int(rest[1])*subtagBytes
		t.languages, rest = rest[2:2+n], rest[2+n:]
		n = int(rest[0])<<8 | int(rest[1])
		t.trigrams, rest = rest[2:2+n*trigramBytes], rest[2+n*trigramBytes:]
		t.ends, rest = rest[:2*n], rest[2*n:]
		n = t.end(n - 1)
		t.ranks, rest = rest[:n*rankBytes], rest[n*rankBytes:]
		if Script(sign) == script {
			return t, true
		}
	}
	return t, false
}

// end is where the ranks of trigram i end; 0 before the first.
func (t *Table) end(i int) int {
	if i < 0 {
		return 0
	}
	return int(t.ends[2*i])<<8 | int(t.ends[2*i+1])
}

// find is the number of a trigram, -1 when no language has it among its most frequent.
func (t *Table) find(g trigram) int {
	key := g.key()
	lo, hi := 0, len(t.trigrams)/trigramBytes
	for lo < hi {
		m := int(uint(lo+hi) >> 1)
		if t.key(m) < key {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo < len(t.trigrams)/trigramBytes && t.key(lo) == key {
		return lo
	}
	return -1
}

// key is trigram i as a number.
func (t *Table) key(i int) uint64 {
	b := t.trigrams[i*trigramBytes : (i+1)*trigramBytes]
	return uint64(b[0])<<40 | uint64(b[1])<<32 | uint64(b[2])<<24 | uint64(b[3])<<16 | uint64(b[4])<<8 | uint64(b[5])
}

// Language is the language of text, which is in that script, and how sure
// that is, 0 to 1. It compares the ranks of the trigrams of the text with those
// they have in each language (Cavnar and Trenkle 1994).
func Language(text string, script Script) (lang string, confidence float32) {
	t, ok := Of(script)
	if !ok {
		return "", 0
	}
	var scores [256]int
	ranked := rankTrigrams(text)
	for place, g := range ranked {
		i := t.find(g.trigram)
		if i < 0 {
			continue
		}
		for at := t.end(i - 1); at < t.end(i); at++ {
			r := t.ranks[at*rankBytes : (at+1)*rankBytes]
			rank := int(r[1])<<8 | int(r[2])
			scores[r[0]] += trigramsKept - max(rank-place, place-rank)
		}
	}
	best, next := firstTwo(scores[:len(t.languages)/subtagBytes])
	if scores[best] <= 0 {
		return "", 0
	}
	lang = strings.TrimRight(t.languages[best*subtagBytes:(best+1)*subtagBytes], " ")
	if len(lang) > 2 {
		lang = "" // short texts in other languages are taken for these
	}
	if scores[next] <= 0 {
		return lang, min(float32(scores[best])/trigramsAlone, 1)
	}
	ahead := float32(scores[best]-scores[next]) / float32(scores[next])
	return lang, min(ahead/(trigramsAhead+trigramsAheadShort/float32(len(ranked))), 1)
}

// Fit is how many trigrams of text with two letters, one in the middle, are among the
// most frequent of the language that has most of them, and how many there are. Of running
// text it is about half, of letters at random one in twenty.
func (t *Table) Fit(text string) (hits, all int, lang string) {
	var by [256]int
	a, b := ' ', rune(-1)
	for _, r := range text + " " {
		c := trigramChar(r)
		if b == ' ' && c == ' ' {
			continue
		}
		if b >= 0 {
			if b != ' ' && (a != ' ' || c != ' ') {
				all++
				t.count(trigram(a)<<42|trigram(b)<<21|trigram(c), &by)
			}
			a = b
		}
		b = c
	}
	best, _ := firstTwo(by[:max(len(t.languages)/subtagBytes, 2)])
	return by[best], all, strings.TrimRight(t.languages[best*subtagBytes:(best+1)*subtagBytes], " ")
}

// count adds one to the languages that have g.
func (t *Table) count(g trigram, by *[256]int) {
	i := t.find(g)
	if i < 0 {
		return
	}
	for at := t.end(i - 1); at < t.end(i); at++ {
		by[t.ranks[at*rankBytes]]++
	}
}

// firstTwo are the indexes of the two highest scores, of which there are several.
func firstTwo(scores []int) (best, next int) {
	best, next = 0, 1
	if scores[next] > scores[best] {
		best, next = next, best
	}
	for i := 2; i < len(scores); i++ {
		switch {
		case scores[i] > scores[best]:
			best, next = i, best
		case scores[i] > scores[next]:
			next = i
		}
	}
	return best, next
}

// trigram is three characters, 21 bits each.
type trigram uint64

// key is the trigram as trigramData has it. Characters beyond the basic plane
// become one that no language has.
func (g trigram) key() (k uint64) {
	for shift := 42; shift >= 0; shift -= 21 {
		k = k<<16 | min(uint64(g>>shift)&0x1FFFFF, 0xFFFF)
	}
	return k
}

// rankedTrigram is one trigram of a text and how often it occurs there.
type rankedTrigram struct {
	trigram
	count int
}

// rankTrigrams lists the trigrams of text, the most frequent first. What is neither
// letter nor mark is a space, and one space is as good as several.
func rankTrigrams(text string) []rankedTrigram {
	all := make([]trigram, 0, len(text))
	a, b := ' ', rune(-1)
	add := func(c rune) {
		if b >= 0 && !(b == ' ' && (a == ' ' || c == ' ')) {
			all = append(all, trigram(a)<<42|trigram(b)<<21|trigram(c))
		}
		if b >= 0 {
			a = b
		}
		b = c
	}
	for _, r := range text {
		add(trigramChar(r))
	}
	add(' ')
	slices.Sort(all)
	var ranked []rankedTrigram
	for at := 0; at < len(all); {
		end := at + 1
		for end < len(all) && all[end] == all[at] {
			end++
		}
		ranked = append(ranked, rankedTrigram{all[at], end - at})
		at = end
	}
	slices.SortFunc(ranked, func(x, y rankedTrigram) int {
		return cmp.Or(cmp.Compare(y.count, x.count), cmp.Compare(y.trigram, x.trigram))
	})
	return ranked
}

// trigramChar is r in lower case, or a space for what stands between words.
func trigramChar(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z':
		return r
	case r >= 'A' && r <= 'Z':
		return r + 'a' - 'A'
	case r < 0x80 && r >= ' ', unicode.IsSymbol(r) || unicode.IsSpace(r) || unicode.IsPunct(r) || unicode.IsDigit(r):
		return ' '
	}
	return unicode.ToLower(r)
}
