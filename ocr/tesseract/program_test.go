package tesseract

import (
	"context"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/ocr"
)

// program returns an engine with a stand-in for the program. behaviour selects what the stand-in does.
func program(t *testing.T, behaviour string) *Program {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	return &Program{Path: self, DataDir: filepath.Join(t.TempDir(), behaviour)}
}

func TestProgramIsAskedForWhatTheOptionsSay(t *testing.T) {
	t.Parallel()
	small := gray(2, 1, 2, 3, 4)
	tests := map[string]struct {
		img  ocr.Image
		opt  ocr.Options
		want string
	}{
		"languages by their own names, in order": {
			ocr.Image{Pixels: small, DPI: 300}, ocr.Options{Languages: []string{"de-AT", "en", "de"}},
			"2x2/255=[1_2_3_4],1,--dpi300,-ldeu+eng,--psm3,-ctessedit_create_hocr=1",
		},
		"the Latin script when nothing is known": {
			ocr.Image{Pixels: small}, ocr.Options{},
			"2x2/255=[1_2_3_4],1,-leng+deu,--psm3,-ctessedit_create_hocr=1",
		},
		"a resolution that cannot be is left out": {
			ocr.Image{Pixels: small, DPI: 7}, ocr.Options{Languages: []string{"ru"}, Segmentation: ocr.SingleLine},
			"2x2/255=[1_2_3_4],1,-lrus,--psm7,-ctessedit_create_hocr=1",
		},
		"a part of an image has its own rows": {
			ocr.Image{Pixels: gray(3, 1, 2, 3, 4, 5, 6).SubImage(image.Rect(1, 0, 3, 2))}, ocr.Options{Languages: []string{"chi_sim"}, Segmentation: ocr.SingleBlock},
			"2x2/255=[2_3_5_6],1,-lchi_sim,--psm6,-ctessedit_create_hocr=1",
		},
		"colours are made gray, what is transparent white": {
			ocr.Image{Pixels: twoColors()}, ocr.Options{Languages: []string{"zh"}, Segmentation: ocr.Sparse},
			"2x1/255=[76_255],1,-lchi_sim,--psm11,-ctessedit_create_hocr=1",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page, err := program(t, "tell").Recognize(t.Context(), tt.img, tt.opt)
			require.NoError(t, err)
			require.Len(t, page.Words, 1)
			require.Equal(t, tt.want, page.Words[0].Text)
		})
	}
}

func twoColors() image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	img.SetNRGBA(0, 0, color.NRGBA{R: 255, A: 255})
	return img
}

func TestProgramFailures(t *testing.T) {
	t.Parallel()
	page := gray(2, 1, 2, 3, 4)
	tests := map[string]struct {
		behaviour string
		pixels    image.Image
		languages []string
		want      ocr.Code
		says      string
	}{
		"a language that is not there names the packages": {"tell", page, []string{"en", "nl", "zh-Hant"}, ocr.LanguageUnavailable, "apt-get install tesseract-ocr-nld tesseract-ocr-chi-tra"},
		"a language that nobody knows":                    {"tell", page, []string{"x-klingon"}, ocr.LanguageUnavailable, "no trained data for [\"x-klingon\"]"},
		"no trained data at all":                          {"empty", page, nil, ocr.EngineUnavailable, "apt-get install tesseract-ocr"},
		"an exit with a message":                          {"crash", page, nil, ocr.EngineFailed, "invalid format"},
		"the death of the process":                        {"killed", page, nil, ocr.EngineFailed, "killed"},
		"output without end":                              {"flood", page, nil, ocr.EngineFailed, "without end"},
		"an image without pixels":                         {"tell", image.NewGray(image.Rectangle{}), nil, ocr.BadImage, "no pixels"},
		"no image":                                        {"tell", nil, nil, ocr.BadImage, "no pixels"},
		"an image wider than places can be told":          {"tell", image.NewGray(image.Rect(0, 0, 1<<15, 1)), nil, ocr.BadImage, "32768 by 1"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := program(t, tt.behaviour).Recognize(t.Context(), ocr.Image{Pixels: tt.pixels}, ocr.Options{Languages: tt.languages})
			require.ErrorIs(t, err, tt.want)
			require.ErrorContains(t, err, tt.says)
		})
	}
}

func TestProgramThatIsNotInstalled(t *testing.T) {
	t.Parallel()
	p := &Program{Path: filepath.Join(t.TempDir(), "tesseract")}
	_, err := p.Recognize(t.Context(), ocr.Image{Pixels: gray(1, 0)}, ocr.Options{})
	require.ErrorIs(t, err, ocr.EngineUnavailable)
	require.ErrorContains(t, err, "apt-get install tesseract-ocr")
}

func TestProgramThatHangsIsEndedWithWhatItStarted(t *testing.T) {
	t.Parallel()
	p := program(t, "hang")
	require.NoError(t, os.Mkdir(p.DataDir, 0o700))
	child := filepath.Join(p.DataDir, "child")
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		defer cancel()
		for range 3000 {
			if _, err := os.Stat(child); err == nil {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	_, err := p.Recognize(ctx, ocr.Image{Pixels: gray(1, 0)}, ocr.Options{})
	require.ErrorIs(t, err, context.Canceled)
	requireChildEnded(t, child)
}

func TestProgramHasItsTime(t *testing.T) {
	t.Parallel()
	p := program(t, "hang")
	p.Timeout = 200 * time.Millisecond
	start := time.Now()
	_, err := p.Recognize(t.Context(), ocr.Image{Pixels: gray(1, 0)}, ocr.Options{})
	require.ErrorIs(t, err, ocr.TimedOut)
	require.Less(t, time.Since(start), 20*time.Second)
}

func TestProgramAsksOnceWhatIsInstalled(t *testing.T) {
	t.Parallel()
	p := program(t, "tell")
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			_, err := p.Recognize(t.Context(), ocr.Image{Pixels: gray(1, 0)}, ocr.Options{})
			require.NoError(t, err)
		})
	}
	wait.Wait()
	p.Path = filepath.Join(t.TempDir(), "gone")
	data, err := p.data(t.Context())
	require.NoError(t, err, "the list of languages is kept")
	require.Equal(t, trained{"chi_sim", "deu", "eng", "osd", "rus"}, data)
}

func TestBadPagesAreReadAgain(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		folder string
		want   string
		turn   int
		script string
		langs  []string
	}{
		"upside down":                         {"turned", "Kapitel", 180, "Latn", []string{"en", "de"}},
		"in another script":                   {"cyrillic", "порт", 0, "Cyrl", []string{"ru"}},
		"a second reading that is worse":      {"worse", "leidlich", 0, "", []string{"en", "de"}},
		"too little to tell which side is up": {"little", "allein", 0, "", []string{"en", "de"}},
		"a good page is read once":            {"good", "gut", 0, "", []string{"en", "de"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page, err := program(t, tt.folder).Recognize(t.Context(), ocr.Image{Pixels: image.NewGray(image.Rect(0, 0, 200, 100))}, ocr.Options{})
			require.NoError(t, err)
			require.Equal(t, tt.want, page.Words[0].Text)
			require.Equal(t, tt.turn, page.Turn)
			require.Equal(t, tt.script, page.Script)
			require.Equal(t, tt.langs, page.Languages)
		})
	}
}
