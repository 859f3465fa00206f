package server

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/store"
)

const (
	// pageDefault and pageMost are how many entries a page of a list has.
	pageDefault = 20
	pageMost    = 100

	// waitMost is the longest wait of one request for a change.
	waitMost = 60 * time.Second

	// conversionRetry is when to look again at a conversion that is under way.
	conversionRetry = 2 * time.Second
)

// listConversions answers with a page of the account's conversions.
func (s *Server) listConversions(c *call) error {
	filter, err := conversionFilter(c.r.URL.Query(), "batch_id", "custom_id", "created_after", "created_before")
	if err != nil {
		return err
	}
	return c.showConversions(filter)
}

// showConversions answers with a page of those that a filter selects.
func (c *call) showConversions(filter store.Filter) error {
	records, next, err := c.conversions(filter)
	if err != nil {
		return err
	}
	page := client.Page[client.Conversion]{HasMore: next != "", NextCursor: optionalString(next)}
	for _, r := range records {
		w, err := c.wire(r)
		if err != nil {
			return err
		}
		w.Warnings = nil
		page.Data = append(page.Data, *w)
	}
	return c.respond(http.StatusOK, page)
}

// conversions are a page of the account's conversions, and the cursor of the next.
func (c *call) conversions(filter store.Filter) (page []*store.Conversion, next string, err error) {
	err = c.db.View(c.ctx(), func(tx store.Tx) error {
		page, next, err = store.ListConversions(c.ctx(), tx, c.account.ID, filter)
		return err
	})
	return page, next, c.listError(err)
}

// listError is what a client is told where a page of a list could not be had.
func (s *Server) listError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, store.ErrCursor):
		return failure(client.InvalidCursor, "the cursor is not one of this list")
	}
	return s.storeError(err)
}

// conversionFilter reads the query of a list, which has the parameters named besides those of
// every list of conversions.
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

func timeParameter(q url.Values, name string) (time.Time, error) {
	text := q.Get(name)
	if text == "" {
		return time.Time{}, nil
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}, badParameter(name, "is not a time such as 2026-01-31T12:00:00Z")
	}
	return t, nil
}

// pageParameters are those of a list that has no others: how many entries a page has at most, and the cursor where it begins.
func (c *call) pageParameters() (limit int, cursor string, err error) {
	q := c.r.URL.Query()
	if err := knownParameters(q, "limit", "cursor"); err != nil {
		return 0, "", err
	}
	limit, err = intParameter(q, "limit", 1, pageMost, pageDefault)
	return limit, q.Get("cursor"), err
}

func intParameter(q url.Values, name string, least, most, absent int) (int, error) {
	text := q.Get(name)
	if text == "" {
		return absent, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, badParameter(name, "must be a whole number from "+strconv.Itoa(least)+" to "+strconv.Itoa(most))
	}
	return n, nil
}

// getConversion answers with a conversion, after a change of its state if the request waits
// for one.
func (s *Server) getConversion(c *call) error {
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
	record, err := c.conversion(c.r.PathValue("id"))
	if err != nil {
		return err
	}
	if wait > 0 && !record.Status.Terminal() {
		ctx, cancel := c.waiting(time.Duration(wait) * time.Second)
		defer cancel()
		if record, err = c.awaitChange(ctx, record); err != nil {
			return err
		}
	}
	if !record.Status.Terminal() {
		c.w.Header().Set("Retry-After", seconds(conversionRetry))
	}
	if summary {
		return c.summary(http.StatusOK, record)
	}
	return c.show(http.StatusOK, record, nil)
}

// conversion is a conversion of the account.
func (c *call) conversion(id string) (record *store.Conversion, err error) {
	err = c.db.View(c.ctx(), func(tx store.Tx) error {
		record, err = store.GetConversionOf(c.ctx(), tx, c.account.ID, id)
		return err
	})
	return record, c.conversionError(err)
}

// conversionError is what a client is told where a conversion could not be had.
func (s *Server) conversionError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, store.ErrNotFound):
		return failure(client.ConversionNotFound, "there is no such conversion")
	}
	return s.storeError(err)
}

// waiting is the context of a wait of the request, which ends when the service stops, too.
func (c *call) waiting(limit time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(c.ctx(), limit)
	stop := context.AfterFunc(c.draining, cancel)
	return ctx, func() {
		stop()
		cancel()
	}
}

// awaitChange waits until a conversion has another status than it had, or until ctx ends. It returns the
// conversion as it is then.
func (c *call) awaitChange(ctx context.Context, record *store.Conversion) (*store.Conversion, error) {
	now, err := c.engine.Wait(ctx, record.ID, record.Status)
	if gone := c.ctx().Err(); gone != nil {
		return nil, gone
	}
	if now == nil {
		return nil, c.conversionError(err)
	}
	return now, nil
}

// cancelConversion cancels a conversion.
func (s *Server) cancelConversion(c *call) error {
	if replayed, err := c.begin(""); replayed || err != nil {
		return err
	}
	record, err := c.stopConversion()
	if err != nil {
		return err
	}
	wire, err := c.wire(record)
	if err != nil {
		return err
	}
	return c.respond(http.StatusOK, wire)
}

// stopConversion cancels the conversion that the path names.
func (c *call) stopConversion() (record *store.Conversion, err error) {
	err = c.db.Update(c.ctx(), func(tx store.Tx) error {
		record, err = jobs.Cancel(c.ctx(), tx, c.account.ID, c.r.PathValue("id"))
		return err
	})
	if errors.Is(err, store.ErrTerminal) {
		return nil, failure(client.ConversionNotCancellable, "the conversion has ended")
	}
	return record, c.conversionError(err)
}

// deleteConversion takes a conversion away, with all that it made.
func (s *Server) deleteConversion(c *call) error {
	if err := c.removeConversion(); err != nil {
		return err
	}
	c.w.WriteHeader(http.StatusNoContent)
	return nil
}

// removeConversion takes the conversion away that the path names.
func (c *call) removeConversion() error {
	var removed *store.Conversion
	err := c.db.Update(c.ctx(), func(tx store.Tx) (err error) {
		removed, err = jobs.Delete(c.ctx(), tx, c.account.ID, c.r.PathValue("id"))
		return err
	})
	if err != nil {
		return c.conversionError(err)
	}
	c.engine.Purge(c.ctx(), removed)
	return nil
}

// knownParameters refuses a query with a parameter that the operation does not have.
func knownParameters(q url.Values, known ...string) error {
	for _, name := range slices.Sorted(maps.Keys(q)) {
		if !slices.Contains(known, name) {
			return badParameter(name, "is not a parameter of this operation")
		}
	}
	return nil
}
