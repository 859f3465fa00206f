package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/store"
)

// A request with an Idempotency-Key is answered once. Whoever repeats it gets the stored answer. (After
// draft-ietf-httpapi-idempotency-key-header; there is one record for each account, method and path.)

const (
	idempotencyHeader = "Idempotency-Key"
	replayedHeader    = "Idempotent-Replayed"

	// maxIdempotencyKey is the greatest length of a key.
	maxIdempotencyKey = 255
)

// keptHeaders are the headers that are stored with an answer.
var keptHeaders = []string{"Location", "Retry-After", "Preference-Applied"}

// repeats answers requests with an Idempotency-Key.
type repeats struct {
	*core
	answering answering
	show      func(c *call, conversion string) error // answers with a conversion as the first answer did
}

// once is the state of a request with an Idempotency-Key. A nil once answers without storing the answer.
type once struct {
	repeats *repeats
	record  store.Idempotency
	begun   bool // this request owns the record
	known   bool // there was a record when the request came
}

// answerOnce runs an operation for a request with an Idempotency-Key.
func (s *repeats) answerOnce(c *call, run func(*call) error) error {
	key := c.r.Header.Get(idempotencyHeader)
	if !isIdempotencyKey(key) {
		return badParameter(idempotencyHeader, "must be 1 to 255 printable ASCII characters")
	}
	c.once = &once{repeats: s, record: store.Idempotency{
		Account: c.account.ID, Method: c.r.Method, Path: c.r.URL.Path, Key: key, Owner: store.NewID("own"), RequestID: requestID(c.ctx()),
	}}
	if err := c.once.peek(c); err != nil {
		return err
	}
	defer s.answering.remove(&c.once.record)
	err := run(c)
	if err != nil && c.once.begun {
		c.once.failed(c, err)
	}
	return err
}

func isIdempotencyKey(key string) bool {
	for _, b := range []byte(key) {
		if b < 0x20 || b > 0x7e {
			return false
		}
	}
	return key != "" && len(key) <= maxIdempotencyKey
}

// peek refuses a request before its body is read, if another one with the same key is being answered.
func (o *once) peek(c *call) error {
	alive := false
	err := o.repeats.db.View(c.ctx(), func(tx store.Tx) error {
		found, err := store.GetIdempotent(c.ctx(), tx, &o.record)
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		now, err := tx.Now(c.ctx())
		alive, o.known = found.Lease.After(now), true
		return err
	})
	switch {
	case err != nil:
		return o.repeats.storeError(err)
	case alive:
		return inProgress()
	}
	return nil
}

func inProgress() error {
	e := failure(client.IdempotencyInProgress, "the first request with this Idempotency-Key has no answer yet")
	e.RetryAfter = conversionRetry
	return e
}

// begin makes this request the one that is answered. If there is an answer already, begin repeats it and returns
// true. Without an Idempotency-Key there never is.
func (c *call) begin(fingerprint string) (replayed bool, err error) {
	o := c.once
	if o == nil {
		return false, nil
	}
	o.record.Fingerprint = fingerprint
	var found *store.Idempotency
	err = o.repeats.db.Update(c.ctx(), func(tx store.Tx) error {
		if found, err = store.BeginIdempotent(c.ctx(), tx, &o.record, answerLease); err != nil || found == nil {
			return err
		}
		now, err := tx.Now(c.ctx())
		if err != nil || found.Lease.IsZero() || found.Lease.After(now) || found.Fingerprint != fingerprint {
			return err
		}
		// The process of the earlier request has died. What that request created counts.
		if err := store.TakeOverIdempotent(c.ctx(), tx, found, o.record.Owner, o.record.RequestID, answerLease); err != nil {
			return err
		}
		o.record.ConversionID = found.ConversionID
		found = nil
		return nil
	})
	switch {
	case errors.Is(err, store.ErrTaken):
		return false, inProgress()
	case err != nil:
		return false, o.repeats.storeError(err)
	case found == nil:
		o.begun = true
		o.repeats.answering.add(o.repeats.core, &o.record)
		return false, nil
	case found.Fingerprint != fingerprint:
		return false, failure(client.IdempotencyKeyReused, "another request was made with this Idempotency-Key")
	case !found.Lease.IsZero():
		return false, inProgress()
	}
	return true, o.repeats.replay(c, found)
}

// replay repeats the answer of the first request.
func (s *repeats) replay(c *call, r *store.Idempotency) error {
	h := c.w.Header()
	h.Set(replayedHeader, "true")
	h.Set(requestIDHeader, r.RequestID)
	var kept map[string]string
	if err := json.Unmarshal([]byte(r.Header), &kept); err != nil {
		return err
	}
	for name, value := range kept {
		h.Set(name, value)
	}
	if r.Body == "" { // the result is not stored twice: it is read where it is
		return s.show(c, r.ConversionID)
	}
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	c.w.WriteHeader(int(r.Status))
	_, _ = c.w.Write([]byte(r.Body)) // fails only if the client has gone
	return nil
}

// respond answers with v and stores the answer.
func (o *once) respond(c *call, status int, v any) error {
	if o == nil || !o.begun {
		writeJSON(c.w, status, v)
		return nil
	}
	var body bytes.Buffer
	enc := json.NewEncoder(&body)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	o.keepAnswer(c, status, body.String())
	c.w.Header().Set("Content-Type", "application/json")
	c.w.Header().Set("Cache-Control", "no-store")
	c.w.WriteHeader(status)
	_, _ = c.w.Write(body.Bytes()) // fails only if the client has gone
	return nil
}

// keepAnswer stores an answer. It does so even if the client has gone, because the client may come back for it. If
// the answer cannot be stored, the lease ends, and a repetition is a new request. The answer is sent in any case.
func (o *once) keepAnswer(c *call, status int, body string) {
	if o == nil || !o.begun {
		return
	}
	header := map[string]string{}
	for _, name := range keptHeaders {
		if value := c.w.Header().Get(name); value != "" {
			header[name] = value
		}
	}
	text, err := json.Marshal(header)
	if err == nil {
		o.record.Status, o.record.Header, o.record.Body = int64(status), string(text), body
		ctx := context.WithoutCancel(c.ctx())
		err = o.repeats.db.Update(ctx, func(tx store.Tx) error { return store.AnswerIdempotent(ctx, tx, &o.record) })
	}
	if err != nil {
		o.repeats.log.WarnContext(c.ctx(), "keeping an answer", "request_id", o.record.RequestID, "err", err)
	}
	o.begun = false
}

// failed stores the answer of a request that failed, unless the request may succeed when it is repeated.
func (o *once) failed(c *call, err error) {
	e := public(err)
	switch {
	case c.ctx().Err() != nil && o.record.ConversionID != "": // the client did not wait for the conversion that it had started
		return
	case errors.Is(err, store.ErrUnknown): // whoever repeats the request after the lease gets what was created, if anything was
		return
	case e.Status >= http.StatusInternalServerError, e.Status == http.StatusTooManyRequests, e.Status == http.StatusRequestTimeout:
		ctx := context.WithoutCancel(c.ctx())
		err := o.repeats.db.Update(ctx, func(tx store.Tx) error { return store.DropIdempotent(ctx, tx, &o.record) })
		if err != nil && !errors.Is(err, store.ErrTaken) {
			o.repeats.log.WarnContext(ctx, "forgetting a request", "request_id", o.record.RequestID, "err", err)
		}
	default:
		var body bytes.Buffer
		if err := json.NewEncoder(&body).Encode(client.ErrorResponse{Error: o.repeats.describe(c.r, e)}); err == nil {
			o.keepAnswer(c, e.Status, body.String())
		}
	}
}

// keepConversion stores which conversion the answer is. A repetition builds the answer from the record and the
// result.
func (o *once) keepConversion(c *call, id string) {
	if o == nil {
		return
	}
	o.record.ConversionID = id
	o.keepAnswer(c, http.StatusOK, "")
}

// keepJSON stores an answer without sending it.
func (o *once) keepJSON(c *call, status int, v any) {
	if o == nil || !o.begun {
		return
	}
	if body, err := json.Marshal(v); err == nil {
		o.keepAnswer(c, status, string(body)+"\n")
	}
}
