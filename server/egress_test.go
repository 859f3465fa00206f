package server_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/server"
)

// TestTheServiceGoesOutThroughItsProxy checks that documents are fetched and events sent through the proxy, and
// that no other connection reaches their servers. A proxy that is down is a failure like any other: the conversion
// says so, and the event is sent again.
func TestTheServiceGoesOutThroughItsProxy(t *testing.T) {
	t.Parallel()
	proxy := testkit.NewProxy(t, false, func(target string) string {
		if target == "192.0.2.1:443" { // a connection of Examine to an address that nobody uses
			return ""
		}
		return target
	})
	address := proxy.At("me", "pr0xyword").String()
	theLog.secret("pr0xyword")
	h := newHooked(t, func(c *server.Config) {
		c.EgressProxy, c.WebhookSchedule = address, []time.Duration{0, 10 * time.Millisecond, time.Hour}
	})
	documents := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, "../examples/sample.pdf") }))
	t.Cleanup(documents.Close)
	w, err := h.client.Webhooks.Create(t.Context(), client.WebhookRequest{URL: h.receiver.URL, Events: []string{"conversion.completed", "conversion.failed"}})
	require.NoError(t, err)
	h.answers(http.StatusNoContent, w.Secret)
	_, err = h.client.Conversions.Convert(t.Context(), client.ConvertRequest{URL: documents.URL})
	require.NoError(t, err)
	require.Equal(t, client.DeliverySucceeded, h.delivery(func(d client.Delivery) bool { return d.Status != client.DeliveryPending }).Status)
	requests, credentials := proxy.Heard()
	require.ElementsMatch(t, []string{"CONNECT " + hostPort(documents.URL), "CONNECT " + hostPort(h.receiver.URL)}, requests)
	require.NotContains(t, credentials, "")

	checks := h.service.Examine(t.Context())
	require.Equal(t, server.Check{Name: "egress proxy", Detail: "takes CONNECT"}, checks[len(checks)-1])

	proxy.Down()
	checks = h.service.Examine(t.Context())
	require.ErrorContains(t, checks[len(checks)-1].Err, "refused")
	_, err = h.client.Conversions.Convert(t.Context(), client.ConvertRequest{URL: documents.URL})
	require.ErrorIs(t, err, client.URLFetchFailed)
	d := h.delivery(func(d client.Delivery) bool { return d.Event == "conversion.failed" && d.AttemptCount == 2 })
	require.Equal(t, client.DeliveryPending, d.Status)
}

// hostPort returns the host and port of an address.
func hostPort(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	return rest
}

// delivery waits for a delivery for which is returns true.
func (h *hooked) delivery(is func(client.Delivery) bool) client.Delivery {
	h.Helper()
	for end := time.Now().Add(hookPatience); ; {
		require.True(h, time.Now().Before(end), "no delivery is as expected")
		for d, err := range h.client.Deliveries.All(h.Context(), client.DeliveryQuery{}) {
			require.NoError(h, err)
			if is(*d) {
				return *d
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// TestAWrongProxyIsNoConfiguration checks that a proxy address that is not valid is refused, and that no error
// shows its password.
func TestAWrongProxyIsNoConfiguration(t *testing.T) {
	t.Parallel()
	_, err := server.New(t.Context(), server.Config{DataDir: t.TempDir(), EgressProxy: "socks5://me:pr0xyword@proxy"})
	require.ErrorIs(t, err, server.ErrConfig)
	require.ErrorContains(t, err, "EgressProxy")
	require.NotContains(t, err.Error(), "pr0xyword")
}
