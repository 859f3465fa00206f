package server_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	sdk "go.opentelemetry.io/otel/sdk/trace"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/otlp"
	"github.com/pagelift/pagelift/server"
)

// collector receives spans over HTTP.
type collector struct {
	mu    sync.Mutex
	said  string // all bodies together
	spans map[string][]collected
}

// collected is a span that the collector received.
type collected struct {
	TraceID           string `json:"traceId"`
	SpanID            string `json:"spanId"`
	ParentSpanID      string `json:"parentSpanId"`
	Name              string `json:"name"`
	Kind              int    `json:"kind"`
	StartTimeUnixNano string `json:"startTimeUnixNano"`
	EndTimeUnixNano   string `json:"endTimeUnixNano"`
}

func (c *collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var request struct {
		ResourceSpans []struct {
			ScopeSpans []struct{ Spans []collected }
		}
	}
	if err != nil || r.URL.Path != "/v1/traces" || r.Header.Get("Content-Type") != "application/json" || json.Unmarshal(body, &request) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.said += string(body)
	for _, rs := range request.ResourceSpans {
		for _, ss := range rs.ScopeSpans {
			for _, s := range ss.Spans {
				c.spans[s.Name] = append(c.spans[s.Name], s)
			}
		}
	}
}

// one returns the only span with a name.
func (c *collector) one(t *testing.T, name string) collected {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	require.Len(t, c.spans[name], 1, name)
	return c.spans[name][0]
}

// collecting returns a collector, and a provider that sends its spans there.
func collecting(t *testing.T) (*collector, *sdk.TracerProvider) {
	t.Helper()
	c := &collector{spans: map[string][]collected{}}
	front := httptest.NewServer(c)
	t.Cleanup(front.Close)
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", front.URL+"/")
	exporter, err := otlp.FromEnvironment()
	require.NoError(t, err)
	provider := sdk.NewTracerProvider(sdk.WithBatcher(exporter))
	t.Cleanup(func() { require.NoError(t, provider.Shutdown(context.WithoutCancel(t.Context()))) })
	return c, provider
}

// TestAFetchIsInTheTrace checks that the span of a fetch is in the trace of its conversion, without the address.
func TestAFetchIsInTheTrace(t *testing.T) {
	c, provider := collecting(t)
	s := newService(t, reachesHere, func(c *server.Config) { c.TracerProvider = provider })
	url, _ := slowDocuments(t)
	s.postJSON(convertPath, `{"url":"`+url+`/private"}`).conversion(http.StatusOK)
	require.NoError(t, provider.ForceFlush(t.Context()))
	request, fetch := c.one(t, "POST /v1/convert/pdf-to-html"), c.one(t, "fetch")
	require.Equal(t, []any{request.TraceID, request.SpanID, 3}, []any{fetch.TraceID, fetch.ParentSpanID, fetch.Kind})
	require.NotContains(t, c.said, "private")
}

// TestAConversionIsOneTrace checks that the request, the work and the event of a conversion are in one trace,
// which has nothing of the document or of its owner.
func TestAConversionIsOneTrace(t *testing.T) {
	c, provider := collecting(t)
	h := newHooked(t, func(c *server.Config) { c.TracerProvider = provider })
	w, err := h.client.Webhooks.Create(t.Context(), client.WebhookRequest{URL: h.receiver.URL + "/private", Events: []string{"conversion.completed"}})
	require.NoError(t, err)
	h.answers(http.StatusNoContent, w.Secret)

	const trace, caller = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
	f, err := os.Open("../examples/sample.pdf")
	require.NoError(t, err)
	defer f.Close()
	asked := h.client.With(client.CallOptions{Header: http.Header{"Traceparent": {"00-" + trace + "-" + caller + "-01"}}})
	_, err = asked.Conversions.Convert(t.Context(), client.ConvertRequest{File: client.File{Content: f, Name: "secret-name.pdf"}})
	require.NoError(t, err)
	h.settled()
	ready, err := http.Get(h.url + "/readyz")
	require.NoError(t, err)
	require.NoError(t, ready.Body.Close())
	require.NoError(t, provider.ForceFlush(t.Context()))

	request, conversion, convert, hook := c.one(t, "POST /v1/convert/pdf-to-html"), c.one(t, "conversion"), c.one(t, "convert"), c.one(t, "webhook")
	for _, s := range []collected{request, conversion, convert, hook} {
		require.Equal(t, trace, s.TraceID, s.Name)
		require.LessOrEqual(t, s.StartTimeUnixNano, s.EndTimeUnixNano, s.Name)
	}
	require.Equal(t, []string{caller, request.SpanID, conversion.SpanID, request.SpanID},
		[]string{request.ParentSpanID, conversion.ParentSpanID, convert.ParentSpanID, hook.ParentSpanID})
	require.Equal(t, []int{2, 5, 1, 3}, []int{request.Kind, conversion.Kind, convert.Kind, hook.Kind}, "the kinds are server, consumer, internal, client")
	require.Equal(t, []string{"00-" + trace + "-" + hook.SpanID + "-01"}, h.traces)
	require.Empty(t, c.spans["GET /readyz"])
	for _, secret := range []string{"secret-name", "private", w.Secret, "pl_dev", h.receiver.URL} {
		require.NotContains(t, c.said, secret)
	}
}

// TestWithoutTracesTheCallersGoesAlong checks that an event carries the trace of the request as it came, if the
// service makes no traces.
func TestWithoutTracesTheCallersGoesAlong(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	w, err := h.client.Webhooks.Create(t.Context(), client.WebhookRequest{URL: h.receiver.URL, Events: []string{"conversion.completed"}})
	require.NoError(t, err)
	h.answers(http.StatusNoContent, w.Secret)
	const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"
	h.client = h.client.With(client.CallOptions{Header: http.Header{"Traceparent": {traceparent}}})
	h.convert(client.ConvertRequest{})
	h.settled()
	require.Equal(t, []string{traceparent}, h.traces)
}
