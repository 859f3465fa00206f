package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/convert"
)

// Exit codes. Scripts depend on them, so they do not change.
const (
	exitOK          = 0
	exitFailed      = 1
	exitUsage       = 2
	exitDocument    = 3
	exitPassword    = 4
	exitLimit       = 5
	exitInterrupted = 130 // 128 + SIGINT, as shells do
)

const exitHelp = `Exit codes:
  0    done
  1    failed: reading or writing failed, a defect, or several inputs failed for different reasons
  2    wrong usage, or an option that this version does not offer
  3    the input is not a PDF, or is too damaged to read
  4    the document needs a password, or the one given is wrong
  5    a limit was reached: --max-pages, --max-bytes, or memory and work
  130  interrupted`

// codeExits has the exit codes for failures of convert, on this machine or in a service. Other failures have
// exitFailed.
var codeExits = map[convert.Code]int{
	convert.InvalidFileFormat:             exitDocument,
	convert.InvalidDocument:               exitDocument,
	convert.InvalidOption:                 exitUsage,
	convert.UnsupportedFeature:            exitUsage,
	convert.Code(client.InvalidParameter): exitUsage,
	convert.PasswordRequired:              exitPassword,
	convert.PageLimitExceeded:             exitLimit,
	convert.FileTooLarge:                  exitLimit,
	convert.ResourceLimitExceeded:         exitLimit,
}

// failure is an error of a command that ran. Errors of other types come from reading the command line.
type failure struct {
	code int
	err  error
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

// failed wraps err with what a command was doing.
func failed(doing string, err error) error {
	if errors.Is(err, context.Canceled) {
		return &failure{exitInterrupted, fmt.Errorf("%s: interrupted", doing)}
	}
	code, known := codeExits[codeOf(err)]
	if isConfigError(err) {
		code, known = exitUsage, true
	}
	if !known {
		code = exitFailed
	}
	return &failure{code, &doingError{doing, err}}
}

// codeOf returns the code of a failure of the library or of a service, which use the same codes. It returns "" for
// other errors.
func codeOf(err error) convert.Code {
	var local *convert.Error
	var remote *client.Error
	switch {
	case errors.As(err, &local):
		return local.Code
	case errors.As(err, &remote):
		return convert.Code(remote.Code)
	}
	return ""
}

// doingError is an error with the input that it belongs to. It hides the package of the error, which does not
// concern users of the program.
type doingError struct {
	doing string
	err   error
}

func (e *doingError) Error() string {
	return e.doing + ": " + strings.TrimPrefix(strings.TrimPrefix(e.err.Error(), "convert: "), "client: ")
}

func (e *doingError) Unwrap() error { return e.err }

func exitCode(err error) int {
	var f *failure
	if errors.As(err, &f) {
		return f.code
	}
	return exitUsage
}
