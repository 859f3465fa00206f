package client_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
)

func TestNewChecksWhatItIsGiven(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		key, base string
		want      error
	}{
		"good":                 {testKey, "https://pdf.example.com", nil},
		"behind a path":        {testKey, "http://localhost:8080/pdf/", nil},
		"a mistyped key":       {testKey[:len(testKey)-1] + "!", "https://pdf.example.com", client.InvalidAPIKey},
		"no address":           {testKey, "", client.InvalidParameter},
		"no scheme":            {testKey, "pdf.example.com", client.InvalidParameter},
		"another scheme":       {testKey, "ftp://pdf.example.com", client.InvalidParameter},
		"a password in it":     {testKey, "https://user:pass@pdf.example.com", client.InvalidParameter},
		"a query":              {testKey, "https://pdf.example.com?a=b", client.InvalidParameter},
		"a control character":  {testKey, "https://pdf.example.com\n", client.InvalidParameter},
		"a key in the address": {testKey, "https://" + testKey + "@pdf.example.com", client.InvalidParameter},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := client.New(c.key, client.Config{BaseURL: c.base})
			require.ErrorIs(t, err, c.want)
			if err != nil {
				require.NotContains(t, err.Error(), testSecret)
			}
		})
	}
}

func TestRequestsSayWhoAsks(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.dial(client.Config{UserAgent: "orders/2.1"})
	_, err := c.With(client.CallOptions{Header: http.Header{"traceparent": {"00-1-2-01"}, "authorization": {"Bearer other"}}}).Conversions.Get(t.Context(), conversionID)
	require.ErrorIs(t, err, client.ConversionNotFound)
	require.ErrorIs(t, err, client.ErrNotFound)
	require.ErrorContains(t, err, "(request req_1)")
	h := s.seen()[0].header
	require.Equal(t, "orders/2.1 pagelift-go", h.Get("User-Agent"))
	require.Equal(t, "application/json", h.Get("Accept"))
	require.Equal(t, "00-1-2-01", h.Get("Traceparent"))
	require.Empty(t, h.Get("Idempotency-Key"), "a GET needs none")

	_, err = c.Conversions.Get(t.Context(), conversionID)
	require.Error(t, err)
	require.Empty(t, s.seen()[1].header.Get("Traceparent"), "options stay with the client that With made")
}

func TestThePathOfTheAddressIsKept(t *testing.T) {
	t.Parallel()
	var path string
	c := newClient(t, client.Config{BaseURL: "https://example.com/pdf/", HTTPClient: &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		path = r.URL.Path
		rec := httptest.NewRecorder()
		reply(rec, 200, client.Usage{Plan: "free"})
		return rec.Result(), nil
	})}})
	u, err := c.Usage.Get(t.Context())
	require.NoError(t, err)
	require.Equal(t, "free", u.Plan)
	require.Equal(t, "/pdf/v1/usage", path)
}

func TestWithTimeoutBoundsACall(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.refuse = func(_ http.ResponseWriter, r *http.Request, _ int) bool {
		<-r.Context().Done()
		return true
	}
	_, err := s.dial(client.Config{}).With(client.CallOptions{Timeout: 20 * time.Millisecond}).Usage.Get(t.Context())
	require.ErrorIs(t, err, context.DeadlineExceeded)
}

func TestRedirectsAreRefused(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.refuse = func(w http.ResponseWriter, r *http.Request, _ int) bool {
		http.Redirect(w, r, "https://elsewhere.example.com/secret?a=b", http.StatusMovedPermanently)
		return true
	}
	_, err := s.dial(client.Config{}).Usage.Get(t.Context())
	require.EqualError(t, err, "client: status 301: it redirects to https://elsewhere.example.com; Config.BaseURL may be wrong (request req_1)")
	require.Len(t, s.seen(), 1)
}

// No way of printing a client shows the key, and no line of the log or error contains it, even when the other side
// sends it back.
func TestTheKeyIsNotShown(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	s := newService(t)
	s.refuse = func(w http.ResponseWriter, r *http.Request, _ int) bool {
		w.Header().Set("Location", "https://"+testKey+"/")
		refuse(w, http.StatusBadRequest, client.InvalidRequest, "what is "+r.Header.Get("Authorization")+"?")
		return true
	}
	c := s.dial(client.Config{Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	_, err := c.Conversions.List(t.Context(), client.ConversionQuery{CustomID: "customer-17"})
	require.ErrorIs(t, err, client.InvalidRequest)
	for _, shown := range []string{err.Error(), fmt.Sprintf("%#v", err), fmt.Sprintf("%v %+v %#v", c, c, c), fmt.Sprintf("%+v", c.Conversions), log.String()} {
		require.NotContains(t, shown, testSecret)
	}
	require.Contains(t, log.String(), "path=/v1/conversions ")
	require.Contains(t, log.String(), "status=400 request_id=req_1")
	require.NotContains(t, log.String(), "customer-17", "a query is the caller's affair")
}
