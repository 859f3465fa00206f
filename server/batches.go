package server

import (
	"errors"
	"net/http"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
)

// createBatch takes many documents as one batch, and answers with its record.
func (s *Server) createBatch(c *call) error {
	in := c.intake(false)
	defer in.Close(c.ctx())
	sub, err := s.readBatch(c, in)
	if err != nil {
		return err
	}
	if err := s.checkBatch(sub); err != nil {
		return err
	}
	if replayed, err := c.begin(hashText(sub.fingerprint())); replayed || err != nil {
		return err
	}
	batch, err := c.submitBatch(in, sub)
	if err != nil {
		return err
	}
	wire, err := c.wireBatch(batch)
	if err != nil {
		return err
	}
	c.w.Header().Set("Location", batchPath(batch.ID))
	c.w.Header().Set("Retry-After", seconds(conversionRetry))
	return c.respond(http.StatusAccepted, wire)
}

// submitBatch makes the batch, in one transaction with all that it costs. A request that takes
// over from one that died gets the batch which that one made.
func (c *call) submitBatch(in *jobs.Intake, sub *batchSubmission) (*store.Batch, error) {
	if id, made := c.madeBefore(); made {
		return c.batch(id)
	}
	members := make([]*store.Conversion, len(sub.members))
	good := int64(0)
	for i, m := range sub.members {
		var err error
		if members[i], err = c.newMember(sub.common, m); err != nil {
			return nil, err
		}
		if m.failure == nil {
			good++
		}
	}
	if most := c.limits.QueueLength(); most != quota.Unlimited && good > most {
		return nil, batchTooLarge(most, good)
	}
	batch := &store.Batch{
		ID: sub.id, Account: c.account.ID, RequestID: requestID(c.ctx()), Traceparent: traceparent(c.r),
		WebhookURL: sub.common["webhook_url"],
	}
	return batch, c.submitted(in.SubmitBatch(c.ctx(), batch, members), good)
}

// batchTooLarge is the error of a batch that has more members than it may.
func batchTooLarge(limit, received int64) error {
	e := failure(client.BatchTooLarge, "the batch has more than %d members of a kind, which is as many as it may", limit)
	e.Details = map[string]any{"limit": limit, "received": received}
	return e
}

// listBatches answers with a page of the account's batches.
func (s *Server) listBatches(c *call) error {
	limit, cursor, err := c.pageParameters()
	if err != nil {
		return err
	}
	batches, next, err := c.batches(cursor, limit)
	if err != nil {
		return err
	}
	page := client.Page[client.Batch]{HasMore: next != "", NextCursor: optionalString(next)}
	for _, b := range batches {
		wire, err := c.wireBatch(b)
		if err != nil {
			return err
		}
		page.Data = append(page.Data, *wire)
	}
	return c.respond(http.StatusOK, page)
}

// batches are a page of the account's batches, and the cursor of the next.
func (c *call) batches(cursor string, limit int) (page []*store.Batch, next string, err error) {
	err = c.db.View(c.ctx(), func(tx store.Tx) error {
		page, next, err = store.ListBatches(c.ctx(), tx, c.account.ID, cursor, limit)
		return err
	})
	return page, next, c.listError(err)
}

// getBatch answers with the record of a batch.
func (s *Server) getBatch(c *call) error {
	if err := knownParameters(c.r.URL.Query()); err != nil {
		return err
	}
	batch, err := c.batch(c.r.PathValue("id"))
	if err != nil {
		return err
	}
	wire, err := c.wireBatch(batch)
	if err != nil {
		return err
	}
	if !batch.Status.Terminal() {
		c.w.Header().Set("Retry-After", seconds(conversionRetry))
	}
	return c.respond(http.StatusOK, wire)
}

// listMembers answers with a page of the conversions of a batch.
func (s *Server) listMembers(c *call) error {
	filter, err := conversionFilter(c.r.URL.Query())
	if err != nil {
		return err
	}
	batch, err := c.batch(c.r.PathValue("id"))
	if err != nil {
		return err
	}
	filter.Batch = batch.ID
	return c.showConversions(filter)
}

// cancelBatch cancels what has not ended of a batch.
func (s *Server) cancelBatch(c *call) error {
	if replayed, err := c.begin(""); replayed || err != nil {
		return err
	}
	batch, err := c.stopBatch()
	if err != nil {
		return err
	}
	wire, err := c.wireBatch(batch)
	if err != nil {
		return err
	}
	return c.respond(http.StatusOK, wire)
}

// stopBatch cancels the batch that the path names.
func (c *call) stopBatch() (batch *store.Batch, err error) {
	err = c.db.Update(c.ctx(), func(tx store.Tx) error {
		batch, err = jobs.CancelBatch(c.ctx(), tx, c.account.ID, c.r.PathValue("id"))
		return err
	})
	return batch, c.batchError(err)
}

// batch is a batch of the account.
func (c *call) batch(id string) (batch *store.Batch, err error) {
	err = c.db.View(c.ctx(), func(tx store.Tx) error {
		batch, err = store.GetBatchOf(c.ctx(), tx, c.account.ID, id)
		return err
	})
	return batch, c.batchError(err)
}

// batchError is what a client is told where a batch could not be had.
func (s *Server) batchError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, store.ErrNotFound):
		return failure(client.BatchNotFound, "there is no such batch")
	}
	return s.storeError(err)
}

// wireBatch is the record of a batch as clients see it.
func (c *call) wireBatch(b *store.Batch) (*client.Batch, error) {
	out := &client.Batch{
		ID: b.ID, Status: client.Status(b.Status),
		Total: int(b.Total), Completed: int(b.Succeeded), Failed: int(b.Failed), Cancelled: int(b.Cancelled),
		Percentage: int(b.Percentage()), ErrorCounts: map[client.Code]int{},
		CreatedAt: b.Created, CompletedAt: optionalTime(b.Completed), ExpiresAt: optionalTime(b.Expires),
	}
	if !b.Expires.IsZero() {
		address := c.signedURL(batchPath(b.ID)+"/download", b.Account, b.Expires)
		out.DownloadURL = &address
	}
	if b.Failed == 0 {
		return out, nil
	}
	err := c.db.View(c.ctx(), func(tx store.Tx) error {
		counts, err := store.BatchFailures(c.ctx(), tx, b.ID)
		for code, n := range counts {
			out.ErrorCounts[client.Code(code)] = int(n)
		}
		return err
	})
	if err != nil {
		return nil, c.storeError(err)
	}
	return out, nil
}

// batchPath is where a batch is.
func batchPath(id string) string { return "/v1/batches/" + id }
