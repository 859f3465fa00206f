package webhook

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"
	"sync"
	"time"
)

const (
	// defaultQueue holds a burst of events. Their bodies usually take a megabyte together, and 128 at most.
	defaultQueue = 128

	// defaultWorkers keeps a queue moving while one event waits for the network.
	defaultWorkers = 4

	// defaultDedupeWindow is longer than the three hours for which the service retries. It is also longer than an
	// outage of one night whose events somebody replays in the morning.
	defaultDedupeWindow = 24 * time.Hour

	// defaultDedupeEvents is how many events are remembered. They take about 10 MB (measured: 300 bytes each).
	defaultDedupeEvents = 1 << 15

	// retryAfter is after how many seconds a sender that cannot be served may come back: a bit more than an
	// attempt takes.
	retryAfter = 10
)

// HandlerOptions says how a Handler works. The zero value is what most receivers want.
type HandlerOptions struct {
	// Verify says which requests are accepted.
	Verify Options

	// Synchronous runs the function before the request is answered, with the context of the request. If the
	// function fails, the event is delivered again, and no crash loses it. The function must end within five
	// seconds.
	Synchronous bool

	// Queue is how many accepted events may wait for the function. If there are more, the sender is told to come
	// back. Defaults to 128. Not used if Synchronous is set.
	Queue int

	// Workers is how many events are handled at a time. Events leave the queue in the order in which they came.
	// Defaults to 4. Not used if Synchronous is set.
	Workers int

	// DedupeWindow is how long an event is remembered, so that it is handled only once. Defaults to 24 hours.
	DedupeWindow time.Duration

	// DedupeEvents is how many events are remembered at most. Defaults to 32768.
	DedupeEvents int

	// OnError is called with each event for which the function failed or panicked, or that Close gave up. Several
	// goroutines may call it at once. The default writes to slog.Default.
	OnError func(*Event, error)

	_ struct{} // callers must name the fields, so that fields can be added
}

// Handler is the endpoint of a receiver. It answers with
//
//   - 204 after an event was put into the queue or, if Synchronous, handled; also for an
//     event that came before;
//   - 401 to a request that Verify refuses, 400 to a signed body that is not an event, 413
//     to more than MaxBody bytes; each with the Code of the error;
//   - 405 to methods other than POST (method_not_allowed), 400 to a body that ends
//     early (body_incomplete);
//   - 503 with Retry-After if the queue is full (queue_full), if a Synchronous function
//     is handling the same event at the moment (in_progress), and after Close
//     (shutting_down);
//   - 500 if a Synchronous function failed (handler_failed).
//
// Every answer except 204 has a JSON object "error" with "code" and "message". The server around the handler
// should bound how long a request may take to arrive (http.Server.ReadTimeout).
//
// An event is remembered only in this process. A receiver that runs several processes, or must not handle an event
// twice after a restart, should store Event.ID in its database.
type Handler struct {
	verifier *verifier
	fn       func(context.Context, *Event) error
	onError  func(*Event, error)
	seen     *seen
	queue    chan accepted // nil if Synchronous
	cancel   context.CancelFunc

	mu      sync.RWMutex // locked for writing to close, for reading to begin work
	closed  bool
	working sync.WaitGroup // workers, or Synchronous functions
}

// accepted is an event that waits for the function.
type accepted struct {
	event  *Event
	record *record
}

// NewHandler makes a Handler that calls fn for each event. Close ends it. Its errors have the code InvalidSecret
// or InvalidOption.
func NewHandler(fn func(context.Context, *Event) error, secrets []string, opts HandlerOptions) (*Handler, error) {
	v, err := newVerifier(secrets, opts.Verify)
	if err != nil {
		return nil, err
	}
	if min(opts.Queue, opts.Workers, opts.DedupeEvents) < 0 || opts.DedupeWindow < 0 {
		return nil, &Error{Code: InvalidOption, Detail: "a number of HandlerOptions is negative"}
	}
	if fn == nil {
		return nil, &Error{Code: InvalidOption, Detail: "no function to call"}
	}
	h := &Handler{
		verifier: v,
		fn:       fn,
		onError:  opts.OnError,
		seen: newSeen(cmp.Or(opts.DedupeWindow, defaultDedupeWindow),
			cmp.Or(opts.DedupeEvents, defaultDedupeEvents), v.now),
		cancel: func() {},
	}
	if h.onError == nil {
		h.onError = logError
	}
	if !opts.Synchronous {
		h.queue = make(chan accepted, cmp.Or(opts.Queue, defaultQueue))
		ctx, cancel := context.WithCancel(context.Background())
		h.cancel = cancel
		for range cmp.Or(opts.Workers, defaultWorkers) {
			h.working.Go(func() { h.work(ctx) })
		}
	}
	return h, nil
}

// ServeHTTP accepts or refuses a delivery.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e, refused := h.read(w, r)
	if refused != nil {
		refused.write(w)
		return
	}
	if refused := h.accept(r.Context(), e); refused != nil {
		refused.write(w)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// read reads and verifies a request. It reads the body only if the header can be valid.
func (h *Handler) read(w http.ResponseWriter, r *http.Request) (*Event, *refusal) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return nil, &refusal{http.StatusMethodNotAllowed, "method_not_allowed", "deliveries are sent by POST"}
	}
	claims, err := h.verifier.claims(r.Header)
	if err != nil {
		return nil, refuse(err)
	}
	if r.ContentLength > MaxBody {
		return nil, refuse(&Error{Code: BodyTooLarge})
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBody))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, refuse(&Error{Code: BodyTooLarge})
	}
	if err != nil {
		return nil, &refusal{http.StatusBadRequest, "body_incomplete", "the body ended early"}
	}
	e, err := h.verifier.event(claims, body)
	if err != nil {
		return nil, refuse(err)
	}
	return e, nil
}

// accept puts an event into the queue or, if Synchronous, handles it.
func (h *Handler) accept(ctx context.Context, e *Event) *refusal {
	h.mu.RLock()
	if h.closed {
		h.mu.RUnlock()
		return &refusal{http.StatusServiceUnavailable, "shutting_down", "the receiver is shutting down"}
	}
	record, known := h.seen.begin(e)
	if h.queue != nil {
		defer h.mu.RUnlock()
		if known != fresh {
			return nil
		}
		select {
		case h.queue <- accepted{e, record}:
			return nil
		default:
			h.seen.forget(record)
			return &refusal{http.StatusServiceUnavailable, "queue_full", "too many events wait"}
		}
	}
	h.working.Add(1)
	h.mu.RUnlock()
	defer h.working.Done()
	switch known {
	case done:
		return nil
	case running:
		return &refusal{http.StatusServiceUnavailable, "in_progress", "the same event is being dealt with"}
	}
	if !h.run(ctx, accepted{e, record}) {
		return &refusal{http.StatusInternalServerError, "handler_failed", "the event could not be dealt with"}
	}
	return nil
}

// work handles the events of the queue until it is closed and empty. After the context has ended, it gives up the
// events that are left.
func (h *Handler) work(ctx context.Context) {
	for a := range h.queue {
		if err := ctx.Err(); err != nil {
			h.seen.forget(a.record)
			h.onError(a.event, err)
			continue
		}
		h.run(ctx, a)
	}
}

// run calls the function, and reports whether it succeeded. If it failed, the next delivery of the event is a new
// event.
func (h *Handler) run(ctx context.Context, a accepted) bool {
	if err := h.call(ctx, a.event); err != nil {
		h.seen.forget(a.record)
		h.onError(a.event, err)
		return false
	}
	h.seen.finish(a.record)
	return true
}

// call calls the function. A panic becomes an error: it must not end the receiver.
func (h *Handler) call(ctx context.Context, e *Event) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("webhook: panic: %v\n%s", p, debug.Stack())
		}
	}()
	return h.fn(ctx, e)
}

// Close refuses further events, and waits until the accepted ones are handled. If ctx ends first, Close cancels
// the context of the functions that the queue has started, and passes the events that still wait to OnError. Then
// it returns the error of ctx without waiting any longer. It may be called again.
func (h *Handler) Close(ctx context.Context) error {
	h.mu.Lock()
	if !h.closed && h.queue != nil {
		close(h.queue)
	}
	h.closed = true
	h.mu.Unlock()

	idle := make(chan struct{})
	go func() {
		h.working.Wait()
		close(idle)
	}()
	defer h.cancel()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// logError is the default of HandlerOptions.OnError.
func logError(e *Event, err error) {
	slog.Default().Error("webhook: the event was not dealt with", "event_id", e.ID, "kind", string(e.Kind), "error", err)
}

// refusal is an answer other than 204.
type refusal struct {
	status  int
	code    string
	message string
}

// refuse returns the refusal for an error of Verify.
func refuse(err error) *refusal {
	e, _ := errors.AsType[*Error](err) // all errors of a verifier are of this type
	status := http.StatusUnauthorized
	switch e.Code {
	case InvalidEvent:
		status = http.StatusBadRequest
	case BodyTooLarge:
		status = http.StatusRequestEntityTooLarge
	}
	return &refusal{status, string(e.Code), e.Error()}
}

func (r *refusal) write(w http.ResponseWriter) {
	header := w.Header()
	header.Set("Content-Type", "application/json")
	if r.status == http.StatusServiceUnavailable {
		header.Set("Retry-After", strconv.Itoa(retryAfter))
	}
	w.WriteHeader(r.status)
	json.NewEncoder(w).Encode(map[string]any{ // a sender that has gone needs no answer
		"error": map[string]string{"code": r.code, "message": r.message},
	})
}
