package tesseract

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/pagelift/pagelift/ocr"
)

const (
	// defaultTimeout is 25 times what the densest page measured takes (4.6 s of A4 at
	// 300 dpi), for machines that are slow or busy.
	defaultTimeout = 2 * time.Minute

	// maxSide is the most pixels of one side that Tesseract reads: places are 16 bits.
	maxSide = 32767

	// minDPI and maxDPI bound the resolutions that Tesseract believes; of others it
	// makes its own guess, which is better.
	minDPI, maxDPI = 70, 2400

	// install is the remedy for a missing program.
	install = "install it, on Debian and Ubuntu with: apt-get install tesseract-ocr"
)

// Program is the engine that runs the installed tesseract program, version 4 or
// later, one process for each image, with one thread each: its threads cost 4.5 times
// the CPU (measured on five pages) and pages are read in parallel anyway. The zero
// value is ready; it must not be copied after first use.
type Program struct {
	// Path is the program. Defaults to tesseract, looked up in PATH.
	Path string

	// DataDir is the folder of the trained data. Defaults to the program's own.
	DataDir string

	// Timeout is what one image may take in all. Defaults to two minutes.
	Timeout time.Duration

	mu        sync.Mutex
	installed trained // names of trained data, once they are known
}

// Recognize reads one image. It fails with ocr.EngineUnavailable when there is no such
// program and with ocr.LanguageUnavailable when one of the languages is not installed;
// what installs them is in the remedy.
//
// A page that comes out badly is looked at once more: which side is up and which script
// it has. If that says something else, the page is read again and the better one taken.
func (p *Program) Recognize(ctx context.Context, img ocr.Image, opt ocr.Options) (*ocr.Page, error) {
	pgm, err := newPortable(img.Pixels)
	if err != nil {
		return nil, err
	}
	timeout := cmp.Or(p.Timeout, defaultTimeout)
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	page, err := p.recognize(limited, job{pgm, img.DPI, opt})
	switch {
	case err == nil:
		dropInventions(page)
		return page, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case limited.Err() != nil:
		return nil, &ocr.Error{Code: ocr.TimedOut, Detail: fmt.Sprintf("no result after %v", timeout)}
	}
	return nil, err
}

// job is one image and what was asked of it.
type job struct {
	image *portable
	dpi   float64
	opt   ocr.Options
}

// recognize reads a page, and once more where the first reading calls for it.
func (p *Program) recognize(ctx context.Context, j job) (*ocr.Page, error) {
	data, err := p.data(ctx)
	if err != nil {
		return nil, err
	}
	langs, err := data.choose(j.opt.Languages)
	if err != nil {
		return nil, err
	}
	page, err := p.read(ctx, j, langs, modeOf(j.opt.Segmentation))
	if err != nil || j.opt.Segmentation != ocr.Automatic || !doubtful(page) || !data.has(osdData) {
		return page, err
	}
	return p.readAgain(ctx, j, page, langs, data)
}

// read runs one recognition.
func (p *Program) read(ctx context.Context, j job, langs []language, mode int) (*ocr.Page, error) {
	codes, tags := names(langs)
	out, err := p.run(ctx, j.image, append(j.arguments(), "-l", strings.Join(codes, "+"), "--psm", strconv.Itoa(mode), "-c", "tessedit_create_hocr=1")...)
	if err != nil {
		return nil, err
	}
	page := parseHOCR(out, j.image.width, j.image.height)
	page.Languages = tags
	return page, nil
}

// arguments returns those of every run on the image.
func (j job) arguments() []string {
	args := []string{"stdin", "stdout"}
	if dpi, ok := j.resolution(); ok {
		args = append(args, "--dpi", dpi)
	}
	return args
}

// resolution is that of the image, if it is one that Tesseract believes.
func (j job) resolution() (dpi string, ok bool) {
	n := math.Round(j.dpi)
	if !(n >= minDPI && n <= maxDPI) {
		return "", false
	}
	return strconv.Itoa(int(n)), true
}

// pageModes are the values of --psm.
var pageModes = [...]int{
	ocr.Automatic:   3,
	ocr.SingleBlock: 6,
	ocr.SingleLine:  7,
	ocr.Sparse:      11,
}

// modeOf returns the value for s, that of a page when it is no segmentation at all.
func modeOf(s ocr.Segmentation) int {
	if int(s) >= len(pageModes) {
		s = ocr.Automatic
	}
	return pageModes[s]
}

// modeWithOrientation is --psm 3 after finding out which side is up.
const modeWithOrientation = 1

// data lists the installed trained data, the first time by asking the program.
func (p *Program) data(ctx context.Context) (trained, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.installed != nil {
		return p.installed, nil
	}
	out, err := p.run(ctx, nil, "--list-langs")
	if err != nil {
		return nil, err
	}
	installed := parseList(out)
	if len(installed) == 0 {
		return nil, &ocr.Error{Code: ocr.EngineUnavailable, Detail: "it lists no trained data", Remedy: install}
	}
	p.installed = installed
	return installed, nil
}

// run starts the program with an image on its standard input, nil for none, and
// returns its standard output.
func (p *Program) run(ctx context.Context, image *portable, args ...string) ([]byte, error) {
	if p.DataDir != "" {
		args = slices.Insert(args, len(args), "--tessdata-dir", p.DataDir)
	}
	cmd := exec.CommandContext(ctx, cmp.Or(p.Path, "tesseract"), args...)
	cmd.Env = append(cmd.Environ(), "OMP_THREAD_LIMIT=1")
	if image != nil {
		cmd.Stdin = image.reader()
	}
	stdout, stderr := &bounded{max: maxOutput}, &bounded{max: maxMessage, cut: true}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	inGroup(cmd)
	err := run(cmd)
	var exit *exec.ExitError
	switch {
	case err == nil:
		return stdout.bytes, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case stdout.full:
		return nil, &ocr.Error{Code: ocr.EngineFailed, Detail: "it writes without end"}
	case errors.As(err, &exit):
		return nil, &ocr.Error{Code: ocr.EngineFailed, Detail: strings.TrimSpace(exit.String() + ": " + string(bytes.ToValidUTF8(stderr.bytes, nil)))}
	case cmd.Process == nil:
		return nil, &ocr.Error{Code: ocr.EngineUnavailable, Detail: "tesseract cannot be started", Remedy: install, Err: err}
	}
	return nil, &ocr.Error{Code: ocr.EngineFailed, Err: err}
}
