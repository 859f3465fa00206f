package server_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/store/storetest"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/server"
	"github.com/pagelift/pagelift/storage"
)

// TestStoragesThatDiffer checks that a process does not start with another storage than the database knows, and
// says why. A process with the same storage starts.
func TestStoragesThatDiffer(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, address string) {
		secret := bytes.Repeat([]byte("s"), 32)
		start := func(dir string) error {
			s, err := server.New(t.Context(), server.Config{DataDir: dir, DatabaseURL: address, Secret: secret, Workers: 1, Logger: slog.New(slog.DiscardHandler)})
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, s.Shutdown(context.WithoutCancel(t.Context()))) })
			return s.Start(t.Context())
		}
		one, other := t.TempDir(), t.TempDir()
		require.NoError(t, start(one))
		require.NoError(t, start(one), "a second process with the same storage")
		err := start(other)
		require.ErrorIs(t, err, server.ErrConfig)
		require.ErrorContains(t, err, "another storage")

		markers, err := filepath.Glob(filepath.Join(one, "blobs", "service", "*"))
		require.NoError(t, err)
		require.Len(t, markers, 1)
		require.NoError(t, os.MkdirAll(filepath.Join(other, "blobs", "service"), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(other, "blobs", "service", filepath.Base(markers[0])), nil, 0o600))
		require.NoError(t, start(other), "the marker in the new storage says that it replaces the old one")
	})
}

// TestProcessesThatStartTogether checks that processes which start at the same time agree on their storage.
func TestProcessesThatStartTogether(t *testing.T) {
	t.Parallel()
	testkit.EachDatabase(t, func(t *testing.T, address string) {
		bucket, err := storage.OpenFolder(t.TempDir())
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, bucket.Close()) })
		var starting sync.WaitGroup
		for range 4 {
			s, err := server.New(t.Context(), server.Config{
				DataDir: t.TempDir(), DatabaseURL: address, Bucket: bucket, Secret: bytes.Repeat([]byte("s"), 32), Workers: -1, Logger: slog.New(slog.DiscardHandler)})
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, s.Shutdown(context.WithoutCancel(t.Context()))) })
			starting.Go(func() {
				if err := s.Start(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		starting.Wait()
	})
}

// TestTemporaryFilesOfKilledProcesses checks that the next process removes them when it starts.
func TestTemporaryFilesOfKilledProcesses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	left := filepath.Join(dir, "tmp", "batch-123")
	require.NoError(t, os.MkdirAll(left, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(left, "result.zip"), []byte("secret"), 0o600))
	r := newRig(t, "enterprise", server.Config{DataDir: dir, Workers: 1})
	require.NoDirExists(t, left)

	// A download leaves no file that another process would have to remove.
	form, kind := filesForm(t)
	o, err := r.ask(http.MethodPost, "/v1/batches", bytes.NewReader(form), "Content-Type", kind)
	require.NoError(t, err)
	require.Equal(t, http.StatusAccepted, o.status, "%s", o.body)
	path := o.header.Get("Location")
	require.Eventually(t, func() bool { return strings.Contains(string(r.get(path).body), `"status":"completed"`) }, failurePatience, 20*time.Millisecond)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, r.http.URL+path+"/download", nil)
	require.NoError(t, err)
	req.Header.Set("Authorization", "Bearer "+r.key)
	resp, err := r.http.Client().Do(req)
	require.NoError(t, err)
	defer resp.Body.Close()
	require.Equal(t, http.StatusOK, resp.StatusCode)
	names, err := filepath.Glob(filepath.Join(dir, "tmp", "batch-*"))
	require.NoError(t, err)
	require.Empty(t, names)
	_, err = io.Copy(io.Discard, resp.Body)
	require.NoError(t, err)
}

// TestADeletedConversionLeavesNothing checks that nothing is left of a conversion once the deletion is answered.
func TestADeletedConversionLeavesNothing(t *testing.T) {
	t.Parallel()
	d := newDisk(t)
	r := newRig(t, "enterprise", server.Config{Bucket: d, Workers: 1})
	remove := func(id string) {
		o, err := r.ask(http.MethodDelete, "/v1/conversions/"+id, nil)
		require.NoError(t, err)
		require.Equal(t, http.StatusNoContent, o.status)
	}
	id := r.convert().conversion(t, http.StatusOK).ID
	require.NotEmpty(t, d.names(t, "results/"))
	remove(id)
	require.Empty(t, d.names(t, "results/"))

	d.fill("results/") // this conversion cannot end
	id = r.async().ID
	require.Eventually(t, func() bool { return d.refused.Load() > 0 }, failurePatience, 5*time.Millisecond)
	remove(id)
	d.free()
	require.Eventually(t, func() bool { return len(d.names(t, "inputs/"))+len(d.names(t, "results/")) == 0 }, failurePatience, 20*time.Millisecond)
}

// TestReadinessIsFoundOutOnce checks that requests at the same time share one examination, and that its result is
// repeated for a while.
func TestReadinessIsFoundOutOnce(t *testing.T) {
	t.Parallel()
	d := newDisk(t)
	r := newRig(t, "enterprise", server.Config{Bucket: d, Workers: -1})
	d.fill("probe/")
	begin := time.Now()
	var asking sync.WaitGroup
	for range 50 {
		asking.Go(func() {
			if o, err := r.ask(http.MethodGet, "/readyz", nil); err != nil || o.status != http.StatusServiceUnavailable {
				t.Errorf("%v, status %d", err, o.status)
			}
		})
	}
	asking.Wait()
	require.LessOrEqual(t, d.refused.Load(), 1+int64(time.Since(begin)/(2*time.Second)))
	require.Equal(t, "0", metric(t, r.Server, `pagelift_ready{check="storage"}`))
	require.Equal(t, "1", metric(t, r.Server, `pagelift_ready{check="database"}`))
	d.free()
	require.Equal(t, "ok", r.checks(http.StatusOK)["storage"])
	require.Equal(t, "1", metric(t, r.Server, `pagelift_ready{check="storage"}`))
}

// silence is a body that does not end while the test waits for an answer. A client whose request has failed waits
// for the end of its body, too.
type silence struct{ end <-chan struct{} }

func (e silence) Read([]byte) (int, error) {
	select {
	case <-e.end:
		return 0, io.EOF
	case <-time.After(failurePatience):
		return 0, errors.New("nobody has answered before the body came")
	}
}

// refusalGrace is how long net/http waits for a body before it writes the answer, and then how long the writing
// may take.
const refusalGrace = time.Second

// TestWhatCannotBeAcceptedIsRefusedBeforeItComes checks requests in a month that is used up, and for a full queue.
func TestWhatCannotBeAcceptedIsRefusedBeforeItComes(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, address string) {
		r := newRig(t, "free", server.Config{DatabaseURL: address, Workers: -1, SyncWait: time.Millisecond, TransferGrace: refusalGrace})
		end := make(chan struct{})
		defer close(end)
		refused := func(status int, code client.Code) {
			for _, path := range []string{"/v1/convert/pdf-to-html", "/v1/batches"} {
				o, err := r.ask(http.MethodPost, path, silence{end}, "Content-Type", "multipart/form-data; boundary=b")
				require.NoError(t, err)
				require.Equal(t, status, o.status, "%s", o.body)
				require.Contains(t, string(o.body), `"`+string(code)+`"`)
			}
		}
		answered := r.convert("Idempotency-Key", "k")
		require.Equal(t, http.StatusAccepted, answered.status)
		set := func(query string, args ...any) {
			require.NoError(t, r.DB().Update(t.Context(), func(tx store.Tx) error {
				_, err := tx.Exec(t.Context(), query, args...)
				return err
			}))
		}
		set(`UPDATE usage_counts SET conversions = 100`)
		refused(http.StatusPaymentRequired, client.QuotaExceeded)
		again := r.convert("Idempotency-Key", "k")
		require.Equal(t, "true", again.header.Get("Idempotent-Replayed"), "%s", again.body)

		set(`UPDATE usage_counts SET conversions = 1`)
		require.NoError(t, r.DB().Update(t.Context(), func(tx store.Tx) error {
			a, err := store.GetAccountByName(t.Context(), tx, "rig")
			for i := 1; err == nil && i < 100; i++ {
				err = store.InsertConversion(t.Context(), tx, &store.Conversion{Account: a.ID})
			}
			return err
		}))
		refused(http.StatusTooManyRequests, client.QueueFull)
		require.Equal(t, "true", r.convert("Idempotency-Key", "k").header.Get("Idempotent-Replayed"))
	})
}

// TestRequestsWithOneName sends two requests with the same X-Request-Id and the same Idempotency-Key. They make
// one conversion.
func TestRequestsWithOneName(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, address string) {
		r := newRig(t, "enterprise", server.Config{DatabaseURL: address, Workers: 1})
		var mu sync.Mutex
		ids := map[string]bool{}
		var asking sync.WaitGroup
		for range 10 {
			asking.Go(func() {
				o := r.convert("Idempotency-Key", "k", "X-Request-Id", "the-same-for-all")
				if o.status == http.StatusConflict {
					return
				}
				mu.Lock()
				defer mu.Unlock()
				ids[o.conversion(t, http.StatusOK).ID] = true
			})
		}
		asking.Wait()
		require.Len(t, ids, 1)
	})
}

// filesForm returns a form of a batch.
func filesForm(t *testing.T) ([]byte, string) {
	t.Helper()
	one, kind := sampleForm(t, "a.pdf")
	return bytes.ReplaceAll(one, []byte(`name="file"`), []byte(`name="files[]"`)), kind
}
