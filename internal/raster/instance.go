//go:build !js

package raster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
	"time"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/experimental"

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

// machineCode is PDFium in machine code. All documents share it, because making it is most of the cost of drawing: 4 s
// of processor time. A process makes it once, and keeps it for the next process in the first folder that was named.
var machineCode struct {
	sync.Mutex
	cache wazero.CompilationCache
	dir   string // the folder of cache; "": none was named yet
}

func newInstance(cacheDir string) (*instance, error) {
	machineCode.Lock() // the lock also prevents that two drawings make the code
	defer machineCode.Unlock()
	in, err := startInstance(codeCache(cacheDir))
	if err != nil && machineCode.dir != "" { // the folder may be read-only or have a damaged file
		machineCode.cache = wazero.NewCompilationCache()
		in, err = startInstance(machineCode.cache)
	}
	return in, err
}

// codeCache returns the cache of the process. It is in dir unless an earlier folder was named. The caller has locked
// machineCode.
func codeCache(dir string) wazero.CompilationCache {
	if machineCode.cache != nil && (dir == "" || machineCode.dir != "") {
		return machineCode.cache
	}
	machineCode.cache, machineCode.dir = wazero.NewCompilationCache(), dir
	if dir != "" {
		if c, err := wazero.NewCompilationCacheWithDir(dir); err == nil {
			machineCode.cache = c
		}
	}
	return machineCode.cache
}

// startInstance starts a PDFium that can be stopped.
func startInstance(code wazero.CompilationCache) (*instance, error) {
	wasm, err := program()
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrUnavailable, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	pool, err := webassembly.InitWithWASM(webassembly.Config{
		WASM:    wasm,
		Context: experimental.WithCompilationWorkers(ctx, runtime.GOMAXPROCS(0)), MaxTotal: 1, MaxIdle: 1,
		FSConfig: wazero.NewFSConfig(), // no access to files
		Stdout:   gate{ctx}, Stderr: io.Discard,
		RuntimeConfig: wazero.NewRuntimeConfig().
			WithCompilationCache(code).
			WithMemoryLimitPages(limits.RasterMemory / memoryPage),
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

// gate is the standard output of a PDFium, which writes there about once in a millisecond, and traps where that
// fails (command gen). It is also where the scheduler and the collector of Go get their turn.
type gate struct{ ctx context.Context }

func (g gate) Write(p []byte) (int, error) {
	if err := g.ctx.Err(); err != nil {
		return 0, err
	}
	return len(p), nil
}

// close ends the instance. No call may be running in it.
func (in *instance) close() {
	in.cancel()
	_ = in.pool.Close() // nothing can be done about an error
	in.file.Reset(nil)  // go-pdfium keeps the readers of instances that were stopped
}

// runUntil runs f, which calls PDFium. It stops PDFium with ctx or at the deadline.
func (in *instance) runUntil(ctx context.Context, deadline time.Duration, f func() error) error {
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
