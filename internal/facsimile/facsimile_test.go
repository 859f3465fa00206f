package facsimile_test

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/facsimile"
	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/internal/svg"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze"
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer"
)

// page is the content of a page in a font that the document does not have, whose
// characters are all half an em wide and whose spaces are a quarter.
type page struct{ layout.Content }

func newPage(number int) *page {
	return &page{layout.Content{
		Page: number, Width: 400, Height: 600,
		Fonts:  []*layout.Font{{Name: "Text", Ascent: 0.75, Descent: -0.25, Space: 0.25}},
		Paints: []layout.Paint{{FillAlpha: 1, StrokeAlpha: 1}},
	}}
}

// how is what show may vary.
type how struct {
	word, char float32 // points between words and between all characters
	mode       uint8
	fill       layout.Color
}

// show adds a run of type of 10 points and gives where the pen is then.
func (p *page) show(x, y float32, text string, more ...how) float32 {
	var h how
	if len(more) > 0 {
		h = more[0]
	}
	p.Paints = append(p.Paints, layout.Paint{Fill: h.fill, FillAlpha: 1, StrokeAlpha: 1})
	r := layout.Run{
		First: int32(len(p.Glyphs)), Paint: int32(len(p.Paints)) - 1, Clip: -1, Mark: -1, Size: 10, Em: [4]float32{10, 0, 0, -10},
		CharSpace: h.char, RenderMode: h.mode, Confidence: 1,
	}
	if h.mode == 3 {
		r.Flags = layout.Invisible
	}
	for _, c := range text {
		g := layout.Glyph{X: x, Y: y, Advance: 5, Char: c, Code: uint32(c)}
		if c == ' ' {
			g.Advance = 2.5
			x += h.word
		}
		x += g.Advance + h.char
		p.Glyphs = append(p.Glyphs, g)
		r.Count++
	}
	p.Items = append(p.Items, layout.Item{Kind: layout.KindRun, Index: int32(len(p.Runs))})
	p.Runs = append(p.Runs, r)
	return x
}

// compose places the text of pages.
func compose(t *testing.T, pages ...*page) (*facsimile.Facsimile, *semantic.Document) {
	t.Helper()
	var book facsimile.Book
	var src semantic.Source
	for _, p := range pages {
		book.Add(facsimile.Read(&p.Content, &svg.PageLayers{}))
		l, err := analyze.Page(t.Context(), &p.Content, analyze.Options{KeepPlaces: true})
		require.NoError(t, err)
		src.Pages = append(src.Pages, l)
	}
	tree, err := infer.Build(t.Context(), src, infer.Options{KeepOrigins: true})
	require.NoError(t, err)
	f, err := book.Compose(t.Context(), tree, 2)
	require.NoError(t, err)
	return f, tree
}

// shown is what a page shows, a span a line.
func shown(f *facsimile.Facsimile, page int) (own, rest []htmlout.Placed) {
	own = f.Text(page, 0, 1<<30)
	for _, line := range f.Rest(page) {
		rest = append(rest, line.Texts...)
	}
	return own, rest
}

func texts(list []htmlout.Placed) []string {
	var out []string
	for _, p := range list {
		out = append(out, p.Text)
	}
	return out
}

func TestALineIsOneSpan(t *testing.T) {
	t.Parallel()
	p := newPage(1)
	p.show(50, 100, "A line that is set wide enough to", how{word: 2})
	p.show(50, 112, "fill the measure of its column of", how{word: 1})
	p.show(50, 124, "text.")
	f, _ := compose(t, p)
	own, rest := shown(f, 1)
	require.Equal(t, []string{"A line that is set wide enough to\n", "fill the measure of its column of\n", "text.\n"}, texts(own))
	require.Empty(t, rest)
	// 50 points are 66.67 pixels, and ten times as many units; the top of a line is .8 em
	// above its baseline.
	require.Regexp(t, `class="[^"]* x667 y1227"`, own[0].Attr)
	css := f.CSS()
	require.Contains(t, css, ".x667{left:667px}")
	require.Contains(t, css, ".y1227{top:1227px}")
	require.Contains(t, css, "word-spacing:26.7px", "2 points")
	require.Contains(t, css, "word-spacing:13.3px")
	require.Contains(t, css, `local("Text")`)
}

// TestTypeSetLetterByLetterIsOneSpan: tighter than the font has it, by a little more here and a
// little less there, or in runs with a space of their own between characters.
func TestTypeSetLetterByLetterIsOneSpan(t *testing.T) {
	t.Parallel()
	for name, h := range map[string]struct {
		show func(p *page)
		want string
	}{
		"each letter moved": {func(p *page) {
			p.show(50, 100, "Applications of it")
			for i := range p.Glyphs {
				p.Glyphs[i].X -= 0.3*float32(i) + 0.05*float32(i%3)
			}
		}, "letter-spacing:-0.03"},
		"runs of other spacings": {func(p *page) {
			x := p.show(50, 100, "Applica", how{char: -0.3})
			p.show(x, 100, "tions of it", how{char: -0.4})
		}, "letter-spacing:-0.03"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage(1)
			h.show(p)
			f, _ := compose(t, p)
			own, _ := shown(f, 1)
			require.Equal(t, []string{"Applications of it\n"}, texts(own))
			require.Contains(t, f.CSS(), h.want)
		})
	}
}

func TestWordsStandWhereThePageHasThem(t *testing.T) {
	t.Parallel()
	p := newPage(1)
	x := p.show(50, 100, "one two")
	p.show(x+9, 100, "three four") // a tab
	p.show(50, 112, "spread", how{char: 3})
	f, _ := compose(t, p)
	own, _ := shown(f, 1)
	require.Equal(t, []string{"one two ", "three four\n", "spread\n"}, texts(own))
	require.Contains(t, own[1].Attr, " x1220 ", "91.5 points")
	require.Contains(t, f.CSS(), "letter-spacing:0.3em")
}

func TestWhatTheTreeLeavesOutIsShown(t *testing.T) {
	t.Parallel()
	p := newPage(1)
	p.show(50, 100, "This paragraph has a word that is exam-")
	p.show(50, 112, "ple enough.")
	for i, item := range []string{"first", "second", "third"} {
		p.show(60, 140+float32(i)*12, "• the "+item+" item")
	}
	f, tree := compose(t, p)
	own, _ := shown(f, 1)
	require.Contains(t, texts(own), "This paragraph has a word that is exam", "no space: the word goes on")
	require.NotContains(t, strings.Join(texts(own), ""), "-", "the style sheet shows it")
	require.Regexp(t, `class="l [^"]*\bh\b`, own[0].Attr)
	var markers []string
	for _, s := range own {
		if regexp.MustCompile(`\bk\b`).MatchString(s.Attr) {
			require.True(t, s.Aside)
			markers = append(markers, strings.TrimSpace(s.Text))
		}
	}
	require.Equal(t, []string{"•", "•", "•"}, markers)
	out, err := htmlout.Write(t.Context(), tree, htmlout.Options{Semantic: true, Minify: true, Pages: f})
	require.NoError(t, err)
	require.Contains(t, out.HTML, `<ul><li><span class="l`)
}

func TestPagesAreCut(t *testing.T) {
	t.Parallel()
	var pages []*page
	for n := range 2 {
		p := newPage(n + 1)
		for y := float32(50); y < 560; y += 12 {
			p.show(50, y, "a line of a paragraph that goes on and on and")
		}
		pages = append(pages, p)
	}
	f, tree := compose(t, pages...)
	out, err := htmlout.Write(t.Context(), tree, htmlout.Options{Semantic: true, Minify: true, Pages: f})
	require.NoError(t, err)
	sections := strings.Split(out.HTML, `<section class="pg `)
	require.Len(t, sections, 3)
	for i, s := range sections[1:] {
		require.Contains(t, s, `data-page="`+string(rune('1'+i))+`"`)
		require.Equal(t, strings.Count(s, "<p"), strings.Count(s, "</p>"))
		require.Equal(t, 43, strings.Count(s, "goes on"), "a page has its own lines")
	}
}

func TestTextOfAScanIsTransparent(t *testing.T) {
	t.Parallel()
	p := newPage(1)
	p.Images = append(p.Images, layout.Image{M: layout.Matrix{A: 400, D: -600, F: 600}, Box: layout.Rect{X1: 400, Y1: 600}, Width: 10, Height: 10, Clip: -1, Mark: -1})
	p.Items = append(p.Items, layout.Item{Kind: layout.KindImage})
	p.show(50, 100, "recognised words", how{mode: 3})
	p.Runs[0].Flags |= layout.Invisible | layout.Transcript
	f, _ := compose(t, p)
	own, _ := shown(f, 1)
	require.Equal(t, []string{"recognised words\n"}, texts(own))
	require.Contains(t, f.CSS(), "color:transparent")
	require.Len(t, f.Fonts, 1, "a font without ink keeps the words where they are")
}

func TestEveryWorkerCountGivesTheSame(t *testing.T) {
	t.Parallel()
	const pages = 120 // more than are kept from one use to the next
	make := func(workers int) string {
		var book facsimile.Book
		var src semantic.Source
		for n := 1; n <= pages; n++ {
			p := newPage(n)
			p.show(50, 100, "The text of page "+strconv.Itoa(n), how{word: float32(n % 3)})
			p.show(50, 300, "has a second part.")
			book.Add(facsimile.Read(&p.Content, &svg.PageLayers{}))
			l, err := analyze.Page(t.Context(), &p.Content, analyze.Options{KeepPlaces: true})
			require.NoError(t, err)
			src.Pages = append(src.Pages, l)
		}
		tree, err := infer.Build(t.Context(), src, infer.Options{KeepOrigins: true, Release: true, Workers: workers})
		require.NoError(t, err)
		f, err := book.Compose(t.Context(), tree, workers)
		require.NoError(t, err)
		out, err := htmlout.Write(t.Context(), tree, htmlout.Options{Pages: f})
		require.NoError(t, err)
		return out.HTML + out.PagesCSS
	}
	one := make(1)
	require.Equal(t, one, make(4))
	for n := 1; n <= pages; n++ {
		require.Equal(t, 1, strings.Count(one, ">The text of page "+strconv.Itoa(n)+"\n<"), n)
	}
	require.Equal(t, pages, strings.Count(one, ">has a second part.\n<"))
}

// A page that was written is let go of, and shows nothing to those who ask for it later.
func TestWrittenPages(t *testing.T) {
	t.Parallel()
	var pages []*page
	for n := 1; n <= 60; n++ {
		p := newPage(n)
		p.show(50, 100, "A line")
		pages = append(pages, p)
	}
	f, _ := compose(t, pages...)
	for n := range pages {
		own, _ := shown(f, n+1)
		require.Equal(t, []string{"A line\n"}, texts(own), n+1)
	}
	require.Empty(t, f.Text(1, 0, 1<<30))
	require.Empty(t, f.Text(61, 0, 1<<30))

	f, _ = compose(t, pages...)
	for n := len(pages); n > 0; n-- { // in any order
		own, _ := shown(f, n)
		require.Equal(t, []string{"A line\n"}, texts(own), n)
	}
}

// Nobody can recover from a panic of a goroutine but itself.
func TestAPanicOfAWorkerIsOneOfTheCaller(t *testing.T) {
	t.Parallel()
	p := newPage(1)
	p.show(50, 100, "A line")
	var book facsimile.Book
	book.Add(facsimile.Read(&p.Content, &svg.PageLayers{}))
	l, err := analyze.Page(t.Context(), &p.Content, analyze.Options{KeepPlaces: true})
	require.NoError(t, err)
	tree, err := infer.Build(t.Context(), semantic.Source{Pages: []*layout.Page{l}}, infer.Options{KeepOrigins: true})
	require.NoError(t, err)
	tree.Pages[0].Layout.Lines[0].PlaceCount = 9 // of none
	require.Panics(t, func() { _, _ = book.Compose(t.Context(), tree, 2) })
}

// What spans were made of is not kept beside them: it is ten times as large.
func TestComposeLetsGo(t *testing.T) {
	t.Parallel()
	p := newPage(1)
	for line := range 40 {
		p.show(50, 50+12*float32(line), "A line of text in the middle of a long page")
	}
	_, tree := compose(t, p)
	require.Nil(t, tree.Pages[0].Layout)
}

func TestPagesAreSheetsOfTheirSize(t *testing.T) {
	t.Parallel()
	var f facsimile.Facsimile
	for _, width := range []float32{842, 595, 595} {
		f.Size(width, 595)
	}
	css := f.CSS()
	require.Contains(t, css, "@page{size:595pt 595pt;margin:0}", "that of most")
	require.Regexp(t, `\.p0\{width:1123px;height:794px;[^}]*;page:(p0)\}.*@page p0\{size:842pt 595pt;margin:0\}`, css)
	require.Contains(t, css, "@media print{.p1{width:793.33px;height:793.33px;margin:0}}", "not beyond the sheet")
}

// A font of the reader's has kerning and ligatures of its own, with which words would not be
// as wide as on the page.
func TestFontsOfTheReader(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		font layout.Font
		src  string
	}{
		"the standard font has its clone before others of its widths": {
			layout.Font{Name: "Times-Bold", Serif: true, Bold: true},
			`local("Times-Bold"),local("Times Bold"),local("NimbusRoman-Bold"),local("TeXGyreTermes-Bold"),local("FreeSerifBold"),local("Times New Roman Bold")`,
		},
		"what others have in its place": {
			layout.Font{Name: "CourierNewPSMT", Mono: true},
			`local("CourierNewPSMT"),local("Courier New"),local("Liberation Mono"),local("Cousine"),local("Courier"),local("NimbusMonoPS-Regular")`,
		},
		"a font nobody knows": {layout.Font{Name: "Frutiger", Italic: true}, `local("Frutiger"),local("Arial Italic")`},
		"signs":               {layout.Font{Name: "Symbol"}, `local("Symbol"),local("StandardSymbolsPS");`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage(1)
			*p.Fonts[0] = c.font
			p.show(50, 100, "fi AV")
			f, _ := compose(t, p)
			require.NotEmpty(t, f.Text(1, 0, 1<<30)) // the style sheet has what was asked for
			require.Contains(t, f.CSS(), "src:"+c.src)
			require.Regexp(t, `\.s0\{font-family:L[^}]*;font-kerning:none;font-variant-ligatures:none;`, f.CSS())
		})
	}
}

// Browsers paint what is transformed from whole pixels on: a page that begins between two
// would be painted beside its place.
func TestPagesAreWholePixelsOnScreens(t *testing.T) {
	t.Parallel()
	var f facsimile.Facsimile
	f.Size(595.92, 841.92) // what Chromium prints on A4
	f.Size(612, 792.01)
	css := f.CSS()
	require.Contains(t, css, ".p0{width:795px;height:1123px;margin-left:max(0px,round(down,50% - 397.5px,1px))}")
	require.Contains(t, css, ".p0>.in{width:7945.6px;height:11225.6px}", "what is on it is not stretched")
	require.Contains(t, css, ";width:816px;height:1056px;"[1:], "a hundredth of a pixel takes none")
}

func TestABoxHasTheClassesOfItsPlace(t *testing.T) {
	t.Parallel()
	var f facsimile.Facsimile
	require.Equal(t, "x-133 y0 a1467 b533", f.Place(layout.Rect{X0: -10, X1: 100, Y1: 40}))
	f.Place(layout.Rect{X0: 10, X1: 20, Y1: 40})
	require.Contains(t, f.CSS(), ".x-133{left:-133px}.x133{left:133px}.y0{top:0px}.in .a133{width:133px}.in .a1467{width:1467px}.in .b533{height:533px}", "each once, in order")
	require.Contains(t, f.Place(layout.Rect{X0: float32(math.NaN()), X1: float32(math.Inf(1)), Y1: 1}), "b13")
}
