package deliver_test

import (
	"context"
	"crypto/x509"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/deliver"
	"github.com/pagelift/pagelift/internal/fetch"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/store/storetest"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/webhook"
)

func TestMain(m *testing.M) {
	if address := os.Getenv(childEnv); address != "" {
		child(address)
	}
	testkit.MainWithPostgres(m)
}

// patience is how long a test waits for something that must come.
const patience = time.Minute

// quick is a schedule of five attempts without long pauses.
var quick = deliver.Schedule{0, 10 * time.Millisecond, 10 * time.Millisecond, 10 * time.Millisecond, 10 * time.Millisecond}

// bench is a database with an account, and the parts that a sender needs.
type bench struct {
	testing.TB
	db      *store.DB
	vault   *deliver.Vault
	account string

	asleepAfter time.Duration     // of senders, if it is not the default
	transport   http.RoundTripper // of senders, if it is not the guard's
}

// each runs a test on both kinds of databases.
func each(t *testing.T, run func(b *bench)) {
	t.Helper()
	t.Parallel()
	storetest.Each(t, func(t *testing.T, address string) { run(newBench(t, address)) })
}

func newBench(t testing.TB, address string) *bench {
	t.Helper()
	b := &bench{TB: t, vault: newVault(t, "a key of the service")}
	var err error
	b.db, err = store.Open(t.Context(), store.Config{
		URL: address, Hooks: []store.Hook{deliver.Hook(func(c *store.Conversion) string { return "https://pdf.example/" + c.ID })},
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.db.Close()) })
	a := &store.Account{Name: "a", Plan: "free"}
	b.update(func(ctx context.Context, tx store.Tx) error { return store.InsertAccount(ctx, tx, a) })
	b.account = a.ID
	return b
}

func newVault(t testing.TB, key string) *deliver.Vault {
	t.Helper()
	v, err := deliver.NewVault([]byte(key))
	require.NoError(t, err)
	return v
}

func (b *bench) update(fn func(ctx context.Context, tx store.Tx) error) {
	b.Helper()
	require.NoError(b, b.db.Update(b.Context(), func(tx store.Tx) error { return fn(b.Context(), tx) }))
}

// loopback lets a sender reach the servers of a test.
var loopback = fetch.NewGuard(netip.MustParsePrefix("127.0.0.0/8"))

// sender starts a sender. servers are those whose certificates it trusts.
func (b *bench) sender(cfg deliver.Config, servers ...*httptest.Server) *deliver.Sender {
	b.Helper()
	cfg.DB, cfg.Vault, cfg.UserAgent, cfg.Logger = b.db, b.vault, "pagelift", slog.New(slog.DiscardHandler)
	if cfg.Guard == nil {
		cfg.Guard = loopback
	}
	cfg.RootCAs = x509.NewCertPool()
	for _, s := range servers {
		if s.Certificate() != nil {
			cfg.RootCAs.AddCert(s.Certificate())
		}
	}
	s, err := deliver.NewSender(cfg)
	require.NoError(b, err)
	if b.asleepAfter > 0 {
		s.SetAsleepAfter(b.asleepAfter)
	}
	if b.transport != nil {
		s.SetTransport(b.transport)
	}
	require.NoError(b, s.Start(b.Context()))
	b.Cleanup(func() {
		now, cancel := context.WithCancel(context.Background())
		cancel()
		require.NoError(b, s.Stop(now))
	})
	return s
}

// told makes River wake a sender for new deliveries.
func (b *bench) told(s *deliver.Sender) {
	b.Helper()
	workers := river.NewWorkers()
	s.Register(workers)
	runner, err := b.db.Runner(&river.Config{Queues: deliver.Queues(), Workers: workers, Logger: slog.New(slog.DiscardHandler)})
	require.NoError(b, err)
	require.NoError(b, runner.Start(b.Context()))
	b.Cleanup(func() { require.NoError(b, runner.StopAndCancel(context.Background())) })
}

// other returns the same database with another account.
func (b *bench) other(name string) *bench {
	b.Helper()
	a := &store.Account{Name: name, Plan: "free"}
	b.update(func(ctx context.Context, tx store.Tx) error { return store.InsertAccount(ctx, tx, a) })
	return &bench{TB: b.TB, db: b.db, vault: b.vault, account: a.ID}
}

// endpoint registers an endpoint and returns it with its secret.
func (b *bench) endpoint(w store.Webhook) (*store.Webhook, string) {
	b.Helper()
	w.ID, w.Account = store.NewID("whk"), b.account
	secret := b.vault.New(w.ID)
	w.Secret, w.SecretHint = secret.Sealed, secret.Hint
	if w.Format == "" {
		w.Format, w.Scheme = "a", 2
	}
	if w.Events == nil {
		w.Events = []string{"*"}
	}
	b.update(func(ctx context.Context, tx store.Tx) error { return store.InsertWebhook(ctx, tx, &w, 1000) })
	return &w, secret.Clear
}

// emit emits n events. They go to the endpoints, and to url unless it is empty.
func (b *bench) emit(n int, url string) {
	b.Helper()
	b.emitTo(n, func(int) string { return url })
}

// emitTo does the same with an address for each event.
func (b *bench) emitTo(n int, url func(i int) string) {
	b.Helper()
	b.update(func(ctx context.Context, tx store.Tx) error {
		for i := range n {
			e := webhook.Sample(webhook.ConversionCompleted, time.Now())
			e.ID, e.Test, e.ConversionID = "", false, store.NewID("conv")
			if err := deliver.Emit(ctx, tx, deliver.Notice{Account: b.account, Event: e, URL: url(i)}); err != nil {
				return err
			}
		}
		return nil
	})
}

// log returns the log of deliveries, oldest first.
func (b *bench) log() (ds []*store.Delivery) {
	b.Helper()
	require.NoError(b, b.db.View(b.Context(), func(tx store.Tx) (err error) {
		ds, _, err = store.ListDeliveries(b.Context(), tx, b.account, store.DeliveryFilter{Limit: 100_000})
		return err
	}))
	for i, j := 0, len(ds)-1; i < j; i, j = i+1, j-1 {
		ds[i], ds[j] = ds[j], ds[i]
	}
	return ds
}

func (b *bench) attempts(id string) (as []store.Attempt) {
	b.Helper()
	require.NoError(b, b.db.View(b.Context(), func(tx store.Tx) (err error) {
		as, err = store.ListAttempts(b.Context(), tx, id)
		return err
	}))
	return as
}

// settled waits until no delivery is pending, and returns the log.
func (b *bench) settled() []*store.Delivery {
	b.Helper()
	var ds []*store.Delivery
	require.Eventually(b, func() bool {
		ds = b.log()
		for _, d := range ds {
			if d.Status == store.Pending {
				return false
			}
		}
		return true
	}, patience, 5*time.Millisecond)
	return ds
}

// receiver starts an endpoint on loopback.
func receiver(t testing.TB, answer http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewUnstartedServer(answer)
	s.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError) // refused handshakes are what is tested
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}

func ok(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }
