package shading_test

import (
	"context"
	"fmt"
	"image"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/shading"
	"github.com/pagelift/pagelift/internal/testkit"
)

// mesh is the dictionary of a mesh with bytes for everything.
const mesh = "/ColorSpace /DeviceRGB /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8 /Decode [0 255 0 255 0 1 0 1 0 1] /ShadingType "

// The colours of corners.
const (
	red   = "\xff\x00\x00"
	green = "\x00\xff\x00"
	blue  = "\x00\x00\xff"
	black = "\x00\x00\x00"
)

// open returns a document with a shading of that dictionary and data.
func open(t testing.TB, dict, data string) (*pdf.Document, pdf.Object) {
	t.Helper()
	file := &testkit.PDF{}
	n := file.AddStream(dict, data)
	file.AddPage(testkit.Page{Resources: fmt.Sprintf("/Shading << /S %d 0 R >>", n)})
	doc, err := pdf.Open(t.Context(), file.Bytes(), pdf.Options{})
	require.NoError(t, err)
	return doc, doc.Dict(doc.Page(1).Resources.Raw("Shading")).Raw("S")
}

// plane is the transformation in which the space of a shading is that of pixels.
var plane = shading.Matrix{1, 0, 0, 1, 0, 0}

// draw paints a shading in 40 by 40 pixels.
func draw(t testing.TB, dict, data string) *image.NRGBA {
	t.Helper()
	doc, o := open(t, dict, data)
	s, err := shading.Parse(t.Context(), doc, o, pdf.Dict{})
	require.NoError(t, err)
	img, err := s.Draw(t.Context(), plane, 40, 40)
	require.NoError(t, err)
	return img
}

// looks checks the colours of pixels, "" for clear, within slack of each channel.
func looks(t *testing.T, img *image.NRGBA, pixels map[image.Point]string) {
	t.Helper()
	const slack = 24
	for at, want := range pixels {
		got := img.NRGBAAt(at.X, at.Y)
		if want == "" {
			require.Zero(t, got.A, "%v: %v", at, got)
			continue
		}
		require.EqualValues(t, 0xFF, got.A, "%v", at)
		for i, channel := range [3]uint8{got.R, got.G, got.B} {
			require.InDelta(t, want[i], channel, slack, "%v: %v, not % x", at, got, want)
		}
	}
}

func at(x, y int) image.Point { return image.Pt(x, y) }

func TestTriangles(t *testing.T) {
	t.Parallel()
	first := "\x00\x00\x00" + red + "\x00\x27\x00" + green + "\x00\x00\x27" + blue
	img := draw(t, mesh+"4", first)
	looks(t, img, map[image.Point]string{at(0, 0): red, at(38, 0): green, at(0, 38): blue, at(13, 13): "\x55\x55\x55", at(38, 38): ""})

	img = draw(t, mesh+"4", first+"\x01\x27\x27"+red) // on the side of the second and third
	looks(t, img, map[image.Point]string{at(0, 0): red, at(38, 38): red, at(19, 20): "\x00\x80\x80", at(38, 2): green})

	img = draw(t, mesh+"4", first+"\x02\x00\x14"+black) // on that of the first and third: over the others
	looks(t, img, map[image.Point]string{at(0, 0): red, at(38, 0): green})
}

func TestLattice(t *testing.T) {
	t.Parallel()
	rows := "\x00\x00" + red + "\x27\x00" + green + "\x00\x14" + red + "\x27\x14" + green + "\x00\x27" + blue + "\x27\x27" + blue
	img := draw(t, mesh+"5 /VerticesPerRow 2", rows)
	looks(t, img, map[image.Point]string{at(0, 10): red, at(38, 10): green, at(19, 10): "\x80\x80\x00", at(19, 38): blue})
}

// square returns the points around a patch with straight sides from x0 to x1, without the first
// skip of them.
func square(x0, x1 byte, skip int) string {
	a, b := (2*x0+x1)/3, (x0+2*x1)/3
	points := [][2]byte{{x0, 0}, {x0, 13}, {x0, 26}, {x0, 39}, {a, 39}, {b, 39}, {x1, 39}, {x1, 26}, {x1, 13}, {x1, 0}, {b, 0}, {a, 0}}
	var s string
	for _, p := range points[skip:] {
		s += string(p[:])
	}
	return s
}

func TestPatches(t *testing.T) {
	t.Parallel()
	first := "\x00" + square(0, 18, 0) + red + green + blue + black
	looks(t, draw(t, mesh+"6", first), map[image.Point]string{
		at(0, 0): red, at(0, 38): green, at(17, 38): blue, at(17, 0): black, at(9, 19): "\x40\x40\x40", at(30, 20): "",
	})
	// The next one shares the third side, from blue to black.
	img := draw(t, mesh+"6", first+"\x02"+"\x1c\x00\x21\x00\x27\x00\x27\x0d\x27\x1a\x27\x27\x21\x27\x1c\x27"+red+green)
	looks(t, img, map[image.Point]string{at(0, 0): red, at(19, 38): blue, at(20, 1): black, at(38, 1): red, at(38, 38): green})

	inner := "\x06\x0d\x06\x1a\x0c\x1a\x0c\x0d"
	looks(t, draw(t, mesh+"7", "\x00"+square(0, 18, 0)+inner+red+green+blue+black), map[image.Point]string{
		at(0, 0): red, at(0, 38): green, at(17, 38): blue, at(17, 0): black, at(9, 19): "\x40\x40\x40",
	})
}

func TestColoursOfAFunction(t *testing.T) {
	t.Parallel()
	file := &testkit.PDF{}
	f := file.AddStream("/FunctionType 4 /Domain [0 2] /Range [0 1 0 1 0 1]", "{ 1 gt { 0 1 0 } { 1 0 0 } ifelse }")
	n := file.AddStream(fmt.Sprintf("/ColorSpace /DeviceRGB /ShadingType 5 /VerticesPerRow 2 /BitsPerCoordinate 8 /BitsPerComponent 8 "+
		"/Decode [0 255 0 255 0 2] /Function %d 0 R", f), "\x00\x00\x00\x27\x00\xff\x00\x27\x00\x27\x27\xff")
	place := file.AddStream("/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]", "{ 0 }")
	file.AddPage(testkit.Page{Resources: fmt.Sprintf("/Shading << /S %d 0 R /P << /ShadingType 1 /ColorSpace /DeviceRGB /Matrix [20 0 0 20 10 10] /Background [0 0 1] /Function %d 0 R >> >>", n, place)})
	doc, err := pdf.Open(t.Context(), file.Bytes(), pdf.Options{})
	require.NoError(t, err)
	shadings := doc.Dict(doc.Page(1).Resources.Raw("Shading"))

	s, err := shading.Parse(t.Context(), doc, shadings.Raw("S"), pdf.Dict{})
	require.NoError(t, err)
	img, err := s.Draw(t.Context(), plane, 40, 40)
	require.NoError(t, err)
	looks(t, img, map[image.Point]string{at(2, 20): red, at(17, 20): red, at(22, 20): green, at(37, 20): green})

	s, err = shading.Parse(t.Context(), doc, shadings.Raw("P"), pdf.Dict{})
	require.NoError(t, err)
	require.EqualValues(t, 0xFF, s.Background.B)
	low, high := s.Bounds()
	require.Equal(t, [2]shading.Point{{X: 10, Y: 10}, {X: 30, Y: 30}}, [2]shading.Point{low, high})
	img, err = s.Draw(t.Context(), plane, 40, 40)
	require.NoError(t, err)
	looks(t, img, map[image.Point]string{at(5, 20): "", at(20, 5): "", at(10, 10): black, at(29, 10): red, at(10, 29): green, at(29, 29): "\xff\xff\x00"})
}

func TestDamagedShadings(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ dict, data string }{
		"no pieces":               {mesh + "4", ""},
		"half a triangle":         {mesh + "4", "\x00\x00\x00" + red},
		"half a patch":            {mesh + "6", "\x00\x00\x00"},
		"rows of one":             {mesh + "5 /VerticesPerRow 1", "\x00\x00" + red},
		"another type":            {mesh + "9", ""},
		"no colour space":         {"/ShadingType 4", ""},
		"a function of no kind":   {mesh + "4 /Function << >>", ""},
		"coordinates of no bits":  {"/ColorSpace /DeviceRGB /ShadingType 4 /BitsPerCoordinate 0 /BitsPerComponent 8 /BitsPerFlag 8 /Decode [0 1 0 1 0 1 0 1 0 1]", "abc"},
		"a decode without colour": {"/ColorSpace /DeviceRGB /ShadingType 4 /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8 /Decode [0 1 0 1]", "abc"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc, o := open(t, c.dict, c.data)
			_, err := shading.Parse(t.Context(), doc, o, pdf.Dict{})
			require.Error(t, err)
		})
	}
	doc, o := open(t, mesh+"4", "\x00\x00\x00"+red+"\x00\x27\x00"+green+"\x00\x00\x27"+blue)
	s, err := shading.Parse(t.Context(), doc, o, pdf.Dict{})
	require.NoError(t, err)
	for _, size := range [][2]int{{0, 9}, {9, -1}, {limits.ShadingPixels, 2}} {
		_, err := s.Draw(t.Context(), plane, size[0], size[1])
		require.Error(t, err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = s.Draw(over, plane, 9, 9)
	require.ErrorIs(t, err, context.Canceled)
}

// What a mesh paints lies where it says, whatever its bytes.
func FuzzMesh(f *testing.F) {
	f.Add(mesh+"4", "\x00\x00\x00"+red+"\x00\x27\x00"+green+"\x00\x00\x27"+blue)
	f.Add(mesh+"5 /VerticesPerRow 2", "\x00\x00"+red+"\x27\x00"+green+"\x00\x14"+red+"\x27\x14"+green)
	f.Add(mesh+"6", "\x00"+square(0, 18, 0)+red+green+blue+black)
	f.Add(mesh+"7", "\x00"+square(0, 18, 0)+"\x06\x0d\x06\x1a\x0c\x1a\x0c\x0d"+red+green+blue+black)
	f.Fuzz(func(t *testing.T, dict, data string) {
		file := &testkit.PDF{}
		n := file.AddStream(dict, data)
		file.AddPage(testkit.Page{Resources: fmt.Sprintf("/Shading << /S %d 0 R >>", n)})
		doc, err := pdf.Open(t.Context(), file.Bytes(), pdf.Options{})
		if err != nil || doc.Page(1) == nil {
			return
		}
		s, err := shading.Parse(t.Context(), doc, doc.Dict(doc.Page(1).Resources.Raw("Shading")).Raw("S"), pdf.Dict{})
		if err != nil {
			return
		}
		const size = 32
		low, high := s.Bounds()
		img, err := s.Draw(t.Context(), plane, size, size)
		require.NoError(t, err)
		for y := range size {
			for x := range size {
				inside := float64(x+2) >= low.X && float64(x-1) <= high.X && float64(y+2) >= low.Y && float64(y-1) <= high.Y
				if !inside && img.NRGBAAt(x, y).A != 0 {
					t.Fatalf("pixel %d,%d is outside of %v to %v", x, y, low, high)
				}
			}
		}
	})
}
