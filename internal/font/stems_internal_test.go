package font

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// letterOf returns letters whose upright stems have this width. Small letters are .5 ems high,
// capitals .7.
func letterOf(stem float32) func(code uint32) Outline {
	return func(code uint32) Outline {
		height, r := float32(0.5), rune(code)
		if r >= 'A' && r <= 'Z' || r == 'l' || r == 'h' {
			height = 0.7
		}
		o := box(0.05, 0, 0.05+stem, height)
		if strings.ContainsRune("nhmH", r) {
			o = append(o, box(0.35, 0, 0.35+stem, height)...)
		}
		return o
	}
}

func box(x0, y0, x1, y1 float32) Outline {
	return Outline{{MoveTo, [3]Point{{x0, y0}}}, {LineTo, [3]Point{{x0, y1}}}, {LineTo, [3]Point{{x1, y1}}}, {LineTo, [3]Point{{x1, y0}}}}
}

func TestBoldIsMeasured(t *testing.T) {
	t.Parallel()
	of := func(letters string) func(code uint32) (rune, float32) {
		return func(code uint32) (rune, float32) {
			if code != 0 && strings.ContainsRune(letters, rune(code)) {
				return rune(code), 0.5
			}
			return 0, 0
		}
	}
	for _, c := range []struct {
		letters string
		stem    float32
		want    bool
	}{
		{"nhlimo", 0.08, false},
		{"nhlimo", 0.14, true},
		{"HLTI", 0.14, true},
		{"HLTI", 0.1, false},
		{"o", 0.14, false}, // no stem
		{"n", 0.14, false}, // one letter
		{"", 0.14, false},
	} {
		require.Equal(t, c.want, hasBoldStems(of(c.letters), letterOf(c.stem)), "%q %g", c.letters, c.stem)
	}
	nothing := func(uint32) Outline { return nil }
	require.False(t, hasBoldStems(of("nhlimo"), nothing))
}

func TestSlantIsMeasured(t *testing.T) {
	t.Parallel()
	leaning := func(slant float32) func(code uint32) Outline {
		return func(code uint32) Outline {
			o := letterOf(0.1)(code)
			for i := range o {
				o[i].P[0].X += slant * o[i].P[0].Y
			}
			return o
		}
	}
	of := func(letters string) func(code uint32) (rune, float32) {
		return func(code uint32) (rune, float32) {
			if code != 0 && strings.ContainsRune(letters, rune(code)) {
				return rune(code), 0.5
			}
			return 0, 0
		}
	}
	require.True(t, hasSlantedStems(of("nhlimo"), leaning(0.2)))
	require.True(t, hasSlantedStems(of("nhlimo"), leaning(0.052)), "Quadraat Italic")
	require.False(t, hasSlantedStems(of("nhlimo"), leaning(0.04)), "an upright face")
	require.False(t, hasSlantedStems(of("nhlimo"), leaning(-0.2)), "to the left")
	require.False(t, hasSlantedStems(of("no"), leaning(0.2)), "one letter")
}

func TestTheFirstSpanOfAnOutline(t *testing.T) {
	t.Parallel()
	curve := Outline{{MoveTo, [3]Point{{0.1, 0}}}, {CurveTo, [3]Point{{0.1, 0.2}, {0.1, 0.3}, {0.1, 0.5}}}, {LineTo, [3]Point{{0.3, 0.5}}}, {LineTo, [3]Point{{0.3, 0}}}}
	for name, c := range map[string]struct {
		outline Outline
		want    float32
	}{
		"a stem":                   {box(0.1, 0, 0.2, 0.7), 0.1},
		"two stems":                {append(box(0.4, 0, 0.6, 0.7), box(0.1, 0, 0.2, 0.7)...), 0.1},
		"contours over each other": {append(box(0.1, 0, 0.2, 0.7), box(0.15, 0, 0.3, 0.7)...), 0.2},
		"a side that is a curve":   {curve, 0.2},
		"above the line":           {box(0.1, 0.4, 0.2, 0.7), 0},
		"none":                     {nil, 0},
	} {
		_, got := c.outline.firstSpan(stemLine)
		require.InDelta(t, c.want, got, 1e-5, name)
	}
}
