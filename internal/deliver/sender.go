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
	Guard *fetch.Guard // decides which addresses may be reached

	// RootCAs are the authorities that vouch for endpoints. nil: the system's.
	RootCAs *x509.CertPool

	// UserAgent is the User-Agent of requests.
	UserAgent string

	// Schedule defaults to five attempts: at once, and after 5 s, 5 min, 30 min and 2 h.
	Schedule Schedule

	// Lease is how long a delivery stays with a Sender that does not renew it. Defaults to leaseDefault; tests use
	// a shorter one.
	Lease time.Duration

	// PlainHTTP allows http addresses, for tests. Nobody can register one.
	PlainHTTP bool

	// Observe is called after every attempt, before it is stored, with its class and how long it took. The class
	// is "ok" if the endpoint took the event. Observe may be called concurrently. nil observes nothing.
	Observe func(class string, took time.Duration)

	// Trace is called before every attempt, with the traceparent of its event. It returns the traceparent to send,
	// and a function that is called after the attempt with its class and the status of the answer, or 0 if there
	// was none. If Trace is nil, the traceparent of the event is sent.
	Trace func(traceparent string) (string, func(class string, status int64))

	// Settled is called for every delivery that has ended, after that is stored, with store.Succeeded or
	// store.GivenUp. nil: it is not called.
	Settled func(store.DeliveryStatus)

	// Clock gives the times of attempts. Defaults to time.Now.
	Clock func() time.Time

	// Logger defaults to slog.Default.
	Logger *slog.Logger

	_ struct{}
}

const (
	// leaseDefault is much longer than an attempt with its report takes. It is also how late a duplicate comes
	// after a process was killed.
	leaseDefault = 30 * time.Second

	// queue is River's queue of notices that there are deliveries. wakers is how many notices are worked at a
	// time: each only wakes the sender.
	queue  = "deliveries"
	wakers = 8

	// idleConnections and idleTime bound the connections that are kept open for the next event.
	idleConnections = 4 * inTotal
	idleTime        = 30 * time.Second
)

// Sender attempts deliveries, from Start to Stop.
type Sender struct {
	cfg    Config
	client *http.Client
	wake   chan struct{}
	done   chan finished // attempts that have ended

	asleepAfter time.Duration // the constant of the same name, except in tests

	started atomic.Bool
	stop    sync.Once
	quit    chan struct{}      // closed by Stop
	cut     context.CancelFunc // ends the running attempts
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

// newClient returns a client that connects only to what the guard permits and follows no redirect. The context of
// an attempt is its only time limit.
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

// Register adds two workers to River: one wakes the sender for new deliveries, the other makes trials for other
// processes. Without a wake-up the sender finds deliveries by itself, within pollEvery.
func (s *Sender) Register(workers *river.Workers) {
	river.AddWorker(workers, &wakeWorker{sender: s})
	river.AddWorker(workers, &trialWorker{sender: s})
}

// Queues returns the queues of the workers that Register adds.
func Queues() map[string]river.QueueConfig {
	return map[string]river.QueueConfig{queue: {MaxWorkers: wakers}, trialQueue: {MaxWorkers: triers}}
}

// poke makes the sender look for deliveries.
func (s *Sender) poke() {
	select {
	case s.wake <- struct{}{}:
	default: // a wake-up is pending already
	}
}

// Start begins to send. The sender runs until Stop is called, even when ctx ends. A sender is started once. Stop
// must not be called before Start has returned.
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

// Stop takes no more deliveries. It waits for the running attempts, five seconds at most, and stores their
// outcome. When ctx ends first, it cuts the attempts off and gives their deliveries back without counting an
// attempt.
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

// Try sends a sample of an event to an endpoint once, and returns the outcome. It is not in the log.
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

// target returns where a delivery goes: to its endpoint w. If w is nil, it goes to the address of a conversion or
// batch, signed with the stored secret of the account.
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

// upkeepEvery is the pause of the upkeep. recordsKept is how long the log is kept: for days, so it may live an
// hour longer.
const (
	upkeepEvery = time.Hour
	recordsKept = 30 * 24 * time.Hour

	// upkeepBatch bounds one transaction.
	upkeepBatch = 500
)

// upkeep deletes old deliveries and trials, until Stop.
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

// explain wraps an error for the log of a delivery that cannot be sent.
func explain(d *store.Delivery, err error) error { return fmt.Errorf("delivery %s: %w", d.ID, err) }
