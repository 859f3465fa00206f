package deliver

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/riverqueue/river"

	"github.com/pagelift/pagelift/internal/fetch"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/webhook"
)

// Config says what a Sender works with.
type Config struct {
	DB    *store.DB
	Vault *Vault
	Guard *fetch.Guard // says which addresses may be reached

	// RootCAs are the authorities that endpoints are trusted by. nil: the system's.
	RootCAs *x509.CertPool

	// UserAgent is what requests call themselves.
	UserAgent string

	// Schedule defaults to five attempts: at once, and after 5 s, 5 min, 30 min and 2 h.
	Schedule Schedule

	// Lease is how long a delivery stays with a Sender that is not heard of. Defaults to
	// leaseDefault; a short one is for tests.
	Lease time.Duration

	// PlainHTTP sends to http addresses too, for tests. Nobody can register one.
	PlainHTTP bool

	// Observe is told of every attempt, before it is stored: its class, "ok" for one that
	// the endpoint took, and how long it took. It may be called concurrently. nil: nobody is.
	Observe func(class string, took time.Duration)

	// Trace is told of every attempt that is about to be made, with the traceparent of its event. It returns the one
	// that goes along, and what is called with the class of the attempt and the status of its answer, 0 without
	// one. nil: the event's goes along.
	Trace func(traceparent string) (string, func(class string, status int64))

	// Settled is told of every delivery that ended, once that is stored: store.Succeeded
	// or store.GivenUp. nil: nobody is.
	Settled func(store.DeliveryStatus)

	// Clock is the one that attempts are stamped by. Defaults to time.Now.
	Clock func() time.Time

	// Logger defaults to slog.Default.
	Logger *slog.Logger

	_ struct{}
}

const (
	// leaseDefault is well above what an attempt takes with its report, and what a
	// duplicate is late by when a process was killed.
	leaseDefault = 30 * time.Second

	// queue is River's queue of those who tell of deliveries, and wakers how many of its
	// jobs are worked at a time: they do nothing but tell.
	queue  = "deliveries"
	wakers = 8

	// idleConnections and idleTime bound the connections that are kept for the next event.
	idleConnections = 4 * inTotal
	idleTime        = 30 * time.Second
)

// Sender attempts deliveries, from Start to Stop.
type Sender struct {
	cfg    Config
	client *http.Client
	wake   chan struct{}
	done   chan finished // attempts that have ended

	asleepAfter time.Duration // the constant of this name, but in tests

	started atomic.Bool
	stop    sync.Once
	quit    chan struct{}      // closed by Stop
	cut     context.CancelFunc // ends the attempts that are under way
	loops   sync.WaitGroup
}

// NewSender makes a sender.
func NewSender(cfg Config) (*Sender, error) {
	if cfg.DB == nil || cfg.Vault == nil || cfg.Guard == nil {
		return nil, errors.New("deliver: DB, Vault and Guard are needed")
	}
	if len(cfg.Schedule) == 0 {
		cfg.Schedule = defaultSchedule
	}
	if err := cfg.Schedule.check(); err != nil {
		return nil, err
	}
	if cfg.Lease <= 0 {
		cfg.Lease = leaseDefault
	}
	if cfg.Clock == nil {
		cfg.Clock = time.Now
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.Default()
	}
	if cfg.Observe == nil {
		cfg.Observe = func(string, time.Duration) {}
	}
	if cfg.Trace == nil {
		cfg.Trace = func(traceparent string) (string, func(string, int64)) { return traceparent, func(string, int64) {} }
	}
	if cfg.Settled == nil {
		cfg.Settled = func(store.DeliveryStatus) {}
	}
	return &Sender{
		cfg: cfg, client: newClient(cfg), wake: make(chan struct{}, 1), done: make(chan finished, inTotal),
		asleepAfter: asleepAfter, quit: make(chan struct{}), cut: func() {},
	}, nil
}

// newClient connects only to what the guard permits and follows no redirect. One time
// limit holds for all of an attempt: that of its context.
func newClient(cfg Config) *http.Client {
	t := cfg.Guard.Transport(cfg.RootCAs)
	t.TLSHandshakeTimeout, t.ResponseHeaderTimeout = 0, 0
	t.DisableKeepAlives = false
	t.MaxIdleConns, t.MaxIdleConnsPerHost, t.IdleConnTimeout = idleConnections, perHost, idleTime
	return &http.Client{Transport: t, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// wakeArgs is the job that tells one process of new deliveries.
type wakeArgs struct{}

// Kind implements river.JobArgs.
func (wakeArgs) Kind() string { return "deliver" }

type wakeWorker struct {
	river.WorkerDefaults[wakeArgs]
	sender *Sender
}

// Work implements river.Worker.
func (w *wakeWorker) Work(context.Context, *river.Job[wakeArgs]) error {
	w.sender.poke()
	return nil
}

// Register adds to River what tells the sender of new deliveries, and what makes trials for other processes. A
// sender that nobody tells of deliveries finds them when it looks for itself, within pollEvery.
func (s *Sender) Register(workers *river.Workers) {
	river.AddWorker(workers, &wakeWorker{sender: s})
	river.AddWorker(workers, &trialWorker{sender: s})
}

// Queues are those of what Register adds.
func Queues() map[string]river.QueueConfig {
	return map[string]river.QueueConfig{queue: {MaxWorkers: wakers}, trialQueue: {MaxWorkers: triers}}
}

// poke makes the sender look for deliveries.
func (s *Sender) poke() {
	select {
	case s.wake <- struct{}{}:
	default: // it will look anyhow
	}
}

// Start begins to send. The sender goes on until Stop, whatever becomes of ctx. A sender is
// started once, and Stop is not called before Start has returned.
func (s *Sender) Start(ctx context.Context) error {
	if !s.started.CompareAndSwap(false, true) {
		return errors.New("deliver: started already")
	}
	ctx = context.WithoutCancel(ctx)
	attempts, cut := context.WithCancel(ctx)
	s.cut = cut
	s.loops.Go(func() { s.send(ctx, attempts) })
	s.loops.Go(func() { s.upkeep(ctx) })
	return nil
}

// Stop takes no more deliveries, waits for the attempts that are under way, which takes five
// seconds at most, and stores how they went. When ctx ends first they are cut off, and their
// deliveries given back without an attempt.
func (s *Sender) Stop(ctx context.Context) error {
	if !s.started.Load() {
		return nil
	}
	s.stop.Do(func() { close(s.quit) })
	defer context.AfterFunc(ctx, s.cut)()
	s.loops.Wait()
	s.cut()
	s.client.CloseIdleConnections()
	return nil
}

// Try sends a sample of an event to an endpoint once, and returns how that went. It is not
// in the log.
func (s *Sender) Try(ctx context.Context, w *store.Webhook, kind webhook.Kind) (store.Attempt, error) {
	now := s.cfg.Clock()
	t, err := s.target(&store.Delivery{URL: w.URL}, w, "", now)
	if err != nil {
		return store.Attempt{}, err
	}
	e := webhook.Sample(kind, now)
	e.ID = store.NewID("evt")
	r := s.attempt(ctx, t, e)
	r.Number = 1
	return r.Attempt, ctx.Err()
}

// target is where a delivery goes: to its endpoint, or, where w is nil, to the address of a
// conversion or batch, signed with the stored secret of the account.
func (s *Sender) target(d *store.Delivery, w *store.Webhook, secret string, now time.Time) (target, error) {
	t := target{url: d.URL, format: webhook.FormatFlat, scheme: webhook.SchemeTimestamp, traceparent: d.Traceparent}
	owner := d.Account
	if w != nil {
		t.format, t.scheme = webhook.Format(w.Format), webhook.Scheme(w.Scheme)
		owner, secret = w.ID, w.Secret
	}
	keys, err := s.cfg.Vault.open(owner, secret)
	if err != nil {
		return t, err
	}
	t.secrets = keys.signing(now)
	return t, nil
}

// upkeepEvery and recordsKept: the log is kept for days, so it may live a little longer.
const (
	upkeepEvery = time.Hour
	recordsKept = 30 * 24 * time.Hour

	// upkeepBatch bounds one transaction.
	upkeepBatch = 500
)

// upkeep forgets old deliveries and trials until Stop.
func (s *Sender) upkeep(ctx context.Context) {
	tick := time.NewTicker(upkeepEvery)
	defer tick.Stop()
	for {
		if err := s.forget(ctx); err != nil {
			s.cfg.Logger.WarnContext(ctx, "forgetting old deliveries", "error", err)
		}
		select {
		case <-s.quit:
			return
		case <-tick.C:
		}
	}
}

func (s *Sender) forget(ctx context.Context) error {
	now, err := s.cfg.DB.Now(ctx)
	if err != nil {
		return err
	}
	return errors.Join(
		s.deleteOld(ctx, store.DeleteOldDeliveries, now.Add(-recordsKept)),
		s.deleteOld(ctx, store.DeleteOldTrials, now.Add(-trialsKept)),
	)
}

// deleteOld deletes in batches.
func (s *Sender) deleteOld(ctx context.Context, del func(context.Context, store.Tx, time.Time, int) (int64, error), before time.Time) error {
	for {
		var n int64
		err := s.cfg.DB.UpdateRelaxed(ctx, func(tx store.Tx) (err error) {
			n, err = del(ctx, tx, before, upkeepBatch)
			return err
		})
		if err != nil || n < upkeepBatch {
			return err
		}
	}
}

// explain is an error for the log of a delivery that cannot be sent.
func explain(d *store.Delivery, err error) error { return fmt.Errorf("delivery %s: %w", d.ID, err) }
