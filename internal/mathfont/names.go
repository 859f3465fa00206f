package mathfont

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/layout"
)

// ofName returns what a glyph is by its name: a name of TeX's, a name in OpenType fonts of mathematics
// with its size or part, a letter with the name of its alphabet, or a name with a meaning in text.
// sized reports whether the name has a size or part, which only fonts of mathematics have:
//
//	summationdisplay  parenleftbigg  bracketlefttp  radicalBigg  hatwider   TeX
//	parenleft.size2   uni23DE.lt     integral.sl    u1D6FC.ssty             OpenType
//	Acal  Rbbb  gfrak                                                       alphabets
func ofName(name string) (c layout.MathChar, sized, ok bool) {
	if name == "" || len(name) > maxName {
		return c, false, false
	}
	if len(name) == 1 && isLetterOrDigit(rune(name[0])) && name[0] > '9' {
		return layout.MathChar{Char: rune(name[0])}, false, true
	}
	if c, ok := signOf(name); ok {
		return c, c.Piece != layout.Whole, true
	}
	if base, variant, found := strings.Cut(name, "."); found && base != "" {
		c, _, ok = ofName(base)
		piece, part := partNamed(variant)
		if part && ok && c.Piece == layout.Whole {
			c.Piece = pieceOf(c.Char, piece)
		}
		return c, part || sizeName(variant), ok
	}
	uncounted := strings.TrimRight(name, "0123456789A") // parenlefttpA
	if len(uncounted) > shortName && len(uncounted) < len(name) {
		if c, ok := signOf(uncounted); ok {
			return c, true, true // hatwide4
		}
	}
	for _, suffix := range sizes {
		if base, ok := strings.CutSuffix(uncounted, suffix); ok && base != "" {
			if c, _, ok := ofName(base); ok {
				c.Char = largeOf(c.Char, suffix)
				return c, true, true
			}
		}
	}
	for _, p := range partSuffixes {
		if base, ok := strings.CutSuffix(name, p.suffix); ok && base != "" {
			if c, ok := ofMeaning(base); ok {
				c.Piece = pieceOf(c.Char, p.piece)
				return c, true, true
			}
		}
	}
	if c, ok := ofMeaning(name); ok {
		return c, false, true
	}
	if r := piRune(name); r != 0 {
		return ofRune(r), false, true
	}
	return ofStyledName(name)
}

// piRune returns the character of a glyph that the Pi fonts of Linotype number, or 0 for none.
// Greek letters have consecutive numbers, and signs of mathematics have numbers in a table.
func piRune(name string) rune {
	const capitals, small, omegas = 9001, 9251, 24
	digits, ok := strings.CutPrefix(name, "H")
	if !ok {
		return 0
	}
	n, err := strconv.Atoi(digits)
	switch {
	case err != nil:
	case n >= capitals && n < capitals+omegas:
		return []rune("ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ")[n-capitals]
	case n >= small && n <= small+omegas:
		return []rune("αβγδεζηθικλμνξοπρσςτυφχψω")[n-small]
	}
	for _, s := range piSigns {
		if s.number == n {
			return s.sign
		}
	}
	return 0
}

var piSigns = [...]struct {
	number int
	sign   rune
}{
	{11001, '+'}, {11002, '−'}, {11003, '×'}, {11004, '÷'}, {11005, '='}, {11006, '±'}, {11011, '∼'}, {11015, '≈'}, {11021, '<'}, {11022, '>'},
	{11032, '′'}, {11033, '″'}, {11034, '°'}, {11349, '≤'}, {11350, '≥'},
}

// shortName is the length of names that may begin with anything, such as in2 and to1.
const shortName = 3

// maxName is twice the 63 characters that the specification of the glyph list allows.
const maxName = 128

// ofMeaning returns the meaning of a name in the glyph list.
func ofMeaning(name string) (layout.MathChar, bool) {
	r := font.NameRune(name)
	if r == 0 || isPrivate(r) {
		return layout.MathChar{}, false
	}
	return ofRune(r), true
}

func isPrivate(r rune) bool { return r >= 0xE000 && r <= 0xF8FF || r >= 0xF0000 }

// ofStyledName reads a letter with the name of its alphabet: Acal, Rbbb, gfrak, zeroscr.
func ofStyledName(name string) (c layout.MathChar, sized, ok bool) {
	for _, a := range alphabetNames {
		if base, ok := strings.CutSuffix(name, a.suffix); ok && base != "" {
			if c, ok := ofMeaning(base); ok && isLetterOrDigit(c.Char) {
				c.Alphabet = a.alphabet
				return c, false, true
			}
		}
	}
	return c, false, false
}

var alphabetNames = [...]struct {
	suffix   string
	alphabet layout.Alphabet
}{
	{"cal", layout.Script}, {"scr", layout.Script}, {"script", layout.Script}, {"bbb", layout.DoubleStruck}, {"bb", layout.DoubleStruck},
	{"dbl", layout.DoubleStruck}, {"frak", layout.Fraktur}, {"fraktur", layout.Fraktur}, {"upright", layout.Upright}, {"alt", layout.Upright}, {"nos", layout.Upright},
}

// sizes are the suffixes for the sizes of a sign, longest first. cmex10 and similar fonts have
// them, and may add a number (parenleftbig4).
var sizes = [...]string{"display", "widest", "bigg", "Bigg", "wider", "text", "wide", "disp", "big", "Big"}

// sizeName reports whether the suffix behind the dot of a name is a size, and not a style as in
// a.alt and one.taboldstyle.
func sizeName(variant string) bool {
	switch strings.TrimRight(variant, "0123456789") {
	case "size", "v", "s", "big", "bigg", "Big", "Bigg", "display", "disp", "dsp", "large", "vsize", "hsize", "grow":
		return true
	}
	return strings.HasPrefix(variant, "size")
}

// largeOf returns the large operator for a size of an operator in cmex10. A union before a set of
// sets is another character than a union between two sets.
func largeOf(r rune, size string) rune {
	if size != "text" && size != "display" && size != "disp" {
		return r
	}
	if i := strings.IndexRune(smallOperators, r); i >= 0 {
		return []rune(largeOperators)[utf8.RuneCountInString(smallOperators[:i])]
	}
	return r
}

const (
	smallOperators = "∪∩∧∨⊕⊗⊙⊎⊔⊓"
	largeOperators = "⋃⋂⋀⋁⨁⨂⨀⨄⨆⨅"
)

// partNamed returns the part for the suffix behind the dot of a name in OpenType fonts.
func partNamed(name string) (part partName, ok bool) {
	switch name {
	case "tp", "top", "t", "up", "upper", "rt", "right", "r", "rgt":
		return endPart, true
	case "bt", "bot", "bottom", "b", "dn", "lower", "lt", "left", "l", "lft":
		return startPart, true
	case "md", "mid", "middle", "m", "mdl", "center", "ctr":
		return middlePart, true
	case "ex", "ext", "extender", "x", "rep":
		return extender, true
	}
	return 0, false
}

// partName is the position of a part along an upright or level sign.
type partName uint8

const (
	startPart  partName = iota // the lower or the left end
	endPart                    // the upper or the right end
	middlePart                 //
	extender
)

// partSuffixes are the suffixes of the names of parts in TeX's fonts.
var partSuffixes = [...]struct {
	suffix string
	piece  partName
}{{"tp", endPart}, {"bt", startPart}, {"mid", middlePart}, {"ex", extender}, {"ext", extender}}

// pieceOf returns the piece of sign r. Level signs have left and right ends, other signs have upper
// and lower ends.
func pieceOf(r rune, p partName) layout.Piece {
	if isLevel(r) {
		return [...]layout.Piece{layout.LeftEnd, layout.RightEnd, layout.Centre, layout.LevelExtender}[p]
	}
	return [...]layout.Piece{layout.Bottom, layout.Top, layout.Middle, layout.Extender}[p]
}

// isLevel reports whether a sign grows horizontally, such as a level bracket, an arrow or a bar.
func isLevel(r rune) bool {
	return strings.ContainsRune("⏞⏟⏜⏝⏠⏡⎴⎵←→↔⇐⇒⇔↦↤↩↪↼↽⇀⇁⇋⇌⟵⟶⟷⟸⟹⟺⟼⇇⇉⇄⇆↞↠↢↣⇚⇛⭠⭢↚↛‾_¯=−─", r) || r >= 0x300 && r <= 0x36F || r >= 0x20D0 && r <= 0x20F0
}

func isLetterOrDigit(r rune) bool { return isLetter(r) || r >= '0' && r <= '9' }

// isLetter reports whether r is a plain Latin or Greek letter, of which alphabets have styled forms.
func isLetter(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0x391 && r <= 0x3C9 && r != 0x3A2 ||
		r == 'ı' || r == 'ȷ' || r >= 'ϑ' && r <= 'ϖ' && r != 'ϒ' && r != 'ϓ' && r != 'ϔ' || r == 'ϰ' || r == 'ϱ' || r == 'ϵ' || r == 'ϝ' || r == 'Ϝ'
}

// amsSign returns the meaning of a name in the fonts of the AMS and in fonts that follow them, if
// it differs from that in other fonts, or 0.
func amsSign(name string) rune {
	switch name {
	case "diamond":
		return '◊'
	case "diamondsolid":
		return '⧫'
	case "dblarrowleft":
		return '⇇'
	case "dblarrowright":
		return '⇉'
	case "equalorless":
		return '⪕'
	case "equalorgreater":
		return '⪖'
	case "triangleright":
		return '⊳'
	case "triangleleft":
		return '⊲'
	case "star":
		return '★'
	case "arrowaxisright":
		return '⇢'
	case "arrowaxisleft":
		return '⇠'
	case "perpcorrespond":
		return '⌆'
	case "muchless":
		return '⋘'
	case "muchgreater":
		return '⋙'
	case "circleminus":
		return '⊝'
	case "notlessorslnteql", "notlessdblequal":
		return '≰'
	case "notgreaterorslnteql", "notgreaterdblequal":
		return '≱'
	case "notsubsetoreql":
		return '⊊'
	case "notsupersetoreql":
		return '⊋'
	case "notsubsetordbleql":
		return '⊈'
	case "notsupersetordbleql":
		return '⊉'
	case "subsetornoteql":
		return '⫋'
	case "supersetornoteql":
		return '⫌'
	case "followsorequal":
		return '⪸'
	case "precedesorequal":
		return '⪷'
	case "Digamma":
		return 'ϝ'
	case "kappa":
		return 'ϰ'
	}
	return 0
}

// signOf returns the mathematical meaning of a name that the glyph list does not have, or has with
// another meaning.
func signOf(name string) (layout.MathChar, bool) {
	i, ok := slices.BinarySearchFunc(signs[:], name, func(s [2]string, name string) int { return strings.Compare(s[0], name) })
	if !ok {
		return layout.MathChar{}, false
	}
	r, n := utf8.DecodeRuneInString(signs[i][1])
	c := layout.MathChar{Char: r}
	if p := signs[i][1][n:]; p != "" {
		c.Piece = layout.Piece(1 + strings.IndexByte(pieceLetters, p[0]))
	}
	return c, true
}

// pieceLetters has a letter for each piece from Top on, as used in signs.
const pieceLetters = "tmbxlrch"

// signs has names in order, each with its character and the letter of its piece: names of TeX's fonts as their
// encodings were published, of AMS fonts, of fonts that follow them, and of fonts that number Pi fonts.
//
// cmex10 has four tips for level braces, which serve for both braces:
//
//	over   ⏞l ____ ⏟r ⏟l ____ ⏞r       under  ⏟l       ⏞r ⏞l       ⏟r
//	       .-------'  '-------.               '-------.  .-------'
var signs = [...][2]string{
	{"Bbbk", "𝕜"}, {"Ifractur", "ℑ"}, {"Im", "ℑ"}, {"Leftarrow", "⇐"}, {"Leftrightarrow", "⇔"}, {"Re", "ℜ"}, {"Rfractur", "ℜ"}, {"Rightarrow", "⇒"},
	{"Upsilon1", "ϒ"}, {"Vdash", "⊩"}, {"Vert", "‖"}, {"Vvdash", "⊪"}, {"acute", "\u0301"}, {"acuteacc", "\u0301"}, {"aleph", "ℵ"},
	{"ampersandmath", "&"}, {"angbracketleft", "⟨"}, {"angbracketright", "⟩"}, {"anglebracketleft", "⟨"}, {"anglebracketright", "⟩"}, {"angleleft", "⟨"},
	{"angleright", "⟩"}, {"approx", "≈"}, {"arrowbt", "↓b"}, {"arrowdblbt", "⇓b"}, {"arrowdbltp", "⇑t"}, {"arrowhookleft", "↪"}, {"arrowhookright", "↩"},
	{"arrowhorizex", "→h"}, {"arrowtp", "↑t"}, {"arrowvertex", "|x"}, {"arrowvertexdbl", "‖x"}, {"arrowvertexup", "↑x"}, {"asciicircum", "\u0302"},
	{"asciitilde", "~"}, {"ast", "∗"}, {"asteriskmath", "∗"}, {"backslash", "\\"}, {"bar", "|"}, {"baracc", "\u0304"}, {"bardbl", "‖"},
	{"bardblex", "‖x"}, {"barex", "|x"}, {"barover", "\u0304"}, {"because", "∵"}, {"beth", "ℶ"}, {"blacklozenge", "⧫"}, {"blacksquare", "■"},
	{"bot", "⊥"}, {"bowtie", "⋈"}, {"boxdot", "⊡"}, {"boxminus", "⊟"}, {"boxplus", "⊞"}, {"boxtimes", "⊠"}, {"braceex", "{x"}, {"bracehext", "⏞h"},
	{"bracehtipdownleft", "⏞l"}, {"bracehtipdownright", "⏞r"}, {"bracehtipupleft", "⏟l"}, {"bracehtipupright", "⏟r"}, {"braceleft", "{"},
	{"braceleftbt", "{b"}, {"braceleftex", "{x"}, {"braceleftmid", "{m"}, {"bracelefttp", "{t"}, {"braceright", "}"}, {"bracerightbt", "}b"},
	{"bracerightex", "}x"}, {"bracerightmid", "}m"}, {"bracerighttp", "}t"}, {"bracketdblleft", "⟦"}, {"bracketdblright", "⟧"}, {"bracketleft", "["},
	{"bracketleftbt", "[b"}, {"bracketleftex", "[x"}, {"bracketlefttp", "[t"}, {"bracketright", "]"}, {"bracketrightbt", "]b"}, {"bracketrightex", "]x"},
	{"bracketrighttp", "]t"}, {"breve", "\u0306"}, {"breveacc", "\u0306"}, {"bullet", "∙"}, {"cap", "∩"}, {"caron", "\u030C"}, {"cdot", "⋅"},
	{"checkacc", "\u030C"}, {"checkmark", "✓"}, {"checkwide", "\u030C"}, {"circ", "∘"}, {"circledot", "⊙"}, {"circlemultiply", "⊗"}, {"circleplus", "⊕"},
	{"circumflex", "\u0302"}, {"colon", ":"}, {"coloneq", "≔"}, {"colonequal", "≔"}, {"comma", ","}, {"complement", "∁"}, {"cong", "≅"},
	{"contintegral", "∮"}, {"coproduct", "∐"}, {"cup", "∪"}, {"daleth", "ℸ"}, {"dashv", "⊣"}, {"dblverticalbar", "‖"}, {"ddddot", "\u20DC"},
	{"dddot", "\u20DB"}, {"dddotacc", "\u20DB"}, {"ddotacc", "\u0308"}, {"dieresis", "\u0308"}, {"digamma", "ϝ"}, {"divides", "∣"}, {"dotacc", "\u0307"},
	{"dotaccent", "\u0307"}, {"dotmath", "⋅"}, {"dotsint", "∫"}, {"downarrow", "↓"}, {"element", "∈"}, {"ell", "ℓ"}, {"emptyset", "∅"},
	{"emptysetstress", "∅"}, {"epsilon", "ε"}, {"epsilon1", "ϵ"}, {"eqcolon", "≕"}, {"equal", "="}, {"equalcolon", "≕"}, {"equiv", "≡"}, {"eth", "ð"},
	{"exclam", "!"}, {"exists", "∃"}, {"flat", "♭"}, {"forall", "∀"}, {"geq", "≥"}, {"geqslant", "⩾"}, {"gg", "≫"}, {"gimel", "ℷ"}, {"gradient", "∇"},
	{"grave", "\u0300"}, {"graveacc", "\u0300"}, {"greater", ">"}, {"greaterequal", "≥"}, {"greaterequalslant", "⩾"}, {"greaterorequalslant", "⩾"},
	{"harpoonleftright", "⇌"}, {"harpoonrightleft", "⇋"}, {"hatacc", "\u0302"}, {"hatwide", "\u0302"}, {"hatwidebig", "\u0302"}, {"hatwider", "\u0302"},
	{"hatwidest", "\u0302"}, {"hbar", "ℏ"}, {"hookleftarrow", "↩"}, {"hookrightarrow", "↪"}, {"hslash", "ℏ"}, {"hungarumlaut", "\u030B"},
	{"hyphenmath", "−"}, {"iiiint", "⨌"}, {"iiiinteg", "⨌"}, {"iiint", "∭"}, {"iiinteg", "∭"}, {"iint", "∬"}, {"iinteg", "∬"}, {"in", "∈"},
	{"infinity", "∞"}, {"infty", "∞"}, {"integral", "∫"}, {"integralbt", "∫b"}, {"integralex", "∫x"}, {"integraltp", "∫t"}, {"intersectionsq", "⊓"},
	{"kappa1", "ϰ"}, {"langle", "⟨"}, {"latticetop", "⊤"}, {"lbrace", "{"}, {"lbrack", "["}, {"lceil", "⌈"}, {"leftarrow", "←"},
	{"leftharpoondown", "↽"}, {"leftharpoonup", "↼"}, {"leftrightarrow", "↔"}, {"leftrightharpoons", "⇋"}, {"leq", "≤"}, {"leqslant", "⩽"},
	{"less", "<"}, {"lessequal", "≤"}, {"lessequalslant", "⩽"}, {"lessorequalslant", "⩽"}, {"lfloor", "⌊"}, {"ll", "≪"}, {"llbracket", "⟦"},
	{"longleftarrow", "⟵"}, {"longrightarrow", "⟶"}, {"lozenge", "◊"}, {"lscript", "ℓ"}, {"ltimes", "⋉"}, {"macron", "\u0304"}, {"maltese", "✠"},
	{"mapsto", "↦"}, {"mapstochar", "↦"}, {"mho", "℧"}, {"minus", "−"}, {"minusmath", "−"}, {"minute", "′"}, {"models", "⊨"}, {"mp", "∓"},
	{"nabla", "∇"}, {"natural", "♮"}, {"negationslash", "\u0338"}, {"nelement", "∉"}, {"neq", "≠"}, {"nequal", "≠"}, {"nexists", "∄"}, {"ni", "∋"},
	{"notelement", "∉"}, {"notequal", "≠"}, {"notowner", "∌"}, {"nsubset", "⊄"}, {"nsuperset", "⊅"}, {"odot", "⊙"}, {"oiiint", "∰"}, {"oiiinteg", "∰"},
	{"oiint", "∯"}, {"oiinteg", "∯"}, {"oint", "∮"}, {"ominus", "⊖"}, {"openbullet", "∘"}, {"oplus", "⊕"}, {"oslash", "⊘"}, {"otimes", "⊗"},
	{"overbar", "\u0304"}, {"overline", "\u0305"}, {"overscore", "\u0304"}, {"owner", "∋"}, {"parenleft", "("}, {"parenleftbt", "(b"},
	{"parenleftex", "(x"}, {"parenlefttp", "(t"}, {"parenright", ")"}, {"parenrightbt", ")b"}, {"parenrightex", ")x"}, {"parenrighttp", ")t"},
	{"partialdiff", "∂"}, {"period", "."}, {"periodcentered", "⋅"}, {"perp", "⊥"}, {"perpendicular", "⊥"}, {"phi", "φ"}, {"phi1", "ϕ"}, {"pi1", "ϖ"},
	{"planckover2pi", "ℏ"}, {"planckover2pi1", "ℏ"}, {"plus", "+"}, {"pm", "±"}, {"prec", "≺"}, {"preceq", "⪯"}, {"prime", "′"}, {"prime1", "′"},
	{"primemath", "′"}, {"product", "∏"}, {"propersubset", "⊂"}, {"propersuperset", "⊃"}, {"radical", "√"}, {"radicalbt", "√b"}, {"radicalex", "‾h"},
	{"radicallow", "√"}, {"radicaltp", "√t"}, {"radicalvertex", "√x"}, {"rangle", "⟩"}, {"rbrace", "}"}, {"rbrack", "]"}, {"rceil", "⌉"},
	{"reflexsubset", "⊆"}, {"reflexsuperset", "⊇"}, {"rfloor", "⌋"}, {"rho1", "ϱ"}, {"rightarrow", "→"}, {"rightharpoondown", "⇁"},
	{"rightharpoonup", "⇀"}, {"rightleftharpoons", "⇌"}, {"ring", "\u030A"}, {"ringacc", "\u030A"}, {"rrbracket", "⟧"}, {"rtimes", "⋊"}, {"second", "″"},
	{"semicolon", ";"}, {"sharp", "♯"}, {"sigma1", "ς"}, {"sim", "∼"}, {"simeq", "≃"}, {"simequal", "≅"}, {"similar", "∼"}, {"slash", "/"},
	{"slashaccent", "\u0338"}, {"square", "□"}, {"star", "⋆"}, {"subset", "⊂"}, {"subseteq", "⊆"}, {"succ", "≻"}, {"succeq", "⪰"}, {"suchthat", "∋"},
	{"summation", "∑"}, {"supset", "⊃"}, {"supseteq", "⊇"}, {"therefore", "∴"}, {"theta1", "ϑ"}, {"tie", "\u0361"}, {"tilde", "\u0303"},
	{"tildeacc", "\u0303"}, {"tildemath", "∼"}, {"tildewide", "\u0303"}, {"tildewidebig", "\u0303"}, {"tildewider", "\u0303"}, {"tildewidest", "\u0303"},
	{"times", "×"}, {"to", "→"}, {"top", "⊤"}, {"triangleq", "≜"}, {"unionmulti", "⊎"}, {"unionorlogical", "∪"}, {"unionsq", "⊔"}, {"uparrow", "↑"},
	{"vDash", "⊨"}, {"varepsilon", "ε"}, {"varkappa", "ϰ"}, {"varnothing", "∅"}, {"varphi", "φ"}, {"varpi", "ϖ"}, {"varrho", "ϱ"}, {"varsigma", "ς"},
	{"vartheta", "ϑ"}, {"vdash", "⊢"}, {"vec", "\u20D7"}, {"vector", "\u20D7"}, {"vectoraccent", "\u20D7"}, {"vee", "∨"}, {"vert", "|"},
	{"verticalbar", "|"}, {"vextenddouble", "‖x"}, {"vextendsingle", "|x"}, {"wedge", "∧"}, {"weierstrass", "℘"}, {"wp", "℘"},
}
