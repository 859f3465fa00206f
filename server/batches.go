package server

import (
	"errors"
	"net/http"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/store"
)

// listBatches answers with a page of the account's batches.
func (s *results) listBatches(c *call) error {
	limit, cursor, err := c.pageParameters()
	if err != nil {
		return err
	}
	batches, next, err := s.batches(c, cursor, limit)
	if err != nil {
		return err
	}
	page := client.Page[client.Batch]{HasMore: next != "", NextCursor: optionalString(next)}
	for _, b := range batches {
		wire, err := s.wireBatch(c, b)
		if err != nil {
			return err
		}
		page.Data = append(page.Data, *wire)
	}
	return c.respond(http.StatusOK, page)
}

// batches returns a page of the account's batches, and the cursor of the next page.
func (s *results) batches(c *call, cursor string, limit int) (page []*store.Batch, next string, err error) {
	err = s.db.View(c.ctx(), func(tx store.Tx) error {
		page, next, err = store.ListBatches(c.ctx(), tx, c.account.ID, cursor, limit)
		return err
	})
	return page, next, s.listError(err)
}

// getBatch answers with the record of a batch.
func (s *results) getBatch(c *call) error {
	if err := knownParameters(c.r.URL.Query()); err != nil {
		return err
	}
	batch, err := s.batch(c, c.r.PathValue("id"))
	if err != nil {
		return err
	}
	wire, err := s.wireBatch(c, batch)
	if err != nil {
		return err
	}
	if !batch.Status.Terminal() {
		c.w.Header().Set("Retry-After", seconds(conversionRetry))
	}
	return c.respond(http.StatusOK, wire)
}

// listMembers answers with a page of the conversions of a batch.
func (s *results) listMembers(c *call) error {
	filter, err := conversionFilter(c.r.URL.Query())
	if err != nil {
		return err
	}
	batch, err := s.batch(c, c.r.PathValue("id"))
	if err != nil {
		return err
	}
	filter.Batch = batch.ID
	return s.showConversions(c, filter)
}

// cancelBatch cancels the conversions of a batch that have not ended.
func (s *results) cancelBatch(c *call) error {
	if replayed, err := c.begin(""); replayed || err != nil {
		return err
	}
	batch, err := s.stopBatch(c)
	if err != nil {
		return err
	}
	wire, err := s.wireBatch(c, batch)
	if err != nil {
		return err
	}
	return c.respond(http.StatusOK, wire)
}

// stopBatch cancels the batch that the path names.
func (s *results) stopBatch(c *call) (batch *store.Batch, err error) {
	err = s.db.Update(c.ctx(), func(tx store.Tx) error {
		batch, err = jobs.CancelBatch(c.ctx(), tx, c.account.ID, c.r.PathValue("id"))
		return err
	})
	return batch, s.batchError(err)
}

// batch returns a batch of the account.
func (s *results) batch(c *call, id string) (batch *store.Batch, err error) {
	err = s.db.View(c.ctx(), func(tx store.Tx) error {
		batch, err = store.GetBatchOf(c.ctx(), tx, c.account.ID, id)
		return err
	})
	return batch, s.batchError(err)
}

// batchError returns the error that a client gets where a batch could not be read.
func (s *results) batchError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, store.ErrNotFound):
		return failure(client.BatchNotFound, "there is no such batch")
	}
	return s.storeError(err)
}

// wireBatch returns the record of a batch as clients see it.
func (s *results) wireBatch(c *call, b *store.Batch) (*client.Batch, error) {
	out := &client.Batch{
		ID: b.ID, Status: client.Status(b.Status),
		Total: int(b.Total), Completed: int(b.Succeeded), Failed: int(b.Failed), Cancelled: int(b.Cancelled),
		Percentage: int(b.Percentage()), ErrorCounts: map[client.Code]int{},
		CreatedAt: b.Created, CompletedAt: optionalTime(b.Completed), ExpiresAt: optionalTime(b.Expires),
	}
	if !b.Expires.IsZero() {
		address := s.signedURL(c.r, batchPath(b.ID)+"/download", b.Account, b.Expires)
		out.DownloadURL = &address
	}
	if b.Failed == 0 {
		return out, nil
	}
	err := s.db.View(c.ctx(), func(tx store.Tx) error {
		counts, err := store.BatchFailures(c.ctx(), tx, b.ID)
		for code, n := range counts {
			out.ErrorCounts[client.Code(code)] = int(n)
		}
		return err
	})
	if err != nil {
		return nil, s.storeError(err)
	}
	return out, nil
}

// batchPath returns the path of a batch.
func batchPath(id string) string { return "/v1/batches/" + id }
