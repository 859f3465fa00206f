package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTheQueueStartsPatiently: a database that answers too late is asked again, one that refuses is not.
func TestTheQueueStartsPatiently(t *testing.T) {
	t.Parallel()
	late, refused := fmt.Errorf("fetching the queue: %w", context.DeadlineExceeded), errors.New("no such table")
	gone, leave := context.WithCancel(t.Context())
	leave()
	for name, c := range map[string]struct {
		ctx     context.Context
		answers []error // of one try after the other
		want    error
	}{
		"at once":         {t.Context(), []error{nil}, nil},
		"late once":       {t.Context(), []error{late, nil}, nil},
		"late each time":  {t.Context(), []error{late, late, late}, late},
		"refused":         {t.Context(), []error{refused}, refused},
		"late, then not":  {t.Context(), []error{late, refused}, refused},
		"nobody waits":    {gone, []error{late}, late},
		"last try counts": {t.Context(), []error{late, late, nil}, nil},
	} {
		tries := 0
		err := startPatiently(c.ctx, slog.New(slog.DiscardHandler), func() error {
			tries++
			return c.answers[tries-1]
		})
		require.Equal(t, c.want, err, name)
		require.Len(t, c.answers, tries, name)
	}
}
