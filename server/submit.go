package server

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/fetch"
	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
)

// intake begins the way of what the request submits. hold says that a document may be in memory.
func (c *call) intake(hold bool) *jobs.Intake {
	return c.engine.NewIntake(jobs.Request{ID: requestID(c.ctx()), Account: c.account.ID, Hold: hold, Note: c.noteMade})
}

// noteMade notes that a request with an Idempotency-Key has made what has an id: whoever repeats the
// request gets the same.
func (c *call) noteMade(ctx context.Context, tx store.Tx, id string) error {
	if c.once == nil || !c.once.begun {
		return nil
	}
	c.once.record.ConversionID = id
	return store.NoteIdempotent(ctx, tx, &c.once.record)
}

// madeBefore is the id of what a request made that died, and from which this one takes over, or false.
func (c *call) madeBefore() (id string, made bool) {
	if c.once == nil {
		return "", false
	}
	return c.once.record.ConversionID, c.once.record.ConversionID != ""
}

// submitted counts the n conversions that were submitted, and shows what is left of the month. It returns what the client is
// told where err says that they were not.
func (c *call) submitted(err error, n int64) error {
	if err == nil {
		c.used += n
		c.showQuota()
		return nil
	}
	if exceeded, ok := errors.AsType[*quota.ExceededError](err); ok { // others were faster than this request
		c.used = exceeded.Limit - exceeded.Remaining
		c.showQuota()
	}
	return c.submitError(err)
}

// submitError is what a client is told when a conversion is not taken. It is store.ErrUnknown, too, where the
// conversion may be made nevertheless.
func (s *Server) submitError(err error) error {
	var exceeded *quota.ExceededError
	var full *quota.QueueFullError
	switch {
	case errors.Is(err, jobs.ErrNotStored):
		return s.blobError(err)
	case errors.Is(err, store.ErrUnknown):
		return fmt.Errorf("%w: %w", store.ErrUnknown, s.storeError(err))
	case errors.As(err, &exceeded):
		e := failure(client.QuotaExceeded, "the %d conversions of this month are used up", exceeded.Limit)
		e.Details = map[string]any{
			"limit": exceeded.Limit, "requested": exceeded.Requested, "remaining": exceeded.Remaining,
			"resets_at": exceeded.Resets.Format(time.RFC3339),
		}
		return e
	case errors.Is(err, jobs.ErrDisabled):
		return failure(client.AccountDisabled, "the account is disabled")
	case errors.As(err, &full):
		e := failure(client.QueueFull, "%d conversions wait already, which is as many as may", full.Queued)
		e.Details = map[string]any{"limit": full.Limit, "queued": full.Queued}
		e.RetryAfter = full.RetryAfter
		return e
	}
	return s.storeError(err)
}

// addressError is what a client is told of an address that the service does not go to.
func addressError(err error, parameter string) error {
	var known *fetch.Error
	if !errors.As(err, &known) {
		return err
	}
	e := failure(client.Code(known.Code), "the address in %s is not taken", parameter)
	if known.Detail != "" {
		e.Message += ": " + known.Detail
	}
	e.Details = map[string]any{"parameter": parameter}
	return e
}

// strictJSON reads one JSON object into v, and refuses members that v has not.
func strictJSON(data []byte, v any) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return failure(client.InvalidRequest, "the body is not a JSON object")
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	err := dec.Decode(v)
	var wrong *json.UnmarshalTypeError
	switch name, unknown := unknownField(err); {
	case err == nil:
		return nil
	case unknown:
		return badParameter(name, "is not a parameter of this operation")
	case errors.As(err, &wrong):
		return badParameter(wrong.Field, "must not be a "+wrong.Value)
	}
	return failure(client.InvalidRequest, "the body is not the JSON object that this operation takes")
}

// unknownField is the member that a strict decoder refused. The error has no type of its own.
func unknownField(err error) (name string, ok bool) {
	if err == nil {
		return "", false
	}
	rest, ok := strings.CutPrefix(err.Error(), "json: unknown field ")
	name, bad := strconv.Unquote(rest)
	return name, ok && bad == nil
}

// jsonBodyLimit is what is read of a JSON body before it is refused.
const jsonBodyLimit = limits.JSONBody

// hashText is the SHA-256 of a text.
func hashText(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
