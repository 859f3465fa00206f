package server

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/fetch"
	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/worker"
)

// order is what is stored of a request for the worker that will do it.
type order struct {
	Options client.Options `json:"options"`
	BaseURL string         `json:"base_url"` // of the service, as the request used it
}

// converter does the work of the job engine: it makes a job of a record.
type converter struct {
	*Server
	worker worker.Converter
}

// Convert implements jobs.Converter.
func (c converter) Convert(ctx context.Context, task jobs.Task) (*jobs.Result, error) {
	var o order
	if err := json.Unmarshal(task.Conversion.Options, &o); err != nil {
		return nil, fmt.Errorf("server: options of %s: %w", task.Conversion.ID, err)
	}
	outcome, err := c.worker.Convert(ctx, worker.Job{
		ID: task.Conversion.ID, Input: task.Input, Folder: task.Output,
		Options: workerOptions(o.Options, task.Conversion.InputFile), Timeout: task.Deadline, Progress: task.Progress,
		AssetURL: c.assetURL(o.BaseURL, task.Conversion, task.Deadline),
	})
	if err != nil {
		return nil, jobError(err)
	}
	result := &jobs.Result{Archive: outcome.Archive.Name, Pages: outcome.Metadata.Pages, Duration: outcome.Duration}
	var failures [2]error
	result.Metadata, failures[0] = json.Marshal(outcome.Metadata)
	result.Warnings, failures[1] = json.Marshal(outcome.Warnings)
	return result, errors.Join(failures[:]...)
}

// assetURL is where the files of a result can be had that are too large to be inside of its
// html. One signature is good for all of them. It outlives the result, however long that
// will be kept: what counts is whether the result is there.
func (s *Server) assetURL(base string, c *store.Conversion, deadline time.Duration) string {
	folder := conversionPath(c.ID) + "/" + assetFolder
	until := s.clock().Add(deadline + resultLifetimeMost)
	return base + folder + "{name}?" + s.secrets.sign(folder, c.Account, until)
}

// resultLifetimeMost is the longest that any result is kept.
const resultLifetimeMost = 30 * 24 * time.Hour

// workerOptions are the options of a conversion: what the request says over the defaults.
// A worker reads one page at a time: there are as many workers as processors.
func workerOptions(o client.Options, name string) worker.Options {
	opts := worker.NewOptions(convert.DefaultOptions())
	overlay(&opts.PreserveFormatting, o.PreserveFormatting)
	overlay(&opts.ExtractImages, o.ExtractImages)
	overlay(&opts.SemanticHTML, o.SemanticHTML)
	overlay(&opts.OCREnabled, o.OCREnabled)
	overlay(&opts.AccessibilityCheck, o.AccessibilityCheck)
	opts.Name = strings.TrimSuffix(name, filepath.Ext(name))
	return opts
}

func overlay(option, said *bool) {
	if said != nil {
		*option = *said
	}
}

// codes are those of package convert that clients know by another name. All others have the
// same.
var codes = map[convert.Code]client.Code{
	convert.InvalidOption: client.InvalidParameter,
	convert.ReadFailed:    client.ServiceUnavailable,
}

// messages are what clients are told of a failed conversion; the details of others are for
// the log, as they may name files of this machine.
var messages = map[client.Code]string{
	client.InvalidFileFormat:     "the file is not a PDF",
	client.InvalidDocument:       "the document is damaged beyond repair",
	client.PasswordRequired:      "the document is encrypted and needs a password",
	client.PageLimitExceeded:     "the document has too many pages",
	client.FileTooLarge:          "the document is too large",
	client.ResourceLimitExceeded: "the document needs more memory or work than is allowed",
	client.UnsupportedFeature:    "an option asks for what this service cannot do",
	client.ConversionCrashed:     "the document made the converter fail",
	client.ConversionTimeout:     "the conversion took too long",
	client.ServiceUnavailable:    "the service cannot do this now",
	client.InternalError:         "an unexpected error occurred",
}

// told are the codes whose details may be told: they speak of the document and the options.
var told = map[client.Code]bool{
	client.InvalidDocument: true, client.PageLimitExceeded: true, client.ResourceLimitExceeded: true,
	client.UnsupportedFeature: true, client.InvalidParameter: true, client.ConversionTimeout: true,
}

// jobError is the failure of a conversion as its record has it. An error of the machine, not
// of the document, stays what it is: the conversion is tried again.
func jobError(err error) error {
	var known *convert.Error
	if !errors.As(err, &known) {
		return err
	}
	code := cmp.Or(codes[known.Code], client.Code(known.Code))
	if code == client.ServiceUnavailable {
		return err
	}
	message := cmp.Or(messages[code], string(code))
	if told[code] && known.Detail != "" {
		message += ": " + known.Detail
	}
	e := &jobs.Error{Code: string(code), Message: message, Crashed: code == client.ConversionCrashed, Err: err}
	if known.Page > 0 {
		e.Details = json.RawMessage(fmt.Sprintf(`{"page":%d}`, known.Page))
	}
	return e
}

// fetcher gets the documents of addresses for the job engine.
type fetcher struct{ *fetch.Fetcher }

// Fetch implements jobs.Fetcher.
func (f fetcher) Fetch(ctx context.Context, address string, limit int64) (*jobs.Document, error) {
	doc, err := f.Fetcher.Fetch(ctx, address, fetch.Limits{Bytes: limit})
	if err != nil {
		return nil, fetchError(err)
	}
	return &jobs.Document{Body: fetchedBody{doc.Body}, Name: doc.Name}, nil
}

// fetchedBody gives the errors of a document that breaks off as those of the job engine.
type fetchedBody struct{ io.ReadCloser }

// Read reads on.
func (b fetchedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil && err != io.EOF {
		err = fetchError(err)
	}
	return n, err
}

// fetchError is the failure of a fetch as a record has it.
func fetchError(err error) error {
	var known *fetch.Error
	if !errors.As(err, &known) {
		return err
	}
	details := map[string]any{}
	switch {
	case known.Status != 0:
		details["upstream_status"] = known.Status
	case known.Code == fetch.TooLarge:
		details["limit"], details["received"] = known.Limit, known.Received
	case known.Code == fetch.NotPDF:
		details["file_type"], details["expected"] = known.MediaType, "application/pdf"
	}
	raw, _ := json.Marshal(details) // numbers and text always can be
	message := map[fetch.Code]string{
		fetch.InvalidURL: "the address is not taken", fetch.NotAllowed: "the address is not allowed",
		fetch.Failed: "the document could not be fetched", fetch.TooLarge: "the document is too large",
		fetch.NotPDF: "what is at the address is not a PDF",
	}[known.Code]
	if known.Detail != "" {
		message += ": " + known.Detail
	}
	return &jobs.Error{Code: string(known.Code), Message: message, Details: raw, Err: err}
}

// Files of a result, in its folder: as package worker names them.
const (
	archiveName = "archive.zip"
	htmlName    = "result.html"
	cssName     = "result.css"
	reportName  = "report.json"
	assetFolder = "assets/"
)
