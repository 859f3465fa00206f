// Package regress measures what the engine makes of a corpus with known truth, and compares that with earlier
// figures. docs/regress.md explains how to use it.
package regress

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/regress/score"
)

// A Result is what the engine made of one document.
type Result struct {
	Name    string // of the document: NAME.pdf and NAME.html in the corpus
	Figures map[score.Metric]float64
	HTML    []byte
	Err     error // of the conversion; all figures are 0 then
}

// Run converts every document of a folder whose name has only in it, and compares
// each with its truth. Results are in the order of their names.
func Run(ctx context.Context, corpus, only string) ([]Result, error) {
	pdfs, err := filepath.Glob(filepath.Join(corpus, "*.pdf"))
	if err != nil {
		return nil, err
	}
	pdfs = slices.DeleteFunc(pdfs, func(path string) bool { return !strings.Contains(filepath.Base(path), only) })
	if len(pdfs) == 0 {
		return nil, fmt.Errorf("no PDF of that name in %s", corpus)
	}
	results, errs := make([]Result, len(pdfs)), make([]error, len(pdfs))
	var wait sync.WaitGroup
	places := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, path := range pdfs {
		places <- struct{}{}
		wait.Go(func() {
			defer func() { <-places }()
			results[i], errs[i] = one(ctx, path)
		})
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return results, nil
}

// one converts a document and compares it with its truth. A conversion that fails is a result, too.
func one(ctx context.Context, path string) (Result, error) {
	r := Result{Name: strings.TrimSuffix(filepath.Base(path), ".pdf")}
	truth, err := parse(truthOf(path))
	if err != nil {
		return r, err
	}
	pdf, err := os.ReadFile(path)
	if err != nil {
		return r, err
	}
	opts := convert.DefaultOptions()
	opts.Workers = 1
	if out, err := convert.Convert(ctx, bytes.NewReader(pdf), opts); err != nil {
		r.Err = err
	} else {
		r.HTML = []byte(out.HTML)
	}
	output, err := score.Parse(r.HTML)
	if err != nil {
		return r, err
	}
	r.Figures = score.Compare(truth, output)
	return r, ctx.Err()
}

// truthOf returns the truth beside a PDF.
func truthOf(path string) string { return strings.TrimSuffix(path, ".pdf") + ".html" }

func parse(path string) (*score.Document, error) {
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	doc, err := score.Parse(src)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return doc, nil
}
