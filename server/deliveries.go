package server

import (
	"errors"
	"net/http"
	"net/url"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/deliver"
	"github.com/pagelift/pagelift/internal/store"
)

// listDeliveries answers with a page of the log of deliveries.
func (s *delivery) listDeliveries(c *call) error {
	f, err := deliveryFilter(c.r.URL.Query())
	if err != nil {
		return err
	}
	records, next, err := s.deliveries(c, f)
	if err != nil {
		return err
	}
	page := client.Page[client.Delivery]{Data: []client.Delivery{}, HasMore: next != "", NextCursor: optionalString(next)}
	for _, d := range records {
		page.Data = append(page.Data, wireDelivery(d))
	}
	return c.respond(http.StatusOK, page)
}

// deliveryFilter reads the query of a list of deliveries.
func deliveryFilter(q url.Values) (f store.DeliveryFilter, err error) {
	if err := knownParameters(q, "webhook_id", "conversion_id", "status", "limit", "cursor"); err != nil {
		return f, err
	}
	f = store.DeliveryFilter{
		Webhook: q.Get("webhook_id"), Conversion: q.Get("conversion_id"),
		Status: store.DeliveryStatus(q.Get("status")), Cursor: q.Get("cursor"),
	}
	if f.Status != "" && !isDeliveryStatus(f.Status) {
		return f, badParameter("status", "is none of pending, succeeded, failed, superseded")
	}
	f.Limit, err = intParameter(q, "limit", 1, pageMost, pageDefault)
	return f, err
}

// deliveries returns a page of the account's deliveries, and the cursor of the next page.
func (s *delivery) deliveries(c *call, f store.DeliveryFilter) (records []*store.Delivery, next string, err error) {
	err = s.db.View(c.ctx(), func(tx store.Tx) error {
		records, next, err = store.ListDeliveries(c.ctx(), tx, c.account.ID, f)
		return err
	})
	return records, next, s.listError(err)
}

func isDeliveryStatus(s store.DeliveryStatus) bool {
	switch s {
	case store.Pending, store.Succeeded, store.GivenUp, store.Superseded:
		return true
	}
	return false
}

// wireDelivery returns a delivery as clients see it, without its attempts.
func wireDelivery(d *store.Delivery) client.Delivery {
	out := client.Delivery{
		ID: d.ID, EventID: d.EventID, Event: d.Event,
		WebhookID: optionalString(d.Webhook), URL: d.URL,
		ConversionID: optionalString(d.Conversion), BatchID: optionalString(d.Batch),
		Status: client.DeliveryStatus(d.Status), AttemptCount: int(d.Attempts),
		CreatedAt: d.Created, CompletedAt: optionalTime(d.Completed),
	}
	if d.Status == store.Pending && !d.Sending {
		out.NextAttemptAt = optionalTime(d.Ready)
	}
	return out
}

// getDelivery answers with a delivery and its attempts.
func (s *delivery) getDelivery(c *call) error {
	if err := knownParameters(c.r.URL.Query()); err != nil {
		return err
	}
	out, err := s.readDelivery(c)
	if err != nil {
		return err
	}
	return c.respond(http.StatusOK, out)
}

// readDelivery returns the delivery that the path names, with its attempts.
func (s *delivery) readDelivery(c *call) (out client.Delivery, err error) {
	err = s.db.View(c.ctx(), func(tx store.Tx) error {
		out, err = s.delivery(c, tx)
		return err
	})
	return out, s.deliveryError(err)
}

// delivery reads the delivery that the path names, with its attempts, in a transaction.
func (s *delivery) delivery(c *call, tx store.Tx) (out client.Delivery, err error) {
	d, err := store.GetDelivery(c.ctx(), tx, c.account.ID, c.r.PathValue("id"))
	if err != nil {
		return out, err
	}
	attempts, err := store.ListAttempts(c.ctx(), tx, d.ID)
	out = wireDelivery(d)
	out.Attempts = make([]client.Attempt, len(attempts))
	for i, a := range attempts {
		out.Attempts[i] = wireAttempt(a)
	}
	return out, err
}

func (s *delivery) deliveryError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, store.ErrNotFound):
		return failure(client.DeliveryNotFound, "there is no such delivery")
	}
	return s.storeError(err)
}

// replayDelivery sends a delivery again.
func (s *delivery) replayDelivery(c *call) error {
	fingerprint, err := s.readBody(c.w, c.r, &struct{}{})
	if err != nil {
		return err
	}
	if replayed, err := c.begin(fingerprint); replayed || err != nil {
		return err
	}
	out, err := s.replayOne(c)
	if err != nil {
		return err
	}
	return c.respond(http.StatusOK, out)
}

// replayOne sends the delivery that the path names again.
func (s *delivery) replayOne(c *call) (out client.Delivery, err error) {
	err = s.db.Update(c.ctx(), func(tx store.Tx) error {
		d, err := store.GetDelivery(c.ctx(), tx, c.account.ID, c.r.PathValue("id"))
		if err != nil {
			return err
		}
		if d.Webhook != "" {
			w, err := store.LockWebhook(c.ctx(), tx, c.account.ID, d.Webhook)
			if err := receiving(w, err); err != nil {
				return err
			}
		}
		if _, err := store.ReplayDelivery(c.ctx(), tx, c.account.ID, d.ID); err != nil {
			return err
		}
		if out, err = s.delivery(c, tx); err != nil {
			return err
		}
		return deliver.Wake(c.ctx(), tx)
	})
	return out, s.deliveryError(err)
}

// receiving returns an error if an endpoint gets no deliveries. The error says why.
func receiving(w *store.Webhook, err error) error {
	switch {
	case errors.Is(err, store.ErrNotFound):
		return failure(client.WebhookNotFound, "there is no such webhook (any more)")
	case err != nil:
		return err
	case !w.Disabled.IsZero():
		e := failure(client.WebhookIsDisabled, "the webhook is disabled: enable it first")
		e.Details = map[string]any{"disabled_reason": w.DisabledReason}
		return e
	}
	return nil
}

// replayWebhook sends deliveries to an endpoint again.
func (s *delivery) replayWebhook(c *call) error {
	var req client.Replay
	fingerprint, err := s.readBody(c.w, c.r, &req)
	if err != nil {
		return err
	}
	r, err := replayRange(req)
	if err != nil {
		return err
	}
	if replayed, err := c.begin(fingerprint); replayed || err != nil {
		return err
	}
	n, err := s.replayMany(c, r)
	if err != nil {
		return err
	}
	return c.respond(http.StatusOK, client.Replayed{Count: int(n)})
}

// replayRange returns the range of deliveries that a request wants to replay.
func replayRange(req client.Replay) (store.ReplayRange, error) {
	r := store.ReplayRange{Status: store.GivenUp}
	switch req.Status {
	case "", client.DeliveryFailed:
	case client.DeliverySucceeded, client.DeliverySuperseded:
		r.Status = store.DeliveryStatus(req.Status)
	default:
		return r, badParameter("status", "is none of failed, succeeded, superseded")
	}
	if req.Since != nil {
		r.Since = *req.Since
	}
	if req.Until != nil {
		r.Until = *req.Until
	}
	return r, nil
}

// replayMany sends deliveries again to the endpoint that the path names, and counts them.
func (s *delivery) replayMany(c *call, r store.ReplayRange) (n int64, err error) {
	err = s.db.Update(c.ctx(), func(tx store.Tx) error {
		w, err := store.LockWebhook(c.ctx(), tx, c.account.ID, c.r.PathValue("id"))
		if err := receiving(w, err); err != nil {
			return err
		}
		if n, err = store.ReplayDeliveries(c.ctx(), tx, w.ID, r, replayMost); err != nil || n == 0 {
			return err
		}
		return deliver.Wake(c.ctx(), tx)
	})
	return n, s.webhookError(err)
}
