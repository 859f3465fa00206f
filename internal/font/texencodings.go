package font

import "sync"

// TeXEncoding is an encoding of TeX's fonts of mathematics.
type TeXEncoding uint8

const (
	NoTeX        TeXEncoding = iota
	TeXLetters               // OML: cmmi
	TeXSymbols               // OMS: cmsy
	TeXExtension             // OMX: cmex
	TeXFirstAMS              // msam
	TeXSecondAMS             // msbm
)

// Char is the character of a code, 0 for none. Pieces of large signs are those characters
// of Unicode where it has them, else the sign that they are pieces of.
func (e TeXEncoding) Char(code byte) rune {
	if int(code) >= texCodes {
		return 0
	}
	return texCharTables()[e][code]
}

// texCodes is how many codes TeX's fonts of mathematics have.
const texCodes = 128

var texCharTables = sync.OnceValue(func() *[TeXSecondAMS + 1][texCodes]rune {
	t := new([TeXSecondAMS + 1][texCodes]rune)
	for e, chars := range [...]string{TeXLetters: omlChars, TeXSymbols: omsChars, TeXExtension: omxChars, TeXFirstAMS: amsAChars, TeXSecondAMS: amsBChars} {
		code := 0
		for _, r := range chars {
			switch r {
			case '\n':
				continue
			case ' ': // none
			default:
				t[e][code] = r
			}
			code++
		}
	}
	return t
})

// The encodings as "The TeXbook" (appendix F) and the AMS publish them, sixteen codes a
// line; a space stands for none.

// omlChars are the characters of OML.
const omlChars = `
ΓΔΘΛΞΠΣΥΦΨΩαβγδϵ
ζηθικλμνξπρστυφχ
ψωεϑϖϱςϕ↼↽⇀⇁↪↩▷◁
0123456789.,</>⋆
∂ABCDEFGHIJKLMNO
PQRSTUVWXYZ♭♮♯⌣⌢
ℓabcdefghijklmno
pqrstuvwxyzıȷ℘` + "\u20D7\u0361"

// omsChars are those of OMS.
const omsChars = `
−·×∗÷⋄±∓⊕⊖⊗⊘⊙©◦•
≍≡⊆⊇≤≥⪯⪰∼≈⊂⊃≪≫≺≻
←→↑↓↔↗↘≃⇐⇒⇑⇓⇔↖↙∝
′∞∈∋△▽` + "\u0338" + `↦∀∃¬∅ℜℑ⊤⊥
ℵABCDEFGHIJKLMNO
PQRSTUVWXYZ∪∩⊎∧∨
⊢⊣⌊⌋⌈⌉{}⟨⟩|‖↕⇕\≀
√∐∇∫⊔⊓⊑⊒§†‡¶♣♦♥♠`

// omxChars are those of OMX.
const omxChars = `
()[]⌊⌋⌈⌉{}⟨⟩|‖/\
()()[]⌊⌋⌈⌉{}⟨⟩/\
()[]⌊⌋⌈⌉{}⟨⟩/\/\
⎛⎞⎡⎤⎣⎦⎢⎥⎧⎫⎩⎭⎨⎬⎪⏐
⎝⎠⎜⎟⟨⟩⨆⨆∮∮⨀⨀⨁⨁⨂⨂
∑∏∫⋃⋂⨄⋀⋁∑∏∫⋃⋂⨄⋀⋁
∐∐` + "\u0302\u0302\u0302\u0303\u0303\u0303" + `[]⌊⌋⌈⌉{}
√√√√√√√‖↑↓⏞⏞⏟⏟⇑⇓`

// amsAChars are those of msam.
const amsAChars = `
⊡⊞⊠□■·◊⧫↻↺⇌⇋⊟⊩⊪⊨
↠↞⇇⇉⇈⇊↾⇂↿⇃↣↢⇆⇄↰↱
⇝↭↫↬≗≿≳⪆⊸∴∵≑≜≾≲⪅
⪕⪖⋞⋟≼≦⩽≶‵ ≓≒≽≧⩾≷
⊏⊐⊳⊲⊵⊴★≬▼▶◀⇢⇠△▲▽
≖⋚⋛⪋⪌¥⇛⇚✓⊻⊼⌆∠∡∢∝
⌣⌢⋐⋑⋓⋒⋏⋎⋋⋌⫅⫆≏≎⋘⋙
⌜⌝®Ⓢ⋔∔∽⋍⌞⌟✠∁⊺⊚⊛⊝`

// amsBChars are those of msbm.
const amsBChars = `
≨≩≰≱≮≯⊀⊁≨≩≰≱⪇⪈⋠⋡
⋨⋩⋦⋧≰≱⪵⪶⪹⪺⪉⪊≁≇╱╲
⊊⊋⊈⊉⫋⫌⫋⫌⊊⊋⊈⊉∦∤∤∦
⊬⊮⊭⊯⋭⋬⋪⋫↚↛⇍⇏⇎↮⋇∅
∄𝔸𝔹ℂ𝔻𝔼𝔽𝔾ℍ𝕀𝕁𝕂𝕃𝕄ℕ𝕆
ℙℚℝ𝕊𝕋𝕌𝕍𝕎𝕏𝕐ℤ` + "\u0302\u0302\u0303\u0303 " + `
Ⅎ⅁    ℧ð≂ℶℷℸ⋖⋗⋉⋊
∣∥∖∼≈≊⪸⪷↶↷ϝϰ𝕜ℏℏ϶`
