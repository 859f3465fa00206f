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

// flushTime is how long sending the last spans may take when the program ends.
const flushTime = 5 * time.Second

// newTracerProvider returns a provider that sends spans where the environment variables OTEL_EXPORTER_OTLP_...
// say, or nil without such variables. done sends the remaining spans.
func newTracerProvider(ctx context.Context, logger *slog.Logger) (provider trace.TracerProvider, done func(), err error) {
	exporter, err := otlp.FromEnvironment()
	if exporter == nil || err != nil {
		return nil, func() {}, err
	}
	about, err := resource.New(ctx, resource.WithTelemetrySDK(),
		resource.WithAttributes(attribute.String("service.name", "pagelift"), attribute.String("service.version", thisBuild().Version)),
		resource.WithFromEnv()) // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES come last and take precedence
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

// logged is an exporter that logs its failures. OpenTelemetry itself would write them elsewhere.
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
