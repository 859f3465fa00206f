package svg_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/svg"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/layout"
)

// TestADrawingNeedsPaperWhereSomethingDarkLiesOnNothing: a dark ground shows through what nothing is painted on.
func TestADrawingNeedsPaperWhereSomethingDarkLiesOnNothing(t *testing.T) {
	t.Parallel()
	image := func(samples, mask string) func(*testkit.PDF) string {
		return func(p *testkit.PDF) string {
			extra := ""
			if mask != "" {
				extra = " /SMask " + ref(p.AddStream("/Type /XObject /Subtype /Image /Width 2 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray", mask))
			}
			return "/XObject << /I " + ref(p.AddStream("/Type /XObject /Subtype /Image /Width 2 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray"+extra, samples)) + " >>"
		}
	}
	const seeThrough = "/ExtGState << /A << /ca .3 /CA .3 >> /M << /BM /Multiply >> >>"
	for name, test := range map[string]struct {
		page  drawn
		needs bool
	}{
		"black lines":                       {drawn{content: "10 10 m 90 90 l S"}, true},
		"black letters":                     {drawn{content: "1 0 0 rg 10 10 80 10 re f 0 g BT /F1 12 Tf 10 50 Td (Axis) Tj ET"}, true},
		"light lines and letters":           {drawn{content: "1 .5 0 RG 10 10 m 90 90 l S .3 .6 1 rg BT /F1 12 Tf 10 50 Td (Axis) Tj ET"}, false},
		"blue as dark as navy":              {drawn{content: "0 0 .5 rg 10 10 80 80 re f"}, true},
		"black on a light panel":            {drawn{content: ".9 1 .9 rg 10 10 80 80 re f 0 g 0 G 20 20 m 80 80 l S BT /F1 12 Tf 20 50 Td (Axis) Tj ET"}, false},
		"black beside a light panel":        {drawn{content: ".9 1 .9 rg 10 10 40 80 re f 0 G 20 20 m 80 80 l S"}, true},
		"black before a light panel":        {drawn{content: "0 G 20 20 m 80 80 l S .9 1 .9 rg 10 10 80 80 re f"}, true},
		"a dark panel":                      {drawn{content: ".1 g 10 10 80 80 re f 1 g BT /F1 12 Tf 20 50 Td (Axis) Tj ET"}, true},
		"a dark panel all over":             {drawn{content: ".9 g 0 0 100 100 re f .1 g 0 0 100 100 re f 1 g BT /F1 12 Tf 20 50 Td (Axis) Tj ET"}, false},
		"a panel that is seen through":      {drawn{content: "/A gs .9 1 .9 rg 10 10 80 80 re f 0 G 20 20 m 80 80 l S", resources: seeThrough}, true},
		"a panel that a clip cuts":          {drawn{content: triangle + "W n .9 1 .9 rg 0 0 100 100 re f 0 G 20 20 m 80 80 l S"}, true},
		"a panel with a hole for the paper": {drawn{content: ".9 1 .9 rg 0 0 100 100 re 30 30 40 40 re f* 0 G 40 40 m 60 60 l S"}, true},
		"a light colour that is multiplied": {drawn{content: "/M gs 1 1 0 rg 10 10 80 80 re f", resources: seeThrough}, true},
		"white all over":                    {drawn{content: "1 g 0 0 100 100 re f 1 .5 0 RG 10 10 m 90 90 l S"}, true},
		"a dark gradient":                   {drawn{content: "/Pattern cs /P scn " + triangle + "f", resources: "/Pattern << /P << /PatternType 2 /Shading << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [10 0 90 0] /Function << /FunctionType 2 /Domain [0 1] /C0 [0 0 0] /C1 [0 0 .5] /N 1 >> >> >> >>"}, true},
		"a light gradient":                  {drawn{content: "/Pattern cs /P scn " + triangle + "f", resources: "/Pattern << /P << /PatternType 2 /Shading << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [10 0 90 0] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 1 0] /C1 [1 .5 0] /N 1 >> >> >> >>"}, false},
		"tiles":                             {pages["a tiling pattern"], true},
		"black on a photograph":             {drawn{content: "q 80 0 0 80 10 10 cm /I Do Q 0 G 20 20 m 80 80 l S", add: image("\x00\xff", "")}, false},
		"black on a photograph that leans":  {drawn{content: "q 60 20 -20 60 30 10 cm /I Do Q 0 G 40 40 m 50 50 l S", add: image("\x00\xff", "")}, true},
		"a dark picture with clear parts":   {drawn{content: "q 80 0 0 80 10 10 cm /I Do Q", add: image("\x00\x00", "\x00\xff")}, true},
		"a light picture with clear parts":  {drawn{content: "q 80 0 0 80 10 10 cm /I Do Q", add: image("\xff\xff", "\x00\xff")}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc, c := test.page.read(t)
			g, err := svg.Figure(t.Context(), doc, c, layout.Rect{X1: 100, Y1: 100})
			require.NoError(t, err)
			require.Equal(t, test.needs, g.NeedsPaper)
			if test.needs {
				require.Contains(t, string(g.Data), `style="background:#fff"`)
			} else {
				require.NotContains(t, string(g.Data), "background")
			}
		})
	}
}
