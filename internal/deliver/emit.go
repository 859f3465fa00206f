package deliver

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/webhook"
)

// Notice is an event of an account.
type Notice struct {
	Account string

	// Event is what happened. If its ID is empty, Emit makes one. A zero Timestamp means now.
	Event *webhook.Event

	// URL is an address that came with the conversion or batch. It gets the event as well as the endpoints of the
	// account. It may be empty.
	URL string

	// Traceparent is sent with the requests. It may be empty.
	Traceparent string
}

// Emit writes the deliveries of an event, and wakes a Sender if the transaction commits. If URL is also registered
// as an endpoint, only the endpoint gets a delivery. A newer progress event of a batch replaces older ones that
// are not delivered yet, and so does the end of the batch.
func Emit(ctx context.Context, tx store.Tx, n Notice) error {
	e := n.Event
	if e.Kind == webhook.BatchProgress || e.Kind == webhook.BatchCompleted {
		if err := store.SupersedeDeliveries(ctx, tx, e.BatchID, string(webhook.BatchProgress)); err != nil {
			return err
		}
	}
	targets, err := targetsOf(ctx, tx, n)
	if err != nil || len(targets) == 0 {
		return err
	}
	payload, err := encode(ctx, tx, *e)
	if err != nil {
		return err
	}
	for _, d := range targets {
		d.Account, d.Event, d.EventID, d.Payload = n.Account, string(e.Kind), payload.id, payload.text
		d.Conversion, d.Batch, d.Traceparent = e.ConversionID, e.BatchID, n.Traceparent
	}
	if err := store.InsertDeliveries(ctx, tx, targets); err != nil {
		return err
	}
	return Wake(ctx, tx)
}

// Wake makes a Sender look for deliveries if the transaction commits.
func Wake(ctx context.Context, tx store.Tx) error {
	return tx.Enqueue(ctx, wakeArgs{}, &river.InsertOpts{Queue: queue, MaxAttempts: 1})
}

// targetsOf returns a delivery for each address that gets the event.
func targetsOf(ctx context.Context, tx store.Tx, n Notice) (targets []*store.Delivery, err error) {
	webhooks, err := store.ListWebhooks(ctx, tx, n.Account)
	if err != nil {
		return nil, err
	}
	registered := false
	for _, w := range webhooks {
		if w.Disabled.IsZero() && w.Takes(string(n.Event.Kind)) {
			targets = append(targets, &store.Delivery{Webhook: w.ID, URL: w.URL, Host: HostOf(w.URL)})
			registered = registered || canonical(w.URL) == canonical(n.URL)
		}
	}
	if n.URL != "" && !registered {
		targets = append(targets, &store.Delivery{URL: n.URL, Host: HostOf(n.URL)})
	}
	return targets, nil
}

// HostOf returns the host and port of an address. Limits of deliveries apply to each host and port.
func HostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80"}[u.Scheme]
	}
	if port == "" {
		port = "443"
	}
	return strings.ToLower(u.Hostname()) + ":" + port
}

// canonical returns one form for all addresses that differ in spelling only.
func canonical(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	u.Host = HostOf(address)
	if u.Path == "" {
		u.Path = "/"
	}
	return u.String()
}

// payload is an event as it is stored. The bodies of requests differ by format and attempt.
type payload struct{ id, text string }

func encode(ctx context.Context, tx store.Tx, e webhook.Event) (payload, error) {
	if e.ID == "" {
		e.ID = store.NewID("evt")
	}
	if e.Timestamp.IsZero() {
		now, err := tx.Now(ctx)
		if err != nil {
			return payload{}, err
		}
		e.Timestamp = now
	}
	e.Raw = nil
	text, err := json.Marshal(e)
	if err != nil {
		return payload{}, fmt.Errorf("deliver: the event %s: %w", e.Kind, err)
	}
	return payload{e.ID, string(text)}, nil
}

func decode(text string) (*webhook.Event, error) {
	e := &webhook.Event{}
	if err := json.Unmarshal([]byte(text), e); err != nil {
		return nil, fmt.Errorf("deliver: a stored event is damaged: %w", err)
	}
	if bytes.Equal(e.Document, []byte("null")) {
		e.Document = nil
	}
	return e, nil
}

// Hook returns a hook that emits the events of conversions. downloadURL returns the URL of a result.
func Hook(downloadURL func(*store.Conversion) string) store.Hook {
	return func(ctx context.Context, tx store.Tx, event store.Event, c *store.Conversion) error {
		e := eventOf(event, c)
		if e == nil {
			return nil
		}
		if event == store.ConversionCompleted {
			e.DownloadURL = downloadURL(c)
		}
		return Emit(ctx, tx, Notice{Account: c.Account, Event: e, URL: c.WebhookURL, Traceparent: c.Traceparent})
	}
}

// eventOf returns the event of a conversion, or nil if receivers are not told of it.
func eventOf(event store.Event, c *store.Conversion) *webhook.Event {
	e := &webhook.Event{
		Kind: webhook.Kind(event), Timestamp: c.Completed, ConversionID: c.ID, BatchID: c.Batch, Status: string(c.Status),
		InputFile: c.InputFile, CreatedAt: c.Created,
		Metadata: webhook.Metadata{
			Pages: int(c.PagesTotal), FileSize: c.FileSize, ProcessingTime: c.Duration.Round(time.Millisecond).Seconds(),
		},
	}
	switch event {
	case store.ConversionStarted:
		e.Timestamp = c.Started
	case store.ConversionCompleted:
		e.CompletedAt, e.Document = c.Completed, c.Metadata
	case store.ConversionFailed:
		e.Failure = &webhook.Failure{Code: c.Error.Code, Message: c.Error.Message}
		if c.Error.Details != nil {
			_ = json.Unmarshal(c.Error.Details, &e.Failure.Details) // without the details the event still names the failure
		}
	default:
		return nil
	}
	return e
}
