package font

// Typesetting programs of publishers put the signs of mathematics into fonts under names of
// Latin letters, and write these letters as their text: t þ 1 is shown as t + 1. What the
// glyph paints tells: no fraction is as flat as an equals sign, no thorn stands above the
// baseline alone, no letter is as narrow and high as a bracket.
//
//	▌    │
//	▙▄   ─┼─
//	▌ █   │
//	▙▄    ·   þ reaches as far down as it is high; + stands on
//	▌         the axis
func misnamed(r rune) (sign rune, shape signShape) {
	switch r {
	case '¼':
		return '=', flatShape
	case 'þ':
		return '+', squareShape
	case 'ð':
		return '(', narrowShape
	case 'Þ':
		return ')', narrowShape
	case '½':
		return '[', narrowShape
	case 'Š':
		return ']', narrowShape
	}
	return 0, 0
}

type signShape uint8

const (
	flatShape signShape = iota
	squareShape
	narrowShape
)

// Shapes of signs, in ems. An equals sign is .13 to .37 high, the fraction ¼ from .65 on. A
// plus sign is as wide as it is high within some hundredths, and reaches .08 to .15 below the
// baseline; þ reaches .2, and is half as wide as high. Brackets are .15 to .35 wide and .95 to
// 1.1 high; Ð and Þ are at least .5 wide, and .7 high.
const (
	signFlat    = 0.45
	signSquare  = 0.12 // by which width and height differ
	signWide    = 0.45
	signNarrow  = 0.42
	signBracket = 0.85
)

// signOf is the sign of mathematics that the glyph of code shows, where r is the letter that
// stands for it in such fonts and the shape is the sign's. It is r in all other cases.
func (f *Font) signOf(code uint32, r rune) rune {
	sign, shape := misnamed(r)
	if sign == 0 || f.Type3 != nil {
		return r
	}
	low, high, ok := f.Box(code)
	if !ok {
		return r
	}
	w, h := high.X-low.X, high.Y-low.Y
	fits := false
	switch shape {
	case flatShape:
		fits = h < signFlat && w > h
	case squareShape:
		fits = w >= signWide && max(w-h, h-w) <= signSquare
	case narrowShape:
		fits = w <= signNarrow && h >= signBracket
	}
	if fits {
		return sign
	}
	return r
}

// Misnames reports whether name, that of the glyph that code shows, is that of a letter in place
// of the sign that it paints: Meaning is the sign.
func (f *Font) Misnames(code uint32, name string) bool {
	r := nameText(name).r
	return r != 0 && f.signOf(code, r) != r
}
