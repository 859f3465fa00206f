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
	t := encodings()[e]
	return t[code], t[code].Char != 0
}

var encodings = sync.OnceValue(func() map[encoding]*[128]layout.MathChar {
	m := make(map[encoding]*[128]layout.MathChar)
	for e, names := range map[encoding]string{mathLetters: omlNames, mathSymbols: omsNames, mathExtension: omxNames} {
		t := new([128]layout.MathChar)
		for i, name := range strings.Fields(strings.NewReplacer("A-Z", upperCase, "a-z", lowerCase, "0-9", oldDigits).Replace(names)) {
			t[i], _, _ = ofName(name)
		}
		m[e] = t
	}
	for e, chars := range map[encoding]string{amsA: amsAChars, amsB: amsBChars} {
		t := new([128]layout.MathChar)
		i := 0
		for _, r := range chars {
			if r == '\n' {
				continue
			}
			if t[i] = ofRune(r); r == ' ' {
				t[i] = layout.MathChar{}
			}
			i++
		}
		m[e] = t
	}
	t := new([128]layout.MathChar)
	for _, s := range mtExtraChars {
		t[s.code] = s.char
	}
	m[mtExtra] = t
	return m
})

const (
	upperCase = "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z"
	lowerCase = "a b c d e f g h i j k l m n o p q r s t u v w x y z"
	oldDigits = "zero one two three four five six seven eight nine"
)

// omlNames are the glyphs of OML by code.
const omlNames = `
Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega alpha beta gamma delta epsilon1
zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi
psi omega epsilon theta1 pi1 rho1 sigma1 phi1 arrowlefttophalf arrowleftbothalf arrowrighttophalf arrowrightbothalf arrowhookleft arrowhookright triangleright triangleleft
0-9 period comma less slash greater star
partialdiff A-Z flat natural sharp slurbelow slurabove
lscript a-z dotlessi dotlessj weierstrass vector tie`

// omsNames are those of OMS.
const omsNames = `
minus periodcentered multiply asteriskmath divide diamondmath plusminus minusplus circleplus circleminus circlemultiply circledivide circledot circlecopyrt openbullet bullet
equivasymptotic equivalence reflexsubset reflexsuperset lessequal greaterequal precedesequal followsequal similar approxequal propersubset propersuperset lessmuch greatermuch precedes follows
arrowleft arrowright arrowup arrowdown arrowboth arrownortheast arrowsoutheast similarequal arrowdblleft arrowdblright arrowdblup arrowdbldown arrowdblboth arrownorthwest arrowsouthwest proportional
prime infinity element owner triangle triangleinv negationslash mapsto universal existential logicalnot emptyset Rfractur Ifractur latticetop perpendicular
aleph A-Z union intersection unionmulti logicaland logicalor
turnstileleft turnstileright floorleft floorright ceilingleft ceilingright braceleft braceright angbracketleft angbracketright bar bardbl arrowbothv arrowdblbothv backslash wreathproduct
radical coproduct nabla integral unionsq intersectionsq subsetsqequal supersetsqequal section dagger daggerdbl paragraph club diamond heart spade`

// omxNames are those of OMX.
const omxNames = `
parenleftbig parenrightbig bracketleftbig bracketrightbig floorleftbig floorrightbig ceilingleftbig ceilingrightbig
braceleftbig bracerightbig angbracketleftbig angbracketrightbig vextendsingle vextenddouble slashbig backslashbig
parenleftBig parenrightBig parenleftbigg parenrightbigg bracketleftbigg bracketrightbigg floorleftbigg floorrightbigg
ceilingleftbigg ceilingrightbigg braceleftbigg bracerightbigg angbracketleftbigg angbracketrightbigg slashbigg backslashbigg
parenleftBigg parenrightBigg bracketleftBigg bracketrightBigg floorleftBigg floorrightBigg ceilingleftBigg ceilingrightBigg
braceleftBigg bracerightBigg angbracketleftBigg angbracketrightBigg slashBigg backslashBigg slashBig backslashBig
parenlefttp parenrighttp bracketlefttp bracketrighttp bracketleftbt bracketrightbt bracketleftex bracketrightex
bracelefttp bracerighttp braceleftbt bracerightbt braceleftmid bracerightmid braceex arrowvertex
parenleftbt parenrightbt parenleftex parenrightex angbracketleftBig angbracketrightBig unionsqtext unionsqdisplay
contintegraltext contintegraldisplay circledottext circledotdisplay circleplustext circleplusdisplay circlemultiplytext circlemultiplydisplay
summationtext producttext integraltext uniontext intersectiontext unionmultitext logicalandtext logicalortext
summationdisplay productdisplay integraldisplay uniondisplay intersectiondisplay unionmultidisplay logicalanddisplay logicalordisplay
coproducttext coproductdisplay hatwide hatwider hatwidest tildewide tildewider tildewidest
bracketleftBig bracketrightBig floorleftBig floorrightBig ceilingleftBig ceilingrightBig braceleftBig bracerightBig
radicalbig radicalBig radicalbigg radicalBigg radicalbt radicalvertex radicaltp arrowvertexdbl
arrowtp arrowbt bracehtipdownleft bracehtipdownright bracehtipupleft bracehtipupright arrowdbltp arrowdblbt`

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
