package server

import (
	"net/http"

	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
)

// createBatch accepts many documents as one batch, and answers with its record.
func (s *submissions) createBatch(c *call) error {
	in := s.intake(c, false)
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
	batch, err := s.submitBatch(c, in, sub)
	if err != nil {
		return err
	}
	wire, err := s.results.wireBatch(c, batch)
	if err != nil {
		return err
	}
	c.w.Header().Set("Location", batchPath(batch.ID))
	c.w.Header().Set("Retry-After", seconds(conversionRetry))
	return c.respond(http.StatusAccepted, wire)
}

// submitBatch stores the batch and everything that it counts against, in one transaction. A request that takes
// over from one whose process died gets the batch that the earlier one stored.
func (s *submissions) submitBatch(c *call, in *jobs.Intake, sub *batchSubmission) (*store.Batch, error) {
	if id, made := c.madeBefore(); made {
		return s.results.batch(c, id)
	}
	members := make([]*store.Conversion, len(sub.members))
	good := int64(0)
	for i, m := range sub.members {
		var err error
		if members[i], err = s.newMember(c, sub.common, m); err != nil {
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
	return batch, s.submitted(c, in.SubmitBatch(c.ctx(), batch, members), good)
}

// submitBatchForm submits a batch from a form of the dashboard: documents, addresses, and options for all members.
func (s *submissions) submitBatchForm(c *call) (batch *store.Batch, err error) {
	in := s.intake(c, false)
	defer in.Close(c.ctx())
	sub := &batchSubmission{id: store.NewID("batch"), common: params{}, page: true}
	if err := s.readBatchForm(c, in, sub); err != nil {
		return nil, err
	}
	sub.common.untick()
	if err := s.checkBatch(sub); err != nil {
		return nil, err
	}
	return s.submitBatch(c, in, sub)
}
