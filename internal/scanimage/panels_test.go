package scanimage_test

import (
	"image"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/scanimage"
)

// barred paints letters as bars of a shade into box.
func barred(p *image.Gray, box image.Rectangle, shade uint8) {
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if x%12 < 4 {
				p.Pix[y*p.Stride+x] = shade
			}
		}
	}
}

// Words stand dark on paper, whatever panel they were printed on.
func TestPanelsAreCleared(t *testing.T) {
	t.Parallel()
	p := newPaper(1100, 1500, 0).words()
	box := image.Rect(600, 600, 1000, 640)
	words := image.Rect(640, 612, 760, 628)
	for name, c := range map[string]struct {
		ground, words uint8
		cleared       bool
	}{
		"light words on a dark head": {30, 250, true},
		"dark words on a shaded row": {205, 20, true},
		"dark on dark":               {80, 20, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			img := image.NewGray(p.Rect)
			copy(img.Pix, p.Pix)
			for y := box.Min.Y - 60; y < box.Max.Y+60; y++ { // paper around
				for x := box.Min.X - 60; x < box.Max.X+60; x++ {
					img.Pix[y*img.Stride+x] = 255
					if image.Pt(x, y).In(box) {
						img.Pix[y*img.Stride+x] = c.ground
					}
				}
			}
			barred(img, words, c.words)
			got := scanimage.Prepare(img, 300).Image
			if !c.cleared {
				require.Equal(t, c.ground, got.GrayAt(900, 620).Y)
				return
			}
			require.Greater(t, got.GrayAt(900, 620).Y, uint8(240), "the panel is paper")
			require.Less(t, got.GrayAt(649, 620).Y, uint8(60), "its words are ink")
			require.NotSame(t, img, got)
			require.Equal(t, c.ground, img.GrayAt(900, 620).Y, "the given image stays")
		})
	}
}

func TestRulesOfTablesAreTakenOut(t *testing.T) {
	t.Parallel()
	img := newPaper(1100, 1500, 0).Gray
	rule := func(x0, y0, x1, y1 int) {
		for y := y0; y < y1; y++ {
			for x := x0; x < x1; x++ {
				img.Pix[y*img.Stride+x] = 0
			}
		}
	}
	for i := range 4 {
		rule(200, 300+80*i, 803, 303+80*i)
		rule(200+200*i, 300, 203+200*i, 543)
	}
	rule(200, 900, 800, 903) // between paragraphs
	p := scanimage.Prepare(img, 150)
	bare := p.WithoutGrid(p.Rulings())
	white := bare.GrayAt(500, 500).Y
	require.Equal(t, white, bare.GrayAt(401, 340).Y)
	require.Equal(t, white, bare.GrayAt(300, 381).Y)
	require.Less(t, bare.GrayAt(500, 901).Y, white)
	require.Same(t, p.Image, p.WithoutGrid(nil))
}

func TestTurned(t *testing.T) {
	t.Parallel()
	img := image.NewGray(image.Rect(0, 0, 100, 70))
	img.Pix[5*img.Stride+90] = 200 // top right
	for degrees, at := range map[int]image.Point{0: {90, 5}, 90: {5, 9}, 180: {9, 64}, 270: {64, 90}} {
		got := scanimage.Turned(img, degrees)
		require.Equal(t, uint8(200), got.GrayAt(at.X, at.Y).Y, "%d degrees", degrees)
	}
	back := scanimage.Turned(scanimage.Turned(img, 90), 270)
	require.Equal(t, img.Pix, back.Pix)
}

// A sheet of darker paper is no panel, though all of it is of one shade with words on it.
func TestThePageIsNoPanel(t *testing.T) {
	t.Parallel()
	p := newPaper(1100, 1500, 0).words()
	img := image.NewGray(p.Rect)
	for i, v := range p.Pix { // old print is pale
		img.Pix[i] = 255
		if i < 1400*img.Stride { // beyond is the bed of the scanner
			img.Pix[i] = uint8(110 + int(v)*125/255)
		}
	}
	shade := img.GrayAt(5, 5).Y
	require.Equal(t, shade, scanimage.Prepare(img, 300).Image.GrayAt(5, 5).Y)
}
