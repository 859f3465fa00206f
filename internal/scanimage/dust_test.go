package scanimage_test

import (
	"image"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/scanimage"
)

// speck is the side of the full stops of paper.words, whose letters are 16 pixels high.
const speck = 3

// dusty puts specks where the page is white, at least 30 pixels from its letters.
func (p paper) dusty(n int) paper {
	rnd := rand.New(rand.NewPCG(3, 4))
	for tries := 100 * n; n > 0 && tries > 0; tries-- {
		x, y := 10+rnd.IntN(p.Rect.Dx()-20), 10+rnd.IntN(p.Rect.Dy()-20)
		if inkIn(p.Gray, image.Rect(x-30, y-30, x+30, y+30).Intersect(p.Rect)) == 0 {
			p.box(float64(x), float64(y), float64(x+speck), float64(y+speck))
			n--
		}
	}
	return p
}

func TestDustIsWipedOff(t *testing.T) {
	t.Parallel()
	// A word of three letters n, 16 pixels high, with its foot at 1316.
	const left, top, foot = 400, 1300, 1316
	tests := map[string]struct {
		x, y  float64
		stays bool
	}{
		"alone":                     {left + 300, top, false},
		"a full stop":               {left + 45, foot - speck, true},
		"an apostrophe of dust":     {left + 46, top - 4, false},
		"before the word, half way": {left - 8, top + 6, false},
		"over a letter":             {left + 4, top - 7, true},
		"under a letter":            {left + 4, foot + 4, false},
		"too fine for a dot":        {left + 45, foot - 2, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPaper(1100, 1500, 0).words()
			blank(p, image.Rect(0, 1250, 1100, 1500))
			for i := range 3 {
				x := float64(left + 15*i)
				p.box(x, top, x+3, foot)
				p.box(x+8, top, x+11, foot)
				p.box(x, top, x+11, top+2)
			}
			side := float64(speck)
			if name == "too fine for a dot" {
				side = 2
			}
			p.box(tt.x, tt.y, tt.x+side, tt.y+side)
			box := image.Rect(int(tt.x), int(tt.y), int(tt.x+side), int(tt.y+side))

			clean := scanimage.Prepare(p.Gray, 200).Image
			require.Positive(t, inkIn(clean, box), "a page without dust keeps its specks")

			got := scanimage.Prepare(p.dusty(120).Gray, 200).Image
			require.Equal(t, tt.stays, inkIn(got, box) > 0)
		})
	}
}

func TestWhatIsNoDustStays(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		draw func(paper)
		box  image.Rectangle
	}{
		"leaders": {func(p paper) {
			for x := 300.0; x < 900; x += 14 {
				p.box(x, 1400, x+speck, 1400+speck)
			}
		}, image.Rect(290, 1390, 910, 1410)},
		"the screen of a picture": {func(p paper) {
			for y := 1300; y < 1450; y += 6 {
				for x := 300; x < 500; x += 6 {
					p.box(float64(x+y%4), float64(y), float64(x+y%4+speck), float64(y+speck))
				}
			}
		}, image.Rect(290, 1290, 510, 1460)},
		"the points under letters": {func(p paper) {
			for x := 130.0; x < 900; x += 15 {
				p.box(x, 1400, x+11, 1416)
				p.box(x+4, 1420, x+4+speck, 1420+speck)
				p.box(x, 1450, x+11, 1466)
				p.box(x+4, 1470, x+4+speck, 1470+speck)
			}
		}, image.Rect(130, 1418, 900, 1424)},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPaper(1100, 1500, 0)
			p.letters(1)
			blank(p, image.Rect(0, 250, 1100, 1500))
			tt.draw(p)
			before := inkIn(p.Gray, tt.box)
			got := scanimage.Prepare(p.dusty(120).Gray, 200).Image
			require.InDelta(t, before, inkIn(got, tt.box), before/50)
		})
	}
}

// blank makes a part of p white.
func blank(p paper, box image.Rectangle) {
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			p.Pix[y*p.Stride+x] = 255
		}
	}
}

// inkIn returns inkOf of a part of an image.
func inkIn(img *image.Gray, box image.Rectangle) float64 {
	part := image.NewGray(image.Rectangle{Max: box.Size()})
	for y := range box.Dy() {
		copy(part.Pix[y*part.Stride:][:box.Dx()], img.Pix[(box.Min.Y+y)*img.Stride+box.Min.X:])
	}
	return inkOf(part)
}
