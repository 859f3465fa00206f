package recognise_test

import (
	"context"
	"errors"
	"fmt"
	"image"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/raster"
	"github.com/pagelift/pagelift/internal/recognise"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/ocr"
)

// engine is a function as an engine.
type engine func(context.Context, ocr.Image, ocr.Options) (*ocr.Page, error)

func (e engine) Recognize(ctx context.Context, img ocr.Image, opt ocr.Options) (*ocr.Page, error) {
	return e(ctx, img, opt)
}

// says returns an engine that reads the same page everywhere.
func says(page ocr.Page) engine {
	return func(context.Context, ocr.Image, ocr.Options) (*ocr.Page, error) { return &page, nil }
}

// gray is an image XObject of this size in one shade, placed by cm.
type gray struct {
	width, height int
	shade         byte
	cm            string
}

// scan returns a page of 100 by 200 points that shows images.
func scan(images ...gray) []byte {
	var p testkit.PDF
	paint, resources := "", ""
	for i, g := range images {
		n := p.AddStream(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /BitsPerComponent 8 /ColorSpace /DeviceGray", g.width, g.height),
			strings.Repeat(string([]byte{g.shade}), g.width*g.height))
		paint += fmt.Sprintf("q %s cm /I%d Do Q ", g.cm, i)
		resources += fmt.Sprintf("/I%d %d 0 R ", i, n)
	}
	p.AddPage(testkit.Page{MediaBox: "0 0 100 200", Content: paint, Resources: "/XObject << " + resources + ">>"})
	return p.Bytes()
}

// read recognises page 1 of file.
func read(t *testing.T, file []byte, e ocr.Engine, v recognise.Verdict, languages ...string) (*layout.Content, recognise.Result, error) {
	t.Helper()
	doc, err := pdf.Open(t.Context(), file, pdf.Options{})
	require.NoError(t, err)
	c := &layout.Content{}
	require.NoError(t, content.NewReader(doc).Page(t.Context(), doc.Page(1), c))
	r := recognise.New(doc, blackboard{}, recognise.Options{Engine: e, Document: languages, Identify: marked})
	found, err := r.Page(t.Context(), c, v)
	return c, found, err
}

// blackboard draws every page black.
type blackboard struct{}

func (blackboard) Draw(_ context.Context, d raster.Drawing) (image.Image, error) {
	if !d.Gray || d.Box != (layout.Rect{}) {
		return nil, errors.New("a whole page in gray is asked for")
	}
	return image.NewGray(image.Rect(0, 0, int(math.Round(float64(d.Width)*d.Scale)), int(math.Round(float64(d.Height)*d.Scale)))), nil
}

// places returns the recognised runs: text, origin and size.
func places(c *layout.Content) []string {
	var out []string
	for _, run := range c.Runs {
		if run.Origin != layout.FromOCR || run.Count == 0 {
			continue
		}
		text := ""
		for _, g := range c.Glyphs[run.First : run.First+run.Count] {
			text += string(g.Char)
		}
		at := c.Glyphs[run.First]
		out = append(out, fmt.Sprintf("%s at %.1f %.1f, %.1f pt", strings.TrimSpace(text), at.X, at.Y, run.Size))
	}
	return out
}

// line returns a page with one line of one word. Its letters are 93 pixels high, which makes an em of 100.
func line(text string, box image.Rectangle) ocr.Page {
	return ocr.Page{
		Words: []ocr.Word{{Text: text, Box: box, Confidence: 0.9}},
		Lines: []ocr.Line{{Count: 1, Box: box, Baseline: float32(box.Max.Y), XHeight: 48, Ascender: 23, Descender: 22}},
	}
}

func TestWordsStandOnThePageWhereTheyStandInTheImage(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		image gray
		want  string
	}{
		"the whole page":         {gray{400, 800, 255, "100 0 0 200 0 0"}, "Harbour at 3.5 50.0, 25.0 pt"},
		"a part of it":           {gray{200, 400, 255, "50 0 0 100 50 100"}, "Harbour at 53.5 50.0, 25.0 pt"},
		"beyond its edges":       {gray{400, 800, 255, "120 0 0 240 -10 -20"}, "Harbour at 4.2 60.0, 30.0 pt"},
		"lying on its side":      {gray{800, 400, 255, "0 200 -100 0 100 0"}, "Harbour at 3.5 50.0, 25.0 pt"},
		"twice as high as wide":  {gray{400, 400, 255, "100 0 0 200 0 0"}, "Harbour at 3.5 50.0, 25.0 pt"},
		"finer than any printer": {gray{800, 1600, 255, "100 0 0 200 0 0"}, "Harbour at 3.5 50.0, 25.0 pt"},
		"coarse":                 {gray{100, 200, 255, "100 0 0 200 0 0"}, "Harbour at 14.0 200.0, 100.0 pt"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, found, err := read(t, scan(c.image), says(line("Harbour", image.Rect(20, 100, 120, 200))), recognise.Verdict{})
			require.NoError(t, err)
			require.Equal(t, []string{c.want}, places(got))
			require.Equal(t, 1, found.Words)
			require.InDelta(t, 0.9, found.Confidence, 1e-6)
		})
	}
}

func TestImagesArePutTogether(t *testing.T) {
	t.Parallel()
	upper, lower := gray{300, 300, 250, "100 0 0 100 0 100"}, gray{300, 300, 255, "100 0 0 100 0 0"}
	var seen *image.Gray
	var dpi float64
	look := engine(func(_ context.Context, img ocr.Image, _ ocr.Options) (*ocr.Page, error) {
		seen, dpi = img.Pixels.(*image.Gray), img.DPI
		return &ocr.Page{}, nil
	})
	_, found, err := read(t, scan(upper, lower, gray{30, 30, 9, "10 0 0 10 0 0"}), look, recognise.Verdict{})
	require.NoError(t, err)
	require.Zero(t, found)
	require.Equal(t, image.Rect(0, 0, 300, 600), seen.Bounds())
	require.InDelta(t, 216, dpi, 0.01)
	require.Equal(t, []uint8{250, 250, 255, 9}, []uint8{seen.GrayAt(5, 5).Y, seen.GrayAt(299, 299).Y, seen.GrayAt(299, 300).Y, seen.GrayAt(5, 595).Y})
}

func TestAPageWithOtherThingsIsDrawn(t *testing.T) {
	t.Parallel()
	var p testkit.PDF
	p.AddPage(testkit.Page{MediaBox: "0 0 100 200", Content: strings.Repeat("0 g 0 150 50 50 re f 10 10 m 20 20 30 30 40 10 c f ", 10)})
	var seen image.Rectangle
	var corner uint8
	look := engine(func(_ context.Context, img ocr.Image, _ ocr.Options) (*ocr.Page, error) {
		gray := img.Pixels.(*image.Gray)
		seen, corner = gray.Bounds(), gray.GrayAt(10, 10).Y
		page := line("Harbour", image.Rect(0, 0, 300, 300))
		return &page, nil
	})
	c, _, err := read(t, p.Bytes(), look, recognise.Verdict{})
	require.NoError(t, err)
	require.Equal(t, image.Rect(0, 0, 417, 833), seen)
	require.Zero(t, corner)
	require.Len(t, places(c), 1)
}

func TestWhatAnEngineSaysIsTakenWithCare(t *testing.T) {
	t.Parallel()
	box := image.Rect(20, 100, 120, 200)
	nan := float32(math.NaN())
	cases := map[string]struct {
		change func(*ocr.Page)
		want   string // "": nothing
	}{
		"a box outside of the image":   {func(p *ocr.Page) { p.Words[0].Box = image.Rect(900, 900, 999, 999) }, ""},
		"a box turned inside out":      {func(p *ocr.Page) { p.Words[0].Box = image.Rectangle{image.Pt(90, 90), image.Pt(10, 10)} }, ""},
		"no text":                      {func(p *ocr.Page) { p.Words[0].Text = " \x00\n" }, ""},
		"bytes that are no text":       {func(p *ocr.Page) { p.Words[0].Text = "\xff\xfeA\x00B" }, "AB"},
		"more text than any word":      {func(p *ocr.Page) { p.Words[0].Text = strings.Repeat("a", 5000) }, ""},
		"words that are not there":     {func(p *ocr.Page) { p.Lines[0].First, p.Lines[0].Count = -7, math.MaxInt32 }, "Harbour"},
		"a line behind all words":      {func(p *ocr.Page) { p.Lines[0].First = 12 }, ""},
		"no line":                      {func(p *ocr.Page) { p.Lines = nil }, ""},
		"a confidence that is none":    {func(p *ocr.Page) { p.Words[0].Confidence = nan }, "Harbour"},
		"heights that are none":        {func(p *ocr.Page) { p.Lines[0].XHeight, p.Lines[0].Ascender = nan, float32(math.Inf(1)) }, "Harbour"},
		"a baseline that is none":      {func(p *ocr.Page) { p.Lines[0].Baseline, p.Lines[0].Slope = nan, nan }, "Harbour"},
		"a slope that is a wall":       {func(p *ocr.Page) { p.Lines[0].Slope = 400 }, "Harbour"},
		"a turn that is no quarter":    {func(p *ocr.Page) { p.Lines[0].Turn = -32768 }, "Harbour"},
		"a direction that is unknown":  {func(p *ocr.Page) { p.Lines[0].Direction = 99 }, "Harbour"},
		"paragraphs counted backwards": {func(p *ocr.Page) { p.Lines[0].Paragraph = math.MinInt32 }, "Harbour"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page := line("Harbour", box)
			c.change(&page)
			got, _, err := read(t, scan(gray{200, 400, 255, "100 0 0 200 0 0"}), says(page), recognise.Verdict{})
			require.NoError(t, err)
			text := ""
			for _, run := range got.Runs {
				require.GreaterOrEqual(t, run.Confidence, float32(0))
				require.LessOrEqual(t, run.Confidence, float32(1))
				for _, g := range got.Glyphs[run.First : run.First+run.Count] {
					text += string(g.Char)
					require.True(t, g.X >= -50 && g.X <= 150 && g.Y >= -50 && g.Y <= 250 && g.Advance > 0, "%v", g)
				}
				require.True(t, run.Size > 0 && run.Size < 400, "size %v", run.Size)
			}
			require.Equal(t, c.want, text)
		})
	}
}

func TestAnEngineThatFailsLeavesThePageAsItIs(t *testing.T) {
	t.Parallel()
	file := scan(gray{200, 400, 255, "100 0 0 200 0 0"})
	cases := map[string]struct {
		engine engine
		want   error
	}{
		"a panic":  {func(context.Context, ocr.Image, ocr.Options) (*ocr.Page, error) { panic("oh") }, ocr.EngineFailed},
		"no page":  {func(context.Context, ocr.Image, ocr.Options) (*ocr.Page, error) { return nil, nil }, ocr.EngineFailed},
		"an error": {func(context.Context, ocr.Image, ocr.Options) (*ocr.Page, error) { return nil, errors.ErrUnsupported }, errors.ErrUnsupported},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, _, err := read(t, file, c.engine, recognise.Verdict{})
			require.ErrorIs(t, err, c.want)
			require.Empty(t, got.Runs)
		})
	}
}

func TestALanguageOfTheDocumentThatTheEngineLacksIsDoneWithout(t *testing.T) {
	t.Parallel()
	var asked [][]string
	e := engine(func(_ context.Context, _ ocr.Image, opt ocr.Options) (*ocr.Page, error) {
		asked = append(asked, opt.Languages)
		if len(opt.Languages) > 0 {
			return nil, &ocr.Error{Code: ocr.LanguageUnavailable, Languages: opt.Languages}
		}
		return &ocr.Page{}, nil
	})
	_, _, err := read(t, scan(gray{200, 400, 255, "100 0 0 200 0 0"}), e, recognise.Verdict{}, "fy")
	require.NoError(t, err)
	require.Equal(t, [][]string{{"fy"}, nil}, asked)
}

func TestTextThatSaysNothingIsReplaced(t *testing.T) {
	t.Parallel()
	var p testkit.PDF
	p.AddPage(testkit.Page{MediaBox: "0 0 100 200", Content: "BT /F1 12 Tf 10 100 Td (XYZ) Tj ET"})
	read := func(page ocr.Page) string {
		c, _, err := read(t, p.Bytes(), says(page), recognise.Verdict{Drop: true})
		require.NoError(t, err)
		text := ""
		for _, item := range c.Items {
			run := c.Runs[item.Index]
			for _, g := range c.Glyphs[run.First : run.First+run.Count] {
				text += string(g.Char)
			}
		}
		return text
	}
	require.Equal(t, "Harbour", read(line("Harbour", image.Rect(20, 100, 120, 200))))
	require.Equal(t, "XYZ", read(ocr.Page{}), "unless there is nothing in its place")
}

func TestPicturesOfAPageAreShownBesideItsText(t *testing.T) {
	t.Parallel()
	page := scan(gray{400, 800, 255, "100 0 0 200 0 0"}, gray{400, 800, 255, "100 0 0 200 0 0"}, gray{200, 200, 40, "70 0 0 60 20 20"})
	c, _, err := read(t, page, says(line("Harbour", image.Rect(20, 100, 120, 200))), recognise.Verdict{})
	require.NoError(t, err)
	require.Len(t, c.Images, 4)
	part := c.Images[3]
	require.Equal(t, c.Images[2].M, part.M)
	require.True(t, c.Clips[part.Clip].Rectangle)
	require.InDelta(t, 20, c.Clips[part.Clip].Box.X0, 6)
	require.InDelta(t, 180, c.Clips[part.Clip].Box.Y1, 6)
	require.Equal(t, layout.Item{Kind: layout.KindImage, Index: 3}, c.Items[len(c.Items)-1])
}

// Engines divide Chinese and Japanese text into words, though it has no spaces between words.
func TestWordsOfScriptsWithoutSpacesHaveNone(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		first, second string
		gap           int // of letters with an em of 100
		want          string
	}{
		"ideographs":               {"人工", "智能", 20, "人工智能"},
		"a number between them":    {"2026", "年", 30, "2026年"},
		"a mark":                   {"上海", "、", 30, "上海、"},
		"ideographs of columns":    {"姓名", "地址", 90, "姓名 地址"},
		"a Latin word beside them": {"用", "Python", 30, "用 Python"},
		"Latin words":              {"two", "words", 30, "two words"},
		"Korean words":             {"한국어", "문장", 30, "한국어 문장"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page := line(c.first, image.Rect(20, 100, 120, 200))
			page.Words = append(page.Words, ocr.Word{Text: c.second, Box: image.Rect(120+c.gap, 100, 220+c.gap, 200), Confidence: 0.9})
			page.Lines[0].Count, page.Lines[0].Box.Max.X = 2, 220+c.gap
			got, _, err := read(t, scan(gray{400, 800, 255, "100 0 0 200 0 0"}), says(page), recognise.Verdict{})
			require.NoError(t, err)
			var text []rune
			for _, g := range got.Glyphs {
				text = append(text, g.Char)
			}
			require.Equal(t, c.want, string(text))
		})
	}
}
