package convert_test

import (
	"bytes"
	"fmt"
	goimage "image"
	_ "image/jpeg"
	_ "image/png"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/testkit"
)

func TestPiecesOfAFigureStandWhereThePageHasThem(t *testing.T) {
	t.Parallel()
	result, err := convert.Convert(t.Context(), bytes.NewReader(taggedDocuments["d35 several pictures in a figure"]()), convert.DefaultOptions())
	require.NoError(t, err)
	require.Empty(t, result.Warnings)
	require.Len(t, result.Assets, 3)
	whole := string(result.Assets[0].Data)
	require.Contains(t, whole, `viewBox="0 0 60.00 204.00"`)
	for _, piece := range []string{
		`<image x="0.00" y="144.00" width="60.00" height="60.00" href="data:image/png;base64,`,
		`<image x="0.00" y="0.00" width="60.00" height="60.00" href="data:image/svg+xml;base64,`,
		`<image x="0.00" y="72.00" width="60.00" height="60.00" href="data:image/svg+xml;base64,`,
	} {
		require.Contains(t, whole, piece)
	}
}

func TestFilesOfFiguresAreCleanAssets(t *testing.T) {
	t.Parallel()
	document := taggedDocuments["d80 pictures of figures"]()
	result, err := convert.Convert(t.Context(), bytes.NewReader(document), convert.DefaultOptions())
	require.NoError(t, err)
	require.Len(t, result.Warnings, 1, "one warning for each page and code")
	require.Equal(t, "image_unsupported", result.Warnings[0].Code)
	require.Len(t, result.Assets, 4)
	for _, a := range result.Assets {
		require.NotContains(t, string(a.Data), "script")
		require.NotContains(t, string(a.Data), "onload")
	}
	require.Contains(t, string(result.Assets[0].Data), `<rect width="9" height="9"></rect>`)
	opts := convert.DefaultOptions()
	opts.ExtractImages = false
	result, err = convert.Convert(t.Context(), bytes.NewReader(document), opts)
	require.NoError(t, err)
	require.Empty(t, result.Assets)
	require.Empty(t, result.Warnings)
}

// gray returns the dictionary of an image of w by h samples.
func gray(w, h int) string {
	return fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8", w, h)
}

// samples returns the data of an image that has more than one colour.
func samples(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(37 * i)
	}
	return string(b)
}

// pictures returns a document whose pages have these contents. /A, /B and so on are images on them; images has
// their dictionaries and data in turn.
func pictures(pages []string, images ...string) []byte {
	pdf := &testkit.PDF{}
	var resources strings.Builder
	for i := 0; i < len(images); i += 2 {
		fmt.Fprintf(&resources, "/%c %d 0 R ", 'A'+i/2, pdf.AddStream(images[i], images[i+1]))
	}
	for _, content := range pages {
		pdf.AddPage(testkit.Page{Content: content, Fonts: fonts, Resources: "/XObject << " + resources.String() + ">>"})
	}
	return pdf.Bytes()
}

// figuresOf converts src, and returns the result and the figures in its HTML.
func figuresOf(t *testing.T, src []byte, opts convert.Options) (*convert.Result, []string) {
	t.Helper()
	result, err := convert.Convert(t.Context(), bytes.NewReader(src), opts)
	require.NoError(t, err)
	var list []string
	for rest := result.HTML; ; {
		at := strings.Index(rest, "<figure")
		if at < 0 {
			return result, list
		}
		rest = rest[at:]
		end := strings.Index(rest, "</figure>")
		list = append(list, strings.ReplaceAll(rest[len("<figure>"):end], "\n", ""))
		rest = rest[end:]
	}
}

// img returns the element of an image on the first page that has no name in the document. width and height are
// those on the page, in CSS pixels.
func img(name, alt string, width, height int) string {
	return fmt.Sprintf(`<img class="unnamed" src="assets/%s" alt="%s" width="%d" height="%d" decoding="async">`, name, alt, width*12/10, height*12/10)
}

// later returns the element of an image on another page, which is loaded when it comes near the screen.
func later(img string) string {
	return strings.Replace(img, " decoding", ` loading="lazy" decoding`, 1)
}

func TestFiguresOfImages(t *testing.T) {
	t.Parallel()
	const placed = "q 120 0 0 60 72 500 cm /A Do Q\n"
	text := lines(72, 700, "Above the picture.")
	page := lines(72, 700, "A page with more than a title on it says what it says in words,", "and what lies below them is paper with a pattern, which shows", "nothing that a reader would miss if it were not there at all.")
	for name, c := range map[string]struct {
		src    []byte
		want   []string
		assets []string // name and size
	}{
		"an image": {
			pictures([]string{text + placed}, gray(8, 4), samples(32)),
			[]string{img("p1-1.png", "Image on page 1", 160, 80)}, []string{"p1-1.png 8x4"},
		},
		"the same image twice is one file": {
			pictures([]string{text + placed + "q 60 0 0 30 72 300 cm /A Do Q", text + "q 60 0 0 30 72 100 cm /B Do Q"}, gray(8, 4), samples(32), gray(8, 4), samples(32)),
			[]string{
				img("p1-1.png", "Image on page 1", 160, 80), img("p1-1.png", "Image 2 on page 1", 80, 40),
				later(img("p1-1.png", "Image on page 2", 80, 40)),
			}, []string{"p1-1.png 8x4"},
		},
		"an image that the page turns is turned": {
			pictures([]string{text + "q 0 120 -60 0 200 500 cm /A Do Q"}, gray(8, 4), samples(32)),
			[]string{img("p1-1.png", "Image on page 1", 80, 160)}, []string{"p1-1.png 4x8"},
		},
		"what a clip hides is cut off": {
			pictures([]string{text + "q 72 500 60 60 re W n 120 0 0 60 72 500 cm /A Do Q"}, gray(8, 4), samples(32)),
			[]string{img("p1-1.png", "Image on page 1", 80, 80)}, []string{"p1-1.png 4x4"},
		},
		"strips are one picture": {
			pictures([]string{text + "q 120 0 0 30 72 500 cm /A Do Q q 120 0 0 30 72 530 cm /B Do Q"}, gray(8, 2), samples(16), gray(8, 2), samples(15)+"\xff"),
			[]string{img("p1-1.png", "Image on page 1", 160, 80)}, []string{"p1-1.png 8x4"},
		},
		"a stencil is painted in its colour": {
			pictures([]string{text + "q 1 0 0 rg 80 0 0 80 72 500 cm /A Do Q"}, "/Type /XObject /Subtype /Image /Width 8 /Height 4 /ImageMask true", "\x0f\xf0\x0f\xf0"),
			[]string{img("p1-1.png", "Image on page 1", 107, 107)}, []string{"p1-1.png 8x4"},
		},
		"a caption names its image": {
			pictures([]string{text + placed + lines(72, 480, "Figure 1. A curve that rises and falls. It is gray.")}, gray(8, 4), samples(32)),
			[]string{`id="figure-1">` + img("p1-1.png", "Figure 1. A curve that rises and falls.", 160, 80) + "<figcaption>Figure 1. A curve that rises and falls. It is gray.</figcaption>"}, []string{"p1-1.png 8x4"},
		},
		"an image of one colour shows nothing":   {pictures([]string{text + placed}, gray(8, 4), strings.Repeat("a", 32)), nil, nil},
		"a rule is decoration":                   {pictures([]string{text + "q 300 0 0 2 72 500 cm /A Do Q"}, gray(8, 4), samples(32)), nil, nil},
		"a dot is decoration":                    {pictures([]string{text + "q 6 0 0 6 72 500 cm /A Do Q"}, gray(8, 4), samples(32)), nil, nil},
		"the ground of the page is decoration":   {pictures([]string{"q 612 0 0 792 0 0 cm /A Do Q\n" + page}, gray(8, 4), samples(32)), nil, nil},
		"a title on it leaves it the picture":    {pictures([]string{"q 612 0 0 792 0 0 cm /A Do Q\n" + text}, gray(8, 4), samples(32)), []string{img("p1-1.png", "Image on page 1", 816, 1056)}, []string{"p1-1.png 8x4"}},
		"an artifact is decoration":              {pictures([]string{text + "/Artifact BMC " + placed + "EMC"}, gray(8, 4), samples(32)), nil, nil},
		"a page that is an image shows it":       {pictures([]string{"q 612 0 0 792 0 0 cm /A Do Q"}, gray(8, 4), samples(32)), []string{img("p1-1.png", "Image on page 1", 816, 1056)}, []string{"p1-1.png 8x4"}},
		"what repeats from page to page is once": {pictures([]string{text + placed, text + placed, text + placed}, gray(8, 4), samples(32)), []string{img("p1-1.png", "Image on page 1", 160, 80)}, []string{"p1-1.png 8x4"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result, figures := figuresOf(t, c.src, convert.Options{SemanticHTML: true, ExtractImages: true})
			require.Equal(t, c.want, figures)
			require.NotContains(t, fmt.Sprint(result.Warnings), "image_")
			var assets []string
			for _, a := range result.Assets {
				config, _, err := goimage.DecodeConfig(bytes.NewReader(a.Data))
				require.NoError(t, err)
				assets = append(assets, fmt.Sprintf("%s %dx%d", path.Base(a.Name), config.Width, config.Height))
			}
			require.Equal(t, c.assets, assets)
		})
	}
}

func TestAnImageThatCannotBeShownLeavesItsPlace(t *testing.T) {
	t.Parallel()
	src := pictures([]string{lines(72, 700, "Above.") + "q 120 0 0 60 72 500 cm /A Do Q q 120 0 0 60 72 300 cm /B Do Q"},
		gray(8, 4)+" /Filter /JPXDecode", "data", gray(8, 4), samples(32))
	result, figures := figuresOf(t, src, convert.DefaultOptions())
	require.Equal(t, []string{`<div class="alt" role="img" aria-label="Image on page 1"></div>`, img("p1-1.png", "Image 2 on page 1", 160, 80)}, figures)
	require.Len(t, result.Warnings, 1)
	require.Equal(t, "image_unsupported", result.Warnings[0].Code)
	require.Equal(t, 1, result.Warnings[0].Page)
	require.Equal(t, 2, result.Metadata.ImageCount)
	require.Contains(t, fmt.Sprint(result.Accessibility.Violations), "pdf-figure-alt")
}

func TestWithoutExtractImagesPicturesAreNamed(t *testing.T) {
	t.Parallel()
	result, figures := figuresOf(t, onePicture(), convert.Options{SemanticHTML: true})
	require.Empty(t, result.Assets)
	require.Equal(t, []string{`<div class="alt" role="img" aria-label="Image on page 1"></div>`}, figures)
}

func onePicture() []byte {
	return pictures([]string{lines(72, 700, "Above.") + "q 120 0 0 60 72 500 cm /A Do Q"}, gray(8, 4), samples(32))
}

func TestALinkOnAPictureIsKept(t *testing.T) {
	t.Parallel()
	pdf := &testkit.PDF{}
	picture := pdf.AddStream(gray(8, 4), samples(32))
	pdf.AddPage(testkit.Page{
		Content: lines(72, 700, "Above.") + "q 120 0 0 60 72 500 cm /A Do Q", Fonts: fonts, Resources: fmt.Sprintf("/XObject << /A %d 0 R >>", picture),
		Extra: "/Annots [<< /Subtype /Link /Rect [70 498 194 562] /A << /S /URI /URI (https://example.org/fox) >> >>]",
	})
	result, figures := figuresOf(t, pdf.Bytes(), convert.DefaultOptions())
	require.Equal(t, []string{`<a href="https://example.org/fox">` + img("p1-1.png", "Image on page 1", 160, 80) + "</a>"}, figures)
	require.Zero(t, result.Accessibility.Source.Links.Missing.Count)
}

func TestHTMLWithoutFilesBesideIt(t *testing.T) {
	t.Parallel()
	result, _ := figuresOf(t, onePicture(), convert.DefaultOptions())
	var b strings.Builder
	require.NoError(t, result.WriteHTML(&b, nil))
	require.Contains(t, b.String(), `src="data:image/png;base64,iVBOR`)
	require.Contains(t, b.String(), `href="style.css"`)
	b.Reset()
	require.NoError(t, result.WriteHTML(&b, func(name string) string { return "https://example.org/" + name }))
	require.Contains(t, b.String(), `src="https://example.org/`+result.Assets[0].Name+`"`)
	result.Assets = nil
	b.Reset()
	require.NoError(t, result.WriteHTML(&b, func(string) string { return "nowhere" }))
	require.Equal(t, result.HTML, b.String(), "what is no asset stays")
}

func TestSelfContainedFigures(t *testing.T) {
	t.Parallel()
	result, _ := figuresOf(t, onePicture(), convert.DefaultOptions())
	var b strings.Builder
	require.NoError(t, result.WriteSelfContained(&b))
	require.Contains(t, b.String(), `src="data:image/png;base64,iVBOR`)
	require.NotContains(t, b.String(), `"assets/`)
}

// TestImagesThatAreCalledDecorationAreSeen, if they are large and have no words on them: programs mark images as
// artifacts if their authors gave no alternative. Screen readers do not announce them.
func TestImagesThatAreCalledDecorationAreSeen(t *testing.T) {
	t.Parallel()
	image := func(width, height int, marked string) string {
		return fmt.Sprintf("%s q %d 0 0 %d 72 480 cm /A Do Q EMC ", marked, width, height)
	}
	words := lines(80, 500, "Words on it.")
	for name, c := range map[string]struct {
		content string
		want    string // "": no image
	}{
		"a chart":            {image(240, 160, "/Artifact BMC"), `<div><img src="assets/p1-1.png" alt="" width="384" height="256" decoding="async"></div>`},
		"an ornament":        {image(60, 60, "/Artifact BMC"), ""},
		"a panel of a title": {image(240, 160, "/Artifact BMC") + words, ""},
		"no artifact":        {image(60, 60, "/Span BMC"), "<figure>" + img("p1-1.png", "Image on page 1", 80, 80) + "</figure>"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source := pictures([]string{lines(72, 700, "Above.") + c.content}, gray(8, 4), samples(32))
			result, err := convert.Convert(t.Context(), bytes.NewReader(source), convert.DefaultOptions())
			require.NoError(t, err)
			if c.want == "" {
				require.NotContains(t, result.HTML, "<img")
			} else {
				require.Contains(t, strings.ReplaceAll(result.HTML, "\n", ""), c.want)
			}
		})
	}
}
