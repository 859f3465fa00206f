package font

import "sync"

// TeXEncoding is an encoding of TeX's mathematical fonts.
type TeXEncoding uint8

const (
	NoTeX        TeXEncoding = iota
	TeXLetters               // OML: cmmi
	TeXSymbols               // OMS: cmsy
	TeXExtension             // OMX: cmex
	TeXFirstAMS              // msam
	TeXSecondAMS             // msbm
)

// Char returns the character of a code, or 0 for none. A piece of a large sign is the Unicode
// character for that piece, or else the sign.
func (e TeXEncoding) Char(code byte) rune {
	if int(code) >= texCodes {
		return 0
	}
	return texCharTables()[e][code]
}

// texCodes is the number of codes of TeX's mathematical fonts.
const texCodes = 128

var texCharTables = sync.OnceValue(func() *[TeXSecondAMS + 1][texCodes]rune {
	t := new([TeXSecondAMS + 1][texCodes]rune)
	for e, chars := range [...]string{TeXLetters: omlChars, TeXSymbols: omsChars, TeXExtension: omxChars, TeXFirstAMS: amsAChars, TeXSecondAMS: amsBChars} {
		code := 0
		for _, r := range chars {
			switch r {
			case '\n':
				continue
			case ' ': // no character
			default:
				t[e][code] = r
			}
			code++
		}
	}
	return t
})

// The encodings as published in "The TeXbook" (appendix F) and by the AMS, sixteen codes a line. A
// space stands for no character.

// omlChars has the characters of OML.
const omlChars = `
ΓΔΘΛΞΠΣΥΦΨΩαβγδϵ
ζηθικλμνξπρστυφχ
ψωεϑϖϱςϕ↼↽⇀⇁↪↩▷◁
0123456789.,</>⋆
∂ABCDEFGHIJKLMNO
PQRSTUVWXYZ♭♮♯⌣⌢
ℓabcdefghijklmno
pqrstuvwxyzıȷ℘` + "\u20D7\u0361"

// omsChars has the characters of OMS.
const omsChars = `
−·×∗÷⋄±∓⊕⊖⊗⊘⊙©◦•
≍≡⊆⊇≤≥⪯⪰∼≈⊂⊃≪≫≺≻
←→↑↓↔↗↘≃⇐⇒⇑⇓⇔↖↙∝
′∞∈∋△▽` + "\u0338" + `↦∀∃¬∅ℜℑ⊤⊥
ℵABCDEFGHIJKLMNO
PQRSTUVWXYZ∪∩⊎∧∨
⊢⊣⌊⌋⌈⌉{}⟨⟩|‖↕⇕\≀
√∐∇∫⊔⊓⊑⊒§†‡¶♣♦♥♠`

// omxChars has the characters of OMX.
const omxChars = `
()[]⌊⌋⌈⌉{}⟨⟩|‖/\
()()[]⌊⌋⌈⌉{}⟨⟩/\
()[]⌊⌋⌈⌉{}⟨⟩/\/\
⎛⎞⎡⎤⎣⎦⎢⎥⎧⎫⎩⎭⎨⎬⎪⏐
⎝⎠⎜⎟⟨⟩⨆⨆∮∮⨀⨀⨁⨁⨂⨂
∑∏∫⋃⋂⨄⋀⋁∑∏∫⋃⋂⨄⋀⋁
∐∐` + "\u0302\u0302\u0302\u0303\u0303\u0303" + `[]⌊⌋⌈⌉{}
√√√√√√√‖↑↓⏞⏞⏟⏟⇑⇓`

// amsAChars has the characters of msam.
const amsAChars = `
⊡⊞⊠□■·◊⧫↻↺⇌⇋⊟⊩⊪⊨
↠↞⇇⇉⇈⇊↾⇂↿⇃↣↢⇆⇄↰↱
⇝↭↫↬≗≿≳⪆⊸∴∵≑≜≾≲⪅
⪕⪖⋞⋟≼≦⩽≶‵ ≓≒≽≧⩾≷
⊏⊐⊳⊲⊵⊴★≬▼▶◀⇢⇠△▲▽
≖⋚⋛⪋⪌¥⇛⇚✓⊻⊼⌆∠∡∢∝
⌣⌢⋐⋑⋓⋒⋏⋎⋋⋌⫅⫆≏≎⋘⋙
⌜⌝®Ⓢ⋔∔∽⋍⌞⌟✠∁⊺⊚⊛⊝`

// amsBChars has the characters of msbm.
const amsBChars = `
≨≩≰≱≮≯⊀⊁≨≩≰≱⪇⪈⋠⋡
⋨⋩⋦⋧≰≱⪵⪶⪹⪺⪉⪊≁≇╱╲
⊊⊋⊈⊉⫋⫌⫋⫌⊊⊋⊈⊉∦∤∤∦
⊬⊮⊭⊯⋭⋬⋪⋫↚↛⇍⇏⇎↮⋇∅
∄𝔸𝔹ℂ𝔻𝔼𝔽𝔾ℍ𝕀𝕁𝕂𝕃𝕄ℕ𝕆
ℙℚℝ𝕊𝕋𝕌𝕍𝕎𝕏𝕐ℤ` + "\u0302\u0302\u0303\u0303 " + `
Ⅎ⅁    ℧ð≂ℶℷℸ⋖⋗⋉⋊
∣∥∖∼≈≊⪸⪷↶↷ϝϰ𝕜ℏℏ϶`
