package semantic

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

// trigramScripts are the signs in trigramData of the writings it knows.
var trigramScripts = [...]byte{latin: 'l', cyrillic: 'c', arabic: 'a', devanagari: 'd'}

// trigramTable is what trigramData has about one script.
type trigramTable struct {
	languages, trigrams, ends, ranks string
}

// trigramsOf is the table of a writing. It is not ok when the writing has none.
func trigramsOf(script int) (t trigramTable, ok bool) {
	if script < 0 || script >= len(trigramScripts) {
		return t, false
	}
	for rest := trigramData; rest != ""; {
		sign, n := rest[0], int(rest[1])*subtagBytes
		t.languages, rest = rest[2:2+n], rest[2+n:]
		n = int(rest[0])<<8 | int(rest[1])
		t.trigrams, rest = rest[2:2+n*trigramBytes], rest[2+n*trigramBytes:]
		t.ends, rest = rest[:2*n], rest[2*n:]
		n = t.end(n - 1)
		t.ranks, rest = rest[:n*rankBytes], rest[n*rankBytes:]
		if sign == trigramScripts[script] {
			return t, true
		}
	}
	return t, false
}

// end is where the ranks of trigram i end; 0 before the first.
func (t *trigramTable) end(i int) int {
	if i < 0 {
		return 0
	}
	return int(t.ends[2*i])<<8 | int(t.ends[2*i+1])
}

// find is the number of a trigram, -1 when no language has it among its most frequent.
func (t *trigramTable) find(g trigram) int {
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
func (t *trigramTable) key(i int) uint64 {
	b := t.trigrams[i*trigramBytes : (i+1)*trigramBytes]
	return uint64(b[0])<<40 | uint64(b[1])<<32 | uint64(b[2])<<24 | uint64(b[3])<<16 | uint64(b[4])<<8 | uint64(b[5])
}

// byTrigrams is the language of text, which is in the writing script, and how sure
// that is, 0 to 1. It compares the ranks of the trigrams of the text with those
// they have in each language (Cavnar and Trenkle 1994).
func byTrigrams(text string, script int) (lang string, confidence float32) {
	t, ok := trigramsOf(script)
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
