package server

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/store"
)

const (
	// waitMost is the longest time that one request waits for a change.
	waitMost = 60 * time.Second
)

// listConversions answers with a page of the account's conversions.
func (s *results) listConversions(c *call) error {
	filter, err := conversionFilter(c.r.URL.Query(), "batch_id", "custom_id", "created_after", "created_before")
	if err != nil {
		return err
	}
	return s.showConversions(c, filter)
}

// showConversions answers with a page of the conversions that a filter selects.
func (s *results) showConversions(c *call, filter store.Filter) error {
	records, next, err := s.conversions(c, filter)
	if err != nil {
		return err
	}
	page := client.Page[client.Conversion]{HasMore: next != "", NextCursor: optionalString(next)}
	for _, r := range records {
		w, err := s.forClient(c, r)
		if err != nil {
			return err
		}
		w.Warnings = nil
		page.Data = append(page.Data, *w)
	}
	return c.respond(http.StatusOK, page)
}

// conversions returns a page of the account's conversions, and the cursor of the next page.
func (s *results) conversions(c *call, filter store.Filter) (page []*store.Conversion, next string, err error) {
	err = s.db.View(c.ctx(), func(tx store.Tx) error {
		page, next, err = store.ListConversions(c.ctx(), tx, c.account.ID, filter)
		return err
	})
	return page, next, s.listError(err)
}

// conversionFilter reads the query of a list of conversions. names are parameters that this list has besides those
// of every list of conversions.
func conversionFilter(q url.Values, names ...string) (store.Filter, error) {
	f := store.Filter{Batch: q.Get("batch_id"), CustomID: q.Get("custom_id"), Cursor: q.Get("cursor")}
	if err := knownParameters(q, append(names, "status", "limit", "cursor")...); err != nil {
		return f, err
	}
	switch f.Status = store.Status(q.Get("status")); f.Status {
	case "", store.Queued, store.Processing, store.Completed, store.Failed, store.Cancelled:
	default:
		return f, badParameter("status", "is none of queued, processing, completed, failed, cancelled")
	}
	var err error
	if f.CreatedAfter, err = timeParameter(q, "created_after"); err != nil {
		return f, err
	}
	if f.CreatedBefore, err = timeParameter(q, "created_before"); err != nil {
		return f, err
	}
	f.Limit, err = intParameter(q, "limit", 1, pageMost, pageDefault)
	return f, err
}

// getConversion answers with a conversion. If the request asks to wait, it waits for a change of the status first.
func (s *results) getConversion(c *call) error {
	q := c.r.URL.Query()
	if err := knownParameters(q, "wait", "fields"); err != nil {
		return err
	}
	wait, err := intParameter(q, "wait", 0, int(waitMost/time.Second), 0)
	if err != nil {
		return err
	}
	summary := q.Get("fields") == "summary"
	if !summary && q.Get("fields") != "" {
		return badParameter("fields", "must be summary")
	}
	record, err := s.conversion(c, c.r.PathValue("id"))
	if err != nil {
		return err
	}
	if wait > 0 && !record.Status.Terminal() {
		ctx, cancel := s.waiting(c.ctx(), time.Duration(wait)*time.Second)
		defer cancel()
		if record, err = s.awaitChange(c, ctx, record); err != nil {
			return err
		}
	}
	if !record.Status.Terminal() {
		c.w.Header().Set("Retry-After", seconds(conversionRetry))
	}
	if summary {
		return s.summary(c, http.StatusOK, record)
	}
	return s.show(c, http.StatusOK, record, nil)
}

// awaitChange waits until a conversion has another status than record, or until ctx ends. It returns the
// conversion as it is then.
func (s *results) awaitChange(c *call, ctx context.Context, record *store.Conversion) (*store.Conversion, error) {
	now, err := s.engine.Wait(ctx, record.ID, record.Status)
	if gone := c.ctx().Err(); gone != nil {
		return nil, gone
	}
	if now == nil {
		return nil, s.conversionError(err)
	}
	return now, nil
}

// cancelConversion cancels a conversion.
func (s *results) cancelConversion(c *call) error {
	if replayed, err := c.begin(""); replayed || err != nil {
		return err
	}
	record, err := s.stopConversion(c)
	if err != nil {
		return err
	}
	wire, err := s.forClient(c, record)
	if err != nil {
		return err
	}
	return c.respond(http.StatusOK, wire)
}

// stopConversion cancels the conversion that the path names.
func (s *results) stopConversion(c *call) (record *store.Conversion, err error) {
	err = s.db.Update(c.ctx(), func(tx store.Tx) error {
		record, err = jobs.Cancel(c.ctx(), tx, c.account.ID, c.r.PathValue("id"))
		return err
	})
	if errors.Is(err, store.ErrTerminal) {
		return nil, failure(client.ConversionNotCancellable, "the conversion has ended")
	}
	return record, s.conversionError(err)
}

// deleteConversion deletes a conversion and its results.
func (s *results) deleteConversion(c *call) error {
	if err := s.removeConversion(c); err != nil {
		return err
	}
	c.w.WriteHeader(http.StatusNoContent)
	return nil
}

// removeConversion deletes the conversion that the path names.
func (s *results) removeConversion(c *call) error {
	var removed *store.Conversion
	err := s.db.Update(c.ctx(), func(tx store.Tx) (err error) {
		removed, err = jobs.Delete(c.ctx(), tx, c.account.ID, c.r.PathValue("id"))
		return err
	})
	if err != nil {
		return s.conversionError(err)
	}
	s.engine.Purge(c.ctx(), removed)
	return nil
}
