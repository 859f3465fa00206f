package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
)

const deliveriesPath = "/v1/deliveries"

// DeliveryService reads the log of deliveries. It belongs to a Client.
type DeliveryService struct{ c *Client }

// DeliveryQuery selects deliveries. Empty fields do not select.
type DeliveryQuery struct {
	WebhookID    string
	ConversionID string
	Status       DeliveryStatus
	Paging       Paging

	_ struct{} // callers must name the fields, so that fields can be added
}

func (q DeliveryQuery) values() url.Values {
	p := newParams()
	p.text("webhook_id", q.WebhookID)
	p.text("conversion_id", q.ConversionID)
	p.text("status", string(q.Status))
	p.paging(q.Paging)
	return p.Values
}

// List returns a page of the list of deliveries, newest first, without attempts.
func (s DeliveryService) List(ctx context.Context, q DeliveryQuery) (*Page[Delivery], error) {
	return get[Page[Delivery]](ctx, s.c, deliveriesPath, q.values())
}

// All walks the list. It ends at the first error.
func (s DeliveryService) All(ctx context.Context, q DeliveryQuery) iter.Seq2[*Delivery, error] {
	return all[Delivery](ctx, s.c, deliveriesPath, q.values())
}

// Get returns a delivery with its attempts.
func (s DeliveryService) Get(ctx context.Context, id string) (*Delivery, error) {
	return getOne[Delivery](ctx, s.c, deliveriesPath, id, "", nil)
}

// Replay sends a delivery again, with the same event id and a new series of attempts.
func (s DeliveryService) Replay(ctx context.Context, id string) (*Delivery, error) {
	return change[Delivery](ctx, s.c, http.MethodPost, deliveriesPath, id, "/replay", nil)
}
