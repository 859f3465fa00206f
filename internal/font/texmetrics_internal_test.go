package font

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// bitmapFont returns a font of dvips: a face of so many dots an em, with some of its codes.
func bitmapFont(face *texFace, em float64, codes []byte, moved func() float64) *simpleFont {
	s := &simpleFont{widths: make([]float32, 256)}
	for _, c := range codes {
		s.diffs = append(s.diffs, difference{c, fmt.Sprintf("a%d", c)})
		s.widths[c] = float32(max(1, math.Round(float64(face.widths[c])/texEm*em)+moved()))
	}
	return s
}

// textOrCork returns the encoding that numericNamesOf finds for codes.
func textOrCork(codes []byte) numericNames {
	var set [256]bool
	for _, c := range codes {
		set[c] = true
	}
	if isCork(&set) {
		return corkNames
	}
	return texNames
}

func TestEncodingsByWidths(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(97, 1))
	moved := func() float64 { // METAFONT moves one width in twenty by a dot
		if random.IntN(20) > 0 {
			return 0
		}
		return float64(2*random.IntN(2) - 1)
	}
	const more, enough = 4, 20                                 // how many codes mostly decide, and how many always do
	for _, em := range []float64{29.06, 41.51, 58.11, 83.02} { // 7 and 10 points at 300 and 600 dpi
		for size := 3; size <= 60; size += 1 + size/6 {
			left, found := 0, 0
			for i := range texFaces {
				face := &texFaces[i]
				var all []byte
				for c, w := range face.widths {
					if w > 0 {
						all = append(all, byte(c))
					}
				}
				random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
				codes := all[:min(size, len(all))]
				n := textOrCork(codes)
				got := bitmapFont(face, em, codes, moved).texEncodingOf(n, 1)
				switch {
				case face.encoding < letterNames:
					require.Less(t, got, letterNames, "face %d, em %g, codes %v", i, em, codes)
				case got == face.encoding:
					found++
				default:
					require.Equal(t, n, got, "face %d, em %g, codes %v", i, em, codes)
					left++
				}
			}
			if size >= enough {
				require.Zero(t, left, "em %g, %d codes", em, size)
			}
			if size >= more {
				require.Greater(t, found, left, "em %g, %d codes", em, size)
			}
		}
	}
}

// faceOf returns the first face of an encoding.
func faceOf(e numericNames) *texFace {
	i := slices.IndexFunc(texFaces[:], func(f texFace) bool { return f.encoding == e })
	return &texFaces[i]
}

func TestEncodingsOfFewCodes(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		face  numericNames
		codes string
		want  numericNames
	}{
		"minus":                         {symbolNames, "\x00", symbolNames},
		"bullet":                        {symbolNames, "\x0f", symbolNames},
		"inequalities":                  {symbolNames, "\x14\x15", symbolNames},
		"braces":                        {symbolNames, "fg", symbolNames},
		"chi":                           {letterNames, "\x1f", letterNames},
		"chi and k":                     {letterNames, "\x1fk", letterNames},
		"less and greater":              {letterNames, "<>", letterNames},
		"one code of letters":           {letterNames, "x", texNames},
		"digits":                        {texNames, "12", texNames},
		"a ligature":                    {texNames, "\x0bFe", texNames},
		"a ligature of T1":              {corkNames, "\x1cn", corkNames},
		"a ring and its letter":         {texNames, "\x17A", texNames},
		"a bar over a letter":           {texNames, "\x16x", texNames},
		"letters that may be fences":    {texNames, "fg", texNames},
		"four codes of one width":       {texNames, "0123", texNames},
		"codes that one encoding lacks": {corkNames, "\xc5", corkNames},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			codes := []byte(c.codes)
			s := bitmapFont(faceOf(c.face), 41.51, codes, func() float64 { return 0 })
			require.Equal(t, c.want, s.texEncodingOf(textOrCork(codes), 1))
		})
	}
}

// TestSizesThatAreKnown has widths that are not whole dots. Then the FontMatrix says how large an
// em is, and a theta is not taken for a low quotation mark.
func TestSizesThatAreKnown(t *testing.T) {
	t.Parallel()
	s := &simpleFont{diffs: []difference{{18, "a18"}}, widths: make([]float32, 19)}
	s.widths[18] = .3318
	require.Equal(t, texNames, s.texEncodingOf(texNames, .01095))
	s.widths[18] = .4694
	require.Equal(t, letterNames, s.texEncodingOf(texNames, .01095))
}

// TestWidthsOfNoFontOfTeX has fonts whose widths fit no font of TeX. They stay as they are.
func TestWidthsOfNoFontOfTeX(t *testing.T) {
	t.Parallel()
	s := &simpleFont{widths: make([]float32, 256)}
	require.Equal(t, texNames, s.texEncodingOf(texNames, 1), "no codes")
	for c := range 40 {
		s.diffs = append(s.diffs, difference{byte(c), fmt.Sprintf("a%d", c)}, difference{byte(c), notdef})
		s.widths[c] = float32(10 + c*7%31)
	}
	require.Equal(t, texNames, s.texEncodingOf(texNames, 1))
	for c := range s.widths {
		s.widths[c] = float32(math.NaN())
	}
	require.Equal(t, texNames, s.texEncodingOf(texNames, 1), "no widths")
}
