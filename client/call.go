package client

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"time"
)

// call is a request that is sent as often as needed.
type call struct {
	method string
	path   string // below the base address, escaped
	query  url.Values
	header http.Header
	body   *body // nil: no body

	// prepare changes the header of each attempt before it is sent. It may be nil.
	prepare func(http.Header)
}

// makes reports whether a call makes something. Sent twice without an Idempotency-Key, it would make it twice.
func (r *call) makes() bool { return r.method == http.MethodPost || r.method == http.MethodPut }

// Attribute keys of the log.
const (
	logMethod    = "method"
	logPath      = "path"
	logStatus    = "status"
	logDuration  = "duration"
	logAttempt   = "attempt"
	logRequestID = "request_id"
	logWait      = "wait"
	logError     = "error"
)

// send sends a call until consume has accepted its answer, or no attempt is left.
func (c *Client) send(ctx context.Context, r *call, consume func(*http.Response) error) error {
	key := c.options.IdempotencyKey
	if r.makes() && key == "" {
		key = rand.Text()
	}
	var patience time.Time // until when to wait for the answer to an earlier attempt
	for attempt := 1; ; attempt++ {
		err := c.attempt(ctx, r, key, attempt, consume)
		if err == nil {
			return nil
		}
		wait, again := c.retry.wait(err, attempt)
		var answer *Error
		if attempt > 1 && errors.As(err, &answer) && answer.Code == IdempotencyInProgress {
			// An earlier attempt has reached the service, although its answer was lost.
			if patience.IsZero() {
				patience = time.Now().Add(idempotentWait)
			}
			wait, again = max(answer.RetryAfter, pollPause), time.Now().Before(patience)
			attempt--
		}
		if !again || !r.body.ready(ctx) {
			return err
		}
		c.log.LogAttrs(ctx, slog.LevelInfo, "client: will try again", slog.String(logMethod, r.method), slog.String(logPath, r.path),
			slog.Int(logAttempt, attempt), slog.Duration(logWait, wait), slog.Any(logError, err))
		if stop := sleep(ctx, wait); stop != nil {
			if errors.Is(stop, context.Canceled) {
				return fmt.Errorf("%w while waiting after: %w", stop, err)
			}
			return err // says more than that there was no time for another attempt
		}
	}
}

// attempt sends a call once.
func (c *Client) attempt(ctx context.Context, r *call, key string, number int, consume func(*http.Response) error) error {
	if err := c.pace.wait(ctx); err != nil {
		return fmt.Errorf("client: %s %s: waiting for the rate limit: %w", r.method, r.path, err)
	}
	req, err := c.request(ctx, r, key)
	if err != nil {
		return err
	}
	start := time.Now()
	resp, err := c.http.Do(req)
	if err == nil {
		c.pace.note(resp.Header)
		if err = c.refused(resp); err == nil {
			err = consume(resp)
		}
		drain(resp.Body)
	}
	err = c.failure(ctx, r, err)
	attrs := []slog.Attr{slog.String(logMethod, r.method), slog.String(logPath, r.path),
		slog.Int(logAttempt, number), slog.Duration(logDuration, time.Since(start))}
	if resp != nil {
		attrs = append(attrs, slog.Int(logStatus, resp.StatusCode), slog.String(logRequestID, c.shown(resp.Header.Get("X-Request-Id"), maxWord)))
	}
	if err != nil {
		attrs = append(attrs, slog.Any(logError, err))
	}
	c.log.LogAttrs(ctx, slog.LevelDebug, "client: request", attrs...)
	return err
}

// failure adds the request to the error of an attempt.
func (c *Client) failure(ctx context.Context, r *call, err error) error {
	if err == nil {
		return nil
	}
	if cause := r.body.failure(); cause != nil { // it counts more than the answer to an incomplete body
		return fmt.Errorf("client: %s %s: %w", r.method, r.path, cause)
	}
	var answer *Error
	if errors.As(err, &answer) {
		return err
	}
	if cause := ctx.Err(); cause != nil {
		return fmt.Errorf("client: %s %s: %w", r.method, r.path, cause)
	}
	var sending *url.Error // its text contains the query
	if errors.As(err, &sending) {
		return c.unreachable(r, sending.Err)
	}
	var reading *readError
	if errors.As(err, &reading) {
		return c.unreachable(r, reading.err)
	}
	return err
}

// request returns the HTTP request of a call.
func (c *Client) request(ctx context.Context, r *call, key string) (*http.Request, error) {
	full := c.base + r.path
	if len(r.query) > 0 {
		full += "?" + r.query.Encode()
	}
	req, err := http.NewRequestWithContext(ctx, r.method, full, nil)
	if err != nil {
		return nil, fmt.Errorf("client: %s %s: %w", r.method, r.path, err)
	}
	for name, values := range c.options.Header {
		req.Header[http.CanonicalHeaderKey(name)] = slices.Clone(values)
	}
	maps.Copy(req.Header, r.header)
	req.Header.Set("Authorization", "Bearer "+c.key())
	req.Header.Set("User-Agent", c.userAgent)
	if req.Header.Get("Accept") == "" {
		req.Header.Set("Accept", "application/json")
	}
	if r.makes() {
		req.Header.Set("Idempotency-Key", key)
	}
	if r.prepare != nil {
		r.prepare(req.Header)
	}
	r.body.attach(req)
	return req, nil
}

// readError is the error of an answer that broke off.
type readError struct{ err error }

func (e *readError) Error() string { return e.err.Error() }
func (e *readError) Unwrap() error { return e.err }

// broken marks errors of reading an answer, to distinguish them from errors of using it.
type broken struct{ r io.Reader }

func (b broken) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if err != nil && err != io.EOF {
		err = &readError{err}
	}
	return n, err
}

// drain reads the rest of an answer, so that its connection can be used again.
func drain(r io.ReadCloser) {
	_, _ = io.CopyN(io.Discard, r, maxDrain) // on failure the connection is not used again
	r.Close()
}

// do sends a call and decodes its answer into out, unless that is nil.
func (c *Client) do(ctx context.Context, r *call, out any) error {
	ctx, cancel := c.bound(ctx)
	defer cancel()
	return c.send(ctx, r, func(resp *http.Response) error {
		if out == nil {
			return nil
		}
		return decode(resp, out)
	})
}

// decode reads the JSON of an answer.
func decode(resp *http.Response, out any) error {
	limited := &io.LimitedReader{R: broken{resp.Body}, N: maxAnswer + 1}
	err := json.NewDecoder(limited).Decode(out)
	var reading *readError
	switch {
	case errors.As(err, &reading):
		return err
	case limited.N == 0:
		return &Error{Code: InvalidAnswer, Status: resp.StatusCode, Message: fmt.Sprintf("the answer has more than %d bytes", maxAnswer)}
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return &Error{Code: InvalidAnswer, Status: resp.StatusCode, Message: "the answer ends too early"}
	case err != nil:
		return &Error{Code: InvalidAnswer, Status: resp.StatusCode, Message: "the answer is not the JSON of this interface: " + printable(err.Error(), maxMessage)}
	}
	return nil
}

// ask sends a call and returns the object in the answer.
func ask[T any](ctx context.Context, c *Client, r *call) (*T, error) {
	out := new(T)
	if err := c.do(ctx, r, out); err != nil {
		return nil, err
	}
	return out, nil
}

// get returns the object at path.
func get[T any](ctx context.Context, c *Client, path string, query url.Values) (*T, error) {
	return ask[T](ctx, c, &call{method: http.MethodGet, path: path, query: query})
}

// submit sends in as JSON, or nothing for nil, and returns the object in the answer.
func submit[T any](ctx context.Context, c *Client, method, path string, in any) (*T, error) {
	b, err := jsonBody(in)
	if err != nil {
		return nil, err
	}
	return ask[T](ctx, c, &call{method: method, path: path, body: b})
}
