package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/store"
)

// forClient returns the record of a conversion as clients see it, without html, css and the report, which are stored
// separately.
func (s *results) forClient(c *call, r *store.Conversion) (*client.Conversion, error) {
	out := &client.Conversion{
		ID: r.ID, Status: client.Status(r.Status),
		CreatedAt: r.Created, StartedAt: optionalTime(r.Started), CompletedAt: optionalTime(r.Completed),
		BatchID: optionalString(r.Batch), CustomID: optionalString(r.CustomID),
		InputFile: r.InputFile,
		FileSize:  optionalInt(r.FileSize), OutputSize: optionalInt(r.Output),
		StatusURL: s.baseURL(c.r) + conversionPath(r.ID),
	}
	out.Progress.PagesDone = int(r.PagesDone)
	if r.PagesTotal > 0 {
		total := int(r.PagesTotal)
		out.Progress.PagesTotal = &total
	}
	if !r.Started.IsZero() {
		out.QueueTime = optionalSeconds(r.Started.Sub(r.Created))
	}
	if r.Error != nil {
		var err error
		if out.Error, err = wireFailure(r); err != nil {
			return nil, err
		}
	}
	if r.Status != store.Completed {
		return out, nil
	}
	out.ExpiresAt = optionalTime(r.Expires)
	out.ProcessingTime = optionalSeconds(r.Duration)
	address := s.signedURL(c.r, conversionPath(r.ID)+"/download", r.Account, r.Expires)
	out.DownloadURL = &address
	out.Warnings = []client.Warning{}
	if r.Warnings != nil {
		if err := json.Unmarshal(r.Warnings, &out.Warnings); err != nil {
			return nil, fmt.Errorf("server: warnings of %s: %w", r.ID, err)
		}
	}
	if err := json.Unmarshal(r.Metadata, &out.Metadata); err != nil {
		return nil, fmt.Errorf("server: metadata of %s: %w", r.ID, err)
	}
	return out, nil
}

// wireFailure returns why a conversion failed.
func wireFailure(r *store.Conversion) (*client.Failure, error) {
	out := &client.Failure{Code: client.Code(r.Error.Code), Message: r.Error.Message}
	if r.Error.Details == nil {
		return out, nil
	}
	if err := json.Unmarshal(r.Error.Details, &out.Details); err != nil {
		return nil, fmt.Errorf("server: details of the failure of %s: %w", r.ID, err)
	}
	return out, nil
}

// conversionPath returns the path of a conversion.
func conversionPath(id string) string { return "/v1/conversions/" + id }

func optionalTime(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

func optionalString(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func optionalInt(n int64) *int64 {
	if n == 0 {
		return nil
	}
	return &n
}

// optionalSeconds returns d in seconds, rounded to milliseconds.
func optionalSeconds(d time.Duration) *float64 {
	s := d.Round(time.Millisecond).Seconds()
	return &s
}

// maxInputName is the greatest length of a document's name in bytes.
const maxInputName = 255

// inputName returns the name under which a file of a client is kept: the last element of the name that the client
// gave, without characters that no name should have.
func inputName(name string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	name = strings.Map(func(r rune) rune {
		if r < 0x20 || r == 0x7f || r == 0xfffd {
			return -1
		}
		return r
	}, name)
	if name == "." || name == ".." || name == "/" || name == "" {
		return "document.pdf"
	}
	if len(name) > maxInputName {
		name = strings.ToValidUTF8(name[:maxInputName], "")
	}
	return name
}

// nameOfURL returns the name of the document at an address.
func nameOfURL(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return inputName("")
	}
	return inputName(u.Path)
}

// results serves conversions and batches: their records, their results, and cancelling and deleting them.
type results struct {
	*core
	engine *jobs.Engine
	drafts chan struct{} // capacity 1: one draft of corrections is made at a time
	sheets chan struct{} // capacity 1: one page is drawn at a time, beside conversions
}

// conversion returns a conversion of the account.
func (s *results) conversion(c *call, id string) (record *store.Conversion, err error) {
	err = s.db.View(c.ctx(), func(tx store.Tx) error {
		record, err = store.GetConversionOf(c.ctx(), tx, c.account.ID, id)
		return err
	})
	return record, s.conversionError(err)
}

// conversionError returns the error that a client gets where a conversion could not be read.
func (s *results) conversionError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, store.ErrNotFound):
		return failure(client.ConversionNotFound, "there is no such conversion")
	}
	return s.storeError(err)
}
