package font

// Typesetting programs of publishers put mathematical signs into fonts under the names of Latin
// letters, and the text has these letters: t þ 1 is shown as t + 1. The shape of the glyph tells
// the sign from the letter. No fraction is as flat as an equals sign, no thorn stays above the
// baseline, no letter is as narrow and high as a bracket:
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

// Shapes of signs, in ems. An equals sign is .13 to .37 high, the fraction ¼ at least .65. A plus
// sign is as wide as high within some hundredths, and reaches .08 to .15 below the baseline. þ
// reaches .2 below and is half as wide as high. Brackets are .15 to .35 wide and .95 to 1.1 high. Ð
// and Þ are at least .5 wide, and .7 high.
const (
	signFlat    = 0.45
	signSquare  = 0.12 // the greatest difference between width and height
	signWide    = 0.45
	signNarrow  = 0.42
	signBracket = 0.85
)

// signOf returns the mathematical sign that the glyph of code shows, if r is the letter that stands
// for it in such fonts and the glyph has the shape of the sign. Otherwise it returns r.
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

// Misnames reports whether name, that of the glyph that code shows, names a letter although the
// glyph paints a sign. Meaning returns the sign.
func (f *Font) Misnames(code uint32, name string) bool {
	r := nameText(name).r
	return r != 0 && f.signOf(code, r) != r
}
