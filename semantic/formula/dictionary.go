package formula

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
)

// role is the function of a character in mathematics.
type role uint8

const (
	ordinary role = iota
	letter
	digit
	opening
	closing
	bar         // | and ‖: a bracket on either side, or a relation
	binary      // + − ×
	relation    // = < ∈
	arrow       // a level arrow, with words over or under it
	punctuation // , ;
	big         // ∑ ∫: grows in displays, takes limits
	accentSign  // stands over or under another
	levelBrace
	radical
	prime
	slash // a slash that is painted over another sign to negate it
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

// roles maps these characters to their roles.
var roles = sync.OnceValue(func() map[rune]role {
	m := map[rune]role{}
	for r, s := range roleSigns {
		for _, c := range s {
			m[c] = r
		}
	}
	return m
})

// accentName returns the spacing form of an accent, under which formulas keep accents, or "" for other
// characters.
func accentName(c rune) string {
	switch c {
	case 'ˆ', '\u0302', '^':
		return "^"
	case '˜', '\u0303', '~', '∼':
		return "~"
	case '¯', 'ˉ', '‾', '\u0304', '\u0305', '−', '-':
		return "¯"
	case '˙', '\u0307', '.', '⋅', '·':
		return "˙"
	case '¨', '\u0308':
		return "¨"
	case 'ˇ', '\u030c':
		return "ˇ"
	case '˘', '\u0306':
		return "˘"
	case '´', '\u0301':
		return "´"
	case '`', '\u0300':
		return "`"
	case '˚', '\u030a':
		return "˚"
	case '⃗':
		return "→"
	case '⃖':
		return "←"
	case '⃡':
		return "↔"
	case '⃑':
		return "⇀"
	case '⃐':
		return "↼"
	case '⃛':
		return "⃛"
	case '⃜':
		return "⃜"
	case '\u0332':
		return "_"
	}
	return ""
}

// negated returns the character for sign c with a slash over it, or 0 when there is none.
func negated(c rune) rune {
	at := strings.IndexRune(unnegated, c)
	if at < 0 {
		return 0
	}
	return []rune(negatedSigns)[utf8.RuneCountInString(unnegated[:at])]
}

const (
	unnegated    = "=∈∋<>≤≥∼≃≅≈≡⊂⊃⊆⊇∃∣|∥‖⊢⊨→←⇒⇔≺≻↔⩽⩾"
	negatedSigns = "≠∉∌≮≯≰≱≁≄≇≉≢⊄⊅⊈⊉∄∤∤∦∦⊬⊭↛↚⇏⇎⊀⊁↮≰≱"
)

// overlaid returns the sign that fonts build from two overlapping signs of one line, or 0 when there is
// none. a is the left one.
func overlaid(a, b rune) rune {
	switch [2]rune{a, b} {
	case [2]rune{'−', '→'}, [2]rune{'-', '→'}, [2]rune{'−', '⟶'}:
		return '⟶'
	case [2]rune{'←', '−'}, [2]rune{'←', '-'}:
		return '⟵'
	case [2]rune{'←', '→'}:
		return '⟷'
	case [2]rune{'=', '⇒'}:
		return '⟹'
	case [2]rune{'⇐', '='}:
		return '⟸'
	case [2]rune{'⇐', '⇒'}:
		return '⟺'
	case [2]rune{'↦', '→'}, [2]rune{'|', '→'}, [2]rune{'∣', '→'}:
		return '↦'
	case [2]rune{'↦', '⟶'}, [2]rune{'↦', '−'}, [2]rune{'⟼', '→'}:
		return '⟼'
	case [2]rune{'↪', '→'}:
		return '↪'
	case [2]rune{'←', '↩'}:
		return '↩'
	case [2]rune{'|', '='}, [2]rune{'∣', '='}:
		return '⊨'
	case [2]rune{'h', '\u0335'}, [2]rune{'\u0335', 'h'}:
		return 'ℏ'
	case [2]rune{'▷', '◁'}, [2]rune{'⊳', '⊲'}:
		return '⋈'
	case [2]rune{'.', '='}:
		return '≐'
	}
	return 0
}

// stacked returns the sign that fonts build from sign a over sign b, or 0 when there is none.
func stacked(a, b rune) rune {
	switch [2]rune{a, b} {
	case [2]rune{'∼', '='}, [2]rune{'~', '='}:
		return '≅'
	case [2]rune{'⇀', '↽'}:
		return '⇌'
	case [2]rune{'↼', '⇁'}:
		return '⇋'
	case [2]rune{'→', '←'}, [2]rune{'⟶', '⟵'}:
		return '⇄'
	case [2]rune{'.', '='}, [2]rune{'˙', '='}:
		return '≐'
	}
	return 0
}

// isFunction reports whether s is the name of a function, which is set upright as one sign, and whether
// the limits of this function stand under its name.
func isFunction(s string) (known, limits bool) {
	switch s {
	case "arccos", "arcsin", "arctan", "arccot", "arg", "cos", "cosh", "cot", "coth", "csc", "deg", "dim", "exp", "hom", "ker", "lg", "ln", "log",
		"sec", "sin", "sinh", "tan", "tanh", "arcosh", "arsinh", "artanh", "sgn", "sign", "tr", "Tr", "rank", "diag", "mod", "bmod", "Re", "Im", "erf",
		"ord", "supp", "span", "vol", "grad", "div", "curl", "rot", "cov", "Cov", "var", "Var", "Hom", "End", "Aut", "Gal", "GL", "SL", "id", "sen", "tg",
		"ctg", "cotg", "arcsen", "arctg", "sh", "ch", "th":
		return true, false
	case "det", "gcd", "inf", "lim", "liminf", "limsup", "max", "min", "Pr", "sup", "argmax", "argmin", "lcm", "esssup", "colim", "injlim", "projlim",
		"lím", "máx", "mín", "ínf":
		return true, true
	}
	a, b, two := strings.Cut(s, " ")
	known = two && arePaired(a, b)
	return known, known
}

// arePaired reports whether two words together name a function: lim sup.
func arePaired(a, b string) bool {
	switch a {
	case "lim", "ess":
		return b == "sup" || b == "inf"
	case "arg":
		return b == "max" || b == "min"
	case "inj", "proj":
		return b == "lim"
	}
	return false
}

// enlarged returns the large operator for the small sign c, or 0 when there is none. Some fonts give the
// large operator the name of the small sign.
func enlarged(c rune) rune {
	switch c {
	case '∩':
		return '⋂'
	case '∪':
		return '⋃'
	case '∧':
		return '⋀'
	case '∨':
		return '⋁'
	case '⊕':
		return '⨁'
	case '⊗':
		return '⨂'
	case '⊙':
		return '⨀'
	case '⊎':
		return '⨄'
	case '⊔':
		return '⨆'
	case 'Σ':
		return '∑'
	case 'Π':
		return '∏'
	case '⨿':
		return '∐'
	}
	return 0
}

// partner returns the closing bracket for an opening one, or 0 for other characters.
func partner(c rune) rune {
	switch c {
	case '(':
		return ')'
	case '[':
		return ']'
	case '{':
		return '}'
	case '⟨':
		return '⟩'
	case '⌈':
		return '⌉'
	case '⌊':
		return '⌋'
	case '⟦':
		return '⟧'
	case '⟮':
		return '⟯'
	case '⌜':
		return '⌝'
	case '⌞':
		return '⌟'
	case '⎰':
		return '⎱'
	case '〈':
		return '〉'
	case '⦃':
		return '⦄'
	case '⦅':
		return '⦆'
	}
	return 0
}

// roleOf returns the role of c.
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

// IsFunction reports whether a node is the name of a function, which an argument follows.
func (n *Node) IsFunction() bool {
	if n.Kind != Identifier || n.Alphabet != layout.Upright {
		return false
	}
	known, _ := isFunction(n.Text)
	return known
}
