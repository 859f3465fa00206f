package language

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// commonOf are the common words of a language.
type commonOf struct {
	lang  string // BCP 47; "" where two languages share the words
	words string
}

// commonWords are the words that running text in a language of Latin letters has
// most: articles, prepositions, pronouns. They tell foreign text from lists of
// names and formulas a hundred times faster than trigrams do.
var commonWords = [...]commonOf{
	{"en", "the of and to in is that for it as with was be by on are this not or from at an if can which have see"},
	{"fr", "de la le et les des en du un une est que dans qui par pour au il sur pas ne"},
	{"de", "der die und in den von zu das mit ist des im dem nicht ein eine auf für sich"},
	{"es", "de la que el en y los del se las un por con una no su para es al lo como"},
	{"it", "di e il la che in un a per è una del non con i della si le da sono dei"},
	{"pt", "de a o que e do da em um para com não uma os no se na por mais as dos"},
	{"nl", "de van het een en in is dat op te met voor zijn niet aan er om ook als bij"},
	{"sv", "och i att det som en på är av för med den till inte har de ett om var"},
	{"da", "og i at det er en til på som på af for med den ikke der de et har om"},
	{"nb", "og i det er på til som en av for at med ikke den har et jeg de om fra"},
	{"fi", "ja on ei että se oli hän ovat mutta joka kun myös tai sekä olla tämä sen mukaan"},
	{"pl", "w i na z się do nie jest to że o jak od za po dla przez są oraz przy"},
	{"cs", "a v se na je že o s z do to i ve pro k jsou by jako od po za ale"},
	{"sk", "a v sa na je že o s z do to aj vo pre k sú by ako od po za ale"},
	{"hu", "a az és hogy nem is egy ez meg de volt csak mint már vagy ki azt van"},
	{"ro", "de și în a la cu pe că nu este din un o pentru sunt care mai se ca prin"},
	{"tr", "ve bir bu da de için ile olarak çok daha olan gibi ne kadar sonra en olduğu"},
	{"", "i u je se na da su za od s o koji kao ne to iz bi te ili što"}, // Croatian, Serbian
	{"sl", "in je v na se za so da z ki pa bi tudi ali kot po iz od ne pri"},
	{"et", "ja on ei et oli ka kui mis ning oma või aga nii selle kes siis olid mida veel"},
	{"lv", "un ir ar no par kas uz ka tas lai arī bet vai pie ko tiek"},
	{"lt", "ir kad yra iš į su kaip tai bet apie buvo už dėl arba nuo"},
	{"", "yang dan di itu dengan untuk tidak dari dalam akan pada ini adalah oleh ke"}, // Indonesian, Malay
	{"vi", "và của là có cho không được trong các một với những người đã này để"},
	{"ca", "de la i el que a en els les un per del una és amb no va al dels"},
	{"la", "et in est non ut ad cum sed quod qui ex ab sit si per esse aut enim nec vel"},
}

// commonWordsAll is how many different words they are.
const commonWordsAll = 325

// commonCount counts the common words of a text by language.
type commonCount [len(commonWords)]int32

// commonSets are for each word the languages that have it, as bits.
var commonSets = sync.OnceValue(func() map[string]uint32 {
	sets := make(map[string]uint32, commonWordsAll)
	for lang := range commonWords {
		for word := range strings.FieldsSeq(commonWords[lang].words) {
			sets[word] |= 1 << lang
		}
	}
	return sets
})

const (
	// sharedWords is how many words a text has at least to be judged by its common ones:
	// a paragraph.
	sharedWords = 60
	// sharedLetters is the least length of those words: single letters are common in
	// some language or other, and what is left of words that were read badly.
	sharedLetters = 2
)

// CommonWords is the share of the words of a text that are among the twenty that its
// language has most, 0 to 1: .16 and more in sentences. It is not ok for short texts and
// for those that are not in Latin letters.
func CommonWords(text string) (share float64, ok bool) {
	var l letters
	if l.count(text); l.main() != latin {
		return 0, false
	}
	var common commonCount
	words := 0
	for word := range wordsOf(text) {
		if utf8.RuneCountInString(word) >= sharedLetters {
			words++
			common.add(word)
		}
	}
	if words < sharedWords {
		return 0, false
	}
	return float64(common[common.most()]) / float64(words), true
}

func (c *commonCount) add(word string) {
	for lang, set := 0, commonSets()[word]; set != 0; lang, set = lang+1, set>>1 {
		c[lang] += int32(set & 1)
	}
}

// most is the language that has the most.
func (c *commonCount) most() int {
	most := 0
	for lang, n := range c {
		if n > c[most] {
			most = lang
		}
	}
	return most
}

// language is the language that the common words of a text of this many words
// leave no doubt about, else "".
func (c *commonCount) language(words int) string {
	best := c.most()
	for lang, n := range c {
		if lang != best && float32(c[best]) < clearLead*float32(n) {
			return ""
		}
	}
	if c[best] < clearWords || float32(c[best]) < clearShare*float32(words) {
		return ""
	}
	return commonWords[best].lang
}
