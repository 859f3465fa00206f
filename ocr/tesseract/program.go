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
	// defaultTimeout is 25 times the time of the densest page measured (4.6 s for A4 at 300 dpi), for slow or busy
	// machines.
	defaultTimeout = 2 * time.Minute

	// maxSide is the greatest number of pixels of a side for Tesseract: its positions have 16 bits.
	maxSide = 32767

	// minDPI and maxDPI bound the resolutions that Tesseract believes. For others it guesses, which is better.
	minDPI, maxDPI = 70, 2400

	// install is the remedy for a missing program.
	install = "install it, on Debian and Ubuntu with: apt-get install tesseract-ocr"
)

// Program is an engine that runs the installed tesseract program, version 4 or later. It starts one process with
// one thread for each image: Tesseract's threads cost 4.5 times the CPU (measured on five pages), and pages are
// read in parallel anyway. The zero value is ready. A Program must not be copied after first use.
type Program struct {
	// Path is the path of the program. Defaults to tesseract, looked up in PATH.
	Path string

	// DataDir is the folder of the trained data. Defaults to that of the program.
	DataDir string

	// Timeout is how long one image may take in all. Defaults to two minutes.
	Timeout time.Duration

	mu        sync.Mutex
	installed trained // names of trained data, once known
}

// Recognize reads one image. It fails with ocr.EngineUnavailable if there is no such program, and with
// ocr.LanguageUnavailable if one of the languages is not installed. The remedy has the command that installs them.
//
// If the confidence of a page is low, Recognize detects its orientation and script. If these differ from the first
// reading, it reads the page again and returns the better result.
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

// job is an image with its options.
type job struct {
	image *portable
	dpi   float64
	opt   ocr.Options
}

// recognize reads a page, and reads it again if the first result asks for it.
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

// arguments returns the arguments of every run on the image.
func (j job) arguments() []string {
	args := []string{"stdin", "stdout"}
	if dpi, ok := j.resolution(); ok {
		args = append(args, "--dpi", dpi)
	}
	return args
}

// resolution returns the resolution of the image, if Tesseract believes it.
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

// modeOf returns the mode for s. An unknown segmentation counts as a page.
func modeOf(s ocr.Segmentation) int {
	if int(s) >= len(pageModes) {
		s = ocr.Automatic
	}
	return pageModes[s]
}

// modeWithOrientation is --psm 3 after detecting the orientation.
const modeWithOrientation = 1

// data lists the installed trained data. The first time it asks the program.
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

// run starts the program with an image as its standard input, nil for none, and returns its standard output.
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
