package scanimage_test

import (
	"image"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/scanimage"
)

func TestRulings(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		degrees float64
		draw    func(p paper)
		want    []scanimage.Ruling
	}{
		"rules among text": {0, func(p paper) {
			p.words()
			p.box(100, 100, 900, 102)
			p.box(100, 1360, 900, 1363)
			p.box(100, 100, 102, 1363)
		}, []scanimage.Ruling{{100, 100, 900, 102, false}, {100, 1360, 900, 1363, false}, {100, 100, 102, 1363, true}}},
		"a rule that falls by less than what is straightened": {0.15, func(p paper) {
			p.box(150, 400, 950, 401)
		}, []scanimage.Ruling{{150, 400, 950, 401, false}}},
		"a rule with gaps": {0, func(p paper) {
			for x := 100.0; x < 900; x += 50 {
				p.box(x, 500, x+46, 503)
			}
		}, []scanimage.Ruling{{100, 500, 896, 503, false}}},
		"two rules close together": {0, func(p paper) {
			p.box(100, 500, 900, 502)
			p.box(100, 506, 900, 508)
		}, []scanimage.Ruling{{100, 500, 900, 502, false}, {100, 506, 900, 508, false}}},
		"dashes, bars and large letters are none": {0, func(p paper) {
			for x := 100.0; x < 900; x += 60 {
				p.box(x, 300, x+30, 303) // dashes
			}
			p.box(100, 400, 900, 440) // a bar
			p.box(100, 600, 220, 618) // the T of a heading
			p.box(151, 600, 169, 720)
		}, nil},
		"the short rules of one row of a table": {0, func(p paper) {
			for _, y := range []float64{500, 560, 700, 760, 820} { // rows of 21 points, too short for a rule
				p.box(100, y, 902, y+2)
			}
			p.box(400, 560, 402, 700)
			p.box(400, 500, 402, 540) // ends in the open
			p.box(400, 760, 402, 820)
			p.box(600, 760, 602, 820) // the side of a box
		}, []scanimage.Ruling{
			{100, 500, 902, 502, false}, {100, 560, 902, 562, false}, {100, 700, 902, 702, false}, {100, 760, 902, 762, false}, {100, 820, 902, 822, false},
			{400, 560, 402, 702, true}, {400, 760, 402, 822, true},
		}},
		"rules on a shaded ground": {0, func(p paper) {
			p.fill(100, 500, 900, 600, 185)
			p.box(100, 500, 900, 502)
			p.box(400, 500, 402, 700)
			p.box(100, 700, 900, 702)
		}, []scanimage.Ruling{{100, 500, 900, 502, false}, {100, 700, 900, 702, false}, {400, 500, 402, 700, true}}},
		"the feet of letters that touch are none": {0, func(p paper) {
			for x := 100.0; x < 900; x += 20 {
				p.box(x, 570, x+8, 600)
				p.box(x-6, 597, x+14, 600)
			}
		}, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPaper(1100, 1500, tt.degrees)
			tt.draw(p)
			got := scanimage.Rulings(p.Gray, 200, 190, 120)
			require.Len(t, got, len(tt.want))
			for i, want := range tt.want {
				require.InDelta(t, want.X0, got[i].X0, 2)
				require.InDelta(t, want.Y0, got[i].Y0, 2)
				require.InDelta(t, want.X1, got[i].X1, 2)
				require.InDelta(t, want.Y1, got[i].Y1, 2)
				require.Equal(t, want.Vertical, got[i].Vertical)
			}
		})
	}
}

func TestRulingsOfAStraightenedPage(t *testing.T) {
	t.Parallel()
	p := newPaper(1100, 1500, 4).words()
	for x := 100.0; x <= 900; x += 200 {
		p.box(x, 1380, x+2, 1460)
	}
	p.box(100, 1380, 902, 1382)
	p.box(100, 1460, 902, 1462)
	prepared := scanimage.Prepare(p.Gray, 200)
	across, down := 0, 0
	for _, r := range prepared.Rulings() {
		x, y := prepared.Straight(r.X0, r.Y0)
		require.InDelta(t, 0, min(abs(y-1380), abs(y-1460)), 4)
		if r.Vertical {
			require.InDelta(t, float64(100+200*down), x, 4)
			down++
			continue
		}
		require.InDelta(t, 802, r.X1-r.X0, 6)
		across++
	}
	require.Equal(t, [2]int{2, 5}, [2]int{across, down})
}

func abs(v float64) float64 { return max(v, -v) }

// Pictures hold long runs of ink of every kind; the time stays in proportion and what
// is found is bounded.
func TestRulingsOfPictures(t *testing.T) {
	t.Parallel()
	img := image.NewGray(image.Rect(0, 0, 3000, 3000))
	rnd := rand.New(rand.NewPCG(5, 6))
	for i := range img.Pix {
		img.Pix[i] = uint8(rnd.IntN(256))
	}
	require.Empty(t, scanimage.Rulings(img, 300, 190, 120))
	for i := range img.Pix { // squared paper, as close as can be
		img.Pix[i] = uint8(255 * (i / img.Stride % 4 / 2))
	}
	require.LessOrEqual(t, len(scanimage.Rulings(img, 20, 190, 120)), 10_000)
	black := image.NewGray(image.Rect(0, 0, 1000, 1000))
	require.Empty(t, scanimage.Rulings(black, 0, 190, 120))
	require.Empty(t, scanimage.Rulings(image.NewGray(image.Rect(0, 0, 1, 1)), 300, 0, 0))
}

func BenchmarkRulings(b *testing.B) {
	p := newPaper(2480, 3508, 0).words()
	for y := 100.0; y < 3000; y += 100 {
		p.box(100, y, 2300, y+3)
	}
	b.SetBytes(int64(len(p.Pix)))
	b.ReportAllocs()
	for b.Loop() {
		scanimage.Rulings(p.Gray, 300, 190, 120)
	}
}
