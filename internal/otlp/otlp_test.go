package otlp_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"github.com/pagelift/pagelift/internal/otlp"
)

// environment sets variables, and clears the others that the package reads.
func environment(t *testing.T, set map[string]string) {
	t.Helper()
	for _, name := range []string{"OTEL_SDK_DISABLED", "OTEL_TRACES_EXPORTER"} {
		t.Setenv(name, set[name])
	}
	for _, name := range []string{"ENDPOINT", "HEADERS", "PROTOCOL", "TIMEOUT"} {
		for _, prefix := range []string{"OTEL_EXPORTER_OTLP_", "OTEL_EXPORTER_OTLP_TRACES_"} {
			t.Setenv(prefix+name, set[prefix+name])
		}
	}
}

func TestTheEnvironmentIsRead(t *testing.T) {
	for name, c := range map[string]struct {
		set map[string]string
		on  bool
		err string
	}{
		"nothing":      {},
		"an endpoint":  {set: map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://localhost:4318"}, on: true},
		"of traces":    {set: map[string]string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "https://c.example/x"}, on: true},
		"disabled":     {set: map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://localhost:4318", "OTEL_SDK_DISABLED": "true"}},
		"no exporter":  {set: map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://localhost:4318", "OTEL_TRACES_EXPORTER": "none"}},
		"no address":   {set: map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "collector:secret@localhost:4318"}, err: "no http address"},
		"gRPC":         {set: map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://localhost:4317", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}, err: "only http/json"},
		"bad time":     {set: map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://localhost:4318", "OTEL_EXPORTER_OTLP_TIMEOUT": "10s"}, err: "milliseconds"},
		"bad headers":  {set: map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://localhost:4318", "OTEL_EXPORTER_OTLP_HEADERS": "secret"}, err: "NAME=VALUE"},
		"good headers": {set: map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://localhost:4318", "OTEL_EXPORTER_OTLP_HEADERS": "a=b, c=d%20e"}, on: true},
	} {
		t.Run(name, func(t *testing.T) {
			environment(t, c.set)
			e, err := otlp.FromEnvironment()
			require.Equal(t, c.on, e != nil)
			if c.err == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, c.err)
			require.NotContains(t, err.Error(), "secret")
		})
	}
}

// spans returns two spans; one is the parent of the other.
func spans(t *testing.T) []sdk.ReadOnlySpan {
	t.Helper()
	recorder := tracetest.NewSpanRecorder()
	p := sdk.NewTracerProvider(sdk.WithSpanProcessor(recorder), sdk.WithResource(resource.NewSchemaless(attribute.String("service.name", "test"))))
	ctx, parent := p.Tracer("scope").Start(t.Context(), "parent", trace.WithSpanKind(trace.SpanKindServer))
	_, child := p.Tracer("scope").Start(ctx, "child", trace.WithAttributes(attribute.Int64("n", 1<<60), attribute.Bool("b", false), attribute.Float64("f", .5), attribute.String("s", "")))
	child.SetStatus(codes.Error, "why")
	child.End()
	parent.End()
	return recorder.Ended()
}

func TestSpansAreSentAsTheSpecificationHasThem(t *testing.T) {
	var got map[string]any
	var header http.Header
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header = r.Header
		body, err := io.ReadAll(r.Body)
		if err = errors.Join(err, json.Unmarshal(body, &got)); err != nil {
			w.WriteHeader(http.StatusBadRequest)
		}
	}))
	t.Cleanup(s.Close)
	environment(t, map[string]string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": s.URL, "OTEL_EXPORTER_OTLP_HEADERS": "authorization=Bearer%20x"})
	e, err := otlp.FromEnvironment()
	require.NoError(t, err)
	ended := spans(t)
	require.NoError(t, e.ExportSpans(t.Context(), ended))
	require.Equal(t, "Bearer x", header.Get("Authorization"))
	child, parent := ended[0], ended[1]
	require.Equal(t, map[string]any{"resourceSpans": []any{map[string]any{
		"resource": map[string]any{"attributes": []any{map[string]any{"key": "service.name", "value": map[string]any{"stringValue": "test"}}}},
		"scopeSpans": []any{map[string]any{"scope": map[string]any{"name": "scope"}, "spans": []any{
			map[string]any{
				"traceId": child.SpanContext().TraceID().String(), "spanId": child.SpanContext().SpanID().String(), "parentSpanId": parent.SpanContext().SpanID().String(),
				"name": "child", "kind": 1.0, "status": map[string]any{"code": 2.0, "message": "why"},
				"startTimeUnixNano": unixNano(child.StartTime().UnixNano()), "endTimeUnixNano": unixNano(child.EndTime().UnixNano()),
				"attributes": []any{
					map[string]any{"key": "n", "value": map[string]any{"intValue": "1152921504606846976"}}, map[string]any{"key": "b", "value": map[string]any{"boolValue": false}},
					map[string]any{"key": "f", "value": map[string]any{"doubleValue": .5}}, map[string]any{"key": "s", "value": map[string]any{"stringValue": ""}},
				},
			},
			map[string]any{
				"traceId": parent.SpanContext().TraceID().String(), "spanId": parent.SpanContext().SpanID().String(), "name": "parent", "kind": 2.0, "status": map[string]any{},
				"startTimeUnixNano": unixNano(parent.StartTime().UnixNano()), "endTimeUnixNano": unixNano(parent.EndTime().UnixNano()),
			},
		}}},
	}}}, got)
}

func unixNano(n int64) string {
	text, _ := json.Marshal(n)
	return string(text)
}

func TestSendingIsRepeatedWhereItHelps(t *testing.T) {
	for name, c := range map[string]struct {
		answers []int
		tries   int
		failed  bool
	}{
		"too much to do": {[]int{503, 429, 200}, 3, false},
		"refused":        {[]int{400, 200}, 1, true},
	} {
		t.Run(name, func(t *testing.T) {
			tries := 0
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(c.answers[tries])
				tries++
			}))
			t.Cleanup(s.Close)
			environment(t, map[string]string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": s.URL})
			e, err := otlp.FromEnvironment()
			require.NoError(t, err)
			require.Equal(t, c.failed, e.ExportSpans(t.Context(), spans(t)) != nil)
			require.Equal(t, c.tries, tries)
		})
	}
}

func TestTheAddressOfTheCollectorIsNotTold(t *testing.T) {
	environment(t, map[string]string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://127.0.0.1:1/?key=secret", "OTEL_EXPORTER_OTLP_TIMEOUT": "1"})
	e, err := otlp.FromEnvironment()
	require.NoError(t, err)
	err = e.ExportSpans(t.Context(), spans(t))
	require.ErrorContains(t, err, "otlp: ")
	require.NotContains(t, err.Error(), "secret")
}
