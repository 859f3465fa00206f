package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/riverqueue/river"

	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/worker"
	"github.com/pagelift/pagelift/storage"
)

// Config says what an Engine works with.
type Config struct {
	DB        *store.DB
	Blobs     storage.Bucket
	Converter worker.Converter
	Fetches   Fetches

	// Concurrency is how many conversions run here at a time, and one more that is
	// tried again. 0 means one for each processor; below 0, none: the engine only waits.
	Concurrency int

	// AssetURL gives worker.Job's AssetURL for a conversion. nil: assets are inside
	// the HTML, whatever their size.
	AssetURL func(c *store.Conversion) string

	// Timeout is how long a conversion may take. Defaults to timeoutDefault.
	Timeout time.Duration

	// Grace is how long running conversions may go on after Stop. Defaults to
	// graceDefault.
	Grace time.Duration

	// TempDir holds the files of running conversions. Defaults to os.TempDir.
	TempDir string

	// Register adds workers of other kinds to River, and Queues their queues: there
	// is one runner in a process.
	Register func(*river.Workers)
	Queues   map[string]river.QueueConfig

	// Lease is how long a conversion stays with a worker that is not heard of.
	// Defaults to leaseDefault; a short one is for tests.
	Lease time.Duration

	// Logger defaults to slog.Default.
	Logger *slog.Logger

	_ struct{}
}

const (
	// timeoutDefault is ample for the longest documents of public collections.
	timeoutDefault = 10 * time.Minute

	// graceDefault is what orchestrators commonly wait before they kill.
	graceDefault = 30 * time.Second

	// Attempts is how many workers a document may take along before it fails, and how often one is tried for
	// whose result there is no room.
	Attempts = 3

	// Troubles is how often it is tried when the storage does not answer: with the pauses between, for 150 s, in
	// which storages are restarted. Three attempts are over after 25 s.
	Troubles = 5

	// Queue is River's queue of conversions.
	Queue = "conversions"

	// retryQueue has those of which a run was lost. A process works one of them at a
	// time: documents that were with a process when another one ended it must not meet
	// that one again until they are taken for as bad.
	retryQueue = "conversions-retry"

	// fetchCooldown is River's shortest pause between two looks at the queue, and so
	// what a second conversion that comes at once waits at most.
	fetchCooldown = 5 * time.Millisecond

	// fetchPoll finds jobs whose notification was lost.
	fetchPoll = 500 * time.Millisecond

	// riverRetention is how long River keeps jobs that are done: our records say
	// everything, and at a hundred a second they pile up.
	riverRetention = 2 * time.Minute

	// riverTimeout is above every conversion's, so that River never ends one; after
	// twice that it clears away the jobs of processes that were killed.
	riverTimeout = time.Hour
)

// Engine works conversions. Make it with New.
type Engine struct {
	cfg    Config
	db     *store.DB
	blobs  storage.Bucket
	log    *slog.Logger
	temp   *tempFolder
	hub    *hub
	runs   *runs
	places *places

	fetches    *runs         // documents that are fetched here
	fetchWake  chan struct{} // to look for more
	fetchCheck chan struct{} // to look whether they are cancelled
	fetchers   sync.WaitGroup
	fetchQuit  context.CancelFunc // ends them; nil: this process does not fetch

	keepUploadAfter time.Duration // the constant of this name, but in tests
	held            chan struct{} // has one for each document that an intake has in memory

	takesData bool         // the converter, in jobs
	runner    store.Runner // nil when the engine only submits

	context context.Context    // of runs that River knows nothing of
	halt    context.CancelFunc // ends them
	stop    context.CancelFunc // ends the loops
	loops   sync.WaitGroup
	started atomic.Bool
}

// New makes an engine, which begins to work with Start.
func New(cfg Config) (*Engine, error) {
	switch {
	case cfg.DB == nil || cfg.Blobs == nil:
		return nil, errors.New("jobs: DB and Blobs are needed")
	case cfg.Converter == nil && cfg.Concurrency >= 0:
		return nil, errors.New("jobs: a Converter is needed")
	}
	if cfg.Concurrency == 0 {
		cfg.Concurrency = runtime.GOMAXPROCS(0)
	}
	defaultTo(&cfg.Timeout, timeoutDefault)
	defaultTo(&cfg.Grace, graceDefault)
	defaultTo(&cfg.Lease, leaseDefault)
	defaultTo(&cfg.Fetches.Concurrency, fetchersDefault)
	defaultTo(&cfg.Fetches.PerAccount, perAccountDefault)
	if cfg.Fetches.Observe == nil {
		cfg.Fetches.Observe = func(string) func(string) { return func(string) {} }
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.Default()
	}
	if cfg.TempDir == "" {
		cfg.TempDir = os.TempDir()
	}
	e := &Engine{
		cfg: cfg, db: cfg.DB, blobs: cfg.Blobs, log: cfg.Logger,
		hub: newHub(cfg.DB), runs: newRuns(), places: newPlaces(cfg.Concurrency), keepUploadAfter: keepUploadAfter,
		held:    make(chan struct{}, heldDocuments),
		fetches: newRuns(), fetchWake: make(chan struct{}, 1), fetchCheck: make(chan struct{}, 1),
	}
	if c, ok := cfg.Converter.(interface{ TakesData() bool }); ok {
		e.takesData = c.TakesData()
	}
	if cfg.Concurrency < 0 && cfg.Fetches.From == nil && len(cfg.Queues) == 0 {
		return e, nil
	}
	return e, e.newRunner()
}

func defaultTo[T int | time.Duration](d *T, value T) {
	if *d <= 0 {
		*d = value
	}
}

func (e *Engine) newRunner() (err error) {
	queues, workers := maps.Clone(e.cfg.Queues), river.NewWorkers()
	if queues == nil {
		queues = map[string]river.QueueConfig{}
	}
	if e.cfg.Concurrency > 0 {
		queues[Queue] = river.QueueConfig{MaxWorkers: e.cfg.Concurrency}
		queues[retryQueue] = river.QueueConfig{MaxWorkers: 1}
	}
	if e.cfg.Fetches.From != nil {
		queues[fetchQueue] = river.QueueConfig{MaxWorkers: fetchWakers}
	}
	river.AddWorker(workers, &conversionWorker{engine: e})
	river.AddWorker(workers, &fetchWorker{engine: e})
	river.AddWorker(workers, &upkeepWorker{engine: e})
	queues[upkeepQueue] = river.QueueConfig{MaxWorkers: 1}
	if e.cfg.Register != nil {
		e.cfg.Register(workers)
	}
	e.runner, err = e.db.Runner(&river.Config{
		Queues:                      queues,
		Workers:                     workers,
		PeriodicJobs:                periodicUpkeep(),
		FetchCooldown:               fetchCooldown,
		FetchPollInterval:           fetchPoll,
		JobTimeout:                  riverTimeout,
		RescueStuckJobsAfter:        2 * riverTimeout,
		CompletedJobRetentionPeriod: riverRetention,
		CancelledJobRetentionPeriod: riverRetention,
		Logger:                      e.log,
	})
	return err
}

// Start begins to work. The engine goes on until Stop, whatever becomes of ctx. An
// engine is started once, and Stop is not called before Start has returned.
func (e *Engine) Start(ctx context.Context) (err error) {
	if !e.started.CompareAndSwap(false, true) {
		return errors.New("jobs: started already")
	}
	ctx, e.stop = context.WithCancel(context.WithoutCancel(ctx))
	e.context, e.halt = context.WithCancel(ctx)
	if e.temp, err = newTemp(e.cfg.TempDir); err != nil {
		return err
	}
	if e.runner != nil {
		if err := e.runner.Start(ctx); err != nil {
			return fmt.Errorf("jobs: %w", err)
		}
	}
	e.loops.Go(func() { e.hub.poll(ctx, e.log) })
	e.loops.Go(func() { e.beat(ctx) })
	e.loops.Go(func() { e.sweepTemp(ctx) })
	if e.cfg.Fetches.From != nil {
		e.startFetching(ctx)
	}
	if e.cfg.Concurrency > 0 {
		e.loops.Go(func() { e.sweep(ctx) })
		e.places.open()
	}
	return nil
}

// Stop takes no new work, gives back what is being fetched, lets running conversions finish for the
// grace of the configuration, gives the others back to be worked elsewhere (or after the next
// Start) without counting the attempt, and returns when nothing of the engine
// goes on. When ctx ends first, conversions are given back at once.
func (e *Engine) Stop(ctx context.Context) error {
	if !e.started.Load() {
		return nil
	}
	e.places.close()
	e.stopFetching()
	err := e.stopWork(ctx)
	e.stop()
	e.loops.Wait()
	e.hub.close()
	return errors.Join(err, e.temp.close())
}

func (e *Engine) stopWork(ctx context.Context) error {
	if e.runner == nil {
		return nil
	}
	gentle, cancel := context.WithTimeout(ctx, e.cfg.Grace)
	defer cancel()
	if errors.Join(e.runner.Stop(gentle), e.places.empty(gentle)) == nil {
		return nil
	}
	hard, cancel := context.WithTimeout(context.WithoutCancel(ctx), giveBackTime)
	defer cancel()
	e.halt()
	if err := errors.Join(e.runner.StopAndCancel(hard), e.places.empty(hard)); err != nil {
		return fmt.Errorf("jobs: conversions that do not end: %w", err)
	}
	return nil
}

// giveBackTime is how long it may take to end conversions that were told to.
const giveBackTime = 10 * time.Second

// Stats says how the engine is doing.
type Stats struct {
	Slots   int // conversions that can run at a time
	Running int // conversions that run
	Fetches int // documents that are fetched
}

// Stats says how the engine is doing.
func (e *Engine) Stats() Stats {
	return Stats{Slots: max(e.cfg.Concurrency, 0), Running: e.runs.count(), Fetches: e.fetches.count()}
}
