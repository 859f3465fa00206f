// Package otlp sends the spans of OpenTelemetry to a collector: OTLP over HTTP with a body of JSON, the stable
// encoding of the OpenTelemetry Protocol Specification 1.x. The exporter of OpenTelemetry itself brings gRPC and
// protobuf, which are initialised at each start of the program (docs/adr/0030-metrics-and-traces.md).
package otlp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	sdk "go.opentelemetry.io/otel/sdk/trace"
)

// Exporter sends spans. FromEnvironment returns one.
type Exporter struct {
	endpoint string
	header   http.Header
	client   *http.Client
}

var _ sdk.SpanExporter = (*Exporter)(nil)

// Variables of the environment, as the specification names them.
const (
	envEndpoint = "ENDPOINT"
	envHeaders  = "HEADERS"
	envProtocol = "PROTOCOL"
	envTimeout  = "TIMEOUT"

	prefix       = "OTEL_EXPORTER_OTLP_"
	prefixTraces = "OTEL_EXPORTER_OTLP_TRACES_"
)

// timeoutDefault is how long sending may take, repetitions included, unless OTEL_EXPORTER_OTLP_TIMEOUT sets
// another time in milliseconds.
const timeoutDefault = 10 * time.Second

// setting returns the value of the variable for traces, or that of the general variable.
func setting(name string) string {
	if v := os.Getenv(prefixTraces + name); v != "" {
		return v
	}
	return os.Getenv(prefix + name)
}

// FromEnvironment returns an exporter for the endpoint in OTEL_EXPORTER_OTLP_TRACES_ENDPOINT or
// OTEL_EXPORTER_OTLP_ENDPOINT. It also reads the variables HEADERS and TIMEOUT with the same prefixes. It returns
// nil without an endpoint, or if OTEL_SDK_DISABLED is true or OTEL_TRACES_EXPORTER is none. PROTOCOL can only be
// http/json.
func FromEnvironment() (*Exporter, error) {
	disabled, _ := strconv.ParseBool(os.Getenv("OTEL_SDK_DISABLED"))
	endpoint := os.Getenv(prefixTraces + envEndpoint)
	if base := os.Getenv(prefix + envEndpoint); endpoint == "" && base != "" {
		endpoint = strings.TrimSuffix(base, "/") + "/v1/traces"
	}
	if disabled || endpoint == "" || os.Getenv("OTEL_TRACES_EXPORTER") == "none" {
		return nil, nil
	}
	u, err := url.Parse(endpoint)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, errors.New("otlp: the endpoint is no http address") // the endpoint may contain a password
	}
	if p := setting(envProtocol); p != "" && p != "http/json" {
		return nil, fmt.Errorf("otlp: the protocol %q is not offered, only http/json", p)
	}
	e := &Exporter{endpoint: endpoint, header: http.Header{}, client: &http.Client{Timeout: timeoutDefault}}
	if ms := setting(envTimeout); ms != "" {
		n, err := strconv.Atoi(ms)
		if err != nil || n <= 0 {
			return nil, fmt.Errorf("otlp: the timeout %q is no number of milliseconds", ms)
		}
		e.client.Timeout = time.Duration(n) * time.Millisecond
	}
	for pair := range strings.SplitSeq(setting(envHeaders), ",") {
		name, value, ok := strings.Cut(strings.TrimSpace(pair), "=")
		if value, err = url.PathUnescape(value); ok && err == nil {
			e.header.Set(strings.TrimSpace(name), strings.TrimSpace(value))
		} else if pair != "" {
			return nil, errors.New("otlp: the headers are no list of NAME=VALUE") // they may be secret
		}
	}
	return e, nil
}

// Sending is repeated while the collector asks for it or cannot be reached.
const (
	pauseMin = 200 * time.Millisecond
	pauseMax = 5 * time.Second

	// maxAnswer bounds what is read of an answer. The answer itself is not used.
	maxAnswer = 64 << 10
)

// ExportSpans sends spans, within the time that the exporter may take.
func (e *Exporter) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	if len(spans) == 0 {
		return nil
	}
	body, err := json.Marshal(encode(spans))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, e.client.Timeout)
	defer cancel()
	for pause := pauseMin; ; pause = min(2*pause, pauseMax) {
		again, err := e.send(ctx, body)
		if err == nil || !again {
			return err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return err
		}
	}
}

// send sends once. again says whether a repetition may succeed.
func (e *Exporter) send(ctx context.Context, body []byte) (again bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, e.endpoint, bytes.NewReader(body))
	if err != nil {
		return false, err
	}
	req.Header = e.header.Clone()
	req.Header.Set("Content-Type", "application/json")
	resp, err := e.client.Do(req)
	if err != nil {
		var known *url.Error
		if errors.As(err, &known) {
			err = known.Err // without the address, which may contain a key
		}
		return true, fmt.Errorf("otlp: %w", err)
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, maxAnswer)) // so that the connection can be used again
	switch resp.StatusCode {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		again = true
	}
	if resp.StatusCode > 299 {
		err = fmt.Errorf("otlp: the collector answered %d", resp.StatusCode)
	}
	return again, err
}

// Shutdown implements sdk.SpanExporter. The exporter keeps nothing.
func (e *Exporter) Shutdown(context.Context) error {
	e.client.CloseIdleConnections()
	return nil
}
