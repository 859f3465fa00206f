package jobs_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/fetch"
	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/store/storetest"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/internal/worker"
	"github.com/pagelift/pagelift/storage"
	"github.com/pagelift/pagelift/storage/storagetest"
)

func TestMain(m *testing.M) {
	if config := os.Getenv(childEnv); config != "" {
		if err := child(config); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	testkit.MainWithPostgres(m)
}

// patience is how long a test waits for something that a busy machine may delay.
const patience = 2 * time.Minute

// order is what a conversion's options tell the converter of the tests.
type order struct {
	Do    string        `json:"do,omitempty"`    // "" succeeds; see converter
	Sleep time.Duration `json:"sleep,omitempty"` // before doing it
	Pages int           `json:"pages,omitempty"`
	Size  int           `json:"size,omitempty"` // bytes that each file of the result has at least
}

// options holds an order in the options of a job.
func (o order) options(t testing.TB) json.RawMessage {
	t.Helper()
	options, err := o.encode()
	require.NoError(t, err)
	return options
}

func (o order) encode() (json.RawMessage, error) {
	name, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	return json.Marshal(worker.Options{Name: string(name)})
}

// converter does what the options of a conversion say.
type converter struct {
	begun func(worker.Job) // nil: nothing
	free  chan struct{}    // ends the orders "wait"
}

func (c *converter) Convert(ctx context.Context, job worker.Job) (*worker.Outcome, error) {
	if c.begun != nil {
		c.begun(job)
	}
	var o order
	if err := json.Unmarshal([]byte(job.Options.Name), &o); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(job.Input)
	if err != nil {
		return nil, err
	}
	if o.Sleep > 0 {
		job.Progress(1, o.Pages)
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(o.Sleep):
		}
	}
	switch o.Do {
	case "exit":
		os.Exit(3)
	case "crash":
		return nil, &convert.Error{Code: worker.Crashed, Detail: "signal: killed"}
	case "invalid":
		return nil, &convert.Error{Code: convert.InvalidDocument, Page: 7, Detail: "no content"}
	case "password":
		return nil, &convert.Error{Code: convert.PasswordRequired}
	case "defect":
		return nil, &convert.Error{Code: convert.InternalError, Detail: "index out of range"}
	case "wait":
		<-c.free
	}
	out := &worker.Outcome{Metadata: convert.Metadata{Pages: max(o.Pages, 1)}}
	for name, file := range map[string]*worker.File{"a.html": &out.HTML, "a.css": &out.CSS, "a.zip": &out.Archive} {
		content := name + " of " + string(text) + strings.Repeat(" ", o.Size)
		if err := os.WriteFile(filepath.Join(job.Folder, name), []byte(content), 0o600); err != nil {
			return nil, err
		}
		*file = worker.File{Name: name, Size: int64(len(content)), SHA256: "sum of " + name}
	}
	return out, nil
}

// fixture is a service without its HTTP interface.
type fixture struct {
	t       testing.TB
	address string
	dir     string // of the blobs
	db      *store.DB
	blobs   *storage.Folder
	engine  *jobs.Engine
}

// quiet hides the log of engines unless the test fails.
func quiet(t testing.TB) *slog.Logger {
	return slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// record is a hook that notes each event of a conversion, as the outbox of webhooks does.
func record(ctx context.Context, tx store.Tx, event store.Event, c *store.Conversion) error {
	_, err := tx.Exec(ctx, `INSERT INTO test_events (conversion, event) VALUES ($1, $2)`, c.ID, string(event))
	return err
}

// requireOneEnd fails unless each conversion began once and ended once.
func (f *fixture) requireOneEnd(ids []string) {
	f.t.Helper()
	require.NoError(f.t, f.db.View(f.t.Context(), func(tx store.Tx) error {
		for _, id := range ids {
			var begins, ends int64
			require.NoError(f.t, tx.QueryRow(f.t.Context(), `SELECT
				(SELECT COUNT(*) FROM test_events WHERE conversion = $1 AND event = 'conversion.started'),
				(SELECT COUNT(*) FROM test_events WHERE conversion = $1 AND event <> 'conversion.started')`, id).Scan(&begins, &ends))
			require.Equal(f.t, []int64{1, 1}, []int64{begins, ends}, id)
		}
		return nil
	}))
}

// newFixture opens everything that an engine needs. cfg may change the engine's configuration.
func newFixture(t testing.TB, address string, cfg func(*jobs.Config)) *fixture {
	t.Helper()
	testkit.WithinMonth(t)
	db, err := store.Open(t.Context(), store.Config{URL: address, Hooks: []store.Hook{record, jobs.BatchHook(recordBatch)}, Logger: quiet(t)})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	require.NoError(t, db.Update(t.Context(), func(tx store.Tx) error {
		_, err := tx.Exec(t.Context(), `CREATE TABLE test_events (conversion TEXT, event TEXT)`)
		require.NoError(t, err)
		_, err = tx.Exec(t.Context(), `CREATE TABLE test_batch_events (batch TEXT, event TEXT, percentage BIGINT)`)
		return err
	}))
	f := &fixture{t: t, address: address, dir: t.TempDir(), db: db}
	f.openBlobs()
	f.engine = f.start(cfg)
	return f
}

func (f *fixture) openBlobs() {
	f.t.Helper()
	var err error
	f.blobs, err = storage.OpenFolder(f.dir)
	require.NoError(f.t, err)
	f.t.Cleanup(func() { require.NoError(f.t, f.blobs.Close()) })
}

// start starts an engine on the fixture. It stops at the end of the test.
func (f *fixture) start(cfg func(*jobs.Config)) *jobs.Engine {
	f.t.Helper()
	c := jobs.Config{DB: f.db, Blobs: f.blobs, Converter: &converter{}, Concurrency: 2, Grace: shortGrace, TempDir: f.t.TempDir(), Logger: quiet(f.t)}
	if cfg != nil {
		cfg(&c)
	}
	e, err := jobs.New(c)
	require.NoError(f.t, err)
	require.NoError(f.t, e.Start(f.t.Context()))
	f.t.Cleanup(func() { require.NoError(f.t, e.Stop(context.Background())) })
	return e
}

// shortGrace is long enough for conversions that are about to end. A test does not wait for those that would run
// for an hour.
const shortGrace = time.Second

// each runs a test on a fixture with each kind of database.
func each(t *testing.T, cfg func(*jobs.Config), run func(t *testing.T, f *fixture)) {
	t.Helper()
	t.Parallel()
	storetest.Each(t, func(t *testing.T, address string) { run(t, newFixture(t, address, cfg)) })
}

// account adds an account with a plan.
func (f *fixture) account(name, plan string) string {
	f.t.Helper()
	a := &store.Account{Name: name, Plan: plan}
	require.NoError(f.t, f.db.Update(context.Background(), func(tx store.Tx) error { return store.InsertAccount(f.t.Context(), tx, a) }))
	return a.ID
}

// upload makes a conversion of an account. It is not submitted yet.
func (f *fixture) upload(account string, o order) *store.Conversion {
	f.t.Helper()
	c := &store.Conversion{ID: store.NewID("conv"), Account: account, Options: o.options(f.t), InputFile: "a.pdf", FileSize: 5}
	c.InputKey = jobs.InputKey(c.ID)
	require.NoError(f.t, f.blobs.Put(f.t.Context(), c.InputKey, strings.NewReader("paper"), ""))
	return c
}

// submit submits a conversion.
func (f *fixture) submit(account string, o order) string {
	f.t.Helper()
	c := f.upload(account, o)
	require.NoError(f.t, f.trySubmit(account, c))
	return c.ID
}

func (f *fixture) trySubmit(account string, c ...*store.Conversion) error {
	return f.db.Update(f.t.Context(), func(tx store.Tx) error { return jobs.Submit(f.t.Context(), tx, account, c...) })
}

func (f *fixture) get(id string) (c *store.Conversion) {
	f.t.Helper()
	require.NoError(f.t, f.db.View(f.t.Context(), func(tx store.Tx) (err error) {
		c, err = store.GetConversion(f.t.Context(), tx, id)
		return err
	}))
	return c
}

// ends waits until a conversion has ended.
func (f *fixture) ends(id string) *store.Conversion {
	f.t.Helper()
	ctx, cancel := context.WithTimeout(f.t.Context(), patience)
	defer cancel()
	seen := store.Status("")
	for {
		c, err := f.engine.Wait(ctx, id, seen)
		require.NoError(f.t, err, "%+v", c)
		if c.Status.Terminal() {
			return c
		}
		seen = c.Status
	}
}

// keys returns the keys of all blobs.
func (f *fixture) keys() []string {
	f.t.Helper()
	return slices.Sorted(maps.Keys(storagetest.All(f.t, f.blobs, "")))
}

func (f *fixture) usage(account string) (u store.Usage) {
	f.t.Helper()
	require.NoError(f.t, f.db.View(f.t.Context(), func(tx store.Tx) error {
		now, err := tx.Now(f.t.Context())
		require.NoError(f.t, err)
		u, err = store.GetUsage(f.t.Context(), tx, account, store.Month(now))
		return err
	}))
	return u
}

func TestAConversionIsConverted(t *testing.T) {
	each(t, nil, func(t *testing.T, f *fixture) {
		account := f.account("a", "free")
		c := f.ends(f.submit(account, order{Pages: 3}))
		require.Equal(t, store.Completed, c.Status)
		require.Equal(t, int64(1), c.Attempts)
		require.Equal(t, int64(3), c.PagesDone)
		require.Equal(t, 24*time.Hour, c.Expires.Sub(c.Completed))
		require.Equal(t, "sum of a.zip", c.SHA256)
		require.Equal(t, int64(len("a.zip of paper")), c.Output)
		for part, want := range map[jobs.Part]string{jobs.HTML: "a.html", jobs.CSS: "a.css", jobs.Archive: "a.zip"} {
			require.Equal(t, want+" of paper", f.part(c, part))
		}
		f.requireNoInputs()
		u := f.usage(account)
		require.Equal(t, store.Usage{Period: u.Period, Conversions: 1, Pages: 3, BytesIn: 5}, u)
	})
}

// part returns the content of a part of a result.
func (f *fixture) part(c *store.Conversion, p jobs.Part) string {
	f.t.Helper()
	r, err := jobs.Open(f.t.Context(), f.blobs, c, p)
	require.NoError(f.t, err)
	defer r.Close()
	data, err := io.ReadAll(r)
	require.NoError(f.t, err)
	return string(data)
}

// requireNoInputs waits until uploaded documents are deleted. That happens soon after the end that others see.
func (f *fixture) requireNoInputs() {
	f.t.Helper()
	require.Eventually(f.t, func() bool { return len(slicesWithPrefix(f.keys(), "inputs/")) == 0 }, patience, 10*time.Millisecond)
}

func slicesWithPrefix(all []string, prefix string) (some []string) {
	for _, s := range all {
		if strings.HasPrefix(s, prefix) {
			some = append(some, s)
		}
	}
	return some
}

func TestFailuresEndWithTheirCode(t *testing.T) {
	cases := map[string]struct {
		do       string
		failure  store.Failure
		attempts int64
		used     int64
	}{
		"a document that is none is refunded": {"invalid",
			store.Failure{Code: "invalid_document", Message: "no content", Details: json.RawMessage(`{"page":7}`)}, 1, 0},
		"a password that is missing is paid for": {"password",
			store.Failure{Code: "password_required", Message: "The document is encrypted, and no password or a wrong one was given."}, 1, 1},
		"a worker that dies each time is given up": {"crash",
			store.Failure{Code: jobs.CodeCrashed, Message: "The conversion ended its worker each time."}, jobs.Attempts, 0},
		"a defect is not tried again, and not told": {"defect",
			store.Failure{Code: jobs.CodeInternal, Message: "The service could not convert the document."}, 1, 0},
	}
	each(t, nil, func(t *testing.T, f *fixture) {
		for name, tc := range cases {
			account := f.account(name, "free")
			c := f.ends(f.submit(account, order{Do: tc.do}))
			require.Equal(t, store.Failed, c.Status, name)
			require.Equal(t, tc.failure, *c.Error, name)
			require.Equal(t, tc.attempts, c.Attempts, name)
			u := f.usage(account)
			require.Equal(t, store.Usage{Period: u.Period, Conversions: tc.used, Refunds: 1 - tc.used, Failed: tc.used, BytesIn: 5}, u, name)
		}
		f.requireNoInputs()
	})
}

// TestATroubleThatPasses: a conversion is tried again if its blobs cannot be read.
func TestATroubleThatPasses(t *testing.T) {
	each(t, nil, func(t *testing.T, f *fixture) {
		c := f.upload(f.account("a", "free"), order{})
		require.NoError(t, f.blobs.Delete(t.Context(), c.InputKey))
		require.NoError(t, f.trySubmit(c.Account, c))
		require.Eventually(t, func() bool { now := f.get(c.ID); return now.Attempts == 1 && now.Status == store.Queued }, patience, 5*time.Millisecond)
		require.NoError(t, f.blobs.Put(t.Context(), c.InputKey, strings.NewReader("paper"), ""))
		require.Equal(t, store.Completed, f.ends(c.ID).Status)
	})
}

// TestAStorageThatIsAwayForLong: a conversion survives more attempts without its blobs than a document may crash
// workers, but not any number.
func TestAStorageThatIsAwayForLong(t *testing.T) {
	eachSubmitting(t, func(t *testing.T, f *fixture) {
		account := f.account("a", "enterprise")
		after := func(attempts int) *store.Conversion {
			c := f.upload(account, order{})
			require.NoError(t, f.blobs.Delete(t.Context(), c.InputKey))
			require.NoError(t, f.trySubmit(c.Account, c))
			f.exec(`UPDATE conversions SET attempts = $1 WHERE id = $2`, attempts, c.ID)
			return c
		}
		early, last := after(jobs.Troubles-2), after(jobs.Troubles-1)
		f.engine = f.start(nil)
		require.Equal(t, jobs.CodeInternal, f.ends(last.ID).Error.Code)
		require.Eventually(t, func() bool {
			now := f.get(early.ID)
			return now.Attempts == jobs.Troubles-1 && now.Status == store.Queued
		}, patience, 5*time.Millisecond)
	})
}

// TestURLsAreFetched: documents at addresses are fetched and converted.
func TestURLsAreFetched(t *testing.T) {
	each(t, func(c *jobs.Config) { c.Fetches.From = fetcher{} }, func(t *testing.T, f *fixture) {
		account := f.account("a", "free")
		submit := func(url string) *store.Conversion {
			c := &store.Conversion{InputURL: url, Options: order{}.options(t)}
			require.NoError(t, f.trySubmit(account, c))
			return f.ends(c.ID)
		}
		c := submit("https://example.com/good")
		require.Equal(t, store.Completed, c.Status)
		require.Equal(t, "good.pdf", c.InputFile)
		require.Equal(t, int64(5), c.FileSize)
		require.Equal(t, int64(5), f.usage(account).BytesIn)
		c = submit("https://example.com/bad")
		require.Equal(t, store.Failure{Code: "url_fetch_failed", Message: "the server answered with status 404",
			Details: json.RawMessage(`{"upstream_status":404}`)}, *c.Error)
	})
}

// fetcher has one document.
type fetcher struct{}

func (fetcher) Fetch(_ context.Context, url string, bounds fetch.Limits) (*fetch.Document, error) {
	if url != "https://example.com/good" || bounds.Bytes != 10<<20 {
		return nil, &fetch.Error{Code: fetch.Failed, Status: 404, Detail: "the server answered with status 404"}
	}
	return &fetch.Document{Body: io.NopCloser(strings.NewReader("paper")), Name: "good.pdf"}, nil
}

// requireGone waits until a blob is deleted.
func (f *fixture) requireGone(key string) {
	f.t.Helper()
	require.Eventually(f.t, func() bool { return !slices.Contains(f.keys(), key) }, patience, 5*time.Millisecond)
}
