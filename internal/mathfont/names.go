package mathfont

import (
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/layout"
)

// ofName is what a glyph is by its name: TeX's names, those of OpenType fonts of
// mathematics with their sizes and parts, letters with the name of their alphabet, and at
// last what the name means in text. sized says that the name is that of a size or of a
// part, as only fonts of mathematics have them.
//
//	summationdisplay  parenleftbigg  bracketlefttp  radicalBigg  hatwider   TeX
//	parenleft.size2   uni23DE.lt     integral.sl    u1D6FC.ssty             OpenType
//	Acal  Rbbb  gfrak                                                       alphabets
func ofName(name string) (c layout.MathChar, sized, ok bool) {
	if len(name) > maxName {
		return c, false, false
	}
	if c, ok := signs()[name]; ok {
		return c, c.Piece != layout.Whole, true
	}
	if base, variant, found := strings.Cut(name, "."); found && base != "" {
		c, _, ok = ofName(base)
		piece, part := partNames[variant]
		if part && ok && c.Piece == layout.Whole {
			c.Piece = pieceOf(c.Char, piece)
		}
		return c, part || sizeName(variant), ok
	}
	uncounted := strings.TrimRight(name, "0123456789A") // parenlefttpA
	if c, ok := signs()[uncounted]; ok && len(uncounted) > shortName {
		return c, true, true // hatwide4
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

// piRune is the character of a glyph that the Pi fonts of Linotype number: Greek letters in
// a row, and the signs of mathematics; 0 for none.
func piRune(name string) rune {
	const capitals, small, omegas = 9001, 9251, 24
	digits, ok := strings.CutPrefix(name, "H")
	n, err := strconv.Atoi(digits)
	switch {
	case !ok || err != nil:
	case n >= capitals && n < capitals+omegas:
		return []rune("ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ")[n-capitals]
	case n >= small && n <= small+omegas:
		return []rune("αβγδεζηθικλμνξοπρσςτυφχψω")[n-small]
	}
	return piSigns[n]
}

var piSigns = map[int]rune{
	11001: '+', 11002: '−', 11003: '×', 11004: '÷', 11005: '=', 11006: '±', 11011: '∼', 11015: '≈', 11021: '<', 11022: '>',
	11032: '′', 11033: '″', 11034: '°', 11349: '≤', 11350: '≥',
}

// shortName is the length of names that may begin with anything: in2, to1.
const shortName = 3

// maxName is twice the 63 characters that the specification of the glyph list allows.
const maxName = 128

// ofMeaning is what a name means by the glyph list.
func ofMeaning(name string) (layout.MathChar, bool) {
	text := font.NameText(name)
	r, n := utf8.DecodeRuneInString(text)
	if n == 0 || n != len(text) || isPrivate(r) {
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

// sizes end the names of the sizes of a sign, longest first: those of cmex10 and of its
// kin, which count them too (parenleftbig4).
var sizes = [...]string{"display", "widest", "bigg", "Bigg", "wider", "text", "wide", "disp", "big", "Big"}

// sizeName reports whether what follows the dot of a name is a size, and not a style, as in
// a.alt and one.taboldstyle.
func sizeName(variant string) bool {
	switch strings.TrimRight(variant, "0123456789") {
	case "size", "v", "s", "big", "bigg", "Big", "Bigg", "display", "disp", "dsp", "large", "vsize", "hsize", "grow":
		return true
	}
	return strings.HasPrefix(variant, "size")
}

// largeOf is the large operator that a size of an operator in cmex10 is: a union that
// stands before what it unites is another character than one between two sets.
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

// partNames are the names of parts in OpenType fonts, by what follows the dot.
var partNames = map[string]partName{
	"tp": endPart, "top": endPart, "t": endPart, "up": endPart, "upper": endPart,
	"bt": startPart, "bot": startPart, "bottom": startPart, "b": startPart, "dn": startPart, "lower": startPart,
	"lt": startPart, "left": startPart, "l": startPart, "lft": startPart,
	"rt": endPart, "right": endPart, "r": endPart, "rgt": endPart,
	"md": middlePart, "mid": middlePart, "middle": middlePart, "m": middlePart, "mdl": middlePart, "center": middlePart, "ctr": middlePart,
	"ex": extender, "ext": extender, "extender": extender, "x": extender, "rep": extender,
}

// partName is where along a large sign a part stands, upright or level.
type partName uint8

const (
	startPart  partName = iota // the lower or the left end
	endPart                    // the upper or the right end
	middlePart                 //
	extender
)

// partSuffixes end the names of parts in TeX's fonts.
var partSuffixes = [...]struct {
	suffix string
	piece  partName
}{{"tp", endPart}, {"bt", startPart}, {"mid", middlePart}, {"ex", extender}, {"ext", extender}}

// pieceOf is the part of sign r: level signs have left and right ends, others upper and
// lower ones.
func pieceOf(r rune, p partName) layout.Piece {
	if isLevel(r) {
		return [...]layout.Piece{layout.LeftEnd, layout.RightEnd, layout.Centre, layout.LevelExtender}[p]
	}
	return [...]layout.Piece{layout.Bottom, layout.Top, layout.Middle, layout.Extender}[p]
}

// isLevel reports whether a sign grows from left to right: level brackets, arrows, bars.
func isLevel(r rune) bool {
	return strings.ContainsRune("⏞⏟⏜⏝⏠⏡⎴⎵←→↔⇐⇒⇔↦↤↩↪↼↽⇀⇁⇋⇌⟵⟶⟷⟸⟹⟺⟼⇇⇉⇄⇆↞↠↢↣⇚⇛⭠⭢↚↛‾_¯=−─", r) || r >= 0x300 && r <= 0x36F || r >= 0x20D0 && r <= 0x20F0
}

func isLetterOrDigit(r rune) bool { return isLetter(r) || r >= '0' && r <= '9' }

// isLetter reports whether r is a plain letter that has alphabets: Latin or Greek.
func isLetter(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0x391 && r <= 0x3C9 && r != 0x3A2 ||
		r == 'ı' || r == 'ȷ' || r >= 'ϑ' && r <= 'ϖ' && r != 'ϒ' && r != 'ϓ' && r != 'ϔ' || r == 'ϰ' || r == 'ϱ' || r == 'ϵ' || r == 'ϝ' || r == 'Ϝ'
}

// amsSigns are the names that mean something else in the fonts of the AMS and those that
// follow them than elsewhere.
var amsSigns = sync.OnceValue(func() map[string]rune {
	words := strings.Fields(amsNames)
	m := make(map[string]rune, len(words)/2)
	for i := 0; i+1 < len(words); i += 2 {
		m[words[i]], _ = utf8.DecodeRuneInString(words[i+1])
	}
	return m
})

const amsNames = `
diamond ◊ diamondsolid ⧫ dblarrowleft ⇇ dblarrowright ⇉ equalorless ⪕ equalorgreater ⪖ triangleright ⊳ triangleleft ⊲ star ★
arrowaxisright ⇢ arrowaxisleft ⇠ perpcorrespond ⌆ muchless ⋘ muchgreater ⋙ circleminus ⊝
notlessorslnteql ≰ notgreaterorslnteql ≱ notlessdblequal ≰ notgreaterdblequal ≱ notsubsetoreql ⊊ notsupersetoreql ⊋
notsubsetordbleql ⊈ notsupersetordbleql ⊉ subsetornoteql ⫋ supersetornoteql ⫌ followsorequal ⪸ precedesorequal ⪷ Digamma ϝ kappa ϰ`

// signs are the names that mean in mathematics what the glyph list does not know, or knows
// otherwise.
var signs = sync.OnceValue(func() map[string]layout.MathChar {
	words := strings.Fields(signNames)
	m := make(map[string]layout.MathChar, len(words)/2)
	for i := 0; i+1 < len(words); i += 2 {
		r, n := utf8.DecodeRuneInString(words[i+1])
		c := layout.MathChar{Char: r}
		if p := words[i+1][n:]; p != "" {
			c.Piece = layout.Piece(1 + strings.IndexByte(pieceLetters, p[0]))
		}
		m[words[i]] = c
	}
	return m
})

// pieceLetters stand for the pieces from Top on in signNames.
const pieceLetters = "tmbxlrch"

// signNames are names, each with its character and the letter of its piece: those of TeX's
// fonts as their encodings are published, of AMS fonts, of the fonts that follow them, and
// those that number Pi fonts.
//
// The tips of level braces are those that cmex10 has, four for both:
//
//	over   ⏞l ____ ⏟r ⏟l ____ ⏞r       under  ⏟l       ⏞r ⏞l       ⏟r
//	       .-------'  '-------.               '-------.  .-------'
const signNames = `
parenlefttp (t parenleftbt (b parenleftex (x parenrighttp )t parenrightbt )b parenrightex )x
bracketlefttp [t bracketleftbt [b bracketleftex [x bracketrighttp ]t bracketrightbt ]b bracketrightex ]x
bracelefttp {t braceleftmid {m braceleftbt {b bracerighttp }t bracerightmid }m bracerightbt }b braceex {x braceleftex {x bracerightex }x
radicaltp √t radicalvertex √x radicalbt √b radicalex ‾h integraltp ∫t integralbt ∫b integralex ∫x
arrowvertex |x arrowvertexdbl ‖x vextendsingle |x vextenddouble ‖x barex |x bardblex ‖x arrowhorizex →h arrowvertexup ↑x
arrowtp ↑t arrowbt ↓b arrowdbltp ⇑t arrowdblbt ⇓b
bracehtipdownleft ⏞l bracehtipdownright ⏞r bracehtipupleft ⏟l bracehtipupright ⏟r bracehext ⏞h
harpoonleftright ⇌ harpoonrightleft ⇋
mapsto ↦ mapstochar ↦ arrowhookleft ↪ arrowhookright ↩
minus − hyphenmath − minusmath − asteriskmath ∗ periodcentered ⋅ dotmath ⋅ openbullet ∘ bullet ∙ star ⋆ bar | bardbl ‖ backslash \
dblverticalbar ‖ verticalbar | slash / divides ∣ radical √ radicallow √ gradient ∇ nabla ∇ prime ′ minute ′ second ″ primemath ′
prime1 ′ vector ⃗ vectoraccent ⃗ angleleft ⟨ angleright ⟩ anglebracketleft ⟨ anglebracketright ⟩ angbracketleft ⟨ angbracketright ⟩
similar ∼ tildemath ∼ simequal ≃ nequal ≠ notequal ≠ nelement ∉ notelement ∉ notowner ∌ nsubset ⊄ nsuperset ⊅ emptysetstress ∅ emptyset ∅
epsilon1 ϵ epsilon ε theta1 ϑ pi1 ϖ rho1 ϱ sigma1 ς phi1 ϕ phi φ kappa1 ϰ Upsilon1 ϒ
varepsilon ε vartheta ϑ varpi ϖ varrho ϱ varsigma ς varphi φ varkappa ϰ digamma ϝ
lscript ℓ weierstrass ℘ Rfractur ℜ Ifractur ℑ aleph ℵ partialdiff ∂ infinity ∞ infty ∞ planckover2pi ℏ planckover2pi1 ℏ hslash ℏ
summation ∑ product ∏ coproduct ∐ integral ∫ contintegral ∮ iinteg ∬ iiinteg ∭ iiiinteg ⨌ oiinteg ∯ oiiinteg ∰ oint ∮
iint ∬ iiint ∭ iiiint ⨌ oiint ∯ oiiint ∰ dotsint ∫ unionmulti ⊎ unionsq ⊔ intersectionsq ⊓ circleplus ⊕ circlemultiply ⊗ circledot ⊙
unionorlogical ∪ propersubset ⊂ propersuperset ⊃ reflexsubset ⊆ reflexsuperset ⊇ element ∈ owner ∋ suchthat ∋ perpendicular ⊥ latticetop ⊤
hatwide ̂ hatwider ̂ hatwidest ̂ tildewide ̃ tildewider ̃ tildewidest ̃ hatwidebig ̂ tildewidebig ̃ checkwide ̌ breve ̆
circumflex ̂ asciicircum ̂ tilde ̃ asciitilde ~ macron ̄ overscore ̄ dotaccent ̇ dieresis ̈ ring ̊ caron ̌ acute ́ grave ̀ hungarumlaut ̋
hatacc ̂ tildeacc ̃ dotacc ̇ ddotacc ̈ dddotacc ⃛ vec ⃗ baracc ̄ acuteacc ́ graveacc ̀ breveacc ̆ checkacc ̌ ringacc ̊ overline ̅ overbar ̄ dddot ⃛ ddddot ⃜ negationslash ̸ slashaccent ̸ barover ̄ tie ͡
ampersandmath & lessequal ≤ greaterequal ≥ lessorequalslant ⩽ greaterorequalslant ⩾ lessequalslant ⩽ greaterequalslant ⩾
leq ≤ geq ≥ leqslant ⩽ geqslant ⩾ neq ≠ approx ≈ sim ∼ simeq ≃ cong ≅ equiv ≡ prec ≺ succ ≻ preceq ⪯ succeq ⪰ ll ≪ gg ≫ subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇
in ∈ ni ∋ forall ∀ exists ∃ nexists ∄ wedge ∧ vee ∨ cap ∩ cup ∪ oplus ⊕ otimes ⊗ odot ⊙ ominus ⊖ oslash ⊘ times × cdot ⋅ circ ∘ ast ∗ pm ± mp ∓
to → rightarrow → leftarrow ← leftrightarrow ↔ uparrow ↑ downarrow ↓ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ hookrightarrow ↪ hookleftarrow ↩
longrightarrow ⟶ longleftarrow ⟵ rightharpoonup ⇀ rightharpoondown ⇁ leftharpoonup ↼ leftharpoondown ↽ rightleftharpoons ⇌ leftrightharpoons ⇋
langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ lbrace { rbrace } vert | Vert ‖ lbrack [ rbrack ] llbracket ⟦ rrbracket ⟧ bracketdblleft ⟦ bracketdblright ⟧
varnothing ∅ perp ⊥ top ⊤ bot ⊥ vdash ⊢ dashv ⊣ models ⊨ vDash ⊨ Vdash ⊩ Vvdash ⊪ triangleq ≜ coloneq ≔ eqcolon ≕ colonequal ≔ equalcolon ≕
hbar ℏ ell ℓ wp ℘ Re ℜ Im ℑ beth ℶ gimel ℷ daleth ℸ complement ∁ mho ℧ eth ð Bbbk 𝕜 ltimes ⋉ rtimes ⋊ bowtie ⋈ natural ♮ flat ♭ sharp ♯
lozenge ◊ blacklozenge ⧫ square □ blacksquare ■ boxplus ⊞ boxminus ⊟ boxtimes ⊠ boxdot ⊡ therefore ∴ because ∵ checkmark ✓ maltese ✠
less < greater > equal = plus + colon : semicolon ; comma , period . exclam ! parenleft ( parenright ) bracketleft [ bracketright ] braceleft { braceright }
`
