package store

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// DeliveryStatus is the state of a delivery.
type DeliveryStatus string

const (
	// Pending: an attempt is under way or due.
	Pending DeliveryStatus = "pending"
	// Succeeded: the endpoint accepted it.
	Succeeded DeliveryStatus = "succeeded"
	// GivenUp: all attempts failed.
	GivenUp DeliveryStatus = "failed"
	// Superseded: a newer event took its place.
	Superseded DeliveryStatus = "superseded"
)

// Delivery is the delivery of one event to one endpoint.
type Delivery struct {
	ID          string // dlv_...
	Account     string
	EventID     string
	Event       string // its kind
	Payload     string // the event, as package deliver encodes it
	Webhook     string // empty for an address that came with a conversion or batch
	URL         string
	Host        string // host and port
	Conversion  string
	Batch       string
	Traceparent string

	Status    DeliveryStatus
	Attempts  int64     // of the present series
	Total     int64     // of all series
	Ready     time.Time // of a pending one: when the next attempt is due, or when the lease of the present one ends
	Sending   bool      // an attempt is under way
	Fence     int64
	Created   time.Time
	Completed time.Time
}

// Attempt is one request to an endpoint.
type Attempt struct {
	Number     int64 // from 1, over all series
	Started    time.Time
	Duration   time.Duration // until the last header of the answer
	StatusCode int64         // 0: no answer
	Error      string        // the class of the failure; empty for success
	Response   string        // the beginning of the answer's body
}

const deliveryColumns = `id, account_id, event_id, event, payload, webhook_id, url, host, conversion_id, batch_id, traceparent,
	status, attempt_count, attempt_total, ready_at, sending, fence, created_at, completed_at`

func scanDelivery(r Row) (*Delivery, error) {
	d, sending := &Delivery{}, int64(0)
	err := r.Scan(&d.ID, &d.Account, &d.EventID, &d.Event, &d.Payload, &d.Webhook, &d.URL, &d.Host, &d.Conversion, &d.Batch,
		&d.Traceparent, (*string)(&d.Status), &d.Attempts, &d.Total, stamp{&d.Ready}, &sending, &d.Fence,
		stamp{&d.Created}, stamp{&d.Completed})
	d.Sending = sending != 0
	return d, err
}

// InsertDeliveries adds pending deliveries that are due at once. It makes their IDs.
func InsertDeliveries(ctx context.Context, tx Tx, ds []*Delivery) error {
	if len(ds) == 0 {
		return nil
	}
	now, err := tx.Now(ctx)
	if err != nil {
		return err
	}
	v := &values{}
	for _, d := range ds {
		d.ID, d.Status, d.Ready, d.Created = NewID("dlv"), Pending, now, now
		v.row(d.ID, d.Account, d.EventID, d.Event, d.Payload, d.Webhook, d.URL, d.Host, endpointOf(d), d.Conversion, d.Batch,
			d.Traceparent, string(d.Status), micros(now), micros(now))
	}
	_, err = tx.Exec(ctx, `INSERT INTO deliveries (id, account_id, event_id, event, payload, webhook_id, url, host, endpoint,
		conversion_id, batch_id, traceparent, status, ready_at, created_at) VALUES `+v.text(), v.args...)
	return err
}

// values builds the rows of a VALUES list.
type values struct {
	strings.Builder
	types []string // casts of the columns in the first row; empty: no casts
	args  []any
}

func (v *values) row(row ...any) {
	sep := "("
	if v.Len() > 0 {
		sep = ", ("
	}
	for i, arg := range row {
		v.args = append(v.args, arg)
		v.WriteString(sep)
		if i < len(v.types) {
			fmt.Fprintf(v, "CAST($%d AS %s)", len(v.args), v.types[i])
		} else {
			fmt.Fprintf(v, "$%d", len(v.args))
		}
		sep = ", "
	}
	v.WriteString(")")
}

func (v *values) text() string { return v.String() }

// GetDelivery returns a delivery of an account, or ErrNotFound.
func GetDelivery(ctx context.Context, tx Tx, account, id string) (*Delivery, error) {
	return scanDelivery(tx.QueryRow(ctx, `SELECT `+deliveryColumns+` FROM deliveries WHERE id = $1 AND account_id = $2`, id, account))
}

// ListAttempts returns the attempts of a delivery, oldest first.
func ListAttempts(ctx context.Context, tx Tx, delivery string) ([]Attempt, error) {
	return collect(ctx, tx, func(r Row) (a Attempt, err error) {
		var duration int64
		err = r.Scan(&a.Number, stamp{&a.Started}, &duration, &a.StatusCode, &a.Error, &a.Response)
		a.Duration = time.Duration(duration) * time.Microsecond
		return a, err
	}, `SELECT number, started_at, micros, status_code, error, response FROM delivery_attempts
		WHERE delivery_id = $1 ORDER BY number`, delivery)
}

// DeliveryFilter selects deliveries of an account. Zero fields select all.
type DeliveryFilter struct {
	Webhook    string
	Conversion string
	Status     DeliveryStatus

	// Cursor is the end of the previous page; empty for the first.
	Cursor string
	// Limit is the most deliveries to return. The caller bounds it.
	Limit int

	_ struct{}
}

// ListDeliveries returns deliveries of an account, newest first, and the cursor of the next page. The cursor is
// empty on the last page.
func ListDeliveries(ctx context.Context, tx Tx, account string, f DeliveryFilter) (page []*Delivery, next string, err error) {
	s := newSelection("account_id =", account)
	if f.Webhook != "" {
		s.add("webhook_id <> '' AND webhook_id =", f.Webhook) // repeats the condition of the partial index for the planner
	}
	if f.Conversion != "" {
		s.add("conversion_id <> '' AND conversion_id =", f.Conversion)
	}
	if f.Status != "" {
		s.is("status", string(f.Status))
	}
	if f.Status == Pending || f.Status == Superseded {
		s.where = append(s.where, "status <> 'succeeded' AND status <> 'failed'") // as the partial index has it
	}
	if f.Cursor != "" {
		last, err := parseCursor("dlv", f.Cursor)
		if err != nil {
			return nil, "", err
		}
		s.add("id <", last)
	}
	page, err = collect(ctx, tx, scanDelivery, fmt.Sprintf("SELECT %s FROM deliveries WHERE %s ORDER BY id DESC LIMIT %d",
		deliveryColumns, s.text(), f.Limit+1), s.args...)
	if err != nil || len(page) <= f.Limit {
		return page, "", err
	}
	page = page[:f.Limit]
	return page, newCursor(page[f.Limit-1].ID), nil
}

// ReplayDelivery begins a new series of attempts of a delivery. A pending delivery becomes due at once.
func ReplayDelivery(ctx context.Context, tx Tx, account, id string) (*Delivery, error) {
	now, err := tx.Now(ctx)
	if err != nil {
		return nil, err
	}
	return scanDelivery(tx.QueryRow(ctx, `UPDATE deliveries SET status = 'pending', completed_at = NULL,
		ready_at = CASE WHEN sending = 1 THEN ready_at ELSE CAST($3 AS BIGINT) END,
		attempt_count = CASE WHEN status = 'pending' THEN attempt_count ELSE 0 END
		WHERE id = $1 AND account_id = $2 RETURNING `+deliveryColumns, id, account, micros(now)))
}

// ReplayRange says which deliveries to an endpoint are replayed. Zero times set no bound.
type ReplayRange struct {
	Since, Until time.Time // of the creation; inclusive
	Status       DeliveryStatus
}

// ReplayDeliveries makes at most limit deliveries to an endpoint due again, the oldest first, and returns how
// many. It leaves pending ones as they are.
func ReplayDeliveries(ctx context.Context, tx Tx, webhook string, r ReplayRange, limit int) (int64, error) {
	now, err := tx.Now(ctx)
	if err != nil {
		return 0, err
	}
	s := newSelection("status <> 'pending' AND webhook_id <> '' AND webhook_id =", webhook)
	s.add("status =", string(r.Status))
	if !r.Since.IsZero() {
		s.add("created_at >=", micros(r.Since))
	}
	if !r.Until.IsZero() {
		s.add("created_at <=", micros(r.Until))
	}
	return tx.Exec(ctx, fmt.Sprintf(`UPDATE deliveries SET status = 'pending', completed_at = NULL, ready_at = %d, attempt_count = 0
		WHERE id IN (SELECT id FROM deliveries WHERE %s ORDER BY id LIMIT %d)`, now.UnixMicro(), s.text(), limit), s.args...)
}

// DeleteOldDeliveries deletes at most limit deliveries from before a time that are not pending, with their
// attempts. It returns how many.
func DeleteOldDeliveries(ctx context.Context, tx Tx, before time.Time, limit int) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM deliveries WHERE id IN (SELECT id FROM deliveries
		WHERE created_at < $1 AND status <> 'pending' LIMIT $2)`, micros(before), limit)
}
