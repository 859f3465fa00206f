package store

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"
)

// Status is the state of a conversion or batch as users see it.
type Status string

const (
	// Queued: it waits for its document, for the turn of its account (Admitted is zero), or for a worker.
	Queued Status = "queued"
	// Processing: a worker has it.
	Processing Status = "processing"
	// Completed: its result exists until Expires.
	Completed Status = "completed"
	// Failed: it has an error instead of a result.
	Failed Status = "failed"
	// Cancelled: its owner cancelled it.
	Cancelled Status = "cancelled"
)

// Terminal reports whether the status is final.
func (s Status) Terminal() bool { return s == Completed || s == Failed || s == Cancelled }

// Conversion is the conversion of one document. A zero time means: not yet.
type Conversion struct {
	ID          string // conv_...
	Account     string
	Batch       string
	CustomID    string
	RequestID   string
	Traceparent string
	Status      Status
	Options     json.RawMessage // as the client gave them
	InputKey    string          // the blob of the document; empty until it is fetched, while its worker holds it, and once it is deleted
	DocumentKey string          // the blob of the document of a completed conversion, if it is kept with the result
	InputURL    string          // the address of the document; empty for an upload
	InputFile   string          // the name of the document
	FileSize    int64           // bytes of the document
	WebhookURL  string
	Period      string // the month in whose quota it is counted; empty: in none

	Created   time.Time
	Admitted  time.Time // when it was given to the workers
	Started   time.Time // when a worker first began
	Completed time.Time // when it ended, in whatever way
	Expires   time.Time // when the result expires
	CancelAt  time.Time // when cancelling was asked for
	Deleted   time.Time // when its owner deleted it; the record stays for the accounting
	Purge     time.Time // from when on its blobs are to be deleted

	Rank       int64 // see Ticket
	Run        int64 // the fence
	Attempts   int64 // runs that were begun and not given back
	Heartbeat  time.Time
	PagesDone  int64
	PagesTotal int64

	Metadata  json.RawMessage
	Warnings  json.RawMessage
	Error     *Failure // why it failed
	ResultKey string   // the key of a bundle, or, ending with a slash, the prefix of several blobs
	Output    int64    // bytes of the archive
	SHA256    string   // of the archive, in hexadecimal
	Duration  time.Duration

	// Corrections are what a person has corrected in the document, as they were given. They are stored when the
	// conversion is inserted. Only GetCorrections reads them, because they may be large.
	Corrections string
}

// Failure is why a conversion failed.
type Failure struct {
	Code    string
	Message string
	Details json.RawMessage // an object or nil
}

const conversionColumns = `id, account_id, batch_id, custom_id, request_id, traceparent, status, options, input_key, input_url,
	input_file, file_size, webhook_url, quota_period, created_at, admitted_at, started_at, completed_at, expires_at,
	cancel_at, deleted_at, purge_at, rank, run, attempts, heartbeat_at, pages_done, pages_total, metadata, warnings,
	error_code, error_message, error_details, result_key, output_size, sha256, processing_micros, document_key`

func scanConversion(r Row) (*Conversion, error) {
	c, failure, duration := &Conversion{}, Failure{}, int64(0)
	err := r.Scan(&c.ID, &c.Account, &c.Batch, &c.CustomID, &c.RequestID, &c.Traceparent, (*string)(&c.Status),
		document{&c.Options}, &c.InputKey, &c.InputURL, &c.InputFile, &c.FileSize, &c.WebhookURL, &c.Period,
		stamp{&c.Created}, stamp{&c.Admitted}, stamp{&c.Started}, stamp{&c.Completed}, stamp{&c.Expires},
		stamp{&c.CancelAt}, stamp{&c.Deleted}, stamp{&c.Purge}, &c.Rank, &c.Run, &c.Attempts, stamp{&c.Heartbeat},
		&c.PagesDone, &c.PagesTotal, document{&c.Metadata}, document{&c.Warnings},
		&failure.Code, &failure.Message, document{&failure.Details}, &c.ResultKey, &c.Output, &c.SHA256, &duration, &c.DocumentKey)
	if failure.Code != "" {
		c.Error = &failure
	}
	c.Duration = time.Duration(duration) * time.Microsecond
	return c, err
}

// InsertConversion adds a queued conversion. If it has an address it waits for its document first, then for
// admission. InsertConversion makes an ID if there is none, and sets Created and Status.
func InsertConversion(ctx context.Context, tx Tx, c *Conversion) error {
	c.Status, c.Rank = Queued, 1
	return insert(ctx, tx, c)
}

// InsertBegun adds a conversion that is being processed from the start, as if it had been admitted and claimed
// with run 1. It makes an ID if there is none, and sets all fields of its state.
func InsertBegun(ctx context.Context, tx Tx, c *Conversion, rank int64) error {
	now, err := tx.Now(ctx)
	if err != nil {
		return err
	}
	c.Status, c.Rank, c.Run, c.Attempts = Processing, rank, 1, 1
	c.Admitted, c.Started, c.Heartbeat = now, now, now
	if err := insert(ctx, tx, c); err != nil {
		return err
	}
	return announce(ctx, tx, c, ConversionStarted)
}

func insert(ctx context.Context, tx Tx, c *Conversion) (err error) {
	if c.Created, err = tx.Now(ctx); err != nil {
		return err
	}
	if c.ID == "" {
		c.ID = NewID("conv")
	}
	fetch := time.Time{}
	if c.Status == Queued && c.InputURL != "" && c.InputKey == "" {
		fetch = c.Created
	}
	n, err := tx.Exec(ctx, `INSERT INTO conversions (id, account_id, batch_id, custom_id, request_id, traceparent, status,
		options, input_key, input_url, input_file, file_size, webhook_url, quota_period, created_at,
		admitted_at, started_at, heartbeat_at, rank, run, attempts, fetch_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)
		ON CONFLICT DO NOTHING`,
		c.ID, c.Account, c.Batch, c.CustomID, c.RequestID, c.Traceparent, string(c.Status),
		string(c.Options), c.InputKey, c.InputURL, c.InputFile, c.FileSize, c.WebhookURL, c.Period, micros(c.Created),
		micros(c.Admitted), micros(c.Started), micros(c.Heartbeat), c.Rank, c.Run, c.Attempts, micros(fetch))
	if err == nil && n == 0 {
		err = ErrExists
	}
	if err != nil || c.Corrections == "" {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO conversion_corrections (conversion_id, corrections) VALUES ($1, $2)`, c.ID, c.Corrections)
	return err
}

// GetCorrections returns the corrections that were given with a conversion, or "" if there are none.
func GetCorrections(ctx context.Context, tx Tx, id string) (text string, err error) {
	err = tx.QueryRow(ctx, `SELECT corrections FROM conversion_corrections WHERE conversion_id = $1`, id).Scan(&text)
	if errors.Is(err, ErrNotFound) {
		return "", nil
	}
	return text, err
}

// GetConversion returns a conversion, deleted ones included, or ErrNotFound.
func GetConversion(ctx context.Context, tx Tx, id string) (*Conversion, error) {
	return scanConversion(tx.QueryRow(ctx, `SELECT `+conversionColumns+` FROM conversions WHERE id = $1`, id))
}

// GetConversionOf returns a conversion of an account. It does not find deleted conversions or those of other
// accounts.
func GetConversionOf(ctx context.Context, tx Tx, account, id string) (*Conversion, error) {
	return scanConversion(tx.QueryRow(ctx, `SELECT `+conversionColumns+` FROM conversions
		WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL`, id, account))
}

// Load counts the conversions of an account that have not ended.
type Load struct {
	Waiting int64 // not admitted
	Active  int64 // admitted: a worker has it, or will
	Running int64 // a worker has it
}

// Queued returns how many conversions no worker has.
func (l Load) Queued() int64 { return l.Waiting + l.Active - l.Running }

// GetLoad counts the unfinished conversions of an account.
func GetLoad(ctx context.Context, tx Tx, account string) (l Load, err error) {
	err = tx.QueryRow(ctx, `SELECT
		(SELECT COUNT(*) FROM conversions WHERE account_id = $1 AND status = 'queued' AND admitted_at IS NULL),
		(SELECT COUNT(*) FROM conversions WHERE account_id = $1 AND admitted_at IS NOT NULL AND status IN ('queued', 'processing')),
		(SELECT COUNT(*) FROM conversions WHERE account_id = $1 AND status = 'processing')`,
		account).Scan(&l.Waiting, &l.Active, &l.Running)
	return l, err
}

// Queue is what comes before a new conversion of an account.
type Queue struct {
	Waiting bool  // the account has conversions that could begin and have not
	Active  int64 // admitted conversions of the account that have not ended
	Due     int64 // conversions of all accounts that wait for their first worker, counted up to dueMost
}

// dueMost bounds the count of Queue.Due, which is taken with each submission.
const dueMost = 100

// GetQueue returns the queue of an account.
func GetQueue(ctx context.Context, tx Tx, account string) (q Queue, err error) {
	err = tx.QueryRow(ctx, `SELECT
		EXISTS (SELECT 1 FROM conversions WHERE account_id = $1 AND status = 'queued' AND admitted_at IS NULL AND fetch_at IS NULL)
			OR EXISTS (SELECT 1 FROM conversions WHERE account_id = $1 AND admitted_at IS NOT NULL AND status = 'queued'),
		(SELECT COUNT(*) FROM conversions WHERE account_id = $1 AND admitted_at IS NOT NULL AND status IN ('queued', 'processing')),
		(SELECT COUNT(*) FROM (SELECT 1 FROM conversions WHERE status = 'queued' AND admitted_at IS NOT NULL AND attempts = 0 LIMIT $2) AS due)`,
		account, dueMost).Scan(&q.Waiting, &q.Active, &q.Due)
	return q, err
}

// IsWaiting reports whether an account has conversions that could be admitted and are not.
func IsWaiting(ctx context.Context, tx Tx, account string) (waiting bool, err error) {
	err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM conversions
		WHERE account_id = $1 AND status = 'queued' AND admitted_at IS NULL AND fetch_at IS NULL)`, account).Scan(&waiting)
	return waiting, err
}

// ActiveByRank counts the admitted conversions of an account that have not ended, by rank.
func ActiveByRank(ctx context.Context, tx Tx, account string) (map[int64]int64, error) {
	type count struct{ rank, n int64 }
	counts, err := collect(ctx, tx, func(r Row) (c count, err error) { return c, r.Scan(&c.rank, &c.n) },
		`SELECT rank, COUNT(*) FROM conversions WHERE account_id = $1 AND admitted_at IS NOT NULL
		AND status IN ('queued', 'processing') GROUP BY rank`, account)
	out := map[int64]int64{}
	for _, c := range counts {
		out[c.rank] = c.n
	}
	return out, err
}

// CountQueued counts the conversions of an account that no worker has.
func CountQueued(ctx context.Context, tx Tx, account string) (n int64, err error) {
	err = tx.QueryRow(ctx, `SELECT COUNT(*) FROM conversions WHERE account_id = $1 AND status = 'queued'`, account).Scan(&n)
	return n, err
}

// statusesAtOnce bounds the parameters of one query.
const statusesAtOnce = 500

// Statuses returns the status of each of the conversions that exists.
func Statuses(ctx context.Context, tx Tx, ids []string) (map[string]Status, error) {
	out := make(map[string]Status, len(ids))
	for some := range slices.Chunk(ids, statusesAtOnce) {
		in, args := list(some, func(id string) any { return id })
		found, err := collect(ctx, tx, func(r Row) (c Conversion, err error) {
			return c, r.Scan(&c.ID, (*string)(&c.Status))
		}, `SELECT id, status FROM conversions WHERE id IN `+in, args...)
		if err != nil {
			return nil, err
		}
		for _, c := range found {
			out[c.ID] = c.Status
		}
	}
	return out, nil
}
