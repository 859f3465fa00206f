package server_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/server"
)

const (
	// busy is added to every bound on time: other programs may use the processors for seconds. A defect would make
	// a test wait for ever, not only that long.
	busy = 15 * time.Second

	// failBy is the time within which a request must fail when the database is away.
	failBy = 5*time.Second + busy

	// recoverBy is the time within which requests must succeed again once the database is back.
	recoverBy = 10*time.Second + busy
)

// TestADatabaseThatRestartsUnderLoad checks that requests fail soon and say why, that what was accepted is
// converted, and that the service recovers by itself.
func TestADatabaseThatRestartsUnderLoad(t *testing.T) {
	t.Parallel()
	database := testkit.OwnPostgres(t)
	r := newRig(t, "enterprise", server.Config{DatabaseURL: database.Database(t), Workers: 2})
	form, kind := sampleForm(t, "sample.pdf")

	var mu sync.Mutex
	var accepted []string
	post := func() outcome {
		begin := time.Now()
		o, err := r.ask(http.MethodPost, "/v1/convert/pdf-to-html", bytes.NewReader(form), "Content-Type", kind, "Prefer", "respond-async")
		if err != nil {
			t.Error(err) // the service itself must stay reachable
			return o
		}
		if took := time.Since(begin); took > failBy {
			t.Errorf("status %d after %s", o.status, took)
		}
		switch o.status {
		case http.StatusAccepted:
			var c client.Conversion
			if err := json.Unmarshal(o.body, &c); err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			accepted = append(accepted, c.ID)
		case http.StatusServiceUnavailable:
		default:
			t.Errorf("status %d: %s", o.status, o.body)
		}
		return o
	}
	stop := make(chan struct{})
	var clients sync.WaitGroup
	for range 3 {
		clients.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if post().status != http.StatusAccepted {
					<-time.After(50 * time.Millisecond) // as a client that tries again
				}
			}
		})
	}
	enough := func(n int) func() bool {
		return func() bool {
			mu.Lock()
			defer mu.Unlock()
			return len(accepted) >= n
		}
	}
	require.Eventually(t, enough(10), failurePatience, 5*time.Millisecond)
	require.NoError(t, database.Kill())
	post().unavailable(t, "database")
	require.Equal(t, "failed", r.checks(http.StatusServiceUnavailable)["database"])
	require.NoError(t, database.Start())
	mu.Lock()
	before := len(accepted)
	mu.Unlock()
	begin := time.Now()
	require.Eventually(t, enough(before+1), recoverBy, 5*time.Millisecond)
	t.Logf("accepts again after %s", time.Since(begin))
	close(stop)
	clients.Wait()
	for _, id := range accepted {
		require.Equal(t, client.StatusCompleted, r.ends(id).Status)
	}
	require.Equal(t, "ok", r.checks(http.StatusOK)["database"])
}

// TestADatabaseThatIsSilent keeps the connections of the database open while nothing comes. Requests fail soon,
// and succeed soon after the database answers again.
func TestADatabaseThatIsSilent(t *testing.T) {
	t.Parallel()
	p, address := newProxy(t)
	r := newRig(t, "enterprise", server.Config{DatabaseURL: address, Workers: 1})
	require.Equal(t, client.StatusCompleted, r.convert().conversion(t, http.StatusOK).Status)
	p.hold()
	for range 2 { // with connections that were open, then with new ones
		var asking sync.WaitGroup
		for range 20 { // more than there are connections
			asking.Go(func() {
				begin := time.Now()
				o, err := r.ask(http.MethodGet, "/v1/conversions", nil)
				if took := time.Since(begin); err != nil || o.status != http.StatusServiceUnavailable || took > failBy {
					t.Errorf("%v, status %d after %s", err, o.status, took)
				}
			})
		}
		asking.Wait()
	}
	begin := time.Now()
	r.convert().unavailable(t, "database")
	require.Less(t, time.Since(begin), failBy)
	begin = time.Now()
	require.Equal(t, "failed", r.checks(http.StatusServiceUnavailable)["database"])
	require.Less(t, time.Since(begin), failBy)
	require.Equal(t, http.StatusOK, r.get("/healthz").status)

	p.release()
	begin = time.Now()
	require.Eventually(t, func() bool {
		return r.convert().status == http.StatusOK
	}, recoverBy, 10*time.Millisecond)
	t.Logf("converts again after %s", time.Since(begin))
	require.Equal(t, "ok", r.checks(http.StatusOK)["database"])
}

// TestACommitWhoseAnswerIsLost checks that the service finds what was accepted, and answers as if nothing had
// happened.
func TestACommitWhoseAnswerIsLost(t *testing.T) {
	t.Parallel()
	p, address := newProxy(t)
	r := newRig(t, "enterprise", server.Config{DatabaseURL: address, Workers: 1})
	require.Equal(t, client.StatusCompleted, r.convertCut(p).conversion(t, http.StatusOK).Status)
	c := r.convertCut(p, "Prefer", "respond-async").conversion(t, http.StatusAccepted)
	require.Equal(t, client.StatusCompleted, r.ends(c.ID).Status)
}

// convertCut sends the sample. Its commit gets no answer. The service then looks for half a second for what it has
// stored. A busy machine may not manage that, or may come to the commit too late: then the service tells the
// client to try again, and the client does.
func (r *rig) convertCut(p *proxy, header ...string) (o outcome) {
	r.t.Helper()
	for begin := time.Now(); time.Since(begin) < failurePatience; {
		cut := make(chan struct{})
		p.cutCommit(func() { close(cut) })
		if o = r.convert(header...); o.status != http.StatusServiceUnavailable {
			requireClosed(r.t, cut)
			break
		}
	}
	return o
}

func requireClosed(t testing.TB, c <-chan struct{}) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(failurePatience):
		require.Fail(t, "no commit was cut off")
	}
}

// TestACommitInDoubt checks the case in which the service cannot tell whether the conversion was accepted. It
// tells the client to try again, and keeps the document, because the conversion was accepted. Whoever repeats the
// request with its key gets that conversion.
func TestACommitInDoubt(t *testing.T) {
	t.Parallel()
	for name, headers := range map[string][]string{"waiting": nil, "in the background": {"Prefer", "respond-async"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, address := newProxy(t)
			r := newRig(t, "enterprise", server.Config{DatabaseURL: address, Workers: 1, SyncWait: time.Second})
			cut := make(chan struct{})
			p.cutCommit(func() {
				p.hold()
				close(cut)
			})
			headers := append([]string{"Idempotency-Key", "k"}, headers...)
			begin := time.Now()
			r.convert(headers...).unavailable(t, "database")
			require.Less(t, time.Since(begin), failBy)
			requireClosed(t, cut)
			p.release()

			var page client.Page[client.Conversion]
			require.Eventually(t, func() bool {
				o := r.get("/v1/conversions")
				return o.status == http.StatusOK && json.Unmarshal(o.body, &page) == nil
			}, recoverBy, 10*time.Millisecond)
			require.Len(t, page.Data, 1)
			require.Equal(t, client.StatusCompleted, r.ends(page.Data[0].ID).Status)
			r.leaseKeys(time.Now().Add(time.Hour))
			require.Equal(t, http.StatusConflict, r.convert(headers...).status, "the first request may still be running")
			r.leaseKeys(time.Unix(0, 0)) // as if half a minute had passed
			again := r.convert(headers...)
			require.Equal(t, page.Data[0].ID, again.conversion(t, again.status).ID)
		})
	}
}

// leaseKeys sets the end of the leases of requests with an Idempotency-Key. The service sets them to half a
// minute, in which a busy machine may not come to the next step of a test.
func (r *rig) leaseKeys(until time.Time) {
	r.t.Helper()
	require.NoError(r.t, r.write(`UPDATE idempotency SET lease_until = $1`, until.UnixMicro()))
}

// write executes a statement in the database.
func (r *rig) write(statement string, args ...any) error {
	return r.DB().Update(r.t.Context(), func(tx store.Tx) error {
		_, err := tx.Exec(r.t.Context(), statement, args...)
		return err
	})
}

// fill uses a free page of a database file that may not grow, and reports whether there was one.
func (r *rig) fill() bool { return r.write("INSERT INTO filler VALUES (zeroblob(4000))") == nil }

// TestAFullDiskUnderTheDatabase checks that requests get an error and the service is not ready. Then the service
// recovers by itself, and converts what was accepted before.
func TestAFullDiskUnderTheDatabase(t *testing.T) {
	t.Parallel()
	r := newRig(t, "enterprise", server.Config{Workers: 1})
	most := func(pages string) {
		require.NoError(t, r.DB().Update(t.Context(), func(tx store.Tx) error {
			var n int64
			return tx.QueryRow(t.Context(), "PRAGMA max_page_count = "+pages).Scan(&n)
		}))
	}
	accepted := []string{r.async().ID}
	require.NoError(t, r.write("CREATE TABLE filler (data BLOB)"))
	most("1") // no more pages than the file has
	for r.fill() {
	}
	var refused outcome
	require.Eventually(t, func() bool { // writes fail once a table needs a page: each table has some room left in its last one
		o := r.convert("Prefer", "respond-async")
		if o.status == http.StatusAccepted {
			accepted = append(accepted, o.conversion(t, http.StatusAccepted).ID)
			return false
		}
		refused = o
		return true
	}, failurePatience, time.Millisecond)
	refused.unavailable(t, "database")
	require.Equal(t, "failed", r.checks(http.StatusServiceUnavailable)["database"])
	require.Equal(t, http.StatusOK, r.get("/v1/conversions").status, "reading works while the disk is full")

	most("1073741823")
	begin := time.Now()
	require.Eventually(t, func() bool { return r.convert("Prefer", "respond-async").status == http.StatusAccepted }, recoverBy, 10*time.Millisecond)
	t.Logf("accepts again after %s; %d were accepted before", time.Since(begin), len(accepted))
	require.Equal(t, "ok", r.checks(http.StatusOK)["database"])
	for _, id := range accepted {
		require.Equal(t, client.StatusCompleted, r.ends(id).Status)
	}
}
