package convert_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	goimage "image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/describe"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/ocr"
	"github.com/pagelift/pagelift/semantic"
)

// scanned returns a document of pages with one gray image each. The shade of the image is the number of the page;
// engines of tests recognise the page by it.
func scanned(pages int) []byte {
	var p testkit.PDF
	const width, height = 612, 792 // 72 dpi
	for n := range pages {
		samples := bytes.Repeat([]byte{255}, width*height)
		for i := range width { // a bar at the top tells which page it is
			samples[i] = byte(n)
		}
		img := p.AddStream(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /BitsPerComponent 8 /ColorSpace /DeviceGray", width, height), string(samples))
		p.AddPage(testkit.Page{Content: "612 0 0 792 0 0 cm /I Do", Resources: fmt.Sprintf("/XObject << /I %d 0 R >>", img)})
	}
	return p.Bytes()
}

// reader is an engine that returns invented lines.
type reader struct {
	lines  []string
	calls  atomic.Int32
	before func(call int32) error // may be nil
}

func (r *reader) Recognize(ctx context.Context, img ocr.Image, _ ocr.Options) (*ocr.Page, error) {
	call := r.calls.Add(1)
	if r.before != nil {
		if err := r.before(call); err != nil {
			return nil, err
		}
	}
	size := img.Pixels.Bounds().Size()
	unit := size.Y / 80
	page := &ocr.Page{Width: size.X, Height: size.Y}
	y := 4 * unit
	for i, text := range r.lines {
		height := unit
		if strings.HasPrefix(text, "# ") {
			text, height = text[2:], 2*unit
		}
		x := 8 * unit
		line := ocr.Line{
			First: int32(len(page.Words)), Paragraph: int32(i), Baseline: float32(y + height),
			XHeight: float32(height) * .48, Ascender: float32(height) * .23, Descender: float32(height) * .22,
		}
		for word := range strings.FieldsSeq(text) {
			width := len(word) * height / 2
			box := goimage.Rect(x, y+height/4, x+width, y+height)
			page.Words = append(page.Words, ocr.Word{Text: word, Box: box, Confidence: 0.9, Line: int32(i)})
			line.Box, line.Count = line.Box.Union(box), line.Count+1
			x += width + height/3
		}
		page.Lines = append(page.Lines, line)
		y += 2 * height
	}
	return page, ctx.Err()
}

func report() *reader {
	return &reader{lines: []string{"# Annual report", "The harbour of Kestrelby reviews the vessel", "and the library requires the municipal orchard.", "", "1. The railway", "2. The archive"}}
}

func TestScannedPagesAreRead(t *testing.T) {
	t.Parallel()
	result, err := convert.Convert(t.Context(), bytes.NewReader(scanned(1)), convert.Options{
		OCREnabled: true, OCREngine: report(), SemanticHTML: true, AccessibilityCheck: true,
	})
	require.NoError(t, err)
	testkit.Golden(t, "scanned.html", []byte(result.HTML))
	require.Equal(t, 20, result.Metadata.WordCount)
	require.Equal(t, []convert.Warning{{
		Code: "recognised_text", Page: 1, Detail: "it is a picture without text: 22 words were recognised in it, confidence 0.90",
	}}, result.Warnings)
	require.Equal(t, 1, result.Accessibility.Source.Recognised.Total)
	require.Zero(t, result.Accessibility.Source.WithoutText.Count)
}

func TestScannedPagesAreNamedWithoutRecognition(t *testing.T) {
	t.Parallel()
	result, err := convert.Convert(t.Context(), bytes.NewReader(scanned(2)), convert.Options{})
	require.NoError(t, err)
	require.Equal(t, []convert.Warning{
		{Code: "ocr_recommended", Page: 1, Detail: "it is a picture without text"},
		{Code: "page_lost", Page: 1, Detail: "neither words nor figures were found on it, and images are not asked for"},
		{Code: "ocr_recommended", Page: 2, Detail: "it is a picture without text"},
		{Code: "page_lost", Page: 2, Detail: "neither words nor figures were found on it, and images are not asked for"},
	}, result.Warnings)
}

func TestPagesWithTextAreNotRead(t *testing.T) {
	t.Parallel()
	engine := report()
	_, err := convert.Convert(t.Context(), bytes.NewReader(numbered(3)), convert.Options{OCREnabled: true, OCREngine: engine})
	require.NoError(t, err)
	require.Zero(t, engine.calls.Load())
}

func TestAnEngineThatFailsCostsOnePage(t *testing.T) {
	t.Parallel()
	failures := map[string]func() error{
		"an error":  func() error { return &ocr.Error{Code: ocr.EngineFailed, Detail: "killed"} },
		"too slow":  func() error { return &ocr.Error{Code: ocr.TimedOut} },
		"unknown":   func() error { return errors.New("what is this") },
		"a panic":   func() error { panic("oh") },
		"its own d": func() error { return context.DeadlineExceeded },
	}
	for name, fail := range failures {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			engine := report()
			engine.before = func(call int32) error {
				if call == 2 {
					return fail()
				}
				return nil
			}
			result, err := convert.Convert(t.Context(), bytes.NewReader(scanned(3)), convert.Options{OCREnabled: true, OCREngine: engine, OCRLanguages: []string{"en"}, Workers: 1})
			require.NoError(t, err)
			require.Equal(t, 2, strings.Count(result.HTML, "The archive"))
			var codes []string
			for _, w := range result.Warnings {
				codes = append(codes, fmt.Sprintf("%s %d", w.Code, w.Page))
			}
			require.Equal(t, []string{"recognised_text 1", "ocr_failed 2", "page_lost 2", "recognised_text 3"}, codes)
		})
	}
}

func TestAnEngineThatIsMissingEndsTheConversion(t *testing.T) {
	t.Parallel()
	for _, code := range []ocr.Code{ocr.EngineUnavailable, ocr.LanguageUnavailable} {
		engine := &reader{before: func(int32) error { return &ocr.Error{Code: code, Remedy: "install it"} }}
		opts := convert.Options{OCREnabled: true, OCREngine: engine, OCRLanguages: []string{"nl"}}
		result, err := convert.Convert(t.Context(), bytes.NewReader(scanned(20)), opts)
		require.ErrorIs(t, err, convert.UnsupportedFeature)
		require.ErrorIs(t, err, code)
		require.ErrorContains(t, err, "install it")
		require.Nil(t, result)
	}
}

func TestRecognitionDoesNotDependOnTheNumberOfWorkers(t *testing.T) {
	t.Parallel()
	opts := convert.DefaultOptions()
	opts.OCREnabled, opts.OCREngine, opts.Workers = true, report(), 1
	want, err := convert.Convert(t.Context(), bytes.NewReader(scanned(9)), opts)
	require.NoError(t, err)
	for _, opts.Workers = range []int{2, 8} {
		got, err := convert.Convert(t.Context(), bytes.NewReader(scanned(9)), opts)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
}

func TestRecognitionEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	engine := &reader{before: func(int32) error {
		cancel()
		return ctx.Err()
	}}
	_, err := convert.Convert(ctx, bytes.NewReader(scanned(5)), convert.Options{OCREnabled: true, OCREngine: engine})
	require.ErrorIs(t, err, context.Canceled)
}

// TestEnginesThatDoNotEnd ignore their context: the conversion ends with it all the same.
func TestEnginesThatDoNotEnd(t *testing.T) {
	t.Parallel()
	end := make(chan struct{})
	defer close(end)
	for name, opts := range map[string]convert.Options{
		"of text": {OCREnabled: true, OCRLanguages: []string{"en"}, OCREngine: &reader{before: func(int32) error {
			<-end
			return nil
		}}},
		"of pictures": {ExtractImages: true, SemanticHTML: true, Describer: describer(func(describe.Picture) (*describe.Description, error) {
			<-end
			return nil, nil
		})},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		ended := make(chan error, 1)
		go func() {
			document := scanned(3)
			if opts.Describer != nil {
				document = onePicture()
			}
			_, err := convert.Convert(ctx, bytes.NewReader(document), opts)
			ended <- err
		}()
		select {
		case err := <-ended:
			require.ErrorIs(t, err, context.DeadlineExceeded, name)
		case <-time.After(time.Minute):
			require.Fail(t, "the conversion goes on", "with an engine %s", name)
		}
		cancel()
	}
}

func TestWordsReadWithoutConfidenceAreMarkedInTheTree(t *testing.T) {
	t.Parallel()
	engine := report()
	var doubtful []string
	opts := convert.Options{OCREnabled: true, OCREngine: unsure{engine}, Trace: &convert.Trace{Semantic: func(d *semantic.Document) {
		for n := range d.Root.All() {
			if n.Role == semantic.Span && n.Attr != nil && n.Attr.Confidence > 0 {
				doubtful = append(doubtful, fmt.Sprintf("%s %.1f", strings.TrimSpace(n.Text), n.Attr.Confidence))
			}
		}
	}}}
	result, err := convert.Convert(t.Context(), bytes.NewReader(scanned(1)), opts)
	require.NoError(t, err)
	require.Equal(t, []string{"Kestrelby 0.3"}, doubtful)
	sure, err := convert.Convert(t.Context(), bytes.NewReader(scanned(1)), convert.Options{OCREnabled: true, OCREngine: engine})
	require.NoError(t, err)
	require.Equal(t, sure.HTML, result.HTML, "readers of the HTML see no mark")
}

// unsure is an engine that is not sure of one word.
type unsure struct{ ocr.Engine }

func (u unsure) Recognize(ctx context.Context, img ocr.Image, opt ocr.Options) (*ocr.Page, error) {
	page, err := u.Engine.Recognize(ctx, img, opt)
	for i := range page.Words {
		if page.Words[i].Text == "Kestrelby" {
			page.Words[i].Confidence = 0.3
		}
	}
	return page, err
}

// layered returns a scanned page with a layer of text over it. Each line is there twice as often as is needed to
// judge the layer.
func layered(lines ...string) []byte {
	var p testkit.PDF
	font := p.Add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
	img := p.AddStream("/Type /XObject /Subtype /Image /Width 612 /Height 792 /BitsPerComponent 8 /ColorSpace /DeviceGray", strings.Repeat("\xff", 612*792))
	var text strings.Builder
	for n := range 24 {
		fmt.Fprintf(&text, "1 0 0 1 72 %d Tm (%s) Tj ", 720-14*n, lines[n%len(lines)])
	}
	p.AddPage(testkit.Page{
		Content:   "q 612 0 0 792 0 0 cm /I Do Q BT 3 Tr /F1 10 Tf " + text.String() + "ET",
		Resources: fmt.Sprintf("/XObject << /I %d 0 R >>", img), Fonts: fmt.Sprintf("/F1 %d 0 R", font),
	})
	return p.Bytes()
}

func TestALayerOfTextIsReplacedByABetterOne(t *testing.T) {
	t.Parallel()
	english := []string{"The harbour of the town was built for the ships of the east", "and it is not known to this day who had paid for it in the end."}
	nonsense := []string{"Tlie narbonr oj tlic towu waz bnilt fcr tlie sliips af tlie eaft", "amd lt iz nct kmown ta tliis dav wlio liad qaid fov tt im tlie emd."}
	names := []string{"Kestrelby Eastvale Montfleur Brinkholt Castelvecchio Northam", "Aldermoor Westhaven Ravensburg Oakhurst Fairhaven Lindenau"}
	for name, c := range map[string]struct {
		layer, picture []string
		reads          bool // the picture is recognised at all
		replaced       bool
	}{
		"nonsense":                       {nonsense, english, true, true},
		"good":                           {english, english, false, false},
		"names":                          {names, names, true, false},
		"nonsense, and so is the other":  {nonsense, nonsense, true, false},
		"too little to be judged":        {[]string{"Tlie"}, english, false, false},
		"nonsense for another alphabet":  {nonsense, []string{"Το λιμάνι της πόλης χτίστηκε για τα πλοία", "και κανείς δεν ξέρει ποιος το πλήρωσε."}, true, true},
		"nonsense, with an unsure other": {nonsense, english, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			engine := &reader{}
			for range 12 {
				engine.lines = append(engine.lines, c.picture...)
			}
			opts := convert.Options{OCREnabled: true, OCREngine: engine, OCRLanguages: []string{"en"}}
			if strings.HasSuffix(name, "an unsure other") {
				opts.OCREngine = doubting{engine}
			}
			result, err := convert.Convert(t.Context(), bytes.NewReader(layered(c.layer...)), opts)
			require.NoError(t, err)
			require.Equal(t, c.reads, engine.calls.Load() > 0)
			first, _, _ := strings.Cut(c.layer[0], " ")
			if !c.replaced {
				require.Contains(t, result.HTML, first)
				require.Len(t, result.Warnings, 1)
				require.Contains(t, result.Warnings[0].Detail, "recognised in the image that they lie on")
				return
			}
			require.NotContains(t, result.HTML, first)
			require.Contains(t, result.HTML, c.picture[0])
			require.Equal(t, "recognised_text", result.Warnings[0].Code)
			require.Contains(t, result.Warnings[0].Detail, "its text layer was worse")
		})
	}
}

// doubting is an engine that is sure of nothing.
type doubting struct{ ocr.Engine }

func (d doubting) Recognize(ctx context.Context, img ocr.Image, opt ocr.Options) (*ocr.Page, error) {
	page, err := d.Engine.Recognize(ctx, img, opt)
	for i := range page.Words {
		page.Words[i].Confidence = 0.5
	}
	return page, err
}

// letter returns a document of one page, with a line of text over an image 300 points wide.
func letter(t *testing.T, img goimage.Image) []byte {
	t.Helper()
	var p testkit.PDF
	size := img.Bounds().Size()
	gray := goimage.NewGray(goimage.Rectangle{Max: size})
	draw.Draw(gray, gray.Rect, img, img.Bounds().Min, draw.Src)
	font := p.Add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
	object := p.AddStream(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /BitsPerComponent 8 /ColorSpace /DeviceGray", size.X, size.Y), string(gray.Pix))
	p.AddPage(testkit.Page{
		Content: "BT /F1 12 Tf 72 700 Td (The director wrote to all members of the board today:) Tj ET " +
			fmt.Sprintf("q 300 0 0 %d 72 500 cm /I Do Q", 300*size.Y/size.X),
		Resources: fmt.Sprintf("/XObject << /I %d 0 R >>", object), Fonts: fmt.Sprintf("/F1 %d 0 R", font),
	})
	return p.Bytes()
}

// TestImagesOfTextBecomeText needs an installed tesseract with English.
func TestImagesOfTextBecomeText(t *testing.T) {
	t.Parallel()
	testkit.Tesseract(t)
	f, err := os.Open("../ocr/tesseract/testdata/harbour.png")
	require.NoError(t, err)
	defer f.Close()
	img, err := png.Decode(f)
	require.NoError(t, err)
	opts := convert.Options{OCREnabled: true, ExtractImages: true, SemanticHTML: true}
	without, err := convert.Convert(t.Context(), bytes.NewReader(letter(t, img)), opts)
	require.NoError(t, err)
	require.Contains(t, without.HTML, "<img")
	opts.OCRImages = true
	result, err := convert.Convert(t.Context(), bytes.NewReader(letter(t, img)), opts)
	require.NoError(t, err)
	require.NotContains(t, result.HTML, "<img")
	require.Contains(t, result.HTML, "Last year 120,000 tonnes of cargo passed through the port, eight per cent more than the year before.")
	require.Regexp(t, `<h1[^>]*>Harbour report</h1>`, result.HTML)
	require.Equal(t, "recognised_text", result.Warnings[0].Code)
	require.Contains(t, result.Warnings[0].Detail, "its images were read: 20 words")
}

func TestTextThatSaysNothingAndCannotBeReplacedIsNamed(t *testing.T) {
	t.Parallel()
	var p testkit.PDF
	font := p.Add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
	garbled := strings.Repeat(`\314\345\300\301\271\330`, 20) // bytes of GBK that the font declares as Latin
	p.AddPage(testkit.Page{
		Content: "BT /F1 12 Tf 72 600 Td (" + garbled + ") Tj ET", Fonts: fmt.Sprintf("/F1 %d 0 R", font),
	})
	blind := &reader{} // it recognises nothing
	result, err := convert.Convert(t.Context(), bytes.NewReader(p.Bytes()), convert.Options{OCREnabled: true, OCREngine: blind})
	require.NoError(t, err)
	require.Equal(t, "ocr_failed", result.Warnings[0].Code)
	require.Contains(t, result.HTML, "Ìå", "what there was is still there")
}

// planLines are the tops of the lines above the table.
var planLines = [...]int{200, 230, 260, 290, 320, 350, 380}

// plan returns the gray page of a document that is upside down: lines in its upper left quarter, and below them a
// table with a shaded row.
func plan() []byte {
	const width, height = 850, 1100
	img := goimage.NewGray(goimage.Rect(0, 0, width, height))
	draw.Draw(img, img.Rect, goimage.White, goimage.Point{}, draw.Src)
	fill := func(x0, y0, x1, y1 int, shade uint8) {
		draw.Draw(img, goimage.Rect(x0, y0, x1, y1), goimage.NewUniform(color.Gray{Y: shade}), goimage.Point{}, draw.Src)
	}
	for _, y := range planLines {
		for x := 100; x < 410; x += 8 {
			fill(x, y, x+4, y+20, 0)
		}
	}
	fill(200, 550, 650, 600, 205) // the shaded row
	for i := range 3 {
		fill(200, 500+50*i, 653, 503+50*i, 0)
		fill(200+225*i, 500, 203+225*i, 603, 0)
	}
	for i := range 18 {
		fill(215+10*i, 515, 219+10*i, 535, 0) // recognised
	}
	fill(500, 565, 514, 589, 0) // a digit that is left out
	for i, j := 0, len(img.Pix)-1; i < j; i, j = i+1, j-1 {
		img.Pix[i], img.Pix[j] = img.Pix[j], img.Pix[i]
	}
	var p testkit.PDF
	n := p.AddStream(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /BitsPerComponent 8 /ColorSpace /DeviceGray", width, height), string(img.Pix))
	for range 6 {
		p.AddPage(testkit.Page{MediaBox: "0 0 612 792", Content: "612 0 0 792 0 0 cm /I Do", Resources: fmt.Sprintf("/XObject << /I %d 0 R >>", n)})
	}
	return p.Bytes()
}

// planReader recognises the page of plan if it is upright, and is unsure otherwise. On a sheet of cells it
// recognises the digit.
type planReader struct{ calls, sheets atomic.Int32 }

func (r *planReader) Recognize(_ context.Context, img ocr.Image, opt ocr.Options) (*ocr.Page, error) {
	r.calls.Add(1)
	gray := img.Pixels.(*goimage.Gray)
	size := gray.Rect.Size()
	var ink goimage.Rectangle
	var quarters [4]int
	for y := range size.Y {
		for x := range size.X {
			if gray.GrayAt(x, y).Y < 100 {
				ink = ink.Union(goimage.Rect(x, y, x+1, y+1))
				quarters[2*(2*y/size.Y)+2*x/size.X]++
			}
		}
	}
	page := &ocr.Page{Width: size.X, Height: size.Y}
	line := func(box goimage.Rectangle, confidence float32, words ...string) {
		l := ocr.Line{First: int32(len(page.Words)), Count: int32(len(words)), Box: box}
		step := box.Dx() / len(words)
		for i, text := range words {
			x := box.Min.X + i*step
			page.Words = append(page.Words, ocr.Word{Text: text, Box: goimage.Rect(x, box.Min.Y, x+step-4, box.Max.Y), Confidence: confidence, Line: int32(len(page.Lines))})
		}
		page.Lines = append(page.Lines, l)
	}
	unsure := strings.Fields(strings.Repeat("uo ", 14))
	switch {
	case opt.Segmentation == ocr.SingleBlock:
		r.sheets.Add(1)
		line(ink, .95, "7")
	case quarters[0] <= max(quarters[1], quarters[2], quarters[3]):
		line(ink, .3, unsure...)
	default:
		unit := float64(size.X) / 850
		at := func(v int) int { return int(unit * float64(v)) }
		for _, y := range planLines {
			line(goimage.Rect(at(100), at(y), at(408), at(y+20)), .95, "The", "office", "reviews", "it")
		}
		line(goimage.Rect(at(215), at(515), at(395), at(535)), .95, "Harbour", "works")
	}
	return page, nil
}

// A page that takes every second look gives the same bytes with any number of workers.
func TestRecognitionDoesNotDependOnWorkers(t *testing.T) {
	t.Parallel()
	document := plan()
	var first string
	for _, workers := range []int{1, 4} {
		r := &planReader{}
		options := convert.DefaultOptions()
		options.OCREnabled, options.OCREngine, options.OCRLanguages, options.Workers = true, r, []string{"en"}, workers
		result, err := convert.Convert(t.Context(), bytes.NewReader(document), options)
		require.NoError(t, err)
		require.Equal(t, int32(6*(1+limits.OCRTurns+1+1)), r.calls.Load(), "as it lies, in four turns, upright, its cells")
		require.Equal(t, int32(6), r.sheets.Load())
		require.Equal(t, 6, strings.Count(result.HTML, ">7<"))
		if first == "" {
			first = result.HTML
		}
		require.Equal(t, first, result.HTML)
	}
}
