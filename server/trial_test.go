package server_test

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/store/storetest"
	"github.com/pagelift/pagelift/server"
)

// TestATrialGoesTheWayOfDeliveries checks that a process which does not send events lets another one send the test
// event, and says so if there is none.
func TestATrialGoesTheWayOfDeliveries(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, address string) {
		var outbound server.Config
		h := newHooked(t, func(c *server.Config) {
			c.DatabaseURL = address
			outbound = *c
			c.Workers, c.RootCAs = -1, nil // it would not trust the certificate of the receiver
		})
		w, err := h.client.Webhooks.Create(t.Context(), client.WebhookRequest{URL: h.receiver.URL})
		require.NoError(t, err)
		h.answers(http.StatusAccepted, w.Secret)
		key, err := h.service.IssueKey(t.Context(), server.KeyRequest{Account: "one", Plan: "enterprise", Environment: "dev", Name: "once"})
		require.NoError(t, err)
		once, err := client.New(key.Key, client.Config{BaseURL: h.url, Retry: client.RetryPolicy{Attempts: 1}})
		require.NoError(t, err)
		_, err = once.Webhooks.Test(t.Context(), w.ID, "conversion.failed")
		var e *client.Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, client.ServiceUnavailable, e.Code)
		require.Equal(t, "outbound", e.Details["reason"])

		// Two test events of an account may wait, and a third may not: slow receivers of one account must not
		// delay the tests of others.
		var waiting sync.WaitGroup
		var refused atomic.Int64
		for range 3 {
			waiting.Go(func() {
				_, err := once.Webhooks.Test(t.Context(), w.ID, "conversion.failed")
				if errors.Is(err, client.RateLimitExceeded) {
					refused.Add(1)
				}
			})
		}
		waiting.Wait()
		require.Equal(t, int64(1), refused.Load())

		reaches := true
		outbound.Workers, outbound.Outbound = -1, &reaches
		other, err := server.New(t.Context(), outbound)
		require.NoError(t, err)
		require.NoError(t, other.Start(t.Context()))
		t.Cleanup(func() { require.NoError(t, other.Shutdown(context.Background())) })
		attempt, err := h.client.Webhooks.Test(t.Context(), w.ID, "conversion.failed")
		require.NoError(t, err)
		require.Nil(t, attempt.Error)
		require.Equal(t, http.StatusAccepted, *attempt.StatusCode)
		require.Equal(t, 1, attempt.Number)
		page, err := h.client.Deliveries.List(t.Context(), client.DeliveryQuery{})
		require.NoError(t, err)
		require.Empty(t, page.Data, "a test event is not in the log of deliveries")
	})
}
