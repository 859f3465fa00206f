package server

import (
	"errors"

	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/quota"
)

// submissions take documents and addresses in, one at a time or in batches, from programs and pages.
type submissions struct {
	*core
	engine  *jobs.Engine
	results *results // which answer where a request waits
}

// intake begins the way of what the request submits. hold says that a document may be in memory.
func (s *submissions) intake(c *call, hold bool) *jobs.Intake {
	return s.engine.NewIntake(jobs.Request{ID: requestID(c.ctx()), Account: c.account.ID, Hold: hold, Note: c.noteMade})
}

// submitted counts the n conversions that were submitted, and shows what is left of the month. It returns what the client is
// told where err says that they were not.
func (s *submissions) submitted(c *call, err error, n int64) error {
	if err == nil {
		c.used += n
		c.showQuota()
		return nil
	}
	if exceeded, ok := errors.AsType[*quota.ExceededError](err); ok { // others were faster than this request
		c.used = exceeded.Limit - exceeded.Remaining
		c.showQuota()
	}
	return s.submitError(err)
}
