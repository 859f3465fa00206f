package mathfont

import (
	"strings"
	"sync"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/layout"
)

// encoding is one of the known layouts of codes: those of TeX's mathematical fonts, which package
// font has, and that of MathType's font of large signs.
type encoding font.TeXEncoding

const (
	noEncoding    = encoding(font.NoTeX)
	mathLetters   = encoding(font.TeXLetters)
	mathSymbols   = encoding(font.TeXSymbols)
	mathExtension = encoding(font.TeXExtension)
	amsA          = encoding(font.TeXFirstAMS)
	amsB          = encoding(font.TeXSecondAMS)
	mtExtra       = amsB + 1 // MT Extra
)

// at returns the meaning of code.
func (e encoding) at(code uint32) (c layout.MathChar, ok bool) {
	if e == noEncoding || code > 127 {
		return c, false
	}
	c = encodings()[e][code]
	return c, c.Char != 0
}

// tex returns e as an encoding of TeX, or NoTeX when it is none.
func (e encoding) tex() font.TeXEncoding {
	if e == mtExtra {
		return font.NoTeX
	}
	return font.TeXEncoding(e)
}

// operator returns the operator that a text sign is between letters of mathematics: a dot, a small disc.
func operator(r rune) rune {
	switch r {
	case '·':
		return '⋅'
	case '◦':
		return '∘'
	case '•':
		return '∙'
	}
	return r
}

// tables are the encodings, by code.
type tables [mtExtra + 1][128]layout.MathChar

var encodings = sync.OnceValue(func() *tables {
	t := new(tables)
	for e := mathLetters; e <= amsB; e++ {
		for code := range t[e] {
			switch r := e.tex().Char(byte(code)); {
			case r == 0:
			case e == amsA, e == amsB, r >= firstPiece && r <= lastPiece:
				t[e][code] = ofRune(r)
			default:
				t[e][code].Char = operator(r)
			}
		}
	}
	for code, piece := range omxPieces {
		t[mathExtension][code].Piece = layout.Piece(1 + strings.IndexRune(pieceLetters, piece))
	}
	for _, s := range mtExtraChars {
		t[mtExtra][s.code] = s.char
	}
	return t
})

// omxPieces has, for each code of OMX, the letter of its piece in pieceLetters.
const omxPieces = "            xx  " +
	"                " +
	"                " +
	"ttttbbxxttbbmmxx" +
	"bbxx            " +
	"                " +
	"                " +
	"    bxtxtblrlrtb"

// mtExtraChars has the characters of MT Extra. Braces and accent arrows are composed of pieces.
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
