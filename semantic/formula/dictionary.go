package formula

import (
	"strings"
	"sync"

	"github.com/pagelift/pagelift/layout"
)

// role is what a character does in mathematics.
type role uint8

const (
	ordinary role = iota
	letter
	digit
	opening
	closing
	bar         // a bracket on either side, or a relation: | and ‖
	binary      // + − ×
	relation    // = < ∈
	arrow       // a level one: takes words over and under it
	punctuation // , ;
	big         // ∑ ∫: grows in displays, takes limits
	accentSign  // stands over or under another
	levelBrace
	radical
	prime
	slash // laid over another sign to negate it
	dots
)

// roleSigns are the characters of each role that are neither letters nor digits.
var roleSigns = map[role]string{
	opening:     "([{⟨⌈⌊⟦⟮⌜⌞⦃⦅⎰〈",
	closing:     ")]}⟩⌉⌋⟧⟯⌝⌟⦄⦆⎱〉",
	bar:         "|‖∣∥❘",
	binary:      "+-−±∓×÷⋅·∗*∘∙•∩∪⊎⊓⊔∧∨⊕⊖⊗⊘⊙∖⋆†‡∔⋉⋊⋋⋌⊞⊟⊠⊡≀⨿⊻⊼⋄⊲⊳△▽◁▷⋈",
	relation:    "=<>≠≡≢≤≥⩽⩾≦≧≪≫∼≁≃≄≅≆≇≈≉≊≍≐≑≔≕≜≝≟∈∉∋∌⊂⊃⊄⊅⊆⊇⊈⊉⊊⊋⊏⊐⊑⊒≺≻⪯⪰≼≽⊀⊁⊢⊣⊨⊩⊬⊭∝∶:⋖⋗⋘⋙⋚⋛≲≳≶≷⌣⌢∤∦⊥≮≯≰≱⊴⊵",
	arrow:       "→←↔⇒⇐⇔⟶⟵⟷⟹⟸⟺↦⟼↪↩⇀↼⇁↽⇌⇋⇄⇆⇉⇇↠↞↣↝⇝⇢⇠⇾⇽↛↚⇏⇎⤳⊸",
	punctuation: ",;",
	big:         "∑∏∐∫∬∭⨌∮∯∰∱∲∳⋀⋁⋂⋃⨀⨁⨂⨄⨅⨆⨃",
	accentSign:  "^ˆ~˜¯ˉ‾˙¨ˇ˘´`˚⃗⃖⃡⃛⃜\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u030a\u030c\u0332⃐⃑",
	levelBrace:  "⏞⏟⏜⏝⎴⎵⏠⏡",
	radical:     "√∛∜",
	prime:       "′″‴⁗‵'",
	slash:       "\u0338\u0337",
	dots:        "…⋯⋮⋱⋰",
}

// roles are the roles of these characters.
var roles = sync.OnceValue(func() map[rune]role {
	m := map[rune]role{}
	for r, s := range roleSigns {
		for _, c := range s {
			m[c] = r
		}
	}
	return m
})

// accentNames are the spacing forms of the marks that fonts have, by which accents are kept.
var accentNames = map[rune]string{
	'ˆ': "^", '\u0302': "^", '^': "^", '˜': "~", '\u0303': "~", '~': "~", '∼': "~",
	'¯': "¯", 'ˉ': "¯", '‾': "¯", '\u0304': "¯", '\u0305': "¯", '−': "¯", '-': "¯",
	'˙': "˙", '\u0307': "˙", '.': "˙", '⋅': "˙", '·': "˙", '¨': "¨", '\u0308': "¨",
	'ˇ': "ˇ", '\u030c': "ˇ", '˘': "˘", '\u0306': "˘", '´': "´", '\u0301': "´",
	'`': "`", '\u0300': "`", '˚': "˚", '\u030a': "˚", '⃗': "→", '⃖': "←", '⃡': "↔",
	'⃑': "⇀", '⃐': "↼", '⃛': "⃛", '⃜': "⃜", '\u0332': "_",
}

// negated is what a sign is under a slash.
var negated = func() map[rune]rune {
	m := map[rune]rune{}
	from, to := []rune("=∈∋<>≤≥∼≃≅≈≡⊂⊃⊆⊇∃∣|∥‖⊢⊨→←⇒⇔≺≻↔⩽⩾"), []rune("≠∉∌≮≯≰≱≁≄≇≉≢⊄⊅⊈⊉∄∤∤∦∦⊬⊭↛↚⇏⇎⊀⊁↮≰≱")
	for i := range from {
		m[from[i]] = to[i]
	}
	return m
}()

// overlaid are the signs that fonts put together from two that overlap in one line, the left
// one first.
var overlaid = map[[2]rune]rune{
	{'−', '→'}: '⟶', {'-', '→'}: '⟶', {'←', '−'}: '⟵', {'←', '-'}: '⟵', {'←', '→'}: '⟷', {'−', '⟶'}: '⟶',
	{'=', '⇒'}: '⟹', {'⇐', '='}: '⟸', {'⇐', '⇒'}: '⟺',
	{'↦', '→'}: '↦', {'↦', '⟶'}: '⟼', {'↦', '−'}: '⟼', {'⟼', '→'}: '⟼', {'|', '→'}: '↦', {'∣', '→'}: '↦',
	{'↪', '→'}: '↪', {'←', '↩'}: '↩', {'|', '='}: '⊨', {'∣', '='}: '⊨',
	{'h', '\u0335'}: 'ℏ', {'\u0335', 'h'}: 'ℏ', {'▷', '◁'}: '⋈', {'⊳', '⊲'}: '⋈', {'.', '='}: '≐',
}

// stacked are the signs put together from two that stand over each other, the upper one first.
var stacked = map[[2]rune]rune{
	{'∼', '='}: '≅', {'~', '='}: '≅', {'⇀', '↽'}: '⇌', {'↼', '⇁'}: '⇋', {'→', '←'}: '⇄',
	{'⟶', '⟵'}: '⇄', {'.', '='}: '≐', {'˙', '='}: '≐',
}

// functions are the names that mathematics sets upright as one sign, with whether a limit
// stands under them.
var functions = func() map[string]bool {
	m := map[string]bool{}
	for _, f := range strings.Fields("arccos arcsin arctan arccot arg cos cosh cot coth csc deg dim exp hom ker lg ln log sec sin sinh tan tanh " +
		"arcosh arsinh artanh sgn sign tr Tr rank diag mod bmod Re Im erf ord supp span vol grad div curl rot cov Cov var Var Hom End Aut Gal GL SL id " +
		"sen tg ctg cotg arcsen arctg sh ch th") {
		m[f] = false
	}
	for _, f := range strings.Fields("det gcd inf lim liminf limsup max min Pr sup argmax argmin lcm esssup colim injlim projlim lím máx mín ínf") {
		m[f] = true
	}
	return m
}()

// pairedWords are function names of two words.
var pairedWords = map[[2]string]bool{
	{"lim", "sup"}: true, {"lim", "inf"}: true, {"arg", "max"}: true, {"arg", "min"}: true,
	{"ess", "sup"}: true, {"ess", "inf"}: true, {"inj", "lim"}: true, {"proj", "lim"}: true,
}

// enlarged are the large operators that some fonts know only by the name of the small sign.
var enlarged = map[rune]rune{
	'∩': '⋂', '∪': '⋃', '∧': '⋀', '∨': '⋁', '⊕': '⨁', '⊗': '⨂', '⊙': '⨀', '⊎': '⨄', '⊔': '⨆', 'Σ': '∑', 'Π': '∏', '⨿': '∐',
}

// partner is the closing bracket of an opening one.
var partner = map[rune]rune{
	'(': ')', '[': ']', '{': '}', '⟨': '⟩', '⌈': '⌉', '⌊': '⌋', '⟦': '⟧', '⟮': '⟯', '⌜': '⌝', '⌞': '⌟', '⎰': '⎱', '〈': '〉', '⦃': '⦄', '⦅': '⦆',
}

// roleOf is what c does.
func roleOf(c rune) role {
	switch {
	case c >= '0' && c <= '9':
		return digit
	case c < 128 && (c|0x20 >= 'a' && c|0x20 <= 'z'):
		return letter
	}
	if r, ok := roles()[c]; ok {
		return r
	}
	if isLetter(c) {
		return letter
	}
	return ordinary
}

// isFunction reports whether s is the name of a function, and whether limits stand under it.
func isFunction(s string) (known, limits bool) {
	limits, known = functions[s]
	if !known {
		if a, b, two := strings.Cut(s, " "); two {
			known = pairedWords[[2]string{a, b}]
			limits = known
		}
	}
	return known, limits
}

// IsFunction reports whether a node is the name of a function: what follows is what it is of.
func (n *Node) IsFunction() bool {
	if n.Kind != Identifier || n.Alphabet != layout.Upright {
		return false
	}
	known, _ := isFunction(n.Text)
	return known
}
