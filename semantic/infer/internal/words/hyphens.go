package words

import (
	"unicode"
)

// IsEnding end words and stand nowhere alone, in the languages that are broken at
// line ends most: a hyphen before one of them breaks a word, even in a document
// that hardly ever does.
var IsEnding = Set(`able|ables|ably|ally|ance|ances|ated|ates|ating|ator|ators|cal|cally|cated|cates|cating|cation|cations|cial|ciation|dation|ence|
	ences|ency|erate|erated|ers|fication|fied|fies|gether|ging|ibility|ible|ically|ified|ifies|ify|ing|ingly|ings|ished|ishes|ities|
	ity|ization|ized|izes|izing|lated|lating|lation|lations|less|lessly|ling|lished|ment|mental|mentation|mented|menting|ments|ming|
	ness|ning|ous|ously|pected|selves|sion|sions|sive|tain|tained|taining|tains|tation|tations|tected|ted|ter|ters|tial|tially|tice|
	ting|tion|tional|tionally|tioned|tions|tive|tively|tor|tors|tory|tual|tually|ture|tured|tures|vided|viding|wise|
	ciones|ción|dade|dades|mente|mento|mentos|tique|tiques|zione|zioni|ção|ções|
	heit|heiten|isch|ische|ischen|keit|keiten|lich|liche|lichen|schaft|schaften|tionen|tische|tischen|ung|ungen`)

// hyphenHeads begin compounds that English writes with a hyphen.
var hyphenHeads = Set(`non|self|well|cross|half|third|quasi`)

// hyphenTails end compound adjectives that English writes with a hyphen, and are
// seldom what a word broken at a line end goes on with.
var hyphenTails = Set(`based|specific|related|oriented|dependent|independent|aware|driven|defined|friendly|compatible|capable|contained|controlled|
	separated|sensitive|level|only|known|party|purpose|quality|intensive|readable`)

// closedHeads are those that IsClosedTail and hyphenTails may follow without a hyphen.
var closedHeads = Set(`inter|over|under|super|hyper|trans|anti`)

// IsClosedTail end compounds that English writes as one word, of two that stand alone
// too: guideline, framework, database.
var IsClosedTail = Set(`line|lines|ware|where|thing|things|body|work|works|word|words|board|boards|ward|wards|way|ways|side|stand|hood|ship|base|bases|
	name|names|point|points|book|books|page|pages|file|files|space|spaces|time|times|load|loads`)

// Hyphenates reports whether English has a hyphen between head and tail.
func Hyphenates(head, tail string) bool {
	return hyphenHeads(head) || hyphenTails(tail) && len(head) > compoundHead && !closedHeads(head)
}

// Scripts of words. Patterns that break words are made for one language: those in
// another script are broken by others, or by none.
const (
	latinScript = iota
	otherScript
	Scripts
)

// ScriptOf is the script of a word.
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

// MayCompound reports whether both are long enough to be words, not syllables.
func MayCompound(head, tail string) bool {
	return len(head) >= compoundHead && len(tail) >= compoundTail
}
