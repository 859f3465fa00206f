package pipeline

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/source"
)

// Kind says what kind of failure ended a conversion.
type Kind uint8

const (
	Internal    Kind = iota // a defect of this program
	NotPDF                  // the input is not a PDF
	Invalid                 // a PDF of which nothing can be read
	BadRange                // a page range asks for pages that do not exist
	Password                // the password is missing or wrong
	TooMany                 // more pages than allowed
	TooLarge                // more bytes than allowed
	Resource                // more memory or work than allowed
	ReadFailed              // the reader or the temporary file failed
	Unsupported             // an option needs something that is not installed
)

// Failure is every error of Run except that of the context.
type Failure struct {
	Kind   Kind
	Detail string
	Err    error // the cause, if a caller can act on it; else nil
}

// Error implements error. It says what failed.
func (f *Failure) Error() string {
	if f.Err == nil {
		return f.Detail
	}
	return f.Detail + ": " + f.Err.Error()
}

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Err }

// openFailures maps errors of source and pdf to kinds. The first match wins.
var openFailures = []struct {
	err  error
	kind Kind
}{
	{source.ErrTooLarge, TooLarge},
	{pdf.ErrPassword, Password},
	{pdf.ErrPageLimit, TooMany},
	{pdf.ErrLimit, Resource},
	{pdf.ErrEncryption, Invalid},
	{pdf.ErrInvalid, Invalid},
}

// openFailure returns an error of the stages source and pdf as a Failure. other is its kind if it is none of
// openFailures.
func openFailure(err error, other Kind) error {
	var f *Failure
	if errors.As(err, &f) {
		return f
	}
	for _, o := range openFailures {
		if errors.Is(err, o.err) {
			return &Failure{Kind: o.kind, Detail: err.Error()}
		}
	}
	return &Failure{Kind: other, Err: err}
}

// notPDF returns a Failure that says what data is instead of a PDF.
func notPDF(data []byte) error {
	detail := "the input is empty"
	if kind := source.MediaType(data); kind != "" {
		detail = "expected application/pdf, got " + kind
	}
	return &Failure{Kind: NotPDF, Detail: detail}
}

// guard runs f and turns a panic into a Failure. The Failure names the stage and the place of the panic, for bug
// reports.
func guard(stage string, f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &Failure{Kind: Internal, Detail: fmt.Sprintf("panic in %s: %v%s", stage, v, panicPlace())}
		}
	}()
	return f()
}

// guarded runs f under guard and returns its result. After the end of ctx its error is that of ctx.
func guarded[T any](ctx context.Context, stage string, f func() (T, error)) (T, error) {
	var result, none T
	err := guard(stage, func() (err error) {
		result, err = f()
		return err
	})
	switch {
	case err == nil:
		return result, nil
	case ctx.Err() != nil:
		return none, ctx.Err()
	}
	return none, err
}

// panicPlace returns " at file.go:line" for the statement that panicked. It must be called by a deferred function.
func panicPlace() string {
	var pcs [32]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	panicking := false
	for {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			panicking = true
		case panicking && !strings.HasPrefix(f.Function, "runtime."):
			return fmt.Sprintf(" at %s:%d", f.File[strings.LastIndexByte(f.File, '/')+1:], f.Line)
		}
		if !more {
			return ""
		}
	}
}
