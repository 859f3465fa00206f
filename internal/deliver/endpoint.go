package deliver

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/pagelift/pagelift/internal/store"
)

// deadAfter is how long all deliveries to an endpoint must fail before it is disabled. By then, each has been
// attempted for hours.
const deadAfter = 5 * 24 * time.Hour

// Reasons why an endpoint is disabled, as its owner reads them.
const (
	reasonGone = "The endpoint answered 410 Gone."
	reasonDead = "All deliveries have failed since %s."
)

// tally counts what the attempts of one step say about an endpoint.
type tally struct {
	succeeded bool
	gone      bool
	failed    int64 // deliveries, not attempts
}

func (t *tally) count(r store.Report) {
	t.succeeded = t.succeeded || r.Status == store.Succeeded
	t.gone = t.gone || r.Attempt.StatusCode == http.StatusGone
	if r.Status == store.GivenUp {
		t.failed++
	}
}

// settle stores the tally. It disables an endpoint that answered 410 or is dead.
func (t *tally) settle(ctx context.Context, tx store.Tx, id string) error {
	if t.gone {
		return store.DisableWebhook(ctx, tx, id, reasonGone)
	}
	if t.succeeded {
		return store.WebhookSucceeded(ctx, tx, id)
	}
	if t.failed == 0 {
		return nil
	}
	w, err := store.WebhookFailed(ctx, tx, id, t.failed)
	if errors.Is(err, store.ErrNotFound) {
		return nil // deleted meanwhile
	}
	if err != nil {
		return err
	}
	now, err := tx.Now(ctx)
	if err != nil || now.Sub(w.FailingSince) < deadAfter {
		return err
	}
	return store.DisableWebhook(ctx, tx, id, fmt.Sprintf(reasonDead, w.FailingSince.Format(time.RFC3339)))
}
