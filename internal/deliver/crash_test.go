package deliver_test

import (
	"context"
	"crypto/x509"
	"encoding/base64"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/deliver"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/store/storetest"
)

// To test a process that ends between an attempt and its report, this test runs again in another process. That
// process gets the address of the database and the certificate to trust.
const (
	childEnv       = "PAGELIFT_TEST_DELIVER_DATABASE"
	certificateEnv = "PAGELIFT_TEST_DELIVER_CERTIFICATE"
)

// exitCrashed is the exit status of the child after it has done what it is for.
const exitCrashed = 3

func child(address string) {
	raw, err := base64.StdEncoding.DecodeString(os.Getenv(certificateEnv))
	must(err)
	certificate, err := x509.ParseCertificate(raw)
	must(err)
	pool := x509.NewCertPool()
	pool.AddCert(certificate)
	db, err := store.Open(context.Background(), store.Config{URL: address})
	must(err)
	vault, err := deliver.NewVault([]byte("a key of the service"))
	must(err)
	s, err := deliver.NewSender(deliver.Config{
		DB: db, Vault: vault, Guard: loopback, RootCAs: pool, Lease: childLease, Logger: slog.New(slog.DiscardHandler),
		Observe: func(string, time.Duration) { os.Exit(exitCrashed) },
	})
	must(err)
	must(s.Start(context.Background()))
	select {}
}

// childLease is short, so that the test soon finds what the child has left.
const childLease = 2 * time.Second

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// TestACrashAfterTheAttemptMakesADuplicate shows that an event that was sent and not reported is sent again, with
// the same id. The child also shows that a delivery outlives the process that wrote it.
func TestACrashAfterTheAttemptMakesADuplicate(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, address string) {
		b := newBench(t, address)
		var requests atomic.Int64
		ids := make(chan string, 2)
		server := receiver(t, func(w http.ResponseWriter, r *http.Request) {
			requests.Add(1)
			ids <- r.Header.Get("Webhook-Id")
			w.WriteHeader(http.StatusOK)
		})
		b.endpoint(store.Webhook{URL: server.URL})
		b.emit(1, "")
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childEnv+"="+address,
			certificateEnv+"="+base64.StdEncoding.EncodeToString(server.Certificate().Raw))
		var exit *exec.ExitError
		require.ErrorAs(t, cmd.Run(), &exit)
		require.Equal(t, exitCrashed, exit.ExitCode())
		require.True(t, b.log()[0].Sending)

		b.sender(deliver.Config{}, server)
		d := b.settled()[0]
		require.Equal(t, store.Succeeded, d.Status)
		require.Equal(t, int64(2), requests.Load())
		require.Equal(t, d.EventID, <-ids)
		require.Equal(t, d.EventID, <-ids)
	})
}
