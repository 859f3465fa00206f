package server_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/worker"
	"github.com/pagelift/pagelift/server"
	"github.com/pagelift/pagelift/storage"
)

// gated is a converter that converts one document for each value sent to its gate.
type gated struct {
	*worker.InProcess
	gate chan struct{}
}

// Convert implements worker.Converter.
func (g *gated) Convert(ctx context.Context, job worker.Job) (*worker.Outcome, error) {
	select {
	case <-g.gate:
		return g.InProcess.Convert(ctx, job)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// TestUploadsAreStoredForWhoNeedsThem checks which documents are stored: those that wait, those that have events
// before their end, and those that may be asked for again. A document is not stored if its request is answered
// with the result.
func TestUploadsAreStoredForWhoNeedsThem(t *testing.T) {
	t.Parallel()
	d, g := newDisk(t), &gated{worker.NewInProcess(2, t.TempDir()), make(chan struct{}, 10)}
	// Conversions must end within the wait, on a busy machine too. What is held takes all of the wait.
	config := server.Config{Bucket: d, Workers: 2, SyncWait: 2 * time.Second}
	config.SetConverter(g)
	r := newRig(t, "enterprise", config)
	require.NoError(t, r.DB().Update(t.Context(), func(tx store.Tx) error {
		_, err := tx.Exec(t.Context(), `UPDATE accounts SET overrides = $1`, `{"concurrent":1}`)
		return err
	}))
	converts := func() bool {
		g.gate <- struct{}{}
		return r.convert().status == http.StatusOK
	}
	d.fill("inputs/")
	require.Eventually(t, converts, failurePatience, time.Millisecond, "a busy machine may take longer than the wait")
	r.convert("Idempotency-Key", "k").unavailable(t, "storage")
	r.convert("Prefer", "respond-async").unavailable(t, "storage")
	for len(g.gate) > 0 {
		<-g.gate
	}
	r.convert().unavailable(t, "storage") // storing it fails, but the conversion goes on
	r.convert().unavailable(t, "storage") // it would have to wait for the first one
	g.gate <- struct{}{}
	require.Eventually(t, func() bool { return r.running(t) == 0 }, failurePatience, 10*time.Millisecond)
	require.Empty(t, d.names(t, "inputs/"))

	d.free()
	first := r.convert().conversion(t, http.StatusAccepted)
	second := r.convert().conversion(t, http.StatusAccepted)
	require.Equal(t, []string{"inputs/" + first.ID, "inputs/" + second.ID}, d.names(t, "inputs/"))
	for _, id := range []string{first.ID, second.ID} {
		g.gate <- struct{}{}
		require.Equal(t, client.StatusCompleted, r.ends(id).Status)
	}
	require.Eventually(t, func() bool { return len(d.names(t, "inputs/")) == 0 }, failurePatience, 10*time.Millisecond)
}

// running counts the conversions that have not ended.
func (r *rig) running(t *testing.T) (n int64) {
	require.NoError(t, r.DB().View(t.Context(), func(tx store.Tx) error {
		b, err := store.GetBacklog(t.Context(), tx)
		n = b.Waiting + b.Running
		return err
	}))
	return n
}

// steady is a storage that keeps what it was given, even if the sender has gone.
type steady struct {
	storage.Bucket
	got, gone chan struct{}
}

// Put implements storage.Bucket.
func (b *steady) Put(ctx context.Context, key string, r io.Reader, mediaType string) error {
	if !strings.HasPrefix(key, "inputs/") {
		return b.Bucket.Put(ctx, key, r, mediaType)
	}
	all, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	close(b.got)
	<-b.gone
	return errors.Join(b.Bucket.Put(context.WithoutCancel(ctx), key, bytes.NewReader(all), mediaType), ctx.Err())
}

// TestNothingIsLeftOfAClientThatGoes checks that nothing is left of a document whose client goes while the storage
// keeps it, unless the document is to be converted in any case.
func TestNothingIsLeftOfAClientThatGoes(t *testing.T) {
	t.Parallel()
	d, dir := newDisk(t), t.TempDir()
	b := &steady{d, make(chan struct{}), make(chan struct{})}
	r := newRig(t, "enterprise", server.Config{DataDir: dir, Bucket: b, Workers: -1})
	body, kind := sampleForm(t, "a.pdf")
	ctx, cancel := context.WithCancel(t.Context())
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, r.http.URL+"/v1/convert/pdf-to-html", bytes.NewReader(body))
	require.NoError(t, err)
	req.Header.Set("Content-Type", kind)
	req.Header.Set("Authorization", "Bearer "+r.key)
	req.Header.Set("Prefer", "respond-async")
	go func() {
		<-b.got
		cancel()
	}()
	_, err = http.DefaultClient.Do(req)
	require.ErrorIs(t, err, context.Canceled)
	time.Sleep(100 * time.Millisecond) // the service may notice, or not
	close(b.gone)
	require.NoError(t, r.Shutdown(t.Context())) // the request has ended
	db, err := store.Open(t.Context(), store.Config{URL: filepath.Join(dir, "pagelift.db")})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	for _, name := range d.names(t, "inputs/") {
		require.NoError(t, db.View(t.Context(), func(tx store.Tx) error {
			_, err := store.GetConversion(t.Context(), tx, strings.TrimPrefix(name, "inputs/"))
			return err
		}), name)
	}
}
