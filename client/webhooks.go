package client

import (
	"context"
	"iter"
	"net/http"
)

const webhooksPath = "/v1/webhooks"

// WebhookService registers endpoints. It belongs to a Client.
type WebhookService struct{ c *Client }

// Create registers an endpoint. The answer is the only one that contains its Secret.
func (s WebhookService) Create(ctx context.Context, r WebhookRequest) (*Webhook, error) {
	return submit[Webhook](ctx, s.c, http.MethodPost, webhooksPath, r)
}

// Get returns an endpoint.
func (s WebhookService) Get(ctx context.Context, id string) (*Webhook, error) {
	return getOne[Webhook](ctx, s.c, webhooksPath, id, "", nil)
}

// List returns a page of the list of endpoints, newest first.
func (s WebhookService) List(ctx context.Context, g Paging) (*Page[Webhook], error) {
	return get[Page[Webhook]](ctx, s.c, webhooksPath, g.values())
}

// All walks the list. It ends at the first error.
func (s WebhookService) All(ctx context.Context, g Paging) iter.Seq2[*Webhook, error] {
	return all[Webhook](ctx, s.c, webhooksPath, g.values())
}

// Update changes an endpoint. If Status is set to WebhookEnabled, a disabled endpoint gets events again.
func (s WebhookService) Update(ctx context.Context, id string, u WebhookUpdate) (*Webhook, error) {
	return change[Webhook](ctx, s.c, http.MethodPatch, webhooksPath, id, "", u)
}

// Delete removes an endpoint.
func (s WebhookService) Delete(ctx context.Context, id string) error {
	return s.c.removeOne(ctx, webhooksPath, id)
}

// RotateSecret gives an endpoint a new Secret. The answer is the only one that contains it.
func (s WebhookService) RotateSecret(ctx context.Context, id string, r Rotation) (*Webhook, error) {
	return change[Webhook](ctx, s.c, http.MethodPost, webhooksPath, id, "/rotate-secret", r)
}

// RotateAccountSecret makes a new secret for the addresses that come with single conversions and batches. The
// answer is the only one that contains it. The first call makes the first secret.
func (s WebhookService) RotateAccountSecret(ctx context.Context, r Rotation) (*Secret, error) {
	return submit[Secret](ctx, s.c, http.MethodPost, "/v1/webhook-secret/rotate", r)
}

// Test sends a sample of an event to an endpoint at once, and returns the outcome.
func (s WebhookService) Test(ctx context.Context, id, event string) (*Attempt, error) {
	return change[Attempt](ctx, s.c, http.MethodPost, webhooksPath, id, "/test", map[string]string{"event": event})
}

// Replay sends deliveries of an endpoint again, with the same event ids.
func (s WebhookService) Replay(ctx context.Context, id string, r Replay) (*Replayed, error) {
	return change[Replayed](ctx, s.c, http.MethodPost, webhooksPath, id, "/replay", r)
}
