package server

import (
	"errors"

	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/quota"
)

// submissions accept documents and addresses, one at a time or in batches, from programs and pages.
type submissions struct {
	*core
	engine  *jobs.Engine
	results *results // to answer a request that waits
}

// intake begins the submission of a request. hold says that a document may be kept in memory.
func (s *submissions) intake(c *call, hold bool) *jobs.Intake {
	return s.engine.NewIntake(jobs.Request{ID: requestID(c.ctx()), Account: c.account.ID, Hold: hold, Note: c.noteMade})
}

// submitted counts the n conversions that were submitted, and shows what is left of the month. If err says that
// they were not submitted, it returns the error for the client.
func (s *submissions) submitted(c *call, err error, n int64) error {
	if err == nil {
		c.used += n
		c.showQuota()
		return nil
	}
	if exceeded, ok := errors.AsType[*quota.ExceededError](err); ok { // other requests were faster
		c.used = exceeded.Limit - exceeded.Remaining
		c.showQuota()
	}
	return s.submitError(err)
}
