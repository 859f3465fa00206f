package webfont_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/internal/webfont"
)

// A browser must draw the glyphs that the document has. Each has an advance of its own, so
// that the width of a text tells which were taken.
func TestABrowserDrawsTheGlyphsOfTheDocument(t *testing.T) {
	t.Parallel()
	testkit.Chromium(t)
	wide := func(code uint32, text string, form webfont.Form) webfont.Use {
		return webfont.Use{Code: code, Width: float32(code) / 10, Text: text, Form: form}
	}
	behind := func(u *webfont.Usage, before, after webfont.Use, gap float32) {
		u.Follow(u.Show(before), u.Show(after), gap)
	}
	latin := []webfont.Use{
		wide(1, "A", 0), wide(2, "V", 0), wide(3, "f", 0), wide(4, "ffi", 0), wide(5, "", 0), wide(6, "\u0301", 0), wide(7, "😀", 0), wide(8, "i", 0),
		{Code: 0, Width: .9, Text: " "},
	}
	arabic := []webfont.Use{
		wide(1, "ب", webfont.Isolated), wide(2, "ب", webfont.Initial), wide(3, "ب", webfont.Medial), wide(4, "ب", webfont.Final),
		wide(5, "ا", webfont.Isolated), wide(6, "ا", webfont.Final), wide(7, "لا", webfont.Isolated), wide(8, "لا", webfont.Final),
	}
	latinUsage := usageOf(latin...)
	behind(latinUsage, latin[0], latin[1], -.1)
	behind(latinUsage, latin[1], latin[0], .05)
	marks := []webfont.Use{wide(1, "A", 0), wide(6, "\u0301", 0), wide(3, "\u05D0", 0), wide(4, "\u05B8", 0), wide(5, "ب", webfont.Isolated), wide(7, "\u064E", 0),
		wide(1, "ก", 0), wide(2, "\u0E48", 0), wide(3, "क", 0), wide(4, "\u093F", 0)}
	var fonts []string
	for _, usage := range []*webfont.Usage{latinUsage, usageOf(arabic...), usageOf(marks...)} {
		for _, source := range []webfont.Source{squares(9), embed(t, []byte(trueTypeSquares(9)))} {
			set := build(t, source, usage)
			require.Len(t, set.Families, 1)
			fonts = append(fonts, base64.StdEncoding.EncodeToString(set.Families[0].WOFF2()))
		}
	}
	const latinFont, arabicFont, marksFont = 0, 2, 4
	cases := []struct {
		font  int
		text  string
		style string
		want  float64 // ems
	}{
		{latinFont, "f", "", .3},
		{latinFont, "ffi", "", .4},
		{latinFont, "ffif", "", .7},
		{latinFont, "ff", "", .6},
		{latinFont, "ffi", "letter-spacing:1em;", 1.4},
		{latinFont, "ffi", "font-variant-ligatures:none;", .4},
		{latinFont, "AV", "", .2},
		{latinFont, "VA", "", .35},
		{latinFont, "AV", "letter-spacing:1em;", 2.2},
		{latinFont, "A V", "", 1.2},
		{latinFont, "A\u00a0V", "", 1.2},
		{latinFont, "\ue000", "", .5},
		{latinFont, "A\u0301V", "", .9},
		{latinFont, "😀", "", .7},
		{arabicFont, "ب", "", .1},
		{arabicFont, "بب", "", .2 + .4},
		{arabicFont, "ببب", "", .2 + .3 + .4},
		{arabicFont, "با", "", .2 + .6},
		{arabicFont, "اب", "", .5 + .1},
		{arabicFont, "لا", "", .7},
		{arabicFont, "بلا", "", .2 + .8},
		{arabicFont, "ب ب", "", .1 + .25 + .1},
		{marksFont, "A\u0301A", "", .1 + .6 + .1},
		{marksFont, "\u05D0\u05B8\u05D0", "", .3 + .4 + .3},
		{marksFont, "ب\u064E", "", .5 + .7},
		{marksFont, "ก\u0E48", "", .1 + .2},
		{marksFont, "क\u093F", "", .3 + .4},
	}
	const size = 1000 // pixels, so that nothing is rounded
	list, err := json.Marshal(fonts)
	require.NoError(t, err)
	spans := ""
	for kind := range 2 {
		for _, c := range cases {
			spans += fmt.Sprintf("<div><span style='%sfont:%dpx f%d;font-kerning:normal'>%s</span></div>", c.style, size, c.font+kind, c.text)
		}
	}
	out := inBrowser(t, fmt.Sprintf(`<!DOCTYPE html><meta charset=utf-8><style>div{white-space:pre}</style>%s<script>
const fonts = %s;
Promise.all(fonts.map((f, i) => new FontFace("f" + i, "url(data:font/woff2;base64," + f + ")").load())).then(faces => {
  faces.forEach(f => document.fonts.add(f));
  const widths = [...document.querySelectorAll("span")].map(s => s.getBoundingClientRect().width);
  document.body.innerHTML = '<pre id="out">' + JSON.stringify(widths) + "</pre>";
});
</script>`, spans, list))
	var widths []float64
	require.NoError(t, json.Unmarshal([]byte(out), &widths))
	require.Len(t, widths, 2*len(cases))
	for i, w := range widths {
		c := cases[i%len(cases)]
		require.InDelta(t, c.want, w/size, .002, "%q %s in font %d", c.text, c.style, c.font+i/len(cases))
	}
}

// trueTypeSquares returns the glyphs of squares as a TrueType program.
func trueTypeSquares(count int) string {
	glyphs := [][]byte{nil}
	for i := 1; i <= count; i++ {
		glyphs = append(glyphs, contour([3]int{0, 0, 1}, [3]int{i, 0, 1}, [3]int{i, i, 1}, [3]int{0, i, 1}))
	}
	return trueType(glyphs...)
}

// What WOFF2 packs must be what the plain file has: a browser draws both, point by point.
func TestPackedFontsLookAsPlainOnes(t *testing.T) {
	t.Parallel()
	testkit.Chromium(t)
	var plain, packed []string
	for _, source := range []webfont.Source{embed(t, []byte(program())), embed(t, []byte(trueType(nil, spikes(4000)))), drawing{1000, map[uint32]font.Outline{1: square(.7)}}} {
		u := &webfont.Usage{}
		for code := range uint32(7) {
			u.Show(webfont.Use{Code: code, Width: .5, Text: string(rune('a' + code))})
		}
		family := build(t, source, u).Families[0]
		plain = append(plain, base64.StdEncoding.EncodeToString(family.Bytes()))
		packed = append(packed, base64.StdEncoding.EncodeToString(family.WOFF2()))
	}
	list, err := json.Marshal([][]string{plain, packed})
	require.NoError(t, err)
	out := inBrowser(t, fmt.Sprintf(`<!DOCTYPE html><meta charset=utf-8><body><script>
const fonts = %s;
const load = (name, data) => new FontFace(name, "url(data:font/woff2;base64," + data + ")").load().then(f => document.fonts.add(f));
const draw = name => {
  const c = document.createElement("canvas");
  c.width = 1200; c.height = 400;
  const x = c.getContext("2d");
  x.font = "200px " + name;
  x.fillText("abcdefg", 100, 250);
  return x.getImageData(0, 0, c.width, c.height).data;
};
Promise.all(fonts.flatMap((kind, k) => kind.map((f, i) => load("f" + k + i, f)))).then(() => {
  const result = fonts[0].map((_, i) => {
    const a = draw("f0" + i), b = draw("f1" + i);
    let ink = 0, off = 0;
    for (let j = 3; j < a.length; j += 4) { ink += a[j] > 128; off += a[j] != b[j]; }
    return [ink, off];
  });
  document.body.innerHTML = '<pre id="out">' + JSON.stringify(result) + "</pre>";
});
</script>`, list))
	var result [][2]int
	require.NoError(t, json.Unmarshal([]byte(out), &result))
	require.Len(t, result, len(plain))
	for i, r := range result {
		require.Greater(t, r[0], 500, "ink of font %d", i)
		require.Zero(t, r[1], "points that differ in font %d", i)
	}
}

// spikes returns a contour with steps of all sizes.
func spikes(far int) []byte {
	points := [][3]int{{0, 0, 1}}
	for i := 1; i < far; i = i*5/4 + 1 {
		points = append(points, [3]int{i, -i % 700, i % 2}, [3]int{i, i % 900, 1}, [3]int{-i, i % 900, 1}, [3]int{i / 3, -i % 500, 1})
	}
	return contour(points...)
}

func TestBrowsersPutTheBaselineWhereLineSays(t *testing.T) {
	t.Parallel()
	testkit.Chromium(t)
	sizes := []float64{5.5, 6.4, 7.3, 8, 9.96, 10.4, 10.9, 11, 11.955, 12, 12.5, 13.28, 14.3, 17.2, 24, 33.3, 48, 100}
	lines := ""
	for _, size := range sizes {
		_, height := webfont.Line(size)
		lines += fmt.Sprintf(`<div style="font:%gpx/%gpx F">a<i></i></div>`, size, height)
	}
	u := usageOf(use(1, "a"))
	data := base64.StdEncoding.EncodeToString(build(t, squares(1), u).Families[0].WOFF2())
	out := inBrowser(t, fmt.Sprintf(`<!DOCTYPE html><style>div{position:absolute;top:0}i{display:inline-block;height:0;width:1px}</style>%s<script>
new FontFace("F", "url(data:font/woff2;base64,%s)").load().then(f => {
  document.fonts.add(f);
  const bottoms = [...document.querySelectorAll("i")].map(i => i.getBoundingClientRect().bottom);
  document.body.innerHTML = '<pre id="out">' + JSON.stringify(bottoms) + "</pre>";
});
</script>`, lines, data))
	var baselines []float64
	require.NoError(t, json.Unmarshal([]byte(out), &baselines))
	require.Len(t, baselines, len(sizes))
	for i, size := range sizes {
		want, _ := webfont.Line(size)
		require.InDelta(t, want, baselines[i], .01, "at %g pixels", size)
	}
}
