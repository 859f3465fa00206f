package mathfont

import (
	"strings"
	"sync"

	"github.com/pagelift/pagelift/layout"
)

// encoding says what the codes of a font mean that has one of the layouts that are known
// by heart: those of TeX's fonts of mathematics, as "The TeXbook" (appendix F) and the AMS
// publish them, and that of MathType's font of large signs.
type encoding uint8

const (
	noEncoding    encoding = iota
	mathLetters            // OML: cmmi
	mathSymbols            // OMS: cmsy
	mathExtension          // OMX: cmex
	amsA                   // msam
	amsB                   // msbm
	mtExtra                // MT Extra
)

// at is what code means.
func (e encoding) at(code uint32) (c layout.MathChar, ok bool) {
	if e == noEncoding || code > 127 {
		return c, false
	}
	c = encodings()[e][code]
	return c, c.Char != 0
}

// tables are the encodings by code.
type tables [mtExtra + 1][128]layout.MathChar

var encodings = sync.OnceValue(func() *tables {
	t := new(tables)
	t.fill(mathLetters, omlChars)
	t.fill(mathSymbols, omsChars)
	t.fill(mathExtension, omxChars)
	for code, piece := range omxPieces {
		t[mathExtension][code].Piece = layout.Piece(1 + strings.IndexRune(pieceLetters, piece))
	}
	t.fill(amsA, amsAChars)
	t.fill(amsB, amsBChars)
	for e := amsA; e <= amsB; e++ {
		for code := range t[e] {
			if c := &t[e][code]; c.Char != 0 {
				*c = ofRune(c.Char)
			}
		}
	}
	for _, s := range mtExtraChars {
		t[mtExtra][s.code] = s.char
	}
	return t
})

// fill puts characters into the table of e, code by code; a space stands for none.
func (t *tables) fill(e encoding, chars string) {
	code := 0
	for _, r := range chars {
		switch r {
		case '\n':
			continue
		case ' ':
		default:
			t[e][code].Char = r
		}
		code++
	}
}

// omlChars are the characters of OML by code, sixteen a line.
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
−⋅×∗÷⋄±∓⊕⊖⊗⊘⊙©∘∙
≍≡⊆⊇≤≥⪯⪰∼≈⊂⊃≪≫≺≻
←→↑↓↔↗↘≃⇐⇒⇑⇓⇔↖↙∝
′∞∈∋△▽` + "\u0338" + `↦∀∃¬∅ℜℑ⊤⊥
ℵABCDEFGHIJKLMNO
PQRSTUVWXYZ∪∩⊎∧∨
⊢⊣⌊⌋⌈⌉{}⟨⟩|‖↕⇕\≀
√∐∇∫⊔⊓⊑⊒§†‡¶♣♦♥♠`

// omxChars are those of OMX, and omxPieces the pieces that they are in pieceLetters.
const (
	omxChars = `
()[]⌊⌋⌈⌉{}⟨⟩|‖/\
()()[]⌊⌋⌈⌉{}⟨⟩/\
()[]⌊⌋⌈⌉{}⟨⟩/\/\
()[][][]{}{}{}{|
()()⟨⟩⨆⨆∮∮⨀⨀⨁⨁⨂⨂
∑∏∫⋃⋂⨄⋀⋁∑∏∫⋃⋂⨄⋀⋁
∐∐` + "\u0302\u0302\u0302\u0303\u0303\u0303" + `[]⌊⌋⌈⌉{}
√√√√√√√‖↑↓⏞⏞⏟⏟⇑⇓`

	omxPieces = "            xx  " +
		"                " +
		"                " +
		"ttttbbxxttbbmmxx" +
		"bbxx            " +
		"                " +
		"                " +
		"    bxtxtblrlrtb"
)

// amsAChars are the characters of msam by code, sixteen a line.
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

// mtExtraChars are those of MT Extra. Braces and arrows of accents are made of pieces.
var mtExtraChars = [...]struct {
	code byte
	char layout.MathChar
}{
	{0x23, layout.MathChar{Char: '\u0300'}}, {0x24, layout.MathChar{Char: '\u0302'}}, {0x25, layout.MathChar{Char: '\u0303'}},
	{0x26, layout.MathChar{Char: '\u0307'}},
	{0x31, layout.MathChar{Char: '⏞', Piece: layout.LeftEnd}}, {0x32, layout.MathChar{Char: '⏞', Piece: layout.Centre}},
	{0x33, layout.MathChar{Char: '⏞', Piece: layout.RightEnd}}, {0x34, layout.MathChar{Char: '⏞', Piece: layout.LevelExtender}},
	{0x36, layout.MathChar{Char: '⏟', Piece: layout.LeftEnd}}, {0x37, layout.MathChar{Char: '⏟', Piece: layout.Centre}},
	{0x38, layout.MathChar{Char: '⏟', Piece: layout.RightEnd}},
	{'C', layout.MathChar{Char: '∐'}}, {'I', layout.MathChar{Char: '⋂'}}, {'K', layout.MathChar{Char: '…'}}, {'L', layout.MathChar{Char: '⋯'}},
	{'M', layout.MathChar{Char: '⋮'}}, {'N', layout.MathChar{Char: '⋰'}}, {'O', layout.MathChar{Char: '⋱'}}, {'Q', layout.MathChar{Char: '∵'}},
	{'U', layout.MathChar{Char: '⋃'}}, {'`', layout.MathChar{Char: '‵'}}, {'a', layout.MathChar{Char: '↦'}}, {'b', layout.MathChar{Char: '↕'}},
	{'c', layout.MathChar{Char: '⇕'}}, {'h', layout.MathChar{Char: 'ℏ'}}, {'l', layout.MathChar{Char: 'ℓ'}}, {'m', layout.MathChar{Char: '∓'}},
	{'o', layout.MathChar{Char: '∘'}},
	{'r', layout.MathChar{Char: '\u20D7', Piece: layout.RightEnd}}, {'s', layout.MathChar{Char: '\u20D6', Piece: layout.LeftEnd}},
	{'u', layout.MathChar{Char: '\u20D7', Piece: layout.LevelExtender}},
	{'v', layout.MathChar{Char: '\u20D1'}},
}
