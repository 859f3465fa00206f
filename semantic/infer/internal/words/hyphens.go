package words

import (
	"unicode"
)

// IsEnding reports whether a text ends words and is no word itself, in the languages that break
// words at line ends most. A hyphen before it breaks a word, even in a document
// that hardly ever breaks words.
var IsEnding = Set(`able|ables|ably|ally|ance|ances|ated|ates|ating|ator|ators|cal|cally|cated|cates|cating|cation|cations|cial|ciation|dation|ence|
	ences|ency|erate|erated|ers|fication|fied|fies|gether|ging|ibility|ible|ically|ified|ifies|ify|ing|ingly|ings|ished|ishes|ities|
	ity|ization|ized|izes|izing|lated|lating|lation|lations|less|lessly|ling|lished|ment|mental|mentation|mented|menting|ments|ming|
	ness|ning|ous|ously|pected|selves|sion|sions|sive|tain|tained|taining|tains|tation|tations|tected|ted|ter|ters|tial|tially|tice|
	ting|tion|tional|tionally|tioned|tions|tive|tively|tor|tors|tory|tual|tually|ture|tured|tures|vided|viding|wise|
	ciones|ción|dade|dades|mente|mento|mentos|tique|tiques|zione|zioni|ção|ções|
	heit|heiten|isch|ische|ischen|keit|keiten|lich|liche|lichen|schaft|schaften|tionen|tische|tischen|ung|ungen`)

// hyphenHeads are the first halves of compounds that English writes with a hyphen.
var hyphenHeads = Set(`non|self|well|cross|half|third|quasi`)

// hyphenTails are the second halves of adjectives that English writes with a hyphen. They are
// seldom the second half of a word that is broken at a line end.
var hyphenTails = Set(`based|specific|related|oriented|dependent|independent|aware|driven|defined|friendly|compatible|capable|contained|controlled|
	separated|sensitive|level|only|known|party|purpose|quality|intensive|readable`)

// closedHeads are first halves that hyphenTails follow without a hyphen.
var closedHeads = Set(`inter|over|under|super|hyper|trans|anti`)

// IsClosedTail reports whether a word is the second half of compounds that English writes as one
// word, although both halves are words: guideline, framework, database.
var IsClosedTail = Set(`line|lines|ware|where|thing|things|body|work|works|word|words|board|boards|ward|wards|way|ways|side|stand|hood|ship|base|bases|
	name|names|point|points|book|books|page|pages|file|files|space|spaces|time|times|load|loads`)

// Hyphenates reports whether English writes a hyphen between head and tail.
func Hyphenates(head, tail string) bool {
	return hyphenHeads(head) || hyphenTails(tail) && len(head) > compoundHead && !closedHeads(head)
}

// Scripts of words. Programs break words by patterns for one language: words in
// another script are broken by other patterns, or not at all.
const (
	latinScript = iota
	otherScript
	Scripts
)

// ScriptOf returns the script of a word.
func ScriptOf(word string) int {
	for _, r := range word {
		if unicode.IsLetter(r) {
			if unicode.Is(unicode.Latin, r) {
				return latinScript
			}
			return otherScript
		}
	}
	return latinScript
}

// MayCompound reports whether head and tail are long enough to be words, not syllables.
func MayCompound(head, tail string) bool {
	return len(head) >= compoundHead && len(tail) >= compoundTail
}
