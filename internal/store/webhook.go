package store

import (
	"context"
	"errors"
	"strings"
	"time"
)

// ErrLimit is returned when an account has as many records as it may have.
var ErrLimit = errors.New("store: no more of these")

// Webhook is an endpoint that an account has registered.
type Webhook struct {
	ID          string // whk_...
	Account     string
	URL         string
	Events      []string // kinds; "*" is all
	Description string
	Format      string // of the payload
	Scheme      int64  // of the signature
	Secret      string // encrypted by package deliver
	SecretHint  string

	Disabled       time.Time // zero: not disabled
	DisabledReason string
	Created        time.Time
	Updated        time.Time
	LastSuccess    time.Time
	Failures       int64     // deliveries that failed since the last success
	FailingSince   time.Time // the first of these
}

// Takes reports whether the endpoint wants events of a kind.
func (w *Webhook) Takes(kind string) bool {
	for _, k := range w.Events {
		if k == kind || k == "*" {
			return true
		}
	}
	return false
}

const webhookColumns = `id, account_id, url, events, description, payload_format, signature_scheme, secret, secret_hint,
	disabled_at, disabled_reason, created_at, updated_at, last_success_at, failure_count, failing_since`

func scanWebhook(r Row) (*Webhook, error) {
	w, events := &Webhook{}, ""
	err := r.Scan(&w.ID, &w.Account, &w.URL, &events, &w.Description, &w.Format, &w.Scheme, &w.Secret, &w.SecretHint,
		stamp{&w.Disabled}, &w.DisabledReason, stamp{&w.Created}, stamp{&w.Updated}, stamp{&w.LastSuccess},
		&w.Failures, stamp{&w.FailingSince})
	w.Events = strings.Fields(events)
	return w, err
}

// InsertWebhook adds an endpoint, and makes an ID if there is none. It fails with ErrLimit if the account has as
// many as most.
func InsertWebhook(ctx context.Context, tx Tx, w *Webhook, most int64) error {
	if _, err := LockAccount(ctx, tx, w.Account); err != nil {
		return err
	}
	var n int64
	if err := tx.QueryRow(ctx, `SELECT COUNT(*) FROM webhooks WHERE account_id = $1`, w.Account).Scan(&n); err != nil {
		return err
	}
	if n >= most {
		return ErrLimit
	}
	now, err := tx.Now(ctx)
	if err != nil {
		return err
	}
	if w.ID == "" {
		w.ID = NewID("whk")
	}
	w.Created, w.Updated = now, now
	_, err = tx.Exec(ctx, `INSERT INTO webhooks (id, account_id, url, events, description, payload_format, signature_scheme,
		secret, secret_hint, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
		w.ID, w.Account, w.URL, strings.Join(w.Events, " "), w.Description, w.Format, w.Scheme, w.Secret, w.SecretHint, micros(now))
	if err != nil {
		return err
	}
	return writeAudit(ctx, tx, WebhookCreated, w.ID, w.Account, webhookChanges(&Webhook{}, w))
}

// GetWebhook returns an endpoint of an account, or ErrNotFound.
func GetWebhook(ctx context.Context, tx Tx, account, id string) (*Webhook, error) {
	return scanWebhook(tx.QueryRow(ctx, `SELECT `+webhookColumns+` FROM webhooks WHERE id = $1 AND account_id = $2`, id, account))
}

// LockWebhook returns an endpoint of an account and locks it until the transaction ends. So nobody else changes
// what was read.
func LockWebhook(ctx context.Context, tx Tx, account, id string) (*Webhook, error) {
	return scanWebhook(tx.QueryRow(ctx, `UPDATE webhooks SET updated_at = updated_at
		WHERE id = $1 AND account_id = $2 RETURNING `+webhookColumns, id, account))
}

// ListWebhooks returns all endpoints of an account, newest first. They are few.
func ListWebhooks(ctx context.Context, tx Tx, account string) ([]*Webhook, error) {
	return collect(ctx, tx, scanWebhook, `SELECT `+webhookColumns+` FROM webhooks WHERE account_id = $1 ORDER BY id DESC`, account)
}

// UpdateWebhook stores what an owner may change of a locked endpoint: address, events, description, format,
// scheme, secret, and whether it is disabled. If it is disabled, its pending deliveries are given up. If its
// address changes, they go to the new address.
func UpdateWebhook(ctx context.Context, tx Tx, w *Webhook, host string) error {
	now, err := tx.Now(ctx)
	if err != nil {
		return err
	}
	old, err := GetWebhook(ctx, tx, w.Account, w.ID)
	if err != nil {
		return err
	}
	w.Updated = now
	_, err = tx.Exec(ctx, `UPDATE webhooks SET url = $2, events = $3, description = $4, payload_format = $5, signature_scheme = $6,
		secret = $7, secret_hint = $8, disabled_at = $9, disabled_reason = $10, failure_count = $11, failing_since = $12,
		updated_at = $13 WHERE id = $1`,
		w.ID, w.URL, strings.Join(w.Events, " "), w.Description, w.Format, w.Scheme, w.Secret, w.SecretHint,
		micros(w.Disabled), w.DisabledReason, w.Failures, micros(w.FailingSince), micros(now))
	if err != nil {
		return err
	}
	if ch := webhookChanges(old, w); old.Secret != w.Secret {
		err = writeAudit(ctx, tx, WebhookSecretRotated, w.ID, w.Account, ch)
	} else if len(ch) > 0 {
		err = writeAudit(ctx, tx, WebhookChanged, w.ID, w.Account, ch)
	}
	if err != nil {
		return err
	}
	if !w.Disabled.IsZero() {
		return abandon(ctx, tx, w.ID)
	}
	_, err = tx.Exec(ctx, `UPDATE deliveries SET url = $2, host = $3
		WHERE webhook_id <> '' AND webhook_id = $1 AND status = 'pending' AND url <> $2`, w.ID, w.URL, host)
	return err
}

// DisableWebhook disables an endpoint and gives up its deliveries. Its owner is told the reason. An endpoint that
// is disabled already keeps its reason.
func DisableWebhook(ctx context.Context, tx Tx, id, reason string) error {
	now, err := tx.Now(ctx)
	if err != nil {
		return err
	}
	account := ""
	err = tx.QueryRow(ctx, `UPDATE webhooks SET disabled_at = $2, disabled_reason = $3, updated_at = $2
		WHERE id = $1 AND disabled_at IS NULL RETURNING account_id`, id, micros(now), reason).Scan(&account)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := writeAudit(ctx, tx, WebhookTurnedOff, id, account, changes{"reason": reason}); err != nil {
		return err
	}
	return abandon(ctx, tx, id)
}

// DeleteWebhook deletes an endpoint of an account, or fails with ErrNotFound. The log keeps its deliveries.
func DeleteWebhook(ctx context.Context, tx Tx, account, id string) error {
	n, err := tx.Exec(ctx, `DELETE FROM webhooks WHERE id = $1 AND account_id = $2`, id, account)
	if err == nil && n == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return err
	}
	if err := writeAudit(ctx, tx, WebhookDeleted, id, account, nil); err != nil {
		return err
	}
	return abandon(ctx, tx, id)
}

// abandon gives up the pending deliveries to an endpoint.
func abandon(ctx context.Context, tx Tx, id string) error {
	now, err := tx.Now(ctx)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE deliveries SET status = 'failed', completed_at = $2, ready_at = NULL, sending = 0, fence = fence + 1
		WHERE webhook_id <> '' AND webhook_id = $1 AND status = 'pending'`, id, micros(now))
	return err
}

// successEvery is how exact Webhook.LastSuccess is. A busy endpoint need not be written for each of its
// deliveries.
const successEvery = time.Minute

// WebhookSucceeded records that an endpoint has accepted a delivery.
func WebhookSucceeded(ctx context.Context, tx Tx, id string) error {
	now, err := tx.Now(ctx)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE webhooks SET last_success_at = $2, failure_count = 0, failing_since = NULL
		WHERE id = $1 AND (failure_count > 0 OR last_success_at IS NULL OR last_success_at < $3)`,
		id, micros(now), micros(now.Add(-successEvery)))
	return err
}

// WebhookFailed records that deliveries to an endpoint have failed. It returns the endpoint as it is then, or
// ErrNotFound.
func WebhookFailed(ctx context.Context, tx Tx, id string, deliveries int64) (*Webhook, error) {
	now, err := tx.Now(ctx)
	if err != nil {
		return nil, err
	}
	return scanWebhook(tx.QueryRow(ctx, `UPDATE webhooks SET failure_count = failure_count + $2,
		failing_since = COALESCE(failing_since, $3) WHERE id = $1 RETURNING `+webhookColumns, id, deliveries, micros(now)))
}

// SetWebhookSecret replaces the secret of a locked account. The secret is encrypted by package deliver.
func SetWebhookSecret(ctx context.Context, tx Tx, account, secret string) error {
	if _, err := tx.Exec(ctx, `UPDATE accounts SET webhook_secret = $2 WHERE id = $1`, account, secret); err != nil {
		return err
	}
	return writeAudit(ctx, tx, AccountSecretRotated, account, account, nil)
}

// Sealed is the secret of a webhook or of an account, encrypted by package deliver.
type Sealed struct{ Owner, Secret string }

// ListSealed returns at most limit secrets of owners whose ids come after the id after, in order.
func ListSealed(ctx context.Context, tx Tx, after string, limit int) ([]Sealed, error) {
	return collect(ctx, tx, func(r Row) (s Sealed, err error) { return s, r.Scan(&s.Owner, &s.Secret) },
		`SELECT id, secret FROM (SELECT id, secret FROM webhooks UNION ALL SELECT id, webhook_secret AS secret FROM accounts) AS owners
		WHERE id > $1 AND secret <> '' ORDER BY id LIMIT $2`, after, limit)
}

// Reseal replaces a secret, unless it has changed meanwhile.
func Reseal(ctx context.Context, tx Tx, old Sealed, secret string) error {
	for _, statement := range []string{
		`UPDATE webhooks SET secret = $3 WHERE id = $1 AND secret = $2`,
		`UPDATE accounts SET webhook_secret = $3 WHERE id = $1 AND webhook_secret = $2`,
	} {
		if _, err := tx.Exec(ctx, statement, old.Owner, old.Secret, secret); err != nil {
			return err
		}
	}
	return nil
}
