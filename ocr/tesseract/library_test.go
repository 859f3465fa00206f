//go:build tesseract

package tesseract_test

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/ocr"
	"github.com/pagelift/pagelift/ocr/tesseract"
)

// TestLibraryReadsAsTheProgramDoes needs libtesseract, the program and English.
func TestLibraryReadsAsTheProgramDoes(t *testing.T) {
	t.Parallel()
	for name, opt := range map[string]ocr.Options{
		"a page":        {Languages: []string{"en"}},
		"a block":       {Languages: []string{"en"}, Segmentation: ocr.SingleBlock},
		"sparse labels": {Languages: []string{"en"}, Segmentation: ocr.Sparse},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			img := ocr.Image{Pixels: harbour(t), DPI: 200}
			want, err := new(tesseract.Program).Recognize(t.Context(), img, opt)
			require.NoError(t, err)
			got, err := new(tesseract.Library).Recognize(t.Context(), img, opt)
			require.NoError(t, err)
			require.Equal(t, want, got)
		})
	}
}

func TestLibraryIsSafeForConcurrentUse(t *testing.T) {
	t.Parallel()
	var l tesseract.Library
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			page, err := l.Recognize(t.Context(), ocr.Image{Pixels: harbour(t)}, ocr.Options{Languages: []string{"en"}})
			if err != nil || len(page.Words) != 20 {
				t.Errorf("%+v, error %v", page, err)
			}
		})
	}
	wait.Wait()
}

func TestLibraryFailures(t *testing.T) {
	t.Parallel()
	var l tesseract.Library
	_, err := l.Recognize(t.Context(), ocr.Image{Pixels: harbour(t)}, ocr.Options{Languages: []string{"tlh"}})
	require.ErrorIs(t, err, ocr.LanguageUnavailable)
	_, err = l.Recognize(t.Context(), ocr.Image{}, ocr.Options{})
	require.ErrorIs(t, err, ocr.BadImage)
	_, err = (&tesseract.Library{DataDir: t.TempDir()}).Recognize(t.Context(), ocr.Image{Pixels: harbour(t)}, ocr.Options{})
	require.ErrorIs(t, err, ocr.EngineUnavailable)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = l.Recognize(ended, ocr.Image{Pixels: harbour(t)}, ocr.Options{Languages: []string{"en"}})
	require.ErrorIs(t, err, context.Canceled)
}
