package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/riverqueue/river"

	"github.com/pagelift/pagelift/internal/deliver"
	"github.com/pagelift/pagelift/internal/fetch"
	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/worker"
	"github.com/pagelift/pagelift/storage"
)

// Server is the service. It serves requests as soon as New returns, and converts from Start to Shutdown.
type Server struct {
	*core
	folder    *storage.Folder // the bucket, if the server has to close it
	pool      *worker.Pool    // one of pool and converter is set
	inProcess *worker.InProcess
	engine    *jobs.Engine
	vault     *deliver.Vault
	sender    *deliver.Sender
	docs      *docs
	dashboard *dashboard
	metrics   *series
	tracing   tracing

	router      *router
	auth        *auth
	repeats     *repeats
	submissions *submissions
	results     *results
	delivery    *delivery
	accounts    *accounts
	pages       *pages
	playground  *playground
	probes      *probes

	handler  http.Handler
	requests inflight
	strict   bool // clients may come by https only

	drain    context.CancelFunc
	starting sync.Mutex // held by Start; Shutdown stops everything that Start has started
	closing  sync.Once
}

// New opens the parts of a service. It creates its folder, database and tables if they are missing. ctx bounds New
// only.
func New(ctx context.Context, config Config) (*Server, error) {
	config, err := config.withDefaults()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(config.tempDir(), dirMode); err != nil {
		return nil, fmt.Errorf("server: making the folder of the service: %w", err)
	}
	s := &Server{
		core:    &core{config: config, log: config.Logger, clock: config.Clock, bucket: config.Bucket},
		metrics: newSeries(), tracing: newTracing(config.TracerProvider),
	}
	s.strict = strings.HasPrefix(config.BaseURL, "https://")
	s.draining, s.drain = context.WithCancel(context.Background())
	if err := s.open(ctx); err != nil {
		return nil, errors.Join(err, s.close(ctx))
	}
	s.divide()
	s.handler = s.mux()
	return s, nil
}

// open opens what the service depends on.
func (s *Server) open(ctx context.Context) (err error) {
	known, err := s.config.loadSecrets()
	if err != nil {
		return err
	}
	if s.secrets, err = deriveSecrets(known); err != nil {
		return err
	}
	if s.docs, err = docsOnce(); err != nil {
		return err
	}
	if s.dashboard, err = newDashboard(); err != nil {
		return err
	}
	if s.bucket == nil {
		if s.folder, err = storage.OpenFolder(filepath.Join(s.config.DataDir, "blobs")); err != nil {
			return fmt.Errorf("server: opening the folder of results: %w", err)
		}
		s.bucket = s.folder
	}
	s.db, err = store.Open(ctx, store.Config{
		URL: s.config.DatabaseURL, Logger: s.log, Clock: s.config.Clock,
		Hooks: []store.Hook{deliver.Hook(s.downloadURL), jobs.BatchHook(s.tellBatch)},
		Observe: func(event store.Event, c *store.Conversion) {
			s.metrics.conversion(event, c)
			s.tracing.conversion(event, c)
		},
	})
	if err != nil {
		return err
	}
	if err := s.checkSecret(ctx); err != nil {
		return err
	}
	if s.config.Playground {
		if err := s.openPlayground(ctx); err != nil {
			return err
		}
	}
	s.guard = fetch.NewGuard(s.config.AllowPrivate...)
	if s.config.EgressProxy != "" {
		proxy, err := fetch.ParseProxy(s.config.EgressProxy)
		if err != nil {
			return err
		}
		s.guard = s.guard.Via(proxy)
	}
	if err := s.openSender(ctx); err != nil {
		return err
	}
	converters, err := s.converters()
	if err != nil {
		return err
	}
	s.engine, err = jobs.New(jobs.Config{
		DB: s.db, Blobs: s.bucket, Converter: converters, AssetURL: s.assetURL,
		Fetches:     s.fetches(),
		Concurrency: s.config.Workers, TempDir: s.config.tempDir(),
		Timeout: s.config.ConversionTimeout, Logger: s.log,
		Register: s.sender.Register, Queues: s.senderQueues(),
	})
	return err
}

// divide gives each part of the service what it needs of what open has opened.
func (s *Server) divide() {
	s.router = &router{core: s.core, metrics: s.metrics, tracing: s.tracing}
	s.auth = &auth{core: s.core}
	s.results = &results{core: s.core, engine: s.engine, drafts: make(chan struct{}, 1), sheets: make(chan struct{}, 1)}
	s.repeats = &repeats{core: s.core, show: s.results.showConversion}
	s.submissions = &submissions{core: s.core, engine: s.engine, results: s.results}
	s.delivery = &delivery{core: s.core, vault: s.vault, sender: s.sender}
	s.accounts = &accounts{core: s.core}
	s.pages = &pages{
		core: s.core, dashboard: s.dashboard, router: s.router,
		auth: s.auth, submissions: s.submissions, results: s.results, delivery: s.delivery, accounts: s.accounts,
	}
	s.playground = &playground{core: s.core, pages: s.pages, auth: s.auth, submissions: s.submissions, results: s.results}
	s.probes = &probes{
		core: s.core, metrics: s.metrics, pool: s.pool, inProcess: s.inProcess, probeKey: "probe/" + store.NewID("probe"),
	}
}

// openSender makes the sender of events.
func (s *Server) openSender(ctx context.Context) (err error) {
	if s.vault, err = deliver.NewVault(s.secrets.webhooks()...); err != nil {
		return err
	}
	if len(s.secrets) > 1 {
		if err := s.vault.Reseal(ctx, s.db); err != nil {
			return err
		}
	}
	s.sender, err = deliver.NewSender(deliver.Config{
		DB: s.db, Vault: s.vault, Guard: s.guard, RootCAs: s.config.RootCAs, UserAgent: userAgent,
		Schedule: s.config.WebhookSchedule, Observe: s.metrics.attempt, Settled: s.metrics.delivery, Trace: s.tracing.attempt, Clock: s.config.Clock, Logger: s.log,
	})
	return err
}

// senderQueues returns River's queues of the sender, if this process sends events.
func (s *Server) senderQueues() map[string]river.QueueConfig {
	if !*s.config.Outbound {
		return nil
	}
	return deliver.Queues()
}

// fetches returns how documents are fetched, if this process fetches any.
func (s *Server) fetches() jobs.Fetches {
	if !*s.config.Outbound {
		return jobs.Fetches{}
	}
	c := &s.config
	return jobs.Fetches{
		From: fetch.New(s.guard, c.RootCAs, userAgent), Concurrency: c.Fetchers, PerAccount: c.FetchersPerAccount,
		Limits: fetch.Limits{Time: c.FetchTime, Rate: c.MinFetchRate, Grace: c.FetchGrace}, Observe: s.observeFetch,
	}
}

// observeFetch counts a fetch that begins, and makes its span. The caller calls ended at the end.
func (s *Server) observeFetch(traceparent string) (ended func(outcome string)) {
	begin, span := time.Now(), s.tracing.fetch(traceparent)
	return func(outcome string) {
		s.metrics.fetch(outcome, time.Since(begin))
		span(outcome)
	}
}

// userAgent is the name of the service in requests that it sends.
const userAgent = "pagelift"

// converters returns the converter of documents: processes of their own, or this process.
func (s *Server) converters() (worker.Converter, error) {
	cache := filepath.Join(s.config.DataDir, "cache")
	switch command := s.config.WorkerCommand; {
	case s.config.converter != nil:
		return s.config.converter, nil
	case s.config.Workers < 0:
		return nil, nil
	case len(command) == 0:
		s.inProcess = worker.NewInProcess(s.config.Workers, cache)
		return s.inProcess, nil
	default:
		pool, err := worker.NewPool(worker.Config{
			Path: command[0], Args: command[1:], Size: s.config.Workers, Memory: s.config.WorkerMemory, CacheDir: cache, Log: s.log,
		})
		s.pool = pool
		return pool, err
	}
}

// ServeHTTP answers a request. The HTTP server around it should bound the time and size of headers, as Harden
// does.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.requests.enter()
	defer s.requests.leave()
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if s.strict {
		w.Header().Set("Strict-Transport-Security", strictTransport)
	}
	s.boundBody(w, r)
	paced := s.paceAnswer(w)
	s.handler.ServeHTTP(paced, r)
	paced.end(hasBody(r))
}

// strictTransport tells browsers to use https only, for a year (RFC 6797).
const strictTransport = "max-age=31536000"

// Metrics serves the series of the service in the text format of Prometheus. It is for a listener that only those
// who monitor the service can reach.
func (s *Server) Metrics() http.Handler { return http.HandlerFunc(s.probes.writeMetrics) }

// Bounds of a request's header.
const (
	headerTimeout = 10 * time.Second
	idleTimeout   = 2 * time.Minute

	// headerRead is how much of a header net/http reads. It refuses a longer header with a text of its own, which
	// programs do not know.
	headerRead = 64 << 10
)

// Harden sets bounds of an HTTP server against hostile clients: the time and size of headers, and the time of idle
// connections. The handler itself bounds bodies and answers by plans and rates. So h gets no time-outs for them,
// and its other handlers have to bound their own.
func Harden(h *http.Server) {
	h.ReadHeaderTimeout = headerTimeout
	h.MaxHeaderBytes = headerRead
	h.IdleTimeout = idleTimeout
}

// Start begins to convert, to fetch documents, to send events, and to receive news of other processes. It is
// called once. It fails if the storage is not that of the other processes on the database, or if Shutdown has
// begun.
func (s *Server) Start(ctx context.Context) error {
	s.starting.Lock()
	defer s.starting.Unlock()
	if s.draining.Err() != nil {
		return errors.New("server: shut down before it was started")
	}
	if err := s.checkBucket(ctx); err != nil {
		return err
	}
	if err := s.results.sweepBatches(); err != nil {
		return fmt.Errorf("server: removing old temporary files: %w", err)
	}
	if err := s.engine.Start(ctx); err != nil || !*s.config.Outbound {
		return err
	}
	return s.sender.Start(ctx)
}

// Drain makes the service not ready (/readyz) while it serves on, so that a load balancer sends requests elsewhere
// before Shutdown.
func (s *Server) Drain() { s.probes.leaving.Store(true) }

// Shutdown ends the service. The service is not ready any more. Waiting requests are answered with what there is.
// No conversion begins. Running conversions end or, when ctx ends first, go back to the queue. When running
// requests are answered or ctx has ended, Shutdown closes what New opened. The HTTP server has to be shut down at
// the same time.
func (s *Server) Shutdown(ctx context.Context) error {
	var err error
	s.closing.Do(func() {
		s.drain()
		s.starting.Lock() // a Start that is running ends first, and no other begins
		defer s.starting.Unlock()
		err = s.engine.Stop(ctx)
		s.requests.wait(ctx)
		err = errors.Join(err, s.sender.Stop(ctx), s.close(ctx))
	})
	return err
}

// close closes what open has opened.
func (s *Server) close(ctx context.Context) error {
	var errs []error
	if s.pool != nil {
		errs = append(errs, s.pool.Close(ctx))
	}
	if s.db != nil {
		errs = append(errs, s.db.Close())
	}
	if s.folder != nil {
		errs = append(errs, s.folder.Close())
	}
	return errors.Join(errs...)
}
