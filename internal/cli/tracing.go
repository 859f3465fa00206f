package cli

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"github.com/pagelift/pagelift/internal/otlp"
)

// flushTime is how long the last spans may take on their way when the program ends.
const flushTime = 5 * time.Second

// newTracerProvider sends spans where the variables OTEL_EXPORTER_OTLP_... of the environment say; nil where they
// say nothing. done sends the rest.
func newTracerProvider(ctx context.Context, logger *slog.Logger) (provider trace.TracerProvider, done func(), err error) {
	exporter, err := otlp.FromEnvironment()
	if exporter == nil || err != nil {
		return nil, func() {}, err
	}
	about, err := resource.New(ctx, resource.WithTelemetrySDK(),
		resource.WithAttributes(attribute.String("service.name", "pagelift"), attribute.String("service.version", thisBuild().Version)),
		resource.WithFromEnv()) // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES come last, and win
	if err != nil {
		return nil, nil, fmt.Errorf("OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	p := sdk.NewTracerProvider(sdk.WithResource(about), sdk.WithBatcher(logged{exporter, logger}))
	return p, func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), flushTime)
		defer cancel()
		if err := p.Shutdown(ctx); err != nil {
			logger.Warn("spans are lost", "err", err)
		}
	}, nil
}

// logged is an exporter whose failures are logged: OpenTelemetry itself would write them elsewhere.
type logged struct {
	*otlp.Exporter
	log *slog.Logger
}

// ExportSpans sends spans.
func (l logged) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	if err := l.Exporter.ExportSpans(ctx, spans); err != nil {
		l.log.WarnContext(ctx, "spans are lost", "count", len(spans), "err", err)
	}
	return nil
}
