package recognise_test

import (
	"context"
	"image"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/recognise"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/ocr"
)

// garbled returns a page of words that no engine is sure of.
func garbled(turn int) *ocr.Page {
	p := &ocr.Page{Turn: turn}
	box := image.Rect(20, 100, 380, 120)
	for i := range 20 {
		p.Words = append(p.Words, ocr.Word{Text: "vvvv", Box: image.Rect(20+18*i, 100, 36+18*i, 120), Confidence: 0.3})
	}
	p.Lines = []ocr.Line{{Count: 20, Box: box}}
	return p
}

func TestPagesAreTurnedUpright(t *testing.T) {
	t.Parallel()
	harbour := line("Harbour", image.Rect(20, 100, 120, 200))
	cases := map[string]struct {
		engine func(calls *int) engine
		size   [2]float32
		calls  int
		want   string
	}{
		"the engine says so": {func(calls *int) engine {
			return func(_ context.Context, img ocr.Image, _ ocr.Options) (*ocr.Page, error) {
				if *calls++; *calls == 1 {
					return garbled(180), nil
				}
				return &harbour, nil
			}
		}, [2]float32{100, 200}, 2, "Harbour at 3.5 50.0, 25.0 pt"},
		"the engine does not know": {func(calls *int) engine {
			return func(_ context.Context, img ocr.Image, _ ocr.Options) (*ocr.Page, error) {
				switch *calls++; {
				case *calls == 1+2 || *calls == 1+4+1: // the second of four turns; the page
					return &harbour, nil
				}
				return garbled(0), nil
			}
		}, [2]float32{200, 100}, 1 + 4 + 1, "Harbour at 3.5 50.0, 25.0 pt"},
		"no side is better": {func(calls *int) engine {
			return func(_ context.Context, img ocr.Image, _ ocr.Options) (*ocr.Page, error) {
				*calls++
				return garbled(0), nil
			}
		}, [2]float32{100, 200}, 1 + 4, ""},
		"the page is worse when it is turned": {func(calls *int) engine {
			return func(_ context.Context, img ocr.Image, _ ocr.Options) (*ocr.Page, error) {
				p := garbled(90)
				if *calls++; *calls == 2 {
					p.Words[0].Confidence, p.Words = 0.1, p.Words[:1]
					p.Lines[0].Count = 1
				}
				return p, nil
			}
		}, [2]float32{100, 200}, 2, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			calls := 0
			got, _, err := read(t, scan(gray{400, 800, 255, "100 0 0 200 0 0"}), c.engine(&calls), recognise.Verdict{}, "en")
			require.NoError(t, err)
			require.Equal(t, c.calls, calls)
			require.Equal(t, c.size, [2]float32{got.Width, got.Height})
			if c.want != "" {
				require.Equal(t, []string{c.want}, places(got))
				require.Equal(t, layout.Rect{X1: c.size[0], Y1: c.size[1]}, got.Images[0].Box, "the picture turns with the page")
			}
		})
	}
}

// A scan may be written in strips. If a picture goes over several strips, all of them show it.
func TestPicturesThatGoOverSeveralStripsAreShown(t *testing.T) {
	t.Parallel()
	page := scan(gray{400, 800, 255, "100 0 0 200 0 0"}, gray{200, 100, 40, "70 0 0 30 20 50"}, gray{200, 100, 40, "70 0 0 30 20 20"})
	c, _, err := read(t, page, says(line("Harbour", image.Rect(20, 100, 120, 200))), recognise.Verdict{})
	require.NoError(t, err)
	require.Greater(t, len(c.Images), 3, "the page's own image shows none of it: it lies below the strips")
	last := c.Images[len(c.Images)-1]
	require.Equal(t, c.Images[2].M, last.M)
	require.InDelta(t, 180, c.Clips[last.Clip].Box.Y1, 6)
}
