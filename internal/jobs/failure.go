package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"syscall"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/fetch"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/worker"
)

// Fetcher fetches documents from URLs, as *fetch.Fetcher does.
type Fetcher interface {
	Fetch(ctx context.Context, url string, bounds fetch.Limits) (*fetch.Document, error)
}

// Codes of failures of the service itself.
const (
	CodeInternal = string(convert.InternalError)
	CodeCrashed  = string(worker.Crashed)
	CodeTimeout  = string(worker.TimedOut)

	CodeUnavailable = "service_unavailable" // details.reason says what is missing
)

// blame says who is at fault for a failure.
type blame int

const (
	document blame = iota // the document or its sender: the conversion fails
	crash                 // the worker died, perhaps for another reason: the conversion is tried again
	service               // a fault of the service that may pass: the conversion is tried again, after a pause
)

// explain returns the failure as the owner of the conversion may see it, and who is at fault. Details of failures
// that are not the document's are kept from the owner.
func explain(err error) (store.Failure, blame) {
	if e, ok := errors.AsType[*convert.Error](err); ok {
		f := store.Failure{Code: string(e.Code), Message: cmp.Or(e.Detail, messages[e.Code])}
		if e.Page > 0 {
			f.Details = object("page", e.Page)
		}
		switch e.Code {
		case worker.Crashed:
			return store.Failure{Code: CodeCrashed, Message: messages[worker.Crashed]}, crash
		case worker.Unavailable, convert.ReadFailed:
			return internal, service
		case convert.InternalError, convert.InvalidOption: // the server checks options: this is a defect of the server
			return internal, document
		}
		return f, document
	}
	if e, ok := errors.AsType[*fetch.Error](err); ok {
		f := store.Failure{Code: string(e.Code), Message: cmp.Or(e.Detail, "The document cannot be fetched.")}
		switch {
		case e.Status > 0:
			f.Details = object("upstream_status", e.Status)
		case e.Limit > 0:
			f.Details = object("limit", e.Limit, "received", e.Received)
		case e.Cause != "":
			f.Details = object("reason", string(e.Cause))
		}
		return f, document
	}
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fullDisk, service
	}
	return internal, service
}

// attempts returns how often a conversion with such a failure is tried.
func attempts(f store.Failure, whose blame) int64 {
	if whose == service && f.Code != CodeUnavailable {
		return Troubles
	}
	return Attempts
}

// fullDisk is shown to users when a disk has no room for blobs or for temporary files.
var fullDisk = store.Failure{Code: CodeUnavailable, Message: "The service has no room for the result.", Details: json.RawMessage(`{"reason":"storage"}`)}

// internal is all that users see of other failures of the service.
var internal = store.Failure{Code: CodeInternal, Message: messages[convert.InternalError]}

// messages are for failures that have no message of their own.
var messages = map[convert.Code]string{
	convert.InvalidFileFormat:     "The file is not a PDF file.",
	convert.InvalidDocument:       "The pages of the document cannot be read.",
	convert.PasswordRequired:      "The document is encrypted, and no password or a wrong one was given.",
	convert.PageLimitExceeded:     "The document has too many pages.",
	convert.FileTooLarge:          "The file is too large.",
	convert.ResourceLimitExceeded: "The document needs more memory or work than is allowed.",
	convert.UnsupportedFeature:    "The service cannot do what an option asks for.",
	convert.InternalError:         "The service could not convert the document.",
	worker.Crashed:                "The conversion ended its worker each time.",
	worker.TimedOut:               "The conversion took too long.",
}

// object returns a JSON object. pairs are names, each followed by a number or a text.
func object(pairs ...any) json.RawMessage {
	m := map[string]any{}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i].(string)] = pairs[i+1]
	}
	raw, err := json.Marshal(m)
	if err != nil {
		panic(err) // pairs are numbers and texts only
	}
	return raw
}
