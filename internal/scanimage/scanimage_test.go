package scanimage_test

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/scanimage"
)

// paper is a white page with rows of bars like words, turned clockwise by degrees
// about its middle. It is drawn with its edges smoothed.
type paper struct {
	*image.Gray
	sin, cos float64
}

func newPaper(w, h int, degrees float64) paper {
	g := image.NewGray(image.Rect(0, 0, w, h))
	for i := range g.Pix {
		g.Pix[i] = 255
	}
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return paper{g, sin, cos}
}

// words draws lines of text at 200 dpi: 16 pixels high, 40 apart.
func (p paper) words() paper { return p.letters(1) }

// letters draws lines of text of another size.
func (p paper) letters(size float64) paper {
	rnd := rand.New(rand.NewPCG(1, 2))
	for y := 120.0; y < float64(p.Rect.Dy()-150); y += 40 * size {
		for x := 130.0; x < float64(p.Rect.Dx()-200); x += 12 * size {
			for range 2 + rnd.IntN(7) {
				p.box(x, y, x+3*size, y+16*size)
				p.box(x+8*size, y, x+11*size, y+16*size)
				p.box(x, y, x+11*size, y+2*size)
				x += 15 * size
			}
		}
	}
	return p
}

// box paints a black rectangle, turned with the page.
func (p paper) box(x0, y0, x1, y1 float64) { p.fill(x0, y0, x1, y1, 0) }

func (p paper) fill(x0, y0, x1, y1 float64, shade uint8) {
	cx, cy := float64(p.Rect.Dx())/2, float64(p.Rect.Dy())/2
	r := math.Hypot(x1-x0, y1-y0)
	mx, my := p.turned((x0+x1)/2, (y0+y1)/2)
	for y := max(int(my-r), 0); y < min(int(my+r)+2, p.Rect.Dy()); y++ {
		for x := max(int(mx-r), 0); x < min(int(mx+r)+2, p.Rect.Dx()); x++ {
			dx, dy := float64(x)+0.5-cx, float64(y)+0.5-cy
			u, v := p.cos*dx+p.sin*dy+cx, p.cos*dy-p.sin*dx+cy
			in := func(v, from, to float64) float64 { return min(max(min(v-from, to-v)+0.5, 0), 1) }
			cover := in(u, x0, x1) * in(v, y0, y1)
			at := y*p.Stride + x
			p.Pix[at] = uint8(float64(p.Pix[at])*(1-cover) + float64(shade)*cover)
		}
	}
}

// turned returns where a point of the level page is in the image.
func (p paper) turned(x, y float64) (float64, float64) {
	cx, cy := float64(p.Rect.Dx())/2, float64(p.Rect.Dy())/2
	x, y = x-cx, y-cy
	return p.cos*x - p.sin*y + cx, p.sin*x + p.cos*y + cy
}

func TestSkewIsFoundToATenthOfADegree(t *testing.T) {
	t.Parallel()
	for _, degrees := range []float64{-9.7, -5, -2.3, -0.4, 0.3, 0.75, 1, 3.3, 7, 10} {
		p := newPaper(1100, 1500, degrees).words()
		got := scanimage.Prepare(p.Gray, 200)
		require.InDelta(t, degrees, got.Skew, 0.1)
		require.InDelta(t, 0, scanimage.Prepare(got.Image, 200).Skew, 0, "the prepared image is straight")
	}
}

func TestPointsFindTheirWayBack(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ size, scale float64 }{
		"at its size":      {1, 1},
		"enlarged":         {0.5, 2},
		"enlarged twofold": {0.35, 4},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPaper(1100, 1500, 3).letters(tt.size)
			p.box(100, 1400, 120, 1420)
			got := scanimage.Prepare(p.Gray, 100)
			require.Equal(t, tt.scale, got.Scale)
			require.Equal(t, 100*tt.scale, got.DPI)
			x, y := darkMiddle(got.Image, int(140*got.Scale))
			gx, gy := got.Given(x, y)
			wantX, wantY := p.turned(110, 1410)
			require.InDelta(t, wantX, gx, 1.5)
			require.InDelta(t, wantY, gy, 1.5)
			sx, sy := got.Straight(x, y)
			require.InDelta(t, 110, sx, 2.5)
			require.InDelta(t, 1410, sy, 2.5)
		})
	}
}

// darkMiddle returns the middle of what is dark in the lowest rows of an image.
func darkMiddle(img *image.Gray, lower int) (x, y float64) {
	n := 0.0
	for j := img.Rect.Dy() - lower; j < img.Rect.Dy(); j++ {
		for i := range img.Rect.Dx() {
			if img.GrayAt(i, j).Y < 128 {
				x, y, n = x+float64(i)+0.5, y+float64(j)+0.5, n+1
			}
		}
	}
	return x / n, y / n
}

func TestWhatNeedsNothingIsLeftAlone(t *testing.T) {
	t.Parallel()
	blank := newPaper(900, 1200, 0)
	noise := image.NewGray(image.Rect(0, 0, 900, 1200))
	rnd := rand.New(rand.NewPCG(3, 4))
	for i := range noise.Pix {
		noise.Pix[i] = uint8(rnd.IntN(256))
	}
	for name, img := range map[string]*image.Gray{
		"a level page":            newPaper(1100, 1500, 0).words().Gray,
		"a twentieth of a degree": newPaper(1100, 1500, 0.05).words().Gray,
		"a blank page":            blank.Gray,
		"noise":                   noise,
		"one pixel":               image.NewGray(image.Rect(0, 0, 1, 1)),
		"a strip":                 image.NewGray(image.Rect(0, 0, 5000, 1)),
		"a column":                image.NewGray(image.Rect(0, 0, 1, 5000)),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := scanimage.Prepare(img, 300)
			require.Same(t, img, got.Image)
			require.Zero(t, got.Skew)
			x, y := got.Given(3, 4)
			require.Equal(t, [2]float64{3, 4}, [2]float64{x, y})
		})
	}
}

func TestUnevenLightIsEvenedOut(t *testing.T) {
	t.Parallel()
	p := newPaper(1100, 1500, 0).words()
	p.fill(600, 600, 1000, 1000, 40) // a printed panel
	for y := range p.Rect.Dy() {
		for x := range p.Rect.Dx() {
			p.Pix[y*p.Stride+x] = uint8(float64(p.Pix[y*p.Stride+x]) * (0.35 + 0.65*float64(x)/1100))
		}
	}
	require.Less(t, p.GrayAt(20, 20).Y, uint8(100), "the left side is darker than half")
	got := scanimage.Prepare(p.Gray, 200)
	for _, at := range []image.Point{{20, 20}, {30, 1480}, {560, 60}, {1080, 30}, {1080, 1400}} {
		require.Greater(t, got.Image.GrayAt(at.X, at.Y).Y, uint8(225), "paper at %v", at)
	}
	require.Less(t, got.Image.GrayAt(800, 800).Y, uint8(80), "the panel stays dark")
	require.Less(t, got.Image.GrayAt(131, 130).Y, uint8(60), "letters stay dark")
}

func TestGray(t *testing.T) {
	t.Parallel()
	r := image.Rect(2, 3, 6, 5)
	plain := image.NewNRGBA(r)
	plain.Set(2, 3, color.NRGBA{R: 255, A: 255})
	plain.Set(3, 3, color.NRGBA{G: 255, A: 128})
	plain.Set(5, 4, color.NRGBA{R: 10, G: 20, B: 30, A: 255})
	want := []uint8{76, 202, 255, 255, 255, 255, 255, 18}

	premultiplied := image.NewRGBA(r)
	palette := image.NewPaletted(r, color.Palette{color.NRGBA{}, color.NRGBA{R: 255, A: 255}, color.NRGBA{G: 255, A: 128}, color.NRGBA{R: 10, G: 20, B: 30, A: 255}})
	gray := image.NewGray(r)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			premultiplied.Set(x, y, plain.At(x, y))
			palette.Set(x, y, plain.At(x, y))
		}
	}
	copy(gray.Pix, want)
	for name, img := range map[string]image.Image{
		"straight alpha": plain, "premultiplied": premultiplied, "a palette": palette, "gray": gray,
		"something else": struct{ image.Image }{plain}, "a part": inside(premultiplied),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := scanimage.Gray(img)
			require.Equal(t, image.Rect(0, 0, 4, 2), got.Rect)
			for i, v := range want {
				require.InDelta(t, v, got.Pix[i], 1, i)
			}
		})
	}
	level := image.NewGray(image.Rect(0, 0, 2, 2))
	require.Same(t, level, scanimage.Gray(level))
}

// inside returns img as a part of a larger one.
func inside(img *image.RGBA) image.Image {
	larger := image.NewRGBA(image.Rect(0, 0, 9, 9))
	for y := img.Rect.Min.Y; y < img.Rect.Max.Y; y++ {
		for x := img.Rect.Min.X; x < img.Rect.Max.X; x++ {
			larger.Set(x, y, img.At(x, y))
		}
	}
	return larger.SubImage(img.Rect)
}

func TestEnlargedKeepsWhatItShows(t *testing.T) {
	t.Parallel()
	p := newPaper(600, 500, 0).letters(0.5)
	p.box(100, 450, 140, 460)
	got := scanimage.Prepare(p.Gray, 100)
	require.Equal(t, image.Rect(0, 0, 1200, 1000), got.Image.Rect)
	require.EqualValues(t, 0, got.Image.GrayAt(240, 910).Y)
	require.EqualValues(t, 255, got.Image.GrayAt(190, 910).Y)
	require.InEpsilon(t, 4*inkOf(p.Gray), inkOf(got.Image), 0.06, "twice as wide and as high")
}

func TestSampleHasTheMostText(t *testing.T) {
	t.Parallel()
	p := newPaper(1100, 2400, 0)
	for y := 900.0; y < 1090; y += 40 {
		for x := 100.0; x < 1000; x += 15 {
			p.box(x, y, x+3, y+16)
		}
	}
	p.box(0, 0, 1100, 600) // a picture
	got := scanimage.Prepare(p.Gray, 200).Sample()
	require.Equal(t, 200, got.Rect.Dy())
	require.InDelta(t, 900, got.Rect.Min.Y, 40)
	require.Equal(t, 1100, got.Rect.Dx())
	require.Nil(t, scanimage.Prepare(newPaper(600, 440, 0).Gray, 200).Sample())
}

// inkOf returns how many pixels' worth of black an image has.
func inkOf(img *image.Gray) float64 {
	sum := 0.0
	for _, v := range img.Pix {
		sum += float64(255-v) / 255
	}
	return sum
}

func BenchmarkPrepare(b *testing.B) {
	for name, degrees := range map[string]float64{"level": 0, "skewed": 2} {
		b.Run(name, func(b *testing.B) {
			p := newPaper(2480, 3508, degrees).words()
			b.SetBytes(int64(len(p.Pix)))
			b.ReportAllocs()
			for b.Loop() {
				scanimage.Prepare(p.Gray, 300)
			}
		})
	}
}
