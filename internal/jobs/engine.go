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

	// Concurrency is how many conversions run in this process at a time. One more may run that is a retry. 0 means
	// one for each processor. Below 0 none run: the engine only waits for conversions of other processes.
	Concurrency int

	// AssetURL returns the AssetURL of the worker.Job for a conversion. If it is nil, all assets are inside the
	// HTML, whatever their size.
	AssetURL func(c *store.Conversion) string

	// Timeout is how long a conversion may take. Defaults to timeoutDefault.
	Timeout time.Duration

	// Grace is how long running conversions may go on after Stop. Defaults to
	// graceDefault.
	Grace time.Duration

	// TempDir holds the files of running conversions. Defaults to os.TempDir.
	TempDir string

	// Register adds workers of other kinds to River, and Queues adds their queues. A process has one River runner,
	// so they share the engine's.
	Register func(*river.Workers)
	Queues   map[string]river.QueueConfig

	// Lease is how long a conversion stays with a worker that sends no heartbeat. Defaults to leaseDefault; tests
	// use a shorter one.
	Lease time.Duration

	// Logger defaults to slog.Default.
	Logger *slog.Logger

	_ struct{}
}

const (
	// timeoutDefault is enough for the longest documents of public collections.
	timeoutDefault = 10 * time.Minute

	// graceDefault is how long orchestrators commonly wait before they kill a process.
	graceDefault = 30 * time.Second

	// Attempts is how many workers a document may crash before its conversion fails. It is also how often a
	// conversion is tried when the disk has no room for its result.
	Attempts = 3

	// Troubles is how often a conversion is tried when the storage does not answer. With the pauses between the
	// tries that takes 150 s, time enough for a storage to restart. Three attempts would be over after 25 s.
	Troubles = 5

	// Queue is River's queue of conversions.
	Queue = "conversions"

	// retryQueue is River's queue of conversions that lost a run. A process works one of them at a time. When a
	// document kills a process, others that ran beside it lose their runs too. They must not meet that document
	// again, or they would be counted as bad as well.
	retryQueue = "conversions-retry"

	// fetchCooldown is the shortest pause between two looks of River at the queue. A conversion that comes right
	// after another one waits that long at most.
	fetchCooldown = 5 * time.Millisecond

	// fetchPoll is how often River looks for jobs whose notification was lost.
	fetchPoll = 500 * time.Millisecond

	// riverRetention is how long River keeps jobs that are done. Our own records hold all that is needed, and at a
	// hundred jobs a second River's would pile up.
	riverRetention = 2 * time.Minute

	// riverTimeout is longer than any conversion may take, so River never ends one. After twice that time River
	// clears away the jobs of killed processes.
	riverTimeout = time.Hour
)

// Engine runs conversions. New makes one.
type Engine struct {
	cfg    Config
	db     *store.DB
	blobs  storage.Bucket
	log    *slog.Logger
	temp   *tempFolder
	hub    *hub
	runs   *runs
	places *places

	fetches    *runs         // documents that are being fetched in this process
	fetchWake  chan struct{} // tells takeFetches to look for more documents to fetch
	fetchCheck chan struct{} // tells renewFetches to look for cancelled ones
	fetchers   sync.WaitGroup
	fetchQuit  context.CancelFunc // ends the fetchers; nil: this process does not fetch

	keepUploadAfter time.Duration // keepUploadAfter; tests change it
	held            chan struct{} // holds one value for each document that an intake has in memory

	takesData bool         // the converter takes documents in memory
	runner    store.Runner // nil when the engine only submits

	context context.Context    // of runs that begin without River
	halt    context.CancelFunc // ends those runs
	stop    context.CancelFunc // ends the loops
	loops   sync.WaitGroup
	started atomic.Bool
}

// New makes an engine. Start lets it begin to work.
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

// Start begins to work. The engine works until Stop is called, even when ctx ends. An engine is started once. Stop
// must not be called before Start has returned.
func (e *Engine) Start(ctx context.Context) (err error) {
	if !e.started.CompareAndSwap(false, true) {
		return errors.New("jobs: started already")
	}
	asked := ctx
	ctx, e.stop = context.WithCancel(context.WithoutCancel(ctx))
	e.context, e.halt = context.WithCancel(ctx)
	if e.temp, err = newTemp(e.cfg.TempDir); err != nil {
		return err
	}
	if e.runner != nil {
		if err := startPatiently(asked, e.log, func() error { return e.runner.Start(ctx) }); err != nil {
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

// startTries is how often the queue is started in all. River gives the database ten seconds for each try, which a
// starved machine has been seen to exceed once.
const startTries = 3

// startPatiently calls start again where the database has answered too late, unless ctx has ended meanwhile.
func startPatiently(ctx context.Context, log *slog.Logger, start func() error) error {
	for try := 1; ; try++ {
		err := start()
		if try == startTries || ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		log.WarnContext(ctx, "the queue is started once more: the database has answered too late", "error", err)
	}
}

// Stop ends the engine in these steps. It takes no new work and gives back the documents that are being fetched.
// It waits up to Config.Grace for running conversions. It gives the others back without counting the attempt, for
// other processes or the next Start. It returns when nothing of the engine runs any more. When ctx ends before the
// grace is over, the conversions are given back at once.
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

// giveBackTime is how long conversions may take to end after they were told to.
const giveBackTime = 10 * time.Second

// Stats counts what an engine is doing.
type Stats struct {
	Slots   int // conversions that can run at a time
	Running int // conversions that are running
	Fetches int // documents that are being fetched
}

// Stats returns what the engine is doing now.
func (e *Engine) Stats() Stats {
	return Stats{Slots: max(e.cfg.Concurrency, 0), Running: e.runs.count(), Fetches: e.fetches.count()}
}
