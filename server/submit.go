package server

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
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

// enqueue makes a conversion together with what it costs: a place in the queue and one of
// the month's conversions. All of it happens or nothing. With a slot it may begin at once.
func (c *call) enqueue(record *store.Conversion, slot *jobs.Slot) error {
	submit := func(tx store.Tx) error { return slot.Submit(c.ctx(), tx, c.account.ID, record) }
	err := c.take(record.ID, 1, submit, func(ctx context.Context, tx store.Tx) error {
		_, err := store.GetConversionOf(ctx, tx, c.account.ID, record.ID)
		return err
	})
	if err == nil {
		slot.Start()
	}
	return err
}

// take makes what a request asks for, named id, of n conversions, and notes that the request
// has made it: whoever repeats the request gets the same. find looks whether it is made.
func (c *call) take(id string, n int64, submit func(store.Tx) error, find func(context.Context, store.Tx) error) error {
	err := c.db.Update(c.ctx(), func(tx store.Tx) error {
		if err := submit(tx); err != nil {
			return err
		}
		if c.once == nil || !c.once.begun {
			return nil
		}
		c.once.record.ConversionID = id
		return store.NoteIdempotent(c.ctx(), tx, &c.once.record)
	})
	if errors.Is(err, store.ErrUnknown) && c.isMade(find) {
		err = nil
	}
	if exceeded, ok := errors.AsType[*quota.ExceededError](err); ok { // others were faster than this request
		c.used = exceeded.Limit - exceeded.Remaining
		c.showQuota()
	}
	if err != nil {
		c.inDoubt = errors.Is(err, store.ErrUnknown)
		return c.submitError(err)
	}
	c.used += n
	c.showQuota()
	return nil
}

// lookTime is how long it is looked for what a request may have made: little, since the
// client has waited for the commit already.
const lookTime = 500 * time.Millisecond

// isMade finds out what became of a commit whose answer was lost. Where it finds nothing, the
// commit may still come.
func (c *call) isMade(find func(context.Context, store.Tx) error) bool {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(c.ctx()), lookTime)
	defer cancel()
	return c.db.View(ctx, func(tx store.Tx) error { return find(ctx, tx) }) == nil
}

// submitError is what a client is told when a conversion is not taken.
func (s *Server) submitError(err error) error {
	var exceeded *quota.ExceededError
	var full *quota.QueueFullError
	switch {
	case errors.Is(err, jobs.ErrMustWait), errors.Is(err, jobs.ErrNotItsTurn):
		return err
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
