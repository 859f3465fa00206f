package deliver

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/pagelift/pagelift/internal/fetch"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/webhook"
)

const (
	// attemptTime is how long an attempt may take, from the look-up of the name to the last header of the answer.
	attemptTime = 5 * time.Second

	// answerTime is how long reading the body of an answer may take. The body decides nothing.
	answerTime = 250 * time.Millisecond

	// retryAfterMost is the longest time by which a receiver may put off the next attempt.
	retryAfterMost = 2 * time.Hour
)

// Classes of failures besides those of package fetch.
const (
	classStatus   = "status"   // the answer is not 2xx
	classRedirect = "redirect" // the answer redirects; no event follows a redirect
	classPayload  = "payload"  // the event could not be made into a request
)

// classOf returns the class of a request that got no answer.
func classOf(err error) string {
	if c := fetch.CauseOf(err); c != fetch.Certificate {
		return string(c)
	}
	return string(fetch.TLS)
}

// target is the receiver of an event, and how the event is sent.
type target struct {
	url         string
	format      webhook.Format
	scheme      webhook.Scheme
	secrets     []string
	traceparent string
}

// result is the outcome of an attempt.
type result struct {
	store.Attempt
	retryAfter time.Duration // how long the receiver asked to wait
	cancelled  bool          // the sender ended the attempt: it says nothing about the receiver
	cause      error         // for the log
}

func (r *result) ok() bool { return r.Error == "" && !r.cancelled }

// class returns the class of the failure, or "ok".
func (r *result) class() string {
	if r.ok() {
		return "ok"
	}
	return r.Error
}

// attempt sends an event once.
func (s *Sender) attempt(ctx context.Context, t target, e *webhook.Event) *result {
	r := &result{Attempt: store.Attempt{Started: s.cfg.Clock().UTC()}}
	limited, cancel := context.WithTimeout(ctx, attemptTime)
	defer cancel()
	req, err := s.request(limited, t, e, r.Started)
	if err != nil {
		r.Error, r.cause = classPayload, err
		return r
	}
	if req.URL.Scheme != "https" && !s.cfg.PlainHTTP {
		r.Error = string(fetch.Blocked)
		return r
	}
	began := time.Now()
	answer, err := s.client.Do(req)
	r.Duration = time.Since(began)
	if err == nil && limited.Err() != nil {
		// When the sender hangs up, a receiver may see that and end its request with 200 before the connection is
		// closed. Such an answer does not say that the event was taken.
		answer.Body.Close()
		err = limited.Err()
	}
	if err != nil {
		r.cancelled = ctx.Err() != nil
		r.Error, r.cause = classOf(err), withoutURL(err)
		return r
	}
	defer answer.Body.Close()
	defer time.AfterFunc(answerTime, cancel).Stop()
	r.judge(answer)
	r.Response = beginning(answer.Body)
	return r
}

// withoutURL removes the URL that the HTTP client puts before an error. The URL may hold what only its owner
// should know.
func withoutURL(err error) error {
	if u := new(url.Error); errors.As(err, &u) {
		return u.Err
	}
	return err
}

// request returns a signed request that carries an event.
func (s *Sender) request(ctx context.Context, t target, e *webhook.Event, now time.Time) (*http.Request, error) {
	body, err := e.Marshal(t.format)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, t.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	h := req.Header
	if err := webhook.Sign(h, body, t.secrets, webhook.SignOptions{Scheme: t.scheme, ID: e.ID, Kind: e.Kind, Time: now}); err != nil {
		return nil, err
	}
	h.Set("Content-Type", "application/json")
	h.Set("User-Agent", s.cfg.UserAgent)
	if t.traceparent != "" {
		h.Set("Traceparent", t.traceparent)
	}
	h["Idempotency-Key"] = nil // not sent; it lets net/http repeat what a closing connection lost, as the sender would
	return req, nil
}

// judge fills in the result from the status and header of an answer.
func (r *result) judge(answer *http.Response) {
	r.StatusCode = int64(answer.StatusCode)
	switch code := answer.StatusCode; {
	case code >= 200 && code < 300:
	case code >= 300 && code < 400:
		r.Error = classRedirect
	case code == http.StatusTooManyRequests || code == http.StatusServiceUnavailable:
		r.retryAfter = retryAfter(answer.Header.Get("Retry-After"), r.Started)
		fallthrough
	default:
		r.Error = classStatus
	}
}

// retryAfter returns the pause that a Retry-After header asks for, in seconds or as a date.
func retryAfter(text string, now time.Time) time.Duration {
	var d time.Duration
	if seconds, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64); err == nil {
		d = time.Duration(min(seconds, int64(retryAfterMost/time.Second))) * time.Second
	} else if at, err := http.ParseTime(text); err == nil {
		d = at.Sub(now)
	}
	return min(max(d, 0), retryAfterMost)
}

// beginning reads an answer and returns its beginning, as text that every database accepts. A short answer is read
// to its end, so that its connection can be used again.
func beginning(body io.Reader) string {
	raw, _ := io.ReadAll(io.LimitReader(body, limits.ReceiverAnswerBytes)) // after an error, what was read is kept
	text := strings.ToValidUTF8(string(raw[:min(len(raw), limits.ReceiverAnswerKept)]), "\uFFFD")
	text = strings.ReplaceAll(text, "\x00", "\uFFFD")
	return strings.ToValidUTF8(text[:min(len(text), limits.ReceiverAnswerKept)], "")
}

// decide returns what is to be stored of a delivery after an attempt: succeeded, given up or still pending.
func (s *Sender) decide(d *store.Delivery, r *result) store.Report {
	report := store.Report{Delivery: d.ID, Fence: d.Fence}
	if r.cancelled {
		report.Status = store.Pending
		return report
	}
	report.Attempt = &r.Attempt
	next := int(d.Attempts) + 1
	switch {
	case r.ok():
		report.Status = store.Succeeded
	case r.StatusCode == http.StatusGone, r.Error == classPayload, next >= len(s.cfg.Schedule):
		report.Status = store.GivenUp
	default:
		report.Status = store.Pending
		report.Delay = max(spread(s.cfg.Schedule[next]), r.retryAfter)
	}
	return report
}
