package language

import "unicode"

// writing is a script that tells languages apart, with the language that nearly
// all text in it has; "" where several share it.
type writing struct {
	table  *unicode.RangeTable
	lang   string // BCP 47
	weight int    // of a character, in letters
}

// writings are the scripts of the languages that documents are written in, the
// most frequent first: text is counted by trying them in turn.
var writings = [...]writing{
	{unicode.Latin, "", 1}, {unicode.Cyrillic, "", 1}, {unicode.Arabic, "", 1}, {unicode.Devanagari, "", 1},
	{unicode.Han, "zh", ideographWeight}, {unicode.Hiragana, "ja", syllableWeight}, {unicode.Katakana, "ja", syllableWeight}, {unicode.Hangul, "ko", syllableWeight},
	{unicode.Greek, "el", 1}, {unicode.Hebrew, "he", 1}, {unicode.Thai, "th", 1}, {unicode.Bengali, "bn", 1},
	{unicode.Tamil, "ta", 1}, {unicode.Telugu, "te", 1}, {unicode.Gujarati, "gu", 1}, {unicode.Kannada, "kn", 1},
	{unicode.Malayalam, "ml", 1}, {unicode.Gurmukhi, "pa", 1}, {unicode.Oriya, "or", 1}, {unicode.Sinhala, "si", 1},
	{unicode.Armenian, "hy", 1}, {unicode.Georgian, "ka", 1}, {unicode.Khmer, "km", 1}, {unicode.Lao, "lo", 1},
	{unicode.Myanmar, "my", 1}, {unicode.Ethiopic, "am", 1}, {unicode.Tibetan, "bo", 1},
}

// Indexes into writings.
const (
	latin = iota
	cyrillic
	arabic
	devanagari
	han
	hiragana
	katakana
	hangul
	noWriting = -1
)

// letters counts the letters of a text by writing.
type letters struct {
	by  [len(writings)]int
	all int
}

// count adds the letters of text.
func (l *letters) count(text string) {
	last := latin
	for _, r := range text {
		switch {
		case r < 0x80:
			if r |= 0x20; r >= 'a' && r <= 'z' {
				l.by[latin]++
				l.all++
			}
			continue
		case !unicode.IsLetter(r):
			continue
		case !unicode.Is(writings[last].table, r): // neighbours share a script
			w := writingOf(r)
			if w == noWriting {
				l.all++
				continue
			}
			last = w
		}
		l.by[last] += writings[last].weight
		l.all += writings[last].weight
	}
}

func writingOf(r rune) int {
	for i := range writings {
		if unicode.Is(writings[i].table, r) {
			return i
		}
	}
	return noWriting
}

// main is the writing of most letters, noWriting when there is none. Japanese
// mixes three, and Korean may hold some Han: what they have of their own decides.
func (l *letters) main() int {
	best := noWriting
	for i, n := range l.by {
		if n > 0 && i != han && i != hiragana && i != katakana && (best == noWriting || n > l.by[best]) {
			best = i
		}
	}
	kana := l.by[hiragana] + l.by[katakana]
	ideographs := kana + l.by[han]
	switch {
	case ideographs == 0, best != noWriting && l.by[best] > ideographs:
		return best
	case kana > 0 && float32(kana) >= ownShare*float32(l.by[han]):
		return hiragana
	case best == hangul && float32(l.by[hangul]) >= ownShare*float32(l.by[han]):
		return hangul
	}
	return han
}
