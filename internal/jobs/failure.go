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

// Fetcher gets the documents of URLs, as *fetch.Fetcher does.
type Fetcher interface {
	Fetch(ctx context.Context, url string, bounds fetch.Limits) (*fetch.Document, error)
}

// Codes of failures that are the service's.
const (
	CodeInternal = string(convert.InternalError)
	CodeCrashed  = string(worker.Crashed)
	CodeTimeout  = string(worker.TimedOut)

	CodeUnavailable = "service_unavailable" // details.reason says for want of what
)

// blame says whose doing a failure is.
type blame int

const (
	document blame = iota // or who sent it: the conversion has failed
	crash                 // its worker died, perhaps for other reasons: it is tried again
	service               // something was out of order that may pass: it is tried again, later
)

// explain gives the failure as the owner of the conversion may know it. What is not
// an error of a document is not told.
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
		case convert.InternalError, convert.InvalidOption: // the server checks options: one that gets here is its defect
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

// attempts is how often a conversion is tried that fails so.
func attempts(f store.Failure, whose blame) int64 {
	if whose == service && f.Code != CodeUnavailable {
		return Troubles
	}
	return Attempts
}

// fullDisk is told of a disk without room, for the blobs or for temporary files.
var fullDisk = store.Failure{Code: CodeUnavailable, Message: "The service has no room for the result.", Details: json.RawMessage(`{"reason":"storage"}`)}

// internal is all that is told of failures of the service.
var internal = store.Failure{Code: CodeInternal, Message: messages[convert.InternalError]}

// messages are for failures that bring none.
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

// object is a JSON object of names with numbers or texts.
func object(pairs ...any) json.RawMessage {
	m := map[string]any{}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i].(string)] = pairs[i+1]
	}
	raw, err := json.Marshal(m)
	if err != nil {
		panic(err) // numbers and texts only
	}
	return raw
}
