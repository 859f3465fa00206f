//go:build !js

package raster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"

	"github.com/pagelift/pagelift/internal/limits"
)

// memoryPage is the unit of memory in WebAssembly.
const memoryPage = 64 << 10

// instance is a PDFium with memory of its own. It is not safe for concurrent use.
//
// Each instance has its own runtime (0.05 s), so that ending its context ends this instance and nothing
// else. The pool of go-pdfium can stop a hanging call only by changing fields that the call reads.
type instance struct {
	ctx    context.Context
	cancel context.CancelFunc
	pool   pdfium.Pool
	pdfium pdfium.Pdfium
	file   bytes.Reader
	doc    references.FPDF_DOCUMENT // "": it is not open yet
}

// machineCode is PDFium in machine code, by the folder that keeps it for the next process. All
// documents share it, because making it is most of the cost of drawing.
var machineCode struct {
	sync.Mutex
	caches map[string]wazero.CompilationCache
}

func newInstance(cacheDir string) (*instance, error) {
	machineCode.Lock() // the lock also prevents that two drawings make the code
	defer machineCode.Unlock()
	in, err := startInstance(cacheDir)
	if err != nil && cacheDir != "" { // the folder may be read-only or have a damaged file
		in, err = startInstance("")
	}
	return in, err
}

// codeCache returns the cache for a folder. The caller has locked machineCode.
func codeCache(dir string) wazero.CompilationCache {
	if c, ok := machineCode.caches[dir]; ok {
		return c
	}
	if machineCode.caches == nil {
		machineCode.caches = map[string]wazero.CompilationCache{}
	}
	cache := wazero.NewCompilationCache()
	if dir != "" {
		if c, err := wazero.NewCompilationCacheWithDir(dir); err == nil {
			cache = c
		}
	}
	machineCode.caches[dir] = cache
	return cache
}

// startInstance starts a PDFium that can be stopped. For that PDFium must check its context again
// and again, which makes it five times slower: a page of text at 300 dpi takes 0.25 s of CPU and
// not 0.05 s. There is no other way to stop it.
func startInstance(cacheDir string) (*instance, error) {
	wasm, err := program()
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrUnavailable, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	pool, err := webassembly.InitWithWASM(webassembly.Config{
		WASM:    wasm,
		Context: ctx, MaxTotal: 1, MaxIdle: 1,
		FSConfig: wazero.NewFSConfig(), // no access to files
		Stdout:   io.Discard, Stderr: io.Discard,
		RuntimeConfig: wazero.NewRuntimeConfig().
			WithCompilationCache(codeCache(cacheDir)).
			WithMemoryLimitPages(limits.RasterMemory / memoryPage).
			WithCloseOnContextDone(true),
	})
	if err != nil {
		cancel()
		return nil, fmt.Errorf("%w: %v", ErrUnavailable, err)
	}
	in := &instance{ctx: ctx, cancel: cancel, pool: pool}
	if in.pdfium, err = pool.GetInstanceWithContext(ctx); err != nil {
		in.close()
		return nil, fmt.Errorf("%w: %v", ErrUnavailable, err)
	}
	return in, nil
}

// close ends the instance. No call may be running in it.
func (in *instance) close() {
	in.cancel()
	_ = in.pool.Close() // nothing can be done about an error
	in.file.Reset(nil)  // go-pdfium keeps the readers of instances that were stopped
}

// within runs f, which calls PDFium. It stops PDFium with ctx or at the deadline.
func (in *instance) within(ctx context.Context, deadline time.Duration, f func() error) error {
	stop := context.AfterFunc(ctx, in.cancel)
	timer := time.AfterFunc(deadline, in.cancel)
	err := f()
	if inTime := timer.Stop(); !stop() || !inTime {
		in.cancel() // the context that should end the instance may not have reached it yet
	}
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case in.ctx.Err() != nil:
		return ErrDeadline
	}
	return err
}

// open opens the document if it is not open.
func (in *instance) open(file []byte, opts *Options) error {
	if in.doc != "" {
		return nil
	}
	in.file.Reset(file)
	request := requests.OpenDocument{FileReader: &in.file, FileReaderSize: int64(len(file))}
	if opts.Password != "" {
		request.Password = &opts.Password
	}
	doc, err := in.pdfium.OpenDocument(&request)
	if err != nil {
		return fmt.Errorf("%w: %v", ErrDocument, err)
	}
	count, err := in.pdfium.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: doc.Document})
	if err != nil {
		return fmt.Errorf("%w: %v", ErrDocument, err)
	}
	if opts.Pages > 0 && count.PageCount != opts.Pages {
		return fmt.Errorf("%w: PDFium finds %d pages in it and not %d", ErrDocument, count.PageCount, opts.Pages)
	}
	in.doc = doc.Document
	return nil
}

// pageError converts the error of a call to an error of the page. After a panic or a trap the state
// of the instance is unknown.
func (in *instance) pageError(doing string, err error) error {
	if _, alive := in.pdfium.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: in.doc}); alive != nil {
		in.cancel()
	}
	return fmt.Errorf("%w: %s: %v", ErrPage, doing, err)
}

var errBitmap = errors.New("no memory")
