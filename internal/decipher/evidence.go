package decipher

import (
	"math"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/trigram"
)

// judge computes the evidence for c.
func (p *puzzle) judge(c *candidate, habits map[habit]bool) {
	text := p.write(c)
	c.language = language(text)
	c.evidence = c.language + oddities(text) + p.byAdvances(c) + p.byShapes(c)
	for i := range c.parts {
		switch h := c.habit(i); {
		case habits[h]:
			c.evidence += habitHere
		case usual(h):
			c.evidence += habitual
		case i == 0:
			c.evidence += strange
		}
	}
}

// unread replaces a code without a meaning.
const unread = '\uFFFC'

// write returns the text of the first codes by c.
func (p *puzzle) write(c *candidate) string {
	var b strings.Builder
	for _, code := range p.Codes[:min(len(p.Codes), judgedCodes)] {
		if code == Gap {
			b.WriteByte(' ')
		} else if s := c.text(code); s != "" {
			b.WriteString(s)
		} else {
			b.WriteRune(unread)
		}
	}
	return b.String()
}

// language returns the evidence that a text is in a language. Each word counts once.
func language(text string) float64 {
	text = differentWords(text)
	var latin, cyrillic, greek int
	for _, r := range text {
		switch {
		case r < utf8.RuneSelf:
			if r |= 0x20; r >= 'a' && r <= 'z' {
				latin++
			}
		case unicode.Is(unicode.Latin, r):
			latin++
		case unicode.Is(unicode.Cyrillic, r):
			cyrillic++
		case unicode.Is(unicode.Greek, r):
			greek++
		}
	}
	script := trigram.Latin
	switch {
	case greek > latin && greek > cyrillic:
		return inGreek(text)
	case cyrillic > latin:
		script = trigram.Cyrillic
	}
	t, _ := trigram.Of(script)
	if script != trigram.Latin {
		hits, all, _ := t.Fit(text)
		return ratio(hits, all, hitsOfText, hitsOfNoise)
	}
	hits, all, lang := t.Fit(strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf {
			return unread // the frequency of accented letters says little, and their choice says much
		}
		return r
	}, text))
	return ratio(hits, all, hitsOfText, hitsOfNoise) + byAccents(text, lang)
}

// accented has the letters beyond ASCII of languages, in lower case.
var accented = map[string]string{
	"de": "äöüß", "fr": "àâæçèéêëîïôùûüœ", "es": "áéíñóúü", "it": "àèéìòù", "pt": "àáâãçéêíóôõú", "nl": "éëïöü",
	"sv": "åäöé", "da": "æøåé", "nb": "æøåé", "nn": "æøåé", "fi": "äöå", "pl": "ąćęłńóśźż", "cs": "áčďéěíňóřšťúůýž", "sk": "áäčďéíĺľňóôŕšťúýž",
	"hu": "áéíóöőúüű", "ro": "ăâîșțşţ", "tr": "çğıöşüâ", "hr": "čćđšž", "sl": "čšž", "et": "äõöüšž", "lv": "āčēģīķļņšūž", "lt": "ąčęėįšųūž",
	"ca": "àçèéíïòóúü·", "en": "éèêëïöüñç",
}

// byAccents returns the evidence of the letters beyond ASCII. The other letters of the text are
// those of language lang.
func byAccents(text, lang string) (sum float64) {
	own, known := accented[lang]
	for _, r := range text {
		switch {
		case r < utf8.RuneSelf || !unicode.IsLetter(r):
		case known && strings.ContainsRune(own, unicode.ToLower(r)):
			sum += ownAccent
		case known:
			sum += otherAccent
		}
	}
	return sum
}

// differentWords returns the words of a text, each once.
func differentWords(text string) string {
	var b strings.Builder
	seen := map[string]bool{}
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if !seen[word] {
			seen[word] = true
			b.WriteString(word)
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// ratio returns the evidence of hits among all. text and noise are the shares of hits that texts
// and noise have.
func ratio(hits, all int, text, noise float64) float64 {
	return float64(hits)*math.Log(text/noise) + float64(all-hits)*math.Log((1-text)/(1-noise))
}

// greekWords are the commonest words of Greek texts. There are no trigrams for Greek, since it is
// the only language in its script.
var greekWords = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq("και το να του η της με που την από για είναι στην τα των σε ο οι στο στη τη ένα μια δεν θα ότι ως τους τις αυτό τον στα μας κατά μετά ή σας") {
		set[word] = true
	}
	return set
})

func inGreek(text string) float64 {
	hits, all := 0, 0
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		all++
		if greekWords()[strings.ToLower(word)] {
			hits++
		}
	}
	return ratio(hits, all, wordsOfText, wordsOfNoise)
}

// oddities returns the evidence of things that do not occur in texts.
func oddities(text string) (sum float64) {
	var before, last rune = ' ', ' '
	for _, r := range text {
		switch {
		case r == unread:
			sum += noMeaning
		case odd(r):
			sum += oddSign
		case unicode.IsLower(last) && unicode.IsUpper(r):
			sum += innerCapital
		case !unicode.IsLetter(r):
		case unicode.IsLetter(before) && !unicode.IsLetter(last) && !strings.ContainsRune(joiningSigns, last):
			sum += oddSign
		case unicode.IsLetter(last) && scriptOf(last) != scriptOf(r):
			sum += oddSign
		}
		before, last = last, r
	}
	return sum
}

// joiningSigns are the signs that occur between letters.
const joiningSigns = " .'’-–—&/@_·\u00A0\uFFFC"

// scriptOf distinguishes Latin, Cyrillic and Greek letters.
func scriptOf(r rune) int {
	switch {
	case r < 0x370:
		return 0
	case r < 0x400:
		return 1
	}
	return 2
}

// plainSigns are the signs of texts besides letters and digits.
const plainSigns = " .,;:!?'\"()-/%&$€£§+*=[]@–—‘’“”„«»‹›…•·°©®™_#<>|\u00A0"

func odd(r rune) bool {
	return !unicode.IsLetter(r) && !(r >= '0' && r <= '9') && !strings.ContainsRune(plainSigns, r)
}

// byAdvances compares the widths of glyphs with those of their characters in the standard faces. In
// every face that is not monospaced an m is wider than an i.
func (p *puzzle) byAdvances(c *candidate) float64 {
	best, n := 0.0, 0
	for _, serif := range []bool{false, true} {
		var sums moments
		for _, code := range p.order {
			r, size := utf8.DecodeRuneInString(c.text(code))
			if size == 0 || size < len(c.text(code)) {
				continue
			}
			if w := font.StandardAdvance(serif, r); w > 0 {
				sums.add(float64(w), float64(p.Advance(code)))
			}
		}
		best, n = max(best, sums.correlation()), int(sums.n)
		if sums.flat() {
			return 0
		}
	}
	if n < fewAdvances {
		return 0
	}
	says := math.Log((1 - plainAdvances*plainAdvances) / (1 - best*best))
	return max(min(float64(n)/4*says, mostAdvances), -mostAdvances)
}

// moments has the sums of pairs from which their correlation follows.
type moments struct{ n, x, y, xx, yy, xy float64 }

func (m *moments) add(x, y float64) {
	m.n++
	m.x += x
	m.y += y
	m.xx += x * x
	m.yy += y * y
	m.xy += x * y
}

// flat reports whether all widths of the font, or all of the face, are equal.
func (m *moments) flat() bool {
	const same = 1e-6
	return m.n == 0 || m.xx-m.x*m.x/m.n < same*m.xx || m.yy-m.y*m.y/m.n < same*m.yy
}

// correlation returns the correlation of the pairs, from 0 to .999.
func (m *moments) correlation() float64 {
	if m.n < 2 || m.flat() {
		return 0
	}
	r := (m.xy - m.x*m.y/m.n) / math.Sqrt((m.xx-m.x*m.x/m.n)*(m.yy-m.y*m.y/m.n))
	return min(max(r, 0), .999)
}

// byShapes returns the evidence of outlines with a known meaning.
func (p *puzzle) byShapes(c *candidate) (sum float64) {
	for _, code := range p.order {
		switch s := p.shapes[code]; {
		case s == "":
		case c.text(code) == s:
			sum += sameShape
		default:
			sum += otherShape
		}
	}
	return sum
}

// ranked has the frequency of the letters of a script. It follows from their order by frequency,
// and differs little from language to language.
var ranked = sync.OnceValue(func() map[rune]float64 {
	shares := [...]float64{.09, .075, .07, .065, .06, .055, .05, .05, .04, .03, .03, .03, .025, .02, .02, .015, .015, .01, .01, .008, .005, .003, .002}
	logs := map[rune]float64{}
	for _, letters := range []string{"etainosrlhducmpgfbvykwzjxq", "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъёіїєґ", "αοιετσνηυρπκμλςωγδάίόέθχφβήξύώζψ"} {
		for i, r := range []rune(letters) {
			logs[r] = math.Log(shares[min(i, len(shares)-1)])
		}
	}
	return logs
})

// frequency returns the logarithm of the share of a character in texts.
func frequency(s string) float64 {
	const (
		space, digit, sign, letter, symbol, none = .12, .004, .003, .001, .00003, .00001
		capital                                  = .06 // as a share of that of its small letter
	)
	r, _ := utf8.DecodeRuneInString(s)
	if l, ok := ranked()[r]; ok {
		return l
	}
	switch {
	case s == "":
		return math.Log(none)
	case r == ' ':
		return math.Log(space)
	case r >= '0' && r <= '9':
		return math.Log(digit)
	case unicode.IsUpper(r):
		if l, ok := ranked()[unicode.ToLower(r)]; ok {
			return l + math.Log(capital)
		}
		return math.Log(letter * capital)
	case unicode.IsLetter(r):
		return math.Log(letter)
	case !odd(r):
		return math.Log(sign)
	}
	return math.Log(symbol)
}
