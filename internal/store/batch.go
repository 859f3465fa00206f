package store

import (
	"context"
	"fmt"
	"time"
)

// Events of batches.
const (
	// BatchProgress: more members of a batch have ended.
	BatchProgress Event = "batch.progress"
	// BatchCompleted: the last member of a batch has ended.
	BatchCompleted Event = "batch.completed"
)

// Batch is a set of conversions that were submitted together. Its members name the batch and are ordered by their
// ids. A zero time means: not yet.
type Batch struct {
	ID          string // batch_...
	Account     string
	RequestID   string
	Traceparent string
	WebhookURL  string
	Status      Status // Queued, Processing, Completed or Cancelled

	Total int64
	Tally // members that have ended

	Created   time.Time
	Completed time.Time // when the last member ended, in whatever way
	Expires   time.Time // when the results of all members expire; zero if there are none
	CancelAt  time.Time // when cancelling was asked for

	Told   int64     // the percentage that receivers were last told of
	ToldAt time.Time // when they were told
}

// Tally counts members of a batch by how they ended.
type Tally struct{ Succeeded, Failed, Cancelled int64 }

// Ended returns how many members have ended.
func (t Tally) Ended() int64 { return t.Succeeded + t.Failed + t.Cancelled }

// Percentage returns the percentage of members that have ended, rounded down.
func (b *Batch) Percentage() int64 { return 100 * b.Ended() / max(b.Total, 1) }

const batchColumns = `id, account_id, request_id, traceparent, webhook_url, status, total, completed, failed, cancelled,
	created_at, completed_at, expires_at, cancel_at, told, told_at`

func scanBatch(r Row) (*Batch, error) {
	b := &Batch{}
	return b, r.Scan(&b.ID, &b.Account, &b.RequestID, &b.Traceparent, &b.WebhookURL, (*string)(&b.Status), &b.Total,
		&b.Succeeded, &b.Failed, &b.Cancelled, stamp{&b.Created}, stamp{&b.Completed}, stamp{&b.Expires}, stamp{&b.CancelAt},
		&b.Told, stamp{&b.ToldAt})
}

// InsertBatch adds a queued batch of b.Total members. The caller inserts the members. InsertBatch makes an ID if
// there is none, and sets Created and Status.
func InsertBatch(ctx context.Context, tx Tx, b *Batch) error {
	now, err := tx.Now(ctx)
	if err != nil {
		return err
	}
	if b.ID == "" {
		b.ID = NewID("batch")
	}
	b.Status, b.Created = Queued, now
	_, err = tx.Exec(ctx, `INSERT INTO batches (id, account_id, request_id, traceparent, webhook_url, status, total, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		b.ID, b.Account, b.RequestID, b.Traceparent, b.WebhookURL, string(b.Status), b.Total, micros(now))
	return err
}

// InsertFailed adds a conversion that failed before it could begin. Its Error says why.
func InsertFailed(ctx context.Context, tx Tx, c *Conversion) error {
	if err := InsertConversion(ctx, tx, c); err != nil {
		return err
	}
	failed, err := change(ctx, tx, `UPDATE conversions SET status = 'failed', completed_at = created_at,
		error_code = $2, error_message = $3, error_details = $4 WHERE id = $1 AND status = 'queued'`,
		c.ID, c.Error.Code, c.Error.Message, string(c.Error.Details))
	if err != nil {
		return err
	}
	*c = *failed
	return announce(ctx, tx, c, ConversionFailed)
}

// GetBatch returns a batch, or ErrNotFound.
func GetBatch(ctx context.Context, tx Tx, id string) (*Batch, error) {
	return scanBatch(tx.QueryRow(ctx, `SELECT `+batchColumns+` FROM batches WHERE id = $1`, id))
}

// GetBatchOf returns a batch of an account. It does not find batches of other accounts.
func GetBatchOf(ctx context.Context, tx Tx, account, id string) (*Batch, error) {
	return scanBatch(tx.QueryRow(ctx, `SELECT `+batchColumns+` FROM batches WHERE id = $1 AND account_id = $2`, id, account))
}

// ListBatches returns at most limit batches of an account, newest first, and the cursor of the next page. The
// cursor is empty on the last page.
func ListBatches(ctx context.Context, tx Tx, account, cursor string, limit int) (page []*Batch, next string, err error) {
	where, args := "account_id = $1", []any{account}
	if cursor != "" {
		last, err := parseCursor("batch", cursor)
		if err != nil {
			return nil, "", err
		}
		where, args = where+" AND id < $2", append(args, last)
	}
	page, err = collect(ctx, tx, scanBatch, fmt.Sprintf("SELECT %s FROM batches WHERE %s ORDER BY id DESC LIMIT %d",
		batchColumns, where, limit+1), args...)
	if err != nil || len(page) <= limit {
		return page, "", err
	}
	page = page[:limit]
	return page, newCursor(page[limit-1].ID), nil
}

// BatchFailures counts the failed members of a batch by error code.
func BatchFailures(ctx context.Context, tx Tx, id string) (map[string]int64, error) {
	type count struct {
		code string
		n    int64
	}
	counts, err := collect(ctx, tx, func(r Row) (c count, err error) { return c, r.Scan(&c.code, &c.n) },
		`SELECT error_code, COUNT(*) FROM conversions WHERE batch_id <> '' AND batch_id = $1 AND status = 'failed'
		GROUP BY error_code`, id)
	out := map[string]int64{}
	for _, c := range counts {
		out[c.code] = c.n
	}
	return out, err
}

// BatchMembers returns at most limit members of a batch after the id behind, in order, with deleted ones.
func BatchMembers(ctx context.Context, tx Tx, id, behind string, limit int) ([]*Conversion, error) {
	return collect(ctx, tx, scanConversion, `SELECT `+conversionColumns+` FROM conversions
		WHERE batch_id <> '' AND batch_id = $1 AND id > $2 ORDER BY id LIMIT $3`, id, behind, limit)
}

// StartBatch records that a member of the batch is being processed.
func StartBatch(ctx context.Context, tx Tx, id string) error {
	_, err := tx.Exec(ctx, `UPDATE batches SET status = 'processing' WHERE id = $1 AND status = 'queued'`, id)
	return err
}

// CountMembers adds members that have ended to a batch, and returns it. When the last member ends, the batch ends.
// Then the results of all members are kept as long as that of the last one: users fetch them together.
func CountMembers(ctx context.Context, tx Tx, id string, add Tally) (*Batch, error) {
	now, err := tx.Now(ctx)
	if err != nil {
		return nil, err
	}
	b, err := scanBatch(tx.QueryRow(ctx, `UPDATE batches SET
		completed = completed + $2, failed = failed + $3, cancelled = cancelled + $4
		WHERE id = $1 AND completed_at IS NULL RETURNING `+batchColumns, id, add.Succeeded, add.Failed, add.Cancelled))
	if err != nil || b.Ended() < b.Total {
		return b, err
	}
	b.Status, b.Completed = Completed, now
	if !b.CancelAt.IsZero() {
		b.Status = Cancelled
	}
	if b.Expires, err = lastResult(ctx, tx, id); err != nil {
		return nil, err
	}
	_, err = tx.Exec(ctx, `UPDATE batches SET status = $2, completed_at = $3, expires_at = $4 WHERE id = $1`,
		id, string(b.Status), micros(now), micros(b.Expires))
	return b, err
}

// lastResult returns when the last result of a batch expires, and has the others kept until then.
func lastResult(ctx context.Context, tx Tx, id string) (last time.Time, err error) {
	const results = ` batch_id <> '' AND batch_id = $1 AND status = 'completed' AND deleted_at IS NULL AND purge_at IS NOT NULL`
	err = tx.QueryRow(ctx, `SELECT MAX(expires_at) FROM conversions WHERE`+results, id).Scan(stamp{&last})
	if err != nil || last.IsZero() {
		return last, err
	}
	_, err = tx.Exec(ctx, `UPDATE conversions SET expires_at = $2, purge_at = $2 WHERE`+results+` AND expires_at < $2`, id, micros(last))
	return last, err
}

// NoteTold records the percentage that receivers were told of.
func NoteTold(ctx context.Context, tx Tx, b *Batch, percentage int64) error {
	now, err := tx.Now(ctx)
	if err != nil {
		return err
	}
	b.Told, b.ToldAt = percentage, now
	_, err = tx.Exec(ctx, `UPDATE batches SET told = $2, told_at = $3 WHERE id = $1`, b.ID, percentage, micros(now))
	return err
}

// cancelledAtOnce bounds the members in memory while a batch is cancelled.
const cancelledAtOnce = 200

// CancelBatch cancels the members of a batch that have not ended, and calls dropped for each. It locks the
// account. A batch that has ended is returned as it is.
func CancelBatch(ctx context.Context, tx Tx, account, id string, dropped func(*Conversion) error) (*Batch, error) {
	if _, err := LockAccount(ctx, tx, account); err != nil {
		return nil, err
	}
	b, err := GetBatchOf(ctx, tx, account, id)
	if err != nil || b.Status.Terminal() {
		return b, err
	}
	now, err := tx.Now(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := tx.Exec(ctx, `UPDATE batches SET cancel_at = COALESCE(cancel_at, $2) WHERE id = $1`, id, micros(now)); err != nil {
		return nil, err
	}
	for more := true; more; {
		if more, err = cancelMembers(ctx, tx, id, now, dropped); err != nil {
			return nil, err
		}
	}
	return GetBatch(ctx, tx, id)
}

// cancelMembers cancels some members, and reports whether there may be more. A member that is claimed or given
// back meanwhile is cancelled, too.
func cancelMembers(ctx context.Context, tx Tx, id string, now time.Time, dropped func(*Conversion) error) (more bool, err error) {
	some, err := collect(ctx, tx, scanConversion, `UPDATE conversions
		SET status = 'cancelled', run = run + 1, cancel_at = $2, completed_at = $2, purge_at = $2
		WHERE status IN ('queued', 'processing') AND id IN (SELECT id FROM conversions
			WHERE batch_id <> '' AND batch_id = $1 AND status IN ('queued', 'processing')
			ORDER BY id LIMIT $3) RETURNING `+conversionColumns, id, micros(now), cancelledAtOnce)
	if err != nil {
		return false, err
	}
	for _, c := range some {
		if err := tx.signal(ctx, c.ID); err != nil {
			return false, err
		}
		if err := announce(ctx, tx, c, ConversionCancelled); err != nil {
			return false, err
		}
		if err := dropped(c); err != nil {
			return false, err
		}
	}
	return len(some) > 0, nil
}

// DeleteOldBatches deletes at most limit batches that ended before a time. It returns how many.
func DeleteOldBatches(ctx context.Context, tx Tx, before time.Time, limit int) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM batches WHERE id IN (SELECT id FROM batches
		WHERE completed_at IS NOT NULL AND completed_at < $1 LIMIT $2)`, micros(before), limit)
}
