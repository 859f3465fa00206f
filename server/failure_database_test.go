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
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/server"
)

const (
	// failBy is when a request must have failed whose database is away.
	failBy = 5 * time.Second

	// recoverBy is when requests must succeed again once it is back.
	recoverBy = 10 * time.Second
)

// TestADatabaseThatRestartsUnderLoad: requests fail soon and say why, what was accepted is
// converted, and the service goes on by itself.
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
			t.Error(err) // the service itself never goes away
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
					<-time.After(50 * time.Millisecond) // a client that tries again
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
