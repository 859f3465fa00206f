package store

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Deliveries wait in their table, by host and by the time from which they may be taken. Accounts take turns, and
// within an account its endpoints; package deliver decides whose turn it is. A process that takes a delivery gets
// it for the time of a lease, with a fence. The outcome of its attempt counts only if nobody has taken or given up
// the delivery since.
//
// Queries for the first row of an index use ORDER BY and LIMIT. For MIN, PostgreSQL reads all rows of a host if it
// has not analysed the table since those rows came.

// endpointDigest is how many bytes of the digest of an address tell it from the other addresses of an account. An
// address may have 2048 bytes, too many for each row of an index.
const endpointDigest = 16

// endpointOf returns what identifies the endpoint of a delivery: the id of its webhook, or a digest of its
// address.
func endpointOf(d *Delivery) string {
	if d.Webhook != "" {
		return d.Webhook
	}
	sum := sha256.Sum256([]byte(d.URL))
	return base64.RawURLEncoding.EncodeToString(sum[:endpointDigest])
}

// DueHosts returns at most limit hosts after the host behind, in order, that have due deliveries. It costs a few
// steps in an index for each host with pending deliveries, however many deliveries there are.
func DueHosts(ctx context.Context, tx Tx, behind string, limit int) ([]string, error) {
	now, err := tx.Now(ctx)
	if err != nil {
		return nil, err
	}
	return collect(ctx, tx, scanID, `WITH RECURSIVE hosts(host) AS (
			SELECT (SELECT d.host FROM deliveries d WHERE d.status = 'pending' AND d.host > $1 ORDER BY d.host LIMIT 1)
			UNION ALL
			SELECT (SELECT d.host FROM deliveries d WHERE d.status = 'pending' AND d.host > hosts.host ORDER BY d.host LIMIT 1)
			FROM hosts WHERE hosts.host IS NOT NULL)
		SELECT host FROM hosts WHERE host IS NOT NULL AND
			(SELECT d.ready_at FROM deliveries d WHERE d.status = 'pending' AND d.host = hosts.host
				ORDER BY d.ready_at LIMIT 1) <= $2
		LIMIT $3`, behind, micros(now), limit)
}

// NextDue returns how long it is until the next pending delivery becomes due. Deliveries that are due already do
// not count. It is negative if there is none.
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

// HostPage says where to look for accounts: at a host, after the account Behind.
type HostPage struct{ Host, Behind string }

// Waiting is a lane with pending deliveries.
type Waiting struct {
	Lane
	Due bool // at least one of them is due
}

// WaitingAccounts returns the accounts with pending deliveries to each host, in order, at most limit for each
// host. It costs a few steps in an index for each account, however many deliveries there are.
func WaitingAccounts(ctx context.Context, tx Tx, pages []HostPage, limit int) ([]Waiting, error) {
	if len(pages) == 0 {
		return nil, nil
	}
	now, err := tx.Now(ctx)
	if err != nil {
		return nil, err
	}
	v := &values{types: []string{"TEXT", "TEXT"}}
	for _, p := range padded(pages, HostPage{}) {
		v.row(p.Host, p.Behind)
	}
	return collect(ctx, tx, func(r Row) (a Waiting, err error) {
		var first time.Time
		err = r.Scan(&a.Host, &a.Account, stamp{&first})
		a.Due = !first.IsZero() && !first.After(now)
		return a, err
	}, fmt.Sprintf(`WITH RECURSIVE pages(host, behind) AS (VALUES %s),
		waiting(host, account_id, n) AS (
			SELECT p.host, (SELECT d.account_id FROM deliveries d WHERE d.status = 'pending'
				AND d.host = p.host AND d.account_id > p.behind ORDER BY d.account_id LIMIT 1), 1 FROM pages p
			UNION ALL
			SELECT w.host, (SELECT d.account_id FROM deliveries d WHERE d.status = 'pending'
				AND d.host = w.host AND d.account_id > w.account_id ORDER BY d.account_id LIMIT 1), w.n + 1
			FROM waiting w WHERE w.account_id IS NOT NULL AND w.n < %d)
		SELECT host, account_id, (SELECT d.ready_at FROM deliveries d WHERE d.status = 'pending'
			AND d.host = waiting.host AND d.account_id = waiting.account_id ORDER BY d.ready_at LIMIT 1)
		FROM waiting WHERE account_id IS NOT NULL`, v.text(), limit), v.args...)
}

// Lane identifies the deliveries of one account to one host.
type Lane struct{ Host, Account string }

// Due is a delivery that may be taken.
type Due struct {
	Lane
	ID       string
	Endpoint string
	Attempts int64 // of the present series
}

// DueDeliveries returns the deliveries of each lane that have been due longest, in this order, at most limit for
// each lane.
func DueDeliveries(ctx context.Context, tx Tx, lanes []Lane, limit int) ([]Due, error) {
	if len(lanes) == 0 {
		return nil, nil
	}
	now, err := tx.Now(ctx)
	if err != nil {
		return nil, err
	}
	args := []any{micros(now)}
	var parts []string
	for _, l := range padded(lanes, Lane{}) {
		args = append(args, l.Host, l.Account)
		parts = append(parts, fmt.Sprintf(`SELECT * FROM (SELECT host, account_id, id, endpoint, attempt_count FROM deliveries
			WHERE status = 'pending' AND host = $%d AND account_id = $%d AND ready_at <= $1 ORDER BY ready_at LIMIT %d) AS lane%d`,
			len(args)-1, len(args), limit, len(parts)))
	}
	return collect(ctx, tx, scanDue, strings.Join(parts, " UNION ALL "), args...)
}

func scanDue(r Row) (d Due, err error) {
	return d, r.Scan(&d.Host, &d.Account, &d.ID, &d.Endpoint, &d.Attempts)
}

// LanePage says where to look for endpoints: in a lane, after the endpoint Behind.
type LanePage struct {
	Lane
	Behind string
}

// WaitingEndpoints returns the endpoints with pending deliveries in each lane, in order, at most limit for each
// lane. Each comes with its delivery that has been due longest, or with an empty ID if none is due. It costs a few
// steps in an index for each endpoint, however many deliveries there are.
func WaitingEndpoints(ctx context.Context, tx Tx, pages []LanePage, limit int) ([]Due, error) {
	if len(pages) == 0 {
		return nil, nil
	}
	now, err := tx.Now(ctx)
	if err != nil {
		return nil, err
	}
	v := &values{types: []string{"TEXT", "TEXT", "TEXT"}}
	for _, p := range padded(pages, LanePage{}) {
		v.row(p.Host, p.Account, p.Behind)
	}
	args := append(v.args, micros(now))
	first := fmt.Sprintf(`FROM deliveries d WHERE d.status = 'pending' AND d.host = w.host AND d.account_id = w.account_id
		AND d.endpoint = w.endpoint AND d.ready_at <= $%d ORDER BY d.ready_at LIMIT 1`, len(args))
	return collect(ctx, tx, scanDue, fmt.Sprintf(`WITH RECURSIVE pages(host, account_id, behind) AS (VALUES %s),
		waiting(host, account_id, endpoint, n) AS (
			SELECT p.host, p.account_id, (SELECT d.endpoint FROM deliveries d WHERE d.status = 'pending' AND d.host = p.host
				AND d.account_id = p.account_id AND d.endpoint > p.behind ORDER BY d.endpoint LIMIT 1), 1 FROM pages p
			UNION ALL
			SELECT w.host, w.account_id, (SELECT d.endpoint FROM deliveries d WHERE d.status = 'pending' AND d.host = w.host
				AND d.account_id = w.account_id AND d.endpoint > w.endpoint ORDER BY d.endpoint LIMIT 1), w.n + 1
			FROM waiting w WHERE w.endpoint IS NOT NULL AND w.n < %d)
		SELECT host, account_id, COALESCE((SELECT d.id %s), ''), endpoint, COALESCE((SELECT d.attempt_count %s), 0)
		FROM waiting w WHERE endpoint IS NOT NULL`, v.text(), limit, first, first), args...)
}

// padded fills a list up to a power of two. So lists have few different lengths, and the compiled statements can
// be used again.
func padded[T any](list []T, filler T) []T {
	n := 1
	for n < len(list) {
		n *= 2
	}
	out := append(make([]T, 0, n), list...)
	for len(out) < n {
		out = append(out, filler)
	}
	return out
}

// TakeDeliveries takes those of the deliveries that are still due. Deliveries that have ended have no time from
// which they may be taken, so they are left out. The query finds rows by id alone: with other conditions
// PostgreSQL would read all due or pending rows if it has not analysed the table since they came.
func TakeDeliveries(ctx context.Context, tx Tx, ids []string, lease time.Duration) ([]*Delivery, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	now, err := tx.Now(ctx)
	if err != nil {
		return nil, err
	}
	marks, args := list(padded(ids, ids[0]), itself)
	n := len(args)
	return collect(ctx, tx, scanDelivery, fmt.Sprintf(`UPDATE deliveries SET ready_at = $%d, sending = 1, fence = fence + 1
		WHERE ready_at + 0 <= $%d AND id IN %s RETURNING `, n+1, n+2, marks)+deliveryColumns,
		append(args, micros(now.Add(lease)), micros(now))...)
}

// Receivers returns the endpoints of deliveries by id, and the encrypted secrets of accounts by account id.
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

// Report is the outcome of an attempt, or of a delivery that was taken and not sent.
type Report struct {
	Delivery string
	Fence    int64
	Status   DeliveryStatus

	// Delay is the time until a pending delivery is due again.
	Delay time.Duration

	// Attempt is nil for a delivery that was taken and not sent.
	Attempt *Attempt
}

// ReportDeliveries stores the outcome of deliveries that were taken. It returns the ids of those whose report
// counts. A report does not count if the delivery was taken again or given up meanwhile. Attempts are stored in
// any case, unless the delivery does not exist any more.
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
		// The number comes from the delivery. If two processes report at once, one of the two attempts is lost.
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

// SupersedeDeliveries ends deliveries of an event of a batch in favour of a newer event: those that are pending
// and not being sent.
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
