package server_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/server"
)

// TestATrialGoesTheWayOfDeliveries: a process that does not reach out has another one send the sample, and says so
// where there is none.
func TestATrialGoesTheWayOfDeliveries(t *testing.T) {
	t.Parallel()
	testkit.EachDatabase(t, func(t *testing.T, address string) {
		var outbound server.Config
		h := newHooked(t, func(c *server.Config) {
			c.DatabaseURL = address
			outbound = *c
			c.Workers, c.RootCAs = -1, nil // it would not trust the receiver
		})
		w, err := h.client.Webhooks.Create(t.Context(), client.WebhookRequest{URL: h.receiver.URL})
		require.NoError(t, err)
		h.answers(http.StatusAccepted, w.Secret)
		once, cancel := context.WithTimeout(t.Context(), 14*time.Second) // more than the service waits, less than the client until it asks again
		defer cancel()
		_, err = h.client.Webhooks.Test(once, w.ID, "conversion.failed")
		var e *client.Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, client.ServiceUnavailable, e.Code)
		require.Equal(t, "outbound", e.Details["reason"])

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
		require.Empty(t, page.Data, "it is not in the log")
	})
}
