package otlp

import (
	"strconv"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdk "go.opentelemetry.io/otel/sdk/trace"
)

// The messages of opentelemetry/proto/collector/trace/v1, as far as they are used, in the JSON mapping that the
// specification gives them: ids in hexadecimal, numbers of 64 bits as strings, enumerations as numbers.
type (
	request struct {
		ResourceSpans []resourceSpans `json:"resourceSpans"`
	}
	resourceSpans struct {
		Resource   resource     `json:"resource"`
		ScopeSpans []scopeSpans `json:"scopeSpans"`
	}
	resource struct {
		Attributes []keyValue `json:"attributes"`
	}
	scopeSpans struct {
		Scope scope  `json:"scope"`
		Spans []span `json:"spans"`
	}
	scope struct {
		Name    string `json:"name"`
		Version string `json:"version,omitempty"`
	}
	span struct {
		TraceID    string     `json:"traceId"`
		SpanID     string     `json:"spanId"`
		Parent     string     `json:"parentSpanId,omitempty"`
		TraceState string     `json:"traceState,omitempty"`
		Name       string     `json:"name"`
		Kind       int        `json:"kind"`
		Start      string     `json:"startTimeUnixNano"`
		End        string     `json:"endTimeUnixNano"`
		Attributes []keyValue `json:"attributes,omitempty"`
		Dropped    int        `json:"droppedAttributesCount,omitempty"`
		Links      []link     `json:"links,omitempty"`
		Status     status     `json:"status"`
	}
	link struct {
		TraceID string `json:"traceId"`
		SpanID  string `json:"spanId"`
	}
	status struct {
		Code    int    `json:"code,omitempty"`
		Message string `json:"message,omitempty"`
	}
	keyValue struct {
		Key   string `json:"key"`
		Value value  `json:"value"`
	}
	value struct {
		String *string  `json:"stringValue,omitempty"`
		Bool   *bool    `json:"boolValue,omitempty"`
		Int    *string  `json:"intValue,omitempty"`
		Double *float64 `json:"doubleValue,omitempty"`
	}
)

// encode returns the request for spans. All of them belong to one resource, their process.
func encode(spans []sdk.ReadOnlySpan) request {
	byScope := map[scope]int{}
	out := resourceSpans{Resource: resource{attributes(spans[0].Resource().Attributes())}}
	for _, s := range spans {
		by := scope{s.InstrumentationScope().Name, s.InstrumentationScope().Version}
		i, known := byScope[by]
		if !known {
			i = len(out.ScopeSpans)
			byScope[by] = i
			out.ScopeSpans = append(out.ScopeSpans, scopeSpans{Scope: by})
		}
		out.ScopeSpans[i].Spans = append(out.ScopeSpans[i].Spans, encodeSpan(s))
	}
	return request{[]resourceSpans{out}}
}

func encodeSpan(s sdk.ReadOnlySpan) span {
	out := span{
		TraceID: s.SpanContext().TraceID().String(), SpanID: s.SpanContext().SpanID().String(), TraceState: s.SpanContext().TraceState().String(),
		Name: s.Name(), Kind: int(s.SpanKind()), // the numbers of both are the same
		Start: nanoseconds(s.StartTime()), End: nanoseconds(s.EndTime()),
		Attributes: attributes(s.Attributes()), Dropped: s.DroppedAttributes(),
	}
	if s.Parent().SpanID().IsValid() {
		out.Parent = s.Parent().SpanID().String()
	}
	for _, l := range s.Links() {
		out.Links = append(out.Links, link{l.SpanContext.TraceID().String(), l.SpanContext.SpanID().String()})
	}
	switch s.Status().Code {
	case codes.Ok:
		out.Status.Code = 1
	case codes.Error:
		out.Status = status{2, s.Status().Description}
	}
	return out
}

func nanoseconds(t time.Time) string { return strconv.FormatInt(t.UnixNano(), 10) }

// attributes converts attributes. Lists become text, since the service has none.
func attributes(list []attribute.KeyValue) []keyValue {
	out := make([]keyValue, 0, len(list))
	for _, a := range list {
		var v value
		switch a.Value.Type() {
		case attribute.BOOL:
			v.Bool = new(a.Value.AsBool())
		case attribute.INT64:
			v.Int = new(strconv.FormatInt(a.Value.AsInt64(), 10))
		case attribute.FLOAT64:
			v.Double = new(a.Value.AsFloat64())
		default:
			v.String = new(a.Value.String())
		}
		out = append(out, keyValue{string(a.Key), v})
	}
	return out
}
