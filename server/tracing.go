package server

import (
	"context"
	"net/http"
	"slices"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"github.com/pagelift/pagelift/internal/store"
)

// tracing makes spans of requests, conversions, fetches and attempts to deliver events. All spans of one
// conversion belong to one trace. A trace contains no document, no name of a document, no key, and no address but
// routes. The zero value makes no spans.
type tracing struct {
	tracer trace.Tracer // nil: no traces
}

// tracerName is the name of the tracer.
const tracerName = "github.com/pagelift/pagelift/server"

func newTracing(p trace.TracerProvider) tracing {
	if p == nil {
		return tracing{}
	}
	return tracing{p.Tracer(tracerName)}
}

// traceparentHeader is the header of W3C Trace Context.
const traceparentHeader = "traceparent"

// follow returns a context in the trace of a traceparent. The traceparent may be empty.
func follow(ctx context.Context, traceparent string) context.Context {
	return propagation.TraceContext{}.Extract(ctx, propagation.MapCarrier{traceparentHeader: traceparent})
}

// traceparentOf returns the traceparent of the span of a context, or "".
func traceparentOf(ctx context.Context) string {
	carrier := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, carrier)
	return carrier[traceparentHeader]
}

// watched lists routes that monitoring requests every few seconds. They get no trace.
var watched = []string{"/healthz", "/readyz", "/metrics"}

// request begins the span of a request. The caller calls end at its end.
func (t tracing) request(r *http.Request, route string) (traced *http.Request, end func(status int)) {
	if t.tracer == nil || slices.Contains(watched, route) {
		return r, func(int) {}
	}
	method := methodLabel(r.Method)
	ctx, span := t.tracer.Start(follow(r.Context(), traceparent(r)), method+" "+route, trace.WithSpanKind(trace.SpanKindServer),
		trace.WithAttributes(attribute.String("http.request.method", method), attribute.String("http.route", route)))
	return r.WithContext(ctx), func(status int) {
		span.SetAttributes(attribute.Int("http.response.status_code", status))
		if status >= http.StatusInternalServerError {
			span.SetStatus(codes.Error, "")
		}
		span.End()
	}
}

// conversion makes the spans of a conversion that has ended: one for all of it, and one for the work on it, from
// the first worker that began it.
func (t tracing) conversion(_ store.Event, c *store.Conversion) {
	if t.tracer == nil || !c.Status.Terminal() {
		return
	}
	ctx, job := t.tracer.Start(follow(context.Background(), c.Traceparent), "conversion", trace.WithTimestamp(c.Created), trace.WithSpanKind(trace.SpanKindConsumer),
		trace.WithAttributes(attribute.String("pagelift.conversion.id", c.ID), attribute.String("pagelift.conversion.status", string(c.Status))))
	if !c.Started.IsZero() {
		_, work := t.tracer.Start(ctx, "convert", trace.WithTimestamp(c.Started),
			trace.WithAttributes(attribute.Int64("pagelift.pages", c.PagesDone), attribute.Int64("pagelift.attempts", c.Attempts)))
		work.End(trace.WithTimestamp(c.Completed))
	}
	if c.Error != nil {
		job.SetAttributes(attribute.String("error.type", c.Error.Code))
		job.SetStatus(codes.Error, c.Error.Code)
	}
	job.End(trace.WithTimestamp(c.Completed))
}

// fetch begins the span of a fetch, in the trace of the conversion with a traceparent. The caller calls ended at
// its end.
func (t tracing) fetch(traceparent string) (ended func(outcome string)) {
	if t.tracer == nil {
		return func(string) {}
	}
	_, span := t.tracer.Start(follow(context.Background(), traceparent), "fetch", trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(attribute.String("http.request.method", http.MethodGet)))
	return func(outcome string) {
		if outcome != "ok" {
			span.SetAttributes(attribute.String("error.type", outcome))
			span.SetStatus(codes.Error, outcome)
		}
		span.End()
	}
}

// attempt begins the span of an attempt to deliver an event, in the trace of a traceparent. It returns the
// traceparent for the request, and a function that ends the span.
func (t tracing) attempt(traceparent string) (string, func(outcome string, status int64)) {
	if t.tracer == nil {
		return traceparent, func(string, int64) {}
	}
	ctx, span := t.tracer.Start(follow(context.Background(), traceparent), "webhook", trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(attribute.String("http.request.method", http.MethodPost)))
	return traceparentOf(ctx), func(outcome string, status int64) {
		if status > 0 {
			span.SetAttributes(attribute.Int64("http.response.status_code", status))
		}
		if outcome != "ok" {
			span.SetAttributes(attribute.String("error.type", outcome))
			span.SetStatus(codes.Error, outcome)
		}
		span.End()
	}
}
