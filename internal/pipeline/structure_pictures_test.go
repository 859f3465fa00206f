package pipeline

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// filesOf returns the associated files that are kept of the elements of a document, and the warnings.
func filesOf(t *testing.T, cfg *Config, elements ...any) ([]semantic.AssociatedFile, []layout.Warning) {
	t.Helper()
	doc, err := pdf.Open(t.Context(), testkit.Tagged{}.Bytes(elements...), pdf.Options{})
	require.NoError(t, err)
	var warn warnings
	tree := structure(t.Context(), doc, newFigureFiles(cfg, &warn))
	var files []semantic.AssociatedFile
	for i := range tree.Elements {
		if p := tree.Elements[i].Properties; p != nil {
			files = append(files, p.Files...)
		}
	}
	return files, warn.list()
}

// pictures returns an image as PNG and as JPEG.
func pictures(t *testing.T) (asPNG, asJPEG string) {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 8, 4))
	img.Set(3, 2, color.RGBA{R: 200, A: 255})
	var a, b bytes.Buffer
	require.NoError(t, png.Encode(&a, img))
	require.NoError(t, jpeg.Encode(&b, img, nil))
	return a.String(), b.String()
}

func figureWith(relationship, mediaType, data string) *testkit.Tag {
	return testkit.El("Figure", "words").File(relationship, mediaType, data)
}

func TestPicturesOfFiguresAreRead(t *testing.T) {
	t.Parallel()
	asPNG, asJPEG := pictures(t)
	files, warned := filesOf(t, &Config{ExtractImages: true},
		figureWith("Alternative", "image/png", asPNG+"<script>"), figureWith("Supplement", "image/jpeg", asJPEG),
		figureWith("Alternative", "image/svg+xml", `<svg viewBox="0 0 4 8"><script>x</script></svg>`),
		figureWith("Source", "image/png", asPNG), figureWith("Alternative", "image/gif", "GIF89a"), figureWith("Alternative", "text/html", "<p>"),
		testkit.El("P", "words").File("Alternative", "image/png", asPNG))
	require.Empty(t, warned)
	require.Len(t, files, 3)
	img, err := png.Decode(strings.NewReader(files[0].Data))
	require.NoError(t, err)
	require.Equal(t, color.NRGBA{R: 200, A: 255}, color.NRGBAModel.Convert(img.At(3, 2)))
	require.NotContains(t, files[0].Data, "script", "what follows the image stays out")
	files[0].Data = ""
	require.Equal(t, []semantic.AssociatedFile{
		{Relationship: "Alternative", MediaType: "image/png", Width: 6, Height: 3},
		{Relationship: "Supplement", MediaType: "image/jpeg", Data: asJPEG, Width: 6, Height: 3},
		{Relationship: "Alternative", MediaType: "image/svg+xml", Data: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 8"></svg>`, Width: 3, Height: 6},
	}, files)
	files, _ = filesOf(t, &Config{}, figureWith("Alternative", "image/png", asPNG))
	require.Empty(t, files, "nobody wants pictures")
}

// sized returns a PNG file whose header says that it has this size.
func sized(data string, width, height uint32) string {
	out := []byte(data)
	binary.BigEndian.PutUint32(out[16:], width)
	binary.BigEndian.PutUint32(out[20:], height)
	binary.BigEndian.PutUint32(out[29:], crc32.ChecksumIEEE(out[12:29]))
	return string(out)
}

func TestPicturesThatCannotBeShownLeaveAWarning(t *testing.T) {
	t.Parallel()
	asPNG, asJPEG := pictures(t)
	for name, file := range map[string][2]string{
		"no image":       {"image/png", "no image"},
		"another type":   {"image/png", asJPEG},
		"torn":           {"image/png", asPNG[:len(asPNG)-30]},
		"torn JPEG":      {"image/jpeg", asJPEG[:len(asJPEG)/2]},
		"too large":      {"image/png", sized(asPNG, 1<<20, 1<<20)},
		"many samples":   {"image/png", sized(asPNG, limits.AssociatedPixels+1, 1)},
		"no size":        {"image/svg+xml", "<svg/>"},
		"too many bytes": {"image/svg+xml", `<svg viewBox="0 0 1 1">` + strings.Repeat(" ", limits.AssociatedBytes) + "</svg>"},
		"no drawing":     {"image/svg+xml", "<html/>"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files, warned := filesOf(t, &Config{ExtractImages: true}, figureWith("Alternative", file[0], file[1]))
			require.Empty(t, files)
			require.Len(t, warned, 1)
			require.Equal(t, "image_unsupported", warned[0].Code)
		})
	}
}

func TestFilesThatFiguresShareAreReadOnce(t *testing.T) {
	t.Parallel()
	asPNG, _ := pictures(t)
	doc, err := pdf.Open(t.Context(), testkit.Tagged{}.Bytes(figureWith("Alternative", "image/png", asPNG)), pdf.Options{})
	require.NoError(t, err)
	file := doc.AssociatedFiles(doc.StructTree().Kids[0].Dict)[0]
	var warn warnings
	r := newFigureFiles(&Config{ExtractImages: true}, &warn)
	first := r.read(t.Context(), doc, &file, 1)
	require.NotNil(t, first)
	require.Same(t, first, r.read(t.Context(), doc, &file, 2))
	require.Equal(t, []int{len(asPNG), 32}, []int{r.bytes, r.pixels})
}
