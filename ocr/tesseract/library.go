//go:build tesseract

package tesseract

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/otiai10/gosseract/v2"

	"github.com/pagelift/pagelift/ocr"
)

// Library is the engine that calls libtesseract within the process, by way of
// gosseract. It exists with the build tag tesseract only, and needs cgo, libtesseract and
// libleptonica. The zero value is ready.
//
// It saves the start of a process for each image, and loses the advantages of a process. A recognition that has
// begun does not end with its context. A crash of the library ends the program. Scripts are not detected, so
// languages should be named. gosseract leaks some 200 KB for each page. OpenMP reads the environment when a
// program starts: set OMP_THREAD_LIMIT=1 there.
type Library struct {
	// DataDir is the folder of the trained data. Defaults to that of the library.
	DataDir string
}

// Recognize reads one image, with the same words as Program.
func (l *Library) Recognize(ctx context.Context, img ocr.Image, opt ocr.Options) (*ocr.Page, error) {
	pgm, err := newPortable(img.Pixels)
	if err != nil {
		return nil, err
	}
	data, err := l.data()
	if err != nil {
		return nil, err
	}
	langs, err := data.choose(opt.Languages)
	if err != nil {
		return nil, err
	}
	j := job{pgm, img.DPI, opt}
	page, err := l.read(ctx, j, langs, modeOf(opt.Segmentation))
	if err != nil {
		return nil, err
	}
	if opt.Segmentation == ocr.Automatic && doubtful(page) && data.has(osdData) {
		again, err := l.read(ctx, j, langs, modeWithOrientation)
		if err != nil {
			return nil, err
		}
		if again.Confidence() > page.Confidence() {
			page = again
		}
	}
	dropInventions(page)
	return page, nil
}

// data lists the installed trained data.
func (l *Library) data() (trained, error) {
	opening.Lock() // gosseract opens a client to find the data
	defer opening.Unlock()
	names, err := gosseract.GetAvailableLanguages()
	if l.DataDir != "" {
		names, err = filepath.Glob(filepath.Join(l.DataDir, "*.traineddata"))
	}
	t := trained{}
	for _, name := range names {
		t = append(t, strings.TrimSuffix(filepath.Base(name), ".traineddata"))
	}
	if err != nil || len(t) == 0 {
		return nil, &ocr.Error{Code: ocr.EngineUnavailable, Detail: "there is no trained data", Remedy: install, Err: err}
	}
	slices.Sort(t)
	return t, nil
}

// read runs one recognition with a new client. A client that is used again remembers words of earlier pages, so
// the text would depend on the order of the pages.
func (l *Library) read(ctx context.Context, j job, langs []language, mode int) (*ocr.Page, error) {
	client := gosseract.NewClient()
	defer client.Close()
	if err := l.open(client, j, langs, mode); err != nil {
		return nil, &ocr.Error{Code: ocr.EngineFailed, Err: err}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	file, err := io.ReadAll(j.image.reader())
	if err == nil {
		err = client.SetImageFromBytes(file)
	}
	if err != nil {
		return nil, &ocr.Error{Code: ocr.EngineFailed, Err: err}
	}
	out, err := client.HOCRText()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, &ocr.Error{Code: ocr.EngineFailed, Err: err}
	}
	page := parseHOCR([]byte(out), j.image.width, j.image.height)
	_, page.Languages = names(langs)
	return page, nil
}

// opening guards the start of clients, because gosseract redirects standard error meanwhile.
var opening sync.Mutex

// open sets up a client. gosseract does so at the first recognition, so open recognises an empty image.
func (l *Library) open(client *gosseract.Client, j job, langs []language, mode int) error {
	codes, _ := names(langs)
	errs := []error{client.SetLanguage(codes...), client.DisableOutput()}
	if l.DataDir != "" {
		errs = append(errs, client.SetTessdataPrefix(l.DataDir))
	}
	if dpi, ok := j.resolution(); ok {
		errs = append(errs, client.SetVariable("user_defined_dpi", dpi))
	}
	errs = append(errs, client.SetImageFromBytes([]byte("P5\n1 1\n255\n\xff")))
	if err := errors.Join(errs...); err != nil {
		return err
	}
	opening.Lock()
	defer opening.Unlock()
	if _, err := client.HOCRText(); err != nil {
		return err
	}
	return client.SetPageSegMode(gosseract.PageSegMode(mode)) // setting up the client has reset the mode
}
