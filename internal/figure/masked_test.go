package figure

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// photograph is a JPEG of one colour and some noise, seen through a mask of half its width.
func photograph(t *testing.T, noise int) *content.Image {
	t.Helper()
	const side = 64
	img := image.NewRGBA(image.Rect(0, 0, side, side))
	random := rand.New(rand.NewPCG(1, 2))
	for i := range img.Pix {
		img.Pix[i] = byte(100 + random.IntN(noise+1))
	}
	var b bytes.Buffer
	require.NoError(t, jpeg.Encode(&b, img, nil))
	opacity := bytes.Repeat(append(make([]byte, side/2), bytes.Repeat([]byte{255}, side/2)...), side)
	dict := func(space pdf.Name, more ...any) pdf.Dict {
		return pdf.NewDict(append([]any{
			pdf.Name("Width"), pdf.Integer(side), pdf.Name("Height"), pdf.Integer(side),
			pdf.Name("ColorSpace"), space, pdf.Name("BitsPerComponent"), pdf.Integer(8),
		}, more...)...)
	}
	mask := &pdf.Stream{Raw: opacity, Dict: dict("DeviceGray")}
	return &content.Image{Stream: &pdf.Stream{Raw: b.Bytes(), Dict: dict("DeviceRGB", pdf.Name("Filter"), pdf.Name("DCTDecode"), pdf.Name("SMask"), mask)}}
}

func TestAMaskedPhotographIsKeptAsTheDocumentHasIt(t *testing.T) {
	t.Parallel()
	doc, box := &pdf.Document{}, layout.Rect{X1: 100, Y1: 100}
	photo := photograph(t, 100)
	p := at(photo, 64, 64, box)
	file, err := Encode(t.Context(), doc, &layout.Figure{Box: box, Parts: []layout.Raster{p}})
	require.NoError(t, err)
	require.Equal(t, "image/svg+xml", file.MediaType)
	parts := regexp.MustCompile(`^<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">` +
		`<mask id="m" [^>]*><image width="64" height="64" preserveAspectRatio="none" href="data:image/png;base64,([^"]*)"/></mask>` +
		`<image width="64" height="64" preserveAspectRatio="none" mask="url\(#m\)" href="data:image/jpeg;base64,([^"]*)"/></svg>\n$`).FindSubmatch(file.Data)
	require.NotNil(t, parts, "%s", file.Data)
	mask, err := base64.StdEncoding.DecodeString(string(parts[1]))
	require.NoError(t, err)
	opacity, err := png.Decode(bytes.NewReader(mask))
	require.NoError(t, err)
	at := func(x int) uint32 { r, _, _, _ := opacity.At(x, 10).RGBA(); return r }
	require.Equal(t, []uint32{0, 0, 0xffff, 0xffff}, []uint32{at(0), at(31), at(32), at(63)})
	colors, err := base64.StdEncoding.DecodeString(string(parts[2]))
	require.NoError(t, err)
	require.Equal(t, photo.Stream.Raw, colors, "written once")
}

func TestAMaskedPhotographIsPixelsWhereTheseAreLess(t *testing.T) {
	t.Parallel()
	box := layout.Rect{X1: 100, Y1: 100}
	plain := at(photograph(t, 0), 64, 64, box)
	turned, cropped := at(photograph(t, 100), 64, 64, box), at(photograph(t, 100), 64, 64, box)
	turned.M = layout.Matrix{A: -100, D: 100, E: 100}
	cropped.Box.X1 = 70
	for name, p := range map[string]layout.Raster{"of one colour": plain, "turned": turned, "cropped": cropped} {
		file, err := Encode(t.Context(), &pdf.Document{}, &layout.Figure{Box: p.Box, Parts: []layout.Raster{p}})
		require.NoError(t, err, name)
		require.Equal(t, "image/png", file.MediaType, name)
	}
}

func TestAPhotographWithARuleIsAPhotograph(t *testing.T) {
	t.Parallel()
	box := layout.Rect{X1: 100, Y1: 100}
	figure := func(rule float32) *layout.Figure {
		strip := layout.Rect{Y0: 100, X1: 100, Y1: 100 + rule}
		return &layout.Figure{Box: layout.Rect{X1: 100, Y1: 100 + rule}, Parts: []layout.Raster{
			at(photograph(t, 100), 64, 64, box), at(grays("\x00\x10\x20\x30", 4, 1), 4, 1, strip),
		}}
	}
	for rule, want := range map[float32]string{5: "image/jpeg", 50: "image/png"} {
		file, err := Encode(t.Context(), &pdf.Document{}, figure(rule))
		require.NoError(t, err)
		require.Equal(t, want, file.MediaType, "%v points high", rule)
	}
}
