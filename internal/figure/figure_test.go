package figure

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// grays is an image of one byte for each sample.
func grays(data string, width, height int) *content.Image {
	return &content.Image{Stream: &pdf.Stream{Raw: []byte(data), Dict: pdf.NewDict(
		pdf.Name("Width"), pdf.Integer(width), pdf.Name("Height"), pdf.Integer(height),
		pdf.Name("ColorSpace"), pdf.Name("DeviceGray"), pdf.Name("BitsPerComponent"), pdf.Integer(8),
	)}}
}

// at places an image of samples at box, upright.
func at(img *content.Image, width, height int, box layout.Rect) layout.Raster {
	return layout.Raster{
		M:   layout.Matrix{A: box.Width(), D: -box.Height(), E: box.X0, F: box.Y1},
		Box: box, Width: width, Height: height, Handle: img,
	}
}

// decoded are the bytes of a file of gray samples, row by row.
func decoded(t *testing.T, f *imaging.File) (rows []string) {
	t.Helper()
	img, _, err := image.Decode(bytes.NewReader(f.Data))
	require.NoError(t, err)
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		row := ""
		for x := b.Min.X; x < b.Max.X; x++ {
			row += string(rune(color.GrayModel.Convert(img.At(x, y)).(color.Gray).Y))
		}
		rows = append(rows, row)
	}
	return rows
}

func TestImagesAreShownAsThePageHasThem(t *testing.T) {
	t.Parallel()
	doc := &pdf.Document{}
	for name, c := range map[string]struct {
		m    layout.Matrix
		want []string
	}{
		"upright":                 {layout.Matrix{A: 30, D: -20, F: 20}, []string{"abc", "def"}},
		"from right to left":      {layout.Matrix{A: -30, D: -20, E: 30, F: 20}, []string{"cba", "fed"}},
		"upside down":             {layout.Matrix{A: -30, D: 20, E: 30}, []string{"fed", "cba"}},
		"mirrored":                {layout.Matrix{A: 30, D: 20}, []string{"def", "abc"}},
		"turned to the right":     {layout.Matrix{B: 30, C: 20}, []string{"da", "eb", "fc"}},
		"turned to the left":      {layout.Matrix{B: -30, C: -20, E: 20, F: 30}, []string{"cf", "be", "ad"}},
		"turned and mirrored":     {layout.Matrix{B: 30, C: -20, E: 20}, []string{"ad", "be", "cf"}},
		"the other way mirrored":  {layout.Matrix{B: -30, C: 20, F: 30}, []string{"fc", "eb", "da"}},
		"a little askew":          {layout.Matrix{A: 30, B: 1, C: 1, D: -20, F: 20}, []string{"abc", "def"}},
		"askew by nearly an half": {layout.Matrix{A: 21, B: 20, C: 14, D: -14, F: 20}, []string{"abc", "def"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := layout.Raster{M: c.m, Box: c.m.Bounds(layout.Rect{X1: 1, Y1: 1}), Width: 3, Height: 2, Handle: grays("abcdef", 3, 2)}
			file, err := Encode(t.Context(), doc, &layout.Figure{Box: p.Box, Parts: []layout.Raster{p}})
			require.NoError(t, err)
			require.Equal(t, c.want, decoded(t, file))
		})
	}
}

func TestWhatAClipHidesIsNotInTheFile(t *testing.T) {
	t.Parallel()
	p := at(grays("abcdefghijkl", 4, 3), 4, 3, layout.Rect{X1: 40, Y1: 30})
	p.Box = layout.Rect{X0: 10, Y0: 0, X1: 30, Y1: 20}
	file, err := Encode(t.Context(), &pdf.Document{}, &layout.Figure{Box: p.Box, Parts: []layout.Raster{p}})
	require.NoError(t, err)
	require.Equal(t, []string{"bc", "fg"}, decoded(t, file))
}

func TestTilesArePutTogether(t *testing.T) {
	t.Parallel()
	left := at(grays("abef", 2, 2), 2, 2, layout.Rect{X0: 5, Y0: 5, X1: 25, Y1: 25})
	right := at(grays("cdgh", 2, 2), 2, 2, layout.Rect{X0: 25, Y0: 5, X1: 45, Y1: 25})
	f := &layout.Figure{Box: layout.Rect{X0: 5, Y0: 5, X1: 45, Y1: 25}, Parts: []layout.Raster{left, right}}
	file, err := Encode(t.Context(), &pdf.Document{}, f)
	require.NoError(t, err)
	require.Equal(t, []string{"abcd", "efgh"}, decoded(t, file))

	f.Parts[1].Handle = grays("", 2, 2) // one that is damaged leaves the other
	file, err = Encode(t.Context(), &pdf.Document{}, f)
	require.ErrorIs(t, err, imaging.ErrDamaged)
	require.Equal(t, "ab", decoded(t, file)[0][:2])
}

func TestGapsBetweenPhotographsArePaper(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	red := image.NewRGBA(image.Rect(0, 0, 16, 16))
	for i := range red.Pix {
		red.Pix[i] = []byte{255, 0, 0, 255}[i%4]
	}
	require.NoError(t, jpeg.Encode(&b, red, nil))
	photo := &content.Image{Stream: &pdf.Stream{Raw: b.Bytes(), Dict: pdf.NewDict(
		pdf.Name("Width"), pdf.Integer(16), pdf.Name("Height"), pdf.Integer(16), pdf.Name("ColorSpace"), pdf.Name("DeviceRGB"),
		pdf.Name("BitsPerComponent"), pdf.Integer(8), pdf.Name("Filter"), pdf.Name("DCTDecode"),
	)}}
	above, below := at(photo, 16, 16, layout.Rect{X1: 16, Y1: 16}), at(photo, 16, 16, layout.Rect{Y0: 24, X1: 16, Y1: 40})
	file, err := Encode(t.Context(), &pdf.Document{}, &layout.Figure{Box: layout.Rect{X1: 16, Y1: 40}, Parts: []layout.Raster{above, below}})
	require.NoError(t, err)
	require.Equal(t, "image/jpeg", file.MediaType)
	img, err := jpeg.Decode(bytes.NewReader(file.Data))
	require.NoError(t, err)
	r, g, _, _ := img.At(8, 20).RGBA()
	require.Greater(t, min(r, g), uint32(0xf000), "paper")
	r, g, _, _ = img.At(8, 4).RGBA()
	require.Greater(t, r, g+0x8000, "red")
}

func TestPlainSurfacesAreBlank(t *testing.T) {
	t.Parallel()
	p := at(grays("aaaa", 2, 2), 2, 2, layout.Rect{X1: 20, Y1: 20})
	_, err := Encode(t.Context(), &pdf.Document{}, &layout.Figure{Box: p.Box, Parts: []layout.Raster{p}})
	require.ErrorIs(t, err, ErrBlank)
	_, err = Encode(t.Context(), &pdf.Document{}, &layout.Figure{Box: p.Box, Parts: []layout.Raster{p, p}})
	require.ErrorIs(t, err, ErrBlank)
}

func TestJPEGIsTurnedByItsHeader(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	require.NoError(t, jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 8, 4)), nil))
	file := turnFile(&imaging.File{MediaType: "image/jpeg", Data: b.Bytes(), Width: 8, Height: 4}, 5)
	require.Equal(t, [2]int{4, 8}, [2]int{file.Width, file.Height})
	require.Equal(t, "\xff\xd8\xff\xe1\x00\x22Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00", string(file.Data[:38]))
	require.Equal(t, b.Bytes()[2:], file.Data[38:])
	_, err := jpeg.Decode(bytes.NewReader(file.Data))
	require.NoError(t, err)
}

func TestKeysTellFilesApart(t *testing.T) {
	t.Parallel()
	doc := &pdf.Document{}
	img := grays("abcdef", 3, 2)
	key := func(p layout.Raster) string { return Key(doc, &layout.Figure{Box: p.Box, Parts: []layout.Raster{p}}) }
	first := at(img, 3, 2, layout.Rect{X1: 30, Y1: 20})
	require.Equal(t, key(first), key(at(img, 3, 2, layout.Rect{X0: 7, X1: 97, Y1: 60})), "elsewhere, and larger")
	require.NotEqual(t, key(first), key(at(grays("abcdeg", 3, 2), 3, 2, layout.Rect{X1: 30, Y1: 20})), "other data")
	cropped := first
	cropped.Box.X1 = 20
	require.NotEqual(t, key(first), key(cropped))
	turned := first
	turned.M = layout.Matrix{A: -30, D: 20, E: 30}
	require.NotEqual(t, key(first), key(turned))
}

func TestSizeIsThatOnThePage(t *testing.T) {
	t.Parallel()
	p := at(nil, 3, 2, layout.Rect{X1: 30, Y1: 20})
	size := func(f layout.Figure) string { w, h := Size(&f); return fmt.Sprintf("%.0f x %.0f", w, h) }
	require.Equal(t, "30 x 20", size(layout.Figure{Box: p.Box, Parts: []layout.Raster{p}}))
	p.M = layout.Matrix{A: 24, B: 18, C: 12, D: -16}
	require.Equal(t, "30 x 20", size(layout.Figure{Box: layout.Rect{X1: 36, Y1: 34}, Parts: []layout.Raster{p}}))
	require.Equal(t, "7 x 8", size(layout.Figure{Graphic: &layout.Graphic{Width: 7, Height: 8}}))
}

// TestHostileFigures: whatever a page does to its images, the canvas has a size that
// fits into memory.
func TestHostileFigures(t *testing.T) {
	t.Parallel()
	img := grays("ab", 2, 1)
	for _, m := range []layout.Matrix{{}, {A: 1e-9, D: 1e-9}, {A: 1e9, D: 1e-9}, {A: 1e30, B: 1e30, C: 1e30, D: 1e30}} {
		p := layout.Raster{M: m, Box: layout.Rect{X1: 1e4, Y1: 1e-3}, Width: 1 << 28, Height: 1, Handle: img}
		c := newCanvas(&layout.Figure{Box: p.Box, Parts: []layout.Raster{p, p}})
		require.Positive(t, c.bounds.Dx()*c.bounds.Dy())
		require.LessOrEqual(t, c.bounds.Dx()*c.bounds.Dy(), 2<<26)
		_, _ = Encode(t.Context(), &pdf.Document{}, &layout.Figure{Box: layout.Rect{X1: 20, Y1: 20}, Parts: []layout.Raster{p, p}})
	}
}

func TestPiecesAreOneDrawing(t *testing.T) {
	t.Parallel()
	doc := &pdf.Document{}
	box := func(x0, y0, x1, y1 float32) layout.Rect { return layout.Rect{X0: x0, Y0: y0, X1: x1, Y1: y1} }
	image := func(img *content.Image, b layout.Rect) *layout.Figure {
		return &layout.Figure{Box: b, Parts: []layout.Raster{at(img, 2, 1, b)}}
	}
	drawing := &layout.Figure{Box: box(5, 6, 7, 9), Vector: true, Graphic: &layout.Graphic{MediaType: "image/svg+xml", Data: []byte("<svg/>"), Width: 2, Height: 3}}
	missing := &layout.Figure{Box: box(1, 1, 2, 2), Parts: []layout.Raster{at(&content.Image{}, 2, 1, box(1, 1, 2, 2))}}
	blank := image(grays("aa", 2, 1), box(1, 1, 3, 2))
	nested := &layout.Figure{Box: box(1, 1, 2, 2), Pieces: []*layout.Figure{drawing}}
	whole := func(pieces ...*layout.Figure) *layout.Figure {
		return &layout.Figure{Box: box(1, 1, 7, 9), Pieces: pieces}
	}

	f := whole(image(grays("ab", 2, 1), box(1, 1, 3, 2)), drawing, blank, nested)
	require.Empty(t, Key(doc, f))
	require.Equal(t, 4, Pixels(f))
	width, height := Size(f)
	require.Equal(t, []float32{6, 8}, []float32{width, height})
	file, err := Encode(t.Context(), doc, f)
	require.NoError(t, err)
	require.Equal(t, "image/svg+xml", file.MediaType)
	require.Regexp(t, `^<svg xmlns="http://www.w3.org/2000/svg" width="8.00" height="10.67" viewBox="0 0 6.00 8.00">`+
		`<image x="0.00" y="0.00" width="2.00" height="1.00" href="data:image/png;base64,[A-Za-z0-9+/=]+"/>`+
		`<image x="4.00" y="5.00" width="2.00" height="3.00" href="data:image/svg\+xml;base64,PHN2Zy8\+"/></svg>\n$`, string(file.Data))

	file, err = Encode(t.Context(), doc, whole(missing, drawing))
	require.ErrorIs(t, err, imaging.ErrUnsupported)
	require.NotNil(t, file, "what can be had is shown")
	file, err = Encode(t.Context(), doc, whole(missing, blank))
	require.ErrorIs(t, err, imaging.ErrUnsupported)
	require.Nil(t, file)
	_, err = Encode(t.Context(), doc, whole(blank, blank))
	require.ErrorIs(t, err, ErrBlank)
	large := &layout.Figure{Box: drawing.Box, Graphic: &layout.Graphic{MediaType: "image/svg+xml", Data: make([]byte, limits.SVGImageBytes/2)}}
	_, err = Encode(t.Context(), doc, whole(large, large))
	require.ErrorIs(t, err, imaging.ErrTooLarge)
}
