package store

import (
	"context"
	"maps"
	"slices"
	"time"
)

// Deliveries wait in their table, by host and the time from which they may be taken.
// Who takes one gets it for the time of a lease, and a fence: the outcome of an attempt
// counts only as long as nobody has taken (or given up) the delivery since.

// DueHosts returns hosts behind another, in order, to which deliveries are due, limit at
// most. It costs a few steps in an index for each host that deliveries wait for,
// however many these are.
func DueHosts(ctx context.Context, tx Tx, behind string, limit int) ([]string, error) {
	now, err := tx.Now(ctx)
	if err != nil {
		return nil, err
	}
	return collect(ctx, tx, scanID, `WITH RECURSIVE hosts(host) AS (
			SELECT (SELECT MIN(host) FROM deliveries WHERE status = 'pending' AND host > $1)
			UNION ALL
			SELECT (SELECT MIN(d.host) FROM deliveries d WHERE d.status = 'pending' AND d.host > hosts.host)
			FROM hosts WHERE hosts.host IS NOT NULL)
		SELECT host FROM hosts WHERE host IS NOT NULL AND
			(SELECT MIN(d.ready_at) FROM deliveries d WHERE d.status = 'pending' AND d.host = hosts.host) <= $2
		LIMIT $3`, behind, micros(now), limit)
}

// NextDue is how long it is until the next pending delivery that is not due yet will be;
// negative when there is none.
func NextDue(ctx context.Context, tx Tx) (time.Duration, error) {
	now, err := tx.Now(ctx)
	if err != nil {
		return 0, err
	}
	var at time.Time
	err = tx.QueryRow(ctx, `SELECT MIN(ready_at) FROM deliveries WHERE status = 'pending' AND ready_at > $1`,
		micros(now)).Scan(stamp{&at})
	if err != nil || at.IsZero() {
		return -1, err
	}
	return at.Sub(now), nil
}

// TakeDeliveries takes the deliveries to a host that have been due longest, limit at most.
func TakeDeliveries(ctx context.Context, tx Tx, host string, limit int, lease time.Duration) ([]*Delivery, error) {
	now, err := tx.Now(ctx)
	if err != nil {
		return nil, err
	}
	return collect(ctx, tx, scanDelivery, `UPDATE deliveries SET ready_at = $4, sending = 1, fence = fence + 1
		WHERE status = 'pending' AND ready_at <= $2 AND id IN (SELECT id FROM deliveries
			WHERE status = 'pending' AND host = $1 AND ready_at <= $2 ORDER BY ready_at LIMIT $3) RETURNING `+deliveryColumns,
		host, micros(now), limit, micros(now.Add(lease)))
}

// Receivers returns the endpoints and the encrypted secrets of the accounts that
// deliveries go to, by their ids.
func Receivers(ctx context.Context, tx Tx, ds []*Delivery) (webhooks map[string]*Webhook, secrets map[string]string, err error) {
	webhooks, secrets = map[string]*Webhook{}, map[string]string{}
	for _, d := range ds {
		if d.Webhook != "" {
			webhooks[d.Webhook] = nil
		} else {
			secrets[d.Account] = ""
		}
	}
	if len(webhooks) > 0 {
		ids, args := list(slices.Sorted(maps.Keys(webhooks)), itself)
		found, err := collect(ctx, tx, scanWebhook, `SELECT `+webhookColumns+` FROM webhooks WHERE id IN `+ids, args...)
		if err != nil {
			return nil, nil, err
		}
		for _, w := range found {
			webhooks[w.ID] = w
		}
	}
	if len(secrets) > 0 {
		ids, args := list(slices.Sorted(maps.Keys(secrets)), itself)
		_, err = collect(ctx, tx, func(r Row) (struct{}, error) {
			var id, secret string
			err := r.Scan(&id, &secret)
			secrets[id] = secret
			return struct{}{}, err
		}, `SELECT id, webhook_secret FROM accounts WHERE id IN `+ids, args...)
	}
	return webhooks, secrets, err
}

func itself(id string) any { return id }

// Report is what became of an attempt, or of a delivery that was taken.
type Report struct {
	Delivery string
	Fence    int64
	Status   DeliveryStatus

	// Delay is when a pending one is due again.
	Delay time.Duration

	// Attempt is nil for a delivery that was taken and not sent.
	Attempt *Attempt
}

// ReportDeliveries stores what became of deliveries that were taken. It returns the ids of
// those for which that counts, the others have been taken or given up meanwhile. Attempts
// are kept in any case, but those of deliveries that are gone.
func ReportDeliveries(ctx context.Context, tx Tx, reports []Report) (counted map[string]bool, err error) {
	now, err := tx.Now(ctx)
	if err != nil {
		return nil, err
	}
	attempts := &values{types: []string{"TEXT", "BIGINT", "BIGINT", "BIGINT", "TEXT", "TEXT"}}
	states := &values{types: []string{"TEXT", "BIGINT", "TEXT", "BIGINT", "BIGINT", "BIGINT"}}
	for _, r := range reports {
		tried := 0
		if a := r.Attempt; a != nil {
			tried = 1
			attempts.row(r.Delivery, micros(a.Started), a.Duration.Microseconds(), a.StatusCode, a.Error, a.Response)
		}
		ready, completed := any(nil), micros(now)
		if r.Status == Pending {
			ready, completed = micros(now.Add(r.Delay)), nil
		}
		states.row(r.Delivery, r.Fence, string(r.Status), ready, completed, tried)
	}
	if attempts.Len() > 0 {
		// The number comes from the delivery. Two who report at once lose one of the two.
		if _, err := tx.Exec(ctx, `WITH a(id, started_at, micros, status_code, error, response) AS (VALUES `+attempts.text()+`)
			INSERT INTO delivery_attempts (delivery_id, number, started_at, micros, status_code, error, response)
			SELECT a.id, d.attempt_total + 1, a.started_at, a.micros, a.status_code, a.error, a.response
			FROM a JOIN deliveries d ON d.id = a.id WHERE TRUE ON CONFLICT DO NOTHING`, attempts.args...); err != nil {
			return nil, err
		}
	}
	ids, err := collect(ctx, tx, scanID, `WITH r(id, fence, status, ready_at, completed_at, tried) AS (VALUES `+states.text()+`)
		UPDATE deliveries SET status = r.status, ready_at = r.ready_at, completed_at = r.completed_at, sending = 0,
			attempt_count = attempt_count + r.tried, attempt_total = attempt_total + r.tried
		FROM r WHERE deliveries.id = r.id AND deliveries.fence = r.fence RETURNING deliveries.id`, states.args...)
	if err != nil {
		return nil, err
	}
	counted = map[string]bool{}
	for _, id := range ids {
		counted[id] = true
	}
	var stale []string
	for _, r := range reports {
		if !counted[r.Delivery] && r.Attempt != nil {
			stale = append(stale, r.Delivery)
		}
	}
	if len(stale) > 0 {
		ids, args := list(stale, itself)
		_, err = tx.Exec(ctx, `UPDATE deliveries SET attempt_total = attempt_total + 1 WHERE id IN `+ids, args...)
	}
	return counted, err
}

// SupersedeDeliveries ends the pending deliveries of an event of a batch, and that are not
// under way, in favour of a newer one.
func SupersedeDeliveries(ctx context.Context, tx Tx, batch, event string) error {
	now, err := tx.Now(ctx)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE deliveries SET status = 'superseded', completed_at = $3, ready_at = NULL
		WHERE batch_id <> '' AND batch_id = $1 AND event = $2 AND status = 'pending' AND sending = 0`, batch, event, micros(now))
	return err
}

func scanID(r Row) (id string, err error) { return id, r.Scan(&id) }
